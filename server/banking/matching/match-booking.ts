// Books a bank transaction, or a part of it: as a payment of an invoice, as an entry on an account, or not at all if it
// was already booked.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import type { MatchedWithOne, TransactionRecord } from '#banking/statements/transaction'
import { accountingCurrencyOf, accountMapOf, bookDocument, bookOf, lockBooks, saleBasePair } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type FieldError, Refusal, refuseIfAny } from '#platform/refusal'
import {
  isReversed,
  paySupplierAhead,
  paySupplierInvoice,
  purchasingContribution,
  readSupplierInvoice,
  reversedAccounts,
  reversedBase,
  supplierCurrencyOf,
  type VatTreatment,
} from '#purchasing'
import { isInAccountingCurrency } from '#rule/currency'
import type { VatRate } from '#rule/vat-rates'
import { payableInvoice, payInvoice, salesContribution } from '#sales'
import { isSalesAccount, type TaxAccounts, type Taxing, taxedItems, taxingOf } from './account-tax.rules.ts'
import { owedByCustomer, owedToSupplier, paidAheadIn, paidInCurrency } from './match-currency.ts'
import { wrongInEntry } from './match-entry.ts'

/** Exactly one of the ids and the account identifies the target. */
export type MatchTarget = {
  invoiceId?: string | undefined
  supplierInvoiceId?: string | undefined
  /** A supplier that is paid in advance. */
  supplierId?: string | undefined
  /** The amount paid of a foreign-currency invoice, in its currency, unsigned. */
  invoiceAmount?: number | undefined
  journalEntryId?: string | undefined
  account?: number | undefined
  /** The title of an entry on an account; defaults to the bank's text. */
  title?: string | undefined
  /** The VAT treatment; exempt by default. */
  vatTreatment?: VatTreatment | undefined
  taxRate?: number | undefined
  /** Tags of the entry on an account. */
  tags?: readonly { tagId: string; weight?: number | undefined }[] | undefined
}

type Booked = { journalEntryId: string; matchedWith: MatchedWithOne }

/**
 * What to book: all or part of a transaction, and the path of the target in the request; whether it is a part to which
 * the transaction's own details do not apply.
 */
type Booking = { transaction: TransactionRecord; at: string; isPart?: boolean; isUntold?: boolean }

/** Books the transaction. Errors in the target are reported at its field. */
export const book = (call: CompanyCall, booking: Booking, target: MatchTarget): Promise<Booked> => {
  const { invoiceId, invoiceAmount } = target
  if (invoiceId !== undefined) return bookInvoice(call, booking, { invoiceId, invoiceAmount })
  if (target.supplierInvoiceId !== undefined) {
    const { supplierInvoiceId } = target
    return bookSupplierInvoice(call, booking, { supplierInvoiceId, invoiceAmount })
  }
  if (target.supplierId !== undefined) {
    return bookAdvance(call, booking, { supplierId: target.supplierId, invoiceAmount })
  }
  if (target.journalEntryId !== undefined) return bookedBefore(call, booking, target.journalEntryId)
  if (target.account !== undefined) return bookAccount(call, booking, { ...target, account: target.account })
  throw new Error('A match without a target was not refused')
}

/** A payment of a customer invoice: partial, full, or an overpayment. */
const bookInvoice = async (
  call: CompanyCall,
  { transaction, at, isPart = false, isUntold = false }: Booking,
  { invoiceId, invoiceAmount: amount }: { invoiceId: string; invoiceAmount: number | undefined },
): Promise<Booked> => {
  const { date, ore, bankAccountNumber: account } = transaction
  const invoice = await asFault(
    () => payableInvoice(call, invoiceId),
    (cause) =>
      cause.kind === salesContribution.invoiceRefusals.invoiceNotFound &&
      faults.unknownInvoice(`${at}/invoiceId`, { id: invoiceId }),
  )
  const money = { transaction, at, isPart, isUntold, baseOre: ore, amount }
  const paidOre = await paidInCurrency(call, owedByCustomer(invoiceId, invoice), money)
  const currencyOre = isInAccountingCurrency(invoice) ? null : paidOre
  const { paymentId, journalEntryId } = await payInvoice(call, { invoiceId, date, ore, currencyOre, account })
  return { journalEntryId, matchedWith: { kind: 'invoice', invoiceId, paymentId } }
}

/** A payment of a supplier invoice, or a repayment. */
const bookSupplierInvoice = async (
  call: CompanyCall,
  { transaction, at, isPart = false, isUntold = false }: Booking,
  { supplierInvoiceId, invoiceAmount: amount }: { supplierInvoiceId: string; invoiceAmount: number | undefined },
): Promise<Booked> => {
  const { date, ore, bankAccountNumber: account } = transaction
  const invoice = await asFault(
    () => readSupplierInvoice(call, supplierInvoiceId, { lock: true }),
    (cause) =>
      cause.kind === purchasingContribution.supplierInvoiceRefusals.supplierInvoiceNotFound &&
      faults.unknownSupplierInvoice(`${at}/supplierInvoiceId`, { id: supplierInvoiceId }),
  )
  const baseOre = -ore
  const money = { transaction, at, isPart, isUntold, baseOre, amount }
  const amountOre = await paidInCurrency(call, owedToSupplier(call, invoice), money)
  const paying = { id: supplierInvoiceId, date, amountOre, baseOre, account }
  const { paymentId, journalEntryId } = await paySupplierInvoice(call, paying)
  return { journalEntryId, matchedWith: { kind: 'supplierInvoice', supplierInvoiceId, paymentId } }
}

/** A payment to a supplier in advance, without an invoice. */
const bookAdvance = async (
  call: CompanyCall,
  { transaction, at, isUntold = false }: Booking,
  { supplierId, invoiceAmount: amount }: { supplierId: string; invoiceAmount: number | undefined },
): Promise<Booked> => {
  const { date, ore, bankAccountNumber: account } = transaction
  const field = `${at}/supplierId`
  if (ore > 0n) refuseIfAny([faults.advanceReceived(field)])
  const currency = await supplierCurrencyOf(call, supplierId, field)
  const paid = paidAheadIn(currency, await accountingCurrencyOf(call), { transaction, at, isUntold, amount })
  const paying = { supplierId, date, ore: paid, baseOre: -ore, account }
  const { advanceId, journalEntryId } = await paySupplierAhead(call, paying)
  return { journalEntryId, matchedWith: { kind: 'supplierAdvance', supplierAdvanceId: advanceId } }
}

/** Books other transactions: fees, interest, taxes. The entry belongs to no document and can be reversed as usual. */
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

/** The VAT accounts for money on an account: output VAT for sales, otherwise input VAT. */
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
  return { included: accounts[`outputVat${taxRate as VatRate}`], base: saleBasePair(account, accounts) }
}

/** Matches an entry booked by hand, or a payment recorded before the bank reported it: nothing is booked. */
const bookedBefore = async (call: CompanyCall, { transaction, at, isPart }: Booking, id: string): Promise<Booked> => {
  // The lock prevents a reversal of the entry, and a match of the same amount with another transaction.
  await lockBooks(call)
  refuseIfAny(await wrongInEntry(call, `${at}/journalEntryId`, { ...transaction, isPart: isPart ?? false }, id))
  return { journalEntryId: id, matchedWith: { kind: 'journalEntry', journalEntryId: id } }
}

const titleOf = ({ message, counterparty, references }: TransactionRecord): string =>
  [counterparty, message ?? references[0]].filter((part) => part).join(', ') || 'Banktransaktion'

/** Reports a missing target as an error of its field. */
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
