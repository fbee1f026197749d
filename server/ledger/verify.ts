// Verification: walks a company's books from the first entry to the last and compares everything that was ever written
// twice. It repeats in this program what the database did when it booked.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { contentDigest, type DigestedEntry, type EntryItem, FIRST_LINK, nextLink } from './journal-entry.rules.ts'

/** How many entries were walked, and the first fault that was found. */
export type Verified = { entries: number; fault: string | null }

/** How many entries are read at a time. */
const BATCH = 1000

/** Verifies the books of the call's company; the call's database must be one snapshot. */
export const verifyBooks = async (call: CompanyCall): Promise<Verified> => {
  const walk: Walk = { entries: 0, series: new Map() }
  let after = BEFORE_ALL
  for (;;) {
    const batch = await readEntries(call, after)
    for (const entry of batch) {
      const fault = checkEntry(entry, walk)
      const { entries } = walk
      if (fault) return { entries, fault: `journal entry ${entry.journalEntryNumber} (${entry.id}): ${fault}` }
      walk.entries++
      after = entry.registration
    }
    if (batch.length < BATCH) break
  }
  return { entries: walk.entries, fault: await checkWhole(call, walk) }
}

/** The least bigint of PostgreSQL: no registration number is below it, whatever was written to the table. */
const BEFORE_ALL = -(2n ** 63n)

/** What is known of the entries walked so far: how many, and of each series the last link and the highest number. */
type Walk = { entries: number; series: Map<string, { link: Buffer; lastNumber: bigint }> }

type WalkedEntry = DigestedEntry & {
  journalEntryNumber: string
  number: bigint
  registration: bigint
  inYear: boolean
  itemCount: number
  contentDigest: Buffer
  chainHash: Buffer
  kept: KeptItem[]
}

/** An item as the entry repeats it. */
type KeptItem = { line: number; account: number; debit: number; credit: number; text?: string; quantity?: string }

const checkEntry = (entry: WalkedEntry, walk: Walk): string | null => {
  const { registration, items, kept } = entry
  const expected = BigInt(walk.entries) + 1n
  if (registration > expected) return `the entry before it, with the registration number ${expected}, is missing`
  if (registration < expected) return `its registration number is ${registration}, not ${expected}`
  if (!entry.inYear) return `its date ${entry.date} is outside its fiscal year`
  if (items.length === 0) return 'it has no items'
  if (entry.itemCount !== items.length) return `it was booked with ${entry.itemCount} items and has ${items.length}`
  const debit = sum(items, 'debit')
  const credit = sum(items, 'credit')
  if (debit !== credit) return `debit ${debit} and credit ${credit} (öre) are not equal`
  if (plain(items) !== plain(kept)) return 'its items were altered'
  const digest = contentDigest(entry)
  if (!digest.equals(entry.contentDigest)) return 'its content was altered'
  const chain = `${entry.fiscalYearId} ${entry.series}`
  const { link: before, lastNumber } = walk.series.get(chain) ?? START_OF_SERIES
  const link = nextLink(before, digest, registration, entry.number)
  if (!link.equals(entry.chainHash)) return 'it does not follow the entry before it in its series'
  walk.series.set(chain, { link, lastNumber: entry.number > lastNumber ? entry.number : lastNumber })
  return null
}

const START_OF_SERIES = { link: FIRST_LINK, lastNumber: 0n }

const sum = (items: readonly EntryItem[], side: 'debit' | 'credit'): bigint =>
  items.reduce((total, item) => total + item[side], 0n)

/** The same text for the same items, whether read from their rows or from what the entry repeats. */
const plain = (items: readonly (EntryItem | KeptItem)[]): string =>
  JSON.stringify(
    items.map(({ line, account, debit, credit, text, quantity }) => [
      line,
      account,
      String(debit),
      String(credit),
      text ?? null,
      quantity ?? null,
    ]),
  )

const readEntries = async ({ db, companyId }: CompanyCall, after: bigint): Promise<WalkedEntry[]> => {
  const rows = await db.rows<EntryRow>(
    sql`
    select e.company_id as "companyId", e.id, e.fiscal_year_id as "fiscalYearId", e.series, e.number, e.registration,
      e.journal_entry_number as "journalEntryNumber", e.date, e.title, e.origin, e.reverses_id as "reversesId",
      e.registered_at as "registeredAt", e.actor_kind as "actorKind", e.actor_id as "actorId",
      e.actor_name as "actorName", e.source_registered_on as "sourceRegisteredOn", e.source_sign as "sourceSign",
      e.content_digest as "contentDigest", e.chain_hash as "chainHash", e.item_count as "itemCount",
      case when e.items @? 'strict $[*] ? (@.type() != "object")' or jsonb_typeof(e.items) <> 'array' then '[]'
        else e.items end as kept,
      coalesce(e.date between y.start_date and y.end_date, false) as "inYear",
      (select coalesce(jsonb_agg(jsonb_build_object('line', i.line, 'account', i.account, 'debit', i.debit::text,
          'credit', i.credit::text, 'text', i.text, 'quantity', i.quantity::text) order by i.line), '[]')
        from ledger.journal_entry_item i
        where i.company_id = e.company_id and i.journal_entry_id = e.id) as items
    from ledger.journal_entry e
    left join ledger.fiscal_year y on y.company_id = e.company_id and y.id = e.fiscal_year_id
    where e.company_id = ${companyId} and e.registration > ${after} order by e.registration limit ${BATCH}`,
    'verify-entries',
  )
  return rows.map((row) => ({
    ...row,
    items: row.items.map(({ line, account, debit, credit, text, quantity }) => ({
      line,
      account,
      debit: BigInt(debit),
      credit: BigInt(credit),
      ...(text === null ? {} : { text }),
      ...(quantity === null ? {} : { quantity }),
    })),
  }))
}

type EntryRow = Omit<WalkedEntry, 'items'> & {
  items: {
    line: number
    account: number
    debit: string
    credit: string
    text: string | null
    quantity: string | null
  }[]
}

/** What is compared over the whole of the books, once all entries were walked. */
const checkWhole = async (call: CompanyCall, walk: Walk): Promise<string | null> => {
  const { db, companyId } = call
  const { entry_count: count } = await db.one<{ entry_count: bigint }>(
    sql`select entry_count from ledger.book where company_id = ${companyId}`,
  )
  if (count > walk.entries) return `the last entry, with the registration number ${count}, is missing`
  if (count < walk.entries) return `the books count ${count} entries, ${walk.entries} were found`
  const fault = await checkSeries(call, walk)
  if (fault) return fault
  for (const { statement, sentence } of comparisons(companyId)) {
    const found = await db.rows<Record<string, string>>(statement)
    if (found[0]) return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(found[0]?.[name]))
  }
  return null
}

/** Every series ends where the walk over its entries did. */
const checkSeries = async ({ db, companyId }: CompanyCall, walk: Walk): Promise<string | null> => {
  const series = await db.rows<SeriesRow>(
    sql`select fiscal_year_id, series, last_number, last_hash from ledger.series where company_id = ${companyId}`,
  )
  const counted = new Set(series.map((row) => `${row.fiscal_year_id} ${row.series}`))
  for (const chain of walk.series.keys()) {
    if (!counted.has(chain)) return `series ${chain.slice(chain.indexOf(' ') + 1)}: its counter is missing`
  }
  for (const row of series) {
    const { link, lastNumber } = walk.series.get(`${row.fiscal_year_id} ${row.series}`) ?? START_OF_SERIES
    if (row.last_number !== lastNumber) {
      return `series ${row.series}: its counter is at ${row.last_number}, its last number is ${lastNumber}`
    }
    if (!link.equals(row.last_hash)) return `series ${row.series}: it does not end with its last entry`
  }
  return null
}

type SeriesRow = { fiscal_year_id: string; series: string; last_number: bigint; last_hash: Buffer }

/** Queries that find nothing in sound books, with the sentence for their first row. */
const comparisons = (companyId: string): { statement: Sql; sentence: string }[] => [
  {
    sentence: 'series {series}: number {missing} is missing',
    statement: sql`
      with taken as (
        select fiscal_year_id, series, number as first, number as last from ledger.journal_entry
        where company_id = ${companyId}
        union all
        select fiscal_year_id, series, first_number, last_number from ledger.series_gap
        where company_id = ${companyId}
      ), placed as (
        select *, lag(last, 1, 0::bigint) over (partition by fiscal_year_id, series order by first) as before from taken
      )
      select series, (before + 1)::text as missing from placed where first <> before + 1 limit 1`,
  },
  {
    sentence: 'account {account}, {month}: the month balance is {kept}, its items make {items} (öre)',
    statement: sql`
      with of_items as (
        select e.fiscal_year_id, i.account, date_trunc('month', e.date)::date as month,
          sum(i.debit) as debit, sum(i.credit) as credit
        from ledger.journal_entry e
        join ledger.journal_entry_item i on i.company_id = ${companyId} and i.journal_entry_id = e.id
        where e.company_id = ${companyId} group by 1, 2, 3
      ), kept as (
        select fiscal_year_id, account, month, debit, credit from ledger.month_balance
        where company_id = ${companyId} and (debit <> 0 or credit <> 0)
      )
      select coalesce(i.account, k.account)::text as account, to_char(coalesce(i.month, k.month), 'YYYY-MM') as month,
        coalesce(k.debit, 0) || ' debit, ' || coalesce(k.credit, 0) || ' credit' as kept,
        coalesce(i.debit, 0) || ' debit, ' || coalesce(i.credit, 0) || ' credit' as items
      from of_items i full join kept k using (fiscal_year_id, account, month)
      where coalesce(i.debit, 0) <> coalesce(k.debit, 0) or coalesce(i.credit, 0) <> coalesce(k.credit, 0)
      limit 1`,
  },
  {
    sentence: '{month}: the month balances are debit {debit}, credit {credit} (öre)',
    statement: sql`
      select to_char(month, 'YYYY-MM') as month, sum(debit)::text as debit, sum(credit)::text as credit
      from ledger.month_balance where company_id = ${companyId}
      group by fiscal_year_id, month having sum(debit) <> sum(credit) limit 1`,
  },
  {
    sentence: 'account {account} has entries and is not in the chart',
    statement: sql`
      select m.account::text as account from ledger.month_balance m
      where m.company_id = ${companyId} and not exists (
        select from ledger.account a where a.company_id = ${companyId} and a.number = m.account)
      limit 1`,
  },
  {
    sentence: 'an item of entry {entry} belongs to no entry',
    statement: sql`
      select i.journal_entry_id::text as entry from ledger.journal_entry_item i
      where i.company_id = ${companyId} and not exists (
        select from ledger.journal_entry e where e.company_id = ${companyId} and e.id = i.journal_entry_id)
      limit 1`,
  },
  ...tagComparisons(companyId),
]

/** The same for tags: they are no part of the entries, and stand beside them in measure. */
const tagComparisons = (companyId: string): { statement: Sql; sentence: string }[] => [
  {
    sentence: 'a tag of entry {entry} is not there, or stands on no item of it',
    statement: sql`
      select u.journal_entry_id::text as entry
      from (
        select i.journal_entry_id, i.tag_id, exists (
            select from ledger.journal_entry_item l
            where l.company_id = ${companyId} and l.journal_entry_id = i.journal_entry_id and l.line = i.line) as placed
        from ledger.journal_entry_item_tag i where i.company_id = ${companyId}
        union all
        select o.journal_entry_id, o.tag_id, exists (
            select from ledger.journal_entry e where e.company_id = ${companyId} and e.id = o.journal_entry_id)
        from ledger.journal_entry_tag o where o.company_id = ${companyId}
      ) u
      left join ledger.tag t on t.company_id = ${companyId} and t.id = u.tag_id
      left join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
      where g.id is null or not u.placed limit 1`,
  },
  {
    sentence: 'the tags of entry {entry} within the group {group} weigh {weight}, more than 1',
    statement: sql`
      select u.journal_entry_id::text as entry, g.name as group, sum(u.weight)::text as weight
      from (
        select journal_entry_id, line, tag_id, weight from ledger.journal_entry_item_tag
        where company_id = ${companyId}
        union all
        select journal_entry_id, null, tag_id, weight from ledger.journal_entry_tag where company_id = ${companyId}
      ) u
      join ledger.tag t on t.company_id = ${companyId} and t.id = u.tag_id
      join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
      group by u.journal_entry_id, u.line, g.id, g.name having sum(u.weight) > 1 limit 1`,
  },
  {
    sentence: 'entry {entry} has tags of its own and tags of its items',
    statement: sql`
      select journal_entry_id::text as entry from ledger.journal_entry_tag where company_id = ${companyId}
      intersect
      select journal_entry_id::text from ledger.journal_entry_item_tag where company_id = ${companyId}
      limit 1`,
  },
]
