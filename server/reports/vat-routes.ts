// The endpoints of reports about VAT.
import { nullable, object, type Row, row, Type } from '#http'
import { by, common, Kronor, reports } from './parameters.ts'
import { vatReport } from './report.ts'
import { reportSheet } from './report-sheet.rules.ts'
import { period, reportOf, shown } from './routes.ts'

const VatBoxes = reportOf('VatBoxes', {
  reported: nullable(
    Type.Number({ examples: [1250], description: 'Whole kronor as in the return; null on rows that are not in it' }),
  ),
  amount: Kronor,
})

const sheet = { title: { sv: 'Momsrapport', en: 'VAT report' }, values: ['reported', 'amount'] } as const

export const vatReportRows: readonly Row[] = [
  row({
    ...common,
    path: `${reports}/vat-report`,
    operationId: 'getVatReport',
    summary: 'Read the VAT report',
    description:
      "The boxes of the VAT return by the accounts' VAT codes: `reported` is whole kronor, as in the return, and `amount` what is booked. Row 49 is what is to be paid, or got back when negative. Entries against a settlement account (265x, 165x) move tax that was reported and are no tax of the period; they are told as a row, as is everything that fits no box.",
    query: object({ ...period, by }),
    answer: { json: VatBoxes },
    run: async (call, { query, language }) => shown(await vatReport(call, query), language),
    sheet: async (call, { query, language }) => reportSheet(await vatReport(call, query), { ...sheet, language }),
  }),
]
