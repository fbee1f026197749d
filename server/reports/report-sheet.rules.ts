// Reports as sheets: account, name, and the values of each column side by side.
import type { Language, Sheet, SheetColumn, SheetRow } from '#http'
import { type Day, firstOfMonth, lastOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'
import { amountWords, columnWords, lineWords } from '#rule/report-words'
import type { Words } from './lines.rules.ts'
import type { Column, Period } from './period.rules.ts'
import type { Row, Value } from './statement.rules.ts'

/** A column, with its title in both languages. */
export type WordedColumn = Omit<SheetColumn, 'title'> & { title: Words }

export const columnsIn = (columns: readonly WordedColumn[], language: Language): SheetColumn[] =>
  columns.map(({ title, ...column }) => ({ ...column, title: title[language] }))

/** The titles of columns that are not periods. */
const others: Partial<Record<Column['kind'], Words>> = columnWords

const nameWords = { sv: 'Benämning', en: 'Name' }

type Values = readonly (keyof typeof amountWords)[]

type Told<Of extends Value> = { registration: number; columns: readonly Column[]; rows: readonly Row<Of>[] }

/** The sheet of a report; `values` are those of each column. */
export const reportSheet = <Of extends Value>(
  { registration, columns, rows }: Told<Of>,
  { title, values, language }: { title: Words; values: Values; language: Language },
): Sheet => ({
  title: title[language],
  period: columns.find(({ kind }) => kind === 'period') ?? null,
  knownAt: registration,
  columns: [
    { key: 'account', title: lineWords.account[language], holds: 'integer' },
    { key: 'name', title: nameWords[language], holds: 'text' },
    ...columns.flatMap((column, place) => columnsOf(column, place, { values, language, isOnly: columns.length === 1 })),
  ],
  rows: rows.map((row) => sheetRow(row, values, language)),
})

const columnsOf = (
  column: Column,
  place: number,
  { values, language, isOnly }: { values: Values; language: Language; isOnly: boolean },
): SheetColumn[] =>
  values.map((value) => {
    const told = { key: `${value}${place + 1}`, holds: 'amount' } as const
    if (isOnly) return { ...told, title: amountWords[value][language] }
    const over = column.tag?.name ?? others[column.kind]?.[language] ?? periodText(column, language)
    return values.length === 1 ? { ...told, title: over } : { ...told, title: amountWords[value][language], over }
  })

const sheetRow = <Of extends Value>({ kind, key, name, values: own }: Row<Of>, values: Values, language: Language) => ({
  kind: kindOf[kind],
  cells: [
    kind === 'account' || kind === 'group' ? Number(key) : null,
    name[language],
    ...own.flatMap((value) =>
      values.map((one) => (value as Partial<Record<keyof typeof amountWords, Ore>>)[one] ?? null),
    ),
  ],
})

const kindOf: Readonly<Record<Row<Value>['kind'], SheetRow['kind']>> = {
  heading: 'heading',
  line: 'group',
  group: 'line',
  account: 'line',
  total: 'total',
  result: 'total',
  difference: 'total',
}

const months: Readonly<Record<Language, readonly string[]>> = {
  sv: 'jan feb mar apr maj jun jul aug sep okt nov dec'.split(' '),
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
}

/** `mar 2026` for a whole month, otherwise both days. */
const periodText = ({ from, to }: Period, language: Language): string =>
  isMonth(from, to) ? `${months[language][Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}` : `${from} – ${to}`

const isMonth = (from: Day, to: Day): boolean => from === firstOfMonth(from) && to === lastOfMonth(from)
