// The endpoints of VAT returns.
import {
  DateOnly,
  DateTime,
  Id,
  type Language,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  Type,
} from '#http'
import { MAX_RATE, vatBoxes } from '#ledger'
import { dayFrom, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { reportsContribution } from '#reports'
import { salesContribution } from '#sales'
import { marginRefusals } from './margin-refusals.ts'
import { vatRefusals as refusals } from './refusals.ts'
import { reportVat } from './return.ts'
import { writeReturnFile } from './return-file.ts'
import { listReturns, type ReturnRecord, readReturn } from './return-store.ts'

const path = '/companies/{companyId}/vat-returns'
const one = `${path}/{vatReturnId}`
const tag = 'VAT returns'

const Kronor = Type.Number({ examples: [1250.5] })

const Box = object({
  box: Type.String({ examples: ['05'] }),
  name: Type.String({ examples: ['Momspliktig försäljning'] }),
  reported: Type.Number({ description: 'Whole kronor, as it stands in the return', examples: [1250] }),
  amount: Kronor,
  accounts: Type.String({
    description: 'Lists its entries: `accounts` of listJournalEntries',
    examples: ['3001,3002'],
  }),
})

const VatReturn = named(
  'VatReturn',
  object({
    id: nullable(Id),
    startDate: DateOnly,
    endDate: DateOnly,
    dueDate: nullable({ ...DateOnly, description: 'The last day for the return, sent in electronically' }),
    reportedElsewhere: Type.Boolean({ description: 'It was reported by other means; nothing was booked here' }),
    correctsRef: nullable(object({ id: Id })),
    correctedByRef: nullable(object({ id: Id })),
    boxes: Type.Array(Box, { description: 'Those that have anything' }),
    payable: Type.Integer({
      description: 'Box 49: whole kronor to pay, or to get back when negative',
      examples: [1250],
    }),
    rateOfEuro: nullable(
      Type.Number({
        description:
          'Of books in EUR: kronor for one euro, by which boxes are declared in whole kronor. `amount` and `entry` are in EUR',
        examples: [11.0625],
      }),
    ),
    entry: nullable(
      object({
        title: Type.String(),
        date: DateOnly,
        journalEntryRef: nullable(object({ id: Id })),
        journalEntryNumber: nullable(Type.String({ examples: ['V42'] })),
        items: Type.Array(object({ account: Type.Integer({ examples: [2611] }), debit: Kronor, credit: Kronor })),
      }),
    ),
    knownAt: Type.Integer({ description: 'The last registration number that the figures count' }),
    chainHeads: Type.Array(object({ chain: Type.String(), number: Type.String(), hash: Type.String() }), {
      description: 'The last entry of each fiscal year and series, with its hash, when it was made',
    }),
    reportedDateTime: DateTime,
    reportedBy: Type.String({ examples: ['Anna Ek'] }),
    modifiedDateTime: { ...DateTime, description: 'When it was reported, or corrected by another return' },
  }),
)

const refOf = (id: string | null) => (id === null ? null : { id })

const names = new Map(vatBoxes.map(({ code, words }) => [code, words]))

const shown = (record: ReturnRecord, language: Language) => {
  const { id, startDate, endDate, dueDate, isElsewhere, entry, registration, heads } = record
  return {
    id,
    startDate,
    endDate,
    dueDate,
    reportedElsewhere: isElsewhere,
    correctsRef: refOf(record.correctsId),
    correctedByRef: refOf(record.correctedById),
    boxes: record.boxes.map(({ code, reported, amount, accounts }) => ({
      box: code,
      name: names.get(code)?.[language] ?? code,
      accounts: accounts.join(','),
      reported: numberFromOre(reported),
      amount: numberFromOre(amount),
    })),
    payable: numberFromOre(record.payable),
    rateOfEuro: record.rateOfEuro === null ? null : Number(record.rateOfEuro),
    entry: entry && {
      title: entry.title,
      date: entry.date,
      journalEntryRef: refOf(record.journalEntryId),
      journalEntryNumber: record.journalEntryNumber,
      items: entry.items.map(({ account, ore }) => ({
        account,
        debit: ore > 0n ? numberFromOre(ore) : 0,
        credit: ore < 0n ? numberFromOre(-ore) : 0,
      })),
    },
    knownAt: registration,
    chainHeads: heads.map(({ chain, number, link }) => ({ chain, number, hash: link })),
    reportedDateTime: momentText(record.reportedAt),
    reportedBy: record.reportedBy,
    modifiedDateTime: momentText(record.modifiedAt),
  }
}

const ReturnMade = named(
  'VatReturnMade',
  object({
    startDate: Type.Optional(DateOnly),
    endDate: Type.Optional(DateOnly),
    corrects: Type.Optional({ ...Id, description: 'The return of the same period that this one corrects' }),
    reportedElsewhere: Type.Optional(
      Type.Boolean({ description: 'It was reported by other means, for any days: nothing is booked or locked' }),
    ),
    rateOfEuro: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: MAX_RATE,
        description:
          'Of books in EUR: kronor for one euro, in place of the mean of the rates of the period (lag 2000:46, 15 §)',
      }),
    ),
    acceptDifferences: Type.Optional(
      Type.Boolean({
        description:
          'Report it although a base and its tax differ by more than rounding (boxes 05–08 and 10–12, 20–24 and 30–32, 50 and 60–62): it is intended',
      }),
    ),
  }),
)

export const vatReturnRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'listVatReturns',
    tag,
    summary: 'List the VAT returns',
    description:
      'Those of the latest period first. `query` filters on startDate, endDate, reportedDateTime and modifiedDateTime.',
    scope: 'reports:read',
    query: pageQuery('startDate>=2026-01-01'),
    answer: { json: pageOf(VatReturn) },
    refusals: [],
    run: async (call, { query, language }) => {
      const page = await listReturns(call, query)
      return { ...page, items: page.items.map((record) => shown(record, language)) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    operationId: 'getVatReturn',
    tag,
    summary: 'Read a VAT return',
    description: 'As it was reported: later bookings never change it.',
    scope: 'reports:read',
    answer: { json: VatReturn },
    tagged: true,
    refusals: [refusals.returnNotFound],
    run: async (call, { params, language }) => shown(await readReturn(call, params.vatReturnId ?? ''), language),
  }),
  row({
    method: 'GET',
    path: `${one}/file`,
    operationId: 'downloadVatReturn',
    tag,
    summary: "Download the tax authority's file",
    description:
      'The return as the e-service of Skatteverket reads it (eSKDUpload 6.0, XML in ISO 8859-1): whole kronor, and no box that is empty.',
    scope: 'reports:read',
    answer: { file: 'application/xml' },
    refusals: [refusals.returnNotFound, refusals.noFigures],
    run: (call, { params }) => writeReturnFile(call, params.vatReturnId ?? ''),
  }),
  row({
    method: 'POST',
    path,
    operationId: 'reportVat',
    tag,
    summary: 'Report VAT for a period',
    description:
      'For a period of the company that is over: books the entry that empties the accounts of tax to the settlement account (2650), with öre to rounding (3740), on the last day of the period; locks its days for entries that would change the return (`vatLockDate` of getLockDate); and keeps what was reported with the state of the books that it stands on. A return that names another one in `corrects` reports the same period anew, and books only the difference. `Service-Warning` tells earlier periods that are not reported, and days that are locked now. Published documents that are not in the books, and what is unpaid at the end of a year under the cash method, refuse it, unless `force` is sent. A base and a tax that do not belong together refuse it, unless `acceptDifferences` is sent. So does a margin under the margin scheme that is not worked out (`workOutMargin`).',
    scope: 'reports:write',
    query: object({
      force: Type.Optional(
        Type.Boolean({ default: false, description: 'Go on although published documents are not in the books' }),
      ),
    }),
    body: ReturnMade,
    answer: { json: VatReturn },
    events: ['vat-return.made', 'vat-return.corrected', 'journal-entry.booked', 'lock-date.set', 'period-end.forced'],
    refusals: [
      refusals.returnNotFound,
      refusals.noSetting,
      refusals.notRegistered,
      refusals.alreadyReported,
      refusals.settledBefore,
      refusals.basesDiffer,
      refusals.correctedAlready,
      reportsContribution.reportRefusals.noRateOfEuro,
      marginRefusals.notWorkedOut,
      salesContribution.bookingRefusals.unrecordedDocuments,
    ],
    example: { body: { startDate: '2026-01-01', endDate: '2026-03-31' } },
    run: async (call, { query, body, language }) => {
      const { startDate, endDate, corrects, rateOfEuro, reportedElsewhere = false, acceptDifferences = false } = body
      const asked = {
        start: startDate === undefined ? undefined : dayFrom(startDate),
        isElsewhere: reportedElsewhere,
        end: endDate === undefined ? undefined : dayFrom(endDate),
        corrects,
        rateOfEuro,
        acceptsDifferences: acceptDifferences,
      }
      return shown(await reportVat(call, asked, { force: query.force ?? false, dryRun: false }), language)
    },
  }),
]
