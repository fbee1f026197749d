// Entries of documents: invoices and payments are booked here, in the transaction of the document.
import { addUsualAccount } from '#ledger/accounts/chart'
import { usualBaseAccounts } from '#ledger/accounts/vat-base.rules'
import { type Book, onBookVersion } from '#ledger/book'
import { ledgerRefusals } from '#ledger/refusals'
import { placesOf, type TagUse } from '#ledger/tags/tag.rules'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { MAX_ENTRY_TITLE } from '#rule/limits'
import { truncate } from '#text/truncate'
import { dateOf, decideEntry, OWN_SERIES } from './journal-entry.rules.ts'
import { bookedTags } from './journal-entry-tags.ts'
import { type Beside, bookingOf, journalEntryNumber, post } from './posting.ts'

/**
 * One side of one account; a negative amount is booked on the other side, and zero is left out. `vatCode`: the VAT row
 * of the line, where it is not that of the account. `tags`: those of the line, for an entry without tags as a whole.
 */
export type DocumentItem = { account: number; vatCode?: string; tags?: readonly TagUse[] } & (
  | { debit: Ore }
  | { credit: Ore }
)

/**
 * `isReversible`: the entry belongs to no document, so the caller may reverse it later. `isShift`: it buys and sells
 * nothing, so that its lines count towards no base.
 */
export type DocumentEntry = {
  title: string
  date: Day
  items: readonly DocumentItem[]
  isReversible?: boolean
  isShift?: boolean
  /** Tags of the entry as a whole; must belong to the company, as those of items. */
  tags?: readonly TagUse[]
}

export type BookedDocument = { id: string; journalEntryNumber: string }

/**
 * Books an entry that belongs to a document: the API cannot reverse it; the document is credited instead. Amounts of
 * the same account, side, VAT row and tags are merged into one item. Must run inside the transaction that changes the
 * document.
 * @throws operation-not-allowed with every reason: the day is closed, locked or outside all fiscal years, an account is
 * inactive
 */
export const bookDocument = (call: CompanyCall, entry: DocumentEntry): Promise<BookedDocument> =>
  onBookVersion(call, (book) => bookOn(call, book, entry))

/** As {@link bookDocument}, on a given book; null, with nothing written, if the book version changed. */
export const bookOn = async (
  call: CompanyCall,
  book: Book,
  { title, date, items, isReversible = false, isShift = false, tags = [] }: DocumentEntry,
  beside?: Beside,
): Promise<BookedDocument | null> => {
  // Adding accounts changed the book version.
  if (await addBaseAccounts(call, book, items)) return null
  const whole = truncate(title, MAX_ENTRY_TITLE)
  const lines = merged(items)
  const decided = decideEntry(book, { title: whole, date, items: lines }, dayOf(call.now), { isShift })
  if ('errors' in decided) throw notBookable(whole, decided.errors)
  const placed = bookedTags(placesOf({ tags, items: lines }))
  const booking = bookingOf(call, decided, { isOfDocument: !isReversible, tags: placed })
  const [posted] = (await post(call, book, [booking], beside)) ?? []
  return posted ? { id: posted.id, journalEntryNumber: journalEntryNumber(OWN_SERIES, posted.number) } : null
}

/** Adds missing accounts for VAT bases, for charts created before these accounts existed; true if any was added. */
const addBaseAccounts = async (
  call: CompanyCall,
  { accounts }: Book,
  items: readonly DocumentItem[],
): Promise<boolean> => {
  const used = items.map(({ account }) => account).filter((account) => usualBaseAccounts.has(account))
  const lacking = [...new Set(used)].filter((account) => !accounts.has(account))
  for (const account of lacking) await addUsualAccount(call, account)
  return lacking.length > 0
}

/** Refuses a day on which a document cannot be booked, for documents that book nothing now. */
export const requireBookableDay = ({ now }: CompanyCall, book: Book, { title, date }: Titled): void => {
  const dated = dateOf(book, date, dayOf(now))
  if ('error' in dated) throw notBookable(truncate(title, MAX_ENTRY_TITLE), [dated.error])
}

type Titled = Pick<DocumentEntry, 'title' | 'date'>

const notBookable = (what: string, errors: readonly FieldError[]) =>
  ledgerRefusals.documentNotBookable({ what, reason: errors.map(({ message }) => message).join('; ') })

/** The items for the ledger: one for each account, side, VAT row and tags, in order of first appearance. */
const merged = (items: readonly DocumentItem[]) => {
  type Sum = { account: number; vatCode?: string; tags?: readonly TagUse[]; side: 'debit' | 'credit'; ore: Ore }
  const sums = new Map<string, Sum>()
  for (const item of items) {
    const { account, vatCode, tags = [] } = item
    const signed = 'debit' in item ? item.debit : -item.credit
    if (signed === 0n) continue
    const side = signed > 0n ? 'debit' : 'credit'
    const key = `${account} ${side} ${vatCode ?? ''} ${tags.map(({ tagId, weight }) => `${tagId} ${weight}`).join()}`
    const beside = { ...(vatCode === undefined ? {} : { vatCode }), ...(tags.length > 0 && { tags }) }
    const sum = sums.get(key) ?? { account, ...beside, side, ore: 0n }
    sum.ore += signed > 0n ? signed : -signed
    sums.set(key, sum)
  }
  return [...sums.values()].map(({ side, ore, ...line }) => ({ ...line, [side]: numberFromOre(ore) }))
}
