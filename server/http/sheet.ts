// A list of entries that can be had in other formats than JSON: columns, rows, and which format a request wants.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { preferencesIn } from './language.ts'
import { type TSchema, Type } from './schema.ts'

/**
 * What a column holds; percent is whole or broken percent: 25 is a quarter. A moment is a text in UTC, and people read
 * it in Swedish time.
 */
export type SheetHolds = 'text' | 'day' | 'moment' | 'amount' | 'integer' | 'percent'

/**
 * `key` names the values where rows are objects, and stays the same in every language. `over` is a heading above
 * neighbouring columns that have the same. What is `forPrograms`, such as an id, stands last, and is
 * left out of files for people.
 */
export type SheetColumn = { key: string; title: string; over?: string; holds: SheetHolds; forPrograms?: boolean }

/** Amounts are in öre; what is not there is null. */
export type SheetCell = string | number | Ore | null

export const sheetRowKinds = ['heading', 'group', 'opening', 'line', 'total'] as const

/**
 * A `heading` begins a part, a `group` a part of that; `opening` is what stood there before its lines, and a `total`
 * ends it. One cell for each column.
 */
export type SheetRow = { kind: (typeof sheetRowKinds)[number]; cells: readonly SheetCell[] }

/** What is written in another format. Texts are in the language of the reader. */
export type Sheet = {
  title: string
  /** The days that it is about; with one day alone, how things stood on it. */
  period: { from?: Day; to: Day } | null
  /** The last registration number that is counted. */
  knownAt: number | null
  columns: readonly SheetColumn[]
  /** In portions where it may be long: the next one is made when the reader has taken the one before. */
  rows: readonly SheetRow[] | AsyncIterable<readonly SheetRow[]>
}

export const sheetFormats = ['csv', 'csvExcel', 'ndjson', 'xlsx', 'pdf'] as const
export type SheetFormat = (typeof sheetFormats)[number]

export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  csvExcel: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/**
 * A sheet ready to be sent: its name as a file, and its bytes in portions. `isRead`: the portions are made of what has
 * been read, without the database.
 */
export type WrittenSheet = { name: string; portions: AsyncIterable<string | Uint8Array>; isRead: boolean }

const mediaType = (format: SheetFormat) => sheetTypes[format].replace(/;.*/, '')

/** The formats of a row; line by line only where it is read as a stream. */
export const formatsOf = ({ streams = false }: { streams?: boolean | undefined }): SheetFormat[] =>
  sheetFormats.filter((format) => format !== 'ndjson' || streams)

/** The media types of a row beside JSON, each with whether it is text. */
export const sheetMediaTypes = (row: { streams?: boolean | undefined }): Map<string, boolean> =>
  new Map(formatsOf(row).map((format) => [mediaType(format), format !== 'xlsx' && format !== 'pdf']))

/** The query parameter that every row with a sheet has. */
export const formatParameter = (row: { streams?: boolean | undefined }): TSchema =>
  Type.Optional(
    Type.Enum(['json', ...formatsOf(row)], {
      description:
        'In place of the header Accept. csvExcel is CSV as Swedish Excel opens it: semicolons, decimal commas, a byte order mark',
    }),
  )

/** Whether JSON is what this media type of an Accept header stands for. */
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
