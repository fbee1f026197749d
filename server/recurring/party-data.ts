// A customer's recurring invoices, for the data subject's copy.
import { sql } from '#platform/sql'
import { fromCompany, type PartyPart, plainRows } from '#privacy/party'

export const recurringPartyParts: readonly PartyPart[] = [
  {
    name: 'recurringInvoices',
    of: ['customer'],
    tables: ['recurring.schedule', 'recurring.occurrence'],
    why: {
      sv: 'Vad som faktureras återkommande, så att fakturorna görs i tid. Det finns kvar tills företaget tar bort det.',
      en: 'What is invoiced again and again, so that the invoices are made in time. It is kept until the company removes it.',
    },
    from: fromCompany,
    resources: ({ companyId, id }) => sql`
      select s.id::text from recurring.schedule s where s.company_id = ${companyId} and s.customer_id = ${id}`,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select s.id, to_jsonb(s) || jsonb_build_object('occurrences', (
            select coalesce(jsonb_agg(to_jsonb(o) - 'schedule_id' order by o.date), '[]') from recurring.occurrence o
            where o.company_id = s.company_id and o.schedule_id = s.id)) as row
          from recurring.schedule s
          where s.company_id = ${companyId} and s.customer_id = ${id}
            and (${after}::uuid is null or s.id > ${after}::uuid)
          order by s.id limit ${limit}`),
      ),
  },
]
