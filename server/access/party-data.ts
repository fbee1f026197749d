// Which programs may read what the books hold about a customer or supplier, for the copy that they may have.
import { fromCompany, type PartyPart } from '#platform/party'
import { plainRow } from '#platform/plain-row.rules'
import { sql } from '#platform/sql'

/** What a program may read of them, by the beginning of its scopes. */
const scopes = { customer: '^(customers|invoices|credit-notes):', supplier: '^(suppliers|supplier-invoices):' }

export const accessPartyParts: readonly PartyPart[] = [
  {
    name: 'programs',
    of: ['customer', 'supplier'],
    tables: ['access.connection', 'access.integration'],
    why: {
      sv: 'Program som företaget låter, eller har låtit, läsa uppgifterna: mottagare enligt artikel 15.1 c.',
      en: 'Programs that the company lets read it, or has let: recipients by article 15.1 c.',
    },
    from: fromCompany,
    read: async ({ db, companyId }, { kind }) => {
      const rows = await db.rows<Record<string, unknown>>(sql`
        select i.name, c.connected_at, c.ended_at, c.scopes
        from access.connection c join access.integration i on i.id = c.integration_id
        where c.company_id = ${companyId} and exists (
          select from unnest(c.scopes || c.machine_scopes) scope where scope ~ ${scopes[kind]})
        order by c.connected_at`)
      return rows.map(plainRow)
    },
  },
]
