// Matching: somebody says what a bank transaction was for, and it is booked as that, once. There is no unmatching: what
// was booked wrongly is put right in the books.
import { bookDocument, bookOf, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { numberFromOre, textFromOre } from '#platform/money'
import { type FieldError, Refusal, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { paySupplierInvoice, readSupplierInvoice, supplierInvoiceRefusals } from '#purchasing'
import { invoiceRefusals, payInvoice } from '#sales'
import { wrongInEntry } from './match-entry.ts'
import { readOwnPayment } from './payment.ts'
import { paymentRefusals } from './payment-refusals.ts'
import { statementFaults as faults, statementRefusals as refusals } from './statement-refusals.ts'
import {
  type BankTransaction,
  getTransaction,
  type MatchedWith,
  readTransaction,
  type TransactionRecord,
} from './transaction.ts'
import { isAmountOf, payWith } from './transaction-payment.ts'

/** Exactly one of the first five says what it was for. */
export type MatchBody = {
  invoiceId?: string | undefined
  supplierInvoiceId?: string | undefined
  bankPaymentId?: string | undefined
  journalEntryId?: string | undefined
  account?: number | undefined
  /** Of an entry on an account; what the bank says of the transaction when it is left out. */
  title?: string | undefined
}

/**
 * Books a transaction as what it was for. A bank payment is only noted as paid: what it paid is matched after it. What
 * was booked before the statement came is not booked again.
 */
export const matchTransaction = async (
  call: CompanyCall,
  { statementId, id }: { statementId: string; id: string },
  body: MatchBody,
): Promise<BankTransaction> => {
  refuseIfAny(wrongInMatch(body))
  const transaction = await readTransaction(call, statementId, id, { lock: true })
  // Nothing is booked for a bank payment: what the money was for may have been said before, in any currency.
  if (body.bankPaymentId !== undefined && transaction.status !== 'replaced') {
    await matchBankPayment(call, transaction, body.bankPaymentId)
    return getTransaction(call, statementId, id)
  }
  if (transaction.journalEntryId) throw refusals.bookedAlready({ id, entry: transaction.journalEntryId })
  if (transaction.status === 'replaced') throw refusals.transactionReplaced({ id })
  if (transaction.currency !== 'SEK') throw refusals.otherCurrency({ id, currency: transaction.currency })
  await keepMatch(call, transaction, await book(call, transaction, body))
  return getTransaction(call, statementId, id)
}

/** What is wrong with a body beside its types. */
export const wrongInMatch = (body: unknown): FieldError[] => {
  const { invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account, title } = Object(body) as MatchBody
  const given = [invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account]
  const targets = given.filter((one) => one !== undefined)
  return [
    ...(targets.length === 1 ? [] : [faults.oneTarget('#')]),
    ...(title !== undefined && account === undefined ? [faults.titleOfAccount('#/title')] : []),
  ]
}

type Booked = { journalEntryId: string; matchedWith: MatchedWith }

const book = (call: CompanyCall, transaction: TransactionRecord, body: MatchBody): Promise<Booked> => {
  if (body.invoiceId !== undefined) return bookInvoice(call, transaction, body.invoiceId)
  if (body.supplierInvoiceId !== undefined) return bookSupplierInvoice(call, transaction, body.supplierInvoiceId)
  if (body.journalEntryId !== undefined) return bookedBefore(call, transaction, body.journalEntryId)
  if (body.account !== undefined) return bookAccount(call, transaction, body.account, body.title)
  throw new Error('A match without anything to match with was not refused')
}

/** A payment of a customer's invoice: in part, whole or beyond it, as payments are. */
const bookInvoice = async (
  call: CompanyCall,
  { date, ore, bankAccountNumber: account }: TransactionRecord,
  invoiceId: string,
): Promise<Booked> => {
  const { paymentId, journalEntryId } = await asFault(
    () => payInvoice(call, { invoiceId, date, ore, account }),
    (cause) =>
      cause.kind === invoiceRefusals.invoiceNotFound && faults.unknownInvoice('#/invoiceId', { id: invoiceId }),
  )
  return { journalEntryId, matchedWith: { kind: 'invoice', invoiceId, paymentId } }
}

/** A payment of a supplier's invoice; one in another currency is paid with all that remains of it. */
const bookSupplierInvoice = async (
  call: CompanyCall,
  transaction: TransactionRecord,
  supplierInvoiceId: string,
): Promise<Booked> => {
  const { date, ore, bankAccountNumber: account } = transaction
  const invoice = await asFault(
    () => readSupplierInvoice(call, supplierInvoiceId, { lock: true }),
    (cause) =>
      cause.kind === supplierInvoiceRefusals.supplierInvoiceNotFound &&
      faults.unknownSupplierInvoice('#/supplierInvoiceId', { id: supplierInvoiceId }),
  )
  const baseOre = -ore
  const remaining = invoice.totalOre - invoice.paidOre
  if (invoice.currency !== 'SEK' && (remaining === 0n || remaining > 0n !== baseOre > 0n)) {
    throw refusals.oppositeSign({ id: transaction.id, supplierInvoiceId })
  }
  const amountOre = invoice.currency === 'SEK' ? baseOre : remaining
  const paying = { id: supplierInvoiceId, date, amountOre, baseOre, account }
  const { paymentId, journalEntryId } = await paySupplierInvoice(call, paying)
  return { journalEntryId, matchedWith: { kind: 'supplierInvoice', supplierInvoiceId, paymentId } }
}

/** What is no invoice: fees, interest, taxes. The entry belongs to no document, and may be reversed as any other. */
const bookAccount = async (
  call: CompanyCall,
  transaction: TransactionRecord,
  account: number,
  given: string | undefined,
): Promise<Booked> => {
  const { date, ore, bankAccountNumber } = transaction
  const { accounts } = await bookOf(call, true)
  if (account === bankAccountNumber) refuseIfAny([faults.ownAccount('#/account', { account })])
  if (!accounts.get(account)) refuseIfAny([faults.unknownAccount('#/account', { account })])
  const title = given?.trim() || titleOf(transaction)
  const items = [
    { account: bankAccountNumber, debit: ore },
    { account, credit: ore },
  ]
  const { id } = await bookDocument(call, { title, date, items, isReversible: true })
  return { journalEntryId: id, matchedWith: { kind: 'account', account } }
}

/** Money that was booked by hand, or as a payment of an invoice, before the bank told of it: nothing is booked. */
const bookedBefore = async (call: CompanyCall, transaction: TransactionRecord, id: string): Promise<Booked> => {
  // Nobody reverses the entry meanwhile, nor matches it with another transaction.
  await lockBooks(call)
  refuseIfAny(await wrongInEntry(call, '#/journalEntryId', transaction, id))
  return { journalEntryId: id, matchedWith: { kind: 'journalEntry', journalEntryId: id } }
}

const titleOf = ({ message, counterparty, references }: TransactionRecord): string =>
  [counterparty, message ?? references[0]].filter((part) => part).join(', ') || 'Banktransaktion'

const keepMatch = async (
  call: CompanyCall,
  { id, bankAccountNumber, statementId }: TransactionRecord,
  { journalEntryId, matchedWith }: Booked,
): Promise<void> => {
  const { db, companyId, now, actor } = call
  await db.rows(sql`
    update banking.transaction set journal_entry_id = ${journalEntryId}, account = ${bankAccountNumber},
      matched_at = ${now}, matched_with = ${JSON.stringify(matchedWith)}, matched_by_kind = ${actor.kind},
      matched_by_id = ${actor.id}, matched_by_name = ${actor.name}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  happen(call, 'bank-transaction.matched', { id, of: statementId })
}

/** A bank payment that the file does not name by its end-to-end id. */
const matchBankPayment = async (call: CompanyCall, transaction: TransactionRecord, id: string): Promise<void> => {
  const payment = await asFault(
    () => readOwnPayment(call, id),
    (cause) => cause.kind === paymentRefusals.paymentNotFound && faults.unknownBankPayment('#/bankPaymentId', { id }),
  )
  if (!isAmountOf(payment, transaction)) {
    const [amount, other] = [textFromOre(payment.amountOre), numberFromOre(transaction.ore)]
    refuseIfAny([faults.bankPaymentAmount('#/bankPaymentId', { amount, other })])
  }
  if (payment.state === 'readyToSign') throw refusals.bankPaymentNotSigned({ id })
  const paid = transaction.paymentId === null && (await payWith(call, payment, transaction))
  if (!paid) throw refusals.bankPaymentNotPayable({ id, state: payment.state })
}

/** What names something that is not there is a fault of its field. */
const asFault = async <T>(work: () => Promise<T>, faultOf: (cause: Refusal) => FieldError | false): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const found = cause instanceof Refusal && faultOf(cause)
    if (found) refuseIfAny([found])
    throw cause
  }
}
