// The journal (grundbok, verifikationslista): the entries of some days in the order in which they were registered, each
// with its lines, who registered it and when, what it corrects and what corrects it, and its documents.
import { bookOf } from '#ledger'
import type { Actor, CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { listFaults, markOf } from '#platform/list'
import type { Ore } from '#platform/money'
import { decodeCursor, encodeCursor } from '#platform/page'
import { invalidWith, refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { rangesIn } from './accounts.rules.ts'
import { readColumns } from './asked.rules.ts'
import { knownAt } from './figures.ts'
import { type AskedLedger, textOf } from './general-ledger.ts'
import type { Period, Years } from './period.rules.ts'
import { reportRefusals } from './refusals.ts'
import { hasTag } from './tagged-lines.ts'
import { requireTag } from './tags.ts'

/** Another entry that is named; `registration` is its place in the order. */
export type NamedEntry = { id: string; journalEntryNumber: string; registration: number }

/** Amounts in öre. */
export type JournalLine = { line: number; account: number; name: string; debit: Ore; credit: Ore; text: string | null }

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
  /** The uploads that underlie it. */
  documents: readonly string[]
  lines: readonly JournalLine[]
}

export const DEFAULT_ENTRIES = 25
export const MAX_ENTRIES = 200
/** How many entries are read at a time where all of them are. */
const PORTION = 500

type Opened = { period: Period; registration: number; scope: Scope }
/** The entries lie between two registration numbers, both included. */
type Scope = {
  period: Period
  known: number
  first: number
  last: number
  ranges: string | undefined
  tagId?: string | undefined
}

export type JournalPage = Opened & { entries: readonly JournalRow[]; nextCursor?: string }

/** A page of entries. Pages after the first know what the first one knew. */
export const journalPage = async (
  call: CompanyCall,
  { cursor, pageSize = DEFAULT_ENTRIES, ...asked }: AskedLedger & { cursor?: string | undefined; pageSize?: number },
): Promise<JournalPage> => {
  const mark = markOf(call.companyId, 'journal', textOf(asked))
  const [of, known, after] = cursor ? (decodeCursor(cursor, call.cursorKey) ?? []) : [mark]
  if (of !== mark) throw invalidWith([listFaults.badCursor('cursor')])
  const opened = await open(call, known === undefined ? asked : { ...asked, knownAt: String(known) })
  const found = await entriesAfter(call, opened.scope, Number(after ?? 0), pageSize + 1)
  const entries = found.slice(0, pageSize)
  const last = entries.at(-1)
  if (!last || found.length <= pageSize) return { ...opened, entries }
  return {
    ...opened,
    entries,
    nextCursor: encodeCursor([mark, opened.registration, last.registration], call.cursorKey),
  }
}

/** All entries, in portions. */
export const wholeJournal = async (
  call: CompanyCall,
  asked: AskedLedger,
): Promise<Opened & { entries: AsyncGenerator<readonly JournalRow[]> }> => {
  const opened = await open(call, asked)
  return { ...opened, entries: allEntries(call, opened.scope) }
}

async function* allEntries(call: CompanyCall, scope: Scope): AsyncGenerator<readonly JournalRow[]> {
  for (let after = 0; ; ) {
    const entries = await entriesAfter(call, scope, after, PORTION)
    yield entries
    const last = entries.at(-1)
    if (!last || entries.length < PORTION) return
    after = last.registration
  }
}

const open = async (call: CompanyCall, asked: AskedLedger): Promise<Opened> => {
  const { knownAt: moment, accounts: ranges, tagId, ...days } = asked
  const { years } = await bookOf(call, true)
  const { columns, errors } = readColumns(days, { years, today: dayOf(call.now) })
  refuseIfAny(errors)
  const [column] = columns ?? []
  if (!column) throw reportRefusals.noFiscalYear()
  const period = { from: column.from, to: column.to }
  await requireTag(call, tagId)
  const { registration } = await knownAt(call, moment)
  const { first, last } = await boundsOf(call, period, years)
  const scope = { period, known: registration, first, last: Math.min(last, registration), ranges, tagId }
  return { period, registration, scope }
}

/** The first and the last registration number in some days: the least and the greatest of each day with entries. */
const boundsOf = async (
  { db, companyId }: CompanyCall,
  { from, to }: Period,
  years: Years,
): Promise<{ first: number; last: number }> => {
  const begin = years[0]?.startDate ?? from
  const end = years.at(-1)?.endDate ?? to
  const row = await db.one<{ first: bigint | null; last: bigint | null }>(
    sql`
    select min(a.registration) as first, max(z.registration) as last
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
  return { first: Number(row.first ?? 0n), last: Number(row.last ?? 0n) }
}

type Found = Omit<JournalRow, 'registration' | 'lines' | 'registeredBy'> & {
  registration: bigint
  actor_kind: Actor['kind']
  actor_id: string
  actor_name: string
  lines: readonly { line: number; account: number; name: string; debit: number; credit: number; text: string | null }[]
}

const entriesAfter = async (call: CompanyCall, scope: Scope, after: number, limit: number): Promise<JournalRow[]> => {
  const rows = await call.db.rows<Found>(statementOf(call.companyId, scope, after, limit))
  return rows.map(({ actor_kind: kind, actor_id: id, actor_name: name, lines, ...row }) => ({
    ...row,
    registration: Number(row.registration),
    registeredBy: { kind, id, name },
    lines: lines.map((line) => ({ ...line, debit: BigInt(line.debit), credit: BigInt(line.credit) })),
  }))
}

const statementOf = (companyId: string, scope: Scope, after: number, limit: number): Sql => sql`
  select e.id, e.registration, e.journal_entry_number as "journalEntryNumber", e.date, e.title,
    e.registered_at as "registeredAt", e.actor_kind, e.actor_id, e.actor_name,
    ${named(companyId, sql`o.id = e.reverses_id`, scope.known)} as reverses,
    ${named(companyId, sql`o.reverses_id = e.id`, scope.known)} as "reversedBy",
    (select coalesce(jsonb_agg(u.id order by u.connected_at, u.id), '[]') from documents.upload_of_entry_view u
      where u.company_id = ${companyId} and u.journal_entry_id = e.id) as documents,
    (select jsonb_agg(jsonb_build_object('line', i.line, 'account', i.account, 'name', a.name, 'debit', i.debit,
        'credit', i.credit, 'text', i.text) order by i.line)
      from jsonb_to_recordset(e.items) as i (line integer, account integer, debit bigint, credit bigint, text text)
      join ledger.account_view a on a.company_id = ${companyId} and a.number = i.account) as lines
  from ledger.journal_entry_view e
  where e.company_id = ${companyId} and e.registration > ${after}
    and e.registration between ${scope.first} and ${scope.last}
    and e.date between ${scope.period.from} and ${scope.period.to} ${narrowed(companyId, scope)}
  order by e.registration limit ${limit}`

/** Another entry, where it was registered by then. */
const named = (companyId: string, is: Sql, known: number): Sql => sql`(
  select jsonb_build_object('id', o.id, 'journalEntryNumber', o.journal_entry_number, 'registration', o.registration)
  from ledger.journal_entry_view o where o.company_id = ${companyId} and ${is} and o.registration <= ${known})`

const narrowed = (companyId: string, { ranges, tagId }: Scope): Sql => sql`
  ${ranges === undefined ? empty : isOn(rangesIn(ranges))}
  ${tagId === undefined ? empty : sql`and ${hasTag(companyId, tagId)}`}`

const isOn = (ranges: readonly (readonly [number, number])[]): Sql => sql`
  and exists (
    select from jsonb_to_recordset(e.items) as i (account integer)
    join unnest(${ranges.map(([first]) => first)}::integer[], ${ranges.map(([, last]) => last)}::integer[])
      as r (first, last) on i.account between r.first and r.last)`
