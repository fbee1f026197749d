// Validation of bank payments: amount, date and recipient, and their conversion to the stored form.
import { createHash } from 'node:crypto'
import { bankText, unlikeable } from '#banking/statements/bank-text.rules'
import { bankAccount, bankOfClearingNumber, bicFitsIban, bicNumber, ibanNumber } from '#numbers/bank-account'
import { isCountry } from '#numbers/country'
import { bankgiroNumber, plusgiroNumber } from '#numbers/giro'
import { isOcrReference } from '#numbers/ocr'
import { objectOf } from '#parties'
import { type Day, isDay } from '#platform/day'
import { type Ore, oreFromNumber, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { MAX_PAYMENT_MESSAGE } from '#rule/limits'
import { canonicalJson, pointer } from '#text/json'
import { paymentFaults as faults } from './payment-refusals.ts'

/** Maximum number of characters in a name in a payment file. */
export const MAX_NAME_LENGTH = 70
/** Maximum number of characters in a town (Max35Text). */
export const MAX_TOWN_LENGTH = 35

/** The recipient's place; both fields or none. */
type Place = { recipientCity?: string; recipientCountry?: string }

export type Recipient = Place &
  (
    | {
        kind: 'bankgiro'
        recipientName: string
        /** `NNN-NNNN` or `NNNN-NNNN` */
        bankgiroNumber: string
        /** Exactly one of these is set. */
        ocr?: string
        message?: string
      }
    | {
        kind: 'plusgiro'
        recipientName: string
        /** `28 65 43-4` */
        plusgiroNumber: string
        /** Exactly one of these is set. */
        ocr?: string
        message?: string
      }
    | {
        kind: 'transfer'
        recipientName: string
        recipientReference?: string
        clearingNumber: string
        accountNumber: string
      }
    | {
        kind: 'internationalPayment'
        recipientName: string
        recipientReference?: string
        iban: string
        bic?: string
        currency: PaymentCurrency
      }
  )

/** The currencies of payments. */
export const paymentCurrencies = ['SEK', 'EUR'] as const

/** The currency of giro and account payments in Sweden, also of books in euro. */
const DOMESTIC_CURRENCY = 'SEK'
export type PaymentCurrency = (typeof paymentCurrencies)[number]

export const recipientKinds = ['bankgiro', 'plusgiro', 'transfer', 'internationalPayment'] as const

/** The currency of a payment: only IBAN payments may be in euro. */
export const currencyOf = (recipient: Recipient): PaymentCurrency =>
  recipient.kind === 'internationalPayment' ? recipient.currency : DOMESTIC_CURRENCY

/** The recipient's number in its stored form. */
export const numberOf = (recipient: Recipient): string => {
  switch (recipient.kind) {
    case 'bankgiro':
      return recipient.bankgiroNumber
    case 'plusgiro':
      return recipient.plusgiroNumber
    case 'transfer':
      return `${recipient.clearingNumber} ${recipient.accountNumber}`
    case 'internationalPayment':
      return recipient.iban
  }
}

type RecipientBody = {
  kind: Recipient['kind']
  recipientName: string
  recipientCity?: string | null
  recipientCountry?: string | null
  bankgiroNumber?: string | null
  plusgiroNumber?: string | null
  ocr?: string | null
  message?: string | null
  recipientReference?: string | null
  clearingNumber?: string | null
  accountNumber?: string | null
  iban?: string | null
  bic?: string | null
  currency?: PaymentCurrency | null
}

export type PaymentBody = {
  amount: number
  paymentDate: string
  ownNote?: string | null
  recipientRef: RecipientBody
}

/** The content of a payment. */
export type PaymentContent = {
  amountOre: Ore
  paymentDate: Day
  ownNote: string | null
  recipient: Recipient
  /** What it is for, where the bank wants to know; a supplier's otherwise. */
  purpose?: 'salary' | null
}

/** The stored states; a signed payment is shown as scheduled or in progress. */
export type PaymentState = 'readyToSign' | 'signed' | 'paid' | 'rejected' | 'cancelled' | 'error'

export const paymentStatuses = [
  'readyToSign',
  'onTheWay',
  'scheduled',
  'paid',
  'rejected',
  'cancelled',
  'error',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The status of a payment on a day: a signed one is in progress from its payment date. */
export const statusAt = (state: PaymentState, paymentDate: Day, today: Day): PaymentStatus => {
  if (state !== 'signed') return state
  return paymentDate > today ? 'scheduled' : 'onTheWay'
}

/** The fields of each kind of recipient beside name and place, and which are required. */
const fieldsOf: Readonly<Record<Recipient['kind'], readonly string[]>> = {
  bankgiro: ['bankgiroNumber', 'ocr', 'message'],
  plusgiro: ['plusgiroNumber', 'ocr', 'message'],
  transfer: ['recipientReference', 'clearingNumber', 'accountNumber'],
  internationalPayment: ['recipientReference', 'iban', 'bic', 'currency'],
}
const neededOf: Readonly<Record<Recipient['kind'], readonly string[]>> = {
  bankgiro: ['bankgiroNumber'],
  plusgiro: ['plusgiroNumber'],
  transfer: ['clearingNumber', 'accountNumber'],
  internationalPayment: ['iban'],
}
const allFields: readonly string[] = [...new Set(Object.values(fieldsOf).flat())]

/**
 * Errors in a body at the path `at` of the request. It may be any value; errors that the schema reports are not
 * repeated.
 */
export const wrongInPayment = (body: unknown, today: Day, at: readonly (string | number)[] = []): FieldError[] => {
  const { amount, paymentDate, recipientRef } = objectOf(body)
  const errors: FieldError[] = []
  if (typeof amount === 'number') {
    const ore = oreFromNumber(amount)
    if (ore === null) errors.push(faults.decimals(pointer(...at, 'amount')))
    else if (ore <= 0n) errors.push(faults.notPositive(pointer(...at, 'amount')))
  }
  if (typeof paymentDate === 'string' && !(isDay(paymentDate) && paymentDate >= today)) {
    errors.push(faults.paymentDate(pointer(...at, 'paymentDate'), { today }))
  }
  return [...errors, ...wrongInRecipient(objectOf(recipientRef), [...at, 'recipientRef'])]
}

const wrongInRecipient = (given: Record<string, unknown>, at: readonly (string | number)[]): FieldError[] => {
  const kind = recipientKinds.find((one) => one === given.kind)
  const errors = wrongText(given.recipientName, [...at, 'recipientName'], MAX_NAME_LENGTH)
  if (typeof given.recipientName === 'string' && bankText(given.recipientName) === '') {
    errors.push(faults.blank(pointer(...at, 'recipientName')))
  }
  errors.push(...wrongPlace(given, at))
  if (!kind) return errors
  for (const name of allFields.filter((one) => !fieldsOf[kind].includes(one))) {
    if (!isMissing(given[name])) errors.push(faults.ofOtherKind(pointer(...at, name), { kind }))
  }
  for (const name of neededOf[kind]) {
    if (isMissing(given[name])) errors.push(faults.required(pointer(...at, name), { kind }))
  }
  return [...errors, ...wrongOf[kind](given, at)]
}

/** Banks accept an address with town and country, or none. */
const wrongPlace = (given: Record<string, unknown>, at: readonly (string | number)[]): FieldError[] => {
  const { recipientCity: city, recipientCountry: country } = given
  const errors = wrongText(city, [...at, 'recipientCity'], MAX_TOWN_LENGTH)
  if (isText(country) && !isCountry(country)) errors.push(faults.country(pointer(...at, 'recipientCountry')))
  if (isMissing(city) === isMissing(country)) return errors
  const missing = isMissing(city) ? 'recipientCity' : 'recipientCountry'
  return [...errors, faults.cityAndCountry(pointer(...at, missing))]
}

type WrongOf = (given: Record<string, unknown>, at: readonly (string | number)[]) => FieldError[]

const wrongGiro =
  (name: 'bankgiroNumber' | 'plusgiroNumber', read: (text: string) => string | null): WrongOf =>
  (given, at) => {
    const { [name]: number, ocr, message } = given
    const errors: FieldError[] = []
    const fault = name === 'bankgiroNumber' ? faults.bankgiro : faults.plusgiro
    if (isText(number) && read(number) === null) errors.push(fault(pointer(...at, name)))
    // The schema reports values that are not text.
    if (isMissing(ocr) === isMissing(message)) errors.push(faults.ocrOrMessage(pointer(...at)))
    if (isText(ocr) && !isOcrReference(ocr)) errors.push(faults.ocr(pointer(...at, 'ocr')))
    return [...errors, ...wrongText(message, [...at, 'message'], MAX_PAYMENT_MESSAGE)]
  }

const wrongInternational: WrongOf = ({ iban, bic, recipientReference }, at) => {
  const errors = wrongText(recipientReference, [...at, 'recipientReference'], MAX_PAYMENT_MESSAGE)
  const read = isText(iban) ? ibanNumber(iban) : null
  const bank = isText(bic) ? bicNumber(bic) : null
  if (isText(iban) && read === null) errors.push(faults.iban(pointer(...at, 'iban')))
  if (isText(bic) && bank === null) errors.push(faults.bic(pointer(...at, 'bic')))
  if (read !== null && bank !== null && !bicFitsIban(bank, read)) {
    errors.push(faults.bicOfOtherCountry(pointer(...at, 'bic'), { country: bank.slice(4, 6) }))
  }
  return errors
}

const wrongTransfer: WrongOf = (given, at) => {
  const { clearingNumber: clearing, accountNumber: account, recipientReference } = given
  const errors = wrongText(recipientReference, [...at, 'recipientReference'], MAX_PAYMENT_MESSAGE)
  if (!isText(clearing) || !isText(account)) return errors
  if (bankOfClearingNumber(clearing) === null) errors.push(faults.clearingNumber(pointer(...at, 'clearingNumber')))
  else if (bankAccount(clearing, account) === null) {
    errors.push(faults.accountNumber(pointer(...at, 'accountNumber'), { clearing }))
  }
  return errors
}

const wrongOf: Readonly<Record<Recipient['kind'], WrongOf>> = {
  bankgiro: wrongGiro('bankgiroNumber', bankgiroNumber),
  plusgiro: wrongGiro('plusgiroNumber', plusgiroNumber),
  transfer: wrongTransfer,
  internationalPayment: wrongInternational,
}

const wrongText = (text: unknown, at: readonly (string | number)[], limit: number): FieldError[] => {
  if (!isText(text)) return []
  const characters = unlikeable(text)
  if (characters.length > 0) return [faults.characters(pointer(...at), { characters: characters.join(' ') })]
  return (bankText(text) ?? '').length > limit ? [faults.tooLong(pointer(...at), { limit })] : []
}

/** Converts a validated body to its stored form. */
export const paymentContentOf = (body: PaymentBody): PaymentContent => {
  const amountOre = oreFromNumber(body.amount)
  const { paymentDate } = body
  if (amountOre === null || !isDay(paymentDate)) throw new Error('An invalid bank payment was not refused')
  return { amountOre, paymentDate, ownNote: textOf(body.ownNote), recipient: recipientOf(body.recipientRef) }
}

const recipientOf = (body: RecipientBody): Recipient => {
  const city = textOf(body.recipientCity)
  const country = textOf(body.recipientCountry)
  const place = city && country ? { recipientCity: city, recipientCountry: country } : {}
  const common = { recipientName: body.recipientName.trim(), ...place }
  const reference = textOf(body.recipientReference)
  const said = reference ? { recipientReference: reference } : {}
  switch (body.kind) {
    case 'bankgiro':
      return {
        kind: 'bankgiro',
        ...common,
        bankgiroNumber: judged(bankgiroNumber(body.bankgiroNumber ?? '')),
        ...words(body),
      }
    case 'plusgiro':
      return {
        kind: 'plusgiro',
        ...common,
        plusgiroNumber: judged(plusgiroNumber(body.plusgiroNumber ?? '')),
        ...words(body),
      }
    case 'transfer': {
      const { clearingNumber, accountNumber } = judged(bankAccount(body.clearingNumber ?? '', body.accountNumber ?? ''))
      return { kind: 'transfer', ...common, ...said, clearingNumber, accountNumber }
    }
    case 'internationalPayment': {
      const bic = textOf(body.bic)
      const bank = bic ? { bic: judged(bicNumber(bic)) } : {}
      const currency = body.currency ?? DOMESTIC_CURRENCY
      return {
        kind: 'internationalPayment',
        ...common,
        ...said,
        iban: judged(ibanNumber(body.iban ?? '')),
        ...bank,
        currency,
      }
    }
  }
}

const judged = <Read>(read: Read | null): Read => {
  if (read === null) throw new Error('An invalid number was not refused')
  return read
}

const words = (body: RecipientBody): { ocr: string } | { message: string } | object => {
  const [ocr, message] = [textOf(body.ocr)?.replaceAll(' ', ''), textOf(body.message)]
  return ocr ? { ocr } : message ? { message } : {}
}

/** A digest of a payment's content: it guarantees that people sign exactly what they were shown. */
export const digestOf = ({ id, amountOre, paymentDate, ownNote, recipient }: PaymentContent & { id: string }): string =>
  createHash('sha256')
    .update(canonicalJson({ id, amount: textFromOre(amountOre), paymentDate, ownNote, recipient }))
    .digest('base64url')

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const textOf = (text: string | null | undefined): string | null => text?.trim() || null
