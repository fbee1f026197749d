// Writes a sheet in the format that was asked for, portion by portion.
import type { Language, RowCall, Sheet, SheetFormat, SheetRow, WrittenSheet } from '#http'
import { csvLines, csvStyles, csvTitles } from './csv.rules.ts'
import { jsonLines } from './ndjson.rules.ts'

/** About how many characters are sent at once. */
const PORTION = 65_536

type Wanted = { format: SheetFormat; language: Language }

export const writeSheet = async (_call: RowCall, sheet: Sheet, { format }: Wanted): Promise<WrittenSheet> => ({
  name: `${nameOf(sheet)}.${endings[format]}`,
  portions: inPortions(textsOf(sheet, format)),
})

const endings: Readonly<Record<SheetFormat, string>> = { csv: 'csv', csvExcel: 'csv', ndjson: 'ndjson' }

/** `Huvudbok 2026-01-01 2026-12-31` */
const nameOf = ({ title, period }: Sheet): string => [title, period?.from, period?.to].filter(Boolean).join(' ')

async function* textsOf({ columns: all, rows }: Sheet, format: SheetFormat): AsyncGenerator<string> {
  const columns = format === 'csvExcel' ? all.filter(({ forPrograms }) => !forPrograms) : all
  const write = format === 'ndjson' ? jsonLines(columns) : csvLines(columns, csvStyles[format])
  if (format !== 'ndjson') yield csvTitles(columns, csvStyles[format])
  for await (const portion of portionsOf(rows)) yield write(portion)
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
