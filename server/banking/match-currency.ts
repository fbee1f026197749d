// How much of a supplier invoice in another currency a transaction pays: in SEK it does not say so. Whoever matches may
// say it, the bank may have, or the bank payment that was made here; a payment that comes back takes back what it paid.
// Otherwise all that remains is paid, if the money may well be so much.
import { BASE_CURRENCY, inBaseCurrency, rateOn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type SupplierInvoiceRecord, takenBack } from '#purchasing'
import { currencyOf } from './payment.rules.ts'
import { statementFaults as faults, statementRefusals as refusals } from './statement-refusals.ts'
import type { TransactionRecord } from './transaction.ts'

/**
 * Money for an invoice: above zero the supplier gets it, in SEK; `amount` is what whoever matches says, unsigned. Of a
 * part that is untold nobody else says what it pays.
 */
export type PaidInBase = {
  transaction: TransactionRecord
  at: string
  isPart: boolean
  isUntold: boolean
  baseOre: Ore
  amount: number | undefined
}

/** What it pays of the invoice, in the invoice's currency; below zero it comes back. */
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

/** All that remains on an invoice, or all that comes back of what was paid; nothing where it goes neither way. */
const wholeOf = ({ totalOre, paidOre }: SupplierInvoiceRecord, baseOre: Ore): Ore => {
  const remaining = totalOre - paidOre
  const whole = remaining !== 0n && remaining > 0n === baseOre > 0n ? remaining : -paidOre
  return whole > 0n === baseOre > 0n ? whole : 0n
}

/** What is told of the transaction; of a part only where its money is worth so much: the rest was for more. */
const amountTold = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { transaction, isPart, isUntold, baseOre }: PaidInBase,
): Promise<Ore | null> => {
  const told = isUntold ? null : amountToldIn(transaction, invoice.currency)
  if (told === null || !isPart) return told
  return isNear(size(baseOre), await worthOf(call, invoice, transaction.date, told)) ? told : null
}

/** What the bank says in this currency, or else what it was asked to pay from here. */
const amountToldIn = (
  { instructedOre, instructedCurrency, recipient, paymentOre }: TransactionRecord,
  currency: string,
): Ore | null => {
  if (instructedCurrency === currency) return instructedOre
  return recipient !== null && currencyOf(recipient) === currency ? paymentOre : null
}

/** By how many percent what was paid may differ from what it was worth: the bank's margin, its fee, and some days. */
const NEAR_PERCENT = 5n

const isNear = (one: Ore, other: Ore): boolean => size(one - other) * 100n <= size(other) * NEAR_PERCENT

/** What an amount is worth at the rate of a day; at that of the invoice only where none of the day is known. */
const worthOf = async (
  call: CompanyCall,
  { currency, currencyRate }: SupplierInvoiceRecord,
  date: Day,
  ore: Ore,
): Promise<Ore> => inBaseCurrency(ore, (await rateOn(call, currency, date)) ?? currencyRate)

/** Money that is not what the amount is worth pays an unknown part of it. */
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

/** What is wrong with the amount in a target by itself, which may be anything. */
export const wrongInInvoiceAmount = (target: unknown, at: string): FieldError[] => {
  const { invoiceAmount: amount, supplierInvoiceId } = Object(target) as Record<string, unknown>
  if (amount === undefined) return []
  const field = `${at}/invoiceAmount`
  if (supplierInvoiceId === undefined) return [faults.invoiceAmountOfNone(field)]
  const isWrong = typeof amount === 'number' && (oreFromNumber(amount) ?? 0n) <= 0n
  return isWrong ? [faults.invoiceAmount(field)] : []
}
