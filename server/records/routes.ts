// The endpoints of legally required records: documentation of the bookkeeping, and the archive of a year.
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type CompanyRowCall, type FileAnswer, type Row, row } from '#http'
import { ledgerContribution } from '#ledger'
import { dayOf } from '#platform/day'
import { writeStream } from '#platform/files'
import { archiveOf, makeReady } from './archive.ts'
import { portionsOf, type TextDocument } from './document.ts'
import { exportCompany, makeExportReady, noteExport } from './export.ts'
import { historyDocument } from './history-document.ts'
import { systemDocument } from './system-document.ts'

const company = '/companies/{companyId}'
const year = `${company}/fiscal-years/{fiscalYearId}`
const common = { method: 'GET', tag: 'Records', by: 'people', snapshot: true } as const

/** The rows of this context; `rows` are all rows, whose reports an archive includes. */
export const recordRows = (rows: readonly Row[]): readonly Row[] => [
  row({
    ...common,
    path: `${company}/system-documentation`,
    operationId: 'downloadSystemDocumentation',
    summary: 'Download the system documentation',
    description:
      'How the books are kept (systemdokumentation, bokföringslagen 5 kap. 11 §), written by the service from its own tables, in Swedish: chart of accounts, series, automatic postings, VAT codes, fiscal years, people, integrations, and how the hash chain is verified.',
    scope: 'records:read',
    answer: { file: 'text/html' },
    refusals: [],
    run: async (call) => answerOf(call, await systemDocument(call), `systemdokumentation-${dayOf(call.now)}`),
  }),
  row({
    ...common,
    path: `${year}/processing-history`,
    operationId: 'downloadProcessingHistory',
    lasts: 'long',
    summary: 'Download the processing history of a fiscal year',
    description:
      'How each entry of the year came about, and what was changed outside of entries from its first day until it was closed (behandlingshistorik, bokföringslagen 5 kap. 11 §), in Swedish.',
    scope: 'records:read',
    answer: { file: 'text/html' },
    refusals: [ledgerContribution.refusals.fiscalYearNotFound],
    run: async (call, { params }) =>
      answerOf(call, await historyDocument(call, params.fiscalYearId ?? ''), 'behandlingshistorik'),
  }),
  row({
    ...common,
    path: `${year}/archive`,
    operationId: 'downloadArchive',
    lasts: 'longest',
    summary: 'Download the archive of a fiscal year',
    description:
      'A zip file with everything of the year that the law wants kept: SIE 4E, all reports, the files of its entries, published invoices, system documentation, processing history, a manifest, and SHA256SUMS. It is verified without this service: by sha256sum, and by a small program inside.',
    scope: 'records:read',
    answer: { file: 'application/zip' },
    refusals: [ledgerContribution.refusals.fiscalYearNotFound],
    before: (call, { params }) => makeReady(call, params.fiscalYearId ?? ''),
    run: (call, { params }) => archiveOf(call, { id: params.fiscalYearId ?? '', rows }),
  }),
  row({
    ...common,
    path: `${company}/export`,
    operationId: 'downloadExport',
    lasts: 'longest',
    summary: 'Download everything of a company',
    description:
      'A zip file to take elsewhere: below `år` each fiscal year with its SIE file and archive, below `register` each list of the API as JSON lines (lists of a resource, such as the payments of invoices, with the id of it in each line), below `filer` the files that stand in no year (uploads of no entry, attachments of invoices, the logo, files for the bank, reminders), and `export.json` with what was left out and why. It is noted who has taken it.',
    scope: 'records:read',
    answer: { file: 'application/zip' },
    events: ['company.exported'],
    refusals: [],
    before: makeExportReady,
    noted: noteExport,
    run: (call) => exportCompany(call, rows),
  }),
]

const answerOf = async (call: CompanyRowCall, document: TextDocument, name: string): Promise<FileAnswer> => {
  const path = call.files.newWorkFile()
  await writeStream(path, Readable.from(portionsOf(document)))
  const { size } = await stat(path)
  return { path, name: `${name}.html`, size, contentType: 'text/html' }
}
