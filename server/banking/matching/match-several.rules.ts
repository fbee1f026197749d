// Proposes several documents whose sum is a transaction: those that its text names, or those of its counterparty. Pure,
// and bounded: expensive searches are given up.
import type { Ore } from '#platform/money'
import {
  type Candidate,
  namesOcr,
  nameWords,
  sameDigits,
  saysName,
  type TransactionFacts,
  wordsIn,
} from './match.rules.ts'

/** Why several documents are proposed together. */
type ReasonOfSeveral = 'numbers' | 'sumAndName'

type Several = { reason: ReasonOfSeveral; parts: readonly Candidate[] }

/** Maximum number of documents in one proposal. */
const MAX_TOGETHER = 12
/** How many documents of one counterparty sums are searched among, earliest due first. */
const MAX_SUMMED = 30
/** Maximum number of sums tried for one transaction. */
const MAX_SUMS = 20_000

/** Unpaid documents by owner, read once for many transactions. */
export type Waiting = readonly { words: readonly string[]; candidates: readonly Candidate[] }[]

/** The documents of each name, earliest due first. */
export const byOwner = (candidates: readonly Candidate[]): Waiting => {
  const owners = new Map<string, Candidate[]>()
  for (const one of candidates) {
    const key = `${one.kind} ${one.name ?? ''}`
    const owned = owners.get(key)
    if (owned) owned.push(one)
    else owners.set(key, [one])
  }
  return [...owners.values()].map((owned) => ({
    words: nameWords(owned[0]?.name ?? ''),
    candidates: owned.toSorted(compareDue).slice(0, MAX_SUMMED),
  }))
}

const compareDue = (one: Candidate, two: Candidate): number =>
  (one.dueDate < two.dueDate ? -1 : one.dueDate > two.dueDate ? 1 : 0) || (one.id < two.id ? -1 : 1)

/** The documents that a transaction probably pays; null if no sum fits. */
export const severalFor = (told: TransactionFacts, waiting: Waiting): Several | null => {
  const words = wordsIn(told)
  const named = waiting.flatMap(({ candidates }) => candidates.filter((one) => isNamed(one, words)))
  if (named.length > 1 && named.length <= MAX_TOGETHER && sumOf(named) === told.ore) {
    return { reason: 'numbers', parts: named }
  }
  const who = told.counterparty === null ? null : nameWords(told.counterparty)
  for (const { words: owner, candidates } of waiting) {
    const isTheirs = (who !== null && saysName(who, owner)) || candidates.some((one) => hasAccount(one, told))
    const parts = isTheirs ? summing(candidates, told.ore) : null
    if (parts) return { reason: 'sumAndName', parts }
  }
  return null
}

const sumOf = (candidates: readonly Candidate[]): Ore => candidates.reduce((sum, { ore }) => sum + ore, 0n)

const isNamed = ({ number, ocr }: Candidate, words: ReadonlySet<string>): boolean =>
  (ocr !== null && namesOcr(words, ocr)) ||
  (number !== null && words.has(number.toLowerCase().replace(/[^\p{L}\d]/gu, '')))

const hasAccount = ({ accounts }: Candidate, { counterpartyAccount: number }: TransactionFacts): boolean =>
  number !== null && accounts.some((one) => sameDigits(one, number))

/**
 * Two or more documents that add up to the amount: all of them, or the first combination found that includes the
 * earliest due.
 */
export const summing = (candidates: readonly Candidate[], ore: Ore): readonly Candidate[] | null => {
  if (candidates.length < 2) return null
  if (candidates.length <= MAX_TOGETHER && sumOf(candidates) === ore) return candidates
  let tried = 0
  const search = (from: number, rest: Ore, chosen: readonly Candidate[]): readonly Candidate[] | null => {
    if (rest === 0n && chosen.length > 1) return chosen
    if (chosen.length === MAX_TOGETHER) return null
    for (let place = from; place < candidates.length; place += 1) {
      tried += 1
      if (tried > MAX_SUMS) return null
      const next = candidates[place]
      const found = next && search(place + 1, rest - next.ore, [...chosen, next])
      if (found) return found
    }
    return null
  }
  return search(0, ore, [])
}
