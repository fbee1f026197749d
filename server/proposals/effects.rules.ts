// What a proposal does: whether it is still what was shown, and whether the company's limits let it through.
import type { Effects } from '#http'
import { type Ore, oreFromNumber } from '#platform/money'
import { canonicalJson } from '#text/json'

/** A journal entry as its effects tell it. */
type Entry = Effects['entries'][number]

/**
 * Whether two runs of a write do the same. Ids and numbers are given anew at each run, and how background work is cut
 * up does not matter to the books: neither is compared.
 */
export const isSame = (one: Effects, other: Effects): boolean =>
  canonicalJson(compared(one)) === canonicalJson(compared(other))

const compared = ({ entries, accounts, vatBoxes, openItems, events, mails, more }: Effects) => ({
  entries: entries.map(({ date, title, items }) => ({ date, title, items })),
  accounts,
  vatBoxes,
  // A document that nothing was open on may be new, and then has another id each time.
  openItems: openItems.map(({ type, id, currency, before, after }) => ({
    type,
    id: before === 0 ? null : id,
    currency,
    before,
    after,
  })),
  events: events.map(({ kind }) => kind),
  mails,
  more,
})

/** What a company lets programs do without asking: `entryOre` and `dayOre` are null together. */
export type Limits = {
  drafts: boolean
  /** The most that an entry may have in debit. */
  entryOre: Ore | null
  /** The most that all entries of a day may have in debit together. */
  dayOre: Ore | null
  /** The only accounts that an entry may have. */
  accounts: readonly number[]
}

export const NO_LIMITS: Limits = { drafts: false, entryOre: null, dayOre: null, accounts: [] }

/** Events of a write that does nothing but make or change the draft of an invoice or a credit note. */
const OF_DRAFTS: readonly string[] = [
  'invoice.created',
  'invoice.changed',
  'credit-note.created',
  'credit-note.changed',
]
/** Events of a write that does nothing but book entries. */
const OF_ENTRIES: readonly string[] = ['journal-entry.booked', 'upload.connected']

/**
 * The debit in öre of what the limits let through, 0 for a draft; null if a person must approve it. A draft books
 * nothing, owes nothing and is sent to no one. An entry is let through if it is all that happens, on these accounts,
 * within the amounts. `usedOre` is what was let through today.
 */
export const letThrough = (limits: Limits, effects: Effects, usedOre: Ore): Ore | null => {
  if (isOnlyDraft(effects)) return limits.drafts ? 0n : null
  const { entryOre, dayOre, accounts } = limits
  if (entryOre === null || dayOre === null || !isOnlyEntries(effects)) return null
  const debits = effects.entries.map(debitOf)
  const all = debits.reduce((sum, ore) => sum + ore, 0n)
  const known = new Set(accounts)
  const isOnAccounts = effects.entries.every(({ items }) => items.every(({ account }) => known.has(account)))
  return isOnAccounts && debits.every((ore) => ore <= entryOre) && usedOre + all <= dayOre ? all : null
}

const isOnlyDraft = ({ entries, accounts, openItems, events, mails, more }: Effects): boolean =>
  [entries, accounts, openItems, mails].every(({ length }) => length === 0) &&
  events.every(({ kind }) => OF_DRAFTS.includes(kind)) &&
  Object.values(more).every((count) => count === 0)

const isOnlyEntries = ({ entries, openItems, events, mails, more }: Effects): boolean =>
  entries.length > 0 &&
  openItems.length === 0 &&
  mails.length === 0 &&
  events.every(({ kind }) => OF_ENTRIES.includes(kind)) &&
  Object.values(more).every((count) => count === 0)

const debitOf = ({ items }: Entry): Ore => items.reduce((sum, { debit }) => sum + (oreFromNumber(debit) ?? 0n), 0n)

/** The first and the last day of each different month of entries. */
export const daysOf = ({ entries }: Effects): string[] => [...new Set(entries.map(({ date }) => date))].sort()
