// The endpoints of the annual report: its text, its final version, its signing, its files and its filing.
import { DateOnly, DateTime, Id, type Language, named, nullable, object, type Row, row, Type } from '#http'
import { ledgerContribution } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import { MAX_REASON } from '#rule/limits'
import { severities } from './checks.rules.ts'
import { ReportText, Signing } from './content.ts'
import { reportIxbrl, reportPdf } from './files.ts'
import { usualPrinciples } from './notes.rules.ts'
import { annualReportRefusals as refusals } from './refusals.ts'
import { finalizeReport, type Report, reportOf, withdrawReport } from './report.ts'
import { noteFiling, putSigning, readSigning, receiptOf } from './signing.ts'
import { putText, readText } from './text.ts'
import { type Filing, withdrawalsOf } from './version.ts'

const path = '/companies/{companyId}/fiscal-years/{fiscalYearId}/annual-report'
const tag = 'Year-end'
const people = { by: 'people', scope: 'fiscal-years:manage' } as const
const { fiscalYearNotFound } = ledgerContribution.refusals

const NotedBy = Type.String({ examples: ['Anna Ek'] })

const AnnualReportGet = named(
  'AnnualReport',
  object({
    fiscalYear: object({ id: Id, startDate: DateOnly, endDate: DateOnly }),
    state: Type.Enum(['draft', 'final', 'filed']),
    final: {
      ...nullable(object({ id: Id, number: Type.Integer(), madeDateTime: DateTime, madeBy: NotedBy })),
      description: 'The version whose text and figures are frozen; null while the report is a draft',
    },
    checks: Type.Array(
      object({
        key: Type.String({ examples: ['averageEmployees'], description: 'Stays the same in every language' }),
        severity: Type.Enum([...severities], { description: 'stops: it is not made final before it is settled' }),
        name: Type.String({ examples: ['Ange medelantalet anställda'] }),
      }),
      { description: 'What is open before the report is made final; empty of a final one' },
    ),
    proposed: object({
      principles: Type.String({ description: 'The accounting policies, unless the text has others' }),
    }),
    signatories: Type.Array(object({ firstName: Type.String(), lastName: Type.String(), role: Type.String() })),
    taxonomy: {
      ...nullable(Type.String({ examples: ['K2 AB 2024-09-12'] })),
      description: 'The taxonomy of the iXBRL file; null if none is known for the year',
    },
    filings: Type.Array(
      object({
        id: Id,
        filedOn: DateOnly,
        channel: Type.Enum(['digital', 'paper']),
        reference: nullable(Type.String()),
        receiptName: nullable(Type.String({ examples: ['kvittens.pdf'] })),
        notedDateTime: DateTime,
        notedBy: NotedBy,
      }),
      { description: 'How it was filed, the last one first; at most 20' },
    ),
    withdrawals: Type.Array(
      object({ number: Type.Integer(), reason: Type.String(), withdrawnDateTime: DateTime, withdrawnBy: NotedBy }),
      { description: 'Versions that were taken back, the last one first' },
    ),
  }),
)

const shownFiling = ({ id, filedOn, channel, reference, receiptName, notedAt, notedBy }: Filing) => ({
  id,
  filedOn,
  channel,
  reference,
  receiptName,
  notedDateTime: momentText(notedAt),
  notedBy,
})

const shown = async (call: CompanyCall, report: Report, language: Language) => {
  const { year, version, filings, checks, snapshot } = report
  const isFiled = version !== null && filings.some(({ versionId }) => versionId === version.id)
  return {
    fiscalYear: year,
    state: version === null ? ('draft' as const) : isFiled ? ('filed' as const) : ('final' as const),
    final: version && {
      id: version.id,
      number: version.number,
      madeDateTime: momentText(version.madeAt),
      madeBy: version.madeBy,
    },
    checks: checks.map(({ key, severity, words }) => ({ key, severity, name: words[language] })),
    proposed: { principles: usualPrinciples },
    signatories: [...snapshot.signatories],
    taxonomy: snapshot.taxonomy,
    filings: filings.map(shownFiling),
    withdrawals: (await withdrawalsOf(call, year.id)).map(({ number, reason, withdrawnAt, withdrawnBy }) => ({
      number,
      reason,
      withdrawnDateTime: momentText(withdrawnAt),
      withdrawnBy,
    })),
  }
}

const Reason = object({
  reason: Type.String({ minLength: 1, maxLength: MAX_REASON, pattern: '\\S', examples: ['En not saknades'] }),
})

/** Characters of a receipt in base64: half a megabyte. */
const MAX_RECEIPT = 699_052
const receiptTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain', 'application/json'] as const

const NewFiling = named(
  'NewAnnualReportFiling',
  object({
    filedOn: DateOnly,
    channel: Type.Enum(['digital', 'paper'], { description: 'As iXBRL with the registrar’s service, or on paper' }),
    reference: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200, examples: ['123456/2027'] }))),
    receipt: Type.Optional(
      nullable(
        object({
          name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['kvittens.pdf'] }),
          contentType: Type.Enum([...receiptTypes]),
          content: Type.String({
            minLength: 4,
            maxLength: MAX_RECEIPT,
            description: 'The file in base64, at most half a megabyte',
            examples: ['JVBERi0xLjcK'],
          }),
        }),
      ),
    ),
  }),
)

const idOf = ({ fiscalYearId: id = '' }: Record<string, string | undefined>) => id

const readRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    tag,
    operationId: 'getAnnualReport',
    summary: 'Read how far the annual report of a year is',
    description:
      'Of a limited company by K2 (BFNAR 2016:10): a draft until it is made final, with what it lacks; then who signs, and how it was filed. Its statements are read apart, and so is its text.',
    scope: 'reports:read',
    snapshot: true,
    answer: { json: AnnualReportGet },
    refusals: [refusals.inKronor, fiscalYearNotFound, refusals.noReportOfForm],
    run: async (call, { params, language }) => shown(call, await reportOf(call, idOf(params)), language),
  }),
  row({
    method: 'GET',
    path: `${path}/pdf`,
    tag,
    operationId: 'downloadAnnualReport',
    summary: 'Download the annual report as PDF',
    description:
      'A draft says so on each page, and is made from the books as they are. A final report is made from its snapshot, with the signatures and the certificate of adoption that are noted.',
    scope: 'reports:read',
    snapshot: true,
    lasts: 'long',
    answer: { file: 'application/pdf' },
    refusals: [refusals.inKronor, fiscalYearNotFound, refusals.noReportOfForm],
    run: (call, { params }) => reportPdf(call, idOf(params)),
  }),
  row({
    method: 'GET',
    path: `${path}/ixbrl`,
    tag,
    operationId: 'downloadAnnualReportIxbrl',
    summary: 'Download the annual report for digital filing',
    description:
      'Inline XBRL in XHTML by the taxonomy of the year, of a final and signed report, for the digital filing service of the registrar (Bolagsverket); with the certificate of adoption once it is noted.',
    scope: 'reports:read',
    snapshot: true,
    answer: { file: 'application/xhtml+xml' },
    refusals: [
      refusals.inKronor,
      fiscalYearNotFound,
      refusals.noReportOfForm,
      refusals.notFinal,
      refusals.notSigned,
      refusals.noTaxonomy,
      refusals.noElement,
    ],
    run: (call, { params }) => reportIxbrl(call, idOf(params)),
  }),
  row({
    method: 'GET',
    path: `${path}/filings/{filingId}/receipt`,
    tag,
    operationId: 'downloadAnnualReportReceipt',
    summary: 'Download the receipt of a filing',
    description: 'The file from the registrar that was given when the filing was noted, byte for byte.',
    scope: 'reports:read',
    snapshot: true,
    answer: { file: receiptTypes },
    refusals: [fiscalYearNotFound, refusals.noReceipt],
    run: (call, { params }) => receiptOf(call, { id: idOf(params), filingId: params.filingId ?? '' }),
  }),
]

const textRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${path}/text`,
    tag,
    operationId: 'getAnnualReportText',
    summary: 'Read the text of the annual report',
    description:
      'What people write of the year, and figures that the books do not have. Empty until it is written; of a final report the printed text is that of its snapshot.',
    scope: 'reports:read',
    answer: { json: ReportText },
    tagged: true,
    refusals: [fiscalYearNotFound],
    run: (call, { params }) => readText(call, idOf(params)),
  }),
  row({
    method: 'PUT',
    path: `${path}/text`,
    tag,
    operationId: 'putAnnualReportText',
    summary: 'Replace the text of the annual report',
    description:
      'Send `If-Match` with the ETag that was read: if another person has saved in the meantime, nothing is changed. A field that is null or absent is proposed from the books, or left out of the report.',
    ...people,
    body: ReportText,
    answer: { json: ReportText },
    tagged: true,
    current: (call, { params }) => readText(call, idOf(params)),
    events: ['annual-report.changed'],
    refusals: [fiscalYearNotFound, refusals.isFinal],
    example: {
      body: {
        business: 'Bolaget säljer stolar.',
        averageEmployees: 2,
        signatories: [{ firstName: 'Anna', lastName: 'Ek', role: 'Styrelseledamot' }],
      },
    },
    run: (call, { params, body }) => putText(call, { id: idOf(params), content: body }),
  }),
  row({
    method: 'GET',
    path: `${path}/signing`,
    tag,
    operationId: 'getAnnualReportSigning',
    summary: 'Read when the annual report was signed and adopted',
    description: 'The days noted for the final report; empty while it is a draft.',
    scope: 'reports:read',
    answer: { json: Signing },
    tagged: true,
    refusals: [fiscalYearNotFound],
    run: (call, { params }) => readSigning(call, idOf(params)),
  }),
  row({
    method: 'PUT',
    path: `${path}/signing`,
    tag,
    operationId: 'putAnnualReportSigning',
    summary: 'Note when the annual report was signed and adopted',
    description:
      'The day of the report and of each signature, and after the meeting the certificate of adoption (fastställelseintyg). The days must come in the order of the law: the year ends, the report is dated and signed, the meeting adopts it.',
    ...people,
    body: Signing,
    answer: { json: Signing },
    tagged: true,
    current: (call, { params }) => readSigning(call, idOf(params)),
    events: ['annual-report.signed', 'annual-report.adopted'],
    refusals: [fiscalYearNotFound, refusals.notFinal, refusals.alreadyFiled],
    example: { body: { reportDate: '2026-02-01', signatureDates: ['2026-02-01'] } },
    run: (call, { params, body }) => putSigning(call, { id: idOf(params), signing: body }),
  }),
]

const stepRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${path}/finalization`,
    tag,
    operationId: 'finalizeAnnualReport',
    summary: 'Make the annual report final',
    description:
      'Freezes its text and figures: what is booked or written later does not change it. Refused while a check stops it.',
    ...people,
    answer: { json: AnnualReportGet },
    events: ['annual-report.finalized'],
    refusals: [
      refusals.inKronor,
      fiscalYearNotFound,
      refusals.noReportOfForm,
      refusals.isFinal,
      refusals.yearNotOver,
      refusals.notReady,
    ],
    run: async (call, { params, language }) =>
      shown(call, await finalizeReport(call, { id: idOf(params), language }), language),
  }),
  row({
    method: 'POST',
    path: `${path}/withdrawal`,
    tag,
    operationId: 'withdrawAnnualReport',
    summary: 'Take a final annual report back',
    description: 'It is a draft again, with its text. The version and the reason are kept. Refused once it was filed.',
    ...people,
    body: Reason,
    answer: { json: AnnualReportGet },
    events: ['annual-report.withdrawn'],
    refusals: [
      refusals.inKronor,
      fiscalYearNotFound,
      refusals.noReportOfForm,
      refusals.notFinal,
      refusals.alreadyFiled,
    ],
    example: { body: { reason: 'En not saknades' } },
    run: async (call, { params, body: { reason }, language }) =>
      shown(call, await withdrawReport(call, { id: idOf(params), reason }), language),
  }),
  row({
    method: 'POST',
    path: `${path}/filings`,
    tag,
    operationId: 'noteAnnualReportFiling',
    summary: 'Note that the annual report was filed',
    description:
      'With the receipt of the registrar, which is kept. Nothing is sent by it. The report then stays as it was filed, and its deadline is noted as met.',
    ...people,
    body: NewFiling,
    answer: { json: AnnualReportGet },
    events: ['annual-report.filed', 'fiscal-year.handed-in'],
    refusals: [
      refusals.inKronor,
      fiscalYearNotFound,
      refusals.noReportOfForm,
      refusals.notFinal,
      refusals.notSigned,
      refusals.notAdopted,
      refusals.tooManyFilings,
    ],
    example: { body: { filedOn: '2026-06-01', channel: 'digital', reference: '123456/2026' } },
    run: async (call, { params, body, language }) => {
      await noteFiling(call, { id: idOf(params), filing: body })
      return shown(call, await reportOf(call, idOf(params)), language)
    },
  }),
]

export const reportRows: readonly Row[] = [...readRows, ...textRows, ...stepRows]
