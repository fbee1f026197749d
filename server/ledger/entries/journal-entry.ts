// Journal entries: book, read, reverse.
import { refusalOfUploadRef, wrongInUploadRef } from '#documents'
import type { VatSection } from '#ledger/accounts/vat-code.rules'
import { reversedRows, vatOfEntry } from '#ledger/accounts/vat-row.rules'
import { type Book, bookOf, lockBooks } from '#ledger/book'
import { ledgerRefusals } from '#ledger/refusals'
import {
  type EntryTag,
  type KnownTag,
  placesOf,
  shownTags,
  type TagPlace,
  type TagsBody,
  type TagUse,
  tagIdsIn,
  wrongInTags,
} from '#ledger/tags/tag.rules'
import type { Actor } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, momentText } from '#platform/day'
import { attemptIn, sqlStateOf } from '#platform/db'
import { isId } from '#platform/id'
import { type List, listPage, type Numbered, type Page, type PageRequest } from '#platform/list'
import type { FieldError, Refusal } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { MAX_ENTRY_TITLE } from '#rule/limits'
import {
  type Decided,
  decideEntry,
  type EntryDraft,
  examineDraft,
  mirrored,
  OWN_SERIES,
} from './journal-entry.rules.ts'
import { type Narrowed, narrowedBy, wordsOf } from './journal-entry-narrowed.ts'
import {
  bookedTags,
  knownTags,
  lockEntryTags,
  type PlacedTag,
  replaceTags,
  standing,
  tagsAt,
  tagsOfEntry,
} from './journal-entry-tags.ts'
import { type Booking, bookingOf, journalEntryNumber, type Posted, post, TAG_GONE, UPLOAD_TAKEN } from './posting.ts'
import { notifyOfReversal } from './reversal.ts'
import { decideReversal, type ReversedRow } from './reversed-day.ts'

/** An entry as the API shows it; amounts in kronor. */
export type JournalEntry = {
  id: string
  title: string
  journalEntryNumber: string
  date: string
  items: {
    id: number
    debit: number
    credit: number
    account: number
    /** The box of the VAT return that it counts towards, `none` if it was said to count towards none. */
    vatCode: string | null
    tags: EntryTag[]
  }[]
  /** What it adds to the VAT return, by box; a row has a base or a tax. */
  vatRows: {
    box: string
    kind: VatSection
    base: number | null
    tax: number | null
    itemIds: number[]
  }[]
  tags: EntryTag[]
  reversingJournalEntryId: string | null
  reversedByJournalEntryId: string | null
  /** The entry that this one reverses, and the entry that reverses this one (bokföringslagen 5 kap. 5 §). */
  reversesJournalEntryRef: EntryRef | null
  reversedByJournalEntryRef: EntryRef | null
  registeredDateTime: string
  registeredBy: Actor
  uploadRef: { id: string } | null
  modifiedDateTime: string
}

/** A reference to another entry, with the time and user of its registration. */
type EntryRef = {
  id: string
  journalEntryNumber: string
  registeredDateTime: string
  registeredBy: Actor
}

export type NewEntry = Omit<EntryDraft, 'items'> & {
  tags?: readonly TagUse[]
  items: readonly (EntryDraft['items'][number] & { tags?: readonly TagUse[] })[]
  uploadRef?: { id?: string } | null
}

/** An entry waiting to be booked in its company. */
export type Waiting = { call: CompanyCall; draft: NewEntry }
type Outcome = JournalEntry | Refusal

/** The field that names an entry's upload. */
const UPLOAD_FIELD = '#/uploadRef/id'
/** How many attempts are made if the book changes between validation and posting. */
const MAX_ATTEMPTS = 10

/** Books one entry for the caller. */
export const createJournalEntry = async (call: CompanyCall, draft: NewEntry): Promise<JournalEntry> => {
  const [outcome] = await createJournalEntries([{ call, draft }])
  if (outcome instanceof Error || !outcome) throw outcome
  return outcome
}

/**
 * Books entries that wait for the same company, in one statement. Returns one outcome for each, in order; a refused
 * entry does not stop the others. If it throws, nothing is booked.
 */
export const createJournalEntries = async (waiting: readonly Waiting[]): Promise<Outcome[]> => {
  const outcomes = new Map<Waiting, Outcome>()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && outcomes.size < waiting.length; attempt++) {
    const left = waiting.filter((one) => !outcomes.has(one))
    for (const [one, outcome] of await tryToBook(left, attempt > 1)) outcomes.set(one, outcome)
  }
  return waiting.map((one) => outcomes.get(one) ?? ledgerRefusals.booksBusy())
}

/** An entry that passed validation. */
export type Right = { one: Waiting; decided: Decided }

/** Whether the entry has tags or an upload. */
export const bringsBeside = (one: Waiting): boolean => hasTags(one.draft) || uploadIdOf(one) !== undefined

const tryToBook = async (waiting: readonly Waiting[], current: boolean): Promise<Map<Waiting, Outcome>> => {
  const [first] = waiting
  if (!first) return new Map()
  const book = await bookOf(first.call, current)
  const beside = await besideOf(waiting)
  const outcomes = new Map<Waiting, Outcome>()
  const right: Right[] = []
  for (const one of waiting) {
    const decided = decide(book, one, beside.get(one))
    if (!('errors' in decided)) right.push({ one, decided })
    // A cached book may refuse what the current one allows.
    else if (!current) return tryToBook(waiting, true)
    else outcomes.set(one, refusalOfUploadRef(decided.errors, uploadIdOf(one)))
  }
  const now = withoutSharedUploads(right)
  const bookings = now.map(({ one, decided }) => bookingOf(one.call, decided, bookedBeside(one, beside.get(one))))
  const posted = await postUnlessRaced(first.call, book, bookings)
  if (!posted) return outcomes
  for (const [index, { one, decided }] of now.entries()) {
    outcomes.set(one, shownAsBooked(one, decided, posted[index], beside.get(one)))
  }
  return outcomes
}

/** Data beside an entry: its tags, which of them exist, and errors in the tags and upload. */
type Beside = { places: readonly TagPlace[]; known: ReadonlyMap<string, KnownTag>; errors: readonly FieldError[] }

/** Nothing is read for entries without tags and uploads, which are nearly all. */
const besideOf = async (waiting: readonly Waiting[]): Promise<ReadonlyMap<Waiting, Beside>> => {
  const [first] = waiting
  const those = waiting.filter(bringsBeside)
  if (!first || those.length === 0) return new Map()
  const placed = those.map((one) => ({ one, places: placesOf(one.draft) }))
  const known = await knownTags(first.call, tagIdsIn(placed.flatMap(({ places }) => places)))
  const beside = new Map<Waiting, Beside>()
  for (const { one, places } of placed) {
    const upload = uploadIdOf(one)
    const errors = upload ? await wrongInUploadRef(one.call, UPLOAD_FIELD, upload) : []
    beside.set(one, { places, known, errors: [...errors, ...wrongInTags(places, known)] })
  }
  return beside
}

/** The id of the entry's upload, in lower case as the database writes it. */
const uploadIdOf = ({ draft }: Waiting): string | undefined => draft.uploadRef?.id?.toLowerCase()

/** Whether a body has tags; it may be any value. */
export const hasTags = (body: unknown): boolean => {
  const { tags, items } = Object(body) as { tags?: unknown; items?: unknown }
  if (Array.isArray(tags) && tags.length > 0) return true
  return Array.isArray(items) && items.some((item) => hasTags({ tags: Object(item).tags }))
}

const bookedBeside = (one: Waiting, beside: Beside | undefined): Pick<Booking, 'tags' | 'uploadId'> => {
  if (!beside) return {}
  const uploadId = uploadIdOf(one)
  return { tags: bookedTags(beside.places), ...(uploadId ? { uploadId } : {}) }
}

/**
 * If several entries name the same upload, only the first is booked now; the next attempt finds the upload connected.
 */
const withoutSharedUploads = <One extends { one: Waiting }>(right: readonly One[]): readonly One[] => {
  const seen = new Set<string>()
  return right.filter(({ one }) => {
    const upload = uploadIdOf(one)
    if (!upload) return true
    if (seen.has(upload)) return false
    seen.add(upload)
    return true
  })
}

/** Also null if an upload was connected or a tag deleted since validation: the next attempt reports it. */
const postUnlessRaced = async (
  call: CompanyCall,
  book: Book,
  bookings: readonly Booking[],
): Promise<Posted[] | null> => {
  if (bookings.every(({ tags = [], uploadId }) => tags.length === 0 && !uploadId)) return post(call, book, bookings)
  try {
    return await attemptIn(call.db, () => post(call, book, bookings))
  } catch (cause) {
    if ([UPLOAD_TAKEN, TAG_GONE].includes(sqlStateOf(cause) ?? '')) return null
    throw cause
  }
}

/** Errors in a malformed body beyond its schema. */
export const examineJournalEntry = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const errors = examineDraft(await bookOf(call, true), body, dayOf(call.now))
  const places = placesOf(body)
  errors.push(...wrongInTags(places, await knownTags(call, tagIdsIn(places))))
  const upload = Object(Object(body).uploadRef).id
  if (typeof upload === 'string' && isId(upload)) {
    errors.push(...(await wrongInUploadRef(call, UPLOAD_FIELD, upload)))
  }
  return errors
}

const decide = (
  book: Book,
  { call, draft }: Waiting,
  beside: Beside | undefined,
): Decided | { errors: readonly FieldError[] } => {
  const decided = decideEntry(book, draft, dayOf(call.now))
  if (!beside || beside.errors.length === 0) return decided
  return { errors: [...beside.errors, ...('errors' in decided ? decided.errors : [])] }
}

export const shownAsBooked = (
  one: Waiting,
  { date, title, items }: Decided,
  posted: Posted | undefined,
  beside?: Beside,
): JournalEntry => {
  if (!posted) throw new Error('An entry was decided but not booked')
  const uploadId = uploadIdOf(one)
  const placed = beside ? placedTags(beside) : null
  return {
    id: posted.id,
    title,
    journalEntryNumber: journalEntryNumber(OWN_SERIES, posted.number),
    date,
    items: items.map((item) => ({ ...shownItem(item, NO_CODES), tags: tagsAt(placed, item.line) })),
    vatRows: shownVat(items, NO_CODES),
    tags: tagsAt(placed, null),
    reversingJournalEntryId: null,
    reversedByJournalEntryId: null,
    reversesJournalEntryRef: null,
    reversedByJournalEntryRef: null,
    ...registeredOf(one.call.now, one.call.actor),
    uploadRef: uploadId ? { id: uploadId } : null,
    modifiedDateTime: momentText(one.call.now),
  }
}

const registeredOf = (at: Date, { kind, id, name }: Actor) => ({
  registeredDateTime: momentText(at),
  registeredBy: { kind, id, name },
})

const placedTags = ({ places, known }: Beside): PlacedTag[] =>
  places.flatMap(({ line, tags }) => shownTags(tags, known).map((tag) => ({ ...tag, line })))

/** Öre to kronor: dividing an integer below 2^53 once gives the nearest double. */
const kronor = (ore: bigint | number): number => Number(ore) / 100

type Codes = ReadonlyMap<number, string | null>

/** The lines of an entry that is just booked have rows where their accounts have codes. */
const NO_CODES: Codes = new Map()

type ShownLine = {
  line: number
  account: number
  debit: bigint | number
  credit: bigint | number
  vatCode?: string | undefined
}

const shownItem = ({ line, account, debit, credit, vatCode }: ShownLine, codes: Codes) => ({
  id: line,
  debit: kronor(debit),
  credit: kronor(credit),
  account,
  vatCode: vatCode ?? codes.get(account) ?? null,
})

const shownVat = (items: readonly ShownLine[], codes: Codes): JournalEntry['vatRows'] =>
  vatOfEntry(items, codes).map(({ box, kind, isTax, ore, lines }) => ({
    box,
    kind,
    base: isTax ? null : kronor(ore),
    tax: isTax ? kronor(ore) : null,
    itemIds: lines,
  }))

/** A reference to an entry; times as ISO 8601 in UTC. */
const asReference = (entry: Sql): Sql => sql`jsonb_build_object(
  'id', ${entry}.id, 'journalEntryNumber', ${entry}.journal_entry_number,
  'at', (extract(epoch from ${entry}.registered_at) * 1000)::bigint, 'registeredBy', jsonb_build_object(
    'kind', ${entry}.actor_kind, 'id', ${entry}.actor_id, 'name', ${entry}.actor_name))`

/**
 * A booked entry is immutable; only its reversal, tags and files change. These are looked up by the entry: for the
 * latest change, the planner might otherwise scan all of the company's rows backwards.
 */
const modifiedAt = sql`greatest(e.registered_at,
  (select r.registered_at from ledger.journal_entry r where r.company_id = e.company_id and r.reverses_id = e.id),
  (select t.set_at from ledger.journal_entry_tags_set t
    where t.company_id = e.company_id and t.journal_entry_id = e.id),
  (select max(u.modified_at) from (
    select u.modified_at from documents.upload_of_entry_view u
    where u.company_id = e.company_id and u.journal_entry_id = e.id offset 0) u))`

/** The entries that may have changed since a time, each part by an index. */
const changedSince = (companyId: string, since: Sql): Sql => sql`e.id in (
  select n.id from ledger.journal_entry n where n.company_id = ${companyId} and n.registered_at >= ${since}
  union all
  select n.reverses_id from ledger.journal_entry n
  where n.company_id = ${companyId} and n.registered_at >= ${since} and n.reverses_id is not null
  union all
  select t.journal_entry_id from ledger.journal_entry_tags_set t
  where t.company_id = ${companyId} and t.set_at >= ${since}
  union all
  select u.journal_entry_id from documents.upload_of_entry_view u
  where u.company_id = ${companyId} and u.modified_at >= ${since})`

const columns = sql`
  e.id, e.title, e.journal_entry_number, e.date, e.items, e.registration,
  e.registered_at, e.actor_kind, e.actor_id, e.actor_name,
  case when e.reverses_id is not null then (
    select ${asReference(sql`o`)} from ledger.journal_entry o
    where o.company_id = e.company_id and o.id = e.reverses_id) end as reverses,
  (select ${asReference(sql`r`)} from ledger.journal_entry r
    where r.company_id = e.company_id and r.reverses_id = e.id) as reversed_by,
  ${tagsOfEntry} as tags,
  (select u.id from documents.upload_of_entry_view u where u.company_id = e.company_id and u.journal_entry_id = e.id
    order by u.connected_at, u.id limit 1) as upload_id,
  ${modifiedAt} as modified_at`

type EntryRow = {
  id: string
  title: string
  journal_entry_number: string
  date: Day
  items: { line: number; account: number; debit: number; credit: number; vatCode?: string }[]
  registration: bigint
  registered_at: Date
  actor_kind: Actor['kind']
  actor_id: string
  actor_name: string
  reverses: ReferenceRow | null
  reversed_by: ReferenceRow | null
  tags: PlacedTag[] | null
  upload_id: string | null
  modified_at: Date
}

type ReferenceRow = { id: string; journalEntryNumber: string; at: number; registeredBy: Actor }

const referenceOf = (row: ReferenceRow | null): EntryRef | null => {
  if (!row) return null
  const { id, journalEntryNumber, at, registeredBy } = row
  return { id, journalEntryNumber, ...registeredOf(new Date(at), registeredBy) }
}

const shown = (row: EntryRow, codes: Codes): JournalEntry => ({
  id: row.id,
  title: row.title,
  journalEntryNumber: row.journal_entry_number,
  date: row.date,
  items: row.items.map((item) => ({ ...shownItem(item, codes), tags: tagsAt(row.tags, item.line) })),
  vatRows: shownVat(row.items, codes),
  tags: tagsAt(row.tags, null),
  reversingJournalEntryId: row.reverses?.id ?? null,
  reversedByJournalEntryId: row.reversed_by?.id ?? null,
  reversesJournalEntryRef: referenceOf(row.reverses),
  reversedByJournalEntryRef: referenceOf(row.reversed_by),
  ...registeredOf(row.registered_at, { kind: row.actor_kind, id: row.actor_id, name: row.actor_name }),
  uploadRef: row.upload_id === null ? null : { id: row.upload_id },
  modifiedDateTime: momentText(row.modified_at),
})

const reversedBy = sql`(
  select r.id from ledger.journal_entry r where r.company_id = e.company_id and r.reverses_id = e.id)`

const listOf = (companyId: string, narrowed: Narrowed, codes: Codes): List<EntryRow, JournalEntry> => ({
  name: ['journal-entries', wordsOf(narrowed)].filter(Boolean).join(' with '),
  columns,
  from: sql`ledger.journal_entry e`,
  // Every registration number is above zero; the condition lets the planner use the index.
  where: sql`e.company_id = ${companyId} and e.registration > 0 ${narrowedBy(companyId, narrowed)}`,
  key: [sql`e.registration`],
  keyOf: ({ registration }) => [Number(registration)],
  ...(wordsOf(narrowed) === null ? { numbered: numberedIn(companyId) } : {}),
  filters: {
    properties: {
      title: { type: 'string', column: sql`e.title` },
      journalEntryNumber: { type: 'string', column: sql`e.journal_entry_number` },
      date: { type: 'date', column: sql`e.date` },
      registration: { type: 'integer', column: sql`e.registration` },
      reversingJournalEntryId: { type: 'id', column: sql`e.reverses_id` },
      reversedByJournalEntryId: {
        type: 'id',
        column: reversedBy,
        // Looks up the reversed entry by its id instead of scanning all entries.
        toSql: (operator, value) =>
          operator === '=='
            ? sql`e.id = (select r.reverses_id from ledger.journal_entry r
                where r.company_id = ${companyId} and r.id = ${value}::uuid)`
            : sql`${reversedBy} is distinct from ${value}::uuid`,
      },
      modifiedDateTime: {
        type: 'datetime',
        column: modifiedAt,
        since: (moment) => changedSince(companyId, moment),
      },
    },
  },
  itemOf: (row) => shown(row, codes),
})

/** Registration numbers are consecutive, except for those of removed fiscal years. */
const numberedIn = (companyId: string): Numbered => ({
  counted: sql`
    select b.entry_count - coalesce(g.entries, 0) as total, b.entry_count as last, g.numbers as gone
    from ledger.book b cross join (
      select sum(r.entries)::bigint as entries, range_agg(r.registrations) as numbers
      from ledger.removed_year r where r.company_id = ${companyId}
    ) g where b.company_id = ${companyId}`,
  behind: (skipped) => sql`case when counted.gone is null then counted.last - ${skipped}::bigint
    else ledger.number_behind(counted.last, counted.gone, ${skipped}::bigint) end`,
})

/** The company's entries, latest booked first; optionally only those with a tag. */
export const listJournalEntries = async (
  call: CompanyCall,
  { tagId, untaggedGroupId, accounts, withoutDocument, search, ...request }: PageRequest & Narrowed,
): Promise<Page<JournalEntry>> => {
  const { vatCodes } = await bookOf(call, true)
  const narrowed = { tagId, untaggedGroupId, accounts, withoutDocument, search }
  return listPage(call, listOf(call.companyId, narrowed, vatCodes), request)
}

/** One entry; refused as not found if it does not exist. */
export const getJournalEntry = async (call: CompanyCall, id: string): Promise<JournalEntry> => {
  const { db, companyId } = call
  const row = await db.maybe<EntryRow>(
    sql`select ${columns} from ledger.journal_entry e where e.company_id = ${companyId} and e.id = ${id}`,
    'get-journal-entry',
  )
  if (!row) throw ledgerRefusals.entryNotFound({ id })
  return shown(row, (await bookOf(call, true)).vatCodes)
}

/** Replaces all tags of an entry and its items. */
export const setTags = async (call: CompanyCall, id: string, body: TagsBody): Promise<JournalEntry> => {
  await replaceTags(call, id, body)
  return getJournalEntry(call, id)
}

/** The current entry; its tags are locked until the transaction ends. */
export const lockJournalEntry = async (call: CompanyCall, id: string): Promise<JournalEntry> => {
  await lockEntryTags(call, id)
  return getJournalEntry(call, id)
}

/**
 * Books the reversal of an entry, with the same tags, and returns it; the two then refer to each other (bokföringslagen
 * 5 kap. 5 §). Without `day`, the day is chosen by {@link reversalDate}.
 */
export const reverseJournalEntry = async (call: CompanyCall, id: string, day?: string): Promise<JournalEntry> => {
  await lockBooks(call)
  const entry = await call.db.maybe<ReversedRow>(sql`
    select e.id, e.fiscal_year_id, e.date, e.title, e.origin, e.actor_kind, e.journal_entry_number, e.items,
      (select r.journal_entry_number from ledger.journal_entry r
        where r.company_id = e.company_id and r.reverses_id = e.id) as reversed_by
    from ledger.journal_entry e where e.company_id = ${call.companyId} and e.id = ${id}`)
  if (!entry) throw ledgerRefusals.entryNotFound({ id })
  const book = await bookOf(call, true)
  const { year, date } = decideReversal(call, book, entry, day)
  const title = firstCharacters(`Rättelse av ${entry.journal_entry_number}: ${entry.title}`, MAX_ENTRY_TITLE)
  const items = mirrored(
    entry.items.map((item) => ({ ...item, debit: BigInt(item.debit), credit: BigInt(item.credit) })),
  )
  const rows = reversedRows(items, book.vatCodes)
  await lockEntryTags(call, id)
  const tags = await standing(call, id)
  const reversal = bookingOf(call, { year, date, title, items: rows }, { reversesId: entry.id, tags })
  const posted = await post(call, book, [reversal])
  const reversing = posted?.[0]
  if (!reversing) throw new Error('The book changed although the reversal holds its lock')
  await notifyOfReversal(call, { id: entry.id, number: entry.journal_entry_number })
  return getJournalEntry(call, reversing.id)
}

/** Cuts a text between characters, never within a surrogate pair. */
const firstCharacters = (text: string, limit: number): string => [...text].slice(0, limit).join('')
