// What is told of a mail after a server has taken it, and what that changes of the row `m` that keeps how it went.
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'

/** `reason` is why, in the words of the server that tells it; null of what arrived. */
export type MailReport = { state: 'delivered' } | { state: 'delayed' | 'bounced'; reason: string }

/** How a mail went, as a row keeps it. */
export type Course = {
  sentAt: Date | null
  failedAt: Date | null
  failure: string | null
  delayedAt: Date | null
  deliveredAt: Date | null
  bouncedAt: Date | null
  report: string | null
}

/** The columns of `m` that keep how a mail went. */
export const courseColumns: Sql = sql`m.sent_at as "sentAt", m.failed_at as "failedAt", m.failure,
  m.delayed_at as "delayedAt", m.delivered_at as "deliveredAt", m.bounced_at as "bouncedAt", m.report`

/** What a report changes: the assignments. */
export const reportSet = (report: MailReport, now: Date): Sql => {
  if (report.state === 'delivered') return sql`delivered_at = ${now}, report = null`
  return report.state === 'delayed'
    ? sql`delayed_at = ${now}, report = ${report.reason}`
    : sql`bounced_at = ${now}, report = ${report.reason}`
}

/**
 * Whether it says something new of `m`. That a mail did not arrive is the last word: servers on the way have told of it
 * as arrived before. What arrived is not late.
 */
export const isNews = ({ state }: MailReport): Sql => {
  const open = sql`m.sent_at is not null and m.bounced_at is null`
  if (state === 'bounced') return open
  return state === 'delivered'
    ? sql`${open} and m.delivered_at is null`
    : sql`${open} and m.delivered_at is null and m.delayed_at is null`
}

/** Whether nobody has noted yet that a server has taken `m`: a report can be faster than that. */
export const isUnderWay: Sql = sql`m.sent_at is null and m.failed_at is null`

/** For how many days a mail that did not arrive is told of. */
const TOLD_DAYS = 30

/** Whether mail `m` was taken by no server, or came back, lately. */
export const isUndelivered = (today: Day): Sql => sql`(m.bounced_at is not null or m.failed_at is not null)
  and coalesce(m.bounced_at, m.failed_at) > ${today}::date - ${TOLD_DAYS}::integer`

/** The day on which that was heard of. */
export const undeliveredOn: Sql = sql`(coalesce(m.bounced_at, m.failed_at) at time zone 'Europe/Stockholm')::date`
