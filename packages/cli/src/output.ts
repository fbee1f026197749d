// What came back, as a table for people, and as JSON or CSV for programs.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Download, effectsOf } from '@grundbok/sdk'
import { bold, dim, say } from './terminal.ts'

export type Format = 'table' | 'json' | 'csv'

type Row = Readonly<Record<string, unknown>>

/** The format that was asked for; a table for people, and JSON for what reads a pipe. */
export const formatOf = (asked: Format | undefined): Format => asked ?? (process.stdout.isTTY ? 'table' : 'json')

export const print = (came: unknown, format: Format, columns?: readonly string[]): void => {
  if (came !== undefined) write(textOf(came, format, columns))
}

export const write = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const textOf = (came: unknown, format: Format, columns?: readonly string[]): string => {
  const rows = format === 'json' ? null : rowsOf(came)
  if (rows === null) return format === 'json' ? JSON.stringify(came, null, 2) : String(came)
  const names = columns ?? columnsOf(rows)
  if (format === 'csv') return csvOf(rows, names)
  return Array.isArray(came) ? tableOf(rows, columns ?? fitting(rows, names)) : recordOf(rows[0] ?? {})
}

const rowsOf = (came: unknown): Row[] | null => {
  if (Array.isArray(came)) return came.map((one) => (isRow(one) ? one : { value: one }))
  return isRow(came) ? [came] : null
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** All that has a value of its own: `customerRef.name`, and no lists. */
const columnsOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap((row) => pathsIn(row)))]

const pathsIn = (row: Row, before = ''): string[] =>
  Object.entries(row).flatMap(([name, value]) => {
    if (Array.isArray(value)) return []
    return isRow(value) && before === '' ? pathsIn(value, `${name}.`) : isRow(value) ? [] : [before + name]
  })

const cellOf = (row: Row, path: string): string => {
  const value = path.split('.').reduce<unknown>((at, name) => (isRow(at) ? at[name] : undefined), row)
  if (value === null || value === undefined) return ''
  return isRow(value) ? JSON.stringify(value) : String(value)
}

/** Between columns. */
const GAP = 2

/** As many columns as the terminal is wide, without those that are empty. */
const fitting = (rows: readonly Row[], names: readonly string[]): string[] => {
  const widest = process.stdout.columns || Number(process.env.COLUMNS) || 120
  let left = widest
  return names.filter((name) => {
    const width = widthOf(rows, name)
    if (rows.every((row) => cellOf(row, name) === '') || width > left) return false
    left -= width + GAP
    return true
  })
}

const widthOf = (rows: readonly Row[], name: string): number =>
  Math.max(name.length, ...rows.map((row) => cellOf(row, name).length))

const isNumber = (rows: readonly Row[], name: string): boolean =>
  rows.every((row) => /^(?:-?\d+(?:\.\d+)?)?$/.test(cellOf(row, name)))

const tableOf = (rows: readonly Row[], names: readonly string[]): string => {
  if (rows.length === 0) return dim('Nothing')
  const columns = names.map((name) => ({ name, width: widthOf(rows, name), isRight: isNumber(rows, name) }))
  const line = (cells: (name: string) => string) =>
    columns
      .map(({ name, width, isRight }) => (isRight ? cells(name).padStart(width) : cells(name).padEnd(width)))
      .join(' '.repeat(GAP))
      .trimEnd()
  return [bold(line((name) => name)), ...rows.map((row) => line((name) => cellOf(row, name)))].join('\n')
}

/** One resource: a line for each value, and what is within as JSON. */
const recordOf = (row: Row): string => {
  const names = Object.keys(row)
  const width = Math.max(0, ...names.map(({ length }) => length))
  return names.map((name) => `${bold(name.padEnd(width))}  ${cellOf(row, name)}`).join('\n')
}

const csvOf = (rows: readonly Row[], names: readonly string[]): string =>
  [names, ...rows.map((row) => names.map((name) => cellOf(row, name)))]
    .map((cells) => cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')

type Effects = NonNullable<ReturnType<typeof effectsOf>>

/** What a trial would change, each part as a table. */
export const effectsTable = (effects: Effects): string => {
  const entries = effects.entries.flatMap(({ journalEntryNumber, date, title, items }) =>
    items.map((item, at) => ({
      entry: at === 0 ? journalEntryNumber : '',
      date: at === 0 ? date : '',
      title: at === 0 ? title : '',
      account: item.account,
      debit: item.debit || '',
      credit: item.credit || '',
    })),
  )
  const parts: [string, readonly Row[]][] = [
    ['Entries that would be booked', entries],
    ['Accounts', effects.accounts],
    ['Boxes of the VAT return', effects.vatBoxes],
    ['Open items', effects.openItems.map(({ id: _, ...item }) => item)],
    ['Mails', effects.mails],
    ['Events', effects.events.map(({ kind }) => ({ kind }))],
  ]
  const drawn = parts.filter(([, rows]) => rows.length > 0)
  if (drawn.length === 0) return dim('Nothing would change')
  return drawn.map(([title, rows]) => `${bold(title)}\n${tableOf(rows, columnsOf(rows))}`).join('\n\n')
}

/** A file: where it was asked to go, to a pipe, or under the name that the service suggests. */
export const saveDownload = async (download: Download, to: string | undefined): Promise<void> => {
  const isPiped = to === '-' || (to === undefined && !process.stdout.isTTY)
  const path = to ?? download.fileName?.replace(/[/\\]/g, '_') ?? 'download'
  const source = Readable.fromWeb(download.stream as Parameters<typeof Readable.fromWeb>[0])
  await pipeline(source, isPiped ? process.stdout : createWriteStream(path), { end: !isPiped })
  if (!isPiped) say(path)
}
