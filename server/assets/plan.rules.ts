// How a fixed asset is depreciated: the same amount every month of its life (linjär avskrivning). Pure; in whole öre.
import { evenPortions } from '#ledger'
import { addMonths, type Day, firstOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'

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

/** The amount of each month, the rest in the last: together they are the value less the residual value. */
export const planOf = (asset: Planned): Portion[] => {
  const { months, firstMonth, depreciatedThrough } = asset
  if (months === null || firstMonth === null) return []
  const passed = depreciatedThrough === null ? 0 : Math.max(monthsFrom(firstMonth, depreciatedThrough), 0)
  const left = months - passed
  const rest = asset.valueOre - asset.residualOre - asset.depreciatedOre
  if (left <= 0 || rest === 0n) return []
  const first = addMonths(firstMonth, passed)
  return evenPortions(rest, left).map((ore, index) => ({ month: addMonths(first, index), ore }))
}

export type Due = {
  from: Day
  to: Day
  /** What is booked already. */
  booked: ReadonlySet<Day>
  /** The day that the asset was disposed of: from its month on it is depreciated no more. */
  disposedOn: Day | null
}

/** What is to be booked of an asset for months that are not booked yet. */
export const dueOf = (asset: Planned, { from, to, booked, disposedOn }: Due): Portion[] =>
  planOf(asset).filter(
    ({ month, ore }) =>
      month >= from &&
      month <= to &&
      ore > 0n &&
      !booked.has(month) &&
      !(disposedOn && month >= firstOfMonth(disposedOn)),
  )
