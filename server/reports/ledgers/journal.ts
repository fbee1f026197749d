// The journal (grundbok, verifikationslista): the entries of a period in registration order, or by series and number,
// each with its lines, its registration, its corrections, and its documents.
import { bookOf, hasTag } from '#ledger'
import type { Actor } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { listFaults, markOf } from '#platform/list'
import type { Ore } from '#platform/money'
import { type CursorKey, decodeCursor, encodeCursor } from '#platform/page'
import { invalidWith, refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { readColumns } from '#reports/asked.rules'
import { knownAt } from '#reports/figures'
import { rangesIn } from '#reports/figures.rules'
import type { Period, Years } from '#reports/period.rules'
import { reportRefusals } from '#reports/refusals'
import { requireTags } from '#reports/tags'
import { type AskedLedger, textOf } from './general-ledger.ts'
import { isUntagged, itemsOf } from './tagged-lines.ts'

/** A reference to another entry; `registration` is its registration number. */
type NamedEntry = { id: string; journalEntryNumber: string; registration: number }

/** Amounts in öre. */
type JournalLine = { line: number; account: number; name: string; debit: Ore; credit: Ore; text: string | null }

export const orders = ['registration', 'number'] as const
export type Order = (typeof orders)[number]

type AskedJournal = AskedLedger & { order?: Order | undefined }

export type JournalRow = {
  id: string
  registration: number
  journalEntryNumber: string
  date: Day
  title: string
  registeredAt: Date
  registeredBy: Actor
  reverses: NamedEntry | null
  reversedBy: NamedEntry | null
  /** Its uploads. */
  documents: readonly string[]
  lines: readonly JournalLine[]
}

export const DEFAULT_ENTRIES = 25
export const MAX_ENTRIES = 200
/** How many entries are read at a time for the whole journal. */
const PORTION = 500

type Opened = { period: Period; registration: number; order: Order; scope: Scope }
/** The entries lie between two registration numbers, inclusive. */
type Scope = {
  period: Period
  known: number
  first: number
  last: number
  ranges: string | undefined
  tagId: string | undefined
  untaggedGroupId: string | undefined
  order: Order
  /** The fiscal years of the period. */
  years: readonly string[]
}

/** The end of a portion: a registration number, or the year's index with series and number. */
type Place = { registration: number } | { year: number; series: string; number: string }

export type JournalPage = Opened & { entries: readonly JournalRow[]; nextCursor?: string }

/** A page of entries. Later pages use the state of knowledge of the first. */
export const journalPage = async (
  call: CompanyCall,
  { cursor, pageSize = DEFAULT_ENTRIES, ...asked }: AskedJournal & { cursor?: string | undefined; pageSize?: number },
): Promise<JournalPage> => {
  const mark = markOf(call.companyId, `journal ${asked.order ?? 'registration'}`, textOf(asked))
  const [of, known, ...after] = cursor ? (decodeCursor(cursor, call.cursorKey) ?? []) : [mark]
  if (of !== mark) throw invalidWith([listFaults.badCursor('cursor')])
  const opened = await open(call, known === undefined ? asked : { ...asked, knownAt: String(known) })
  const found = await entriesAfter(call, opened.scope, placeIn(after), pageSize + 1)
  const entries = found.slice(0, pageSize)
  const last = entries.at(-1)
  if (!last || found.length <= pageSize) return { ...opened, entries }
  const place = Object.values(placeOf(last, opened.scope))
  return { ...opened, entries, nextCursor: encodeCursor([mark, opened.registration, ...place], call.cursorKey) }
}

const placeIn = ([first, series, number]: CursorKey): Place | null => {
  if (first === undefined) return null
  if (series === undefined) return { registration: Number(first) }
  return { year: Number(first), series: String(series), number: String(number) }
}

const placeOf = ({ registration, year, series, number }: FoundEntry, { order, years }: Scope): Place =>
  order === 'registration' ? { registration } : { year: years.indexOf(year), series, number: String(number) }

/** All entries, in portions. */
export const wholeJournal = async (
  call: CompanyCall,
  asked: AskedJournal,
): Promise<Opened & { entries: AsyncGenerator<readonly JournalRow[]> }> => {
  const opened = await open(call, asked)
  return { ...opened, entries: allEntries(call, opened.scope) }
}

async function* allEntries(call: CompanyCall, scope: Scope): AsyncGenerator<readonly JournalRow[]> {
  for (let after: Place | null = null; ; ) {
    const entries: FoundEntry[] = await entriesAfter(call, scope, after, PORTION)
    yield entries
    const last = entries.at(-1)
    if (!last || entries.length < PORTION) return
    after = placeOf(last, scope)
  }
}

const open = async (call: CompanyCall, asked: AskedJournal): Promise<Opened> => {
  const { knownAt: moment, accounts: ranges, tagId, untaggedGroupId, order = 'registration', ...days } = asked
  const { years } = await bookOf(call, true)
  const { columns, errors } = readColumns(days, { years, today: dayOf(call.now) })
  refuseIfAny(errors)
  const [column] = columns ?? []
  if (!column) throw reportRefusals.noFiscalYear()
  const period = { from: column.from, to: column.to }
  await requireTags(call, { tagId, untaggedGroupId })
  const { registration } = await knownAt(call, moment)
  const { first, last } = await boundsOf(call, period, years)
  const scope: Scope = {
    period,
    known: registration,
    first,
    last: Math.min(last, registration),
    ranges,
    order,
    tagId,
    untaggedGroupId,
    years: years.filter((year) => year.startDate <= period.to && year.endDate >= period.from).map(({ id }) => id),
  }
  return { period, registration, order, scope }
}

/** The range of registration numbers of a period's entries, among the first `count` registered. */
type Bounds = { first: number; last: number; count: number }
type FoundBounds = { first: bigint | null; last: bigint | null; count: bigint }

/** How many new entries are scanned, instead of all days, to update cached bounds. */
const FEW = 500

/**
 * The bounds of a period's entries. Registered entries never change, so only new ones are added to the cached bounds.
 */
const boundsOf = async (call: CompanyCall, period: Period, years: Years): Promise<Bounds> => {
  const key = `reports.journal ${call.companyId} ${period.from} ${period.to}`
  const remembered = call.memory.get(key) as Bounds | undefined
  const bounds =
    (remembered && (await boundsSince(call, period, remembered))) ?? (await boundsByDay(call, period, years))
  call.memory.set(key, bounds)
  return bounds
}

/** Null if there are too many new entries. */
const boundsSince = async (
  { db, companyId }: CompanyCall,
  { from, to }: Period,
  known: Bounds,
): Promise<Bounds | null> => {
  const row = await db.one<FoundBounds>(
    sql`
    select b.entry_count as count, n.first, n.last from ledger.book_view b
    cross join lateral (
      select min(e.registration) as first, max(e.registration) as last from ledger.journal_entry_view e
      where e.company_id = b.company_id and e.date between ${from} and ${to}
        and e.registration between ${known.count + 1} and ${known.count + FEW}
    ) n
    where b.company_id = ${companyId}`,
    'journal-bounds-since',
  )
  const count = Number(row.count)
  if (count > known.count + FEW) return null
  return { first: known.first || Number(row.first ?? 0n), last: Number(row.last ?? known.last), count }
}

/** The minimum and maximum of each day with entries. */
const boundsByDay = async ({ db, companyId }: CompanyCall, { from, to }: Period, years: Years): Promise<Bounds> => {
  const begin = years[0]?.startDate ?? from
  const end = years.at(-1)?.endDate ?? to
  const row = await db.one<FoundBounds>(
    sql`
    select (select b.entry_count from ledger.book_view b where b.company_id = ${companyId}) as count,
      min(a.registration) as first, max(z.registration) as last
    from generate_series(greatest(${from}::date, ${begin}::date), least(${to}::date, ${end}::date), interval '1 day')
      as d (day)
    cross join lateral (
      select e.registration from ledger.journal_entry_view e
      where e.company_id = ${companyId} and e.date = d.day::date order by e.date, e.registration limit 1
    ) a
    cross join lateral (
      select e.registration from ledger.journal_entry_view e
      where e.company_id = ${companyId} and e.date = d.day::date order by e.date desc, e.registration desc limit 1
    ) z`,
    'journal-bounds',
  )
  return { first: Number(row.first ?? 0n), last: Number(row.last ?? 0n), count: Number(row.count) }
}

/** With year, series and number as sort keys. */
type FoundEntry = JournalRow & { year: string; series: string; number: bigint }

type Found = Omit<FoundEntry, 'registration' | 'lines' | 'registeredBy'> & {
  registration: bigint
  actor_kind: Actor['kind']
  actor_id: string
  actor_name: string
  lines: readonly { line: number; account: number; name: string; debit: number; credit: number; text: string | null }[]
}

const entriesAfter = async (
  call: CompanyCall,
  scope: Scope,
  after: Place | null,
  limit: number,
): Promise<FoundEntry[]> => {
  const rows = await call.db.rows<Found>(statementOf(call.companyId, scope, after, limit))
  return rows.map(({ actor_kind: kind, actor_id: id, actor_name: name, lines, ...row }) => ({
    ...row,
    registration: Number(row.registration),
    registeredBy: { kind, id, name },
    lines: lines.map((line) => ({ ...line, debit: BigInt(line.debit), credit: BigInt(line.credit) })),
  }))
}

const statementOf = (companyId: string, scope: Scope, after: Place | null, limit: number): Sql => sql`
  select e.id, e.registration, e.journal_entry_number as "journalEntryNumber", e.date, e.title,
    e.registered_at as "registeredAt", e.actor_kind, e.actor_id, e.actor_name,
    e.fiscal_year_id as year, e.series, e.number,
    ${named(companyId, sql`o.id = e.reverses_id`, scope.known)} as reverses,
    ${named(companyId, sql`o.reverses_id = e.id`, scope.known)} as "reversedBy",
    (select coalesce(jsonb_agg(u.id order by u.connected_at, u.id), '[]') from documents.upload_of_entry_view u
      where u.company_id = ${companyId} and u.journal_entry_id = e.id) as documents,
    (select jsonb_agg(jsonb_build_object('line', i.line, 'account', i.account, 'name', a.name, 'debit', i.debit,
        'credit', i.credit, 'text', i.text) order by i.line)
      from jsonb_to_recordset(e.items) as i (line integer, account integer, debit bigint, credit bigint, text text)
      join ledger.account_view a on a.company_id = ${companyId} and a.number = i.account) as lines
  ${(scope.order === 'registration' ? byRegistration : byNumber)(companyId, scope, after, limit)}`

const inScope = (companyId: string, scope: Scope): Sql => sql`
  e.registration between ${scope.first} and ${scope.last}
  and e.date between ${scope.period.from} and ${scope.period.to} ${narrowed(companyId, scope)}`

const byRegistration = (companyId: string, scope: Scope, after: Place | null, limit: number): Sql => sql`
  from ledger.journal_entry_view e
  where e.company_id = ${companyId} and e.registration > ${after && 'registration' in after ? after.registration : 0}
    and ${inScope(companyId, scope)}
  order by e.registration limit ${limit}`

/** Reads up to the limit from each year, from its own position in the index of series and numbers. */
const byNumber = (companyId: string, scope: Scope, after: Place | null, limit: number): Sql => {
  const place = after && 'year' in after ? after : { year: 0, series: '', number: '0' }
  const beyond = sql`(e.series, e.number) > (
    case when y.place = 1 then ${place.series}::text else '' end,
    case when y.place = 1 then ${place.number}::bigint else 0 end)`
  return sql`
  from unnest(${scope.years.slice(place.year)}::uuid[]) with ordinality as y (id, place)
  cross join lateral (
    select * from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.fiscal_year_id = y.id and ${beyond} and ${inScope(companyId, scope)}
    order by e.series, e.number limit ${limit}
  ) e
  order by y.place, e.series, e.number limit ${limit}`
}

/** A reference to another entry, if registered by then. */
const named = (companyId: string, is: Sql, known: number): Sql => sql`(
  select jsonb_build_object('id', o.id, 'journalEntryNumber', o.journal_entry_number, 'registration', o.registration)
  from ledger.journal_entry_view o where o.company_id = ${companyId} and ${is} and o.registration <= ${known})`

const narrowed = (companyId: string, { ranges, tagId, untaggedGroupId }: Scope): Sql => {
  const isAsked = ranges === undefined ? sql`true` : isOn(rangesIn(ranges))
  return sql`
  ${ranges === undefined ? empty : sql`and exists (select from (${itemsOf}) i where ${isAsked})`}
  ${tagId === undefined ? empty : sql`and ${hasTag(companyId, tagId)}`}
  ${untaggedGroupId === undefined ? empty : sql`and ${isUntagged(companyId, untaggedGroupId, isAsked)}`}`
}

/** Whether the item `i` is on an account in some ranges. */
const isOn = (ranges: readonly (readonly [number, number])[]): Sql => sql`
  exists (
    select from unnest(${ranges.map(([first]) => first)}::integer[], ${ranges.map(([, last]) => last)}::integer[])
      as r (first, last) where i.account between r.first and r.last)`
