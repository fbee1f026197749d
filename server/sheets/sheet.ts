// Writes a sheet in the requested format, portion by portion.
import {
  httpContribution,
  type Language,
  type RowCall,
  type Sheet,
  type SheetColumn,
  type SheetFormat,
  type SheetRow,
  type WrittenSheet,
} from '#http'
import { findCompany } from '#identity'
import { writtenOrganizationNumber } from '#numbers/organization-number'
import { type Asker, askerOf, type ReportPaper, reportPdfOf } from '#paper'
import type { CompanyCall } from '#platform/call'
import { charactersOfOtherScripts } from '#text/scripts'
import { csvLines, csvStyles, csvTitles } from './csv.rules.ts'
import { jsonLines } from './ndjson.rules.ts'
import { workbookOf } from './xlsx.ts'

/** Approximate number of characters sent at once. */
const PORTION = 65_536
/** Maximum number of rows in a PDF: it is made in memory, and a hundred pages take about 100 MB. */
export const MAX_PDF_ROWS = 5000
/** Maximum number of characters in texts with other scripts than Latin, Greek and Cyrillic. */
const MAX_OF_OTHER_SCRIPTS = 100_000

type Wanted = { format: SheetFormat; language: Language }
type About = { company: Company; at: Date }
type Company = { name: string; organizationNumber: string; isTest: boolean }

/** The sheet as a PDF, for a caller that sends it; at most {@link MAX_PDF_ROWS} rows. */
export const pdfOfSheet = async (call: CompanyCall, sheet: Sheet, language: Language): Promise<Buffer> =>
  reportPdfOf(await paperOfSheet(call, sheet, language), askerOf(call))

export const writeSheet = async (call: RowCall, sheet: Sheet, wanted: Wanted): Promise<WrittenSheet> => {
  const name = nameOfSheet(sheet, wanted.format)
  if (wanted.format !== 'pdf') {
    return { name, portions: await portionsIn(call, sheet, wanted.format), isRead: isWhole(sheet.rows) }
  }
  // A PDF needs all rows: it is made after they have been read, without further queries.
  return { name, portions: pdf(await paperOfSheet(call, sheet, wanted.language), askerOf(call)), isRead: true }
}

/** `Huvudbok 2026-01-01 2026-12-31.pdf` */
export const nameOfSheet = ({ title, period }: Sheet, format: SheetFormat): string =>
  `${[title, period?.from, period?.to].filter(Boolean).join(' ')}.${endings[format]}`

const portionsIn = async (
  call: RowCall,
  sheet: Sheet,
  format: Exclude<SheetFormat, 'pdf'>,
): Promise<WrittenSheet['portions']> => {
  if (format !== 'xlsx') return inPortions(textsOf(sheet, format))
  return workbook(sheet, { company: await companyOf(call), at: call.now })
}

const endings: Readonly<Record<SheetFormat, string>> = {
  csv: 'csv',
  csvExcel: 'csv',
  ndjson: 'ndjson',
  xlsx: 'xlsx',
  pdf: 'pdf',
}

/** Trailing columns such as ids are for programs only. */
const forPeople = (columns: readonly SheetColumn[]) => columns.filter(({ forPrograms }) => !forPrograms)

async function* textsOf(
  { columns: all, rows }: Sheet,
  format: Exclude<SheetFormat, 'xlsx' | 'pdf'>,
): AsyncGenerator<string> {
  const columns = format === 'csvExcel' ? forPeople(all) : all
  const write = format === 'ndjson' ? jsonLines(columns) : csvLines(columns, csvStyles[format])
  if (format !== 'ndjson') yield csvTitles(columns, csvStyles[format])
  for await (const portion of portionsOf(rows)) yield write(portion)
}

const workbook = (sheet: Sheet, { company, at }: About): AsyncGenerator<Uint8Array> =>
  workbookOf({
    title: sheet.title,
    company: `${company.name} ${company.organizationNumber}`,
    at,
    about: [sheet.period?.from, sheet.period?.to].filter(Boolean).join(' – '),
    columns: forPeople(sheet.columns),
    portions: portionsOf(sheet.rows),
  })

async function* pdf(paper: ReportPaper, asker: Asker): AsyncGenerator<Uint8Array> {
  yield await reportPdfOf(paper, asker)
}

/** The PDF content of the sheet; refused if it is too large. */
export const paperOfSheet = async (call: CompanyCall, sheet: Sheet, language: Language): Promise<ReportPaper> => {
  const rows: SheetRow[] = []
  for await (const portion of portionsOf(sheet.rows)) {
    for (const row of portion) rows.push(row)
    if (rows.length > MAX_PDF_ROWS) throw httpContribution.refusals.tooLongForPdf({ limit: MAX_PDF_ROWS })
  }
  const texts = rows.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string'))
  if (charactersOfOtherScripts(texts) > MAX_OF_OTHER_SCRIPTS)
    throw httpContribution.refusals.lettersForPdf({ limit: MAX_OF_OTHER_SCRIPTS })
  const { title, period, knownAt } = sheet
  return {
    language,
    company: await companyOf(call),
    title,
    knownAt,
    printedAt: call.now,
    rows,
    period: period && { from: period.from ?? null, to: period.to },
    columns: forPeople(sheet.columns).map(({ title, over = null, holds }) => ({ title, over, holds })),
  }
}

const companyOf = async ({ db, companyId }: CompanyCall): Promise<Company> => {
  const { name, organizationNumber, isTest } = await findCompany(db, companyId)
  return { name, isTest, organizationNumber: writtenOrganizationNumber(organizationNumber) ?? organizationNumber }
}

async function* portionsOf(rows: Sheet['rows']): AsyncGenerator<readonly SheetRow[]> {
  if (isWhole(rows)) yield rows
  else yield* rows
}

const isWhole = (rows: Sheet['rows']): rows is readonly SheetRow[] => Array.isArray(rows)

/** Combines texts into portions worth sending. */
async function* inPortions(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let portion = ''
  for await (const text of texts) {
    portion += text
    if (portion.length < PORTION) continue
    yield portion
    portion = ''
  }
  if (portion !== '') yield portion
}
