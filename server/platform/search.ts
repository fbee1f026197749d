// The search over everything: what somebody looks for by a few letters or digits. Each context says how its own is
// found; together they are one statement, whose cost does not grow with the books.
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

/** What is looked for, as the database compares it, in which company, and how many of each kind. */
export type SearchAsked = {
  company: Sql
  /** The words in lower case, and as a pattern of `like` that finds them anywhere. */
  words: Sql
  anywhere: Sql
  /** The digits of what is a number, with blanks and dashes in it or not; null of other words. */
  digits: Sql
  /** The amount in öre that the words are; null of other words. */
  ore: bigint | null
  limit: number
}

/** What a context says of its part. */
export type SearchOf = (asked: SearchAsked) => readonly SearchPart[]

/** How the rows of a kind are found, and what each shows. Those of the lowest `rank` come first, then by `order`. */
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

/** How many of the newest of a kind are looked through for words inside of a text. */
export const LOOKED_THROUGH = 2_000

/** Whether a text begins with the words, by an index on `lower(text) text_pattern_ops` in plans without values too. */
export const begins = (text: Sql, words: Sql): Sql =>
  sql`(lower(${text}) ~>=~ ${words} and lower(${text}) ~<~ (${words} || chr(1114111)))`

/** The parts as a query of the columns kind, id, title, number, date, ore, currency and rank. */
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
