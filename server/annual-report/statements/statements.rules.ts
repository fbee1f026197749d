// Annual statements from the balances of a year: each account on its line, in öre, and the sheet in whole kronor that
// balances. Pure.

import type { YearAccount } from '#annual-report/data.rules'
import { type Ore, rounded } from '#platform/money'
import { isBookedResult, isWithin } from '#rule/account-ranges'
import { type Framework, type Line, lineOf, rowsOn, type Sum, type Swing, type TableRow } from './lines.rules.ts'

/** What an account gives a line, in öre, positive as in the line. */
export type AccountPart = { account: number; name: string; ore: Ore }

type Parts = Map<string, AccountPart[]>

/** The lines of a year in öre; `unmapped` are accounts with amounts that no line has, debit positive. */
export type Position = {
  income: Parts
  balance: Parts
  /** What income less expenses came to, and the öre by which assets exceed equity and liabilities: 0 in sound books. */
  result: Ore
  difference: Ore
  unmapped: AccountPart[]
}

const sumOf = (parts: readonly { ore: Ore }[]): Ore => parts.reduce((sum, { ore }) => sum + ore, 0n)
const isResult = ({ kind }: YearAccount): boolean => kind === 'income' || kind === 'expense'

const put = (parts: Parts, key: string, part: AccountPart): void => {
  if (part.ore !== 0n) parts.set(key, [...(parts.get(key) ?? []), part])
}

/** The statements of a year by a framework: income of the year itself, and balances on its last day. */
export const positionOf = (
  { income, balance, ...framework }: Framework,
  startDate: Parameters<typeof rowsOn>[1],
  accounts: readonly YearAccount[],
): Position => {
  const unmapped: AccountPart[] = []
  const onIncome: Parts = new Map()
  for (const one of accounts.filter((account) => isResult(account) && !isBookedResult(account.number))) {
    const part = { account: one.number, name: one.name, ore: one.credit - one.debit }
    const line = lineOf(income, one.main)
    if (line) put(onIncome, line.key, part)
    else if (part.ore !== 0n) unmapped.push({ ...part, ore: -part.ore })
  }
  const result = [...onIncome.values()].reduce((sum, parts) => sum + sumOf(parts), 0n) - sumOf(unmapped)
  const closing = accounts.map((one) => ({ ...one, ore: one.opening + one.debit - one.credit }))
  const sheet = onSheet({ ...framework, rows: rowsOn(balance, startDate) }, closing, result)
  return { income: onIncome, result, ...sheet, unmapped: [...unmapped, ...sheet.unmapped] }
}

/** The balance sheet as a year opened, whose earlier year is not in the books: its result is on 2099. */
export const openingPosition = (
  { balance, ...framework }: Framework,
  startDate: Parameters<typeof rowsOn>[1],
  accounts: readonly YearAccount[],
): Position => {
  const opening = accounts.map((one) => ({ ...one, ore: one.opening }))
  const result = -sumOf(opening.filter((one) => isResult(one) || one.main === YEAR_RESULT))
  return {
    income: new Map(),
    result,
    ...onSheet({ ...framework, rows: rowsOn(balance, startDate) }, opening, result),
  }
}

/** The account of the year's result in equity. */
const YEAR_RESULT = 2099

type Standing = YearAccount & { ore: Ore }
type SheetTable = Pick<Framework, 'swings' | 'yearResult' | 'retained'> & { rows: readonly TableRow[] }

/** Balances on their lines. Equity has the result of the year on its line, also before it is booked. */
const onSheet = (
  { rows, swings, yearResult, retained }: SheetTable,
  standings: readonly Standing[],
  result: Ore,
): Pick<Position, 'balance' | 'difference' | 'unmapped'> => {
  const balance: Parts = new Map()
  const unmapped: AccountPart[] = []
  const signed = (line: Line, { number, name, ore }: Standing): AccountPart => ({
    account: number,
    name,
    ore: line.side === 'debit' ? ore : -ore,
  })
  // Of the result account and the accounts of income, what is not the result of the year is an earlier one.
  const earlier = standings.filter((one) => isResult(one) || (one.main === YEAR_RESULT && yearResult !== retained))
  const own = standings.filter((one) => !earlier.includes(one))
  const swung = swungBy(swings, own)
  for (const one of own.filter(({ ore }) => ore !== 0n)) {
    const natural = lineOf(rows, one.main)
    const to = swung.get(one.number)
    const line = to === undefined ? natural : rows.find((row): row is Line => row.kind === 'line' && row.key === to)
    if (line) put(balance, line.key, signed(line, one))
    else unmapped.push({ account: one.number, name: one.name, ore: one.ore })
  }
  put(balance, yearResult, { account: YEAR_RESULT, name: '', ore: result })
  put(balance, retained, { account: YEAR_RESULT, name: '', ore: -sumOf(earlier) - result })
  const difference = sumOf(standings)
  return { balance, difference, unmapped }
}

/** The accounts that are on another line than their own, because their balance is on the other side. */
const swungBy = (swings: readonly Swing[], standings: readonly Standing[]): Map<number, string> => {
  const swung = new Map<number, string>()
  const isOn = (when: Swing['when'], ore: Ore) => (when === 'debit' ? ore > 0n : ore < 0n)
  for (const { ranges, by, to, when } of swings) {
    const of = standings.filter(({ main }) => isWithin(main, ranges))
    const moved = by === 'group' ? (isOn(when, sumOf(of)) ? of : []) : of.filter(({ ore }) => isOn(when, ore))
    for (const { number } of moved) swung.set(number, to)
  }
  return swung
}

/** Every line and sum in whole kronor, by key; those of both tables have different keys. */
export type Kronor = { income: Map<string, bigint>; balance: Map<string, bigint> }

const HUNDRED = 100n
const kronorOf = (ore: Ore): bigint => rounded(ore, HUNDRED)

/** Equity and fixed assets have tables of their own in the notes: they are not adjusted when kronor are rounded. */
const NOT_ADJUSTED = ['restricted', 'free', 'equity', 'intangible', 'tangible', 'financial', 'fixedAssets']

/**
 * A position in whole kronor. Lines are rounded to the nearest krona and sums are sums of their lines. Where the sheet
 * is then off by a few kronor, as many of its current lines are rounded the other way, those first that lose least.
 */
export const inKronor = (framework: Framework, startDate: Parameters<typeof rowsOn>[1], position: Position): Kronor => {
  const rows = rowsOn(framework.balance, startDate)
  const income = roundedLines(position.income)
  const incomeSums = withSums(framework.income, income)
  const balance = roundedLines(position.balance)
  const result = incomeSums.get('result') ?? 0n
  const hasIncome = position.income.size > 0
  if (hasIncome && framework.yearResult !== framework.retained) {
    const exact = sumOf(position.balance.get(framework.retained) ?? [])
    const both = sumOf(position.balance.get(framework.yearResult) ?? []) + exact
    balance.set(framework.yearResult, result)
    balance.set(framework.retained, kronorOf(both) - result)
  }
  if (position.difference === 0n && position.unmapped.length === 0) balanceKronor(rows, balance, position.balance)
  return { income: incomeSums, balance: withSums(rows, balance) }
}

const roundedLines = (parts: Parts): Map<string, bigint> =>
  new Map([...parts].map(([key, of]) => [key, kronorOf(sumOf(of))]))

/** Rounds as many lines the other way as the sheet is off by. */
const balanceKronor = (rows: readonly TableRow[], kronor: Map<string, bigint>, parts: Parts): void => {
  const lines = rows.filter((row): row is Line => row.kind === 'line')
  const signOf = ({ side }: Line): bigint => (side === 'debit' ? 1n : -1n)
  const off = lines.reduce((sum, line) => sum + signOf(line) * (kronor.get(line.key) ?? 0n), 0n)
  if (off === 0n) return
  const step = off > 0n ? -1n : 1n
  // What a line has lost by rounding, in the direction that it would be moved.
  const lost = (line: Line): Ore =>
    (sumOf(parts.get(line.key) ?? []) - (kronor.get(line.key) ?? 0n) * HUNDRED) * signOf(line) * step
  const open = lines
    .filter(({ key, parent }) => parts.has(key) && !NOT_ADJUSTED.includes(parent))
    .sort((one, other) => Number(lost(other) - lost(one)))
  const candidates = open.length > 0 ? open : lines.filter(({ key }) => key === 'retained' || key === 'equity')
  let left = off > 0n ? off : -off
  for (let at = 0; left > 0n && candidates.length > 0; at += 1) {
    const line = candidates[at % candidates.length]
    if (!line) return
    kronor.set(line.key, (kronor.get(line.key) ?? 0n) + step * signOf(line))
    left -= 1n
  }
}

/** The lines with the sums of a table: each is the sum of its lines and of the sums in it. */
const withSums = (rows: readonly TableRow[], lines: ReadonlyMap<string, bigint>): Map<string, bigint> => {
  const all = new Map(lines)
  const sumUnder = (key: string): bigint => {
    const members = rows.filter((row): row is Line | Sum => row.kind !== 'heading' && row.parent === key)
    return members.reduce(
      (sum, row) => sum + (row.kind === 'line' ? (lines.get(row.key) ?? 0n) : sumUnder(row.key)),
      0n,
    )
  }
  for (const row of rows) if (row.kind === 'sum') all.set(row.key, sumUnder(row.key))
  return all
}

/** A row of a statement as it is shown: `kronor` is null of a heading. */
export type ShownRow = {
  kind: TableRow['kind']
  key: string
  level: number
  name: { sv: string; en: string }
  element: string | null
  side: 'debit' | 'credit' | null
  kronor: bigint | null
  before: bigint | null
}

/** The rows that have an amount in this year or the one before, with their headings and sums (nothing empty). */
export const shownRows = (
  rows: readonly TableRow[],
  now: ReadonlyMap<string, bigint>,
  before: ReadonlyMap<string, bigint> | null,
): ShownRow[] => {
  const isFilled = (key: string) => (now.get(key) ?? 0n) !== 0n || (before?.get(key) ?? 0n) !== 0n
  const hasLines = (key: string): boolean =>
    rows.some(
      (row) =>
        row.kind !== 'heading' && row.parent === key && (row.kind === 'line' ? isFilled(row.key) : hasLines(row.key)),
    )
  return rows.flatMap((row): ShownRow[] => {
    if (row.kind === 'heading') {
      if (!hasLines(row.of)) return []
      const { of: key, level, words: name } = row
      return [{ kind: 'heading', key, level, name, element: null, side: null, kronor: null, before: null }]
    }
    const isShown = row.kind === 'line' ? isFilled(row.key) : row.isKept || hasLines(row.key)
    const { kind, key, words: name, element, side } = row
    if (!isShown || HIDDEN.has(key)) return []
    return [
      {
        kind,
        key,
        level: 0,
        name,
        element,
        side,
        kronor: now.get(key) ?? 0n,
        before: before && (before.get(key) ?? 0n),
      },
    ]
  })
}

/** A sum that the statement does not print. */
const HIDDEN: ReadonlySet<string> = new Set(['taxes'])
