// The parts of a fiscal year's archive, each of which yields its files. Database content is read at once, in one
// snapshot; files are fetched and rendered later, without it.
import { deserialize, serialize } from 'node:v8'
import { downloadStatement, type StatementFile, statementFilesBetween } from '#banking'
import { downloadUpload } from '#documents'
import type { CompanyRowCall, Row, RowCall, Sheet, SheetFormat } from '#http'
import { chainEntriesOf, exportSie, type FiscalYear } from '#ledger'
import { askerOf, type ReportPaper, reportPdfOf } from '#paper'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { downloadPublishedDocument, listPublishedDocuments, type PublishedDocument } from '#sales'
import { nameOfSheet, paperOfSheet, writeSheet } from '#sheets'
import { downloadTaxAccountFile, taxAccountFilesBetween } from '#tax-account'
import { CHECK_SCRIPT } from './check-script.ts'
import { portionsOf } from './document.ts'
import { historyDocument } from './history-document.ts'
import { systemDocument } from './system-document.ts'
import type { Packer, Source } from './zip.ts'

/**
 * The input of an archive: the year, and all endpoints, whose reports it includes. `layAside` stores data for rendering
 * these later.
 */
export type Asked = { year: FiscalYear; rows: readonly Row[]; layAside: Packer['layAside'] }

/** A file, or something left out of the archive and why. */
export type ArchiveFile = { path: string; source: Source } | { path: string; leftOut: string }

/** A file made after the snapshot was released, by a call that reads the current state. */
export type LaterFile = { later: (call: CompanyRowCall) => Promise<ArchiveFile> }

export type ArchivePart = {
  /** Its title in the archive. */
  title: string
  files: (call: CompanyRowCall, asked: Asked) => AsyncIterable<ArchiveFile | LaterFile>
}

export const archiveParts: readonly ArchivePart[] = [
  {
    title: 'Bokföringen som SIE-fil (typ 4E)',
    async *files(call, { year }) {
      const file = await exportSie(call, year.id)
      yield { path: `sie/${file.name}`, source: { path: file.path, kept: false } }
    },
  },
  {
    title: 'Verifikationerna med kontrollsummor, och programmet som kontrollerar dem',
    async *files(call, { year }) {
      yield { path: 'verifikationer.ndjson', source: { portions: linesOf(call, year.id) } }
      yield { path: 'kontrollera.mjs', source: { portions: only(CHECK_SCRIPT) } }
    },
  },
  { title: 'Rapporter', files: reportsOf },
  { title: 'Underlag till verifikationer', files: uploadsOf },
  { title: 'Kontoutdrag från banken, som de lästes in', files: statementsOf },
  { title: 'Kontoutdrag från skattekontot, som de lästes in', files: taxAccountOf },
  { title: 'Utfärdade fakturor och kreditfakturor, som PDF och e-faktura', files: salesOf },
  {
    title: 'Systemdokumentation och behandlingshistorik',
    async *files(call, { year }) {
      yield { path: 'systemdokumentation.html', source: { portions: portionsOf(await systemDocument(call)) } }
      const history = await historyDocument(call, year.id)
      yield { path: 'behandlingshistorik.html', source: { portions: portionsOf(history) } }
    },
  },
]

/** A single portion. */
export async function* only<Portion>(portion: Portion): AsyncGenerator<Portion> {
  yield portion
}

async function* linesOf(call: CompanyRowCall, fiscalYearId: string): AsyncGenerator<string> {
  for await (const entries of chainEntriesOf(call, fiscalYearId)) {
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }
}

/** Parameters that give the period of a report. */
const DAYS = ['fiscalYearId', 'from', 'on']

/**
 * Whether an endpoint is a report of a period, so that new ones are included automatically. A report without a period
 * concerns today and belongs to no year.
 */
const isReport = ({ path, sheet, query }: Row): boolean => {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, unknown> }
  return sheet !== undefined && path.includes('/reports/') && DAYS.some((name) => name in properties)
}

/** Reports are PDFs; those too long for PDF are CSV. */
const formats: readonly SheetFormat[] = ['pdf', 'csv']

async function* reportsOf(call: CompanyRowCall, { rows, ...asked }: Asked): AsyncGenerator<ArchiveFile | LaterFile> {
  for (const row of rows.filter(isReport)) {
    const reasons: string[] = []
    for (const format of formats) {
      const file = await reportOf(call, { ...asked, row, format })
      if (typeof file !== 'string') {
        yield file
        break
      }
      reasons.push(file)
    }
    const path = `rapporter/${row.path.slice(row.path.lastIndexOf('/') + 1)}`
    if (reasons.length === formats.length) yield { path, leftOut: reasons.at(-1) ?? '' }
  }
}

type AskedReport = Omit<Asked, 'rows'> & { row: Row; format: SheetFormat }

/** A report as a file whose first portion has been made, or why it is refused. */
const reportOf = async (
  call: CompanyRowCall,
  { row, year, format, layAside }: AskedReport,
): Promise<ArchiveFile | LaterFile | string> => {
  try {
    const sheet = await sheetOf(call, row, year)
    if (format === 'pdf') {
      const path = `rapporter/${inPath(nameOfSheet(sheet, format))}`
      return drawnLater(path, await layAside(serialize(await paperOfSheet(call, sheet, 'sv'))))
    }
    const { name, portions } = await writeSheet(call as unknown as RowCall, sheet, { format, language: 'sv' })
    return { path: `rapporter/${inPath(name)}`, source: { portions: await begun(portions) } }
  } catch (cause) {
    if (cause instanceof Refusal) return cause.message
    throw cause
  }
}

const drawnLater = (path: string, paper: () => Promise<Buffer>): LaterFile => ({
  // The data laid aside is a printed report.
  later: async (call) => {
    const bytes = await reportPdfOf(deserialize(await paper()) as ReportPaper, askerOf(call))
    return { path, source: { portions: only(bytes) } }
  },
})

/** The same portions, after the first was made: any refusal has occurred by then. */
const begun = async <Portion>(portions: AsyncIterable<Portion>): Promise<AsyncIterable<Portion>> => {
  const rest = portions[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  })()
}

/** A report of the year, by its id or its days, as the report requires. */
const sheetOf = (call: CompanyRowCall, row: Row, { id, startDate, endDate }: FiscalYear): Promise<Sheet> => {
  const { properties = {} } = (row.query ?? {}) as { properties?: Record<string, unknown> }
  const days = { from: startDate, to: endDate, on: endDate, date: endDate }
  const asked = 'fiscalYearId' in properties ? { fiscalYearId: id } : days
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name in properties))
  if (!row.sheet) throw new Error(`${row.operationId} is not a sheet`)
  const nothing = { path: '', name: '', size: 0, digest: Buffer.alloc(0), contentType: '' }
  // The row of a company accepts the call given to a row of a company.
  const own = call as unknown as RowCall
  return row.sheet(own, {
    language: 'sv',
    params: { companyId: call.companyId },
    query,
    body: undefined,
    file: nothing,
  })
}

/** How many files are looked up per statement. */
const BATCH = 200

/** A period, within or outside fiscal years. */
type Days = Pick<FiscalYear, 'startDate' | 'endDate'>

/** Files of a period, independent of fiscal years: they are kept as long as they are needed. */
export async function* filesBetween(call: CompanyRowCall, days: Days): AsyncGenerator<LaterFile> {
  for (const part of [uploadsOf, statementsOf, taxAccountOf, salesOf]) yield* part(call, { year: days })
}

async function* uploadsOf(call: CompanyRowCall, { year }: { year: Days }): AsyncGenerator<LaterFile> {
  for (let after = FIRST_ID; ; ) {
    const rows = await call.db.rows<{ id: string; number: string }>(sql`
      select u.id, e.journal_entry_number as number
      from documents.upload_of_entry_view u
      join ledger.journal_entry_view e on e.company_id = u.company_id and e.id = u.journal_entry_id
      where u.company_id = ${call.companyId} and u.id > ${after}
        and e.date between ${year.startDate}::date and ${year.endDate}::date
      order by u.id limit ${BATCH}`)
    for (const { id, number } of rows) {
      yield fetchedLater(`underlag/${inPath(number)}-${id}`, async (after) => {
        const { name, path, kept = false } = await downloadUpload(after, id)
        // Several files of an entry may have the same name: each is stored under its id.
        return { path: `underlag/${inPath(number)}-${id}-${inPath(name)}`, source: { path, kept } }
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** A file that is fetched later; if it is gone by then, that is reported at `place`. */
export const fetchedLater = (place: string, fetch: LaterFile['later']): LaterFile => ({
  later: async (call) => {
    try {
      return await fetch(call)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      return { path: place, leftOut: cause.message }
    }
  },
})

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

async function* statementsOf(call: CompanyRowCall, { year }: { year: Days }): AsyncGenerator<LaterFile> {
  for (let after: string | null = null; ; ) {
    const found: readonly StatementFile[] = await statementFilesBetween(call, year, after, BATCH)
    for (const { id } of found) {
      yield fetchedLater(`kontoutdrag/${id}`, async (after) => {
        const { name, path, kept = false } = await downloadStatement(after, id)
        return { path: `kontoutdrag/${id}-${inPath(name)}`, source: { path, kept } }
      })
    }
    after = found.at(-1)?.id ?? null
    if (after === null || found.length < BATCH) return
  }
}

async function* taxAccountOf(call: CompanyRowCall, { year }: { year: Days }): AsyncGenerator<LaterFile> {
  for (let after: string | null = null; ; ) {
    const found: readonly StatementFile[] = await taxAccountFilesBetween(call, year, after, BATCH)
    for (const { id } of found) {
      yield fetchedLater(`skattekonto/${id}`, async (after) => {
        const { name, path, kept = false } = await downloadTaxAccountFile(after, id)
        return { path: `skattekonto/${id}-${inPath(name)}`, source: { path, kept } }
      })
    }
    after = found.at(-1)?.id ?? null
    if (after === null || found.length < BATCH) return
  }
}

async function* salesOf(call: CompanyRowCall, { year }: { year: Days }): AsyncGenerator<LaterFile> {
  for (let after: PublishedDocument | null = null; ; ) {
    const found: readonly PublishedDocument[] = await listPublishedDocuments(call, year, after, BATCH)
    for (const sale of found) yield* filesOfSale(sale)
    after = found.at(-1) ?? null
    if (after === null || found.length < BATCH) return
  }
}

function* filesOfSale(sale: PublishedDocument): Generator<LaterFile> {
  for (const format of ['pdf', 'ubl'] as const) {
    const place = `fakturor/${sale.kind === 'invoice' ? 'faktura' : 'kreditfaktura'}-${sale.number}.${format}`
    yield fetchedLater(place, async (after) => {
      const { name, path, kept = false } = await downloadPublishedDocument(after, sale, format)
      return { path: `fakturor/${inPath(name)}`, source: { path, kept } }
    })
  }
}

/** A file name that is valid as one path component on all systems. */
export const inPath = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').replace(/^\.+/, '')
