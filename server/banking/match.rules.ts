// Proposals: what a bank transaction is for, by what it says of itself. Pure.
import { isOcrReference } from '#numbers'
import { type Day, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'
import type { MatchingRule } from './matching-rule.rules.ts'

/** Why a document or an entry is proposed. */
const ONE_REASONS = ['endToEndId', 'ocr', 'entry', 'number', 'giro', 'amountAndName'] as const
type ReasonOfOne = (typeof ONE_REASONS)[number]

/** Why something is proposed: also several documents together, and accounts. */
export const MATCH_REASONS = [
  ...ONE_REASONS,
  ...(['numbers', 'sumAndName', 'rule', 'ownTransfer', 'habit', 'taxAccount'] as const),
] as const
export type MatchReason = (typeof MATCH_REASONS)[number]

const ONE_KINDS = ['invoice', 'supplierInvoice', 'bankPayment', 'journalEntry'] as const
type KindOfOne = (typeof ONE_KINDS)[number]

export const MATCH_KINDS = [...ONE_KINDS, 'parts', 'account'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

/** Maximum number of proposals for one transaction. */
export const MAX_PROPOSALS = 5

/** Within how many days of a transaction an entry was probably booked for it. */
export const ENTRY_DAYS = 7

/** What a transaction says of itself. Above zero it came in. */
export type Told = {
  date: Day
  ore: Ore
  counterparty: string | null
  counterpartyAccount: string | null
  references: readonly string[]
  message: string | null
  endToEndId: string | null
}

/**
 * Something that waits for money, or to be paid, or was booked already. Its amount is in SEK, signed as the money would
 * be.
 */
export type Candidate = {
  kind: KindOfOne
  id: string
  /** The number of the document or entry; of a bank payment none. */
  number: string | null
  /** Digits that say which document is paid, and nothing else. */
  ocr: string | null
  /** Whose it is; of an entry its title. */
  name: string | null
  /** Numbers of the other side's accounts: bankgiro, plusgiro, IBAN, clearing and account number. */
  accounts: readonly string[]
  endToEndId: string | null
  ore: Ore
  /** When it is to be paid; of an entry its day. */
  dueDate: Day
  /** What of the amount its reminders claim beside it, of an invoice that was reminded of. */
  charges?: { feeOre: Ore; interestOre: Ore }
}

/** One document or entry. */
export type ProposalOfOne = Candidate & { reason: ReasonOfOne }

/** Several documents, which the transaction is the sum of. */
export type ProposalOfSeveral = {
  kind: 'parts'
  reason: 'numbers' | 'sumAndName'
  parts: readonly Candidate[]
  ore: Ore
}

/** An account, with its own name where it is another bank account, how often it was taken before, and by which rule. */
export type ProposalOfAccount = {
  kind: 'account'
  reason: 'rule' | 'ownTransfer' | 'habit' | 'taxAccount'
  account: number
  name: string | null
  times: number | null
  /** That proposes it. */
  rule: MatchingRule | null
  ore: Ore
}

export type Proposal = ProposalOfOne | ProposalOfSeveral | ProposalOfAccount

/**
 * All that is proposed for a transaction, the surest first: a document of the whole amount, several that make it,
 * what somebody has made a rule, a document in part, and then other accounts, which are for what is no document. The
 * tax account comes in where nobody knows anything better.
 */
export const ranked = (
  { ore }: Pick<Told, 'ore'>,
  ones: readonly ProposalOfOne[],
  several: Pick<ProposalOfSeveral, 'reason' | 'parts'> | null,
  accounts: readonly Omit<ProposalOfAccount, 'kind' | 'ore'>[],
): Proposal[] => {
  const [whole, inPart] = [ones.filter((one) => one.ore === ore), ones.filter((one) => one.ore !== ore)]
  const isKnown = whole.length > 0 || accounts.some(({ reason }) => reason !== 'taxAccount')
  const fit = accounts
    .filter(({ reason }) => reason !== 'taxAccount' || !isKnown)
    // The entry may be this very transfer, which was booked for its other half.
    .filter(({ reason }) => reason !== 'ownTransfer' || !whole.some((one) => one.reason === 'entry'))
    .filter(({ account }, place, kept) => kept.findIndex((one) => one.account === account) === place)
    .map((one) => ({ kind: 'account' as const, ...one, ore }))
  return [
    ...whole,
    ...(several ? [{ kind: 'parts' as const, ...several, ore }] : []),
    ...fit.filter(({ reason }) => reason === 'rule'),
    ...inPart,
    ...fit.filter(({ reason }) => reason !== 'rule'),
  ].slice(0, MAX_PROPOSALS)
}

/** The tax agency's bankgiro number for payments to the tax account. Source: Skatteverket, skattekonto. */
const TAX_AGENCY = { name: 'skatteverket', bankgiro: '5050-1055' } as const

/** Whether money goes to the tax account or comes from it. */
export const isTaxAgency = ({ counterparty, counterpartyAccount }: Told): boolean =>
  (counterparty !== null && nameWords(counterparty).includes(TAX_AGENCY.name)) ||
  sameDigits(TAX_AGENCY.bankgiro, counterpartyAccount)

/**
 * What a transaction is probably for, the surest first: of the same reason the right amount, then the longest due, and
 * of entries the nearest day.
 */
export const proposalsFor = (
  told: Told,
  candidates: readonly Candidate[],
  wordsOf: WordsOfName = nameWords,
): ProposalOfOne[] => {
  const words = wordsIn(told)
  return (
    candidates
      .flatMap((candidate) => {
        const reason = candidate.ore > 0n === told.ore > 0n ? reasonFor(told, words, candidate, wordsOf) : null
        return reason === null ? [] : [{ ...candidate, reason }]
      })
      .sort((one, two) => compareProposals(told, one, two))
      // An invoice is there with and without what its reminders claim: the amount says which of them.
      .filter(({ kind, id }, place, all) => all.findIndex((one) => one.kind === kind && one.id === id) === place)
      .slice(0, MAX_PROPOSALS)
  )
}

const reasonFor = (
  told: Told,
  words: ReadonlySet<string>,
  candidate: Candidate,
  wordsOf: WordsOfName,
): ReasonOfOne | null => {
  const { kind, number, ocr, ore, dueDate } = candidate
  const isWhole = ore === told.ore
  // An entry's title names what it likes: that the same money moved on the same account at the time is what tells.
  if (kind === 'journalEntry') return isWhole && daysBetween(dueDate, told.date) <= ENTRY_DAYS ? 'entry' : null
  // What we pay ourselves we pay whole: only our own invoices are paid in parts and beyond.
  const isAmount = isWhole || kind === 'invoice'
  if (isWhole && told.endToEndId !== null && sameDigits(candidate.endToEndId, told.endToEndId)) return 'endToEndId'
  if (isAmount && ocr !== null && namesOcr(words, ocr)) return 'ocr'
  if (isAmount && number !== null && namesNumber(words, number, isWhole)) return 'number'
  if (!isWhole) return null
  if (told.counterpartyAccount !== null && candidate.accounts.some((one) => sameDigits(one, told.counterpartyAccount)))
    return 'giro'
  if (told.counterparty === null || candidate.name === null) return null
  return saysName(wordsOf(told.counterparty), wordsOf(candidate.name)) ? 'amountAndName' : null
}

/** From how many characters on a number alone says which document is meant, also when the amount is another. */
const TELLING_LENGTH = 3

const namesNumber = (words: ReadonlySet<string>, number: string, isWhole: boolean): boolean =>
  (isWhole || number.length >= TELLING_LENGTH) && words.has(plain(number))

/**
 * The surest first. An entry comes before everything that only guesses which document is meant: the money stands in the
 * books already, and booking it once more is the worse mistake. So it does before an OCR number at another amount: the
 * entry may be that very part of the invoice, booked by hand.
 */
const SUREST = ['endToEndId', 'ocr', 'entry', 'ocr in part', 'number', 'giro', 'amountAndName']

const placeOf = ({ reason, ore }: ProposalOfOne, told: Told): number =>
  SUREST.indexOf(reason === 'ocr' && ore !== told.ore ? 'ocr in part' : reason)

const daysOff = ({ reason, dueDate }: ProposalOfOne, { date }: Told): number =>
  reason === 'entry' ? daysBetween(dueDate, date) : 0

const compareProposals = (told: Told, one: ProposalOfOne, two: ProposalOfOne): number =>
  placeOf(one, told) - placeOf(two, told) ||
  Number(two.ore === told.ore) - Number(one.ore === told.ore) ||
  daysOff(one, told) - daysOff(two, told) ||
  (one.dueDate < two.dueDate ? -1 : one.dueDate > two.dueDate ? 1 : 0) ||
  (one.id < two.id ? -1 : 1)

/** Maximum number of words that are looked for in one transaction. */
const MAX_WORDS = 200

/**
 * The words of a transaction that may be numbers of documents: each with a digit in it, in small letters and without
 * blanks and hyphens; and the references as they stand, which people write in groups.
 */
export const wordsIn = ({ references, message }: Pick<Told, 'references' | 'message'>): ReadonlySet<string> => {
  const words = [...references, message ?? ''].flatMap((text) => text.split(/[\s,;:/()]+/))
  const whole = references.map(plain)
  const found = [...whole, ...words.map(plain), ...words.flatMap((word) => word.match(/\d+/g) ?? [])]
  const named = found.filter((word) => /\d/.test(word)).flatMap((word) => [word, ...withoutFilling(word)])
  return new Set(named.slice(0, MAX_WORDS))
}

/** An OCR number without the zeros that banks fill it with in front, up to 25 digits; nothing where there are none. */
const withoutFilling = (word: string): string[] => {
  const digits = /^0+(\d+)$/.exec(word)?.[1]
  return digits !== undefined && isOcrReference(digits) ? [digits] : []
}

/** Whether a reference of a document is among the words, whichever of them has zeros in front. */
export const namesOcr = (words: ReadonlySet<string>, ocr: string): boolean =>
  words.has(ocr) || withoutFilling(ocr).some((digits) => words.has(digits))

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** Whether two numbers have the same letters and digits, zeros before them aside. */
export const sameDigits = (one: string | null, two: string | null): boolean => {
  if (one === null || two === null) return false
  const [left, right] = [one, two].map((text) => plain(text).replace(/^0+/, ''))
  return left !== '' && left === right
}

/** Forms of companies, and words that say nothing of whose name it is. */
const OF_EVERYBODY = new Set(['ab', 'aktiebolag', 'aktiebolaget', 'publ', 'hb', 'kb', 'och', 'and', 'ltd', 'gmbh'])
/** A name of which less than this many letters are left says nothing. */
const TELLING_LETTERS = 3

/** Whether two names may be one's: all words of the shorter one are in the other. */
export const sameName = (one: string, two: string): boolean => saysName(nameWords(one), nameWords(two))

/** The same for the words of names. */
export const saysName = (left: readonly string[], right: readonly string[]): boolean => {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  return short.join('').length >= TELLING_LETTERS && short.every((word) => long.includes(word))
}

export const nameWords = (name: string): string[] => [
  ...new Set(
    name
      .toLowerCase()
      .normalize('NFKC')
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== '' && !OF_EVERYBODY.has(word)),
  ),
]

/** How the words of a name are told. */
export type WordsOfName = (name: string) => readonly string[]

/** The words of names, each taken apart once: the transactions of a page are compared with the same names. */
export const wordsOfNames = (): WordsOfName => {
  const known = new Map<string, readonly string[]>()
  return (name) => {
    const words = known.get(name) ?? nameWords(name)
    known.set(name, words)
    return words
  }
}
