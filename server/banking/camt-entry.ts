// One entry of a bank statement: what was booked, and the transactions that it is made of. Pure.
import { type Day, isDay } from '#platform/day'
import { type Ore, oreFromText } from '#platform/money'
import { short } from '#platform/short'
import { element, elements, repeated, text, textIn } from '#platform/xml'
import { camtProblems as problems } from './camt-problems.ts'

/** Of whom, for what: one transaction of an entry. Above zero it came in. */
export type CamtTransaction = {
  ore: Ore
  counterparty: string | null
  counterpartyAccount: string | null
  /** References by which the payer says what is paid: OCR numbers, and numbers of documents. */
  references: string[]
  message: string | null
  /** What the payer's side gave the payment as its name; null when it gave none. */
  endToEndId: string | null
  /** What was asked for in another currency than the account's, above zero; null where nothing was exchanged. */
  instructed: Instructed | null
}

export type Instructed = { ore: Ore; currency: string }

export type CamtEntry = {
  /** The bank's reference of the entry. */
  bankReference: string | null
  date: Day
  valueDate: Day | null
  ore: Ore
  /** It takes back what was booked before. */
  isReversal: boolean
  /** Whether the file says what the entry is made of; otherwise the one detail is the entry itself. */
  isDetailed: boolean
  /** Whether its details do not make it: the entry counts, and stays whole. */
  isDisputed: boolean
  /** At least one; their sum is the entry's. */
  details: CamtTransaction[]
  /** What the details of an entry say that stays whole, where they name payments. */
  named?: readonly NamedDetail[]
  /** What the payer's side called the file of payments, or the group in one, that an entry paid as one. */
  batch?: string
}

/** A detail, with the amount that it says. */
export type NamedDetail = Omit<CamtTransaction, 'ore'> & { ore: Ore | 'not told' | 'wrong' }

type Find = (problem: string) => void

/** Maximum number of characters in a name, a number or a reference, and of a message. */
const MAX_NAME = 200
const MAX_REFERENCE = 140
const MAX_MESSAGE = 2_000
/** Maximum number of references in one transaction. */
const MAX_REFERENCES = 50

/** What an entry stands in: the account's currency, and the day of the statement, for an entry without one. */
type Around = { currency: string; day: Day | null }

/** An entry; 'left out' when it is not booked or of nothing, null when something was found wrong with it. */
export const readEntry = (entry: unknown, { currency, day }: Around, find: Find): CamtEntry | 'left out' | null => {
  // A text in the older versions, an element with a code from version .08 on.
  const status = text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts')
  if (status !== null && NOT_BOOKED.has(status)) return 'left out'
  if (status !== 'BOOK') {
    find(status ? problems.unknownStatus({ status: repeated(status) }) : problems.noStatus())
    return null
  }
  const size = amountIn(amountOn(entry, currency), currency, find)
  const sign = signOf(text(entry, 'CdtDbtInd'), find)
  const valueDate = dayIn(element(entry, 'ValDt'))
  const date = dayIn(element(entry, 'BookgDt')) ?? valueDate ?? day
  if (!date) find(problems.noDay())
  if (size === null || sign === null || !date) return null
  // Told for information, such as a fee that was waived: no money has moved.
  if (size === 0n) return 'left out'
  const ore = sign * size
  const isReversal = ['true', '1'].includes(text(entry, 'RvslInd') ?? '')
  const told = elements(entry, 'NtryDtls').flatMap((each) => elements(each, 'TxDtls'))
  const parts = partsOf({ entry, told, ore, sign, isReversal, currency })
  const only = told.length === 1 ? idIn(told[0], 'Refs', 'AcctSvcrRef') : null
  const bankReference = short(idIn(entry, 'AcctSvcrRef') ?? only, MAX_REFERENCE)
  const names = isReversal || ore > 0n ? {} : namesIn({ entry, told, ore, sign, isReversal, currency }, parts)
  return { date, valueDate, ore, isReversal, bankReference, ...parts, ...names }
}

/**
 * The amount of an entry as it is on the account. One that is told in another currency says beside it what it came to
 * in the account's.
 */
const amountOn = (entry: unknown, currency: string): unknown => {
  const own = element(entry, 'Amt')
  if (own === undefined || text(own, '@Ccy') === currency) return own
  const beside = [entry, element(entry, 'NtryDtls', 'TxDtls')].flatMap((each) =>
    ['CntrValAmt', 'TxAmt', 'InstdAmt'].map((name) => element(each, 'AmtDtls', name, 'Amt')),
  )
  const isOfSeveral = elements(entry, 'NtryDtls', 'TxDtls').length > 1
  const found = beside.find((each) => text(each, '@Ccy') === currency)
  return found === undefined || isOfSeveral ? own : found
}

/** Pending, told for information, and to come. */
const NOT_BOOKED = new Set(['PDNG', 'INFO', 'FUTR'])

type Told = { entry: unknown; told: unknown[]; ore: Ore; sign: bigint; isReversal: boolean; currency: string }

/**
 * What an entry is made of. The entry is what moved the money: where its details have no amounts, or others than make
 * it, it stays whole.
 */
const partsOf = (given: Told): Pick<CamtEntry, 'details' | 'isDetailed' | 'isDisputed'> => {
  const { entry, told, ore, currency, sign } = given
  const fallback = text(entry, 'AddtlNtryInf')
  const isOnly = told.length === 1
  const describe = (detail: unknown, of: Ore): CamtTransaction => ({
    ...transactionOf(detail, of, given.isReversal, fallback),
    // Of several, what the entry says is the sum of them.
    instructed: instructedIn(detail === undefined || isOnly ? [detail, entry] : [detail], currency),
  })
  const whole = (isDisputed: boolean) => {
    const isDetailed = isOnly && !isDisputed
    return { isDetailed, isDisputed, details: [describe(isOnly ? told[0] : undefined, ore)] }
  }
  const amounts = told.map((detail) => detailAmount(detail, { currency, sign, isOnly }))
  if (amounts.every((amount) => amount === 'not told')) return whole(false)
  const known = amounts.flatMap((amount) => (typeof amount === 'bigint' ? amount : []))
  const sum = known.reduce((total, amount) => total + amount, 0n)
  if (sum !== ore || known.length < told.length) return whole(true)
  // A detail of nothing is no money, and nothing to match.
  const details = told.flatMap((detail, index) => (known[index] ? describe(detail, known[index]) : []))
  return { isDetailed: true, isDisputed: false, details }
}

/** What an entry that was paid as one names: payments that make it, perhaps, though it does not say so. */
const namesIn = (
  { entry, told, ore, sign, isReversal, currency }: Told,
  { details }: Pick<CamtEntry, 'details'>,
): Pick<CamtEntry, 'named' | 'batch'> => {
  const [only, second] = details
  if (second || only?.endToEndId) return {}
  const fallback = text(entry, 'AddtlNtryInf')
  const named = told.map((detail) => ({
    ...transactionOf(detail, ore, isReversal, fallback),
    instructed: instructedIn([detail], currency),
    ore: detailAmount(detail, { currency, sign, isOnly: false }),
  }))
  const batches = [
    ...elements(entry, 'NtryDtls').map((each) => element(each, 'Btch')),
    ...told.map((detail) => element(detail, 'Refs')),
  ].flatMap((each) => idIn(each, 'PmtInfId') ?? idIn(each, 'MsgId') ?? [])
  const [batch, other] = [...new Set(batches)]
  return {
    ...(named.length > 1 && named.some(({ endToEndId }) => endToEndId !== null) ? { named } : {}),
    ...(batch !== undefined && other === undefined ? { batch } : {}),
  }
}

type InEntry = { currency: string; sign: bigint; isOnly: boolean }

/**
 * The amount of a detail in the account's currency. What an only detail says of how the amount came about is another
 * thing than the amount: what was instructed, before charges.
 */
const detailAmount = (detail: unknown, { currency, sign, isOnly }: InEntry): Ore | 'not told' | 'wrong' => {
  const places = isOnly
    ? [element(detail, 'Amt')]
    : [
        element(detail, 'Amt'),
        element(detail, 'AmtDtls', 'TxAmt', 'Amt'),
        element(detail, 'AmtDtls', 'InstdAmt', 'Amt'),
      ]
  const amount = places.find((each) => each !== undefined && text(each, '@Ccy') === currency)
  if (amount === undefined) return 'not told'
  const quietly: Find = () => {}
  const ore = amountIn(amount, currency, quietly)
  const indicator = text(detail, 'CdtDbtInd')
  const own = indicator === null ? sign : signOf(indicator, quietly)
  return ore === null || own === null ? 'wrong' : own * ore
}

/** What was exchanged, the surest word for it first. */
const instructedIn = (places: readonly unknown[], currency: string): Instructed | null => {
  const told = places.flatMap((place) => [
    ...['InstdAmt', 'TxAmt', 'CntrValAmt'].map((name) => element(place, 'AmtDtls', name, 'Amt')),
    element(place, 'Amt'),
  ])
  for (const amount of told) {
    const own = text(amount, '@Ccy')
    if (own === null || own === currency || !/^[A-Z]{3}$/.test(own)) continue
    const ore = amountIn(amount, own, () => {})
    if (ore) return { ore, currency: own }
  }
  return null
}

type Described = Omit<CamtTransaction, 'instructed'>

const transactionOf = (detail: unknown, ore: Ore, isReversal: boolean, fallback: string | null): Described => {
  // Who paid and who was paid keep their parts when a payment is taken back.
  const part = ore > 0n !== isReversal ? 'Dbtr' : 'Cdtr'
  const parties = element(detail, 'RltdPties')
  const account = element(parties, `${part}Acct`, 'Id')
  return {
    ore,
    counterparty: short(nameOf(parties, part) ?? nameOf(parties, `Ultmt${part}`), MAX_NAME),
    counterpartyAccount: short(idIn(account, 'IBAN') ?? idIn(account, 'Othr', 'Id') ?? idIn(account, 'BBAN'), MAX_NAME),
    references: referencesIn(detail),
    message: short(messageIn(detail) ?? fallback, MAX_MESSAGE),
    endToEndId: short(idIn(detail, 'Refs', 'EndToEndId'), MAX_REFERENCE),
  }
}

/** A party stands by itself in the older versions, and in an element of its own from version .08 on. */
const nameOf = (parties: unknown, part: string): string | null =>
  text(parties, part, 'Nm') ?? text(parties, part, 'Pty', 'Nm')

const referencesIn = (detail: unknown): string[] => {
  const found = elements(detail, 'RmtInf', 'Strd').flatMap((each) => [
    idIn(each, 'CdtrRefInf', 'Ref') ?? idIn(each, 'CdtrRefInf', 'CdtrRef'),
    ...elements(each, 'RfrdDocInf').map((document) => idIn(document, 'Nb') ?? idIn(document, 'RfrdDocNb')),
  ])
  const told = found.flatMap((each) => short(each, MAX_REFERENCE) ?? [])
  return [...new Set(told)].slice(0, MAX_REFERENCES)
}

const messageIn = (detail: unknown): string | null => {
  const free = elements(detail, 'RmtInf', 'Ustrd').map(textIn)
  const structured = elements(detail, 'RmtInf', 'Strd').flatMap((each) => elements(each, 'AddtlRmtInf').map(textIn))
  const told = [...free, ...structured].filter((each) => each !== null).join(' ')
  return told || text(detail, 'AddtlTxInf')
}

/** The words by which banks fill in an id that they must write and do not have. */
const NO_ID = /^NOT[ _-]?(?:PROVIDED|AVAILABLE)$/i

/** An id that is one; null for words that say there is none. */
const idIn = (of: unknown, ...names: [string, ...string[]]): string | null => {
  const id = text(of, ...names)
  return id === null || NO_ID.test(id) ? null : id
}

/** An amount in whole hundredths, which is never below zero; null when something was found wrong with it. */
export const amountIn = (amount: unknown, currency: string, find: Find): Ore | null => {
  const written = textIn(amount)
  if (written === null) {
    find(problems.noAmount())
    return null
  }
  const own = text(amount, '@Ccy')
  if (own !== currency) {
    find(
      own
        ? problems.otherCurrency({ currency: repeated(own), expected: currency })
        : problems.noAmountCurrency({ expected: currency }),
    )
    return null
  }
  const match = /^\+?(\d{1,15})(?:\.(\d{1,2})0*)?\.?$/.exec(written)
  const ore = match ? oreFromText(`${match[1]}.${(match[2] ?? '0').padEnd(2, '0')}`) : null
  if (ore === null) find(problems.badAmount({ amount: repeated(written) }))
  return ore
}

/** 1 for what came in, -1 for what went out. */
export const signOf = (indicator: string | null, find: Find): bigint | null => {
  if (indicator === 'CRDT') return 1n
  if (indicator === 'DBIT') return -1n
  find(problems.noDirection())
  return null
}

/** The day of an element, which has a date or a moment under one of these names: the moment's date is as written. */
export const dayIn = (of: unknown, ...names: string[]): Day | null => {
  for (const name of names.length > 0 ? names : ['Dt', 'DtTm']) {
    const day = text(of, name)?.slice(0, 10) ?? ''
    if (isDay(day)) return day
  }
  return null
}
