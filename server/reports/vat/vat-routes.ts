// The endpoints of reports about VAT.
import { DateOnly, Id, type Language, named, nullable, object, type Row, row, Type } from '#http'
import { numberFromOre } from '#platform/money'
import { by, common, Kronor, reports } from '#reports/parameters'
import { reportRefusals } from '#reports/refusals'
import { type Report, vatReport, vatReportAtOnce } from '#reports/report'
import { reportSheet } from '#reports/report-sheet.rules'
import { period, reportOf, shown, shownIfAny } from '#reports/routes'
import type { VatValue } from '#reports/statement.rules'
import { type EuColumn, type EuRow, euRowKinds } from './eu-sales.rules.ts'
import { euSales, writeEuSalesFile } from './eu-sales.ts'
import { euRowWords, euSalesSheet } from './eu-sales-sheet.rules.ts'
import { MAX_DIFFERENCE_ENTRIES, type VatDifference, vatDifferencesOf } from './vat-differences.ts'
import { vatPairs } from './vat-report.rules.ts'

const VatBoxes = reportOf('VatBoxes', {
  reported: nullable(
    Type.Number({ examples: [1250], description: 'Whole kronor as in the return; null on rows that are not in it' }),
  ),
  amount: Kronor,
})

const sheet = { title: { sv: 'Momsrapport', en: 'VAT report' }, values: ['reported', 'amount'] } as const

/** In print, the box number precedes the name. */
const withBoxNumbers = ({ rows, ...report }: Report<VatValue>): Report<VatValue> => ({
  ...report,
  rows: rows.map((one) => {
    if (!['line', 'total'].includes(one.kind) || !/^\d\d$/.test(one.key)) return one
    return { ...one, name: { sv: `${one.key} ${one.name.sv}`, en: `${one.key} ${one.name.en}` } }
  }),
})

const { fiscalYearId, from, to, knownAt } = period
const asked = { fiscalYearId, from, to, knownAt }
const listed = (accounts: readonly number[]): string | null => (accounts.length > 0 ? accounts.join(',') : null)

const VatDifferences = named(
  'VatDifferences',
  object({
    knownAt: Type.Integer({ description: 'The last registration number that is counted' }),
    from: DateOnly,
    to: DateOnly,
    items: Type.Array(
      object({
        key: Type.Enum(
          vatPairs.map(({ key }) => key),
          { description: 'The row of the VAT report' },
        ),
        baseBoxes: Type.String({ examples: ['20,21,22,23,24'] }),
        taxBoxes: Type.String({ examples: ['30,31,32'] }),
        difference: { ...Kronor, description: 'Base beyond the one that the tax is computed on, in kronor' },
        totalEntries: Type.Integer({ examples: [1] }),
        entries: Type.Array(
          object({
            journalEntryRef: object({ id: Id }),
            journalEntryNumber: Type.String({ examples: ['V42'] }),
            date: DateOnly,
            title: Type.String({ examples: ['Leverantörsfaktura 4711, Papper AB'] }),
            base: Kronor,
            baseOfTax: { ...Kronor, description: 'What the tax of the entry is computed on' },
            difference: Kronor,
          }),
        ),
      }),
    ),
  }),
)

const differenceShown = ({ key, difference, count, entries }: VatDifference) => {
  const { bases = [], taxes = [] } = vatPairs.find((pair) => pair.key === key) ?? {}
  return {
    key,
    baseBoxes: bases.join(','),
    taxBoxes: taxes.join(','),
    difference: numberFromOre(difference),
    totalEntries: count,
    entries: entries.map(({ id, number, date, title, base, ofTax, difference: own }) => ({
      journalEntryRef: { id },
      journalEntryNumber: number,
      date,
      title,
      base: numberFromOre(base),
      baseOfTax: numberFromOre(ofTax),
      difference: numberFromOre(own),
    })),
  }
}

const EuAmount = object({ reported: Type.Integer({ examples: [1250] }), amount: Kronor })
const EuAccounts = nullable(Type.String({ examples: ['3108'] }))
const EuSalesList = named(
  'EuSalesList',
  object({
    knownAt: Type.Integer({ description: 'The last registration number that is counted' }),
    from: DateOnly,
    to: DateOnly,
    rateOfEuro: nullable(
      Type.Number({ description: 'Of books in EUR: kronor for one euro, by which `reported` is in kronor' }),
    ),
    accounts: object(
      { goods: EuAccounts, triangular: EuAccounts, services: EuAccounts },
      { description: 'The accounts of each column that anything was booked on: `accounts` of listJournalEntries' },
    ),
    rows: Type.Array(
      object({
        kind: Type.Enum([...euRowKinds]),
        vatNumber: nullable(Type.String({ examples: ['FI01409351'] })),
        name: nullable(Type.String({ examples: ['Kunden Oy'] })),
        goods: EuAmount,
        triangular: EuAmount,
        services: EuAmount,
      }),
    ),
  }),
)

const euRowShown = ({ kind, vatNumber, name, amounts, reported }: EuRow, language: Language) => {
  const shownIn = (column: EuColumn) => ({
    reported: numberFromOre(reported[column]),
    amount: numberFromOre(amounts[column]),
  })
  return {
    kind,
    vatNumber,
    name: name ?? euRowWords[kind]?.[language] ?? null,
    goods: shownIn('goods'),
    triangular: shownIn('triangular'),
    services: shownIn('services'),
  }
}

export const vatReportRows: readonly Row[] = [
  row({
    ...common,
    remembered: true,
    path: `${reports}/vat-report`,
    operationId: 'getVatReport',
    summary: 'Read the VAT report',
    description:
      "The boxes of the VAT return by the accounts' VAT codes: `reported` is whole kronor, as in the return, and `amount` what is booked. Row 49 is what is to be paid, or got back when negative. Entries against a settlement account (265x, 165x) move tax that was reported and are no tax of the period; they are told as a row, as is everything that fits no box. Entries of accruals and of disposals of fixed assets sell and buy nothing: no box counts them, and row `shifted` tells what they move on its accounts.",
    query: object({ ...period, by }),
    answer: { json: VatBoxes },
    atOnce: async (call, { query, language }) => shownIfAny(await vatReportAtOnce(call, query), language),
    run: async (call, { query, language }) => shown(await vatReport(call, query), language),
    sheet: async (call, { query, language }) =>
      reportSheet(withBoxNumbers(await vatReport(call, query)), { ...sheet, language }),
  }),
  row({
    ...common,
    path: `${reports}/vat-report/differences`,
    operationId: 'getVatDifferences',
    summary: 'List entries whose tax and base differ',
    description: `Where the base that is declared in boxes 05–08, 20–24 or 50 is not the one that the tax in boxes 10–12, 30–32 or 60–62 is computed on, the entries in which they differ by more than a krona, those that differ most first: at most ${MAX_DIFFERENCE_ENTRIES} for each of these. Base in one entry and tax in another of the same period make up for each other; nothing is listed then.`,
    query: object(asked),
    answer: { json: VatDifferences },
    run: async (call, { query }) => {
      const { registration, period: days, differences } = await vatDifferencesOf(call, query)
      return { knownAt: registration, from: days.from, to: days.to, items: differences.map(differenceShown) }
    },
  }),
  row({
    ...common,
    remembered: true,
    path: `${reports}/eu-sales-list`,
    operationId: 'getEuSalesList',
    summary: 'Read the EU sales list',
    description:
      'What was sold without VAT to each business in other member states, by the VAT number on its invoices: goods (box 35), goods as a middleman (38) and services (39), from the entries of invoices, credit notes and payments. `reported` is whole kronor. Rows tell buyers without such a number, what was booked by no document, the boxes of the VAT return, and the difference.',
    query: object(asked),
    answer: { json: EuSalesList },
    refusals: [...common.refusals, reportRefusals.noRateOfEuro],
    run: async (call, { query, language }) => {
      const { period: days, registration, rows, accounts, rate } = await euSales(call, query)
      return {
        knownAt: registration,
        from: days.from,
        to: days.to,
        rateOfEuro: rate === null ? null : Number(rate),
        accounts: {
          goods: listed(accounts.goods),
          triangular: listed(accounts.triangular),
          services: listed(accounts.services),
        },
        rows: rows.map((one) => euRowShown(one, language)),
      }
    },
    sheet: async (call, { query, language }) => euSalesSheet(await euSales(call, query), language),
  }),
  row({
    ...common,
    path: `${reports}/eu-sales-list/file`,
    operationId: 'downloadEuSalesList',
    summary: "Download the EU sales list's file",
    description:
      'The list of a month or a quarter as the e-service of Skatteverket reads it (SKV574008): text with semicolons, whole kronor. It must be there by the 25th of the month after.',
    query: object({
      ...asked,
      contactName: Type.String({
        minLength: 1,
        maxLength: 35,
        description: 'Who answers for it',
        examples: ['Anna Ek'],
      }),
      contactPhone: Type.Optional(
        Type.String({ minLength: 1, maxLength: 17, description: "If left out, the company's" }),
      ),
      contactEmail: Type.Optional(Type.String({ maxLength: 200, description: "If left out, the company's" })),
    }),
    answer: { file: 'text/csv' },
    example: {
      query: { from: '2026-03-01', to: '2026-03-31', contactName: 'Anna Ek', contactPhone: '08-123456' },
    },
    refusals: [...common.refusals, reportRefusals.noRateOfEuro],
    run: (call, { query }) => writeEuSalesFile(call, query),
  }),
]
