// How a fixed asset is depreciated: the same amount every month of its life (linjär avskrivning). Pure; in whole öre.
import { evenPortions } from '#ledger'
import { addMonths, type Day, dayFrom, firstOfMonth, LAST_YEAR, lastOfMonth } from '#platform/day'
import { type Ore, size } from '#platform/money'

/** `months` is null for what loses no value, such as land. Months are their first days. */
export type Planned = {
  valueOre: Ore
  residualOre: Ore
  months: number | null
  firstMonth: Day | null
  /** What was depreciated before the register knew of it, through which month. */
  depreciatedOre: Ore
  depreciatedThrough: Day | null
}

export type Portion = { month: Day; ore: Ore }

/** How many months there are from one to another, both counted; months are their first days. */
export const monthsFrom = (first: Day, last: Day): number =>
  (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(last.slice(5, 7)) - Number(first.slice(5, 7)) + 1

/** The last month that any plan has. */
export const LAST_MONTH = dayFrom(`${LAST_YEAR}-12-01`)

/** How many months there are from one on: no day is after the last year. */
export const monthsKnownFrom = (first: Day): number => monthsFrom(first, LAST_MONTH)

/**
 * The amount of each month: together they are the value less the residual value. A plan that was kept although it goes
 * on after the last year is told up to there.
 */
export const planOf = (asset: Planned): Portion[] => {
  const { months, firstMonth, depreciatedThrough } = asset
  if (months === null || firstMonth === null) return []
  const passed = depreciatedThrough === null ? 0 : Math.max(monthsFrom(firstMonth, depreciatedThrough), 0)
  const left = months - passed
  const rest = asset.valueOre - asset.residualOre - asset.depreciatedOre
  if (left <= 0 || rest === 0n) return []
  return evenPortions(rest, left)
    .slice(0, monthsKnownFrom(firstMonth) - passed)
    .map((ore, index) => ({ month: addMonths(firstMonth, passed + index), ore }))
}

/**
 * The months that are booked, and what they come to. `changed`: by how much less is left to depreciate after
 * write-downs and parts that left, and the first month that follows them.
 */
export type Booked = { booked: ReadonlySet<Day>; bookedOre: Ore; changed?: { lessOre: Ore; from: Day } | null }

/**
 * The months that are not booked. Where what is booked is not what the plan has for its months, since the plan was
 * corrected after them, those that are left share what is left: together all of them are what the asset loses. So they
 * do after a write-down, the reversal of one and the disposal of a part.
 */
export const remainingOf = (asset: Planned, { booked, bookedOre, changed }: Booked): Portion[] => {
  const plan = planOf(asset)
  const rest = asset.valueOre - asset.residualOre - asset.depreciatedOre - bookedOre
  if (changed) {
    const { from, lessOre } = changed
    return sharedBy(
      plan.filter(({ month }) => month >= from && !booked.has(month)),
      rest - lessOre,
    )
  }
  const open = plan.filter(({ month }) => !booked.has(month))
  const planned = plan.reduce((sum, { month, ore }) => (booked.has(month) ? sum + ore : sum), 0n)
  const short = planned - bookedOre
  if (short === 0n) return open
  const [next] = open
  // Months that were rounded otherwise differ by less than an öre each: the next one takes that.
  if (next && size(short) < BigInt(booked.size) && next.ore + short >= 0n) {
    return open.map((one) => (one === next ? { ...one, ore: one.ore + short } : one))
  }
  return sharedBy(open, rest)
}

/** The months with the same part each of what is left. */
const sharedBy = (open: readonly Portion[], rest: Ore): Portion[] => {
  if (open.length === 0 || rest <= 0n) return []
  const portions = evenPortions(rest, open.length)
  return open.map(({ month }, index) => ({ month, ore: portions[index] ?? 0n }))
}

export type Due = Booked & {
  from: Day
  to: Day
  /** The day that the asset was disposed of: from its month on it is depreciated no more. */
  disposedOn: Day | null
  /** The first day of the books: what lies before it is due only where it is asked for by its own month. */
  begin: Day | null
  /** For a month of a closed fiscal year, or before the books, the day on which it is caught up on; null for others. */
  catchUpOn: (month: Day) => Day | null
}

/** `catchUpOn`: the day that it is booked on, where that is not of its own month. */
export type DuePortion = Portion & { catchUpOn: Day | null }

/** What is to be booked of an asset: months that are not booked yet, by themselves or where they are caught up on. */
export const dueOf = (asset: Planned, due: Due): DuePortion[] => {
  const { from, to, disposedOn, begin, catchUpOn } = due
  const isAsked = (month: Day) => month >= from && month <= to
  const isOfBooks = (month: Day) => begin === null || lastOfMonth(month) >= begin
  const end = disposedOn && firstOfMonth(disposedOn)
  return remainingOf(asset, due)
    .filter(({ month, ore }) => ore > 0n && !(end && month >= end))
    .map((portion) => ({ ...portion, catchUpOn: catchUpOn(portion.month) }))
    .filter(
      ({ month, catchUpOn: day }) => isAsked(month) || (day !== null && isOfBooks(month) && isAsked(firstOfMonth(day))),
    )
}
