// Proposals of several documents for one transaction, which is their sum: those that its text names, or those of its
// counterparty. Pure, and bounded: what would take long is not proposed.
import type { Ore } from '#platform/money'
import { type Candidate, namesOcr, nameWords, sameDigits, saysName, type Told, wordsIn } from './match.rules.ts'

/** Why several documents are proposed together. */
export type ReasonOfSeveral = 'numbers' | 'sumAndName'

export type Several = { reason: ReasonOfSeveral; parts: readonly Candidate[] }

/** Maximum number of documents that are proposed together. */
export const MAX_TOGETHER = 12
/** Among how many documents of one counterparty a sum is looked for, the longest due first. */
const MAX_SUMMED = 30
/** How many sums are tried for one transaction. */
const MAX_SUMS = 20_000

/** Documents that wait, by whose they are: read once for many transactions. */
export type Waiting = readonly { words: readonly string[]; candidates: readonly Candidate[] }[]

/** The documents of each name, those that are due first first. */
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

/** The several documents that a transaction is probably for; null when no sum fits. */
export const severalFor = (told: Told, waiting: Waiting): Several | null => {
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

const hasAccount = ({ accounts }: Candidate, { counterpartyAccount: number }: Told): boolean =>
  number !== null && accounts.some((one) => sameDigits(one, number))

/** Two or more of them that make the sum: all of them, or the first found that takes the longest due. */
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
