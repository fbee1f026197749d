// Journal entries: book, read, reverse.
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { FieldError, Refusal } from '#platform/refusal'
import { invalidWith } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Book, type BookYear, bookOf, lockBooks } from './book.ts'
import {
  type Decided,
  decideEntry,
  type EntryDraft,
  type EntryItem,
  examineDraft,
  mirrored,
  OWN_SERIES,
  reversalDate,
} from './journal-entry.rules.ts'
import { type Booking, journalEntryNumber, type Origin, type Posted, post } from './posting.ts'
import { ledgerFaults, ledgerRefusals } from './refusals.ts'

/** An entry as the API shows it; amounts in kronor. */
export type JournalEntry = {
  id: string
  title: string
  journalEntryNumber: string
  date: string
  items: { id: number; debit: number; credit: number; account: number; tags?: EntryTag[] }[]
  tags: EntryTag[]
  reversingJournalEntryId: string | null
  reversedByJournalEntryId: string | null
  uploadRef: { id: string } | null
}

export type EntryTag = {
  tagId: string
  tagGroupId: string
  tagName: string
  tagGroupName: string
  weight: number
}

export type NewEntry = Omit<EntryDraft, 'items'> & {
  tags?: readonly unknown[]
  items: readonly (EntryDraft['items'][number] & { tags?: readonly unknown[] })[]
  uploadRef?: { id?: string } | null
}

type Waiting = { call: CompanyCall; draft: NewEntry }
type Outcome = JournalEntry | Refusal

/** How often a decision is made again when the books' settings change meanwhile. */
const MAX_ATTEMPTS = 10
/** Most characters of a title. */
export const MAX_TITLE_LENGTH = 1000

/** Books one entry of the caller's. */
export const createJournalEntry = async (call: CompanyCall, draft: NewEntry): Promise<JournalEntry> => {
  const [outcome] = await createJournalEntries([{ call, draft }])
  if (outcome instanceof Error || !outcome) throw outcome
  return outcome
}

/**
 * Books entries that wait for the same company together, in one statement. One outcome for each, in order; an entry
 * that is refused keeps no other from being booked. When it throws, none is booked.
 */
export const createJournalEntries = async (waiting: readonly Waiting[]): Promise<Outcome[]> => {
  const outcomes = new Map<Waiting, Outcome>()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && outcomes.size < waiting.length; attempt++) {
    const left = waiting.filter((one) => !outcomes.has(one))
    for (const [one, outcome] of await tryToBook(left, attempt > 1)) outcomes.set(one, outcome)
  }
  return waiting.map((one) => outcomes.get(one) ?? ledgerRefusals.booksBusy())
}

const tryToBook = async (waiting: readonly Waiting[], current: boolean): Promise<Map<Waiting, Outcome>> => {
  const [first] = waiting
  if (!first) return new Map()
  const book = await bookOf(first.call, current)
  const outcomes = new Map<Waiting, Outcome>()
  const right: { one: Waiting; decided: Decided }[] = []
  for (const one of waiting) {
    const decided = decide(book, one)
    if (!('errors' in decided)) right.push({ one, decided })
    // What a remembered frame refuses may be allowed by now, through another process.
    else if (!current) return tryToBook(waiting, true)
    else outcomes.set(one, invalidWith(decided.errors))
  }
  const bookings = right.map(({ one, decided }) => bookingOf(one.call, decided))
  const posted = await post(first.call, book.version, bookings)
  if (!posted) return outcomes
  for (const [index, { one, decided }] of right.entries()) outcomes.set(one, shownAsBooked(decided, posted[index]))
  return outcomes
}

/** What a malformed body has wrong beside its form. */
export const examineJournalEntry = async (call: CompanyCall, body: unknown): Promise<FieldError[]> =>
  examineDraft(await bookOf(call, true), body, dayOf(call.now))

const decide = (book: Book, { call, draft }: Waiting): Decided | { errors: FieldError[] } => {
  const errors: FieldError[] = []
  if (draft.tags?.length) errors.push(ledgerFaults.unknownTag('#/tags'))
  for (const [index, { tags }] of draft.items.entries()) {
    if (tags?.length) errors.push(ledgerFaults.unknownTag(`#/items/${index}/tags`))
  }
  const upload = draft.uploadRef?.id
  if (upload) errors.push(ledgerFaults.unknownUpload('#/uploadRef/id', { id: upload }))
  const decided = decideEntry(book, draft, dayOf(call.now))
  if ('errors' in decided) errors.push(...decided.errors)
  return errors.length > 0 ? { errors } : decided
}

/** What was decided, as the caller books it. */
export const bookingOf = (call: CompanyCall, { year, date, title, items }: Decided): Booking => ({
  fiscalYearId: year.id,
  series: OWN_SERIES,
  date,
  title,
  origin: 'api',
  items,
  actor: call.actor,
  registeredAt: call.now,
})

const shownAsBooked = ({ date, title, items }: Decided, posted: Posted | undefined): JournalEntry => {
  if (!posted) throw new Error('An entry was decided but not booked')
  return {
    id: posted.id,
    title,
    journalEntryNumber: journalEntryNumber(OWN_SERIES, posted.number),
    date,
    items: items.map(shownItem),
    tags: [],
    reversingJournalEntryId: null,
    reversedByJournalEntryId: null,
    uploadRef: null,
  }
}

/** Öre to kronor: one division of a whole number below 2^53, which gives the double nearest to the amount. */
const kronor = (ore: bigint | number): number => Number(ore) / 100

const shownItem = ({
  line,
  account,
  debit,
  credit,
}: {
  line: number
  account: number
  debit: bigint | number
  credit: bigint | number
}) => ({
  id: line,
  debit: kronor(debit),
  credit: kronor(credit),
  account,
})

const columns = sql`
  e.id, e.title, e.journal_entry_number, e.date, e.items, e.registration, e.reverses_id,
  (select r.id from ledger.journal_entry r where r.company_id = e.company_id and r.reverses_id = e.id) as reversed_by,
  (select jsonb_agg(jsonb_build_object('line', it.line, 'tagId', t.id, 'tagGroupId', g.id, 'tagName', t.name,
      'tagGroupName', g.name, 'weight', it.weight) order by it.line, g.dimension_number, t.code)
    from ledger.journal_entry_item_tag it
    join ledger.tag t on t.company_id = it.company_id and t.id = it.tag_id
    join ledger.tag_group g on g.company_id = t.company_id and g.id = t.tag_group_id
    where it.company_id = e.company_id and it.journal_entry_id = e.id) as tags`

type EntryRow = {
  id: string
  title: string
  journal_entry_number: string
  date: Day
  items: { line: number; account: number; debit: number; credit: number }[]
  registration: bigint
  reverses_id: string | null
  reversed_by: string | null
  tags: (EntryTag & { line: number })[] | null
}

const shown = (row: EntryRow): JournalEntry => ({
  id: row.id,
  title: row.title,
  journalEntryNumber: row.journal_entry_number,
  date: row.date,
  items: row.items.map((item) => ({ ...shownItem(item), ...tagsOf(row, item.line) })),
  tags: [],
  reversingJournalEntryId: row.reverses_id,
  reversedByJournalEntryId: row.reversed_by,
  uploadRef: null,
})

const tagsOf = ({ tags }: EntryRow, line: number): { tags?: EntryTag[] } => {
  if (!tags) return {}
  return { tags: tags.filter((tag) => tag.line === line).map(({ line: _, ...tag }) => tag) }
}

const listOf = (companyId: string): List<EntryRow, JournalEntry> => ({
  name: 'journal-entries',
  columns,
  from: sql`ledger.journal_entry e`,
  where: sql`e.company_id = ${companyId}`,
  key: [sql`e.registration`],
  keyOf: ({ registration }) => [Number(registration)],
  gapFree: sql`select entry_count as total from ledger.book where company_id = ${companyId}`,
  filters: {
    properties: {
      title: { type: 'string', column: sql`e.title` },
      journalEntryNumber: { type: 'string', column: sql`e.journal_entry_number` },
      date: { type: 'date', column: sql`e.date` },
      reversingJournalEntryId: { type: 'id', column: sql`e.reverses_id` },
      reversedByJournalEntryId: {
        type: 'id',
        column: sql`(
          select r.id from ledger.journal_entry r where r.company_id = e.company_id and r.reverses_id = e.id)`,
      },
    },
  },
  itemOf: shown,
})

/** The company's entries, the one booked last first. */
export const listJournalEntries = (call: CompanyCall, request: PageRequest): Promise<Page<JournalEntry>> =>
  listPage(call, listOf(call.companyId), request)

/** One entry; refused as not found. */
export const getJournalEntry = async ({ db, companyId }: CompanyCall, id: string): Promise<JournalEntry> => {
  const row = await db.maybe<EntryRow>(
    sql`select ${columns} from ledger.journal_entry e where e.company_id = ${companyId} and e.id = ${id}`,
    'get-journal-entry',
  )
  if (!row) throw ledgerRefusals.entryNotFound({ id })
  return shown(row)
}

/**
 * Books the mirror of an entry, with the same tags, and answers it; both then name each other (bokföringslagen 5 kap.
 * 5 §).
 */
export const reverseJournalEntry = async (call: CompanyCall, id: string): Promise<JournalEntry> => {
  await lockBooks(call)
  const entry = await call.db.maybe<ReversedRow>(sql`
    select e.id, e.fiscal_year_id, e.date, e.title, e.origin, e.journal_entry_number, e.items,
      (select r.journal_entry_number from ledger.journal_entry r
        where r.company_id = e.company_id and r.reverses_id = e.id) as reversed_by
    from ledger.journal_entry e where e.company_id = ${call.companyId} and e.id = ${id}`)
  if (!entry) throw ledgerRefusals.entryNotFound({ id })
  const book = await bookOf(call, true)
  const { year, date } = decideReversal(book, entry, dayOf(call.now))
  const title = firstCharacters(`Rättelse av ${entry.journal_entry_number}: ${entry.title}`, MAX_TITLE_LENGTH)
  const items = mirrored(
    entry.items.map((item) => ({ ...item, debit: BigInt(item.debit), credit: BigInt(item.credit) })),
  )
  const posted = await post(call, book.version, [
    { ...bookingOf(call, { year, date, title, items }), reversesId: entry.id },
  ])
  const reversing = posted?.[0]
  if (!reversing) throw new Error('The books are locked by the reversal and yet changed')
  await call.db.rows(sql`
    insert into ledger.journal_entry_item_tag (company_id, journal_entry_id, line, tag_id, weight)
    select company_id, ${reversing.id}, line, tag_id, weight from ledger.journal_entry_item_tag
    where company_id = ${call.companyId} and journal_entry_id = ${entry.id}`)
  return getJournalEntry(call, reversing.id)
}

/** A text cut between characters: half of a surrogate pair is no text. */
const firstCharacters = (text: string, limit: number): string => [...text].slice(0, limit).join('')

type ReversedRow = {
  id: string
  fiscal_year_id: string
  date: Day
  title: string
  origin: Origin
  journal_entry_number: string
  items: (Omit<EntryItem, 'debit' | 'credit'> & { debit: number; credit: number })[]
  reversed_by: string | null
}

const decideReversal = (book: Book, entry: ReversedRow, today: Day): { year: BookYear; date: Day } => {
  const about = { id: entry.id, number: entry.journal_entry_number }
  if (entry.reversed_by) throw ledgerRefusals.reversedAlready({ ...about, reversing: entry.reversed_by })
  if (entry.origin === 'console') throw ledgerRefusals.reversedInConsole(about)
  if (entry.origin === 'document') throw ledgerRefusals.reversedDocument(about)
  const year = book.years.find(({ id }) => id === entry.fiscal_year_id)
  if (!year || year.closed) throw ledgerRefusals.reversedInClosedYear(about)
  const date = reversalDate(book, year, entry.date, today)
  if (!date) throw ledgerRefusals.reversedLocked(about)
  return { year, date }
}
