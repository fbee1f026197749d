// The status of sendings, and of documents by their sendings, in SQL.
import { MAIL_LIFETIME_MS } from '#mail/mail'
import { type Sql, sql } from '#platform/sql'

/**
 * The sending status of a document: never sent, in progress, sent (at least one mail has arrived or still may), or
 * failed: no mail has arrived.
 */
export const sendingStatuses = ['notSent', 'waiting', 'sent', 'failed'] as const

/** The state of sending `m`, equal to `sendingStateOf`; `now` is by the service's clock. */
export const stateSql = (now: Date): Sql => sql`(case when m.bounced_at is not null then 'bounced'
  when m.delivered_at is not null then 'delivered' when m.delayed_at is not null then 'delayed'
  when m.sent_at is not null then 'sent'
  when m.failed_at is not null or m.made_at <= ${new Date(now.getTime() - MAIL_LIFETIME_MS)} then 'failed'
  else 'waiting' end)`

/** The sending status of document `i`; `now` is by the service's clock. */
export const sendingStatusSql = (now: Date): Sql => sql`(
  select case when count(*) = 0 then 'notSent' when bool_or(state in ('sent', 'delayed', 'delivered')) then 'sent'
    when bool_or(state = 'waiting') then 'waiting' else 'failed' end
  from (select ${stateSql(now)} as state from sales.sending m
    where m.company_id = i.company_id and m.invoice_id = i.id and not m.is_copy) sendings)`
