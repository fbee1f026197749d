// What credit notes may take of each rate of tax: no more than losses and discounts have left of it, since these have
// taken their part of its tax back already (mervärdesskattelagen 2023:200, 8 kap.). Pure.
import { type AccountMap, portionsByKey, portionsLess } from '#ledger'
import { MICRO, microFromText } from '#platform/decimal'
import type { Ore } from '#platform/money'
import { atMost, type Part, portionOf } from './booking.rules.ts'
import { discountedOf, loweredBy, type Parted, partsAfterCredit, partsOfSale, type Sale } from './sale.rules.ts'

/**
 * What of a rate is left to credit, without tax and in the currency of the invoice; of what was sold without tax by its
 * kinds, with the accounts that tell them apart.
 */
export type RateLeft = { taxRate: number; left: { account: number | null; ore: Ore }[] }

/** The first rate of which a credit note takes more than is left of it, and what is; others are not its concern. */
export const beyondRate = (invoice: Sale, note: Parted, accounts: AccountMap): RateLeft | null => {
  const taken = portionsByKey(partsOfSale(note, accounts))
  const isTaken = ({ key }: Part) => (taken.get(key) ?? 0n) !== 0n
  const over = overdrawn(invoice, [...invoice.credits, note], accounts).filter(isTaken)
  const [first] = over
  if (!first) return null
  const { taxRate } = first
  const keys = over.filter((part) => part.taxRate === taxRate).map(({ key }) => key)
  const parts = partsToCredit(invoice, invoice.credits, accounts)
  const isOneOfSeveral = taxRate === undefined && parts.filter(isUntaxedIncome).length > 1
  const left = parts
    .filter(({ key }) => keys.includes(key))
    .map((part) => ({
      account: isOneOfSeveral ? part.account : null,
      ore: netOf(part, invoice.record.currencyRate),
    }))
  return { taxRate: taxRate ?? 0, left }
}

const isUntaxedIncome = ({ kind, isUntaxed }: Part): boolean => kind === 'income' && isUntaxed === true

/** Whether more is credited of a rate than is left of it where settlements are removed, and is not with them. */
export const isOverdrawnWithout = (invoice: Sale, without: Sale, accounts: AccountMap): boolean => {
  const before = new Set(overdrawn(invoice, invoice.credits, accounts).map(({ key }) => key))
  return overdrawn(without, without.credits, accounts).some(({ key }) => !before.has(key))
}

/**
 * The tax of rates, or what was sold without tax, of which these credit notes, losses and discounts take more than
 * there was. Tax is rounded note by note: öre of that are nothing.
 */
const overdrawn = (invoice: Sale, credits: readonly Parted[], accounts: AccountMap): Part[] => {
  const sold = portionsByKey(partsOfSale(invoice, accounts))
  const rounding = BigInt(credits.length) * BigInt(Math.ceil(Number(invoice.record.currencyRate)))
  return partsToCredit(invoice, credits, accounts)
    .filter((part) => part.taxRate !== undefined || isUntaxedIncome(part))
    .filter(({ key, ore }) => ((sold.get(key) ?? 0n) < 0n ? ore > rounding : ore < -rounding))
}

/** The parts beside what is credited and lowered. What takes a discount back counts, in the books or not yet. */
export const partsToCredit = (invoice: Sale, credits: readonly Parted[], accounts: AccountMap): Part[] => {
  const { settlements } = invoice
  const whole = discountedOf({ settlements: settlements.filter(({ recordedAt }) => recordedAt !== null) })
  const booked = loweredBy('cashDiscount', invoice, accounts)
  const discounts = whole > 0n ? portionOf(booked, { ore: atMost(discountedOf(invoice), whole), whole }) : booked
  const lowered = portionsByKey([...loweredBy('badDebt', invoice, accounts), ...discounts])
  return portionsLess(partsAfterCredit(invoice, credits, accounts), lowered)
}

const netOf = ({ taxRate, ore }: Part, currencyRate: string): Ore => {
  const rate = microFromText(currencyRate)
  if (!rate) throw new RangeError(`Not a rate: ${currencyRate}`)
  const net = taxRate === undefined ? ore : (ore * 100n) / BigInt(taxRate)
  return net > 0n ? (net * MICRO) / rate : 0n
}
