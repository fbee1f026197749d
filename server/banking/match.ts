// Matching: somebody says what a bank transaction was for, and it is booked as that, once. A match that booked nothing,
// or whose entry is reversed, can be undone; what was booked wrongly is put right in the books.
import { examineTags } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { numberFromOre, textFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { wrongInTaxing } from './account-tax.rules.ts'
import { asFault, book, type MatchTarget } from './match-booking.ts'
import { wrongInInvoiceAmount } from './match-currency.ts'
import { bookParts, type MatchPart, wrongInParts } from './match-parts.ts'
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

/** Exactly one of `parts`, `bankPaymentId` and the four of a target says what it was for. */
export type MatchBody = MatchTarget & { bankPaymentId?: string | undefined; parts?: MatchPart[] | undefined }

/**
 * Books a transaction as what it was for. A bank payment is only noted as paid: what it paid is matched after it. What
 * was booked before the statement came is not booked again.
 */
export const matchTransaction = async (
  call: CompanyCall,
  { statementId, id }: { statementId: string; id: string },
  body: MatchBody,
): Promise<BankTransaction> => {
  refuseIfAny(await examineMatch(call, body))
  const transaction = await readTransaction(call, statementId, id, { lock: true })
  // Nothing is booked for a bank payment: what the money was for may have been said before, in any currency.
  if (body.bankPaymentId !== undefined && transaction.status !== 'replaced') {
    await matchBankPayment(call, transaction, body.bankPaymentId)
    return getTransaction(call, statementId, id)
  }
  if (transaction.journalEntryId) throw refusals.bookedAlready({ id, entry: transaction.journalEntryId })
  if (transaction.status === 'replaced') throw refusals.transactionReplaced({ id })
  if (transaction.currency !== 'SEK') throw refusals.otherCurrency({ id, currency: transaction.currency })
  const booked = body.parts
    ? await bookParts(call, transaction, body.parts)
    : await book(call, { transaction, at: '#' }, body)
  await keepMatch(call, transaction, booked)
  return getTransaction(call, statementId, id)
}

/**
 * Undoes a match: the transaction is open again, and others that are matched with its entry stay. Only one that booked
 * nothing, or whose entry is reversed.
 */
export const unmatchTransaction = async (
  call: CompanyCall,
  { statementId, id }: { statementId: string; id: string },
): Promise<void> => {
  const { matchedWith, journalEntryId: entry } = await readTransaction(call, statementId, id, { lock: true })
  if (!matchedWith || !entry) throw refusals.transactionNotMatched({ id })
  if (matchedWith.kind === 'parts') throw refusals.matchOfParts({ id })
  if (matchedWith.kind === 'invoice' || matchedWith.kind === 'supplierInvoice') throw refusals.matchPaid({ id })
  if (matchedWith.kind === 'account' && !(await isReversedEntry(call, entry))) throw refusals.matchBooked({ id, entry })
  await call.db.rows(sql`
    update banking.transaction set journal_entry_id = null, account = null, matched_at = null, matched_with = null,
      matched_by_kind = null, matched_by_id = null, matched_by_name = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  happen(
    call,
    'bank-transaction.unmatched',
    { id, of: statementId },
    { id, before: { journalEntryId: entry, matchedWith } },
  )
}

const isReversedEntry = async ({ db, companyId }: CompanyCall, id: string): Promise<boolean> =>
  (await db.maybe(sql`
    select from ledger.journal_entry_view where company_id = ${companyId} and reverses_id = ${id}`)) !== null

/** What is wrong with a body beside its types, its tags included. */
export const examineMatch = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => [
  ...wrongInMatch(body),
  ...(await examineTags(call, body)),
]

/** What is wrong with a body by itself. */
export const wrongInMatch = (body: unknown): FieldError[] => {
  const { invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account, parts } = Object(body) as MatchBody
  const ofAccount = ['title', 'vatTreatment', 'taxRate', 'tags'].filter((name) => Object(body)[name] !== undefined)
  const given = [invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account, parts]
  const targets = given.filter((one) => one !== undefined)
  return [
    ...(targets.length === 1 ? [] : [faults.oneTarget('#')]),
    ...(account === undefined ? ofAccount.map((name) => faults.titleOfAccount(`#/${name}`)) : wrongInTaxing(body, '#')),
    ...wrongInInvoiceAmount(body, '#'),
    ...wrongInParts(parts),
  ]
}

const keepMatch = async (
  call: CompanyCall,
  { id, bankAccountNumber, statementId }: TransactionRecord,
  { journalEntryId, matchedWith }: { journalEntryId: string; matchedWith: MatchedWith },
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
