// Archived documents of a customer, for the data subject's copy.
import { sql } from '#platform/sql'
import { asBooks, type PartyPart, plainRows } from '#privacy/party'

export const archivePartyParts: readonly PartyPart[] = [
  {
    name: 'publishedDocuments',
    of: ['customer'],
    tables: ['sales.paper'],
    why: asBooks,
    from: {
      sv: 'Från kundregistret och fakturan, som de var när fakturan utfärdades.',
      en: 'From the register of customers and the invoice, as they were when the invoice was published.',
    },
    read: ({ db, companyId }, { documents }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select p.invoice_id as id, to_jsonb(p) as row from sales.paper p
          where p.company_id = ${companyId} and p.invoice_id in (${documents})
            and (${after}::uuid is null or p.invoice_id > ${after}::uuid)
          order by p.invoice_id limit ${limit}`),
      ),
  },
]
