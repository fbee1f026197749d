// Which programs have access to a customer, supplier or employee, for the export of personal data.
import { sql } from '#platform/sql'
import { fromCompany, type PartyPart } from '#privacy/party'
import { plainRow } from '#privacy/plain-row.rules'

/** The scopes with access to them, as patterns. */
const scopes = {
  customer: '^(customers|invoices|credit-notes):',
  supplier: '^(suppliers|supplier-invoices):',
  employee: '^payroll:',
}

export const accessPartyParts: readonly PartyPart[] = [
  {
    name: 'programs',
    of: ['customer', 'supplier', 'employee'],
    tables: ['access.connection', 'access.integration'],
    why: {
      sv: 'Program som företaget, eller en byrå som det är kund hos, låter eller har låtit läsa uppgifterna: mottagare enligt artikel 15.1 c.',
      en: 'Programs that the company, or an agency that it is a client of, lets read it, or has let: recipients by article 15.1 c.',
    },
    from: fromCompany,
    read: async ({ db, companyId }, { kind }) => {
      // An agency's connections have access to its client from the day it became one.
      const rows = await db.rows<{ row: Record<string, unknown> }>(sql`
        select jsonb_build_object('name', i.name, 'agency', a.name, 'scopes', c.scopes, 'ended_at', c.ended_at,
          'connected_at', greatest(c.connected_at, k.created_at)) as row
        from access.connection c
        join access.integration i on i.id = c.integration_id
        left join identity.agency_company_view k on k.agency_id = c.agency_id and k.company_id = ${companyId}
        left join identity.agency_view a on a.id = k.agency_id
        where (c.company_id = ${companyId} or coalesce(c.ended_at, 'infinity') > k.created_at)
          and exists (select from unnest(c.scopes || c.machine_scopes) scope where scope ~ ${scopes[kind]})
        order by greatest(c.connected_at, k.created_at), c.id`)
      return rows.map(({ row }) => plainRow(row))
    },
  },
]
