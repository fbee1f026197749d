// Overdue invoices and their reminders: the next one, and its day.
import { accountingCurrencyIn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { unpaidInvoices } from '#sales'
import { MOST_REMINDERS } from './claim.ts'
import { LEAST_REMINDED } from './due.rules.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

export type DueInvoice = {
  id: string
  number: string
  customerId: string | null
  customerName: string
  date: Day
  dueDate: Day
  daysOverdue: number
  unpaidOre: Ore
  /** The number of valid reminders, the day of the last one, and its due date. */
  reminders: number
  lastDate: Day | null
  lastDueDate: Day | null
  /** The day of the next reminder by the settings; null if there are no more. */
  nextDate: Day | null
  status: DueStatus
  holdId: string | null
  holdReason: string | null
  hasAddress: boolean
}

/** Whether the next reminder is due, and otherwise why not. */
export const dueStatuses = ['due', 'waiting', 'done', 'held', 'notBooked'] as const
type DueStatus = (typeof dueStatuses)[number]

/** Invoices `u` overdue on a day, with reminders `r`, holds `h`, and the next reminder `n` by the settings. */
export const overdueSql = (
  companyId: string,
  today: Day,
  { firstAfterDays, daysBetween, most }: ReminderSettings,
): { from: Sql; where: Sql } => ({
  from: sql`
    ${unpaidInvoices({ companyId })} u
    cross join lateral (
      select coalesce(max(r.number) filter (where r.cancelled_at is null), 0) as number, max(r.date) as last_date,
        max(r.due_date) filter (where r.cancelled_at is null) as last_due_date
      from reminders.reminder r where r.company_id = u.company_id and r.invoice_id = u.id
    ) r
    left join lateral (
      select h.id, h.reason from reminders.hold h
      where h.company_id = u.company_id and (h.invoice_id = u.id or h.customer_id = u.customer_id)
      order by h.customer_id is null limit 1
    ) h on true
    cross join lateral (
      select greatest(u.owed_on + ${firstAfterDays}::integer, r.last_date + ${daysBetween}::integer,
        r.last_due_date + 1) as date
    ) d
    cross join lateral (
      select case when r.number >= ${Math.min(most, MOST_REMINDERS)}::integer then null else d.date end as date,
        case when h.id is not null then 'held' when not u.is_booked then 'notBooked'
          when r.number >= ${Math.min(most, MOST_REMINDERS)}::integer then 'done'
          when d.date <= ${today}::date then 'due' else 'waiting' end as status
    ) n`,
  where: sql`u.type <> 'cashInvoice' and u.currency = 'SEK'
    and ${accountingCurrencyIn(sql`${companyId}::uuid`)} = 'SEK'
    and u.due_date < ${today}::date and u.unpaid_ore >= ${LEAST_REMINDED}::bigint`,
})

const listOf = (companyId: string, today: Day, settings: ReminderSettings): List<DueInvoice, DueInvoice> => ({
  name: 'invoices-to-remind',
  columns: sql`
    u.id, u.number::text as number, u.customer_id as "customerId", u.customer_name as "customerName", u.date,
    u.due_date as "dueDate", ${today}::date - u.due_date as "daysOverdue", u.unpaid_ore as "unpaidOre",
    r.number as reminders, r.last_date as "lastDate", r.last_due_date as "lastDueDate", n.date as "nextDate",
    n.status, h.id as "holdId", h.reason as "holdReason", u.email is not null as "hasAddress"`,
  ...overdueSql(companyId, today, settings),
  // The most overdue first: lists are in descending order of their key.
  key: [sql`(date '2200-01-01' - u.due_date)`, sql`u.id`],
  keyOf: ({ dueDate, id }) => [(Date.parse('2200-01-01') - Date.parse(dueDate)) / DAY_MS, id],
  filters: {
    properties: {
      status: { type: { oneOf: [...dueStatuses] }, column: sql`n.status` },
      invoiceNumber: { type: 'integer', column: sql`u.number` },
      customerId: { type: 'id', column: sql`u.customer_id` },
      customerRef: { type: 'string', column: sql`u.customer_name` },
      dueDate: { type: 'date', column: sql`u.due_date` },
      unpaidAmount: { type: 'amount', column: sql`u.unpaid_ore` },
    },
  },
  itemOf: (row) => row,
})

const DAY_MS = 24 * 60 * 60 * 1000

/** The overdue invoices of a company, most overdue first. */
export const listOverdue = async (call: CompanyCall, request: PageRequest): Promise<Page<DueInvoice>> =>
  listPage(call, listOf(call.companyId, dayOf(call.now), await reminderSettings(call)), request)

/** The ids of the invoices that can be reminded of now, at most `limit`. */
export const remindableInvoices = async (call: CompanyCall, limit: number): Promise<string[]> => {
  const { from, where } = overdueSql(call.companyId, dayOf(call.now), await reminderSettings(call))
  const rows = await call.db.rows<{ id: string }>(
    sql`select u.id from ${from} where ${where} and n.status = 'due' order by u.due_date, u.id limit ${limit}`,
    'remindable-invoices',
  )
  return rows.map(({ id }) => id)
}

/**
 * The ids of overdue invoices that the service does not remind of, since they or the books are in another currency than
 * kronor: from the day on which the first reminder would be due, without those on hold; at most `limit`.
 */
export const overdueInCurrency = async (call: CompanyCall, limit: number): Promise<string[]> => {
  const today = dayOf(call.now)
  const { from } = overdueSql(call.companyId, today, await reminderSettings(call))
  const rows = await call.db.rows<{ id: string }>(
    sql`
    select u.id from ${from}
    where u.type <> 'cashInvoice'
      and (u.currency <> 'SEK' or ${accountingCurrencyIn(sql`${call.companyId}::uuid`)} <> 'SEK')
      and u.due_date < ${today}::date and u.unpaid_ore > 0 and u.is_booked and h.id is null
      and d.date <= ${today}::date
    order by u.due_date, u.id limit ${limit}`,
    'overdue-in-currency',
  )
  return rows.map(({ id }) => id)
}
