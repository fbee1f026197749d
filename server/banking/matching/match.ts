// Matching: a person says what a bank transaction was for, and it is booked accordingly, once. A match can be undone if
// it booked nothing or if its entry is reversed; a wrong booking is corrected in the ledger.
import { readOwnPayment } from '#banking/payments/payment'
import { paymentRefusals } from '#banking/payments/payment-refusals'
import { statementFaults as faults, statementRefusals as refusals } from '#banking/statements/statement-refusals'
import {
  type BankTransaction,
  getTransaction,
  type MatchedWith,
  readTransaction,
  type TransactionRecord,
} from '#banking/statements/transaction'
import { accountingCurrencyOf, examineTags } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { numberFromOre, textFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { wrongInTaxing } from './account-tax.rules.ts'
import { asFault, book, type MatchTarget } from './match-booking.ts'
import { wrongInInvoiceAmount } from './match-currency.ts'
import { bookParts, type MatchPart, wrongInParts } from './match-parts.ts'
import { isAmountOf, payWith } from './transaction-payment.ts'

/** Exactly one of `parts`, `bankPaymentId` and the five fields of a target must be given. */
type MatchBody = MatchTarget & { bankPaymentId?: string | undefined; parts?: MatchPart[] | undefined }

/**
 * Books a transaction. A bank payment is only marked as paid; its purpose is matched afterwards. Existing bookings are
 * not booked again.
 */
export const matchTransaction = async (
  call: CompanyCall,
  { statementId, id }: { statementId: string; id: string },
  body: MatchBody,
): Promise<BankTransaction> => {
  refuseIfAny(await examineMatch(call, body))
  const transaction = await readTransaction(call, statementId, id, { lock: true })
  // A bank payment books nothing, and its purpose may already be matched, in any currency.
  if (body.bankPaymentId !== undefined && transaction.status !== 'replaced') {
    await matchBankPayment(call, transaction, body.bankPaymentId)
    return getTransaction(call, statementId, id)
  }
  if (transaction.journalEntryId) throw refusals.bookedAlready({ id, entry: transaction.journalEntryId })
  if (transaction.status === 'replaced') throw refusals.transactionReplaced({ id })
  const own = await accountingCurrencyOf(call)
  if (transaction.currency !== own) throw refusals.otherCurrency({ id, currency: transaction.currency, own })
  const booked = body.parts
    ? await bookParts(call, transaction, body.parts)
    : await book(call, { transaction, at: '#' }, body)
  await keepMatch(call, transaction, booked)
  return getTransaction(call, statementId, id)
}

/**
 * Undoes a match: the transaction is open again; other transactions matched with the same entry are unchanged. Allowed
 * only if the match booked nothing, or if its entry is reversed.
 */
export const unmatchTransaction = async (
  call: CompanyCall,
  { statementId, id }: { statementId: string; id: string },
): Promise<void> => {
  const { matchedWith, journalEntryId: entry } = await readTransaction(call, statementId, id, { lock: true })
  if (!matchedWith || !entry) throw refusals.transactionNotMatched({ id })
  if (matchedWith.kind === 'parts') throw refusals.matchOfParts({ id })
  if (['invoice', 'supplierInvoice', 'supplierAdvance'].includes(matchedWith.kind)) throw refusals.matchPaid({ id })
  if (matchedWith.kind === 'account' && !(await isReversedEntry(call, entry))) throw refusals.matchBooked({ id, entry })
  await call.db.rows(sql`
    update banking.transaction set journal_entry_id = null, account = null, matched_at = null, matched_with = null,
      matched_by_kind = null, matched_by_id = null, matched_by_name = null, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(
    call,
    'bank-transaction.unmatched',
    { id, of: statementId },
    { id, before: { journalEntryId: entry, matchedWith } },
  )
}

const isReversedEntry = async ({ db, companyId }: CompanyCall, id: string): Promise<boolean> =>
  (await db.maybe(sql`
    select from ledger.journal_entry_view where company_id = ${companyId} and reverses_id = ${id}`)) !== null

/** Errors in a body beyond its types, tags included. */
export const examineMatch = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => [
  ...wrongInMatch(body),
  ...(await examineTags(call, body)),
]

/** Errors in a body by itself. */
const wrongInMatch = (body: unknown): FieldError[] => {
  const { invoiceId, supplierInvoiceId, supplierId, bankPaymentId, journalEntryId, account, parts } = Object(
    body,
  ) as MatchBody
  const ofAccount = ['title', 'vatTreatment', 'taxRate', 'tags'].filter((name) => Object(body)[name] !== undefined)
  const given = [invoiceId, supplierInvoiceId, supplierId, bankPaymentId, journalEntryId, account, parts]
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
  recordEvent(call, 'bank-transaction.matched', { id, of: statementId })
}

/** Matches a bank payment that the statement does not name by its end-to-end id. */
const matchBankPayment = async (call: CompanyCall, transaction: TransactionRecord, id: string): Promise<void> => {
  const payment = await asFault(
    () => readOwnPayment(call, id),
    (cause) => cause.kind === paymentRefusals.paymentNotFound && faults.unknownBankPayment('#/bankPaymentId', { id }),
  )
  if (!isAmountOf(payment, transaction, await accountingCurrencyOf(call))) {
    const amount = textFromOre(payment.amountOre)
    const other = numberFromOre(transaction.ore)
    refuseIfAny([faults.bankPaymentAmount('#/bankPaymentId', { amount, other })])
  }
  if (payment.state === 'readyToSign') throw refusals.bankPaymentNotSigned({ id })
  const paid = transaction.paymentId === null && (await payWith(call, payment, transaction))
  if (!paid) throw refusals.bankPaymentNotPayable({ id, state: payment.state })
}
