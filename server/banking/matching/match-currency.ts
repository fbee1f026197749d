// The amount of a foreign-currency invoice that a transaction in SEK pays. It comes from the caller, from the bank, or
// from the bank payment made here; a returned payment takes back what it paid. Otherwise the whole remainder is paid,
// if the amount is plausible.
import { currencyOf } from '#banking/payments/payment.rules'
import { statementFaults as faults, statementRefusals as refusals } from '#banking/statements/statement-refusals'
import type { TransactionRecord } from '#banking/statements/transaction'
import { inBaseCurrency, type Rate, rateOn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type SupplierInvoiceRecord, takenBack } from '#purchasing'
import { isInAccountingCurrency } from '#rule/currency'
import type { PayableInvoice } from '#sales'

/** An invoice as money meets it; amounts in its currency. `takenBack` is what returned money in SEK takes back. */
type Owed = {
  named: { invoiceId: string } | { supplierInvoiceId: string }
  currency: string
  currencyRate: Rate
  remaining: Ore
  paidOre: Ore
  takenBack: (baseOre: Ore) => Promise<Ore | null> | Ore | null
}

/** A supplier invoice as money meets it. */
export const owedToSupplier = (call: CompanyCall, invoice: SupplierInvoiceRecord): Owed => ({
  named: { supplierInvoiceId: invoice.id },
  currency: invoice.currency,
  currencyRate: invoice.currencyRate,
  remaining: invoice.totalOre - invoice.paidOre,
  paidOre: invoice.paidOre,
  takenBack: (baseOre) => takenBack(call, invoice, baseOre),
})

/** A customer invoice as money meets it. */
export const owedByCustomer = (invoiceId: string, { openOre, ...invoice }: PayableInvoice): Owed => ({
  ...invoice,
  named: { invoiceId },
  remaining: openOre,
})

/**
 * A payment of an invoice: positive if it lowers the debt, in SEK; `amount` is the caller's value, unsigned. For an
 * untold part, only the caller's amount is used.
 */
type PaidInBase = {
  transaction: TransactionRecord
  at: string
  isPart: boolean
  isUntold: boolean
  baseOre: Ore
  amount: number | undefined
}

/** The amount paid in the invoice's currency; negative for a repayment. */
export const paidInCurrency = async (call: CompanyCall, invoice: Owed, paid: PaidInBase): Promise<Ore> => {
  const { transaction, at, baseOre, amount } = paid
  if (isInAccountingCurrency(invoice)) {
    if (amount !== undefined) refuseIfAny([faults.invoiceAmountOfSek(`${at}/invoiceAmount`)])
    return baseOre
  }
  const whole = wholeOf(invoice, baseOre)
  if (whole === 0n && 'supplierInvoiceId' in invoice.named)
    throw refusals.oppositeSign({ id: transaction.id, ...invoice.named })
  const said = amount === undefined ? null : oreFromNumber(amount)
  if (said === null) {
    const back = await invoice.takenBack(baseOre)
    if (back !== null) return back
  }
  const known = said ?? (await amountTold(call, invoice, paid))
  if (known !== null) return baseOre > 0n ? known : -known
  await refuseFar(call, invoice, paid, whole)
  return whole
}

/** The whole remainder of an invoice, or everything paid on it for a repayment; zero if neither direction applies. */
const wholeOf = ({ remaining, paidOre }: Owed, baseOre: Ore): Ore => {
  const whole = remaining !== 0n && remaining > 0n === baseOre > 0n ? remaining : -paidOre
  return whole > 0n === baseOre > 0n ? whole : 0n
}

/**
 * The amount given in the transaction; for a part only if its money is worth about that much, since otherwise the
 * amount covers more.
 */
const amountTold = async (
  call: CompanyCall,
  invoice: Owed,
  { transaction, isPart, isUntold, baseOre }: PaidInBase,
): Promise<Ore | null> => {
  const told = isUntold ? null : amountToldIn(transaction, invoice.currency)
  if (told === null || !isPart) return told
  return isNear(size(baseOre), await worthOf(call, invoice, transaction.date, told)) ? told : null
}

/** The amount of an advance in the currency of its supplier: the caller's, or what the bank says. */
export const paidAheadIn = (
  currency: string,
  own: string,
  { transaction, at, isUntold, amount }: Pick<PaidInBase, 'transaction' | 'at' | 'isUntold' | 'amount'>,
): Ore => {
  const field = `${at}/invoiceAmount`
  if (currency === own) {
    if (amount !== undefined) refuseIfAny([faults.invoiceAmountOfSek(field)])
    return -transaction.ore
  }
  const told = amount === undefined ? null : oreFromNumber(amount)
  const known = told ?? (isUntold ? null : amountToldIn(transaction, currency))
  if (known === null) refuseIfAny([faults.advanceAmountMissing(field, { currency })])
  return known ?? 0n
}

/** The amount that the bank states in this currency, otherwise that of the bank payment made here. */
const amountToldIn = (
  { instructedOre, instructedCurrency, recipient, paymentOre }: TransactionRecord,
  currency: string,
): Ore | null => {
  if (instructedCurrency === currency) return instructedOre
  return recipient !== null && currencyOf(recipient) === currency ? paymentOre : null
}

/**
 * The allowed difference in percent between amount and value: the bank's margin, its fee, and rate changes over some
 * days.
 */
const NEAR_PERCENT = 5n

const isNear = (one: Ore, other: Ore): boolean => size(one - other) * 100n <= size(other) * NEAR_PERCENT

/** The value of an amount at the day's rate, or at the invoice's rate if none is known. */
const worthOf = async (call: CompanyCall, { currency, currencyRate }: Owed, date: Day, ore: Ore): Promise<Ore> =>
  inBaseCurrency(ore, (await rateOn(call, currency, date)) ?? currencyRate)

/** Refuses money whose value differs too much: it pays an unknown part. */
const refuseFar = async (
  call: CompanyCall,
  invoice: Owed,
  { transaction, at, baseOre }: PaidInBase,
  whole: Ore,
): Promise<void> => {
  const worth = await worthOf(call, invoice, transaction.date, whole)
  if (whole !== 0n && isNear(baseOre, worth)) return
  const of = (ore: Ore) => numberFromOre(size(ore))
  const values = { currency: invoice.currency, paid: of(baseOre), amount: of(whole), worth: of(worth) }
  refuseIfAny([faults.invoiceAmountMissing(`${at}/invoiceAmount`, values)])
}

/** Errors in the amount of a target by itself, which may be any value. */
export const wrongInInvoiceAmount = (target: unknown, at: string): FieldError[] => {
  const { invoiceAmount: amount, invoiceId, supplierInvoiceId, supplierId } = Object(target) as Record<string, unknown>
  if (amount === undefined) return []
  const field = `${at}/invoiceAmount`
  if (invoiceId === undefined && supplierInvoiceId === undefined && supplierId === undefined)
    return [faults.invoiceAmountOfNone(field)]
  const isWrong = typeof amount === 'number' && (oreFromNumber(amount) ?? 0n) <= 0n
  return isWrong ? [faults.invoiceAmount(field)] : []
}
