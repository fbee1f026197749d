// Proposals for a bank transaction, based on its own data. Pure.
import type { TagUse } from '#ledger'
import { isOcrReference } from '#numbers/ocr'
import { type Day, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'
import type { VatKind } from '#rule/vat-kind'
import type { Taxing } from './account-tax.rules.ts'

/** Conditions on a transaction, all of which must hold; amounts are absolute values. */
export type Conditions = {
  direction: 'in' | 'out' | null
  textContains: string | null
  counterparty: string | null
  reference: string | null
  fromOre: Ore | null
  toOre: Ore | null
}

/** What an applicable rule proposes. */
type RuleOutcome = Taxing & {
  account: number
  /** What it is, if the rate follows from that and the day. */
  vatKind: VatKind | null
  title: string | null
  tags: readonly TagUse[]
}

export type MatchingRule = Conditions & RuleOutcome & { id: string; name: string; isActive: boolean }

/** Why a document or an entry is proposed. */
const ONE_REASONS = ['endToEndId', 'ocr', 'entry', 'number', 'giro', 'amountAndName'] as const
type ReasonOfOne = (typeof ONE_REASONS)[number]

/** All reasons, including those for several documents together and for accounts. */
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
const MAX_PROPOSALS = 5

/** How many days from a transaction an entry may be to count as its booking. */
export const ENTRY_DAYS = 7

/** The data of a transaction. A positive amount was received. */
export type TransactionFacts = {
  date: Day
  ore: Ore
  counterparty: string | null
  counterpartyAccount: string | null
  references: readonly string[]
  message: string | null
  endToEndId: string | null
}

/** An unpaid document, or an existing entry. The amount is in SEK, signed as the transaction's would be. */
export type Candidate = {
  kind: KindOfOne
  id: string
  /** The number of the document or entry; null for a bank payment. */
  number: string | null
  /** An OCR reference that identifies the document. */
  ocr: string | null
  /** The counterparty's name; the title of an entry. */
  name: string | null
  /** Account numbers of the counterparty: bankgiro, plusgiro, IBAN, clearing and account number. */
  accounts: readonly string[]
  endToEndId: string | null
  ore: Ore
  /** The due date; the day of an entry. */
  dueDate: Day
  /** The part of the amount claimed as charges in reminders, if there were any. */
  charges?: { feeOre: Ore; interestOre: Ore }
}

/** One document or entry. */
type ProposalOfOne = Candidate & { reason: ReasonOfOne }

/** Several documents that add up to the transaction. */
type ProposalOfSeveral = {
  kind: 'parts'
  reason: 'numbers' | 'sumAndName'
  parts: readonly Candidate[]
  ore: Ore
}

/**
 * An account; with its name if it is another bank account, how often it was chosen before, and the rule that proposes
 * it.
 */
export type ProposalOfAccount = {
  kind: 'account'
  reason: 'rule' | 'ownTransfer' | 'habit' | 'taxAccount'
  account: number
  name: string | null
  times: number | null
  /** The rule that proposes it. */
  rule: MatchingRule | null
  /** The VAT in the amount, of a habit. */
  taxing?: Taxing
  ore: Ore
}

export type Proposal = ProposalOfOne | ProposalOfSeveral | ProposalOfAccount

/**
 * All proposals for a transaction, most certain first: a document for the whole amount, several that add up to it,
 * matching rules, a document for part of it, and then other accounts, which suit transactions without a document. The
 * tax account comes last, if nothing better is known.
 */
export const ranked = (
  { ore }: Pick<TransactionFacts, 'ore'>,
  ones: readonly ProposalOfOne[],
  several: Pick<ProposalOfSeveral, 'reason' | 'parts'> | null,
  accounts: readonly Omit<ProposalOfAccount, 'kind' | 'ore'>[],
): Proposal[] => {
  const whole = ones.filter((one) => one.ore === ore)
  const inPart = ones.filter((one) => one.ore !== ore)
  const isKnown = whole.length > 0 || accounts.some(({ reason }) => reason !== 'taxAccount')
  const fit = accounts
    .filter(({ reason }) => reason !== 'taxAccount' || !isKnown)
    // An entry may be this transfer, booked from its other side.
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

/** The tax agency's bankgiro number for the tax account. Source: Skatteverket, skattekonto. */
const TAX_AGENCY = { name: 'skatteverket', bankgiro: '5050-1055' } as const

/** Whether money is paid to or from the tax account. */
export const isTaxAgency = ({ counterparty, counterpartyAccount }: TransactionFacts): boolean =>
  (counterparty !== null && nameWords(counterparty).includes(TAX_AGENCY.name)) ||
  sameDigits(TAX_AGENCY.bankgiro, counterpartyAccount)

/**
 * Probable targets, most certain first: for the same reason, exact amounts first, then earliest due; for entries, the
 * nearest day.
 */
export const proposalsFor = (
  told: TransactionFacts,
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
      // An invoice is a candidate with and without its reminder charges: the amount decides which is kept.
      .filter(({ kind, id }, place, all) => all.findIndex((one) => one.kind === kind && one.id === id) === place)
      .slice(0, MAX_PROPOSALS)
  )
}

const reasonFor = (
  told: TransactionFacts,
  words: ReadonlySet<string>,
  candidate: Candidate,
  wordsOf: WordsOfName,
): ReasonOfOne | null => {
  const { kind, number, ocr, ore, dueDate } = candidate
  const isWhole = ore === told.ore
  // The title of an entry proves nothing: equal money on the same account at about the same time does.
  if (kind === 'journalEntry') return isWhole && daysBetween(dueDate, told.date) <= ENTRY_DAYS ? 'entry' : null
  // Supplier invoices are paid in full: only customer invoices may be paid partly or overpaid.
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

/** From this length, a number identifies a document even if the amount differs. */
const TELLING_LENGTH = 3

const namesNumber = (words: ReadonlySet<string>, number: string, isWhole: boolean): boolean =>
  (isWhole || number.length >= TELLING_LENGTH) && words.has(plain(number))

/**
 * Most certain first. An existing entry precedes everything that only suggests a document, since booking the money
 * twice is the worse mistake. It also precedes an OCR number with another amount: the entry may be that partial
 * payment, booked by hand.
 */
const SUREST = ['endToEndId', 'ocr', 'entry', 'ocr in part', 'number', 'giro', 'amountAndName']

const placeOf = ({ reason, ore }: ProposalOfOne, told: TransactionFacts): number =>
  SUREST.indexOf(reason === 'ocr' && ore !== told.ore ? 'ocr in part' : reason)

const daysOff = ({ reason, dueDate }: ProposalOfOne, { date }: TransactionFacts): number =>
  reason === 'entry' ? daysBetween(dueDate, date) : 0

const compareProposals = (told: TransactionFacts, one: ProposalOfOne, two: ProposalOfOne): number =>
  placeOf(one, told) - placeOf(two, told) ||
  Number(two.ore === told.ore) - Number(one.ore === told.ore) ||
  daysOff(one, told) - daysOff(two, told) ||
  (one.dueDate < two.dueDate ? -1 : one.dueDate > two.dueDate ? 1 : 0) ||
  (one.id < two.id ? -1 : 1)

/** Maximum number of words examined in one transaction. */
const MAX_WORDS = 200

/**
 * The words of a transaction that may be document numbers: those with a digit, in lower case without spaces and
 * hyphens; and the references with their groups joined.
 */
export const wordsIn = ({
  references,
  message,
}: Pick<TransactionFacts, 'references' | 'message'>): ReadonlySet<string> => {
  const words = [...references, message ?? ''].flatMap((text) => text.split(/[\s,;:/()]+/))
  const whole = references.map(plain)
  const found = [...whole, ...words.map(plain), ...words.flatMap((word) => word.match(/\d+/g) ?? [])]
  const named = found.filter((word) => /\d/.test(word)).flatMap((word) => [word, ...withoutFilling(word)])
  return new Set(named.slice(0, MAX_WORDS))
}

/** An OCR number without the leading zeros that banks pad it with to 25 digits; nothing if there are none. */
const withoutFilling = (word: string): string[] => {
  const digits = /^0+([1-9]\d*)$/.exec(word)?.[1]
  return digits !== undefined && isOcrReference(digits) ? [digits] : []
}

/** Whether a document's reference is among the words; leading zeros are ignored on either side. */
export const namesOcr = (words: ReadonlySet<string>, ocr: string): boolean =>
  words.has(ocr) || withoutFilling(ocr).some((digits) => words.has(digits))

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** Whether two numbers have the same letters and digits, ignoring leading zeros. */
export const sameDigits = (one: string | null, two: string | null): boolean => {
  if (one === null || two === null) return false
  const [left, right] = [one, two].map((text) => plain(text).replace(/^0+/, ''))
  return left !== '' && left === right
}

/** Legal forms, and words too common to identify a name. */
const OF_EVERYBODY = new Set(['ab', 'aktiebolag', 'aktiebolaget', 'publ', 'hb', 'kb', 'och', 'and', 'ltd', 'gmbh'])
/** A name with fewer remaining letters identifies no one. */
const TELLING_LETTERS = 3

/** Whether two names may be the same: all words of the shorter one are in the other. */
export const sameName = (one: string, two: string): boolean => saysName(nameWords(one), nameWords(two))

/** The same for names split into words. */
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

/** Splits a name into words. */
type WordsOfName = (name: string) => readonly string[]

/** Splits names into words, with a cache: the transactions of a page are compared with the same names. */
export const wordsOfNames = (): WordsOfName => {
  const known = new Map<string, readonly string[]>()
  return (name) => {
    const words = known.get(name) ?? nameWords(name)
    known.set(name, words)
    return words
  }
}
