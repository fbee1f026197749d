// The same money in another kind of file: a notification (camt.054) and a statement (camt.053) may give an entry
// different days, and only one of them may have its reference. A table (CSV or XLSX) has a text of its own. Pure.
import { sameName } from '#banking/matching/match.rules'
import { type Day, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'
import { mapSteps, type Steps } from '#threads/steps'
import { type IdentifiedEntry, isOfSheet, type StatementKind } from './statement.rules.ts'

/** A transaction of an entry in the other kind of file. */
export type EarlierTransaction = {
  entryIdentity: string
  date: Day
  valueDate: Day | null
  ore: Ore
  isDetailed: boolean
  bankReference: string | null
  endToEndId: string | null
  counterparty: string | null
  references: string[]
  message: string | null
  /** Whether this kind of file has contained it too, under an unknown identity. */
  isToldByBoth: boolean
}

/** The comparable fields of an entry. */
type Compared = Pick<EarlierTransaction, 'date' | 'valueDate' | 'ore' | 'isDetailed' | 'bankReference'> & {
  identity: string
  endToEndIds: readonly string[]
  names: readonly string[]
  references: readonly string[]
  messages: readonly string[]
  isToldByBoth: boolean
}

/** The maximum difference between the days in the two kinds of files: a weekend with adjoining holidays. */
export const NEAR_DAYS = 7

/** The entries of one file, and the stored data about them. */
type Asking = {
  entries: readonly IdentifiedEntry[]
  kind: StatementKind
  /** The stored identities of known entries, by the identities that the file gives them. */
  known: ReadonlyMap<string, string>
  /** Identities used by other entries. */
  taken: ReadonlySet<string>
  /** Transactions from the other kind of file. */
  told: readonly EarlierTransaction[]
}

/** The stored identities of entries, by the identities in their file, and which of them are guesses. */
export type Names = { names: ReadonlyMap<string, string>; guessed: ReadonlySet<string> }

/**
 * Assigns stored identities to the entries of one file: entries known from the other kind of file keep the identity
 * they have there, new ones get their own. The bank's reference decides, then the payer's id; without either, an entry
 * of the same day and amount with no conflicting data, which is a guess if several fit. Each identity is used once, so
 * that of two equal entries both are imported.
 */
export function* namesOfEntries({ entries, kind, known, taken, told }: Asking): Steps<Names> {
  const names = new Map(known)
  const guessed = new Set<string>()
  const ours = new Set(names.values())
  const left = new Set((yield* comparedTold(told)).filter(({ identity }) => !ours.has(identity)))
  yield
  const unknown = entries.filter(({ identity }) => !known.has(identity))
  yield
  // Where nothing was told by others, nothing is compared.
  const asking = left.size === 0 ? [] : yield* mapSteps(unknown, comparedEntry)
  for (const way of ways) {
    const byKey = new Map<string, Set<Compared>>()
    for (const one of left) {
      for (const key of way.keysOf(one)) byKey.set(key, (byKey.get(key) ?? new Set()).add(one))
      yield
    }
    const unnamed = asking.filter(({ identity }) => !names.has(identity))
    const isAlone = way.isGuess ? yield* aloneIn(way, unnamed, left) : () => true
    for (const one of asking) {
      yield
      const found = names.has(one.identity) ? null : nearestOf(one, way, byKey)
      if (!found) continue
      names.set(one.identity, found.identity)
      if (!isAlone(one)) guessed.add(one.identity)
      left.delete(found)
      for (const key of way.keysOf(found)) byKey.get(key)?.delete(found)
    }
  }
  for (const { identity } of unknown) {
    if (!names.has(identity)) names.set(identity, taken.has(identity) ? `${kind} ${identity}` : identity)
    yield
  }
  return { names, guessed }
}

/** Whether nothing else is asked for, and nothing else there, by any key of one that asks. */
function* aloneIn(
  { keysOf }: Way,
  asking: readonly Compared[],
  there: Iterable<Compared>,
): Steps<(one: Compared) => boolean> {
  function* counted(those: Iterable<Compared>): Steps<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const one of those) {
      for (const key of new Set(keysOf(one))) counts.set(key, (counts.get(key) ?? 0) + 1)
      yield
    }
    return counts
  }
  const asked = yield* counted(asking)
  const found = yield* counted(there)
  return (one) => keysOf(one).every((key) => asked.get(key) === 1 && (found.get(key) ?? 0) <= 1)
}

/**
 * Maximum number of entries with one reference and amount that are compared: a more common key identifies none of them.
 */
const MAX_ALIKE = 100

const nearestOf = (
  one: Compared,
  { keysOf, fits }: Way,
  byKey: ReadonlyMap<string, Set<Compared>>,
): Compared | null => {
  let best: Compared | null = null
  let looked = 0
  for (const key of keysOf(one)) {
    for (const other of byKey.get(key) ?? []) {
      looked += 1
      if (looked > MAX_ALIKE) return best
      if (fits(one, other) && (best === null || daysApart(one, other) < daysApart(one, best))) best = other
    }
  }
  return best
}

const daysApart = (one: Compared, other: Compared): number => daysBetween(one.date, other.date)

/** `isGuess`: an equal key may still be other money. */
type Way = { keysOf: (one: Compared) => string[]; fits: (one: Compared, other: Compared) => boolean; isGuess?: boolean }

const isNear = (one: Compared, other: Compared): boolean =>
  // If both kinds already contain it, under an unknown identity, it is the same only on the same day: banks may reuse
  // references.
  other.isToldByBoth ? one.valueDate !== null && one.valueDate === other.valueDate : daysApart(one, other) <= NEAR_DAYS

const daysOf = ({ date, valueDate, ore }: Compared): string[] => [
  `${ore} on ${date}`,
  ...(valueDate === null ? [] : [`${ore} of ${valueDate}`]),
]

/** Whether either is a row of a table, whose text and number are not those of messages: they contradict nothing. */
const isWithSheet = (one: Compared, other: Compared): boolean => isOfSheet(one.identity) || isOfSheet(other.identity)

/** The least number of characters of a name, reference or text that is found in another. */
const LEAST_TOLD = 4

/** Whether what one says stands in what the other says. */
const isTextAlike = (one: Compared, other: Compared): boolean => {
  const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  const partsOf = ({ names, references, messages }: Compared) =>
    [...names, ...references, ...messages].map(plain).filter(({ length }) => length >= LEAST_TOLD)
  const [ours, theirs] = [partsOf(one), partsOf(other)]
  return ours.some((part) => theirs.some((their) => part.includes(their) || their.includes(part)))
}

const ways: readonly Way[] = [
  {
    keysOf: ({ bankReference, ore }) => (bankReference === null ? [] : [`${ore} ${bankReference}`]),
    fits: isNear,
  },
  {
    keysOf: ({ endToEndIds, ore }) => endToEndIds.map((id) => `${ore} ${id}`),
    fits: (one, other) => !haveBoth(one, other) && isNear(one, other),
  },
  {
    keysOf: daysOf,
    fits: (one, other) => isWithSheet(one, other) && !other.isToldByBoth && isTextAlike(one, other),
    isGuess: true,
  },
  {
    keysOf: daysOf,
    fits: (one, other) => !haveBoth(one, other) && !other.isToldByBoth && !isOther(one, other),
    isGuess: true,
  },
]

/** Whether the bank gave both a reference: then only the first way can identify them. */
const haveBoth = (one: Compared, other: Compared): boolean =>
  one.bankReference !== null && other.bankReference !== null && !isWithSheet(one, other)

/** Whether data present in both entries contradicts their being the same. */
const isOther = (one: Compared, other: Compared): boolean => {
  const isApart = (left: readonly string[], right: readonly string[], isSame: (a: string, b: string) => boolean) =>
    left.length > 0 && right.length > 0 && !left.some((each) => right.some((found) => isSame(each, found)))
  const isEqual = (a: string, b: string) => a === b
  if (isWithSheet(one, other)) return false
  return (
    isApart(one.endToEndIds, other.endToEndIds, isEqual) ||
    isApart(one.names, other.names, sameName) ||
    isApart(one.references, other.references, isEqual) ||
    // A sum and its details have different texts.
    (one.isDetailed === other.isDetailed && isApart(one.messages, other.messages, isEqual))
  )
}

const comparedEntry = ({ details, ...entry }: IdentifiedEntry): Compared =>
  compared({ ...entry, isToldByBoth: false }, details)

/** The transactions of each entry together. */
function* comparedTold(told: readonly EarlierTransaction[]): Steps<Compared[]> {
  const byEntry = new Map<string, EarlierTransaction[]>()
  for (const one of told) {
    const those = byEntry.get(one.entryIdentity)
    if (those) those.push(one)
    else byEntry.set(one.entryIdentity, [one])
    yield
  }
  const all: Compared[] = []
  for (const [identity, those] of byEntry) {
    const [first] = those
    const ore = those.reduce((sum, one) => sum + one.ore, 0n)
    if (first) all.push(compared({ ...first, identity, ore }, those))
    yield
  }
  return all
}

type Entry = Pick<Compared, 'identity' | 'date' | 'valueDate' | 'ore' | 'isDetailed' | 'bankReference' | 'isToldByBoth'>
type Said = Pick<EarlierTransaction, 'endToEndId' | 'counterparty' | 'references' | 'message'>

const compared = (entry: Entry, said: readonly Said[]): Compared => ({
  identity: entry.identity,
  date: entry.date,
  valueDate: entry.valueDate,
  ore: entry.ore,
  isDetailed: entry.isDetailed,
  bankReference: entry.bankReference,
  isToldByBoth: entry.isToldByBoth,
  endToEndIds: [...new Set(said.flatMap(({ endToEndId }) => endToEndId ?? []))],
  names: said.flatMap(({ counterparty }) => counterparty ?? []),
  references: said.flatMap(({ references }) => references),
  messages: said.flatMap(({ message }) => message ?? []),
})
