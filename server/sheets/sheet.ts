// Writes a sheet in the format that was asked for, portion by portion.

import type { SheetRow, WrittenSheet } from '#http'
import { httpRefusals, type Language, type RowCall, type Sheet, type SheetColumn, type SheetFormat } from '#http'
import { findCompany } from '#identity'
import { writtenOrganizationNumber } from '#numbers'
import { type ReportPaper, reportPdfOf } from '#paper'
import type { CompanyCall } from '#platform/call'
import { csvLines, csvStyles, csvTitles } from './csv.rules.ts'
import { jsonLines } from './ndjson.rules.ts'
import { workbookOf } from './xlsx.ts'

/** About how many characters are sent at once. */
const PORTION = 65_536
/** Most rows of a PDF: it is made as a whole, in memory, and a hundred pages and some take some 100 MB. */
export const MAX_PDF_ROWS = 5000

/** The sheet as a PDF, for who sends it on; it has at most {@link MAX_PDF_ROWS} rows. */
export const pdfOfSheet = async (call: CompanyCall, sheet: Sheet, language: Language): Promise<Buffer> => {
  const bytes: Uint8Array[] = []
  const about = { company: await companyOf(call), at: call.now }
  for await (const portion of pdf(sheet, { format: 'pdf', language }, about)) bytes.push(portion)
  return Buffer.concat(bytes)
}

type Wanted = { format: SheetFormat; language: Language }
type About = { company: Company; at: Date }
type Company = { name: string; organizationNumber: string; isTest: boolean }

export const writeSheet = async (call: RowCall, sheet: Sheet, wanted: Wanted): Promise<WrittenSheet> => ({
  name: `${nameOf(sheet)}.${endings[wanted.format]}`,
  portions: await portionsIn(call, sheet, wanted),
})

const portionsIn = async (call: RowCall, sheet: Sheet, wanted: Wanted): Promise<WrittenSheet['portions']> => {
  const { format } = wanted
  if (format !== 'xlsx' && format !== 'pdf') return inPortions(textsOf(sheet, format))
  const about = { company: await companyOf(call), at: call.now }
  return format === 'xlsx' ? workbook(sheet, about) : pdf(sheet, wanted, about)
}

const endings: Readonly<Record<SheetFormat, string>> = {
  ...{ csv: 'csv', csvExcel: 'csv', ndjson: 'ndjson', xlsx: 'xlsx', pdf: 'pdf' },
}

/** `Huvudbok 2026-01-01 2026-12-31` */
const nameOf = ({ title, period }: Sheet): string => [title, period?.from, period?.to].filter(Boolean).join(' ')

/** Ids and the like, which stand last, are for programs. */
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
    ...{ title: sheet.title, company: `${company.name} ${company.organizationNumber}`, at },
    about: [sheet.period?.from, sheet.period?.to].filter(Boolean).join(' – '),
    ...{ columns: forPeople(sheet.columns), portions: portionsOf(sheet.rows) },
  })

async function* pdf(sheet: Sheet, { language }: Wanted, { company, at }: About): AsyncGenerator<Uint8Array> {
  const rows: SheetRow[] = []
  for await (const portion of portionsOf(sheet.rows)) {
    for (const row of portion) rows.push(row)
    if (rows.length > MAX_PDF_ROWS) throw httpRefusals.tooLongForPdf({ limit: MAX_PDF_ROWS })
  }
  const { title, period, knownAt } = sheet
  const paper: ReportPaper = {
    ...{ language, company, title, knownAt, printedAt: at, rows },
    period: period && { from: period.from ?? null, to: period.to },
    columns: forPeople(sheet.columns).map(({ title, over = null, holds }) => ({ title, over, holds })),
  }
  yield await reportPdfOf(paper)
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

/** Texts put together until they are worth sending. */
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
