// Mails with documents from a customer or supplier, for the export of personal data.
import { sql } from '#platform/sql'
import { type PartyPart, plainRows } from '#privacy/party'

export const mailInPartyParts: readonly PartyPart[] = [
  {
    name: 'receivedMails',
    of: ['customer', 'supplier'],
    tables: ['mail_in.received'],
    why: {
      sv: 'Mejl med underlag: vem de kom från, ämnet och vad som låg i. Raden tas bort efter 90 dagar; texten sparas inte.',
      en: 'Mails with documents: whom they came from, their subject and what was enclosed. The row is removed after 90 days; the text is not kept.',
    },
    from: { sv: 'Från den som skickade mejlet.', en: 'From the sender of the mail.' },
    read: ({ db, companyId }, { uploads, documents, addresses }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select m.id, to_jsonb(m) as row from mail_in.received m
          where m.company_id = ${companyId} and (${after}::uuid is null or m.id > ${after}::uuid) and (
            lower(m.sender) in (${addresses}) or exists (
              select from jsonb_array_elements(m.parts) p
              where (p ->> 'uploadId')::uuid in (${uploads}) or (p ->> 'supplierInvoiceId')::uuid in (${documents})))
          order by m.id limit ${limit}`),
      ),
  },
]
