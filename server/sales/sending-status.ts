// How sendings stand, and documents by them, in words of the database.
import { MAIL_LIFETIME_MS } from '#platform/mail'
import { type Sql, sql } from '#platform/sql'

export const sendingStates = ['waiting', 'sent', 'failed'] as const

/** How a document stands: never sent, on its way, sent once at least, or failed each time. */
export const sendingStatuses = ['notSent', ...sendingStates] as const

/** The state of sending `s`, as `sendingStateOf` has it. */
export const stateSql = (now: Date): Sql => sql`(case when s.sent_at is not null then 'sent'
  when s.failed_at is not null or s.made_at <= ${new Date(now.getTime() - MAIL_LIFETIME_MS)} then 'failed'
  else 'waiting' end)`

/** Whether document `i` was sent: `notSent`, `waiting`, `sent` once at least, or `failed` each time. */
export const sendingStatusSql = (now: Date): Sql => sql`(
  select case when count(*) = 0 then 'notSent' when bool_or(state = 'sent') then 'sent'
    when bool_or(state = 'waiting') then 'waiting' else 'failed' end
  from (select ${stateSql(now)} as state from sales.sending s
    where s.company_id = i.company_id and s.invoice_id = i.id and not s.is_copy) sendings)`
