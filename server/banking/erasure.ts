// Erasure of a customer or supplier (GDPR art. 17): matching rules about them, and their pending payments.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import { countOfRows, type ErasurePart, type Party } from '#privacy/party'

const rules = ({ companyId }: CompanyCall, { name }: Party): Sql => sql`
  select r.id from banking.matching_rule r where r.company_id = ${companyId}
    and lower(${name}) in (lower(r.counterparty), lower(r.text_contains), lower(r.name))`

export const bankingErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
      what: {
        sv: 'Regler för banktransaktioner som bär namnet',
        en: 'Rules of bank transactions that bear the name',
      },
      count: (call, party) => countOfRows(call, rules(call, party)),
      remove: async (call, party) => {
        const { db, companyId } = call
        const gone = await db.rows<{ id: string }>(sql`
          delete from banking.matching_rule r where r.company_id = ${companyId} and r.id in (${rules(call, party)})
          returning r.id`)
        for (const { id } of gone) recordEvent(call, 'matching-rule.deleted', { id }, { id })
      },
    },
  ],
  hindrances: async ({ db, companyId }, { numbers }) => {
    const waiting = await db.rows<{ date: string }>(sql`
      select p.payment_date::text as date from banking.payment p
      where p.company_id = ${companyId} and p.state in ('readyToSign', 'signed') and exists (
        select from jsonb_each_text(p.recipient) r where r.value = any(${[...numbers]}::text[]))
      order by p.payment_date, p.id`)
    return waiting.map(({ date }) => ({
      what: {
        sv: `En bankbetalning ${date} är inte genomförd: uppgifterna behövs tills den är betald eller avbruten.`,
        en: `A bank payment on ${date} has not been made: the data is needed until it is paid or cancelled.`,
      },
      law: 'GDPR art. 6.1 b, 17.1 a',
    }))
  },
}
