// Annual report figures of a smaller company (K2, BFNAR 2016:10), from the balances of fiscal years. Input for the
// author of the report, not a report. Pure.
import type { Day } from '#platform/day'
import { type Ore, rounded } from '#platform/money'
import { lawOn } from '#rule/law'

/** An account in a fiscal year, debit positive; `main` is its number in four digits. */
export type YearAccount = {
  number: number
  main: number
  name: string
  kind: string
  opening: Ore
  debit: Ore
  credit: Ore
}

/** An amount, with the accounts behind it. */
export type Figure = { ore: Ore; accounts: number[] }

export type MultiYearRow = {
  netSales: Figure
  resultAfterFinancialItems: Figure
  totalAssets: Figure
  /** Equity including the after-tax part of untaxed reserves. */
  adjustedEquity: Figure
  /** Soliditet, in tenths of a percent, half a tenth rounded away from zero; null without assets. */
  equityRatio: number | null
}

const isResult = ({ kind }: YearAccount): boolean => kind === 'income' || kind === 'expense'
const isBetween =
  (first: number, last: number) =>
  ({ main }: YearAccount): boolean =>
    main >= first && main <= last
const closingOf = ({ opening, debit, credit }: YearAccount): Ore => opening + debit - credit

const figure = (accounts: readonly YearAccount[], of: (account: YearAccount) => Ore): Figure => ({
  ore: accounts.reduce((sum, one) => sum + of(one), 0n),
  accounts: accounts
    .filter((one) => one.opening !== 0n || one.debit !== 0n || one.credit !== 0n)
    .map((one) => one.number),
})
const credited = (account: YearAccount): Ore => -closingOf(account)
/** The result of the year itself: opening balances of income accounts are earlier results. */
const earned = ({ debit, credit }: YearAccount): Ore => credit - debit
const isMoved = ({ debit, credit }: YearAccount): boolean => debit !== 0n || credit !== 0n

const WHOLE = 1000n
const TENTHS = 10

/** Tax on companies' results in tenths of a percent by the first day of the year; zero before the first one we know. */
export const taxOn = (startDate: Day): bigint =>
  BigInt(Math.round((lawOn(startDate).find('incomeTax.company')?.value ?? 0) * TENTHS))

/** A year in the overview of several years (flerårsöversikt). */
export const multiYearRow = (startDate: Day, accounts: readonly YearAccount[]): MultiYearRow => {
  const results = accounts.filter(isResult)
  const moved = results.filter(isMoved)
  const owned = accounts.filter(({ kind }) => kind === 'asset')
  const owed = accounts.filter(({ kind }) => kind === 'liability')
  const equity = figure([...owed.filter(isBetween(2000, 2099)), ...results], credited)
  const reserves = figure(owed.filter(isBetween(2100, 2199)), credited)
  const rate = taxOn(startDate)
  const totalAssets = figure(owned, closingOf)
  const adjusted = equity.ore + (reserves.ore * (WHOLE - rate)) / WHOLE
  return {
    netSales: figure(moved.filter(isBetween(3000, 3799)), earned),
    resultAfterFinancialItems: figure(moved.filter(isBetween(3000, 8799)), earned),
    totalAssets,
    adjustedEquity: { ore: adjusted, accounts: [...equity.accounts, ...reserves.accounts] },
    equityRatio: totalAssets.ore > 0n ? Number(rounded(adjusted * WHOLE, totalAssets.ore)) : null,
  }
}

export type EquityRow = { account: number; name: string; opening: Ore; change: Ore; closing: Ore }

/** The changes of equity: each account, credit positive, and the result not yet transferred. */
export const equityChanges = (accounts: readonly YearAccount[]): { rows: EquityRow[]; unbooked: Ore } => ({
  rows: accounts
    .filter((one) => one.kind === 'liability' && isBetween(2000, 2099)(one))
    .map((one) => ({ account: one.number, name: one.name, opening: -one.opening, closing: credited(one) }))
    .map((row) => ({ ...row, change: row.closing - row.opening })),
  unbooked: figure(accounts.filter(isResult), credited).ore,
})

export type NotePart = { opening: Ore; increase: Ore; decrease: Ore; closing: Ore; accounts: number[] }
export type FixedAssetNote = {
  key: string
  acquisition: NotePart
  depreciation: NotePart
  writeDowns: NotePart
  carrying: { opening: Ore; closing: Ore }
}

const groups: readonly [key: string, first: number, last: number][] = [
  ['intangibleAssets', 1000, 1099],
  ['buildingsAndLand', 1100, 1199],
  ['equipment', 1200, 1299],
  ['financialFixedAssets', 1300, 1399],
]

/** Whether an account is of fixed assets, which have notes. */
export const isOfNotes = (account: YearAccount): boolean =>
  account.kind === 'asset' && groups.some(([, first, last]) => isBetween(first, last)(account))

/** Work in progress and advances (förskott): acquired but not yet in use. */
const advances = [isBetween(1088, 1088), isBetween(1180, 1189), isBetween(1280, 1289)]

/** In the usual chart, depreciation accounts end in 9, and write-down accounts in 8. */
export const partOf = (account: YearAccount): 'acquisition' | 'depreciation' | 'writeDowns' => {
  if (advances.some((isOf) => isOf(account))) return 'acquisition'
  const last = account.main % 10
  return last === 9 ? 'depreciation' : last === 8 ? 'writeDowns' : 'acquisition'
}

/**
 * A note for each group of fixed assets with amounts. Reductions are negative. `undone` is what was booked on an
 * account and reversed in the same year: neither an increase nor a decrease.
 */
export const fixedAssetNotes = (accounts: readonly YearAccount[], undone: ReadonlyMap<number, Ore>): FixedAssetNote[] =>
  groups.flatMap(([key, first, last]) => {
    const own = accounts.filter((one) => one.kind === 'asset' && isBetween(first, last)(one))
    if (own.length === 0) return []
    const part = (name: ReturnType<typeof partOf>): NotePart => {
      const of = own.filter((one) => partOf(one) === name)
      const sum = (value: (one: YearAccount) => Ore) => of.reduce((total, one) => total + value(one), 0n)
      return {
        opening: sum(({ opening }) => opening),
        increase: sum(({ number, debit }) => debit - (undone.get(number) ?? 0n)),
        decrease: -sum(({ number, credit }) => credit - (undone.get(number) ?? 0n)),
        closing: sum(closingOf),
        accounts: of.map(({ number }) => number),
      }
    }
    const acquisition = part('acquisition')
    const depreciation = part('depreciation')
    const writeDowns = part('writeDowns')
    const carrying = (at: 'opening' | 'closing') => acquisition[at] + depreciation[at] + writeDowns[at]
    const values = { opening: carrying('opening'), closing: carrying('closing') }
    return [{ key, acquisition, depreciation, writeDowns, carrying: values }]
  })

type Words = { sv: string; en: string }

/** Content required in an annual report that the books do not have. */
export const toBeTold: readonly { key: string; words: Words }[] = [
  { key: 'averageEmployees', words: { sv: 'Medelantalet anställda', en: 'Average number of employees' } },
  { key: 'business', words: { sv: 'Verksamheten', en: 'The nature of the business' } },
  { key: 'significantEvents', words: { sv: 'Väsentliga händelser', en: 'Significant events' } },
  {
    key: 'appropriation',
    words: { sv: 'Förslag till resultatdisposition', en: 'Proposed appropriation of the result' },
  },
  { key: 'accountingPolicies', words: { sv: 'Redovisningsprinciper', en: 'Accounting policies' } },
  {
    key: 'debtsBeyondFiveYears',
    words: { sv: 'Skulder som förfaller senare än om fem år', en: 'Debts due after five years' },
  },
  { key: 'pledgedAssets', words: { sv: 'Ställda säkerheter', en: 'Pledged assets' } },
  { key: 'contingentLiabilities', words: { sv: 'Eventualförpliktelser', en: 'Contingent liabilities' } },
]
