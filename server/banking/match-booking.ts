// What a bank transaction, or a part of it, is booked as: a payment of an invoice, an entry on an account, or nothing
// where it was booked before.
import { accountMapOf, bookDocument, bookOf, lockBooks, saleBasePair } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type FieldError, Refusal, refuseIfAny } from '#platform/refusal'
import {
  isReversed,
  paySupplierInvoice,
  readSupplierInvoice,
  reversedAccounts,
  reversedBase,
  supplierInvoiceRefusals,
  type VatTreatment,
} from '#purchasing'
import { invoiceRefusals, payInvoice } from '#sales'
import { isSalesAccount, type TaxAccounts, type Taxing, taxedItems, taxingOf } from './account-tax.rules.ts'
import { paidInCurrency } from './match-currency.ts'
import { wrongInEntry } from './match-entry.ts'
import { statementFaults as faults } from './statement-refusals.ts'
import type { MatchedWithOne, TransactionRecord } from './transaction.ts'

/** Exactly one of the first four says what it was for. */
export type MatchTarget = {
  invoiceId?: string | undefined
  supplierInvoiceId?: string | undefined
  /** How much of a supplier invoice in another currency is paid, in that currency and unsigned. */
  invoiceAmount?: number | undefined
  journalEntryId?: string | undefined
  account?: number | undefined
  /** Of an entry on an account; what the bank says of the transaction when it is left out. */
  title?: string | undefined
  /** How its tax is dealt with; exempt when it is left out. */
  vatTreatment?: VatTreatment | undefined
  taxRate?: number | undefined
  /** Of the entry on an account. */
  tags?: readonly { tagId: string; weight?: number | undefined }[] | undefined
}

export type Booked = { journalEntryId: string; matchedWith: MatchedWithOne }

/**
 * What is booked: all of a transaction, or so much of it, and where the request names what it was for; whether it is a
 * part of which what is said of the transaction says nothing.
 */
export type Booking = { transaction: TransactionRecord; at: string; isPart?: boolean; isUntold?: boolean }

/** Books it. What the request names wrongly is a fault of its field. */
export const book = (call: CompanyCall, booking: Booking, target: MatchTarget): Promise<Booked> => {
  if (target.invoiceId !== undefined) return bookInvoice(call, booking, target.invoiceId)
  if (target.supplierInvoiceId !== undefined) {
    const { supplierInvoiceId, invoiceAmount } = target
    return bookSupplierInvoice(call, booking, { supplierInvoiceId, invoiceAmount })
  }
  if (target.journalEntryId !== undefined) return bookedBefore(call, booking, target.journalEntryId)
  if (target.account !== undefined) return bookAccount(call, booking, { ...target, account: target.account })
  throw new Error('A match without anything to match with was not refused')
}

/** A payment of a customer's invoice: in part, whole or beyond it, as payments are. */
const bookInvoice = async (
  call: CompanyCall,
  { transaction: { date, ore, bankAccountNumber: account }, at }: Booking,
  invoiceId: string,
): Promise<Booked> => {
  const { paymentId, journalEntryId } = await asFault(
    () => payInvoice(call, { invoiceId, date, ore, account }),
    (cause) =>
      cause.kind === invoiceRefusals.invoiceNotFound && faults.unknownInvoice(`${at}/invoiceId`, { id: invoiceId }),
  )
  return { journalEntryId, matchedWith: { kind: 'invoice', invoiceId, paymentId } }
}

/** A payment of a supplier's invoice, or money of it that comes back. */
const bookSupplierInvoice = async (
  call: CompanyCall,
  { transaction, at, isPart = false, isUntold = false }: Booking,
  { supplierInvoiceId, invoiceAmount: amount }: { supplierInvoiceId: string; invoiceAmount: number | undefined },
): Promise<Booked> => {
  const { date, ore, bankAccountNumber: account } = transaction
  const invoice = await asFault(
    () => readSupplierInvoice(call, supplierInvoiceId, { lock: true }),
    (cause) =>
      cause.kind === supplierInvoiceRefusals.supplierInvoiceNotFound &&
      faults.unknownSupplierInvoice(`${at}/supplierInvoiceId`, { id: supplierInvoiceId }),
  )
  const baseOre = -ore
  const amountOre = await paidInCurrency(call, invoice, { transaction, at, isPart, isUntold, baseOre, amount })
  const paying = { id: supplierInvoiceId, date, amountOre, baseOre, account }
  const { paymentId, journalEntryId } = await paySupplierInvoice(call, paying)
  return { journalEntryId, matchedWith: { kind: 'supplierInvoice', supplierInvoiceId, paymentId } }
}

/** What is no invoice: fees, interest, taxes. The entry belongs to no document, and may be reversed as any other. */
const bookAccount = async (
  call: CompanyCall,
  { transaction, at }: Booking,
  { account, tags = [], ...given }: MatchTarget & { account: number },
): Promise<Booked> => {
  const { date, ore, bankAccountNumber } = transaction
  const { accounts } = await bookOf(call, true)
  if (account === bankAccountNumber) refuseIfAny([faults.ownAccount(`${at}/account`, { account })])
  if (!accounts.get(account)) refuseIfAny([faults.unknownAccount(`${at}/account`, { account })])
  const title = given.title?.trim() || titleOf(transaction)
  const taxing = taxingOf(given)
  const tax = await taxAccountsOf(call, account, taxing)
  const items = taxedItems({ bankAccount: bankAccountNumber, account, ore, taxRate: taxing.taxRate }, tax)
  const { id } = await bookDocument(call, { title, date, items, isReversible: true, tags: usesOf(tags) })
  const isTaxed = taxing.vatTreatment !== 'exempt'
  return { journalEntryId: id, matchedWith: { kind: 'account', account, ...(isTaxed ? taxing : {}) } }
}

const usesOf = (tags: NonNullable<MatchTarget['tags']>) => tags.map(({ tagId, weight = 1 }) => ({ tagId, weight }))

/** Where the tax of money on an account stands: output tax on sales, input tax on all else. */
const taxAccountsOf = async (
  call: CompanyCall,
  account: number,
  { vatTreatment, taxRate }: Taxing,
): Promise<TaxAccounts> => {
  if (taxRate === 0) return null
  const accounts = await accountMapOf(call)
  if (isReversed(vatTreatment)) {
    const base = reversedBase({ account, vatTreatment, taxRate }, accounts)
    return { ...reversedAccounts(vatTreatment, taxRate, accounts), base }
  }
  if (!isSalesAccount(account)) return { included: accounts.inputVat, base: null }
  return { included: accounts[`outputVat${taxRate as 25 | 12 | 6}`], base: saleBasePair(account, accounts) }
}

/** Money that was booked by hand, or as a payment of an invoice, before the bank told of it: nothing is booked. */
const bookedBefore = async (call: CompanyCall, { transaction, at, isPart }: Booking, id: string): Promise<Booked> => {
  // Nobody reverses the entry meanwhile, nor matches what is left of it with another transaction.
  await lockBooks(call)
  refuseIfAny(await wrongInEntry(call, `${at}/journalEntryId`, { ...transaction, isPart: isPart ?? false }, id))
  return { journalEntryId: id, matchedWith: { kind: 'journalEntry', journalEntryId: id } }
}

const titleOf = ({ message, counterparty, references }: TransactionRecord): string =>
  [counterparty, message ?? references[0]].filter((part) => part).join(', ') || 'Banktransaktion'

/** What names something that is not there is a fault of its field. */
export const asFault = async <T>(
  work: () => Promise<T>,
  faultOf: (cause: Refusal) => FieldError | false,
): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const found = cause instanceof Refusal && faultOf(cause)
    if (found) refuseIfAny([found])
    throw cause
  }
}
