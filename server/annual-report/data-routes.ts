// The endpoint for annual report figures.
import { DateOnly, Id, type Language, named, nullable, object, type Row, row, Type } from '#http'
import { ledgerContribution } from '#ledger'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { type Figure, type NotePart, toBeTold } from './data.rules.ts'
import { type AnnualReport, annualReportOf } from './data.ts'
import { annualReportSheet } from './data-sheet.rules.ts'
import { annualReportRefusals } from './refusals.ts'

const Kronor = Type.Number({ examples: [1250.5] })
const Accounts = nullable(
  Type.String({
    description: 'Lists the entries of the figure: `accounts` of listJournalEntries; null where there are none',
    examples: ['3001,3041'],
  }),
)
const Query = Type.String({
  description: 'Lists the entries of the year: `query` of listJournalEntries, beside `accounts`',
  examples: ['date>=2026-01-01&&date<=2026-12-31&&registration<=1234'],
})
const AnnualFigure = named('AnnualFigure', object({ amount: Kronor, accounts: Accounts }))
const AnnualNotePart = named(
  'AnnualNotePart',
  object({ opening: Kronor, increase: Kronor, decrease: Kronor, closing: Kronor, accounts: Accounts }),
)

const AnnualReportGet = named(
  'AnnualReportData',
  object({
    fiscalYear: object({ id: Id, startDate: DateOnly, endDate: DateOnly }),
    knownAt: Type.Integer({ description: 'The last registration number that is counted' }),
    query: Query,
    years: Type.Array(
      object({
        id: Id,
        startDate: DateOnly,
        endDate: DateOnly,
        query: Query,
        netSales: AnnualFigure,
        resultAfterFinancialItems: AnnualFigure,
        totalAssets: AnnualFigure,
        adjustedEquity: AnnualFigure,
        equityRatio: nullable(Type.Number({ description: 'Soliditet, in percent', examples: [41.5] })),
      }),
      { description: 'Flerårsöversikt: the year and at most four before it, latest first' },
    ),
    equity: object({
      rows: Type.Array(
        object({
          account: Type.Integer({ examples: [2081] }),
          name: Type.String({ examples: ['Aktiekapital'] }),
          opening: Kronor,
          change: Kronor,
          closing: Kronor,
        }),
        { description: 'Each account of equity; what the company has is above zero' },
      ),
      unbookedResult: Kronor,
    }),
    fixedAssets: Type.Array(
      object({
        key: Type.String({ examples: ['equipment'] }),
        acquisition: AnnualNotePart,
        depreciation: AnnualNotePart,
        writeDowns: AnnualNotePart,
        carrying: object({ opening: Kronor, closing: Kronor }),
      }),
      { description: 'Notes on fixed assets from their accounts; what lowers a value is below zero' },
    ),
    toBeTold: Type.Array(
      object({
        key: Type.String({ examples: ['averageEmployees'] }),
        name: Type.String({ examples: ['Medelantalet anställda'] }),
      }),
      { description: 'What the report must tell and the books do not know' },
    ),
  }),
)

const listed = (accounts: readonly number[]) => (accounts.length === 0 ? null : accounts.join(','))
const figure = ({ ore, accounts }: Figure) => ({ amount: numberFromOre(ore), accounts: listed(accounts) })
const part = ({ opening, increase, decrease, closing, accounts }: NotePart) => ({
  ...kronor({ opening, increase, decrease, closing }),
  accounts: listed(accounts),
})
const kronor = <Of extends Record<string, Ore>>(amounts: Of) =>
  Object.fromEntries(Object.entries(amounts).map(([name, ore]) => [name, numberFromOre(ore)])) as {
    [Key in keyof Of]: number
  }

const TENTHS = 10

const shown = ({ year, registration, years, equity, notes }: AnnualReport, language: Language) => {
  const query = ({ startDate, endDate }: { startDate: Day; endDate: Day }) =>
    `date>=${startDate}&&date<=${endDate}&&registration<=${registration}`
  return {
    fiscalYear: year,
    knownAt: registration,
    query: query(year),
    years: years.map(({ id, startDate, endDate, equityRatio, ...figures }) => ({
      id,
      startDate,
      endDate,
      query: query({ startDate, endDate }),
      netSales: figure(figures.netSales),
      totalAssets: figure(figures.totalAssets),
      resultAfterFinancialItems: figure(figures.resultAfterFinancialItems),
      adjustedEquity: figure(figures.adjustedEquity),
      equityRatio: equityRatio === null ? null : equityRatio / TENTHS,
    })),
    equity: {
      rows: equity.rows.map(({ account, name, ...amounts }) => ({ account, name, ...kronor(amounts) })),
      unbookedResult: numberFromOre(equity.unbooked),
    },
    fixedAssets: notes.map(({ key, acquisition, depreciation, writeDowns, carrying }) => ({
      key,
      acquisition: part(acquisition),
      depreciation: part(depreciation),
      writeDowns: part(writeDowns),
      carrying: kronor(carrying),
    })),
    toBeTold: toBeTold.map(({ key, words }) => ({ key, name: words[language] })),
  }
}

export const dataRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/fiscal-years/{fiscalYearId}/annual-report-data',
    operationId: 'getAnnualReportData',
    tag: 'Year-end',
    summary: 'Read figures for the annual report',
    description:
      'What the annual report of a smaller company (K2) takes from the books: the overview of several years, changes of equity, and notes on fixed assets. Data for who writes it, and no report: what the books do not know is named.',
    scope: 'reports:read',
    snapshot: true,
    answer: { json: AnnualReportGet },
    refusals: [annualReportRefusals.inKronor, ledgerContribution.refusals.fiscalYearNotFound],
    sheet: async (call, { params, language }) =>
      annualReportSheet(await annualReportOf(call, params.fiscalYearId ?? ''), language),
    run: async (call, { params, language }) => shown(await annualReportOf(call, params.fiscalYearId ?? ''), language),
  }),
]
