// All data of a company in one zip file: an archive of each fiscal year, the registers and other lists of the API as
// JSON lines, and files outside the years.
import {
  audienceOf,
  type CompanyRowCall,
  type Input,
  placeholdersOf,
  type Row,
  type RowCall,
  type Unfinished,
} from '#http'
import { companyInformation } from '#identity'
import { type FiscalYear, listFiscalYears } from '#ledger'
import { addDays, type Day, dayFrom, dayOf, FIRST_YEAR, LAST_YEAR, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { Refusal } from '#platform/refusal'
import { makeMissingPdfs } from '#sales'
import { programVersion, schemaVersion } from '#schema/program'
import { Written } from '#text/json'
import { type Finish, packingInto, packYear } from './archive.ts'
import { type ArchiveFile, filesBetween, type LaterFile } from './archive-parts.ts'
import { combineQueries } from './combined-queries.ts'
import { type ExportFile, exportFiles, filesLeftOut } from './export-files.ts'
import type { Packed, Packer } from './zip.ts'

/** The folder for the remains of removed fiscal years. */
const EARLIER = 'år/tidigare'
/** How many list items are read per page, and the maximum number of fiscal years. */
const AT_ONCE = 100
const MOST_YEARS = 100

/** Lists that are not the company's data, or are in the export under another name. */
export const leftOutOfExport: Readonly<Record<string, string>> = {
  listChartCorrections: 'where the chart differs from the usual one: worked out from the chart',
  listClosingItems: 'what is to be done before a year is closed: worked out from the lists',
  listInvoicesToRemind: 'which invoices are overdue now: worked out from the invoices',
  listEvents: 'that something has happened, for programs that follow it: the history says what and who',
  listRequests: 'what programs have asked of the API in the last week: no data of the company',
}

/** The lists in an export, each with its parent list if it belongs to a resource. */
export const exportedLists = (rows: readonly Row[]): readonly { row: Row; parent: Row | null }[] => {
  const lists = rows.filter(isList)
  return lists.map((row) => ({ row, parent: lists.find(({ path }) => isBelow(path, row.path)) ?? null }))
}

/** Whether a path is that of a list below each item of another one. */
const isBelow = (list: string, path: string): boolean =>
  path.startsWith(`${list}/{`) && !path.slice(list.length + 2).includes('/{')

/** A list of a company that the caller may read. */
const isList = (row: Row): boolean =>
  row.method === 'GET' &&
  /^list/.test(row.operationId) &&
  audienceOf(row) === 'company' &&
  row.by !== 'integrations' &&
  !(row.operationId in leftOutOfExport)

/** Makes the PDFs of all years that were never requested. */
export const makeExportReady = async (call: CompanyRowCall): Promise<void> => {
  const years = await yearsOf(call)
  for (const days of [...years, ...daysBefore(years)]) await makeMissingPdfs(call, days)
}

/**
 * The days before the first remaining fiscal year, since some files of removed years are kept. None if the calendar
 * starts there.
 */
const daysBefore = (years: readonly FiscalYear[]): { startDate: Day; endDate: Day }[] => {
  const [first] = years.map(({ startDate }) => startDate).sort()
  const begin = dayFrom(`${FIRST_YEAR}-01-01`)
  const end = first === undefined ? dayFrom(`${LAST_YEAR}-12-31`) : first > begin ? addDays(first, -1) : null
  return end === null ? [] : [{ startDate: begin, endDate: end }]
}

/** Records that a full export was made. */
export const noteExport = async (call: CompanyRowCall): Promise<void> =>
  recordEvent(call, 'company.exported', { id: call.companyId }, { id: call.companyId })

const yearsOf = async (call: CompanyRowCall): Promise<FiscalYear[]> =>
  (await listFiscalYears(call, { pageSize: MOST_YEARS })).items

/**
 * Makes the export as a work file. It reads one snapshot, and fetches and renders the rest after releasing it. Memory
 * grows only by a short record per file.
 */
export const exportCompany = async (call: CompanyRowCall, rows: readonly Row[]): Promise<Unfinished> => {
  const { organizationNumber, name } = await companyInformation(call)
  const packing = packingInto(call, `export-${organizationNumber.replace('-', '')}-${dayOf(call.now)}`)
  const finish = await packing.try(async (packer) => {
    const years = await yearsOf(call)
    const finishes: Finish[] = []
    for (const year of years) {
      const own = `år/${year.startDate}_${year.endDate}`
      finishes.push(await packYear(call, within(packer, own), { year, rows, folder: own }))
    }
    const leftOut: Record<string, string> = {
      ...leftOutOfExport,
      ...filesLeftOut,
      ...(await packLists(call, packer, rows)),
    }
    const earlier: LaterFile[] = []
    for (const days of daysBefore(years)) for await (const file of filesBetween(call, days)) earlier.push(file)
    const files: ExportFile[] = []
    for await (const file of exportFiles(call)) files.push(file)
    const program = { name: 'Grundbok', version: programVersion(), schema: await schemaVersion(call.db) }
    const contents = { company: { id: call.companyId, name, organizationNumber }, generated: momentText(call.now) }
    return async (after: CompanyRowCall) => {
      for (const finishYear of finishes) await finishYear(after)
      for (const { later } of earlier) await packUnlessLeftOut(packer, EARLIER, await later(after), leftOut)
      for (const { later } of files) await packUnlessLeftOut(packer, 'filer', await later(after), leftOut)
      const manifest = {
        ...contents,
        program,
        years: years.map(({ startDate, endDate }) => ({ startDate, endDate })),
        leftOut,
      }
      await packer.add('export.json', { portions: only(`${JSON.stringify(manifest, null, 2)}\n`) })
    }
  })
  return packing.unfinished(finish)
}

const packUnlessLeftOut = async (
  packer: Packer,
  folder: string,
  file: ArchiveFile,
  leftOut: Record<string, string>,
): Promise<void> => {
  if ('leftOut' in file) leftOut[`${folder}/${file.path}`] = file.leftOut
  else await packer.add(`${folder}/${file.path}`, file.source)
}

/** The same packer, with everything in a folder. */
const within = (packer: Packer, folder: string): Packer => ({
  ...packer,
  add: async (path, source): Promise<Packed> => ({ ...(await packer.add(`${folder}/${path}`, source)), path }),
})

/** Writes each list as JSON lines; returns those that this company cannot read, with the reason. */
const packLists = async (
  call: CompanyRowCall,
  packer: Packer,
  rows: readonly Row[],
): Promise<Record<string, string>> => {
  const leftOut: Record<string, string> = {}
  for (const { row, parent } of exportedLists(rows)) {
    try {
      call.requireRow(row)
      if (parent) call.requireRow(parent)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      leftOut[row.operationId] = cause.message
      continue
    }
    await packer.add(`register/${fileOf(row)}.ndjson`, { portions: linesOf(call, row, parent) })
  }
  return leftOut
}

/** `customers`, `invoices-payments`: the path of a list without its parameters. */
const fileOf = ({ path }: Row): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{') && part !== 'companies')
    .join('-')

async function* linesOf(call: CompanyRowCall, row: Row, parent: Row | null): AsyncGenerator<string> {
  if (!parent) {
    for await (const item of itemsOf(call, row, {})) yield `${JSON.stringify(item)}\n`
    return
  }
  const [placeholder = ''] = placeholdersOf(row.path).filter((one) => one !== 'companyId')
  for await (const parents of pagesOf(call, parent, {})) {
    const ids = parents.map((item) => String((item as { id: string }).id))
    const firsts = await firstPages(call, row, placeholder, ids)
    for (const [at, id] of ids.entries())
      for await (const children of pagesOf(call, row, { [placeholder]: id }, firsts[at]))
        for (const child of children) yield `${JSON.stringify({ [placeholder]: id, ...(child as object) })}\n`
  }
}

/** The first page of a list below each of these resources, in order; most have only one. */
const firstPages = async (
  call: CompanyRowCall,
  row: Row,
  placeholder: string,
  ids: readonly string[],
): Promise<Listed[]> => {
  const pages: Listed[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    pages.push(
      ...(await combineQueries(call.db, some, (db, id) => pageOf({ ...call, db }, row, { [placeholder]: id }))),
    )
  }
  return pages
}

type Listed = { items: readonly unknown[]; nextCursor?: string | null }

/** A list is a page, or complete. */
const listed = (answer: unknown): Listed => (Array.isArray(answer) ? { items: answer } : (answer as Listed))

/** All items of a list. */
async function* itemsOf(call: CompanyRowCall, row: Row, params: Params): AsyncGenerator<unknown> {
  for await (const items of pagesOf(call, row, params)) yield* items
}

type Params = Readonly<Record<string, string>>

/** A list page by page, by cursor; `first` is the first page if it is known. */
async function* pagesOf(
  call: CompanyRowCall,
  row: Row,
  params: Params,
  first?: Listed,
): AsyncGenerator<readonly unknown[]> {
  for (let page = first ?? (await pageOf(call, row, params)); ; ) {
    yield page.items
    if (!page.nextCursor || !('cursor' in queryOf(row))) return
    page = await pageOf(call, row, params, page.nextCursor)
  }
}

const pageOf = async (call: CompanyRowCall, row: Row, params: Params, cursor?: string): Promise<Listed> => {
  const paged = 'pageSize' in queryOf(row) ? { pageSize: AT_ONCE, ...(cursor === undefined ? {} : { cursor }) } : {}
  const input = { language: 'sv', params: { ...params, companyId: call.companyId }, query: paged, body: undefined }
  // The row belongs to a company, and takes no file.
  const said = await row.run(call as unknown as RowCall, input as unknown as Input<unknown, unknown>)
  return listed(said instanceof Written ? JSON.parse(said.text) : said)
}

const queryOf = (row: Row): object => ((row.query ?? {}) as { properties?: object }).properties ?? {}

async function* only(text: string): AsyncGenerator<string> {
  yield text
}
