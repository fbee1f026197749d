// The accounts of a fixed asset, proposed by the account that it stands on: those of the usual chart (BAS).
import type { Ore } from '#platform/money'

/** Asset accounts by their first digits, with where their depreciation stands, the most exact account first. */
const usual: readonly {
  first: number
  last: number
  expense: readonly number[]
  gain: number
  loss: readonly number[]
}[] = [
  { first: 1010, last: 1099, expense: [7810], gain: 3971, loss: [7971, 7970] },
  { first: 1110, last: 1119, expense: [7821, 7820], gain: 3972, loss: [7972, 7970] },
  // Improvements of what others own. Not 7820: that is another line of the tax return (NE).
  { first: 1120, last: 1129, expense: [7840], gain: 3972, loss: [7972, 7970] },
  { first: 1130, last: 1149, expense: [], gain: 3972, loss: [7972, 7970] },
  { first: 1150, last: 1159, expense: [7824, 7820], gain: 3972, loss: [7972, 7970] },
  { first: 1210, last: 1219, expense: [7831, 7830], gain: 3973, loss: [7973, 7970] },
  { first: 1220, last: 1229, expense: [7832, 7830], gain: 3973, loss: [7973, 7970] },
  { first: 1230, last: 1239, expense: [7833, 7830], gain: 3973, loss: [7973, 7970] },
  { first: 1240, last: 1249, expense: [7834, 7830], gain: 3973, loss: [7973, 7970] },
  { first: 1250, last: 1259, expense: [7835, 7830], gain: 3973, loss: [7973, 7970] },
  { first: 1260, last: 1269, expense: [7836, 7830], gain: 3973, loss: [7973, 7970] },
  { first: 1270, last: 1299, expense: [7839, 7830], gain: 3973, loss: [7973, 7970] },
]

/** Accounts of tangible and intangible fixed assets; shares and receivables (13xx) lose no value by plan. */
export const isAssetAccount = (account: number): boolean =>
  usual.some(({ first, last }) => account >= first && account <= last)

type Chart = ReadonlyMap<number, boolean>

const firstIn = (chart: Chart, accounts: readonly number[]): number | null =>
  accounts.find((account) => chart.get(account)) ?? null

/** Where accumulated depreciation and its expense stand; null where the chart has no such account. */
export const proposedAccounts = (
  account: number,
  chart: Chart,
): { accumulated: number | null; expense: number | null } => {
  const found = usual.find(({ first, last }) => account >= first && account <= last)
  const accumulated = Math.floor(account / 10) * 10 + 9
  return { accumulated: firstIn(chart, [accumulated]), expense: firstIn(chart, found?.expense ?? []) }
}

/** Where the gain or the loss on a disposal stands. */
export const resultAccount = (account: number, gain: Ore, chart: Chart): number | null => {
  const found = usual.find(({ first, last }) => account >= first && account <= last)
  return firstIn(chart, gain < 0n ? (found?.loss ?? []) : found ? [found.gain, 3973] : [])
}

export type Disposed = {
  valueOre: Ore
  accumulatedOre: Ore
  priceOre: Ore
  account: number
  accumulatedAccount: number | null
  proceedsAccount: number
  resultAccount: number | null
}

type Item = { account: number; debit: Ore } | { account: number; credit: Ore }

/** What is gained on a disposal; below zero it is a loss. */
export const gainOn = ({
  valueOre,
  accumulatedOre,
  priceOre,
}: Pick<Disposed, 'valueOre' | 'accumulatedOre' | 'priceOre'>): Ore => priceOre - (valueOre - accumulatedOre)

/** The entry of a disposal: value and depreciation leave the books, and what differs from the price is the result. */
export const disposalItems = (disposed: Disposed): Item[] => {
  const gain = gainOn(disposed)
  return [
    ...(disposed.accumulatedAccount === null
      ? []
      : [{ account: disposed.accumulatedAccount, debit: disposed.accumulatedOre }]),
    { account: disposed.proceedsAccount, debit: disposed.priceOre },
    { account: disposed.account, credit: disposed.valueOre },
    ...(disposed.resultAccount === null ? [] : [{ account: disposed.resultAccount, credit: gain }]),
  ]
}
