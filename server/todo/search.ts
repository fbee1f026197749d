// The global search by a few letters or digits. Each context says how its resources are found; all parts are one
// statement, whose cost does not grow with the books.
import { join, raw, type Sql, sql } from '#platform/sql'

export type FoundKind =
  | 'customer'
  | 'invoice'
  | 'creditNote'
  | 'item'
  | 'supplier'
  | 'supplierInvoice'
  | 'account'
  | 'journalEntry'
  | 'entryTemplate'

/** The search terms as the database compares them, the company, and the limit per kind. */
export type SearchAsked = {
  company: Sql
  /** The words in lower case, and as a `like` pattern that finds them anywhere. */
  words: Sql
  anywhere: Sql
  /** The digits of a number that may contain blanks and dashes; null for other words. */
  digits: Sql
  /** The words as an amount in öre; null if they are not an amount. */
  ore: bigint | null
  limit: number
}

/** Returns a context's parts of the search. */
export type SearchOf = (asked: SearchAsked) => readonly SearchPart[]

/** How rows of a kind are found and shown: lowest `rank` first, then by `order`. */
export type SearchPart = {
  kind: FoundKind
  id: Sql
  title: Sql
  number?: Sql
  date?: Sql
  ore?: Sql
  currency?: Sql
  rank: Sql
  rows: Sql
  order: Sql
}

/** How many of the newest rows of a kind are searched for words inside a text. */
export const LOOKED_THROUGH = 2_000

/** More digits of kronor than any document has: not treated as an amount. */
const MOST_DIGITS = 12

/** The text as öre if it is a positive amount: `9 375`, `9375,50`. */
export const amountIn = (text: string): bigint | null => {
  const [, kronor = '', part = ''] = /^(\d{1,3}(?:\s\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const digits = kronor.replace(/\D/g, '')
  if (digits === '' || digits.length > MOST_DIGITS) return null
  return BigInt(digits) * 100n + BigInt(part.padEnd(2, '0'))
}

/** Whether a text begins with the words; generic plans can use an index on `lower(text) text_pattern_ops` for it. */
export const begins = (text: Sql, words: Sql): Sql =>
  sql`(lower(${text}) ~>=~ ${words} and lower(${text}) ~<~ (${words} || chr(1114111)))`

/** The parts as one query with the columns kind, id, title, number, date, ore, currency and rank. */
export const searchIn = (parts: readonly SearchPart[], limit: number): Sql =>
  join(
    parts.map(
      ({ kind, id, title, number, date, ore, currency, rank, rows, order }) => sql`
      (select ${raw(`'${kind}'::text`)} as kind, (${id})::text as id, ${title} as title,
        (${number ?? sql`null`})::text as number, (${date ?? sql`null`})::date as date,
        (${ore ?? sql`null`})::bigint as ore, ${currency ?? sql`'SEK'`} as currency, (${rank})::integer as rank
      from ${rows} order by ${rank}, ${order} limit ${limit})`,
    ),
    ' union all ',
  )
