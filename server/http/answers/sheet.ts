// Tables of entries in other formats than JSON: columns, rows, and the format that a request asks for.
import { type TSchema, Type } from '#http/bodies/schema'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { preferencesIn } from './language.ts'

/**
 * The contents of a column. A percent value may have decimals: 25 is a quarter. A moment is a text in UTC, shown to
 * people in Swedish time.
 */
export type SheetHolds = 'text' | 'day' | 'moment' | 'amount' | 'integer' | 'percent'

/**
 * `key` names the values in formats with objects, and is the same in every language. `over` is a heading above
 * neighbouring columns that share it. Columns `forPrograms`, such as an id, come last, and are left out of files for
 * people.
 */
export type SheetColumn = { key: string; title: string; over?: string; holds: SheetHolds; forPrograms?: boolean }

/** Amounts are in öre; missing values are null. */
export type SheetCell = string | number | Ore | null

const sheetRowKinds = ['heading', 'group', 'opening', 'line', 'total'] as const

/**
 * A `heading` begins a part, a `group` a section of it; `opening` is the balance before its lines, and a `total` ends
 * it. One cell per column.
 */
export type SheetRow = { kind: (typeof sheetRowKinds)[number]; cells: readonly SheetCell[] }

/** The content for other formats. Texts are in the language of the reader. */
export type Sheet = {
  title: string
  /** The period; with one day only, the position on that day. */
  period: { from?: Day; to: Day } | null
  /** The last registration number that is included. */
  knownAt: number | null
  columns: readonly SheetColumn[]
  /** In portions if it may be long: the next one is generated when the reader has consumed the one before. */
  rows: readonly SheetRow[] | AsyncIterable<readonly SheetRow[]>
}

const sheetFormats = ['csv', 'csvExcel', 'ndjson', 'xlsx', 'pdf'] as const
export type SheetFormat = (typeof sheetFormats)[number]

export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  csvExcel: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/**
 * A sheet ready to be sent: its file name, and its bytes in portions. `isRead`: the portions no longer need the
 * database.
 */
export type WrittenSheet = { name: string; portions: AsyncIterable<string | Uint8Array>; isRead: boolean }

const mediaType = (format: SheetFormat) => sheetTypes[format].replace(/;.*/, '')

/** The formats of a row; ndjson only if it is streamed. */
const formatsOf = ({ streams = false }: { streams?: boolean | undefined }): SheetFormat[] =>
  sheetFormats.filter((format) => format !== 'ndjson' || streams)

/** The media types of a row besides JSON, each with whether it is text. */
export const sheetMediaTypes = (row: { streams?: boolean | undefined }): Map<string, boolean> =>
  new Map(formatsOf(row).map((format) => [mediaType(format), format !== 'xlsx' && format !== 'pdf']))

/** The query parameter of every row with a sheet. */
export const formatParameter = (row: { streams?: boolean | undefined }): TSchema =>
  Type.Optional(
    Type.Enum(['json', ...formatsOf(row)], {
      description:
        'In place of the header Accept. csvExcel is CSV as Swedish Excel opens it: semicolons, decimal commas, a byte order mark',
    }),
  )

/** Whether a media type of an Accept header means JSON. */
export const isJson = (type: string): boolean => ['application/json', 'application/*', '*/*'].includes(type)

/** The format that a request asks for: `format`, or else the header Accept; null is JSON. */
export const formatAsked = (
  row: { streams?: boolean | undefined },
  { format, accept }: { format: unknown; accept: string | undefined },
): SheetFormat | null => {
  const formats = formatsOf(row)
  if (format !== undefined) return formats.find((one) => one === format) ?? null
  const [best] = preferencesIn(accept).flatMap((type) => {
    if (isJson(type)) return [null]
    return formats.find((one) => mediaType(one) === type) ?? []
  })
  return best ?? null
}
