// The revaluation of what is in other currencies on a balance sheet day: pure rules. Claims, debts and money in another
// currency are valued at the rate of that day (årsredovisningslagen 4 kap. 13 §, BFNAR 2016:10), and the difference is
// a gain or a loss: of the operations for customers and suppliers (3960, 7960), and financial for accounts (8330 for
// assets, 8430 for debts). Amounts are öre, or cents of the currency: above zero a claim or money, below zero a debt,
// so that a difference above zero is always a gain.
import { type DocumentItem, inBaseCurrency, type Rate } from '#ledger'
import type { Ore } from '#platform/money'

export const groupKinds = ['customers', 'suppliers', 'account'] as const
export type GroupKind = (typeof groupKinds)[number]

/** An open item or an account, as booked. `id` is that of the document; null for an account. */
export type BookedItem = {
  id: string | null
  number: string
  name: string
  currency: string
  /** In its currency; null for an account whose balance is not known. */
  ore: Ore | null
  bookedOre: Ore
}

/** The same with the rate of the day; null where it is not known. */
export type RevaluedItem = BookedItem & { rate: Rate | null; newOre: Ore | null; differenceOre: Ore | null }

/** The accounts of a group: the one that is restated, and those of the difference. */
export type GroupAccounts = { account: number; gainAccount: number; lossAccount: number }

/**
 * What is booked in one entry. `carriedOre` is what earlier revaluations, and reversals of them, left on the account.
 */
export type Group = GroupAccounts & { kind: GroupKind; carriedOre: Ore; items: readonly RevaluedItem[] }

/**
 * Differences of customers and suppliers stand beside their ledgers (ej reskontraförda), so that these agree with 1510
 * and 2440 on every day.
 */
export const BESIDE_CUSTOMERS = 1518
export const BESIDE_SUPPLIERS = 2448
const NAMES: Readonly<Record<number, string>> = {
  [BESIDE_CUSTOMERS]: 'Ej reskontraförda kundfordringar',
  [BESIDE_SUPPLIERS]: 'Ej reskontraförda leverantörsskulder',
  8330: 'Valutakursdifferenser på kortfristiga fordringar och placeringar',
  8430: 'Valutakursdifferenser på skulder',
}

/** The name of an account that a revaluation adds to the chart. */
export const nameOfDifference = (account: number): string => NAMES[account] ?? `Konto ${account}`

/** Accounts whose differences belong to the operations: stocks and advances, trade receivables, trade payables. */
const TRADE = /^(?:14|15|24)/

/** The account of the differences of an account in another currency; null if they belong to the operations. */
export const differenceAccountOf = (account: number): number | null => {
  if (TRADE.test(String(account))) return null
  return String(account).startsWith('2') ? 8430 : 8330
}

/** An item at the rate of the day. */
export const revalued = (item: BookedItem, rate: Rate | null): RevaluedItem => {
  const newOre = item.ore === null || (rate === null && item.ore !== 0n) ? null : inBaseCurrency(item.ore, rate ?? '1')
  return { ...item, rate, newOre, differenceOre: newOre === null ? null : newOre - item.bookedOre }
}

/** What the items differ by, together. */
export const differenceOf = ({ items }: Pick<Group, 'items'>): Ore =>
  items.reduce((sum, { differenceOre }) => sum + (differenceOre ?? 0n), 0n)

/** The entry of a group: gains and losses each by themselves, what was carried taken back. Empty if nothing differs. */
export const entryOf = (group: Group): DocumentItem[] => {
  const { account, gainAccount, lossAccount, carriedOre, items } = group
  const differences = [...items.map(({ differenceOre }) => differenceOre ?? 0n), -carriedOre]
  const sumOf = (isGain: boolean) =>
    differences.reduce((sum, ore) => (ore > 0n === isGain && ore !== 0n ? sum + ore : sum), 0n)
  const booked = [
    { account, debit: differenceOf(group) - carriedOre },
    { account: gainAccount, credit: sumOf(true) },
    { account: lossAccount, debit: -sumOf(false) },
  ]
  return booked.filter((item) => ('debit' in item ? item.debit : item.credit) !== 0n)
}

/** The same entry the other way, on the first day after. */
export const takenBackEntry = (items: readonly DocumentItem[]): DocumentItem[] =>
  items.map((item) =>
    'debit' in item ? { account: item.account, credit: item.debit } : { account: item.account, debit: item.credit },
  )
