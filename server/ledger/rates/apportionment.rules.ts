// Under the cash method (kontantmetoden, bokföringslagen 5 kap. 2 §) a document is booked when it is paid: these rules
// compute which share of each part of the document a paid amount covers. Sales, purchases, payments, discounts and
// losses all use them. Amounts are öre.
import { type Ore, rounded, size } from '#platform/money'

/** One part of a document's total; `key` identifies the part each time the document is booked. */
export type Portion = { key: string; ore: Ore }

/** How the parts of one kind of document are apportioned. */
export type PortionRule<Part extends Portion> = {
  /** Whether a part may absorb the rounding difference. The largest such part does, otherwise the first part. */
  takesRest: (part: Part) => boolean
  /** Whether a part adds to the sum; a part with equal debit and credit does not. By default every part adds. */
  adds?: (part: Part) => boolean
}

/** `ore` of `whole`, in any currency; `sum` is the total of the parts in their own currency. */
type Apportioned = { ore: Ore; whole: Ore; sum: Ore }

/**
 * The share of each part that `ore` of `whole` covers, in proportion. The full amount covers all parts in full.
 * @throws if `whole` is zero
 */
export const apportion = <Part extends Portion>(
  parts: readonly Part[],
  { ore, whole, sum }: Apportioned,
  rule: PortionRule<Part>,
): Part[] => {
  if (whole === 0n) throw new Error(`Cannot apportion ${ore} of a total of zero`)
  const shares = parts.map((part) => ({ ...part, ore: proportion(part.ore, ore, whole) }))
  const taking = shares[indexOfTaker(parts, rule)]
  if (taking) taking.ore += sum - sumOfPortions(shares, rule)
  return shares
}

const indexOfTaker = <Part extends Portion>(parts: readonly Part[], { takesRest }: PortionRule<Part>): number =>
  parts.reduce((found, part, index) => {
    const best = parts[found]
    const isLarger = !best || !takesRest(best) || size(part.ore) > size(best.ore)
    return takesRest(part) && isLarger ? index : found
  }, 0)

/** An amount, and what was already apportioned of the same whole before it. */
type Step = { before: Ore; ore: Ore; whole: Ore; sumAt: (ore: Ore) => Ore }

/**
 * The share of each part that an amount covers after earlier amounts: the share of the running total with the amount,
 * less the share without it. Thus the last payment leaves no remainder, and a repayment reverses exactly what was
 * booked.
 */
export const apportionStep = <Part extends Portion>(
  parts: readonly Part[],
  { before, ore, whole, sumAt }: Step,
  rule: PortionRule<Part>,
): Part[] => {
  const at = (paid: Ore) => apportion(parts, { ore: paid, whole, sum: sumAt(paid) }, rule)
  const then = at(before)
  return at(before + ore).map((part, index) => ({ ...part, ore: part.ore - (then[index]?.ore ?? 0n) }))
}

/** `part * ore / whole`, rounded; either factor may be negative. */
export const proportion = (part: Ore, ore: Ore, whole: Ore): Ore =>
  whole < 0n ? rounded(-part * ore, -whole) : rounded(part * ore, whole)

/** The sum of the parts. */
export const sumOfPortions = <Part extends Portion>(
  parts: readonly Part[],
  { adds }: Partial<PortionRule<Part>> = {},
) => parts.reduce((sum, part) => (!adds || adds(part) ? sum + part.ore : sum), 0n)

/** The parts less the amounts in `taken` with the same keys. */
export const portionsLess = <Part extends Portion>(parts: readonly Part[], taken: ReadonlyMap<string, Ore>): Part[] =>
  parts.map((part) => ({ ...part, ore: part.ore - (taken.get(part.key) ?? 0n) }))

/** The parts by key, for {@link portionsLess}; parts with the same key are added together. */
export const portionsByKey = (parts: readonly Portion[]): Map<string, Ore> => {
  const sums = new Map<string, Ore>()
  for (const { key, ore } of parts) sums.set(key, (sums.get(key) ?? 0n) + ore)
  return sums
}

/**
 * Splits an amount into `count` even portions of whole öre. Each running total is the exact share truncated towards
 * zero, so any run of portions, such as the months of a year, is less than one öre from its exact share, and the
 * portions add up to the amount.
 */
export const evenPortions = (ore: Ore, count: number): Ore[] => {
  const upTo = (portions: number): Ore => (ore * BigInt(portions)) / BigInt(count)
  return Array.from({ length: count }, (_, index) => upTo(index + 1) - upTo(index))
}
