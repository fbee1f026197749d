// Arranges figures as reports: rows with one value per column. A statement has sections of lines, and below each line
// its account groups or accounts. Every amount in the books is on a row.
import type { Ore } from '#platform/money'
import { isBookedResult } from '#rule/account-ranges'
import { assets, equityAndLiabilities } from './balance-lines.rules.ts'
import { type Account, type Figures, isOnBalanceSheet } from './figures.rules.ts'
import { groupName } from './group-names.rules.ts'
import {
  balanceWords,
  bookedResult,
  groupOf,
  incomeStatement,
  type Line,
  lineFor,
  netResult,
  outsideLines,
  type Section,
  type Words,
} from './lines.rules.ts'
import type { Column } from './period.rules.ts'

export const levels = ['line', 'group', 'account'] as const
export type Level = (typeof levels)[number]

export const rowKinds = ['heading', 'line', 'group', 'account', 'total', 'result', 'difference'] as const

/** Amounts in öre; fields that a report does not have are omitted. */
export type Value = { amount: Ore } | { opening: Ore; change: Ore; closing: Ore } | TrialValue | VatValue
/** The booked amount, and the reported one in whole kronor; null on rows outside the return. */
export type VatValue = { reported: Ore | null; amount: Ore }
type TrialValue = { opening: Ore; debit: Ore; credit: Ore; closing: Ore }

/** A row of a report. `accounts` are those whose entries the row sums; empty for computed rows such as a difference. */
export type Row<Of extends Value> = {
  kind: (typeof rowKinds)[number]
  key: string
  name: Words
  accounts: readonly number[]
  values: readonly Of[]
}

/** How a report computes values: those of an account in each column, and their sum. */
export type Counting<Of extends Value> = {
  columns: readonly Column[]
  level: Level
  valuesOf: (account: Account) => readonly Of[]
  sum: (values: readonly Of[]) => Of
}

const sameWords = (name: string): Words => ({ sv: name, en: name })

export const rowOf = <Of extends Value>(
  counting: Counting<Of>,
  { kind, key, name, accounts }: Pick<Row<Of>, 'kind' | 'key' | 'name'> & { accounts: readonly Account[] },
): Row<Of> => ({
  kind,
  key,
  name,
  accounts: accounts.map(({ number }) => number),
  values: counting.columns.map((_, place) => counting.sum(accounts.map((one) => counting.valuesOf(one)[place] as Of))),
})

/** The values of an account in each column, cached: it is on several rows, and in several sums. */
export const inColumns = <Of extends Value>(
  columns: readonly Column[],
  count: (account: Account, column: Column) => Of,
): Counting<Of>['valuesOf'] => {
  const known = new Map<number | string, readonly Of[]>()
  return (account) => {
    const key = account.part ?? account.number
    const values = known.get(key) ?? columns.map((column) => count(account, column))
    known.set(key, values)
    return values
  }
}

/** The rows below a line: its account groups, its accounts, or none. */
export const below = <Of extends Value>(counting: Counting<Of>, accounts: readonly Account[]): Row<Of>[] => {
  if (counting.level === 'line') return []
  if (counting.level === 'account') {
    return accounts.map((one) =>
      rowOf(counting, { kind: 'account', key: String(one.number), name: sameWords(one.name), accounts: [one] }),
    )
  }
  const groups = [...new Set(accounts.map(({ number }) => groupOf(number)))]
  return groups.map((group) => {
    const own = accounts.filter(({ number }) => groupOf(number) === group)
    return rowOf(counting, { kind: 'group', key: group, name: groupName(group), accounts: own })
  })
}

export const heading = <Of extends Value>(key: string, name: Words): Row<Of> => ({
  kind: 'heading',
  key,
  name,
  accounts: [],
  values: [],
})

type Placed = Pick<Line, 'key' | 'words' | 'part'>

/**
 * The lines of some accounts: those with amounts, each once, even if several rules match. The total of a part has the
 * part's own key, which was the key of its sum before its lines were separated.
 */
const linesOf = <Of extends Value>(
  counting: Counting<Of>,
  lines: readonly Placed[],
  accountsOn: (key: string) => readonly Account[],
): Row<Of>[] => {
  const taken = [...new Map(lines.map((one) => [one.key, one])).values()].filter(
    ({ key }) => accountsOn(key).length > 0,
  )
  return taken.flatMap(({ key, words, part }, place): Row<Of>[] => {
    const accounts = accountsOn(key)
    const row = rowOf(counting, { kind: 'line', key, name: words, accounts })
    const isFirst = part !== undefined && taken[place - 1]?.part?.key !== part.key
    const isLast = part !== undefined && taken[place + 1]?.part?.key !== part.key
    const all = isLast ? taken.filter((one) => one.part?.key === part.key).flatMap((one) => accountsOn(one.key)) : []
    return [
      ...(isFirst ? [heading<Of>(`${part.key}Heading`, part.words)] : []),
      row,
      ...below(counting, accounts),
      ...(isLast ? [rowOf(counting, { kind: 'total', key: part.key, name: part.total, accounts: all })] : []),
    ]
  })
}

/** The rows of sections, each with its total, and the running result if the statement has one. */
const sectionsOf = <Of extends Value>(
  counting: Counting<Of>,
  sections: readonly Section[],
  accounts: readonly Account[],
): Row<Of>[] => {
  const placed = new Map<string, Account[]>()
  for (const account of accounts) {
    const key = lineFor(sections, account)?.key ?? outsideLines.key
    placed.set(key, [...(placed.get(key) ?? []), account])
  }
  const accountsOn = (key: string) => placed.get(key) ?? []
  const soFar: Account[] = []
  const rows = sections.flatMap((section): Row<Of>[] => {
    const keys = [...new Set(section.lines.map(({ key }) => key))]
    const own = keys.flatMap(accountsOn)
    soFar.push(...own)
    const result = section.result
      ? [rowOf(counting, { kind: 'result', ...named(section.result), accounts: [...soFar] })]
      : []
    if (own.length === 0) return result
    return [
      heading(section.key, section.words),
      ...linesOf(counting, section.lines, accountsOn),
      rowOf(counting, { kind: 'total', key: `${section.key}Total`, name: section.total, accounts: own }),
      ...result,
    ]
  })
  return [...rows, ...linesOf(counting, [outsideLines], accountsOn)]
}

const named = ({ key, words }: { key: string; words: Words }) => ({ key, name: words })

const total = (amounts: readonly Ore[]): Ore => amounts.reduce((sum, one) => sum + one, 0n)

type Asked = { columns: readonly Column[]; level: Level }

/** Income is positive, expenses are negative: the amounts add up to the result. */
export const layOutIncome = (figures: Figures, { columns, level }: Asked): Row<{ amount: Ore }>[] => {
  const counting: Counting<{ amount: Ore }> = {
    columns,
    level,
    valuesOf: inColumns(columns, (account, column) => {
      const { debit, credit } = figures.moved(account, column)
      return { amount: credit - debit }
    }),
    sum: (values) => ({ amount: total(values.map(({ amount }) => amount)) }),
  }
  const accounts = figures.accounts.filter((one) => !isOnBalanceSheet(one))
  const earned = accounts.filter(({ number }) => !isBookedResult(number))
  const booked = accounts.filter(({ number }) => isBookedResult(number))
  return [
    ...sectionsOf(counting, incomeStatement, earned),
    rowOf(counting, { kind: 'result', ...named(netResult), accounts: earned }),
    ...(booked.length === 0
      ? []
      : [rowOf(counting, { kind: 'line', ...named(bookedResult), accounts: booked }), ...below(counting, booked)]),
  ]
}

type BalanceValue = { opening: Ore; change: Ore; closing: Ore }

const sumOfBalances = (values: readonly BalanceValue[]): BalanceValue => ({
  opening: total(values.map(({ opening }) => opening)),
  change: total(values.map(({ change }) => change)),
  closing: total(values.map(({ closing }) => closing)),
})

const balanceOf = (opening: Ore, closing: Ore): BalanceValue => ({ opening, change: closing - opening, closing })

/** Assets are positive as debits, the other side as credits; both are equal, otherwise the difference is shown. */
export const layOutBalance = (figures: Figures, { columns, level }: Asked): Row<BalanceValue>[] => {
  const counted = (sign: bigint): Counting<BalanceValue> => ({
    columns,
    level,
    sum: sumOfBalances,
    valuesOf: inColumns(columns, (one, column) =>
      balanceOf(sign * figures.opening(one, column), sign * figures.closing(one, column)),
    ),
  })
  const debit = counted(1n)
  const credit = counted(-1n)
  const owned = figures.accounts.filter(({ kind }) => kind === 'asset')
  const owed = figures.accounts.filter(({ kind }) => kind === 'liability')
  const results = figures.accounts.filter((one) => !isOnBalanceSheet(one))
  const ownSide = rowOf(debit, { kind: 'total', key: 'totalAssets', name: balanceWords.totalAssets, accounts: owned })
  const computed = rowOf(credit, {
    kind: 'result',
    key: 'computedResult',
    name: balanceWords.computedResult,
    accounts: results,
  })
  const earlier: Row<BalanceValue> = {
    kind: 'result',
    key: 'earlierResults',
    name: balanceWords.earlierResults,
    accounts: [],
    values: columns.map((column) => balanceOf(-figures.earlierResultsBefore(column), -figures.earlierResults(column))),
  }
  const liabilities = rowOf(credit, { kind: 'total', key: '', name: balanceWords.total, accounts: owed })
  const otherSide = columns.map((_, place) =>
    sumOfBalances([liabilities, computed, earlier].flatMap(({ values }) => values[place] ?? [])),
  )
  const difference = columns.map((_, place) => {
    const own = ownSide.values[place]
    const other = otherSide[place]
    return balanceOf((own?.opening ?? 0n) - (other?.opening ?? 0n), (own?.closing ?? 0n) - (other?.closing ?? 0n))
  })
  return [
    heading('assets', balanceWords.assets),
    ...sectionsOf(debit, assets, owned),
    ownSide,
    heading('equityAndLiabilities', balanceWords.equityAndLiabilities),
    ...sectionsOf(credit, equityAndLiabilities, owed),
    computed,
    earlier,
    {
      kind: 'total',
      key: 'totalEquityAndLiabilities',
      name: balanceWords.totalEquityAndLiabilities,
      accounts: [...owed, ...results].map(({ number }) => number),
      values: otherSide,
    },
    { kind: 'difference', key: 'difference', name: balanceWords.difference, accounts: [], values: difference },
  ]
}

const sumOfTrial = (values: readonly TrialValue[]): TrialValue => ({
  opening: total(values.map(({ opening }) => opening)),
  debit: total(values.map(({ debit }) => debit)),
  credit: total(values.map(({ credit }) => credit)),
  closing: total(values.map(({ closing }) => closing)),
})

/**
 * Every account with amounts, debit positive. The total is zero if earlier results were transferred to equity and
 * opening balances are balanced; otherwise it is shown.
 */
export const layOutTrial = (figures: Figures, { columns, level }: Asked): Row<TrialValue>[] => {
  const counting: Counting<TrialValue> = {
    columns,
    level,
    sum: sumOfTrial,
    valuesOf: inColumns(columns, (account, column) => {
      const { debit, credit } = figures.moved(account, column)
      const opening = figures.opening(account, column)
      return { opening, debit, credit, closing: opening + debit - credit }
    }),
  }
  const all = figures.accounts
  const earlier = columns.map((column) => {
    const before = figures.earlierResultsBefore(column)
    return { opening: before, debit: 0n, credit: 0n, closing: before }
  })
  const sum = rowOf(counting, { kind: 'total', key: 'total', name: balanceWords.total, accounts: all })
  const left = sum.values.map(({ opening, closing }, place) => ({
    opening: opening + (earlier[place]?.opening ?? 0n),
    debit: 0n,
    credit: 0n,
    closing: closing + (earlier[place]?.closing ?? 0n),
  }))
  return [
    ...below(counting, all),
    sum,
    { kind: 'difference', key: 'earlierResults', name: balanceWords.earlierResults, accounts: [], values: earlier },
    { kind: 'difference', key: 'difference', name: balanceWords.difference, accounts: [], values: left },
  ]
}
