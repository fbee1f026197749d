// Reminders of an erased customer (GDPR art. 17): holds with their reasons, and mail addresses, are deleted. Claims are
// kept, like the invoices.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { countOfRows, ERASED, ERASED_ADDRESS, type ErasurePart, type Party } from '#privacy/party'
import { liftHold } from './hold.ts'

const holds = ({ companyId }: CompanyCall, { id, documents }: Party): Sql => sql`
  select h.id from reminders.hold h
  where h.company_id = ${companyId} and (h.customer_id = ${id} or h.invoice_id in (${documents}))`

const mailings = ({ companyId }: CompanyCall, { documents }: Party): Sql => sql`
  select m.id from reminders.mailing m
  join reminders.reminder r on r.company_id = m.company_id and r.id = m.reminder_id
  where m.company_id = ${companyId} and r.invoice_id in (${documents}) and m.recipient <> ${ERASED_ADDRESS}`

export const reminderErasure: ErasurePart = {
  steps: [
    {
      of: ['customer'],
      what: { sv: 'Påminnelsespärrar med sina skäl', en: 'Holds on reminders with their reasons' },
      count: (call, party) => countOfRows(call, holds(call, party)),
      remove: async (call, party) => {
        const found = await call.db.rows<{ id: string }>(sql`${holds(call, party)} order by 1`)
        for (const { id } of found) await liftHold(call, id)
      },
    },
    {
      of: ['customer'],
      what: { sv: 'Adresser som påminnelser har skickats till', en: 'Addresses that reminders were sent to' },
      count: (call, party) => countOfRows(call, mailings(call, party)),
      remove: async (call, party) => {
        const { db, companyId, now } = call
        await db.rows(sql`
          update reminders.mailing m set recipient = ${ERASED_ADDRESS},
            failed_at = case when m.sent_at is null then coalesce(m.failed_at, ${now}) end,
            failure = case when m.sent_at is null then ${ERASED} end, failure_said = null,
            report = case when m.report is not null then ${ERASED} end
          where m.company_id = ${companyId} and m.id in (${mailings(call, party)})`)
      },
    },
  ],
}
