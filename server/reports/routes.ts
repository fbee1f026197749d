// The endpoints of reports.
import { DateOnly, Id, type Language, named, nullable, object, type Row, row, type TSchema, Type } from '#http'
import { numberFromOre, type Ore } from '#platform/money'
import { reportTitles } from '#rule/report-titles'
import {
  accounts,
  by,
  common,
  compare,
  compareWithBudget,
  days,
  EntriesQuery,
  entriesQuery,
  Kronor,
  knownAt,
  level,
  reports,
  tagGroupId,
  tagId,
} from './parameters.ts'
import { type Column, columnKinds } from './period.rules.ts'
import {
  balanceSheet,
  balanceSheetAtOnce,
  incomeStatement,
  incomeStatementAtOnce,
  type Report,
  trialBalance,
  trialBalanceAtOnce,
} from './report.ts'
import { reportSheet } from './report-sheet.rules.ts'
import { type Row as Line, rowKinds, type Value } from './statement.rules.ts'

export const period = { ...days, knownAt, compare, level }

const ReportColumn = named(
  'ReportColumn',
  object({
    kind: Type.Enum([...columnKinds]),
    from: DateOnly,
    to: DateOnly,
    query: EntriesQuery,
    tag: Type.Optional(
      object({ id: Id, name: Type.String({ examples: ['Växjö'] }) }, { description: 'Lists its entries as `tagId`' }),
    ),
    untaggedGroupId: Type.Optional({
      ...Id,
      description: 'Of the column `untagged`: lists its entries and lines by the parameter of this name',
    }),
  }),
)

export const reportOf = <Of extends Value>(name: string, value: { [Key in keyof Of]: TSchema }) =>
  named(
    name,
    object({
      knownAt: Type.Integer({ description: 'The last registration number that is counted: pins these figures' }),
      columns: Type.Array(ReportColumn),
      rows: Type.Array(
        object({
          kind: Type.Enum([...rowKinds]),
          key: Type.String({ examples: ['netSales'], description: 'Stays the same in every language' }),
          name: Type.String({ examples: ['Nettoomsättning'] }),
          accounts: nullable(
            Type.String({
              description: 'Lists the entries of the row: `accounts` of listJournalEntries; null where there are none',
              examples: ['3001,3041'],
            }),
          ),
          values: Type.Array(object(value), { description: 'One for each column, in kronor; none on a heading' }),
        }),
      ),
    }),
  )

const TrialBalance = reportOf('TrialBalance', { opening: Kronor, debit: Kronor, credit: Kronor, closing: Kronor })
const IncomeStatement = reportOf('IncomeStatement', { amount: Kronor })
const BalanceSheet = reportOf('BalanceSheet', { opening: Kronor, change: Kronor, closing: Kronor })

type Amounts<Of> = { [Key in keyof Of]: null extends Of[Key] ? number | null : number }

const inKronor = <Of extends Value>(value: Of): Amounts<Of> =>
  Object.fromEntries(
    Object.entries(value).map(([name, ore]) => [name, ore === null ? null : numberFromOre(ore as Ore)]),
  ) as Amounts<Of>

export const shown = <Of extends Value>({ registration, columns, rows }: Report<Of>, language: Language) => ({
  knownAt: registration,
  columns: columns.map(({ kind, from, to, tag, untaggedGroupId }: Column) => ({
    kind,
    from,
    to,
    query: entriesQuery({ from, to }, registration),
    ...(tag ? { tag } : {}),
    ...(untaggedGroupId ? { untaggedGroupId } : {}),
  })),
  rows: rows.map(({ kind, key, name, accounts, values }: Line<Of>) => ({
    kind,
    key,
    name: name[language],
    accounts: accounts.length === 0 ? null : accounts.join(','),
    values: values.map(inKronor),
  })),
})

export const shownIfAny = <Of extends Value>(report: Report<Of> | null, language: Language) =>
  report && shown(report, language)

const sheets = {
  trialBalance: {
    title: reportTitles['trial-balance'],
    values: ['opening', 'debit', 'credit', 'closing'],
  },
  incomeStatement: { title: reportTitles['income-statement'], values: ['amount'] },
  balanceSheet: {
    title: reportTitles['balance-sheet'],
    values: ['opening', 'change', 'closing'],
  },
} as const

export const statementRows: readonly Row[] = [
  row({
    ...common,
    remembered: true,
    path: `${reports}/trial-balance`,
    operationId: 'getTrialBalance',
    summary: 'Read the trial balance',
    description:
      'Every account with what stood on it, what was booked in the period, and what stands on it then, in kronor; debit is positive. The period lies within one fiscal year. Differences are told as rows: results of earlier years that were not booked to equity, and what opening balances lack.',
    query: object({ ...period, accounts, tagId }),
    answer: { json: TrialBalance },
    atOnce: async (call, { query, language }) => shownIfAny(await trialBalanceAtOnce(call, query), language),
    run: async (call, { query, language }) => shown(await trialBalance(call, query), language),
    sheet: async (call, { query, language }) =>
      reportSheet(await trialBalance(call, query), { ...sheets.trialBalance, language }),
  }),
  row({
    ...common,
    remembered: true,
    path: `${reports}/income-statement`,
    operationId: 'getIncomeStatement',
    summary: 'Read the income statement',
    description:
      'Income and expenses by nature, in kronor; expenses are negative. Any days, also of several fiscal years. What was booked as the result of the year (8999) stands below the result and is no part of it. Beside it may stand the budget (`compare=budget`).',
    query: object({ ...period, compare: compareWithBudget, by, accounts, tagId, tagGroupId }),
    answer: { json: IncomeStatement },
    atOnce: async (call, { query, language }) => shownIfAny(await incomeStatementAtOnce(call, query), language),
    run: async (call, { query, language }) => shown(await incomeStatement(call, query), language),
    sheet: async (call, { query, language }) =>
      reportSheet(await incomeStatement(call, query), { ...sheets.incomeStatement, language }),
  }),
  row({
    ...common,
    remembered: true,
    path: `${reports}/balance-sheet`,
    operationId: 'getBalanceSheet',
    summary: 'Read the balance sheet',
    description:
      'What the company owns and owes at the beginning and at the end of the period, in kronor. The result that is not booked yet is a row of its own, and so is the difference between both sides; it is 0 in books that are in balance.',
    query: object({ ...period, by }),
    answer: { json: BalanceSheet },
    atOnce: async (call, { query, language }) => shownIfAny(await balanceSheetAtOnce(call, query), language),
    run: async (call, { query, language }) => shown(await balanceSheet(call, query), language),
    sheet: async (call, { query, language }) =>
      reportSheet(await balanceSheet(call, query), { ...sheets.balanceSheet, language }),
  }),
]
