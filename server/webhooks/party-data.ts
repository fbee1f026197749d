// Webhooks that have delivered data of a customer or supplier, for the export of personal data.
import { sql } from '#platform/sql'
import { type PartyPart, plainRows } from '#privacy/party'

export const webhookPartyParts: readonly PartyPart[] = [
  {
    name: 'webhookDeliveries',
    of: ['customer', 'supplier'],
    tables: ['webhooks.delivery', 'webhooks.subscription'],
    why: {
      sv: 'Vilka adresser som har fått veta att något har hänt med uppgifterna. De får veta vad som hände, och var det kan läsas, men inga uppgifter. Raden tas bort efter högst 90 dagar.',
      en: 'Which addresses were told that something has happened to the data. They are told what happened and where it can be read, and no data. The row is removed after 90 days at most.',
    },
    from: {
      sv: 'Från webhookar som företaget har lagt upp.',
      en: 'From webhooks that the company has set up.',
    },
    read: ({ db, companyId }, { resources }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select d.id, jsonb_build_object('url', w.url, 'kind', d.kind, 'body', d.body, 'state', d.state,
            'answer', d.answer, 'created_at', d.created_at, 'delivered_at', d.delivered_at) as row
          from webhooks.delivery d
          join webhooks.subscription w on w.company_id = d.company_id and w.id = d.subscription_id
          where d.company_id = ${companyId} and (${after}::uuid is null or d.id > ${after}::uuid)
            and exists (select from (${resources}) r (id) where strpos(d.body, r.id) > 0)
          order by d.id limit ${limit}`),
      ),
  },
]
