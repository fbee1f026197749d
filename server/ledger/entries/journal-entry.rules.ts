// What may be booked: pure rules on the book and a draft.
import { createHash, hash } from 'node:crypto'
import { changesVat, vatRow, withoutBases, withoutSettled, wrongVatRow } from '#ledger/accounts/vat-row.rules'
import type { Book, BookYear } from '#ledger/book'
import { ledgerFaults } from '#ledger/refusals'
import { addBusinessDays, type Day, dayAfter, isDay } from '#platform/day'
import { MAX_AMOUNT, type Ore, oreFromNumber, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'

/** An entry as a caller proposes it; amounts in kronor. */
export type EntryDraft = {
  title: string
  date: string
  items: readonly { account: number; debit?: number; credit?: number; vatCode?: string | null }[]
}

/** One row of an entry; amounts in öre. */
export type EntryItem = {
  line: number
  account: number
  debit: Ore
  credit: Ore
  text?: string | undefined
  quantity?: string | undefined
  /** Its VAT row: the box that it counts towards, or `none`; without one, it goes by its account. */
  vatCode?: string | undefined
  /** The row differs from the code of the account. */
  vatApart?: true | undefined
}

/** A validated entry, before it has a number. */
export type Decided = { year: BookYear; date: Day; title: string; items: EntryItem[] }

/** How many business days ahead of today an entry may be dated. */
export const BUSINESS_DAYS_AHEAD = 2
/** The series of entries made in the service. */
export const OWN_SERIES = 'V'

/** Validates a draft: returns all its errors, or the entry to book. `isShift`: its lines count towards no base. */
export const decideEntry = (
  book: Book,
  draft: EntryDraft,
  today: Day,
  { isShift = false }: { isShift?: boolean } = {},
): Decided | { errors: FieldError[] } => {
  const rowsOf = (items: readonly EntryItem[]) => withoutSettled(isShift ? withoutBases(items) : items)
  const errors: FieldError[] = []
  const title = draft.title.trim()
  if (title === '') errors.push(ledgerFaults.titleMissing('#/title'))
  const wrong: FieldError[] = []
  const items = rowsOf(itemsOf(book, draft.items, wrong))
  const dated = dateOf(book, draft.date, today, { ofVat: changesVat(items, book.roles.vatCodes) })
  if ('error' in dated) errors.push(dated.error)
  // A document may total zero, which leaves no items.
  if (draft.items.length === 0) errors.push(ledgerFaults.tooFewLines('#/items'))
  errors.push(...wrong)
  if (errors.length > 0 || 'error' in dated) return { errors }
  return { ...dated, title, items }
}

/** The open year and day of a date, or the reason that the day is not open for booking. */
export const dateOf = (
  book: Book,
  text: string,
  today: Day,
  { field = '#/date', ofVat = true }: { field?: string; ofVat?: boolean } = {},
): { year: BookYear; date: Day } | { error: FieldError } => {
  if (!isDay(text)) return { error: ledgerFaults.badDate(field) }
  const last = addBusinessDays(today, BUSINESS_DAYS_AHEAD)
  if (text > last) return { error: ledgerFaults.tooFarAhead(field, { date: text, last }) }
  const error = wrongDay(book, text, field, ofVat)
  const year = yearAt(book, text)
  return error || !year ? { error: error ?? ledgerFaults.noFiscalYear(field, { date: text }) } : { year, date: text }
}

/**
 * Why a day is not open for booking, now or later: outside all years, in a closed year, in a year that a closed year
 * carries forward from, or locked. Null if it is open. `ofVat`: what is booked changes a VAT return, so that days whose
 * VAT is reported are locked too.
 */
export const wrongDay = (book: Book, date: Day, field: string, ofVat = true): FieldError | null => {
  const year = yearAt(book, date)
  if (!year) return ledgerFaults.noFiscalYear(field, { date })
  if (year.closed) return ledgerFaults.closedYear(field, { date })
  const after = closedFollower(book, year)
  if (after) return ledgerFaults.closedYearAfter(field, { date, after: `${after.startDate} to ${after.endDate}` })
  if (book.lockDate && date <= book.lockDate) return ledgerFaults.locked(field, { lockDate: book.lockDate })
  const { vatLockDate } = book
  if (ofVat && vatLockDate && date <= vatLockDate) return ledgerFaults.vatLocked(field, { lockDate: vatLockDate })
  return null
}

type Locks = Pick<Book, 'lockDate' | 'vatLockDate'>

/** The last day that is locked: by people, or, for what changes a VAT return, also since its VAT is reported. */
export const lastLocked = ({ lockDate, vatLockDate }: Locks, ofVat = true): Day | null => {
  if (!ofVat || vatLockDate === null) return lockDate
  return lockDate === null || lockDate < vatLockDate ? vatLockDate : lockDate
}

/**
 * The first closed year that carries its opening balances forward from an earlier one and whose figures would change
 * with it; null if none. Years are now closed in order; older data may differ.
 */
export const closedFollower = ({ years }: Pick<Book, 'years'>, { endDate }: BookYear): BookYear | null => {
  const later = years.filter(({ startDate }) => startDate > endDate)
  const base = later.findIndex(({ openings }) => openings.length > 0)
  return (base < 0 ? later : later.slice(0, base)).find(({ closed }) => closed) ?? null
}

/** Whether a year is open for booking, apart from locked days. */
const isOpen = (book: Pick<Book, 'years'>, year: BookYear): boolean =>
  !year.closed && closedFollower(book, year) === null

/** The first open, unlocked day on or after `from`, also for what changes a VAT return; null if there is none. */
export const firstOpenDay = (book: Pick<Book, 'years'> & Locks, from: Day): Day | null => {
  const { years } = book
  const lockDate = lastLocked(book)
  const first = lockDate !== null && lockDate >= from ? dayAfter(lockDate) : from
  const year = years.find((one) => one.endDate >= first && isOpen(book, one))
  if (!year) return null
  return year.startDate > first ? year.startDate : first
}

/**
 * For a day before the first year, or in a year that is closed for booking: the first open day after it, on which a
 * missed event is booked. Null for days of open years, locked or not, and if no later day is open.
 */
export const catchUpDay = (book: Book, date: Day): Day | null => {
  const year = yearAt(book, date)
  return year && isOpen(book, year) ? null : firstOpenDay(book, date)
}

export const yearAt = (book: Book, date: Day): BookYear | undefined =>
  book.years.find(({ startDate, endDate }) => startDate <= date && date <= endDate)

/** The items; the balance is checked only if every amount is valid. */
const itemsOf = (book: Book, items: EntryDraft['items'], errors: FieldError[]): EntryItem[] => {
  const read = items.map((item, index) => itemOf(book, item, index, errors))
  if (read.every(({ debit, credit }) => debit > 0n !== credit > 0n)) errors.push(...unbalanced(read))
  return read
}

/** One item; without amounts if one of them is invalid. */
const itemOf = (
  book: Book,
  { account, debit = 0, credit = 0, vatCode }: EntryDraft['items'][number],
  index: number,
  errors: FieldError[],
): EntryItem => {
  const active = book.accounts.get(account)
  if (active === undefined) errors.push(ledgerFaults.unknownAccount(pointer('items', index, 'account'), { account }))
  if (active === false) errors.push(ledgerFaults.inactiveAccount(pointer('items', index, 'account'), { account }))
  const own = book.roles.vatCodes.get(account) ?? null
  const wrong = wrongVatRow(vatCode ?? null, { account, own }, pointer('items', index, 'vatCode'))
  if (wrong) errors.push(wrong)
  const item = { line: index + 1, account, debit: 0n, credit: 0n, ...vatRow(own, vatCode ?? null) }
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
 * Further errors in a body that does not match the schema of a draft: everything that can be checked is checked, so
 * that the caller gets all errors at once.
 */
export const examineDraft = (book: Book, body: unknown, today: Day): FieldError[] => {
  const errors: FieldError[] = []
  const { title, date, items } = (body ?? {}) as { title?: unknown; date?: unknown; items?: unknown }
  if (typeof title === 'string' && title.trim() === '') errors.push(ledgerFaults.titleMissing('#/title'))
  if (typeof date === 'string' && isDay(date)) {
    const lines = Array.isArray(items) && items.every(isItem) ? itemsOf(book, items, []) : null
    const dated = dateOf(book, date, today, { ofVat: lines === null || changesVat(lines, book.roles.vatCodes) })
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

/** The reverse of an entry's items: debit and credit swapped. */
export const mirrored = (items: readonly EntryItem[]): EntryItem[] =>
  items.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit }))

/**
 * The day a reversal is booked on, and its year: the day of the entry if that day is open. Otherwise the period was
 * finished, and the correction belongs to the day the error was found (BFNAR 2013:2, 2.17-2.18): today, or the first
 * open day of the entry's fiscal year. If that year is closed, the first open day after it. `closed` if the year is
 * closed and no later day is open, `locked` if no day of the year is unlocked.
 */
export const reversalDate = (
  book: Book,
  own: BookYear,
  entryDate: Day,
  today: Day,
  ofVat = true,
): { year: BookYear; date: Day } | 'closed' | 'locked' => {
  const lockDate = lastLocked(book, ofVat)
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

/** Everything that the digest of an entry covers. */
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

/** Bulk imports use plain numbers for whole öre. */
type DigestedItem = Omit<EntryItem, 'debit' | 'credit'> & { debit: Ore | number; credit: Ore | number }

/**
 * SHA-256 over an entry's content: a JSON array of its fields in the order of {@link DigestedEntry}, then one array for
 * each item, which ends with its VAT row if it has one. The database chains these digests with the registration and
 * voucher numbers.
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
  const items = entry.items.map(({ line, account, debit, credit, text, quantity, vatCode, vatApart }) => [
    line,
    account,
    String(debit),
    String(credit),
    text ?? null,
    quantity ?? null,
    ...(vatCode === undefined ? [] : [vatCode]),
    ...(vatApart ? [true] : []),
  ])
  return hash('sha256', JSON.stringify([...head, ...items]), 'buffer')
}

/** The next link of a series' hash chain, computed as in the database. */
export const nextLink = (previous: Buffer, digest: Buffer, registration: bigint, number: bigint): Buffer => {
  const numbers = Buffer.alloc(16)
  numbers.writeBigInt64BE(registration, 0)
  numbers.writeBigInt64BE(number, 8)
  return createHash('sha256').update(previous).update(digest).update(numbers).digest()
}

/** The link before the first entry of a series. */
export const FIRST_LINK = Buffer.alloc(32)
