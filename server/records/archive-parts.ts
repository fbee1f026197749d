// What an archive of a fiscal year consists of: a table of parts, each of which tells its files one after the other.
// What is read from the database is read at once, in one snapshot; files are fetched and drawn later, without it.
import { deserialize, serialize } from 'node:v8'
import { downloadStatement, type StatementFile, statementFilesBetween } from '#banking'
import { downloadUpload } from '#documents'
import type { CompanyRowCall, Row, RowCall, Sheet, SheetFormat } from '#http'
import { chainEntriesOf, exportSie, type FiscalYear } from '#ledger'
import { askerOf, type ReportPaper, reportPdfOf } from '#paper'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { downloadOfSale, type PublishedSale, publishedBetween } from '#sales'
import { nameOfSheet, paperOfSheet, writeSheet } from '#sheets'
import { CHECK_SCRIPT } from './check-script.ts'
import { portionsOf } from './document.ts'
import { historyDocument } from './history-document.ts'
import { systemDocument } from './system-document.ts'
import type { Packer, Source } from './zip.ts'

/**
 * What an archive is made of: a year, and the table of endpoints, of which it takes the reports. `layAside` keeps what
 * these are drawn from.
 */
export type Asked = { year: FiscalYear; rows: readonly Row[]; layAside: Packer['layAside'] }

/** A file, or something that is not in the archive and why. */
export type ArchiveFile = { path: string; source: Source } | { path: string; leftOut: string }

/** A file that is made after the snapshot was given back, by a call that reads what is there by then. */
export type LaterFile = { later: (call: CompanyRowCall) => Promise<ArchiveFile> }

export type ArchivePart = {
  /** What it is, in the words of the archive. */
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

/** One portion. */
export async function* only<Portion>(portion: Portion): AsyncGenerator<Portion> {
  yield portion
}

async function* linesOf(call: CompanyRowCall, fiscalYearId: string): AsyncGenerator<string> {
  for await (const entries of chainEntriesOf(call, fiscalYearId)) {
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }
}

/** Names of parameters that say which days a report is about. */
const DAYS = ['fiscalYearId', 'from', 'on']

/**
 * Every endpoint that is a report of days, so that new ones come along by themselves. One that takes no days is about
 * today and belongs to no year.
 */
const isReport = ({ path, sheet, query }: Row): boolean => {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, unknown> }
  return sheet !== undefined && path.includes('/reports/') && DAYS.some((name) => name in properties)
}

/** Reports are PDFs; one that is too long for that is CSV. */
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

/** A report as a file, begun; or why it is refused. */
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
  // What was laid aside is a paper.
  later: async (call) => {
    const bytes = await reportPdfOf(deserialize(await paper()) as ReportPaper, askerOf(call))
    return { path, source: { portions: only(bytes) } }
  },
})

/** The same portions, of which the first was made: what is refused is refused by then. */
const begun = async <Portion>(portions: AsyncIterable<Portion>): Promise<AsyncIterable<Portion>> => {
  const rest = portions[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  })()
}

/** A report of the year: by its id or its days, as the report takes them. */
const sheetOf = (call: CompanyRowCall, row: Row, { id, startDate, endDate }: FiscalYear): Promise<Sheet> => {
  const { properties = {} } = (row.query ?? {}) as { properties?: Record<string, unknown> }
  const days = { from: startDate, to: endDate, on: endDate, date: endDate }
  const asked = 'fiscalYearId' in properties ? { fiscalYearId: id } : days
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name in properties))
  if (!row.sheet) throw new Error(`${row.operationId} is no sheet`)
  const nothing = { path: '', name: '', size: 0, digest: Buffer.alloc(0), contentType: '' }
  // A row of a company takes the call that a row of a company was given.
  const own = call as unknown as RowCall
  return row.sheet(own, {
    language: 'sv',
    params: { companyId: call.companyId },
    query,
    body: undefined,
    file: nothing,
  })
}

/** How many files are looked up at once. */
const BATCH = 200

/** Days, of a fiscal year or outside of all of them. */
type Days = Pick<FiscalYear, 'startDate' | 'endDate'>

/** What stands as files of some days, whether or not a fiscal year has them: it stays as long as it is needed. */
export async function* filesBetween(call: CompanyRowCall, days: Days): AsyncGenerator<LaterFile> {
  for (const part of [uploadsOf, statementsOf, salesOf]) yield* part(call, { year: days })
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
        // Several files of an entry may have one name: each stands under its own id.
        return { path: `underlag/${inPath(number)}-${id}-${inPath(name)}`, source: { path, kept } }
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

/** A file that is fetched later; where it has gone by then, that is told of `place`. */
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

async function* salesOf(call: CompanyRowCall, { year }: { year: Days }): AsyncGenerator<LaterFile> {
  for (let after: PublishedSale | null = null; ; ) {
    const found: readonly PublishedSale[] = await publishedBetween(call, year, after, BATCH)
    for (const sale of found) yield* filesOfSale(sale)
    after = found.at(-1) ?? null
    if (after === null || found.length < BATCH) return
  }
}

function* filesOfSale(sale: PublishedSale): Generator<LaterFile> {
  for (const format of ['pdf', 'ubl'] as const) {
    const place = `fakturor/${sale.kind === 'invoice' ? 'faktura' : 'kreditfaktura'}-${sale.number}.${format}`
    yield fetchedLater(place, async (after) => {
      const { name, path, kept = false } = await downloadOfSale(after, sale, format)
      return { path: `fakturor/${inPath(name)}`, source: { path, kept } }
    })
  }
}

/** A name that is one part of a path everywhere. */
export const inPath = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').replace(/^\.+/, '')
