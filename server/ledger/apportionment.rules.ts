// Under the cash method (kontantmetoden, bokföringslagen 5 kap. 2 §) a document is booked as it is paid: what of its
// parts an amount makes up. Sales and purchases, payments, discounts and losses all apportion here. Amounts are öre.
import { type Ore, rounded, size } from '#platform/money'

/** A part of what a document comes to; `key` names the same part whenever the document is booked. */
export type Portion = { key: string; ore: Ore }

/** How parts of one kind of document are dealt with. */
export type PortionRule<Part extends Portion> = {
  /** Whether a part may take what rounding leaves; of those that may, the largest does, otherwise the first of all. */
  takesRest: (part: Part) => boolean
  /** Whether a part adds to the sum; what stands in debit and in credit alike does not. All do when left out. */
  adds?: (part: Part) => boolean
}

/** `ore` of `whole`, which need not be in the parts' own currency; the parts come to `sum` then. */
export type Apportioned = { ore: Ore; whole: Ore; sum: Ore }

/**
 * What of the parts `ore` of the whole makes up, each in proportion. All of the whole is all of the parts.
 * @throws where the whole is nothing
 */
export const apportion = <Part extends Portion>(
  parts: readonly Part[],
  { ore, whole, sum }: Apportioned,
  rule: PortionRule<Part>,
): Part[] => {
  if (whole === 0n) throw new Error(`Nothing is left to take ${ore} from`)
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

/** An amount that comes after `before` of the same whole. */
export type Step = { before: Ore; ore: Ore; whole: Ore; sumAt: (ore: Ore) => Ore }

/**
 * What of the parts an amount makes up that comes after others: the difference between what all up to it make up and
 * what those before it did. So the last one leaves nothing, and what comes back takes back what it had booked.
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

/** `part * ore / whole`, rounded; whichever of them is below zero. */
export const proportion = (part: Ore, ore: Ore, whole: Ore): Ore =>
  whole < 0n ? rounded(-part * ore, -whole) : rounded(part * ore, whole)

/** What the parts come to. */
export const sumOfPortions = <Part extends Portion>(
  parts: readonly Part[],
  { adds }: Partial<PortionRule<Part>> = {},
) => parts.reduce((sum, part) => (!adds || adds(part) ? sum + part.ore : sum), 0n)

/** The parts with `taken` of the same keys taken off them. */
export const portionsLess = <Part extends Portion>(parts: readonly Part[], taken: ReadonlyMap<string, Ore>): Part[] =>
  parts.map((part) => ({ ...part, ore: part.ore - (taken.get(part.key) ?? 0n) }))

/** The parts by key, for {@link portionsLess}; several of one key are added. */
export const portionsByKey = (parts: readonly Portion[]): Map<string, Ore> => {
  const sums = new Map<string, Ore>()
  for (const { key, ore } of parts) sums.set(key, (sums.get(key) ?? 0n) + ore)
  return sums
}

/**
 * An amount in so many even portions of whole öre. All up to each of them are its share, in whole öre towards nothing:
 * so no stretch of them, such as a year of months, is an öre or more away from its own, and together they are all.
 */
export const evenPortions = (ore: Ore, count: number): Ore[] => {
  const upTo = (portions: number): Ore => (ore * BigInt(portions)) / BigInt(count)
  return Array.from({ length: count }, (_, index) => upTo(index + 1) - upTo(index))
}
