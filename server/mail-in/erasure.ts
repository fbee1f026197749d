// Erases mails received from a customer or supplier (GDPR art. 17): their records are deleted; the rules for documents
// are separate.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { countOfRows, type ErasurePart, type Party } from '#privacy/party'

const mails = ({ companyId }: CompanyCall, { uploads, documents, addresses }: Party): Sql => sql`
  select m.id from mail_in.received m
  where m.company_id = ${companyId} and (
    lower(m.sender) in (${addresses}) or exists (
      select from jsonb_array_elements(m.parts) p
      where (p ->> 'uploadId')::uuid in (${uploads}) or (p ->> 'supplierInvoiceId')::uuid in (${documents})))`

export const mailInErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
      what: {
        sv: 'Noteringar om mejl med underlag: avsändare och ämne',
        en: 'Notes about mails with documents: sender and subject',
      },
      count: (call, party) => countOfRows(call, mails(call, party)),
      remove: async (call, party) => {
        await call.db.rows(sql`
          delete from mail_in.received m where m.company_id = ${call.companyId} and m.id in (${mails(call, party)})`)
      },
    },
  ],
}
