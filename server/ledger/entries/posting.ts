// Posting: the only way into the books, and the only place that leaves the events of entries. It numbers, registers and
// chains decided entries; database triggers verify the result. Each way is one statement:
//
// - `post`: entries of one company, as decided on its book (`ledger.post_entries`)
// - `postTogether`: entries of several companies that wait at the same time (the same function)
// - `postFile`: thousands of entries of a file, which have numbers already (`ledger.post_columns`)
import type { Book } from '#ledger/book'
import { type Actor, isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { type Db, rowsOfCompanies } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { empty, type Sql, sql } from '#platform/sql'
import { contentDigest, type Decided, OWN_SERIES } from './journal-entry.rules.ts'
import type { BookedTag } from './journal-entry-tags.ts'
import { type ManyEntries, type Origin, postColumns } from './posting-many.ts'

/**
 * Whether an entry was made by a person, in the console or on the command line, imports included. The API may neither
 * reverse nor comment on it. Entries of documents follow their document instead.
 */
export const isOfPeople = (origin: string, actorKind: string): boolean =>
  origin === 'console' || (origin !== 'document' && !isOfApi(actorKind))

/** A decided entry, as its caller books it: see {@link bookingOf}. */
export type Booking = Decided & { origin: Origin; actor: Actor; registeredAt: Date } & WithEntry

/** What comes with an entry. Tags and upload are stored in the same statement, and are not part of the entry. */
type WithEntry = { reversesId?: string; tags?: readonly BookedTag[]; uploadId?: string }

/**
 * A decided entry as a booking by the caller. One of a document follows that document: the API can neither reverse nor
 * comment on it.
 */
export const bookingOf = (
  { actor, now }: Pick<CompanyCall, 'actor' | 'now'>,
  decided: Decided,
  { isOfDocument = false, ...rest }: WithEntry & { isOfDocument?: boolean } = {},
): Booking => {
  const own = isOfApi(actor.kind) ? 'api' : 'console'
  return { ...decided, origin: isOfDocument ? 'document' : own, actor, registeredAt: now, ...rest }
}

/** The id and numbers of a booked entry; `registration` counts the company's entries in booking order. */
export type Posted = { id: string; number: bigint; registration: bigint }

/**
 * Writes made in the same statement as the booking: one or two statements that read the entry from `posted`, which is
 * empty if nothing was booked. The SQL text is constant and `name` identifies it as a prepared statement.
 */
export type Beside = { name: string; keep: Sql; also?: Sql }

/** SQLSTATEs of a booking whose upload was connected or deleted, or whose tag was deleted, before it was booked. */
export const UPLOAD_TAKEN = 'GB051'
export const TAG_GONE = 'GB052'

/**
 * Books entries in one statement, each fiscal year in order; all or none, also outside a transaction. Null, with
 * nothing booked, if the book has changed since they were decided on it.
 * @throws SQLSTATE {@link UPLOAD_TAKEN} or {@link TAG_GONE} if an entry's upload or tag changed meanwhile
 */
export const post = async (
  call: PostCall,
  book: Pick<Book, 'version'>,
  bookings: readonly Booking[],
  beside?: Beside,
): Promise<Posted[] | null> => {
  if (bookings.length === 0) return []
  const batch = { call, book, bookings }
  const rows = rowsOf(batch)
  const statement = withBeside(statementOf(call.db, JSON.stringify(groupsOf(batch, rows)), false), beside)
  const name = leavesOwn(call.db) ? 'post-entries' : 'post-entries-within'
  return toldOf(batch, rows, await call.db.rows<Posted>(statement, beside ? `${name} ${beside.name}` : name))
}

/** The bookings of one company. */
export type Batch = { call: PostCall; book: Pick<Book, 'version'>; bookings: readonly Booking[] }

/**
 * Books batches of several companies in one statement, as {@link post} does one, and returns results in the same order.
 * Also null, with nothing of that batch booked, if another transaction holds the book lock: batches never wait.
 */
export const postTogether = async (db: Db, batches: readonly Batch[]): Promise<(Posted[] | null)[]> => {
  const all = batches.map((batch) => ({ batch, rows: rowsOf(batch) }))
  const groups = all
    .flatMap(({ batch, rows }) => groupsOf(batch, rows))
    .sort((one, other) => (one.company_id < other.company_id ? -1 : 1))
  const posted = await rowsOfCompanies<Posted, Group>(db, {
    pieces: groups,
    statement: (json) => statementOf(db, json, true),
    columns: 'company_id uuid, id uuid, number bigint, registration bigint',
    name: 'post-entries-together',
  })
  return all.map(({ batch, rows }) => toldOf(batch, rows, posted))
}

const rowsOf = ({ call: { companyId }, bookings }: Batch): Row[] => bookings.map((booking) => rowOf(companyId, booking))

/** The entries of a batch by fiscal year, as parameters of the database function. */
const groupsOf = ({ call, book: { version }, bookings }: Batch, rows: readonly Row[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const [index, { year }] of bookings.entries()) {
    const own = { company_id: call.companyId, version, fiscal_year_id: year.id, series: OWN_SERIES, entries: [] }
    const group = groups.get(year.id) ?? own
    groups.set(year.id, group)
    group.entries.push(rows[index] as Row)
  }
  return [...groups.values()]
}

type Group = { company_id: string; version: string; fiscal_year_id: string; series: string; entries: Row[] }

/** Outside a transaction, the database function records the events itself. */
const statementOf = (db: Db, groups: string, passes: boolean): Sql => sql`
  select company_id, id, number, registration
  from ledger.post_entries(${groups}, ${leavesOwn(db) ? YES : NO}, ${passes ? YES : NO})`

const leavesOwn = (db: Db): boolean => db.happenings === undefined

const YES = sql`true`
const NO = sql`false`

/** The booked entries of a batch, in order, after waking the event followers; null if nothing was booked. */
const toldOf = ({ call }: Batch, rows: readonly Row[], posted: readonly Posted[]): Posted[] | null => {
  const byId = new Map(posted.map((one) => [one.id, one]))
  const own = rows.flatMap(({ id }) => byId.get(id) ?? [])
  if (own.length === 0) return null
  if (leavesOwn(call.db)) call.db.tell(call.companyId)
  else leaveBooked(call, rows, own)
  return own
}

/** From this number of entries, events are stored as ranges of registration numbers, which are consecutive. */
const MANY = 50

/** Records the same events as the database function does outside a transaction. */
const leaveBooked = (call: PostCall, rows: readonly Row[], posted: readonly Posted[]): void => {
  const numbers = posted.map(({ registration }) => registration).sort((one, other) => (one < other ? -1 : 1))
  const [first = 0n, last = 0n] = [numbers.at(0), numbers.at(-1)]
  const isSpan = rows.length >= MANY && last - first + 1n === BigInt(rows.length)
  if (isSpan) leaveSpan(call, first, last)
  for (const { id, upload_id: upload } of rows) {
    if (!isSpan) recordEvent(call, 'journal-entry.booked', { id })
    if (upload) recordEvent(call, 'upload.connected', { id: upload })
  }
}

const leaveSpan = (call: PostCall, first: bigint, last: bigint): void =>
  recordEvent(call, 'journal-entry.booked', { by: 'ledger.leave_booked', first, last })

/**
 * Books the entries of a file in one statement, as the actor of the call, and leaves their events. Null, with nothing
 * booked, if the book has changed. Must run inside a transaction.
 */
export const postFile = async (
  call: CompanyCall,
  { version }: Pick<Book, 'version'>,
  groups: readonly ManyEntries[],
): Promise<{ first: bigint; last: bigint } | null> => {
  const posted = await postColumns(call, { version, origin: 'import', groups })
  if (posted) leaveSpan(call, posted.first, posted.last)
  return posted
}

type PostCall = Pick<CompanyCall, 'db' | 'companyId' | 'now' | 'actor' | 'from'>

const withBeside = (posting: Sql, beside: Beside | undefined): Sql => {
  if (!beside) return posting
  const also = beside.also ? sql`, kept_too as (${beside.also})` : empty
  return sql`
    with posted as materialized (${posting}), kept as (${beside.keep}) ${also}
    select id, number, registration from posted`
}

type Row = ReturnType<typeof rowOf>

const rowOf = (companyId: string, booking: Booking) => {
  const { year, date, title, origin, actor, registeredAt, items, reversesId = null, tags = [], uploadId } = booking
  const id = newId()
  const digest = contentDigest({
    companyId,
    id,
    fiscalYearId: year.id,
    series: OWN_SERIES,
    date,
    title,
    origin,
    reversesId,
    registeredAt,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    sourceRegisteredOn: null,
    sourceSign: null,
    items,
  })
  return {
    id,
    date,
    title,
    origin,
    reverses_id: reversesId,
    items: items.map(({ debit, credit, ...rest }) => ({ ...rest, debit: Number(debit), credit: Number(credit) })),
    registered_at: registeredAt,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    digest: digest.toString('hex'),
    ...(uploadId === undefined ? {} : { upload_id: uploadId }),
    ...(tags.length === 0 ? {} : { tags: tags.map(({ tagId, ...tag }) => ({ ...tag, tag_id: tagId })) }),
  }
}

/** `V342`: series and number, separated by a hyphen if the series does not end with a letter. */
export const journalEntryNumber = (series: string, number: bigint): string => {
  if (series === '') return String(number)
  return /[A-Za-zÅÄÖåäö]$/.test(series) ? `${series}${number}` : `${series}-${number}`
}
