// The contents of a fiscal year's archive beside the books and vouchers: VAT returns as reported, tax return files, the
// annual report, the fixed asset register, and the proposals of the year-end. Each is the response of its endpoint.
import { type CompanyRowCall, type FileAnswer, type Row, type RowCall, Unfinished } from '#http'
import { Refusal } from '#platform/refusal'
import { type ArchiveFile, type ArchivePart, type Asked, fetchedLater, type LaterFile, only } from './archive-parts.ts'

/** How many list items are read per page. */
const PAGE = 100

/** The response of one of the company's endpoints. */
const answerOf = async <Answer>(
  call: CompanyRowCall,
  { rows, operationId }: { rows: readonly Row[]; operationId: string },
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, unknown> },
): Promise<Answer> => {
  const row = rows.find((one) => one.operationId === operationId)
  if (!row) throw new Error(`Unknown endpoint ${operationId}`)
  const nothing = { path: '', name: '', size: 0, digest: Buffer.alloc(0), contentType: '' }
  const input = { language: 'sv' as const, params: { companyId: call.companyId, ...params }, query, body: undefined }
  // The row of a company accepts the call given to a row of a company.
  return (await row.run(call as unknown as RowCall, { ...input, file: nothing })) as Answer
}

type Paged = {
  items: { id: string; startDate: string; endDate: string; reportedElsewhere: boolean }[]
  totalPages: number
}

/** Every item of a list. */
async function* itemsOf(
  call: CompanyRowCall,
  asked: { rows: readonly Row[]; operationId: string },
  query: Record<string, unknown> = {},
): AsyncGenerator<Paged['items'][number]> {
  for (let page = 1; ; page += 1) {
    const { items, totalPages } = await answerOf<Paged>(call, asked, { query: { ...query, page, pageSize: PAGE } })
    yield* items
    if (page >= totalPages) return
  }
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The VAT returns of periods that end within the year: the report, and the file for the tax authority. */
async function* returnsOf(call: CompanyRowCall, { year, rows }: Asked): AsyncGenerator<ArchiveFile | LaterFile> {
  const query = { query: `endDate>=${year.startDate} && endDate<=${year.endDate}` }
  for await (const one of itemsOf(call, { rows, operationId: 'listVatReturns' }, query)) {
    const params = { vatReturnId: one.id }
    const place = `momsdeklarationer/momsdeklaration-${one.startDate}-${one.endDate}`
    yield { path: `${place}-${one.id}.json`, source: { portions: only(textOf(one)) } }
    // One reported elsewhere has no figures here, and thus no file.
    if (one.reportedElsewhere) continue
    yield fetchedLater(`${place}.xml`, async (after) => {
      const file = await answerOf<FileAnswer>(after, { rows, operationId: 'downloadVatReturn' }, { params })
      return { path: `${place}-${one.id}.xml`, source: { path: file.path, kept: file.kept ?? false } }
    })
  }
}

const SRU_FILES = ['INFO.SRU', 'BLANKETTER.SRU']

/** The tax forms field by field, and the files of all forms; those that cannot be made yet are left out. */
async function* taxFormsOf(call: CompanyRowCall, { year, rows }: Asked): AsyncGenerator<ArchiveFile | LaterFile> {
  const params = { fiscalYearId: year.id }
  const forms = await answerOf(call, { rows, operationId: 'getTaxForms' }, { params })
  yield { path: 'inkomstdeklaration/blanketter.json', source: { portions: only(textOf(forms)) } }
  for (const name of SRU_FILES) {
    const path = `inkomstdeklaration/${name}`
    yield fetchedLater(path, async (after) => {
      const asked = { params: { ...params, file: name } }
      const file = await answerOf<FileAnswer>(after, { rows, operationId: 'downloadTaxForms' }, asked)
      return { path, source: { path: file.path, kept: file.kept ?? false } }
    })
  }
}

type Proposals = { items: { taken: unknown[] }[] }

/** The proposals of the year-end with what was given for them, where anything was given or taken. */
async function* proposalsOf(call: CompanyRowCall, { year, rows }: Asked): AsyncGenerator<ArchiveFile> {
  const asked = { params: { fiscalYearId: year.id } }
  const { items } = await answerOf<Proposals>(call, { rows, operationId: 'getYearEndProposals' }, asked)
  const inputs = await answerOf<{ modifiedDateTime: string | null }>(
    call,
    { rows, operationId: 'getYearEndProposalInputs' },
    asked,
  )
  if (inputs.modifiedDateTime === null && items.every(({ taken }) => taken.length === 0)) return
  yield { path: 'bokslutsförslag.json', source: { portions: only(textOf({ proposals: items, inputs })) } }
}

/** The register of fixed assets, one a line (JSON), each with its changes of value and its plan of depreciation. */
async function* assetsOf(call: CompanyRowCall, { rows }: Asked): AsyncGenerator<ArchiveFile> {
  yield { path: 'anläggningsregister.ndjson', source: { portions: linesOfAssets(call, rows) } }
}

async function* linesOfAssets(call: CompanyRowCall, rows: Asked['rows']): AsyncGenerator<string> {
  for await (const asset of itemsOf(call, { rows, operationId: 'listFixedAssets' })) {
    const params = { fixedAssetId: asset.id }
    const plan = await answerOf(call, { rows, operationId: 'getDepreciationPlan' }, { params })
    yield `${JSON.stringify({ ...asset, plan })}\n`
  }
}

type ReportState = { state: string; taxonomy: string | null; filings: { id: string; receiptName: string | null }[] }

/** The annual statements, and the final annual report as PDF and iXBRL with the receipts of its filings. */
async function* annualReportOf(call: CompanyRowCall, { year, rows }: Asked): AsyncGenerator<ArchiveFile | LaterFile> {
  const params = { fiscalYearId: year.id }
  const statements = await answerOf(call, { rows, operationId: 'getFinancialStatements' }, { params })
  yield { path: 'årsredovisning/räkningar.json', source: { portions: only(textOf(statements)) } }
  const report = await reportOf(call, { rows, operationId: 'getAnnualReport' }, params)
  if (report === null || report.state === 'draft') return
  const file = (path: string, operationId: string, more: Record<string, string> = {}) =>
    fetchedLater(path, async (after) => {
      const answer = await answerOf<FileAnswer | Unfinished>(
        after,
        { rows, operationId },
        { params: { ...params, ...more } },
      )
      const made = answer instanceof Unfinished ? await answer.finish(after) : answer
      return { path, source: { path: made.path, kept: made.kept ?? false } }
    })
  yield file('årsredovisning/årsredovisning.pdf', 'downloadAnnualReport')
  yield file('årsredovisning/årsredovisning.xhtml', 'downloadAnnualReportIxbrl')
  for (const { id, receiptName } of report.filings)
    if (receiptName !== null)
      yield file(`årsredovisning/kvittens-${id}`, 'downloadAnnualReportReceipt', { filingId: id })
}

/** How far the report of a year is; null if the company has none here. */
const reportOf = async (
  call: CompanyRowCall,
  asked: { rows: readonly Row[]; operationId: string },
  params: Record<string, string>,
): Promise<ReportState | null> => {
  try {
    return await answerOf<ReportState>(call, asked, { params })
  } catch (cause) {
    if (cause instanceof Refusal) return null
    throw cause
  }
}

/** The parts of an archive beside books and vouchers. */
export const yearParts: readonly ArchivePart[] = [
  { title: 'Momsdeklarationer som de lämnades, med deras filer', files: returnsOf },
  { title: 'Filer till inkomstdeklarationen (SRU)', files: taxFormsOf },
  { title: 'Årsredovisning med räkningar', files: annualReportOf },
  { title: 'Anläggningsregister med avskrivningsplaner', files: assetsOf },
  { title: 'Bokslutsförslag med uträkningar och underlag', files: proposalsOf },
]
