// Verification: walks a company's books from the first entry to the last and compares everything that was ever written
// twice. It repeats in this program what the database did when it booked.
import { type CompanyTerm, type Comparison, companiesAtFault, faultsOf, MOST_FAULTS } from '#integrity/comparison'
import { byCompany } from '#integrity/set-of-companies'
import {
  contentDigest,
  type DigestedEntry,
  type EntryItem,
  FIRST_LINK,
  nextLink,
} from '#ledger/entries/journal-entry.rules'
import {
  companiesWrongInRemoved,
  NOTHING_REMOVED,
  type Removed,
  readRemoved,
  readRemovedOf,
} from '#ledger/years/removed-years'
import type { CompanyCall, SetCall } from '#platform/call'
import { attemptIn, type Db } from '#platform/db'
import { type Sql, sql } from '#platform/sql'
import { reasonOf } from '#platform/startup-error'

/** The number of entries checked, and the faults as text: the first, and all. */
export type Verified = { entries: number; fault: string | null; faults: string[] }

/** How many entries are read per statement. */
const BATCH = 1000

/**
 * Verifies the books of the call's company; the call's database must be one snapshot of a transaction. `onWay` is
 * called with the number of entries checked.
 */
export const verifyBooks = async (
  call: CompanyCall,
  onWay: (entries: number) => void = () => {},
): Promise<Verified> => {
  const walk = newWalk(await readRemoved(call))
  for (let after: bigint | null = BEFORE_ALL; after !== null; ) {
    after = await walkOn(call, walk, after)
    onWay(walk.entries)
  }
  const faults = [...walk.faults, ...walk.removed.faults, ...(await checkWhole(call, walk))]
  return { entries: walk.entries, fault: faults[0] ?? null, faults }
}

/**
 * The companies of a set whose books have any fault; the call's database must be one snapshot. `onWalked` is told how
 * many entries of each company were walked. What cannot be read throws.
 */
export const companiesWrongInBooks = async (
  { db, companyIds }: SetCall,
  onWalked: (companyId: string, entries: number) => void,
): Promise<string[]> => {
  const removed = await readRemovedOf(db, companyIds)
  const walks = new Map(companyIds.map((id) => [id, newWalk(removed.get(id) ?? NOTHING_REMOVED)]))
  for (let after: Place | null = { companyId: NO_COMPANY, registration: BEFORE_ALL }; after !== null; ) {
    const batch: WalkedEntry[] = await readEntries(db, ofSet(companyIds, after), BATCH)
    for (const entry of batch) {
      const walk = walks.get(entry.companyId)
      if (walk) walkOver(entry, walk)
    }
    after = batch.length < BATCH ? null : (batch.at(-1) ?? null)
  }
  for (const [id, { entries }] of walks) onWalked(id, entries)
  const wrong = await companiesCountedWrong(db, walks)
  return [
    ...wrong,
    ...(await companiesWrongInRemoved(db, companyIds)),
    ...(await companiesAtFault(db, companyIds, comparisons)),
  ]
}

/** How many entries companies have, as their books count them. */
export const countOfEntries = async (db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await db.rows<{ id: string; count: bigint }>(sql`
    select company_id as id, entry_count as count from ledger.book where company_id = any (${companyIds}::uuid[])`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Those whose walk found something, or did not end where their books and series do. */
const companiesCountedWrong = async (db: Db, walks: ReadonlyMap<string, Walk>): Promise<string[]> => {
  const ids = [...walks.keys()]
  const books = byCompany(
    await db.rows<BookRow & { companyId: string }>(sql`
      select company_id as "companyId", entry_count from ledger.book where company_id = any (${ids}::uuid[])`),
  )
  const series = byCompany(
    await db.rows<SeriesRow & { companyId: string }>(sql`
      select company_id as "companyId", fiscal_year_id, series, last_number, last_hash from ledger.series
      where company_id = any (${ids}::uuid[])`),
  )
  return ids.filter((id) => {
    const walk = walks.get(id)
    if (!walk) return false
    const book = books.get(id)?.[0] ?? null
    const found = [walk.faults, walk.removed.faults, faultsOfCount(book, walk)]
    return [...found, faultsOfSeries(series.get(id) ?? [], walk)].some(({ length }) => length > 0)
  })
}

type Place = { companyId: string; registration: bigint }

const ofSet = (companyIds: readonly string[], { companyId, registration }: Place): Of => ({
  where: sql`e.company_id = any (${companyIds}::uuid[])
    and (e.company_id, e.registration) > (${companyId}::uuid, ${registration}::bigint)`,
  name: 'verify-entries-of-set',
})

/** Before all ids that are given out. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/** Walks the next entries; answers the last one's registration number, or null when none are left. */
const walkOn = async (call: CompanyCall, walk: Walk, after: bigint): Promise<bigint | null> => {
  const batch = await readOn(call, walk, after)
  for (const entry of batch.entries) walkOver(entry, walk)
  return batch.last
}

const walkOver = (entry: WalkedEntry, walk: Walk): void => {
  const fault = checkEntry(entry, walk)
  if (fault) walk.faults.push(`journal entry ${entry.journalEntryNumber} (${entry.id}): ${fault}`)
  walk.entries++
  walk.next = walk.removed.next(entry.registration + 1n)
}

/**
 * A batch of entries. If one cannot be read, such as on a damaged page, the batch is read one entry at a time: the
 * unreadable ones are reported, and the walk continues after them.
 */
const readOn = async (
  call: CompanyCall,
  walk: Walk,
  after: bigint,
): Promise<{ entries: WalkedEntry[]; last: bigint | null }> => {
  try {
    const entries = await attemptIn(call.db, () => readEntries(call.db, ofCompany(call, after), BATCH))
    return { entries, last: entries.length < BATCH ? null : (entries.at(-1)?.registration ?? null) }
  } catch (cause) {
    const places = await call.db.rows<{ registration: bigint }>(sql`
      select registration from ledger.journal_entry
      where company_id = ${call.companyId} and registration > ${after} order by registration limit ${BATCH}`)
    const entries: WalkedEntry[] = []
    for (const { registration } of places) {
      try {
        entries.push(...(await attemptIn(call.db, () => readEntries(call.db, ofCompany(call, registration - 1n), 1))))
      } catch {
        walk.faults.push(`the entry with the registration number ${registration} cannot be read: ${reasonOf(cause)}`)
        walk.unread.add(registration)
      }
    }
    return { entries, last: places.length < BATCH ? null : (places.at(-1)?.registration ?? null) }
  }
}

/** The smallest PostgreSQL bigint: no registration number is below it, not even a corrupted one. */
const BEFORE_ALL = -(2n ** 63n)

/**
 * State of the walk: entries so far, the next registration number, unreadable entries, entries of removed years, and
 * for each series its last link and highest number.
 */
type Walk = {
  entries: number
  next: bigint
  unread: Set<bigint>
  removed: Removed
  faults: string[]
  series: Map<string, { link: Buffer; lastNumber: bigint }>
}

const newWalk = (removed: Removed): Walk => {
  return { entries: 0, next: removed.next(1n), unread: new Set(), removed, faults: [], series: new Map() }
}

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

/** An item as repeated in the entry. */
type KeptItem = {
  line: number
  account: number
  debit: number
  credit: number
  text?: string
  quantity?: string
  vatCode?: string
  vatApart?: true
}

/** The first fault of an entry. The walk continues from the entry's stored values. */
const checkEntry = (entry: WalkedEntry, walk: Walk): string | null => {
  const before = walk.series.get(chainOf(entry)) ?? START_OF_SERIES
  const lastNumber = entry.number > before.lastNumber ? entry.number : before.lastNumber
  walk.series.set(chainOf(entry), { link: entry.chainHash, lastNumber })
  try {
    // If its predecessors were removed, the link it follows was stored at removal.
    const link = walk.removed.links.get(entry.id) ?? before.link
    return wrongInPlace(entry, walk) ?? wrongInContent(entry, link, walk)
  } catch (cause) {
    return `it has something that no entry can have: ${reasonOf(cause)}`
  }
}

const chainOf = ({ fiscalYearId, series }: WalkedEntry) => `${fiscalYearId} ${series}`

const wrongInPlace = ({ registration }: WalkedEntry, { next, unread, removed }: Walk): string | null => {
  let expected = next
  while (unread.has(expected)) expected = removed.next(expected + 1n)
  if (registration > expected) return `the entry before it, with the registration number ${expected}, is missing`
  return registration < expected ? `its registration number is ${registration}, not ${expected}` : null
}

const wrongInContent = (entry: WalkedEntry, before: Buffer, { unread }: Walk): string | null => {
  const { registration, items, kept } = entry
  if (!entry.inYear) return `its date ${entry.date} is outside its fiscal year`
  if (items.length === 0) return 'it has no items'
  if (entry.itemCount !== items.length) return `it was booked with ${entry.itemCount} items and has ${items.length}`
  const debit = sum(items, 'debit')
  const credit = sum(items, 'credit')
  if (debit !== credit) return `debit ${debit} and credit ${credit} (öre) are not equal`
  if (plain(items) !== plain(kept)) return 'its items were altered'
  const digest = contentDigest(entry)
  if (!digest.equals(entry.contentDigest)) return 'its content was altered'
  const link = nextLink(before, digest, registration, entry.number)
  // The entry after an unreadable one cannot be checked; the chain resumes there.
  if (unread.size === 0 && !link.equals(entry.chainHash)) return 'it does not follow the entry before it in its series'
  return null
}

const START_OF_SERIES = { link: FIRST_LINK, lastNumber: 0n }

const sum = (items: readonly EntryItem[], side: 'debit' | 'credit'): bigint =>
  items.reduce((total, item) => total + item[side], 0n)

/** Canonical text of items, from their rows or from the copy in the entry. */
const plain = (items: readonly (EntryItem | KeptItem)[]): string =>
  JSON.stringify(
    items.map(({ line, account, debit, credit, text, quantity, vatCode, vatApart }) => [
      line,
      account,
      String(debit),
      String(credit),
      text ?? null,
      quantity ?? null,
      vatCode ?? null,
      vatApart ?? null,
    ]),
  )

/** Which entries are read; the name keeps the plan. */
type Of = { where: Sql; name: string }

const ofCompany = ({ companyId }: CompanyCall, after: bigint): Of => {
  return { where: sql`e.company_id = ${companyId} and e.registration > ${after}`, name: 'verify-entries' }
}

const readEntries = async (db: Db, { where, name }: Of, limit: number): Promise<WalkedEntry[]> => {
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
          'credit', i.credit::text, 'text', i.text, 'quantity', i.quantity::text,
          'vatCode', i.vat_code, 'vatApart', i.vat_apart) order by i.line), '[]')
        from ledger.journal_entry_item i
        where i.company_id = e.company_id and i.journal_entry_id = e.id) as items
    from ledger.journal_entry e
    left join ledger.fiscal_year y on y.company_id = e.company_id and y.id = e.fiscal_year_id
    where ${where} order by e.company_id, e.registration limit ${limit}`,
    name,
  )
  return rows.map((row) => ({
    ...row,
    items: row.items.map(({ line, account, debit, credit, text, quantity, vatCode, vatApart }) => ({
      line,
      account,
      debit: BigInt(debit),
      credit: BigInt(credit),
      ...(text === null ? {} : { text }),
      ...(quantity === null ? {} : { quantity }),
      ...(vatCode === null ? {} : { vatCode }),
      ...(vatApart ? { vatApart } : {}),
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
    vatCode: string | null
    vatApart: true | null
  }[]
}

/** Comparisons over the whole book, after all entries were read. */
const checkWhole = async (call: CompanyCall, walk: Walk): Promise<string[]> => {
  const { db, companyId } = call
  const book = await db.maybe<BookRow>(sql`select entry_count from ledger.book where company_id = ${companyId}`)
  const series = await db.rows<SeriesRow>(
    sql`select fiscal_year_id, series, last_number, last_hash from ledger.series where company_id = ${companyId}`,
  )
  const walked = [...faultsOfCount(book, walk), ...faultsOfSeries(series, walk)]
  return [...walked, ...(await faultsOf(db, comparisons(companyId)))]
}

type BookRow = { entry_count: bigint }

const faultsOfCount = (book: BookRow | null, walk: Walk): string[] => {
  const found = BigInt(walk.entries + walk.unread.size) + walk.removed.entries
  if (!book) return ['the row of the books is missing']
  const count = book.entry_count
  if (count > found) return [`the last entry, with the registration number ${count}, is missing`]
  return count < found ? [`the books count ${count} entries, ${found} were found`] : []
}

/** Every series ends where the walk over its entries did. */
const faultsOfSeries = (series: readonly SeriesRow[], walk: Walk): string[] => {
  const counted = new Set(series.map((row) => `${row.fiscal_year_id} ${row.series}`))
  const uncounted = [...walk.series.keys()].filter((chain) => !counted.has(chain))
  const faults = uncounted.map((chain) => `series ${chain.slice(chain.indexOf(' ') + 1)}: its counter is missing`)
  for (const row of series) {
    const { link, lastNumber } = walk.series.get(`${row.fiscal_year_id} ${row.series}`) ?? START_OF_SERIES
    // The unreadable entry may have been the last one; the end of a removed year is checked by its seal.
    if (walk.unread.size > 0 || walk.removed.years.has(row.fiscal_year_id)) continue
    if (row.last_number !== lastNumber) {
      faults.push(`series ${row.series}: its counter is at ${row.last_number}, its last number is ${lastNumber}`)
    } else if (!link.equals(row.last_hash)) faults.push(`series ${row.series}: it does not end with its last entry`)
  }
  return faults
}

type SeriesRow = { fiscal_year_id: string; series: string; last_number: bigint; last_hash: Buffer }

/** Their balances stand for themselves, under a seal: the items that they are sums of have gone. */
const removedYears = (companyId: CompanyTerm): Sql => sql`
  select fiscal_year_id from ledger.removed_year where company_id = ${companyId}`

/** Queries that find nothing in sound books. */
const comparisons = (companyId: CompanyTerm): Comparison[] => [
  {
    sentence: 'series {series}: number {missing} is missing',
    statement: sql`
      with taken as (
        select fiscal_year_id, series, number as first, number as last from ledger.journal_entry
        where company_id = ${companyId}
        union all
        select fiscal_year_id, series, first_number, last_number from ledger.series_gap
        where company_id = ${companyId}
      ), left_over as (
        select * from taken where fiscal_year_id not in (${removedYears(companyId)})
      ), placed as (
        select *, lag(last, 1, 0::bigint) over (partition by fiscal_year_id, series order by first) as before
        from left_over
      )
      select series, (before + 1)::text as missing from placed where first <> before + 1 limit ${MOST_FAULTS}`,
  },
  ...balanceComparisons(companyId),
  {
    sentence: 'account {account} has entries and is not in the chart',
    statement: sql`
      select m.account::text as account from ledger.month_balance m
      where m.company_id = ${companyId} and not exists (
        select from ledger.account a where a.company_id = ${companyId} and a.number = m.account)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'an item of entry {entry} belongs to no entry',
    statement: sql`
      select i.journal_entry_id::text as entry from ledger.journal_entry_item i
      where i.company_id = ${companyId} and not exists (
        select from ledger.journal_entry e where e.company_id = ${companyId} and e.id = i.journal_entry_id)
      limit ${MOST_FAULTS}`,
  },
  ...tagComparisons(companyId),
]

/** Balances of months and days are what their items add up to. */
const balanceComparisons = (companyId: CompanyTerm): Comparison[] => [
  {
    sentence: 'account {account}, {month}: the month balance is {kept}, its items add up to {items} (öre)',
    statement: sql`
      with of_items as (
        select e.fiscal_year_id, i.account, date_trunc('month', e.date)::date as month,
          sum(i.debit) as debit, sum(i.credit) as credit
        from ledger.journal_entry e
        join ledger.journal_entry_item i on i.company_id = ${companyId} and i.journal_entry_id = e.id
        where e.company_id = ${companyId} and e.fiscal_year_id not in (${removedYears(companyId)}) group by 1, 2, 3
      ), kept as (
        select fiscal_year_id, account, month, debit, credit from ledger.month_balance
        where company_id = ${companyId} and (debit <> 0 or credit <> 0)
          and fiscal_year_id not in (${removedYears(companyId)})
      )
      select coalesce(i.account, k.account)::text as account, to_char(coalesce(i.month, k.month), 'YYYY-MM') as month,
        coalesce(k.debit, 0) || ' debit, ' || coalesce(k.credit, 0) || ' credit' as kept,
        coalesce(i.debit, 0) || ' debit, ' || coalesce(i.credit, 0) || ' credit' as items
      from of_items i full join kept k using (fiscal_year_id, account, month)
      where coalesce(i.debit, 0) <> coalesce(k.debit, 0) or coalesce(i.credit, 0) <> coalesce(k.credit, 0)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'account {account}, {day}: the day balance is {kept}, its items add up to {items} (öre)',
    statement: sql`
      with of_items as (
        select i.account, e.date as day, sum(i.debit) as debit, sum(i.credit) as credit
        from ledger.book b
        join ledger.journal_entry e on e.company_id = ${companyId} and e.registration <= b.day_balances_to
        join ledger.journal_entry_item i on i.company_id = ${companyId} and i.journal_entry_id = e.id
        where b.company_id = ${companyId} and e.fiscal_year_id not in (${removedYears(companyId)}) group by 1, 2
      ), kept as (
        select account, day, debit, credit from ledger.day_balance
        where company_id = ${companyId} and (debit <> 0 or credit <> 0)
      )
      select coalesce(i.account, k.account)::text as account, coalesce(i.day, k.day)::text as day,
        coalesce(k.debit, 0) || ' debit, ' || coalesce(k.credit, 0) || ' credit' as kept,
        coalesce(i.debit, 0) || ' debit, ' || coalesce(i.credit, 0) || ' credit' as items
      from of_items i full join kept k using (account, day)
      where coalesce(i.debit, 0) <> coalesce(k.debit, 0) or coalesce(i.credit, 0) <> coalesce(k.credit, 0)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: '{month}: the month balances are debit {debit}, credit {credit} (öre)',
    statement: sql`
      select to_char(month, 'YYYY-MM') as month, sum(debit)::text as debit, sum(credit)::text as credit
      from ledger.month_balance where company_id = ${companyId}
      group by fiscal_year_id, month having sum(debit) <> sum(credit) limit ${MOST_FAULTS}`,
  },
]

/** The same for tags: they are no part of the entries, and stand beside them in measure. */
const tagComparisons = (companyId: CompanyTerm): Comparison[] => [
  {
    sentence: 'a tag of entry {entry} does not exist, or is not on any of its items',
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
      where g.id is null or not u.placed limit ${MOST_FAULTS}`,
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
      group by u.journal_entry_id, u.line, g.id, g.name having sum(u.weight) > 1 limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'entry {entry} has tags of its own and tags of its items',
    statement: sql`
      select journal_entry_id::text as entry from ledger.journal_entry_tag where company_id = ${companyId}
      intersect
      select journal_entry_id::text from ledger.journal_entry_item_tag where company_id = ${companyId}
      limit ${MOST_FAULTS}`,
  },
]
