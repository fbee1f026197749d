// Links transactions to bank payments: a transaction that names a payment pays it, once.
import {
  endToEndIdOf,
  findPaymentByEndToEndId,
  idOfEndToEndId,
  markPaid,
  type PaymentRecord,
} from '#banking/payments/payment'
import { currencyOf } from '#banking/payments/payment.rules'
import { accountingCurrencyOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { AccountingCurrency } from '#rule/currency'
import { arrayText, mapInSlices } from '#threads/event-loop'

/** The fields of a transaction that decide whether it pays a bank payment. */
export type Paying = {
  id: string
  date: Day
  ore: Ore
  /** The currency of its account. */
  currency: string
  isReversal: boolean
  endToEndId: string | null
  /** Whether it is only a detail of a transaction booked as a whole: it is not linked to a payment itself. */
  isWithin?: boolean
}

/**
 * Marks the bank payments that these transactions name as paid. They are locked in id order, as everywhere, to avoid
 * deadlocks.
 */
export const noteBankPayments = async (call: CompanyCall, transactions: readonly Paying[]): Promise<void> => {
  const asked = await mapInSlices(transactions, ({ endToEndId, ...one }) => {
    const paymentId = endToEndId === null || one.ore > 0n || one.isReversal ? null : idOfEndToEndId(endToEndId)
    return endToEndId === null || paymentId === null
      ? []
      : [{ ...one, paymentId, endToEndId: endToEndId.toLowerCase() }]
  })
  const debits = asked.flat()
  const ours = await oursOf(
    call,
    debits.map(({ paymentId }) => paymentId),
  )
  const books = ours.size > 0 ? await accountingCurrencyOf(call) : null
  for (const one of debits.filter(({ paymentId }) => ours.has(paymentId)).sort(byName)) {
    const payment = await findPaymentByEndToEndId(call, one.endToEndId)
    if (!payment || !isAmountOf(payment, one, books)) continue
    if (one.isWithin) await markPaid(call, { id: payment.id, date: one.date, bankTransactionId: one.id })
    else await payWith(call, payment, one)
  }
}

/** Those of these ids that payments of the company have. */
const oursOf = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const found = await db.rows<{ id: string }>(sql`
    select id from banking.payment where company_id = ${companyId} and id = any(${await arrayText(ids)}::uuid[])`)
  return new Set(found.map(({ id }) => id))
}

/**
 * Whether a transaction has a payment's amount. If it was exchanged from the currency of the books, the amount cannot
 * be compared: it only has to be outgoing.
 */
export const isAmountOf = (
  { amountOre, recipient }: Pick<PaymentRecord, 'amountOre' | 'recipient'>,
  { ore, currency }: Pick<Paying, 'ore' | 'currency'>,
  books: AccountingCurrency | null,
): boolean => {
  const own = currencyOf(recipient)
  return own === currency ? ore === -amountOre : currency === books && ore < 0n
}

/**
 * The statement may precede the signature: payments named by imported transactions are marked as paid, so that no file
 * requests them again.
 */
export const noteEarlierStatements = async (call: CompanyCall, payments: readonly PaymentRecord[]): Promise<void> => {
  const names = payments.map(({ id }) => endToEndIdOf(id))
  const told = await call.db.rows<Paying>(sql`
    select t.id, t.date, t.amount_ore as ore, a.currency, t.is_reversal as "isReversal",
      t.end_to_end_id as "endToEndId"
    from banking.transaction t
    join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
    where t.company_id = ${call.companyId} and lower(t.end_to_end_id) = any(${names}::text[]) and t.payment_id is null
      and t.replaced_by_statement_id is null
    order by t.id limit ${names.length}`)
  await noteBankPayments(call, told)
}

const byName = ({ endToEndId: one }: { endToEndId: string }, { endToEndId: two }: { endToEndId: string }): number =>
  one < two ? -1 : one > two ? 1 : 0

/**
 * Links a bank payment to the transaction that paid it; false if it was not payable, or is paid by another transaction.
 */
export const payWith = async (
  call: CompanyCall,
  { id }: Pick<PaymentRecord, 'id'>,
  { id: bankTransactionId, date }: Pick<Paying, 'id' | 'date'>,
): Promise<boolean> => {
  const moved = await markPaid(call, { id, date, bankTransactionId })
  // It was marked as paid by hand; the statement now gives the transaction.
  const linked = await call.db.rows<{ id: string; statementId: string }>(sql`
    update banking.transaction t set payment_id = ${id}, modified_at = ${call.now}
    where t.company_id = ${call.companyId} and t.id = ${bankTransactionId} and t.payment_id is null
      and exists (select from banking.payment p where p.company_id = t.company_id and p.id = ${id} and p.state = 'paid')
      and not exists (select from banking.transaction o where o.company_id = t.company_id and o.payment_id = ${id})
    returning t.id, t.statement_id as "statementId"`)
  for (const { id: paying, statementId } of linked)
    recordEvent(call, 'bank-transaction.matched', { id: paying, of: statementId })
  if (moved && linked.length === 0) throw new Error(`Bank payment ${id} is already paid by another transaction`)
  return linked.length > 0
}
