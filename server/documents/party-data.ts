// The files of a customer's or supplier's entries and invoices, for the data subject's copy.
import { sql } from '#platform/sql'
import { asBooks, type PartyPart, plainRows } from '#privacy/party'

export const documentPartyParts: readonly PartyPart[] = [
  {
    name: 'documents',
    of: ['customer', 'supplier'],
    tables: ['documents.upload'],
    why: asBooks,
    from: {
      sv: 'Filer som företaget har laddat upp eller fått med mejl. Filen själv hämtas på /uploads/{id}/download.',
      en: 'Files that the company has uploaded or got by mail. The file itself is fetched at /uploads/{id}/download.',
    },
    uploads: ({ companyId, documents, entries }) => sql`
      select u.id from documents.upload u
      where u.company_id = ${companyId}
        and (u.supplier_invoice_id in (${documents}) or u.journal_entry_id in (${entries}))`,
    resources: ({ uploads }) => sql`select u.id::text from (${uploads}) u`,
    read: ({ db, companyId }, { uploads }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select u.id, to_jsonb(u) as row from documents.upload u
          where u.company_id = ${companyId} and u.id in (${uploads})
            and (${after}::uuid is null or u.id > ${after}::uuid)
          order by u.id limit ${limit}`),
      ),
  },
]
