// The claim of a reminder today: the unpaid amount, a fee, and interest by period.
import { requireKronor } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { phrase } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type ClaimsOf, chargesOn, claimChanges, type OpenClaim, salesContribution, unpaidInvoices } from '#sales'
import {
  type Claimed,
  chargesIn,
  compensationOfNext,
  feeOfNext,
  interestFrom,
  LEAST_REMINDED,
  type Reminded,
} from './due.rules.ts'
import { type ClaimChange, interestOf, type Span, spansOf } from './interest.rules.ts'
import { referenceRates } from './reference-rate.ts'
import { reminderRefusals as refusals } from './refusals.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

/** Maximum number of reminders of an invoice, and of claim changes read. */
export const MOST_REMINDERS = 10
const MAX_CHANGES = 5_000

export type Claim = {
  invoice: Unpaid
  settings: ReminderSettings
  /** Whether compensation for late payment is claimed in place of a fee. */
  isCompensated: boolean
  number: number
  date: Day
  dueDate: Day
  unpaidOre: Ore
  /** The fee of this reminder, and all fees including it. */
  feeOre: Ore
  feesOre: Ore
  interestOre: Ore
  totalOre: Ore
  /** The day after which interest runs; null if none runs yet. */
  interestFrom: Day | null
  spans: Span[]
}

/** An unpaid invoice. */
type Unpaid = {
  id: string
  number: string
  type: 'invoice' | 'cashInvoice' | 'advanceInvoice'
  customerId: string | null
  customerName: string
  date: Day
  dueDate: Day
  /** The first day on which the customer can have received it. */
  askedOn: Day
  currency: string
  unpaidOre: Ore
  chargedFeesOre: Ore
  chargedInterestOre: Ore
  isBooked: boolean
  /** Whether the customer is a business or an authority, and no private person. */
  isBusiness: boolean
  email: string | null
}

/** The claim of the next reminder of an invoice today; refused if none can be sent. */
export const claimOf = async (call: CompanyCall, invoiceId: string): Promise<Claim> => {
  const date = dayOf(call.now)
  const invoice = await unpaidInvoice(call, invoiceId)
  const reminded = await remindedOf(call, invoice.id)
  await requireKronor(call, refusals.inKronor)
  refuseWhatIsNotReminded(invoice, reminded, date)
  await refuseHeld(call, invoice)
  const settings = await reminderSettings(call)
  const claimed = { ...reminded, feesOre: most(reminded.feesOre, invoice.chargedFeesOre) }
  // No charges apply to a late advance, since nothing has been supplied yet.
  const isCharged = invoice.type === 'invoice'
  const isCompensated = isCharged && settings.claimsCompensation && invoice.isBusiness
  const feeOre = !isCharged
    ? 0n
    : isCompensated
      ? compensationOfNext(claimed.feesOre, date)
      : feeOfNext(settings, claimed.feesOre)
  const { from, spans } = isCharged
    ? await interestUpTo(call, { invoice, settings, reminded, date })
    : { from: null, spans: [] }
  const counted = interestOf(spans)
  // Interest is computed anew: an excess in an earlier reminder is dropped, unless it was charged.
  const interestOre = most(counted, invoice.chargedInterestOre)
  const feesOre = claimed.feesOre + feeOre
  return {
    invoice,
    settings,
    isCompensated,
    number: reminded.number + 1,
    date,
    dueDate: addDays(date, settings.dueInDays),
    unpaidOre: invoice.unpaidOre,
    feeOre,
    feesOre,
    interestOre,
    totalOre: invoice.unpaidOre + feesOre + interestOre,
    interestFrom: from,
    spans,
  }
}

const most = (one: Ore, other: Ore): Ore => (one > other ? one : other)

/** The warning about interest for days whose half-year has no rate yet. */
export const rateUnknown = phrase(
  'reminder.rate-unknown',
  'the reference rate of a half-year has not been entered: interest is calculated with the latest known rate',
  'referensräntan för ett halvår saknas: räntan är räknad efter den senast kända',
)

const unpaidInvoice = async ({ db, companyId }: CompanyCall, id: string): Promise<Unpaid> => {
  const invoice = await db.maybe<Unpaid>(
    sql`
    select id, number::text as number, type, customer_id as "customerId", customer_name as "customerName", date,
      due_date as "dueDate", asked_on as "askedOn", currency, unpaid_ore as "unpaidOre", fee_ore as "chargedFeesOre",
      interest_ore as "chargedInterestOre", is_booked as "isBooked",
      is_business as "isBusiness", email
    from ${unpaidInvoices({ companyId })} u where id = ${id}`,
    'unpaid-invoice',
  )
  if (invoice) return invoice
  const there = await db.maybe(sql`
    select from sales.invoice_view where company_id = ${companyId} and id = ${id} and kind = 'invoice'`)
  throw there ? refusals.nothingToRemind({ id }) : salesContribution.invoiceRefusals.invoiceNotFound({ id })
}

/** The reminders of an invoice so far. */
const remindedOf = async ({ db, companyId }: CompanyCall, invoiceId: string): Promise<Reminded> => {
  const reminded = await db.one<Reminded>(
    sql`
    select coalesce(max(number) filter (where cancelled_at is null), 0) as number,
      min(date) filter (where cancelled_at is null) as "firstDate", max(date) as "lastDate",
      max(due_date) filter (where cancelled_at is null) as "lastDueDate",
      coalesce(sum(fee_ore) filter (where cancelled_at is null), 0)::bigint as "feesOre",
      coalesce(${interestOfLatest}, 0)::bigint as "interestOre"
    from reminders.reminder where company_id = ${companyId} and invoice_id = ${invoiceId}`,
    'reminded',
  )
  return reminded
}

/** The interest claimed by the latest valid reminder: each counts from the first day. Null if there is none. */
export const interestOfLatest = sql`
  (array_agg(interest_ore order by number desc) filter (where cancelled_at is null))[1]`

const refuseWhatIsNotReminded = (invoice: Unpaid, { number, lastDate }: Reminded, today: Day): void => {
  const { id, number: named, type, currency, dueDate: date } = invoice
  if (type === 'cashInvoice' || invoice.unpaidOre < LEAST_REMINDED) throw refusals.nothingToRemind({ id })
  if (currency !== 'SEK') throw refusals.notInSek({ number: named, currency })
  if (date >= today) throw refusals.notDue({ number: named, date })
  if (!invoice.isBooked) throw refusals.notBooked({ number: named })
  if (lastDate === today) throw refusals.remindedToday({ number: named })
  if (number >= MOST_REMINDERS) throw refusals.tooManyReminders({ limit: MOST_REMINDERS })
}

const refuseHeld = async ({ db, companyId }: CompanyCall, { id, number, customerId }: Unpaid): Promise<void> => {
  const hold = await db.maybe<{ isCustomer: boolean; reason: string }>(sql`
    select customer_id is not null as "isCustomer", reason from reminders.hold
    where company_id = ${companyId} and (invoice_id = ${id} or customer_id = ${customerId})
    order by customer_id is null limit 1`)
  if (!hold) return
  throw refusals[hold.isCustomer ? 'customerHeld' : 'invoiceHeld']({ number, reason: hold.reason || '–' })
}

type Asked = { invoice: Unpaid; settings: ReminderSettings; reminded: Reminded; date: Day }

const interestUpTo = async (
  call: CompanyCall,
  { invoice, settings, reminded, date }: Asked,
): Promise<{ from: Day | null; spans: Span[] }> => {
  const days = { date: invoice.askedOn, dueDate: invoice.dueDate }
  const from = settings.chargesInterest ? interestFrom(settings.interestFrom, days, reminded.firstDate) : null
  if (from === null) return { from, spans: [] }
  const changes = await call.db.rows<ClaimChange>(
    sql`
    select date, sum(ore)::bigint as ore from ${claimChanges(call, invoice.id)} c
    group by date order by date limit ${MAX_CHANGES}`,
    'claim-changes',
  )
  const owed = { from, to: date, unpaidOre: invoice.unpaidOre, changes }
  return { from, spans: spansOf(owed, await referenceRates(call.db), settings.ownRate) }
}

/** How much of an amount beyond an invoice pays the claims of its reminders. */
export const chargesOfReminders = async (
  call: CompanyCall,
  { invoiceId, ore, charged }: { invoiceId: string; ore: Ore; charged: Claimed },
): Promise<{ feeOre: Ore; interestOre: Ore }> => chargesIn(ore, await remindedOf(call, invoiceId), charged)

/** The open claims on these invoices, by the latest valid reminder of each. */
export const claimsOfReminders: ClaimsOf = async (call, invoiceIds) => {
  const rows = await call.db.rows<OpenClaim & { invoiceId: string }>(
    sql`
    select r.invoice_id as "invoiceId", r.number, r.date, r.due_date as "dueDate",
      greatest(r.fees_ore - c.fee_ore, 0)::bigint as "feeOre",
      greatest(r.interest_ore - c.interest_ore, 0)::bigint as "interestOre"
    from (
      select distinct on (r.invoice_id) r.invoice_id, r.number, r.date, r.due_date, r.interest_ore,
        sum(r.fee_ore) over (partition by r.invoice_id) as fees_ore
      from reminders.reminder r
      where r.company_id = ${call.companyId} and r.invoice_id = any(${[...invoiceIds]}::uuid[])
        and r.cancelled_at is null
      order by r.invoice_id, r.number desc
    ) r
    cross join lateral ${chargesOn(call, sql`r.invoice_id`)} c`,
    'claims-of-reminders',
  )
  return new Map(rows.map(({ invoiceId, ...claim }) => [invoiceId, claim]))
}
