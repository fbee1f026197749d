// What remains to credit of an invoice, by VAT rate, after credit notes, losses and cash discounts with their VAT
// (mervärdesskattelagen 2023:200, 8 kap.). Pure.
import { type AccountMap, portionsByKey, portionsLess } from '#ledger'
import { fromBase } from '#platform/decimal'
import { type Ore, rounded } from '#platform/money'
import { isInAccountingCurrency, roundsToWhole } from '#rule/currency'
import {
  type Amounts,
  amountsOf,
  beyond,
  type DecidedCredit,
  decideCredit,
  kindOf,
  less,
  outside,
  partKeysOf,
} from '#sales/invoices/credit-total.rules'
import type { NewLine } from '#sales/invoices/line-draft.rules'
import { treatAs } from '#sales/publishing/paper.rules'
import { atMost, incomeKeyOf, type Part, portionOf, taxKeyOf } from './booking.rules.ts'
import {
  discountedOf,
  loweredBy,
  type Parted,
  partsAfterCredit,
  partsOfSale,
  type Sale,
  treatedLinesOf,
} from './sale.rules.ts'

/**
 * The totals of a credit note with these lines. `accounts` are null if only credit notes have reduced the invoice;
 * `rounds` tells whether the company now rounds totals to whole kronor.
 */
export const decideCreditTotals = (
  invoice: Sale,
  lines: readonly NewLine[],
  accounts: AccountMap | null,
  { rounds }: { rounds: boolean },
): DecidedCredit => {
  const { currencyRate, roundingOre, totalOre } = invoice.record
  const treat = treatAs(invoice, () => 'exempt')
  const sales = lines.flatMap((line) => (line.itemType === 'salesItem' ? [{ ...line, treatment: treat(line) }] : []))
  const isRounded = roundingOre !== 0n || (rounds && totalOre % KRONA === 0n)
  const standing = standingOf(invoice, accounts)
  return decideCredit({ lines: sales, currencyRate, ...standing, rounds: isRounded && roundsToWhole(invoice.record) })
}

const KRONA: Ore = 100n

/**
 * The amounts of an invoice, what credit notes have left of them, and what is left after losses and discounts as well.
 */
type Standing = { sold: Amounts; left: Amounts; beside: Amounts }

const standingOf = (invoice: Sale, accounts: AccountMap | null): Standing => {
  const sold = amountsOfSale(invoice)
  const left = invoice.credits.map(amountsOfSale).reduce(less, sold)
  return { sold, left, beside: accounts ? less(left, loweredAmounts(invoice, accounts)) : left }
}

const amountsOfSale = (sale: Parted): Amounts => amountsOf({ ...sale.record, lines: treatedLinesOf(sale) })

/** The reductions by losses and discounts: stored in SEK, and converted for other currencies. */
const loweredAmounts = (invoice: Sale, accounts: AccountMap): Amounts => {
  const { currencyRate } = invoice.record
  const lines = treatedLinesOf(invoice)
  const parts = portionsByKey(loweredParts(invoice, accounts))
  const own = (key: string): Ore => fromBase(parts.get(key) ?? 0n, currencyRate)
  const byKey = <Key>(keys: Iterable<Key>, oreOf: (key: Key) => Ore) =>
    new Map([...new Set(keys)].map((key) => [key, oreOf(key)]))
  const rates = lines.map(({ taxRate }) => taxRate).filter((taxRate) => taxRate > 0)
  const taxes = byKey(rates, (taxRate) => own(taxKeyOf(taxRate)))
  const kinds = byKey(lines.map(kindOf), (kind) => {
    const ofKind = lines.filter((line) => kindOf(line) === kind)
    const keys = [...new Set(ofKind.map(incomeKeyOf))]
    const isAlone = lines.every((line) => !keys.includes(incomeKeyOf(line)) || kindOf(line) === kind)
    if (isAlone)
      return fromBase(
        keys.reduce((sum, key) => sum + (parts.get(key) ?? 0n), 0n),
        currencyRate,
      )
    // If an account has income of several rates, the split by rate follows from the VAT.
    const taxRate = ofKind[0]?.taxRate ?? 0
    return taxRate === 0 ? 0n : rounded((taxes.get(taxRate) ?? 0n) * 10_000n, BigInt(Math.round(taxRate * 100)))
  })
  const totalBaseOre = sumOf(parts)
  const totalOre = isInAccountingCurrency(invoice.record) ? totalBaseOre : sumOf(kinds) + sumOf(taxes)
  return { kinds, nets: byKey(lines.flatMap(partKeysOf), own), taxes, totalOre, parts, totalBaseOre }
}

const sumOf = (amounts: ReadonlyMap<unknown, Ore>): Ore => [...amounts.values()].reduce((sum, ore) => sum + ore, 0n)

/** The parts reduced by losses and discounts. Reversals of discounts count, booked or not. */
const loweredParts = (invoice: Sale, accounts: AccountMap): Part[] => {
  const { settlements } = invoice
  const whole = discountedOf({ settlements: settlements.filter(({ recordedAt }) => recordedAt !== null) })
  const booked = loweredBy('cashDiscount', invoice, accounts)
  const discounts = whole > 0n ? portionOf(booked, { ore: atMost(discountedOf(invoice), whole), whole }) : booked
  return [...loweredBy('badDebt', invoice, accounts), ...discounts]
}

/** The parts less what is credited and reduced. */
export const partsToCredit = (invoice: Sale, credits: readonly Parted[], accounts: AccountMap): Part[] =>
  portionsLess(partsAfterCredit(invoice, credits, accounts), portionsByKey(loweredParts(invoice, accounts)))

/**
 * The amount left to credit of a rate, net, in the currency of the invoice; for untaxed sales one for each kind, with
 * the accounts that distinguish them.
 */
type CreditableAtRate = { taxRate: number; left: { account: number | null; ore: Ore }[] }

/** The first rate of which a credit note exceeds what is left, with that amount; other rates are not checked. */
export const exceededRateOf = (invoice: Sale, note: Parted, accounts: AccountMap): CreditableAtRate | null => {
  const before = standingOf(invoice, accounts)
  const taken = amountsOfSale(note).kinds
  const rest = new Map([...before.beside.kinds].map(([kind, ore]) => [kind, ore - (taken.get(kind) ?? 0n)]))
  const after = { ...before, beside: { ...before.beside, kinds: rest } }
  const kinds = kindsOf(invoice)
  const over = kinds.filter(({ kind }) => taken.has(kind) && isOver(kind, invoice, after))
  const [first] = over
  if (!first) return null
  const { taxRate } = first
  const isOneOfSeveral = taxRate === 0 && kinds.filter((one) => one.taxRate === 0).length > 1
  const parts = partsOfSale(invoice, accounts)
  const left = over
    .filter((one) => one.taxRate === taxRate)
    .map(({ kind }) => ({
      account: isOneOfSeveral ? (parts.find(({ key }) => key === kind)?.account ?? null) : null,
      ore: isOver(kind, invoice, before) ? 0n : (before.beside.kinds.get(kind) ?? 0n),
    }))
  return { taxRate, left }
}

const kindsOf = (invoice: Sale): { kind: string; taxRate: number }[] =>
  [...new Map(treatedLinesOf(invoice).map((line) => [kindOf(line), line.taxRate]))].map(([kind, taxRate]) => ({
    kind,
    taxRate,
  }))

/** Whether removing settlements would make credit notes exceed what is left of a kind. */
export const isOverdrawnWithout = (invoice: Sale, without: Sale, accounts: AccountMap): boolean => {
  const before = standingOf(invoice, accounts)
  const after = standingOf(without, accounts)
  return kindsOf(invoice).some(({ kind }) => isOver(kind, without, after) && !isOver(kind, invoice, before))
}

/** Whether more of a kind, or of its VAT, was taken than there was. */
const isOver = (kind: string, invoice: Sale, { sold, beside }: Standing): boolean => {
  if (beyond(beside.kinds.get(kind) ?? 0n, sold, kind) > 0n) return true
  const most = leewayOf(invoice)
  return [...sold.taxes].some(
    ([taxRate, ore]) => taxKeyOf(taxRate) === kind && outside(beside.taxes.get(taxRate) ?? 0n, ore) > most,
  )
}

/** Tolerated öre of VAT: from credit notes that were rounded independently, and from currency conversion. */
const leewayOf = ({ record, credits }: Sale): Ore =>
  BigInt(
    credits.filter((credit) => credit.record.creditedParts === null).length + (isInAccountingCurrency(record) ? 0 : 1),
  )
