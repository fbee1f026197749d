// What changes the value of a fixed asset beside its depreciation: write-downs (nedskrivning) and their reversal
// (återföring, årsredovisningslagen 4 kap. 5 §), and parts that are disposed of. Pure; in whole öre.
import { addMonths, type Day, firstOfMonth, lastOfMonth } from '#platform/day'
import { type Ore, rounded } from '#platform/money'
import { LAST_MONTH, monthsFrom, type Planned } from './plan.rules.ts'

export const changeKinds = ['writeDown', 'writeDownReversal', 'partDisposal'] as const
type ChangeKind = (typeof changeKinds)[number]

/** What a part takes with it of an asset, or is left of one. `writtenDownOre`: written down, and not reversed. */
export type Amounts = { valueOre: Ore; residualOre: Ore; depreciatedOre: Ore; writtenDownOre: Ore }

/**
 * A change: what leaves the asset with a part, and by how much more the asset is written down after it, below zero for
 * a reversal and for what a part takes.
 */
export type Change = Amounts & { kind: ChangeKind; date: Day }

/** An asset with all that was ever depreciated of it, in öre, and the changes that count, the first one first. */
export type Changed = Planned & { accumulatedOre: Ore; changes: readonly Change[] }

const sumOf = (changes: readonly Change[], of: (change: Change) => Ore): Ore =>
  changes.reduce((sum, change) => sum + of(change), 0n)

/** What is left of an asset after its changes. */
export const leftOf = ({ valueOre, residualOre, accumulatedOre, changes }: Changed): Amounts => ({
  valueOre: valueOre - sumOf(changes, (one) => one.valueOre),
  residualOre: residualOre - sumOf(changes, (one) => one.residualOre),
  depreciatedOre: accumulatedOre - sumOf(changes, (one) => one.depreciatedOre),
  writtenDownOre: sumOf(changes, (one) => one.writtenDownOre),
})

/** What the books have of it (redovisat värde). */
export const bookValueOf = ({ valueOre, depreciatedOre, writtenDownOre }: Amounts): Ore =>
  valueOre - depreciatedOre - writtenDownOre

/** The most that may be written down: nothing goes below the residual value. */
export const mostToWriteDown = (left: Amounts): Ore => bookValueOf(left) - left.residualOre

/**
 * The first month whose depreciation follows a change. The months before it are booked first. A part that is disposed
 * of has none for the month of its disposal; a write-down on the last day of a month is made after that month.
 */
export const monthAfter = ({ kind, date }: Pick<Change, 'kind' | 'date'>): Day => {
  const month = firstOfMonth(date)
  return kind === 'partDisposal' || date < lastOfMonth(date) || month >= LAST_MONTH ? month : addMonths(month, 1)
}

/** How the changes of an asset bear on the rest of its plan; null where there are none. */
export const changeOfPlan = (changes: readonly Change[]): { lessOre: Ore; from: Day } | null => {
  const [last] = changes.map(monthAfter).sort().reverse()
  if (last === undefined) return null
  const lessOre = sumOf(changes, (one) => one.valueOre - one.residualOre - one.depreciatedOre + one.writtenDownOre)
  return { lessOre, from: last }
}

/**
 * What a part takes with it: its share of everything that is left, rounded so that neither the part nor the rest has
 * more depreciated, written down and residual than its value. `valueOre` is less than what is left of the value.
 */
export const partOf = (left: Amounts, valueOre: Ore): Amounts => {
  const shareOf = (ore: Ore) => rounded(ore * valueOre, left.valueOre)
  const depreciatedOre = shareOf(left.depreciatedOre)
  const withWrittenDown = shareOf(left.depreciatedOre + left.writtenDownOre)
  const whole = shareOf(left.depreciatedOre + left.writtenDownOre + left.residualOre)
  const writtenDownOre = withWrittenDown - depreciatedOre
  const residualOre = whole - withWrittenDown
  return { valueOre, depreciatedOre, writtenDownOre, residualOre }
}

/** Hundredths of a percent in a whole. */
const WHOLE = 10_000n

/** The acquisition value of so many hundredths of a percent of what is left of an asset. */
export const valueOfPercent = ({ valueOre }: Amounts, hundredths: bigint): Ore => rounded(valueOre * hundredths, WHOLE)

/**
 * The most that may be taken back of write-downs on a day: the book value never comes above what it would be had
 * nothing been written down. By then depreciation would have taken of each write-down what its months are of those that
 * the plan had left.
 */
export const mostToReverse = (asset: Changed, date: Day): Ore => {
  let over = 0n
  let before: bigint | null = null
  const lessenUntil = (change: Pick<Change, 'kind' | 'date'>): void => {
    const months = monthsLeft(asset, monthAfter(change))
    if (months !== null && before !== null) over = months < before ? (over * months) / before : over
    before = months
  }
  for (const change of asset.changes) {
    lessenUntil(change)
    over += overOf(asset, change, over)
  }
  lessenUntil({ kind: 'writeDownReversal', date })
  const { writtenDownOre } = leftOf(asset)
  const most = over < writtenDownOre ? over : writtenDownOre
  return most > 0n ? most : 0n
}

/** What a change adds to what may be taken back; a part takes its share of it. */
const overOf = (asset: Changed, change: Change, over: Ore): Ore => {
  if (change.kind !== 'partDisposal') return change.writtenDownOre
  const earlier = asset.changes.slice(0, asset.changes.indexOf(change))
  const before = leftOf({ ...asset, changes: earlier }).valueOre
  return (over * (before - change.valueOre)) / before - over
}

/** How many months a plan has from a month on; null of what loses no value. */
const monthsLeft = ({ months, firstMonth }: Planned, from: Day): bigint | null => {
  if (months === null || firstMonth === null) return null
  const left = from <= firstMonth ? months : months - monthsFrom(firstMonth, from) + 1
  return BigInt(Math.max(left, 0))
}
