// Entries of a file as columns, which the database books by the thousand. The result equals that of `post`. Only the
// posting calls this.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { contentDigest } from './journal-entry.rules.ts'

/** The source of an entry. */
export type Origin = 'api' | 'console' | 'import' | 'document'

/** Entries of one fiscal year and series, consecutive. */
export type ManyEntries = { fiscalYearId: string; series: string; entries: readonly EntryOfMany[] }

/** An item; amounts in öre as plain numbers, which are faster by the million. */
export type ItemOfMany = {
  line: number
  account: number
  debit: number
  credit: number
  text?: string
  quantity?: string
}

/** An entry with a given number. Each tag is on an item and the only one of its group there. */
export type EntryOfMany = {
  number: bigint
  date: Day
  title: string
  sourceRegisteredOn: Day | null
  sourceSign: string | null
  items: readonly ItemOfMany[]
  tags: readonly { line: number; tagId: string }[]
}

/**
 * Books the entries in one statement, as the actor of the call, and returns the first and last registration numbers.
 * Null, with nothing booked, if the book version has changed. Posting leaves the events.
 */
export const postColumns = async (
  call: CompanyCall,
  { version, origin, groups }: { version: string; origin: Origin; groups: readonly ManyEntries[] },
): Promise<{ first: bigint; last: bigint } | null> => {
  const { db, companyId, now, actor } = call
  const all = columnsOf(call, origin, groups)
  const { entries, items, tags } = all
  const { first } = await db.one<{ first: bigint | null }>(
    sql`
    select ledger.post_columns(${companyId}, ${version}, ${origin}, ${now}, ${actor.kind}, ${actor.id}, ${actor.name},
      ${listOf(groups.map(({ fiscalYearId }) => fiscalYearId))}, ${listOf(groups.map(({ series }) => quoted(series)))},
      ${listOf(groups.map((group) => group.entries.length))},
      ${listOf(entries.ids)}, ${listOf(entries.numbers)}, ${listOf(entries.dates)}, ${listOf(entries.titles)},
      ${listOf(entries.sourceDays)}, ${listOf(entries.sourceSigns)}, ${Buffer.concat(entries.digests)},
      ${JSON.stringify(entries.items)},
      ${listOf(items.entries)}, ${listOf(items.lines)}, ${listOf(items.accounts)}, ${listOf(items.debits)},
      ${listOf(items.credits)}, ${listOf(items.texts)}, ${listOf(items.quantities)},
      ${listOf(tags.entries)}, ${listOf(tags.lines)}, ${listOf(tags.ids)}) as first`,
    'post-columns',
  )
  return first === null ? null : { first, last: first + BigInt(entries.ids.length - 1) }
}

const columnsOf = (call: CompanyCall, origin: Origin, groups: readonly ManyEntries[]) => {
  const length = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const ids = Array.from({ length }, newId)
  const columns = noColumns()
  for (const { fiscalYearId, series, entries } of groups) {
    for (const entry of entries) {
      const id = ids[columns.entries.ids.length] as string
      addEntry(columns, entry, { id, digest: digestOf(call, { id, fiscalYearId, series, origin, entry }) })
    }
  }
  return columns
}

const noColumns = () => ({
  entries: {
    ids: [] as string[],
    numbers: [] as bigint[],
    dates: [] as string[],
    titles: [] as string[],
    sourceDays: [] as string[],
    sourceSigns: [] as string[],
    digests: [] as Buffer[],
    items: [] as (readonly ItemOfMany[])[],
  },
  items: {
    entries: [] as number[],
    lines: [] as number[],
    accounts: [] as number[],
    debits: [] as number[],
    credits: [] as number[],
    texts: [] as string[],
    quantities: [] as string[],
  },
  tags: { entries: [] as number[], lines: [] as number[], ids: [] as string[] },
})

type Columns = ReturnType<typeof noColumns>

type Digested = Omit<ManyEntries, 'entries'> & { id: string; origin: Origin; entry: EntryOfMany }

const digestOf = ({ companyId, now, actor }: CompanyCall, { id, fiscalYearId, series, origin, entry }: Digested) => {
  const { date, title, sourceRegisteredOn, sourceSign, items } = entry
  const who = { actorKind: actor.kind, actorId: actor.id, actorName: actor.name }
  const what = { date, title, origin, reversesId: null, sourceRegisteredOn, sourceSign, items }
  return contentDigest({ companyId, id, fiscalYearId, series, registeredAt: now, ...who, ...what })
}

const addEntry = (
  { entries, items, tags }: Columns,
  entry: EntryOfMany,
  { id, digest }: { id: string; digest: Buffer },
): void => {
  entries.ids.push(id)
  entries.numbers.push(entry.number)
  entries.dates.push(entry.date)
  entries.titles.push(quoted(entry.title))
  entries.sourceDays.push(entry.sourceRegisteredOn ?? 'null')
  entries.sourceSigns.push(entry.sourceSign === null ? 'null' : quoted(entry.sourceSign))
  entries.digests.push(digest)
  const place = entries.ids.length
  for (const { line, account, debit, credit, text, quantity } of entry.items) {
    items.entries.push(place)
    items.lines.push(line)
    items.accounts.push(account)
    items.debits.push(debit)
    items.credits.push(credit)
    items.texts.push(text === undefined ? 'null' : quoted(text))
    items.quantities.push(quantity ?? 'null')
  }
  entries.items.push(entry.items)
  for (const { line, tagId } of entry.tags) {
    tags.entries.push(place)
    tags.lines.push(line)
    tags.ids.push(tagId)
  }
}

/** A PostgreSQL array literal; an unquoted `null` means SQL NULL. */
const listOf = (values: readonly (string | number | bigint)[]): string => `{${values.join(',')}}`

const quoted = (text: string): string => `"${special.test(text) ? text.replace(everySpecial, '\\$&') : text}"`

const special = /["\\]/
const everySpecial = /["\\]/g
