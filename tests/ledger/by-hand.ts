// Entries written to the tables by hand, as SQL text. `{name}` stands for an id: `fill` puts it in.
import { randomBytes } from 'node:crypto'
import { newId } from '#platform/id'

/** Ids by the name that stands for them. */
export type Words = Readonly<Record<string, string>>

/** One row of an entry, amounts in öre. */
export type Line = [line: number, account: number, debit: number, credit: number]

const HIGH = 1_000_000_000

/** The text with its ids; `{new}` and `{second}` are new ones, `{number}` is free each time and `{hash}` is random. */
export const fill = (text: string, words: Words): string => {
  const all: Words = { ...words, new: newId(), second: newId() }
  return text
    .replace(/\{number\}/g, () => String(HIGH + Math.floor(Math.random() * HIGH)))
    .replace(/\{hash\}/g, () => randomBytes(32).toString('hex'))
    .replace(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole)
}

export const entryColumns = `company_id, id, fiscal_year_id, series, number, registration, date, title, origin, items,
  item_count, registered_at, actor_kind, actor_id, actor_name, content_digest, chain_hash`

type EntrySet = { year?: string; date?: string; count?: number; number?: string; registration?: string }

/** The values of an entry with two items in the company's year. */
export const entryValues = (id = '{new}', set: EntrySet = {}): string => {
  const { year = '{year}', date = '2026-06-10', count = 2, number = '{number}', registration = '{number}' } = set
  return `'{company}'::uuid, '${id}'::uuid, '${year}'::uuid, 'V', ${number}, ${registration}, '${date}'::date, 'Hand',
    'api', '[]'::jsonb, ${count}, now(), 'token', '{unknown}'::uuid, 'Prov', '\\x{hash}'::bytea, '\\x{hash}'::bytea`
}

/** Inserts one entry. */
export const entry = (set: EntrySet = {}, id = '{new}'): string =>
  `insert into ledger.journal_entry (${entryColumns}) values (${entryValues(id, set)});`

export const itemColumns = 'company_id, journal_entry_id, line, account, debit, credit'

export const itemValues = (lines: readonly Line[], id = '{new}'): string =>
  lines.map((line) => `('{company}'::uuid, '${id}'::uuid, ${line.join(', ')})`).join(', ')

/** Inserts items in one statement. */
export const items = (lines: readonly Line[], id = '{new}'): string =>
  `insert into ledger.journal_entry_item (${itemColumns}) values ${itemValues(lines, id)};`

/** Copies items in, from what a program on the server prints. */
export const copied = (lines: readonly Line[], id = '{new}'): string => {
  const rows = lines.map((line) => `{company},${id},${line.join(',')}`).join(' ')
  return `copy ledger.journal_entry_item (${itemColumns}) from program 'printf "%s\\n" ${rows}' with (format csv);`
}

/** Two lines in balance, on these line numbers and accounts. */
export const pair = (first = 1, debited = 6110, credited = 1930): Line[] => [
  [first, debited, 500, 0],
  [first + 1, credited, 0, 500],
]
