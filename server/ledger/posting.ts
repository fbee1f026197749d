// Posting: the one way into the books. It numbers, registers and chains what was decided; the database witnesses it.
import { type Actor, type CompanyCall, isOfApi } from '#platform/call'
import type { Day } from '#platform/day'
import type { Db } from '#platform/db'
import { happen, happenMany } from '#platform/event'
import { newId } from '#platform/id'
import { rowsOfAll } from '#platform/several'
import { empty, type Sql, sql } from '#platform/sql'
import { contentDigest, type EntryItem } from './journal-entry.rules.ts'
import type { BookedTag } from './journal-entry-tags.ts'

/** Where an entry came from. */
export type Origin = 'api' | 'console' | 'import' | 'document'

/**
 * Whether an entry was made by people, at the console or on the command line, imports included. Through the API it is
 * neither reversed nor commented on. What documents have booked follows its document.
 */
export const isOfPeople = (origin: string, actorKind: string): boolean =>
  origin === 'console' || (origin !== 'document' && !isOfApi(actorKind))

/** An entry to be booked. `number` is given only for entries that bring their own from a file. */
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
  /** What stands beside the entry, is no part of it, and comes together with it. */
  tags?: readonly BookedTag[]
  uploadId?: string
}

/** A booked entry's id and numbers; `registration` counts the company's entries in the order they were booked. */
export type Posted = { id: string; number: bigint; registration: bigint }

/**
 * What changes in the same statement as the books: one statement or two that take the entry from `posted`, where they
 * find no row when nothing was booked. Their text is always the same, and `name` is theirs.
 */
export type Beside = { name: string; keep: Sql; also?: Sql }

/** The SQLSTATEs of a booking whose upload was connected or deleted, or whose tag was removed, before it was booked. */
export const UPLOAD_TAKEN = 'GB051'
export const TAG_GONE = 'GB052'

/**
 * Books entries in one statement, those of a fiscal year and series in order. All of them or none, also outside of a
 * transaction. Null, and nothing booked, when the books are not at `version` any more.
 * @throws SQLSTATE {@link UPLOAD_TAKEN} or {@link TAG_GONE} when what stands beside an entry has changed meanwhile
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

/** What is booked together of one company. */
export type Batch = { call: PostCall; version: string; bookings: readonly Booking[] }

/**
 * Books batches of several companies in one statement, as {@link post} books one, and answers in their order. Null as
 * well, and nothing of that batch booked, when somebody else holds the company's books: none waits for another.
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

/** Entries of a batch by fiscal year and series, as the database takes them. */
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

/** Whoever books outside of a transaction has the database leave the events. */
const statementOf = (db: Db, groups: string, passes: boolean): Sql => sql`
  select company_id, id, number, registration
  from ledger.post_entries(${groups}, ${leavesOwn(db) ? YES : NO}, ${passes ? YES : NO})`

const leavesOwn = (db: Db): boolean => db.happenings === undefined

const [YES, NO] = [sql`true`, sql`false`]

/** What was booked of a batch, in its order, once whoever follows has been told; null where nothing was. */
const toldOf = ({ call }: Batch, rows: readonly Row[], posted: readonly Posted[]): Posted[] | null => {
  const byId = new Map(posted.map((one) => [one.id, one]))
  const own = rows.flatMap(({ id }) => byId.get(id) ?? [])
  if (own.length === 0) return null
  if (leavesOwn(call.db)) call.db.tell(call.companyId)
  else leaveBooked(call, rows, own)
  return own
}

/** From how many entries on their events are left by the numbers of registration, which have no holes. */
const MANY = 50

/** The same as the database leaves where there is no transaction. */
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

/** `V342`: the series and the number, kept apart by a hyphen where the series does not end with a letter. */
export const journalEntryNumber = (series: string, number: bigint): string => {
  if (series === '') return String(number)
  return /[A-Za-zÅÄÖåäö]$/.test(series) ? `${series}${number}` : `${series}-${number}`
}
