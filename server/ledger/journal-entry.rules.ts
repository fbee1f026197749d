// What may be booked: pure rules over the frame of the books and a draft.
import { createHash, hash } from 'node:crypto'
import { addBusinessDays, type Day, dayAfter, isDay } from '#platform/day'
import { pointer } from '#platform/json'
import { MAX_AMOUNT, type Ore, oreFromNumber, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import type { Book, BookYear } from './book.ts'
import { ledgerFaults } from './refusals.ts'

/** An entry as a caller proposes it; amounts in kronor. */
export type EntryDraft = {
  title: string
  date: string
  items: readonly { account: number; debit?: number; credit?: number }[]
}

/** One row of an entry; amounts in öre. */
export type EntryItem = {
  line: number
  account: number
  debit: Ore
  credit: Ore
  text?: string | undefined
  quantity?: string | undefined
}

/** What was decided to be booked, before it has a number. */
export type Decided = { year: BookYear; date: Day; title: string; items: EntryItem[] }

/** How many business days ahead of today an entry may be dated. */
export const BUSINESS_DAYS_AHEAD = 2
/** The series of entries that are made here. */
export const OWN_SERIES = 'V'

/** Decides a draft: everything that is wrong with it, or what is to be booked. */
export const decideEntry = (book: Book, draft: EntryDraft, today: Day): Decided | { errors: FieldError[] } => {
  const errors: FieldError[] = []
  const title = draft.title.trim()
  if (title === '') errors.push(ledgerFaults.titleMissing('#/title'))
  const dated = dateOf(book, draft.date, today)
  if ('error' in dated) errors.push(dated.error)
  // What a document comes to may be nothing.
  if (draft.items.length === 0) errors.push(ledgerFaults.tooFewLines('#/items'))
  const items = itemsOf(book, draft.items, errors)
  if (errors.length > 0 || 'error' in dated) return { errors }
  return { ...dated, title, items }
}

/** The open year and day of a date, or why nothing can be booked on it. */
export const dateOf = (
  book: Book,
  text: string,
  today: Day,
  field = '#/date',
): { year: BookYear; date: Day } | { error: FieldError } => {
  if (!isDay(text)) return { error: ledgerFaults.badDate(field) }
  const last = addBusinessDays(today, BUSINESS_DAYS_AHEAD)
  if (text > last) return { error: ledgerFaults.tooFarAhead(field, { date: text, last }) }
  const error = wrongDay(book, text, field)
  const year = yearAt(book, text)
  return error || !year ? { error: error ?? ledgerFaults.noFiscalYear(field, { date: text }) } : { year, date: text }
}

/**
 * Why nothing is booked on a day, now or later: it is in no year, in a closed one or in one that a closed one carries
 * on from, or locked. Null when it is open.
 */
export const wrongDay = (book: Book, date: Day, field: string): FieldError | null => {
  const year = yearAt(book, date)
  if (!year) return ledgerFaults.noFiscalYear(field, { date })
  if (year.closed) return ledgerFaults.closedYear(field, { date })
  const after = closedFollower(book, year)
  if (after) return ledgerFaults.closedYearAfter(field, { date, after: `${after.startDate} to ${after.endDate}` })
  if (book.lockDate && date <= book.lockDate) return ledgerFaults.locked(field, { lockDate: book.lockDate })
  return null
}

/**
 * The first closed year that carries on from an earlier one, and whose figures would change with it; null where none
 * does. Years are closed in their order, and were not always.
 */
export const closedFollower = ({ years }: Pick<Book, 'years'>, { endDate }: BookYear): BookYear | null => {
  const later = years.filter(({ startDate }) => startDate > endDate)
  const base = later.findIndex(({ openings }) => openings.length > 0)
  return (base < 0 ? later : later.slice(0, base)).find(({ closed }) => closed) ?? null
}

/** Whether entries of any day may be booked in a year, save for locked days. */
const isOpen = (book: Pick<Book, 'years'>, year: BookYear): boolean =>
  !year.closed && closedFollower(book, year) === null

/** The first day from this one on that is in an open year and not locked; null when there is none. */
export const firstOpenDay = (book: Pick<Book, 'years' | 'lockDate'>, from: Day): Day | null => {
  const { years, lockDate } = book
  const first = lockDate !== null && lockDate >= from ? dayAfter(lockDate) : from
  const year = years.find((one) => one.endDate >= first && isOpen(book, one))
  if (!year) return null
  return year.startDate > first ? year.startDate : first
}

/**
 * For a day of a year that takes no entries any more, or before the years, the first open day after it: what was missed
 * is caught up on there. Null for days of open years, locked or not, and while no later day is open.
 */
export const catchUpDay = (book: Book, date: Day): Day | null => {
  const year = yearAt(book, date)
  return year && isOpen(book, year) ? null : firstOpenDay(book, date)
}

export const yearAt = (book: Book, date: Day): BookYear | undefined =>
  book.years.find(({ startDate, endDate }) => startDate <= date && date <= endDate)

/** The items; whether they are in balance is judged once every amount is right. */
const itemsOf = (book: Book, items: EntryDraft['items'], errors: FieldError[]): EntryItem[] => {
  const read = items.map((item, index) => itemOf(book, item, index, errors))
  if (read.every(({ debit, credit }) => debit > 0n !== credit > 0n)) errors.push(...unbalanced(read))
  return read
}

/** One item; without amounts when one of them is wrong. */
const itemOf = (
  book: Book,
  { account, debit = 0, credit = 0 }: EntryDraft['items'][number],
  index: number,
  errors: FieldError[],
): EntryItem => {
  const active = book.accounts.get(account)
  if (active === undefined) errors.push(ledgerFaults.unknownAccount(pointer('items', index, 'account'), { account }))
  if (active === false) errors.push(ledgerFaults.inactiveAccount(pointer('items', index, 'account'), { account }))
  const item = { line: index + 1, account, debit: 0n, credit: 0n }
  const ore = { debit: oreFrom(debit), credit: oreFrom(credit) }
  for (const side of ['debit', 'credit'] as const) {
    if (ore[side] === null) errors.push(ledgerFaults.badAmount(pointer('items', index, side), { limit: MAX_AMOUNT }))
  }
  if (ore.debit === null || ore.credit === null) return item
  if (ore.debit > 0n === ore.credit > 0n) errors.push(ledgerFaults.oneSide(pointer('items', index)))
  return { ...item, debit: ore.debit, credit: ore.credit }
}

const oreFrom = (amount: number): Ore | null => (amount < 0 ? null : oreFromNumber(amount))

const unbalanced = (items: readonly EntryItem[]): FieldError[] => {
  const debit = items.reduce((sum, item) => sum + item.debit, 0n)
  const credit = items.reduce((sum, item) => sum + item.credit, 0n)
  if (debit === credit) return []
  return [ledgerFaults.unbalanced('#/items', { debit: textFromOre(debit), credit: textFromOre(credit) })]
}

/**
 * What else is wrong with a body that does not have the form of a draft: whatever of it can be judged is judged, so
 * that the caller reads all errors together.
 */
export const examineDraft = (book: Book, body: unknown, today: Day): FieldError[] => {
  const errors: FieldError[] = []
  const { title, date, items } = (body ?? {}) as { title?: unknown; date?: unknown; items?: unknown }
  if (typeof title === 'string' && title.trim() === '') errors.push(ledgerFaults.titleMissing('#/title'))
  if (typeof date === 'string' && isDay(date)) {
    const dated = dateOf(book, date, today)
    if ('error' in dated) errors.push(dated.error)
  }
  if (!Array.isArray(items) || !items.every(isItem)) return errors
  itemsOf(book, items, errors)
  return errors
}

const isItem = (item: unknown): item is EntryDraft['items'][number] => {
  const { account, debit, credit } = (item ?? {}) as Record<string, unknown>
  const isAmount = (amount: unknown) => amount === undefined || typeof amount === 'number'
  return Number.isInteger(account) && isAmount(debit) && isAmount(credit)
}

/** The mirror of an entry's items: what was debit becomes credit. */
export const mirrored = (items: readonly EntryItem[]): EntryItem[] =>
  items.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit }))

/**
 * The day a reversal is booked on, and its year: the day of the entry while that day is open; otherwise the period was
 * finished and the correction belongs to when it was found (BFNAR 2013:2, 2.17-2.18): today, or the first open day of
 * the entry's fiscal year. When that year is closed, the first open day of the year after it. `closed` when the year is
 * closed and none after it is open, `locked` when no day of the year may be booked on.
 */
export const reversalDate = (
  book: Book,
  own: BookYear,
  entryDate: Day,
  today: Day,
): { year: BookYear; date: Day } | 'closed' | 'locked' => {
  const { lockDate } = book
  const isOwnOpen = isOpen(book, own)
  if (isOwnOpen && (lockDate === null || entryDate > lockDate)) return { year: own, date: entryDate }
  const isNext = (one: BookYear) => one.startDate > own.endDate && isOpen(book, one)
  const year = isOwnOpen ? own : book.years.find(isNext)
  if (!year) return 'closed'
  const first = lockDate !== null && lockDate >= year.startDate ? dayAfter(lockDate) : year.startDate
  const isNow = today >= first && today >= year.startDate && today <= year.endDate
  const date = isNow && isOwnOpen ? today : first
  const last = addBusinessDays(today, BUSINESS_DAYS_AHEAD)
  return date <= year.endDate && date <= last ? { year, date } : 'locked'
}

/** Everything of an entry that its digest covers. */
export type DigestedEntry = {
  companyId: string
  id: string
  fiscalYearId: string
  series: string
  date: string
  title: string
  origin: string
  reversesId: string | null
  registeredAt: Date
  actorKind: string
  actorId: string
  actorName: string
  sourceRegisteredOn: string | null
  sourceSign: string | null
  items: readonly EntryItem[]
}

/** Whole amounts in öre may be plain numbers where there are very many. */
type DigestedItem = Omit<EntryItem, 'debit' | 'credit'> & { debit: Ore | number; credit: Ore | number }

/**
 * SHA-256 over an entry's content: a JSON array of its fields in the order of {@link DigestedEntry}, then one array for
 * each item. The database chains these digests with the registration and voucher numbers.
 */
export const contentDigest = (entry: Omit<DigestedEntry, 'items'> & { items: readonly DigestedItem[] }): Buffer => {
  const head = [
    entry.companyId,
    entry.id,
    entry.fiscalYearId,
    entry.series,
    entry.date,
    entry.title,
    entry.origin,
    entry.reversesId,
    entry.registeredAt.toISOString(),
    entry.actorKind,
    entry.actorId,
    entry.actorName,
    entry.sourceRegisteredOn,
    entry.sourceSign,
  ]
  const items = entry.items.map(({ line, account, debit, credit, text, quantity }) => [
    line,
    account,
    String(debit),
    String(credit),
    text ?? null,
    quantity ?? null,
  ])
  return hash('sha256', JSON.stringify([...head, ...items]), 'buffer')
}

/** The next link of a series' hash chain, as the database makes it. */
export const nextLink = (previous: Buffer, digest: Buffer, registration: bigint, number: bigint): Buffer => {
  const numbers = Buffer.alloc(16)
  numbers.writeBigInt64BE(registration, 0)
  numbers.writeBigInt64BE(number, 8)
  return createHash('sha256').update(previous).update(digest).update(numbers).digest()
}

/** What stands before the first entry of a series. */
export const FIRST_LINK = Buffer.alloc(32)
