// Statements of account: a customer's balance at the start of a period, the events in it, and what is unpaid at its
// end.
import { accountingCurrencyOf, bookOf, removedUntil } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDaysWithin, type Day, dayOf, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { claimsOn } from '#sales/receivables/claim'
import { readCustomer } from './customer.ts'
import { type CurrencyStatement, type StatementEvent, statementOf } from './statement.rules.ts'
import { accountStatementFaults as faults } from './statement-refusals.ts'

/** Maximum number of events of the invoices in a period, and of unpaid invoices at its end. */
const MAX_STATEMENT_EVENTS = 10_000
/** Only the time determines what is included; a customer does not care whether it is booked. */
const EVERY_REGISTRATION = Number.MAX_SAFE_INTEGER

type Unpaid = {
  id: string
  number: string
  date: Day
  dueDate: Day
  daysOverdue: number
  totalOre: Ore
  restOre: Ore
}

export type Statement = {
  customer: { id: string; name: string; customerNumber: string; language: 'sv' | 'en' | null }
  from: Day
  to: Day
  /** The accounting currency. */
  own: string
  currencies: (CurrencyStatement & { unpaid: Unpaid[]; overdueOre: Ore })[]
}

/** `fields` prefixes the names of the days in error messages. */
export type AskedStatement = { customerId: string; from?: Day | undefined; to?: Day | undefined; fields?: string }

/** The statement of a customer; by default from the first day of the year to today. */
export const customerStatement = async (call: CompanyCall, asked: AskedStatement): Promise<Statement> => {
  const { id, name, customerNumber, language } = await readCustomer(call, asked.customerId)
  const to = asked.to ?? dayOf(call.now)
  const { fields = '' } = asked
  const from = asked.from ?? (`${to.slice(0, 4)}-01-01` as Day)
  refuseIfAny(from > to ? [faults.backwards(`${fields}from`, { to })] : [])
  const removedTo = removedUntil((await bookOf(call, true)).years)
  refuseIfAny(removedTo && from <= removedTo ? [faults.removedYear(`${fields}from`, { end: removedTo })] : [])
  // Before the first supported day nothing was owed.
  const before = addDaysWithin(from, -1)
  const owedBefore = before < from ? await openOn(call, id, before) : []
  const opening = new Map(owedBefore.map(({ currency, owedOre }) => [currency, owedOre] as const))
  const events = await eventsOf(call, { customerId: id, from, to })
  const unpaid = await unpaidOn(call, id, to)
  refuseIfAny(
    Math.max(events.length, unpaid.length) > MAX_STATEMENT_EVENTS
      ? [faults.tooLong(`${fields}from`, { limit: MAX_STATEMENT_EVENTS })]
      : [],
  )
  const own = await accountingCurrencyOf(call)
  const currencies = statementOf(events, { from, opening, own }).map((one) => {
    const own = unpaid.filter(({ currency }) => currency === one.currency)
    const overdueOre = own.reduce((sum, { daysOverdue, restOre }) => sum + (daysOverdue > 0 ? restOre : 0n), 0n)
    return { ...one, unpaid: own, overdueOre }
  })
  return { customer: { id, name, customerNumber, language: language ?? null }, from, to, currencies, own }
}

const claims = (call: CompanyCall, customerId: string, day: Day): Sql =>
  claimsOn(call, { day, moment: call.now, registration: EVERY_REGISTRATION, partyId: customerId })

/** The debt of a claim in its currency, less the overpayment. */
const owed = sql`i.rest_currency_ore - case when i.total_ore = i.amount_ore then i.advance_ore
  else coalesce(round(i.advance_ore::numeric * i.total_ore / nullif(i.amount_ore, 0)), 0) end`

const openOn = (call: CompanyCall, customerId: string, day: Day) =>
  call.db.rows<{ currency: string; owedOre: Ore }>(
    sql`select i.currency, sum(${owed})::bigint as "owedOre"
      from ${claims(call, customerId, day)} i group by i.currency`,
    'statement-opening',
  )

const unpaidOn = async (call: CompanyCall, customerId: string, day: Day): Promise<(Unpaid & { currency: string })[]> =>
  (
    await call.db.rows<Omit<Unpaid, 'daysOverdue'> & { currency: string }>(
      sql`select i.id, i.number, i.date, i.due_date as "dueDate", i.currency, i.total_ore as "totalOre",
          (${owed})::bigint as "restOre"
        from ${claims(call, customerId, day)} i where (${owed}) <> 0
        order by i.due_date, i.number::bigint limit ${MAX_STATEMENT_EVENTS + 1}`,
      'statement-unpaid',
    )
  ).map((one) => ({ ...one, daysOverdue: one.dueDate < day ? daysBetween(one.dueDate, day) : 0 }))

type Asked = { customerId: string; from: Day; to: Day }

/** All events, up to the last day, of the invoices with an event in the period. */
const eventsOf = ({ db, companyId, now }: CompanyCall, { customerId, from, to }: Asked): Promise<StatementEvent[]> =>
  db.rows<StatementEvent>(
    sql`
    select v.invoice_id as "invoiceId", v.invoice_number as "invoiceNumber", v.kind, v.type, v.id, v.number, v.date,
      v.due_date as "dueDate", v.currency, v.total_ore as "totalOre", v.total_base_ore as "totalBaseOre",
      v.claim_ore as "claimOre", v.told_ore as "toldOre", v.advance_ore as "advanceOre"
    from sales.statement_events(${companyId}::uuid, ${customerId}::uuid, ${from}::date, ${to}::date,
      ${now}::timestamptz) v
    order by v.date, v.place, v.at, v.id limit ${MAX_STATEMENT_EVENTS + 1}`,
    'statement-events',
  )
