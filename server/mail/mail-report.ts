// Delivery reports of a mail, and how they change its state in row `m`.
import type { Day } from '#platform/day'
import { DeclaredSentence, type KeptSaid, keptOf } from '#platform/sentences'
import { type Sql, sql } from '#platform/sql'

/** `reason` is the cause in the words of the reporting server; absent if the mail was delivered. */
export type MailReport = { state: 'delivered' } | { state: 'delayed' | 'bounced'; reason: string }

/**
 * The outcome for a company's mail: `reason` is for its people, null if the server has accepted it; `said` is its
 * sentence, null for the words of a mail server.
 */
export type Outcome = { companyId: string; id: string; reason: string | null; said: KeptSaid | null }

/** A reason as the callbacks of a mail get it. */
export const reasonIn = (why: DeclaredSentence | string | null): Pick<Outcome, 'reason' | 'said'> =>
  why instanceof DeclaredSentence ? { reason: why.in('en'), said: keptOf(why) } : { reason: why, said: null }

/** The state of a mail, as stored. */
export type Course = {
  sentAt: Date | null
  failedAt: Date | null
  failure: string | null
  failureSaid: KeptSaid | null
  delayedAt: Date | null
  deliveredAt: Date | null
  bouncedAt: Date | null
  report: string | null
}

/** The columns of `m` that store the state of a mail. */
export const courseColumns: Sql = sql`m.sent_at as "sentAt", m.failed_at as "failedAt", m.failure,
  m.failure_said as "failureSaid",
  m.delayed_at as "delayedAt", m.delivered_at as "deliveredAt", m.bounced_at as "bouncedAt", m.report`

/** The assignments that the outcome of sending `m` makes. */
export const outcomeSet = ({ reason, said }: Pick<Outcome, 'reason' | 'said'>, now: Date): Sql => sql`
  sent_at = ${reason === null ? now : null}, failed_at = ${reason === null ? null : now}, failure = ${reason},
  failure_said = ${said && JSON.stringify(said)}::jsonb`

/** The assignments that a report makes. */
export const reportSet = (report: MailReport, now: Date): Sql => {
  if (report.state === 'delivered') return sql`delivered_at = ${now}, report = null`
  return report.state === 'delayed'
    ? sql`delayed_at = ${now}, report = ${report.reason}`
    : sql`bounced_at = ${now}, report = ${report.reason}`
}

/**
 * Whether a report changes `m`. A bounce is final: servers on the way may have reported delivery before. A delivered
 * mail is no longer delayed.
 */
export const isNews = ({ state }: MailReport): Sql => {
  const open = sql`m.sent_at is not null and m.bounced_at is null`
  if (state === 'bounced') return open
  return state === 'delivered'
    ? sql`${open} and m.delivered_at is null`
    : sql`${open} and m.delivered_at is null and m.delayed_at is null`
}

/** Whether a server's acceptance of `m` has not been saved yet: a report may arrive before that. */
export const isUnderWay: Sql = sql`m.sent_at is null and m.failed_at is null`

/** How many days an undelivered mail is shown. */
const TOLD_DAYS = 30

/** Whether mail `m` was recently refused by the server or bounced. */
export const isUndelivered = (today: Day): Sql => sql`(m.bounced_at is not null or m.failed_at is not null)
  and coalesce(m.bounced_at, m.failed_at) > ${today}::date - ${TOLD_DAYS}::integer`

/** The day on which that became known. */
export const undeliveredOn: Sql = sql`(coalesce(m.bounced_at, m.failed_at) at time zone 'Europe/Stockholm')::date`
