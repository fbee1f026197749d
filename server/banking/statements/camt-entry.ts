// One entry of a bank statement, and the transactions it consists of. Pure.
import { type Day, isDay } from '#platform/day'
import type { Ore } from '#platform/money'
import { repeated, truncate } from '#text/truncate'
import { element, elements, text, textIn } from '#text/xml'
import { amountAt, amountIn, type DetailAmount, divisionOf, PLACES, signOf } from './camt-amounts.ts'
import { camtProblems as problems } from './camt-problems.ts'

/** One transaction of an entry: counterparty and purpose. A positive amount was received. */
export type CamtTransaction = {
  ore: Ore
  counterparty: string | null
  counterpartyAccount: string | null
  /** The payer's references: OCR numbers and document numbers. */
  references: string[]
  message: string | null
  /** The end-to-end id from the payer's side; null if there is none. */
  endToEndId: string | null
  /** The instructed amount in another currency, positive; null without a currency exchange. */
  instructed: Instructed | null
}

type Instructed = { ore: Ore; currency: string }

export type CamtEntry = {
  /** The bank's reference of the entry. */
  bankReference: string | null
  date: Day
  valueDate: Day | null
  ore: Ore
  /** It reverses an earlier entry. */
  isReversal: boolean
  /** Whether the file has details of the entry; otherwise the entry is its only detail. */
  isDetailed: boolean
  /** Whether the details do not add up to the entry, which is then not split. */
  isDisputed: boolean
  /** At least one; they add up to the entry. */
  details: CamtTransaction[]
  /** The details as read by older versions: they identify entries without a reference. */
  readEarlier?: readonly CamtTransaction[]
  /** The details of an entry that is not split, if they name payments. */
  named?: readonly NamedDetail[]
  /** The payer's name of the payment file, or of a group in it, that the entry paid as one sum. */
  batch?: string
  /** Of a row in a table: the text that identifies it beside its day and amount. */
  rowText?: string
}

/** A detail, with its stated amount. */
type NamedDetail = Omit<CamtTransaction, 'ore'> & { ore: DetailAmount }

type Find = (problem: string) => void

/** Maximum number of characters in a name, number or reference, and in a message. */
const MAX_NAME = 200
const MAX_REFERENCE = 140
const MAX_MESSAGE = 2_000
/** Maximum number of references in one transaction. */
const MAX_REFERENCES = 50

/** The context of an entry: the account's currency, and the statement's day for entries without one. */
type Around = { currency: string; day: Day | null }

/** An entry; 'left out' if it is not booked or zero, null if an error was found. */
export const readEntry = (entry: unknown, { currency, day }: Around, find: Find): CamtEntry | 'left out' | null => {
  // Text in older versions, an element with a code from version .08.
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
  // Informational, such as a waived fee: no money has moved.
  if (size === 0n) return 'left out'
  const ore = sign * size
  const isReversal = ['true', '1'].includes(text(entry, 'RvslInd') ?? '')
  const told = elements(entry, 'NtryDtls').flatMap((each) => elements(each, 'TxDtls'))
  const given = { entry, told, ore, sign, isReversal, currency }
  const parts = partsOf(given)
  // NtryRef is no reference of the bank: Swiss banks write the account in it, others count in each file.
  const only = told.length === 1 ? idIn(told[0], 'Refs', 'AcctSvcrRef') : null
  const bankReference = truncate(idIn(entry, 'AcctSvcrRef') ?? only, MAX_REFERENCE)
  const names = isReversal || ore > 0n ? {} : namesIn(given, parts)
  const readEarlier = bankReference === null ? partsOf(given, true).details : parts.details
  const isAsEarlier = textOf(readEarlier) === textOf(parts.details)
  return {
    date,
    valueDate,
    ore,
    isReversal,
    bankReference,
    ...parts,
    ...names,
    ...(isAsEarlier ? {} : { readEarlier }),
  }
}

/** Details as text: the same code wrote both, so their members have the same order. */
const textOf = (details: CamtEntry['details']): string =>
  JSON.stringify(details, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/**
 * The amount of an entry in the account's currency. If it is stated in another currency, the booked amount is beside
 * it.
 */
const amountOn = (entry: unknown, currency: string): unknown => {
  const own = element(entry, 'Amt')
  if (own === undefined || text(own, '@Ccy') === currency) return own
  const beside = [entry, element(entry, 'NtryDtls', 'TxDtls')].flatMap((each) =>
    ['CntrValAmt', 'TxAmt', 'InstdAmt', 'AnncdPstngAmt'].map((name) => element(each, 'AmtDtls', name, 'Amt')),
  )
  const isOfSeveral = elements(entry, 'NtryDtls', 'TxDtls').length > 1
  const found = beside.find((each) => text(each, '@Ccy') === currency)
  return found === undefined || isOfSeveral ? own : found
}

/** Pending, informational, and future. */
const NOT_BOOKED = new Set(['PDNG', 'INFO', 'FUTR'])

type Told = { entry: unknown; told: unknown[]; ore: Ore; sign: bigint; isReversal: boolean; currency: string }

/**
 * The details of an entry. The entry moved the money: if its details have no amounts, or do not add up to it, it is not
 * split. `isEarlier` reads only the elements that the first version read.
 */
const partsOf = (given: Told, isEarlier = false): Pick<CamtEntry, 'details' | 'isDetailed' | 'isDisputed'> => {
  const { entry, told, ore, currency } = given
  const fallback = text(entry, 'AddtlNtryInf')
  const isOnly = told.length === 1
  const describe = (detail: unknown, of: Ore): CamtTransaction => ({
    ...transactionOf(detail, of, { ...given, fallback, isEarlier }),
    // With several details, the entry's own data is their sum.
    instructed: instructedIn(detail === undefined || isOnly ? [detail, entry] : [detail], currency),
  })
  const whole = (isDisputed: boolean) => {
    const isDetailed = isOnly && !isDisputed
    return { isDetailed, isDisputed, details: [describe(isOnly ? told[0] : undefined, ore)] }
  }
  const amounts = told.map((detail) => detailAmount(detail, given, isEarlier))
  // A single detail may only state how its amount came about.
  const isSilent = amounts.every((amount) => amount === 'not told')
  if (isSilent && (isOnly || isEarlier)) return whole(false)
  const division = isEarlier ? earlierDivision(amounts, ore) : divisionOf(told, ore, given)
  if (!division) return whole(!isSilent)
  const { amounts: made, charge } = division
  // A zero detail is no money and cannot be matched.
  const details = told.flatMap((detail, index) => (made[index] ? describe(detail, made[index]) : []))
  const charged = charge === 0n ? [] : [describe(undefined, charge)]
  return { isDetailed: true, isDisputed: false, details: [...details, ...charged] }
}

const earlierDivision = (amounts: readonly DetailAmount[], ore: Ore) => {
  const known = amounts.flatMap((amount) => (typeof amount === 'bigint' ? amount : []))
  const sum = known.reduce((total, amount) => total + amount, 0n)
  return sum === ore && known.length === amounts.length ? { amounts: known, charge: 0n } : null
}

/** The names in an entry paid as one sum: payments that may add up to it, although it does not say so. */
const namesIn = (given: Told, { details }: Pick<CamtEntry, 'details'>): Pick<CamtEntry, 'named' | 'batch'> => {
  const { entry, told, ore, currency } = given
  const [only, second] = details
  if (second || only?.endToEndId) return {}
  const fallback = text(entry, 'AddtlNtryInf')
  const named = told.map((detail) => ({
    ...transactionOf(detail, ore, { ...given, fallback, isEarlier: false }),
    instructed: instructedIn([detail], currency),
    ore: amountAt(detail, PLACES, given),
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

/** The element with the amount of a single detail, and those read for several details in the first version. */
const ONLY = ['Amt'] as const
const EARLIER = ['Amt', 'TxAmt', 'InstdAmt'] as const

/**
 * The amount of a detail in the account's currency. For a single detail, other elements state what was instructed
 * before charges, which is another amount.
 */
const detailAmount = (detail: unknown, given: Told, isEarlier: boolean): DetailAmount => {
  const several = isEarlier ? EARLIER : PLACES
  return amountAt(detail, given.told.length === 1 ? ONLY : several, given)
}

/** The exchanged amount, most reliable element first. */
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

type Describing = { isReversal: boolean; fallback: string | null; isEarlier: boolean }

const transactionOf = (detail: unknown, ore: Ore, { isReversal, fallback, isEarlier }: Describing): Described => {
  // Debtor and creditor keep their roles when a payment is reversed.
  const part = ore > 0n !== isReversal ? 'Dbtr' : 'Cdtr'
  const parties = element(detail, 'RltdPties')
  const account = element(parties, `${part}Acct`, 'Id')
  const proxy = isEarlier ? null : idIn(parties, `${part}Acct`, 'Prxy', 'Id')
  const number = idIn(account, 'IBAN') ?? idIn(account, 'Othr', 'Id') ?? idIn(account, 'BBAN') ?? proxy
  const name = nameOf(parties, part) ?? nameOf(parties, `Ultmt${part}`)
  return {
    ore,
    counterparty: truncate(name ?? (isEarlier ? null : otherNameOf(parties, part)), MAX_NAME),
    counterpartyAccount: truncate(number, MAX_NAME),
    references: referencesIn(detail, isEarlier),
    message: truncate(messageIn(detail) ?? fallback, MAX_MESSAGE),
    endToEndId: truncate(idIn(detail, 'Refs', 'EndToEndId'), MAX_REFERENCE),
  }
}

/** A direct element in older versions, nested from version .08. */
const nameOf = (parties: unknown, part: string): string | null =>
  text(parties, part, 'Nm') ?? text(parties, part, 'Pty', 'Nm')

/** The name of a party that is a bank, the name of its account, or the name of the initiating party. */
const otherNameOf = (parties: unknown, part: 'Dbtr' | 'Cdtr'): string | null =>
  text(parties, part, 'Agt', 'FinInstnId', 'Nm') ??
  text(parties, part, 'FinInstnId', 'Nm') ??
  text(parties, `${part}Acct`, 'Nm') ??
  (part === 'Dbtr' ? nameOf(parties, 'InitgPty') : null)

const referencesIn = (detail: unknown, isEarlier: boolean): string[] => {
  const found = elements(detail, 'RmtInf', 'Strd').flatMap((each) => [
    idIn(each, 'CdtrRefInf', 'Ref') ?? idIn(each, 'CdtrRefInf', 'CdtrRef'),
    ...elements(each, 'RfrdDocInf').map((document) => idIn(document, 'Nb') ?? idIn(document, 'RfrdDocNb')),
  ])
  const lines = elements(detail, 'RmtInf', 'Strd').flatMap((each) =>
    elements(each, 'RfrdDocInf', 'LineDtls').flatMap((line) => elements(line, 'Id').map((id) => idIn(id, 'Nb'))),
  )
  const all = isEarlier ? found : [...found, ...lines]
  const told = all.flatMap((each) => truncate(each, MAX_REFERENCE) ?? [])
  return [...new Set(told)].slice(0, MAX_REFERENCES)
}

const messageIn = (detail: unknown): string | null => {
  const free = elements(detail, 'RmtInf', 'Ustrd').map(textIn)
  const structured = elements(detail, 'RmtInf', 'Strd').flatMap((each) => elements(each, 'AddtlRmtInf').map(textIn))
  const told = [...free, ...structured].filter((each) => each !== null).join(' ')
  return told || text(detail, 'AddtlTxInf')
}

/** The placeholders of banks for a mandatory id that they do not have. */
const NO_ID = /^NOT[ _-]?(?:PROVIDED|AVAILABLE)$/i

/** A real id; null for placeholders. */
const idIn = (of: unknown, ...names: [string, ...string[]]): string | null => {
  const id = text(of, ...names)
  return id === null || NO_ID.test(id) ? null : id
}

/** The day in an element that has a date or a date-time under one of these names; a date-time counts as written. */
export const dayIn = (of: unknown, ...names: string[]): Day | null => {
  for (const name of names.length > 0 ? names : ['Dt', 'DtTm']) {
    const day = text(of, name)?.slice(0, 10) ?? ''
    if (isDay(day)) return day
  }
  return null
}
