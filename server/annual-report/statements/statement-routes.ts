// The endpoint of the annual statements.

import { annualReportRefusals as refusals } from '#annual-report/refusals'
import {
  DateOnly,
  Id,
  type Language,
  named,
  nullable,
  object,
  type Row,
  row,
  type Sheet,
  type SheetRow,
  Type,
} from '#http'
import { ledgerContribution } from '#ledger'
import { numberFromOre } from '#platform/money'
import type { AccountPart, ShownRow } from './statements.rules.ts'
import { type Statements, statementsOf, warnOfStatements } from './statements.ts'

const WholeKronor = Type.Integer({ examples: [125000] })
const Account = object({
  account: Type.Integer({ examples: [1930] }),
  name: Type.String({ examples: ['Företagskonto'] }),
  amount: Type.Number({ examples: [1250.5], description: 'In kronor, with the sign of the line' }),
})

const StatementRow = object({
  kind: Type.Enum(['heading', 'line', 'sum']),
  key: Type.String({ examples: ['netSales'], description: 'Stays the same in every language; of a heading its sum' }),
  level: Type.Integer({ description: 'Of a heading: 1 is the outermost' }),
  name: Type.String({ examples: ['Nettoomsättning'] }),
  amount: { ...nullable(WholeKronor), description: 'In whole kronor; null of a heading' },
  amountBefore: { ...nullable(WholeKronor), description: 'That of the year before; null if it is not known' },
  accounts: Type.Array(Account, { description: 'What a line is made of' }),
})

const StatementsGet = named(
  'FinancialStatements',
  object({
    framework: Type.Enum(['k1', 'k2']),
    fiscalYear: object({ id: Id, startDate: DateOnly, endDate: DateOnly }),
    yearBefore: {
      ...nullable(
        object({
          startDate: nullable(DateOnly),
          endDate: nullable(DateOnly),
          isOpening: Type.Boolean({
            description: 'Whether its books are not here: its balance sheet is then the opening balances of this year',
          }),
        }),
      ),
      description: 'The comparative year; null of the first year of a company',
    },
    knownAt: Type.Integer({ description: 'The last registration number that is counted' }),
    incomeStatement: Type.Array(StatementRow),
    balanceSheet: Type.Array(StatementRow),
    unmapped: Type.Array(Account, { description: 'Accounts with an amount that no line has; debit is positive' }),
    difference: Type.Number({ description: 'What the balance sheet lacks to balance; 0 in sound books' }),
  }),
)

const account = ({ account: number, name, ore }: AccountPart) => ({ account: number, name, amount: numberFromOre(ore) })
/** Whole kronor are far below what a number holds exactly. */
const whole = (kronor: bigint | null) => (kronor === null ? null : Number(kronor))

const shownRow = (parts: ReadonlyMap<string, AccountPart[]>, language: Language) => (one: ShownRow) => ({
  kind: one.kind,
  key: one.key,
  level: one.level,
  name: one.name[language],
  amount: whole(one.kronor),
  amountBefore: whole(one.before),
  accounts: one.kind === 'line' ? (parts.get(one.key) ?? []).map(account) : [],
})

const shownStatements = (found: Statements, language: Language) => {
  const { framework, year, before, registration, now, income, balance } = found
  const { position } = now
  return {
    framework: framework.key,
    fiscalYear: { id: year.id, startDate: year.startDate, endDate: year.endDate },
    yearBefore: before && {
      startDate: before.span?.startDate ?? null,
      endDate: before.span?.endDate ?? null,
      isOpening: before.isOpening,
    },
    knownAt: registration,
    incomeStatement: income.map(shownRow(position.income, language)),
    balanceSheet: balance.map(shownRow(position.balance, language)),
    unmapped: position.unmapped.map(account),
    difference: numberFromOre(position.difference),
  }
}

const HUNDRED = 100n
const ore = (kronor: bigint | null) => (kronor === null ? null : kronor * HUNDRED)

const titles = {
  all: { sv: 'Resultat- och balansräkning', en: 'Income statement and balance sheet' },
  income: { sv: 'Resultaträkning', en: 'Income statement' },
  balance: { sv: 'Balansräkning', en: 'Balance sheet' },
  before: { sv: 'Året före', en: 'The year before' },
}
const kinds = { heading: 'group', line: 'line', sum: 'total' } as const

const sheetOf = ({ framework, year, before, registration, income, balance }: Statements, language: Language): Sheet => {
  const of = (title: string, rows: readonly ShownRow[]): SheetRow[] => [
    { kind: 'heading', cells: [title, null, null] },
    ...rows.map(
      (one): SheetRow => ({
        kind: kinds[one.kind],
        cells: [one.name[language], ore(one.kronor), ore(one.before)],
      }),
    ),
  ]
  return {
    title: `${titles.all[language]} (${framework.key.toUpperCase()})`,
    period: { from: year.startDate, to: year.endDate },
    knownAt: registration,
    columns: [
      { key: 'line', title: '', holds: 'text' },
      { key: 'amount', title: `${year.startDate} – ${year.endDate}`, holds: 'amount' },
      {
        key: 'amountBefore',
        title: before?.span ? `${before.span.startDate} – ${before.span.endDate}` : titles.before[language],
        holds: 'amount',
      },
    ],
    rows: [...of(titles.income[language], income), ...of(titles.balance[language], balance)],
  }
}

const Query = object({
  framework: Type.Optional(
    Type.Enum(['k1', 'k2', 'k3'], {
      description: 'k1 for sole proprietors and k2 for others if absent; the service does not make statements by k3',
    }),
  ),
})

export const statementRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/fiscal-years/{fiscalYearId}/financial-statements',
    operationId: 'getFinancialStatements',
    tag: 'Year-end',
    summary: 'Read the income statement and balance sheet of a year',
    description:
      'As the law has them: by K2 (BFNAR 2016:10) with all of its lines, or as simplified annual accounts (K1, förenklat årsbokslut, BFNAR 2006:1) of sole proprietors. In whole kronor, with the year before; lines without an amount in either year are left out. A header warns of accounts that no line has.',
    scope: 'reports:read',
    snapshot: true,
    query: Query,
    answer: { json: StatementsGet },
    refusals: [refusals.inKronor, ledgerContribution.refusals.fiscalYearNotFound, refusals.noSuchFramework],
    sheet: async (call, { params: { fiscalYearId: id = '' }, query: { framework }, language }) =>
      sheetOf(await statementsOf(call, { id, framework }), language),
    run: async (call, { params: { fiscalYearId: id = '' }, query: { framework }, language }) => {
      const found = await statementsOf(call, { id, framework })
      warnOfStatements(call, found)
      return shownStatements(found, language)
    },
  }),
]
