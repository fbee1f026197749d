// The balances in a bank's table: each is the one before and the amount, in the direction of the file. They prove that
// no row is missing. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

type BalancedRow = { number: number; date: Day | null; ore: Ore; balanceOre: Ore | null; isPending: boolean }

/** The balances before and after the booked rows, if they are known; or the row whose balance does not follow. */
type Balances =
  | { openingOre: Ore | null; closingOre: Ore | null }
  | { number: number; beforeOre: Ore; ore: Ore; balanceOre: Ore }

type Known = BalancedRow & { balanceOre: Ore }

/**
 * Checks the balances, oldest row first or newest first as the file has them. Rows that are not booked yet may be in
 * the balances or not. Banks may also order the rows of a day in other ways than their balances do: then each balance
 * is still one that another row began with, but for the first and the last.
 */
export const balancesOf = (rows: readonly BalancedRow[]): Balances => {
  const unknown = { openingOre: null, closingOre: null }
  const booked = rows.filter(({ isPending }) => !isPending)
  if (booked.length === 0 || booked.some(({ balanceOre }) => balanceOre === null)) return unknown
  const oldestFirst = isNewestFirst(booked) ? booked.toReversed() : booked
  const inOrder = oldestFirst.flatMap(({ balanceOre, ...row }): Known[] =>
    balanceOre === null ? [] : [{ ...row, balanceOre }],
  )
  const broken = breakIn(inOrder)
  if (!broken) return endsOf(inOrder)
  const loose = endsInAnyOrder(inOrder)
  if (loose) return loose
  // The balances may count what is not booked yet.
  const all = rows.flatMap(({ balanceOre, ...row }): Known[] => (balanceOre === null ? [] : [{ ...row, balanceOre }]))
  const isWhole = all.length > inOrder.length && (!breakIn(all) || !breakIn(all.toReversed()))
  return isWhole ? unknown : broken
}

const isNewestFirst = (rows: readonly BalancedRow[]): boolean => {
  const [first, last] = [rows[0]?.date ?? '', rows.at(-1)?.date ?? '']
  if (first !== last) return first > last
  const known = rows.flatMap(({ balanceOre, ...row }): Known[] => (balanceOre === null ? [] : [{ ...row, balanceOre }]))
  return breakIn(known) !== null && breakIn(known.toReversed()) === null
}

/** The first row whose balance is not the one before and its amount. */
const breakIn = (rows: readonly Known[]): Extract<Balances, { number: number }> | null => {
  for (const [index, { number, ore, balanceOre }] of rows.entries()) {
    const before = rows[index - 1]
    if (before && before.balanceOre + ore !== balanceOre) {
      return { number, beforeOre: before.balanceOre, ore, balanceOre }
    }
  }
  return null
}

const endsOf = (rows: readonly Known[]): Balances => {
  const first = rows[0]
  return {
    openingOre: first ? first.balanceOre - first.ore : null,
    closingOre: rows.at(-1)?.balanceOre ?? null,
  }
}

/** The two balances that only one row has, whichever order the rows of a day have; null if there are others. */
const endsInAnyOrder = (rows: readonly Known[]): Balances | null => {
  const counts = new Map<Ore, number>()
  const count = (balance: Ore, by: number) => counts.set(balance, (counts.get(balance) ?? 0) + by)
  for (const { ore, balanceOre } of rows) {
    count(balanceOre - ore, 1)
    count(balanceOre, -1)
  }
  const left = [...counts].filter(([, times]) => times !== 0)
  const opening = left.find(([, times]) => times === 1)?.[0]
  const closing = left.find(([, times]) => times === -1)?.[0]
  if (left.length !== 2 || opening === undefined || closing === undefined) return null
  // Within a day only: from day to day the order must be right.
  return areDaysInOrder(rows, opening) ? { openingOre: opening, closingOre: closing } : null
}

/** Whether each day begins with the balance that the day before ends with, by its sum. */
const areDaysInOrder = (rows: readonly Known[], openingOre: Ore): boolean => {
  let balance = openingOre
  for (let at = 0; at < rows.length; ) {
    const { date } = rows[at] ?? {}
    let end = at
    let sum = 0n
    while (rows[end] && rows[end]?.date === date) sum += rows[end++]?.ore ?? 0n
    balance += sum
    const has = rows.slice(at, end).some(({ balanceOre }) => balanceOre === balance)
    if (!has) return false
    at = end
  }
  return true
}
