// The amount of a foreign-currency supplier invoice that a transaction in SEK pays. It comes from the caller, from the
// bank, or from the bank payment made here; a returned payment takes back what it paid. Otherwise the whole remainder
// is paid, if the amount is plausible.
import { currencyOf } from '#banking/payments/payment.rules'
import { statementFaults as faults, statementRefusals as refusals } from '#banking/statements/statement-refusals'
import type { TransactionRecord } from '#banking/statements/transaction'
import { BASE_CURRENCY, inBaseCurrency, rateOn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type SupplierInvoiceRecord, takenBack } from '#purchasing'

/**
 * A payment of an invoice: positive if the supplier receives it, in SEK; `amount` is the caller's value, unsigned. For
 * an untold part, only the caller's amount is used.
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
export const paidInCurrency = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  paid: PaidInBase,
): Promise<Ore> => {
  const { transaction, at, baseOre, amount } = paid
  if (invoice.currency === BASE_CURRENCY) {
    if (amount !== undefined) refuseIfAny([faults.invoiceAmountOfSek(`${at}/invoiceAmount`)])
    return baseOre
  }
  const whole = wholeOf(invoice, baseOre)
  if (whole === 0n) throw refusals.oppositeSign({ id: transaction.id, supplierInvoiceId: invoice.id })
  const said = amount === undefined ? null : oreFromNumber(amount)
  if (said === null) {
    const back = await takenBack(call, invoice, baseOre)
    if (back !== null) return back
  }
  const known = said ?? (await amountTold(call, invoice, paid))
  if (known !== null) return baseOre > 0n ? known : -known
  await refuseFar(call, invoice, paid, whole)
  return whole
}

/** The whole remainder of an invoice, or everything paid on it for a repayment; zero if neither direction applies. */
const wholeOf = ({ totalOre, paidOre }: SupplierInvoiceRecord, baseOre: Ore): Ore => {
  const remaining = totalOre - paidOre
  const whole = remaining !== 0n && remaining > 0n === baseOre > 0n ? remaining : -paidOre
  return whole > 0n === baseOre > 0n ? whole : 0n
}

/**
 * The amount given in the transaction; for a part only if its money is worth about that much, since otherwise the
 * amount covers more.
 */
const amountTold = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { transaction, isPart, isUntold, baseOre }: PaidInBase,
): Promise<Ore | null> => {
  const told = isUntold ? null : amountToldIn(transaction, invoice.currency)
  if (told === null || !isPart) return told
  return isNear(size(baseOre), await worthOf(call, invoice, transaction.date, told)) ? told : null
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
const worthOf = async (
  call: CompanyCall,
  { currency, currencyRate }: SupplierInvoiceRecord,
  date: Day,
  ore: Ore,
): Promise<Ore> => inBaseCurrency(ore, (await rateOn(call, currency, date)) ?? currencyRate)

/** Refuses money whose value differs too much: it pays an unknown part. */
const refuseFar = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { transaction, at, baseOre }: PaidInBase,
  whole: Ore,
): Promise<void> => {
  const worth = await worthOf(call, invoice, transaction.date, whole)
  if (isNear(baseOre, worth)) return
  const of = (ore: Ore) => numberFromOre(size(ore))
  const values = { currency: invoice.currency, paid: of(baseOre), amount: of(whole), worth: of(worth) }
  refuseIfAny([faults.invoiceAmountMissing(`${at}/invoiceAmount`, values)])
}

/** Errors in the amount of a target by itself, which may be any value. */
export const wrongInInvoiceAmount = (target: unknown, at: string): FieldError[] => {
  const { invoiceAmount: amount, supplierInvoiceId } = Object(target) as Record<string, unknown>
  if (amount === undefined) return []
  const field = `${at}/invoiceAmount`
  if (supplierInvoiceId === undefined) return [faults.invoiceAmountOfNone(field)]
  const isWrong = typeof amount === 'number' && (oreFromNumber(amount) ?? 0n) <= 0n
  return isWrong ? [faults.invoiceAmount(field)] : []
}
