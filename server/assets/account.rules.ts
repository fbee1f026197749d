// The accounts of a fixed asset, proposed from its asset account according to the usual chart (BAS).
import type { Ore } from '#platform/money'
import { type Amounts, bookValueOf } from './value-change.rules.ts'

type Usual = {
  first: number
  last: number
  expense: readonly number[]
  gain: number
  loss: readonly number[]
}

/** Asset accounts by their first digits, with where their depreciation stands, the most exact account first. */
const usual: readonly Usual[] = [
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

/** Where write-downs stand, their expense, and the income of a reversal: account groups 10–12 and 77 of BAS 2026. */
const ofWriteDowns: readonly {
  first: number
  last: number
  /** Where the group has no account of its own for what is written down (10 8 to 12 8). */
  accumulated: readonly number[]
  expense: readonly number[]
  reversal: readonly number[]
}[] = [
  { first: 1010, last: 1099, accumulated: [], expense: [7710], reversal: [7760] },
  { first: 1110, last: 1119, accumulated: [], expense: [7720], reversal: [7770] },
  { first: 1120, last: 1159, accumulated: [], expense: [7720], reversal: [7770] },
  { first: 1210, last: 1219, accumulated: [], expense: [7731, 7730], reversal: [7781, 7780] },
  { first: 1220, last: 1279, accumulated: [1228], expense: [7732, 7730], reversal: [7782, 7780] },
  { first: 1280, last: 1299, accumulated: [], expense: [7733, 7730], reversal: [7783, 7780] },
]

/** Accounts that end in 8 and are of advances. */
const ADVANCES = new Set([1088, 1188, 1288])

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

/** Accounts of write-downs; null where neither the chart nor what may be added to it has one. */
type WriteDownAccounts = { accumulated: number | null; expense: number | null; reversal: number | null }

/**
 * The accounts of write-downs of what stands on an account: those that the chart has, and otherwise those that the
 * usual chart has and this one is older than.
 */
export const writeDownAccounts = (
  account: number,
  chart: Chart,
  isUsual: (account: number) => boolean,
): WriteDownAccounts => {
  const found = ofWriteDowns.find(({ first, last }) => account >= first && account <= last)
  const own = Math.floor(account / 10) * 10 + 8
  const chosen = (accounts: readonly number[]): number | null =>
    firstIn(chart, accounts) ?? accounts.findLast((one) => isUsual(one) && !chart.has(one)) ?? null
  return {
    accumulated: chosen([...(ADVANCES.has(own) ? [] : [own]), ...(found?.accumulated ?? [])]),
    expense: chosen(found?.expense ?? []),
    reversal: chosen(found?.reversal ?? []),
  }
}

/** Goodwill: what is written down of it is not taken back (årsredovisningslagen 4 kap. 5 §). */
export const isGoodwill = (account: number): boolean => account >= 1070 && account <= 1079

/** Where the gain or the loss on a disposal stands. */
export const resultAccount = (account: number, gain: Ore, chart: Chart): number | null => {
  const found = usual.find(({ first, last }) => account >= first && account <= last)
  return firstIn(chart, gain < 0n ? (found?.loss ?? []) : found ? [found.gain, 3973] : [])
}

type Disposed = Amounts & {
  priceOre: Ore
  account: number
  accumulatedAccount: number | null
  writeDownAccount: number | null
  proceedsAccount: number
  resultAccount: number | null
}

type Item = { account: number; debit: Ore } | { account: number; credit: Ore }

/** What is gained on a disposal; below zero it is a loss. */
export const gainOn = (disposed: Amounts & { priceOre: Ore }): Ore => disposed.priceOre - bookValueOf(disposed)

/** The entry of a disposal: value and depreciation leave the books, and the difference from the price is the result. */
export const disposalItems = (disposed: Disposed): Item[] => {
  const off = (account: number | null, debit: Ore): Item[] => (account === null ? [] : [{ account, debit }])
  const { resultAccount: result } = disposed
  return [
    ...off(disposed.accumulatedAccount, disposed.depreciatedOre),
    ...off(disposed.writeDownAccount, disposed.writtenDownOre),
    { account: disposed.proceedsAccount, debit: disposed.priceOre },
    { account: disposed.account, credit: disposed.valueOre },
    ...(result === null ? [] : [{ account: result, credit: gainOn(disposed) }]),
  ]
}
