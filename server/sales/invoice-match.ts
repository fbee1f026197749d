// Invoices that money from a bank account may be for, and its way to them: whoever reads bank statements asks here.
import { BASE_CURRENCY } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { openClaims } from './claimed.ts'
import { createPayment, recordPayment } from './payment.ts'

/** An invoice that waits for money; what is outstanding is in SEK. */
export type AwaitedInvoice = {
  id: string
  number: string
  paymentReference: string | null
  customerName: string | null
  dueDate: Day
  outstandingOre: Ore
  /** What its reminders claim beside it, and nobody has paid. */
  feeOre: Ore
  interestOre: Ore
}

/** What money says of itself: references and document numbers it names, and how much it is. */
export type MoneySigns = { references: readonly string[]; numbers: readonly string[]; amounts: readonly Ore[] }

/** Maximum number of invoices that are found by what they are called, and as many by their amounts. */
const MAX_FOUND = 1_000

/**
 * The invoices that wait for money and have one of these signs. However many are of the same amount, the one that is
 * named is among them: names are asked by themselves, and references before numbers, which a text has many of.
 */
export const invoicesAwaiting = async (call: CompanyCall, signs: MoneySigns): Promise<AwaitedInvoice[]> => {
  const named = await namedInvoices(call, signs)
  const ofAmount = await invoicesOfAmount(call, signs.amounts)
  const found = new Map([...named, ...ofAmount].map((one) => [one.id, one]))
  return withClaims(call, [...found.values()])
}

const namedInvoices = async (call: CompanyCall, { references, numbers }: MoneySigns): Promise<Unclaimed[]> => {
  if (references.length === 0 && numbers.length === 0) return []
  return call.db.rows<Unclaimed>(
    sql`
    ${awaited(call)} and (i.payment_reference = any(${[...references]}::text[])
      or i.number = any(${numbers.filter((one) => DOCUMENT_NUMBER.test(one))}::bigint[]))
    order by (i.payment_reference = any(${[...references]}::text[])) is not true, i.due_date, i.id limit ${MAX_FOUND}`,
    'invoices-named',
  )
}

/** A number as documents have one, of as many digits as a bigint surely holds. */
const DOCUMENT_NUMBER = /^(0|[1-9]\d{0,17})$/

/** Those of which one of these amounts is outstanding, the longest due first. */
const invoicesOfAmount = async (call: CompanyCall, amounts: readonly Ore[]): Promise<Unclaimed[]> => {
  if (amounts.length === 0) return []
  return call.db.rows<Unclaimed>(
    sql`
    select * from (${awaited(call)}) awaited
    where "outstandingOre" = any(${amounts.map(String)}::bigint[])
    order by "dueDate", id limit ${MAX_FOUND}`,
    'invoices-of-amount',
  )
}

/** So many of the invoices that wait for money, the longest due first. */
export const openInvoices = async (call: CompanyCall, limit: number): Promise<AwaitedInvoice[]> =>
  (await call.db.rows<Unclaimed>(sql`${awaited(call)} order by i.due_date, i.id limit ${limit}`, 'open-invoices')).map(
    (one) => ({ ...one, ...NO_CLAIM }),
  )

type Unclaimed = Omit<AwaitedInvoice, 'feeOre' | 'interestOre'>
const NO_CLAIM = { feeOre: 0n, interestOre: 0n }

const withClaims = async (call: CompanyCall, found: readonly Unclaimed[]): Promise<AwaitedInvoice[]> => {
  const claims = await openClaims(
    call,
    found.map(({ id }) => id),
  )
  return found.map((one) => {
    const { feeOre, interestOre } = claims.get(one.id) ?? NO_CLAIM
    return { ...one, feeOre, interestOre }
  })
}

/**
 * Invoices of which more was paid than is owed, or that were credited after they were paid: money that goes back to the
 * customer, or is kept from the next payment. `amounts` are what of each is outstanding, below zero; all where null. Of
 * one in another currency it is not known whether that is more than a difference of rates.
 */
export const overpaidInvoices = async (
  call: CompanyCall,
  amounts: readonly Ore[] | null,
  limit = MAX_FOUND,
): Promise<AwaitedInvoice[]> => {
  if (amounts?.length === 0) return []
  const found = await call.db.rows<Unclaimed>(
    sql`
    select * from (${outstanding(call, sql`('overPaid', 'credited')`)} and i.currency = ${BASE_CURRENCY}) overpaid
    where "outstandingOre" < 0
      and (${amounts === null}::boolean or "outstandingOre" = any(${(amounts ?? []).map(String)}::bigint[]))
    order by "dueDate", id limit ${limit}`,
    'overpaid-invoices',
  )
  return found.map((one) => ({ ...one, ...NO_CLAIM }))
}

const awaited = (call: CompanyCall) => outstanding(call, sql`('published', 'underPaid')`)

const outstanding = ({ companyId }: CompanyCall, states: Sql) => sql`
  select i.id, i.number::text as number, i.payment_reference as "paymentReference",
    i.customer_name as "customerName", i.due_date as "dueDate", i.total_base_ore - i.reduction_base_ore
      - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore as "outstandingOre"
  from sales.invoice i
  where i.company_id = ${companyId} and i.kind = 'invoice' and i.state in ${states}`

/** What came in for an invoice on a day: added as its payment, and booked. Below zero it went back. */
export const payInvoice = async (
  call: CompanyCall,
  { invoiceId, date, ore, account }: { invoiceId: string; date: Day; ore: Ore; account: number },
): Promise<{ paymentId: string; journalEntryId: string }> => {
  const given = { date, sumBaseCurrency: numberFromOre(ore), bookkeepingAccountNumber: account }
  const { id } = await createPayment(call, invoiceId, given)
  const { journalEntryRef } = await recordPayment(call, invoiceId, id)
  if (!journalEntryRef) throw new Error(`Payment ${id} was recorded without an entry`)
  return { paymentId: id, journalEntryId: journalEntryRef.id }
}

/** Holds these invoices for what is paid on them together, always in the same order. */
export const lockInvoices = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db.rows(sql`
    select from sales.invoice where company_id = ${companyId} and id = any(${[...ids]}::uuid[])
    order by id for update`)
}
