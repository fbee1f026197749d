// Posting: the only way to write entries. It numbers, registers and chains validated entries; database triggers verify
// the result.
import { type Actor, type CompanyCall, isOfApi } from '#platform/call'
import type { Day } from '#platform/day'
import type { Db } from '#platform/db'
import { happen, happenMany } from '#platform/event'
import { newId } from '#platform/id'
import { rowsOfAll } from '#platform/spread'
import { empty, type Sql, sql } from '#platform/sql'
import { contentDigest, type EntryItem } from './journal-entry.rules.ts'
import type { BookedTag } from './journal-entry-tags.ts'

/** The source of an entry. */
export type Origin = 'api' | 'console' | 'import' | 'document'

/**
 * Whether an entry was made by a person, in the console or on the command line, imports included. The API may neither
 * reverse nor comment on it. Entries of documents follow their document instead.
 */
export const isOfPeople = (origin: string, actorKind: string): boolean =>
  origin === 'console' || (origin !== 'document' && !isOfApi(actorKind))

/** An entry to book. `number` is set only for imported entries that keep their number. */
export type Booking = {
  fiscalYearId: string
  series: string
  number?: bigint
  date: Day
  title: string
  origin: Origin
  reversesId?: string
  items: readonly EntryItem[]
  actor: Actor
  registeredAt: Date
  sourceRegisteredOn?: Day
  sourceSign?: string
  /** Stored in the same statement; not part of the entry. */
  tags?: readonly BookedTag[]
  uploadId?: string
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
 * Books entries in one statement, each fiscal year and series in order; all or none, also outside a transaction. Null,
 * with nothing booked, if the book version has changed.
 * @throws SQLSTATE {@link UPLOAD_TAKEN} or {@link TAG_GONE} if an entry's upload or tag changed meanwhile
 */
export const post = async (
  call: PostCall,
  version: string,
  bookings: readonly Booking[],
  beside?: Beside,
): Promise<Posted[] | null> => {
  if (bookings.length === 0) return []
  const batch = { call, version, bookings }
  const rows = rowsOf(batch)
  const statement = withBeside(statementOf(call.db, JSON.stringify(groupsOf(batch, rows)), false), beside)
  const name = leavesOwn(call.db) ? 'post-entries' : 'post-entries-within'
  return toldOf(batch, rows, await call.db.rows<Posted>(statement, beside ? `${name} ${beside.name}` : name))
}

/** The bookings of one company. */
export type Batch = { call: PostCall; version: string; bookings: readonly Booking[] }

/**
 * Books batches of several companies in one statement, as {@link post} does one, and returns results in the same order.
 * Also null, with nothing of that batch booked, if another transaction holds the book lock: batches never wait.
 */
export const postTogether = async (db: Db, batches: readonly Batch[]): Promise<(Posted[] | null)[]> => {
  const all = batches.map((batch) => ({ batch, rows: rowsOf(batch) }))
  const groups = all
    .flatMap(({ batch, rows }) => groupsOf(batch, rows))
    .sort((one, other) => (one.company_id < other.company_id ? -1 : 1))
  const posted = await rowsOfAll<Posted, Group>(db, {
    pieces: groups,
    statement: (json) => statementOf(db, json, true),
    columns: 'company_id uuid, id uuid, number bigint, registration bigint',
    name: 'post-entries-together',
  })
  return all.map(({ batch, rows }) => toldOf(batch, rows, posted))
}

const rowsOf = ({ call: { companyId }, bookings }: Batch): Row[] => bookings.map((booking) => rowOf(companyId, booking))

/** The entries of a batch by fiscal year and series, as parameters of the database function. */
const groupsOf = ({ call, version, bookings }: Batch, rows: readonly Row[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const [index, { fiscalYearId, series }] of bookings.entries()) {
    const key = `${fiscalYearId} ${series}`
    const own = { company_id: call.companyId, version, fiscal_year_id: fiscalYearId, series, entries: [] }
    const group = groups.get(key) ?? own
    groups.set(key, group)
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

const [YES, NO] = [sql`true`, sql`false`]

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
  if (isSpan) happenMany(call, { by: 'ledger.leave_booked', first, last })
  for (const { id, upload_id: upload } of rows) {
    if (!isSpan) happen(call, 'journal-entry.booked', { id })
    if (upload) happen(call, 'upload.connected', { id: upload })
  }
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
  const { fiscalYearId, series, date, title, origin, actor, registeredAt, items } = booking
  const { reversesId = null, sourceRegisteredOn = null, sourceSign = null, tags = [], uploadId } = booking
  const id = newId()
  const digest = contentDigest({
    companyId,
    id,
    fiscalYearId,
    series,
    date,
    title,
    origin,
    reversesId,
    registeredAt,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    sourceRegisteredOn,
    sourceSign,
    items,
  })
  return {
    id,
    number: booking.number === undefined ? null : Number(booking.number),
    date,
    title,
    origin,
    reverses_id: reversesId,
    items: items.map(({ debit, credit, ...rest }) => ({ ...rest, debit: Number(debit), credit: Number(credit) })),
    registered_at: registeredAt,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    source_registered_on: sourceRegisteredOn,
    source_sign: sourceSign,
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
