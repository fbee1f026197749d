// Invoices that a bank transaction may pay, and the booking of such payments; used when bank statements are read.
import { accountingCurrencyOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { payableSale } from '#sales/booking/sale'
import { openClaims } from './charges.ts'
import { openOf, paidOf, takenBackBy } from './in-currency.rules.ts'
import { createPayment, recordPayment } from './payment.ts'

/** An unpaid invoice; the outstanding amount is in SEK. */
export type AwaitedInvoice = {
  id: string
  number: string
  paymentReference: string | null
  customerName: string | null
  dueDate: Day
  outstandingOre: Ore
  /** The unpaid charges claimed in its reminders. */
  feeOre: Ore
  interestOre: Ore
}

/** The matching data of a transaction: references and document numbers in its text, and its amounts. */
type MoneySigns = { references: readonly string[]; numbers: readonly string[]; amounts: readonly Ore[] }

/** Maximum number of invoices found by reference or number, and maximum found by amount. */
const MAX_FOUND = 1_000

/**
 * The unpaid invoices that match. References, numbers and amounts are searched separately, references before numbers,
 * of which a text may have many: thus a referenced invoice is always found, however many have the same amount.
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

/** A document number, with no more digits than a bigint can hold. */
const DOCUMENT_NUMBER = /^(0|[1-9]\d{0,17})$/

/** The unpaid invoices with one of these outstanding amounts, earliest due first. */
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

/** At most `limit` unpaid invoices, earliest due first. */
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
 * Overpaid invoices, and invoices credited after payment: the money is repaid to the customer or set off against the
 * next payment. `amounts` are the outstanding amounts, negative; null means all. For other currencies, an overpayment
 * may be only an exchange rate difference.
 */
export const overpaidInvoices = async (
  call: CompanyCall,
  amounts: readonly Ore[] | null,
  limit = MAX_FOUND,
): Promise<AwaitedInvoice[]> => {
  if (amounts?.length === 0) return []
  const found = await call.db.rows<Unclaimed>(
    sql`
    select * from (${outstanding(call, sql`('overPaid', 'credited')`)}
      and i.currency = ${await accountingCurrencyOf(call)}) overpaid
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

/** A payment in SEK, with its amount in the currency of the invoice if that is not SEK. */
type PaidInvoice = { invoiceId: string; date: Day; ore: Ore; currencyOre: Ore | null; account: number }

/** Adds and books a payment of an invoice on a day. A negative amount is a repayment. */
export const payInvoice = async (
  call: CompanyCall,
  { invoiceId, date, ore, currencyOre, account }: PaidInvoice,
): Promise<{ paymentId: string; journalEntryId: string }> => {
  const sums = { sumBaseCurrency: numberFromOre(ore), bookkeepingAccountNumber: account }
  const given = currencyOre === null ? { date, ...sums } : { date, amount: numberFromOre(currencyOre), ...sums }
  const { id } = await createPayment(call, invoiceId, given)
  const { journalEntryRef } = await recordPayment(call, invoiceId, id)
  if (!journalEntryRef) throw new Error(`Payment ${id} was recorded but has no entry`)
  return { paymentId: id, journalEntryId: journalEntryRef.id }
}

/** An invoice as money in SEK meets it: its currency and rate, and what is paid and unpaid of it in that currency. */
export type PayableInvoice = {
  currency: string
  currencyRate: string
  openOre: Ore
  paidOre: Ore
  /** What money that comes back in SEK takes back, if a payment was of exactly that money. */
  takenBack: (baseOre: Ore) => Ore | null
}

/** A published invoice that money pays, locked until the transaction ends. */
export const payableInvoice = async (call: CompanyCall, id: string): Promise<PayableInvoice> => {
  const sale = await payableSale(call, id)
  const { currency, currencyRate } = sale.record
  const takenBack = (baseOre: Ore) => (baseOre < 0n ? takenBackBy(sale.payments, baseOre) : null)
  return { currency, currencyRate, openOre: openOf(sale).ore, paidOre: paidOf(sale), takenBack }
}

/** Locks these invoices for a joint payment, always in the same order. */
export const lockInvoices = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db.rows(sql`
    select from sales.invoice where company_id = ${companyId} and id = any(${[...ids]}::uuid[])
    order by id for update`)
}
