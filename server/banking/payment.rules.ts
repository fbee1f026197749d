// What a bank payment may be: amount, day and recipient judged, and brought to the form in which they are kept.
import { createHash } from 'node:crypto'
import { bankAccount, bankgiroNumber, bankOfClearingNumber, isOcrReference } from '#numbers'
import { type Day, isDay } from '#platform/day'
import { canonicalJson, pointer } from '#platform/json'
import { type Ore, oreFromNumber, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { bankText, unlikeable } from './bank-text.rules.ts'
import { paymentFaults as faults } from './payment-refusals.ts'

/** Most characters of a name in a payment file. */
export const MAX_NAME_LENGTH = 70
/** Most characters of a message or a reference there (Max140Text). */
export const MAX_MESSAGE_LENGTH = 140

export type Recipient =
  | {
      kind: 'bankgiro'
      recipientName: string
      /** `NNN-NNNN` or `NNNN-NNNN` */
      bankgiroNumber: string
      /** Exactly one of these is there. */
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

export type RecipientBody = {
  kind: Recipient['kind']
  recipientName: string
  bankgiroNumber?: string | null
  ocr?: string | null
  message?: string | null
  recipientReference?: string | null
  clearingNumber?: string | null
  accountNumber?: string | null
}

export type PaymentBody = {
  amount: number
  paymentDate: string
  ownNote?: string | null
  recipientRef: RecipientBody
}

/** What somebody is asked to pay. */
export type PaymentContent = { amountOre: Ore; paymentDate: Day; ownNote: string | null; recipient: Recipient }

/** The states that are kept; a signed payment is shown as scheduled or on its way. */
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

/** What a payment is shown as on a day: a signed one is on its way from its payment day on. */
export const statusAt = (state: PaymentState, paymentDate: Day, today: Day): PaymentStatus => {
  if (state !== 'signed') return state
  return paymentDate > today ? 'scheduled' : 'onTheWay'
}

const ofBankgiro = ['bankgiroNumber', 'ocr', 'message'] as const
const ofTransfer = ['recipientReference', 'clearingNumber', 'accountNumber'] as const

/** What is wrong with a body, `at` a place of the request. It may be any value; what its schema finds is not told. */
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
  const { kind } = given
  const errors = wrongText(given.recipientName, [...at, 'recipientName'], MAX_NAME_LENGTH)
  if (typeof given.recipientName === 'string' && bankText(given.recipientName) === '') {
    errors.push(faults.blank(pointer(...at, 'recipientName')))
  }
  if (kind !== 'bankgiro' && kind !== 'transfer') return errors
  for (const name of kind === 'bankgiro' ? ofTransfer : ofBankgiro) {
    if (!isMissing(given[name])) errors.push(faults.ofOtherKind(pointer(...at, name), { kind }))
  }
  const missing = (name: string) => faults.required(pointer(...at, name), { kind })
  for (const name of kind === 'bankgiro' ? ['bankgiroNumber'] : ['clearingNumber', 'accountNumber']) {
    if (isMissing(given[name])) errors.push(missing(name))
  }
  return [...errors, ...(kind === 'bankgiro' ? wrongBankgiro(given, at) : wrongTransfer(given, at))]
}

const wrongBankgiro = (given: Record<string, unknown>, at: readonly (string | number)[]): FieldError[] => {
  const { bankgiroNumber: number, ocr, message } = given
  const errors: FieldError[] = []
  if (isText(number) && bankgiroNumber(number) === null) errors.push(faults.bankgiro(pointer(...at, 'bankgiroNumber')))
  // Of a text that is no text the schema has told.
  if (isMissing(ocr) === isMissing(message)) errors.push(faults.ocrOrMessage(pointer(...at)))
  if (isText(ocr) && !isOcrReference(ocr)) errors.push(faults.ocr(pointer(...at, 'ocr')))
  return [...errors, ...wrongText(message, [...at, 'message'], MAX_MESSAGE_LENGTH)]
}

const wrongTransfer = (given: Record<string, unknown>, at: readonly (string | number)[]): FieldError[] => {
  const { clearingNumber: clearing, accountNumber: account, recipientReference } = given
  const errors = wrongText(recipientReference, [...at, 'recipientReference'], MAX_MESSAGE_LENGTH)
  if (!isText(clearing) || !isText(account)) return errors
  if (bankOfClearingNumber(clearing) === null) errors.push(faults.clearingNumber(pointer(...at, 'clearingNumber')))
  else if (bankAccount(clearing, account) === null) {
    errors.push(faults.accountNumber(pointer(...at, 'accountNumber'), { clearing }))
  }
  return errors
}

const wrongText = (text: unknown, at: readonly (string | number)[], limit: number): FieldError[] => {
  if (!isText(text)) return []
  const characters = unlikeable(text)
  if (characters.length > 0) return [faults.characters(pointer(...at), { characters: characters.join(' ') })]
  return (bankText(text) ?? '').length > limit ? [faults.tooLong(pointer(...at), { limit })] : []
}

/** What is kept of a body in which nothing is wrong. */
export const paymentContentOf = (body: PaymentBody): PaymentContent => {
  const amountOre = oreFromNumber(body.amount)
  const { paymentDate } = body
  if (amountOre === null || !isDay(paymentDate)) throw new Error('A bank payment was not judged before it was kept')
  return { amountOre, paymentDate, ownNote: textOf(body.ownNote), recipient: recipientOf(body.recipientRef) }
}

const recipientOf = (body: RecipientBody): Recipient => {
  const recipientName = body.recipientName.trim()
  if (body.kind === 'bankgiro') {
    const number = bankgiroNumber(body.bankgiroNumber ?? '')
    if (number === null) throw new Error('A bankgiro number was not judged before it was kept')
    const [ocr, message] = [textOf(body.ocr)?.replaceAll(' ', ''), textOf(body.message)]
    return { kind: 'bankgiro', recipientName, bankgiroNumber: number, ...(ocr ? { ocr } : message ? { message } : {}) }
  }
  const account = bankAccount(body.clearingNumber ?? '', body.accountNumber ?? '')
  if (account === null) throw new Error('An account number was not judged before it was kept')
  const { clearingNumber, accountNumber } = account
  const recipientReference = textOf(body.recipientReference)
  const reference = recipientReference ? { recipientReference } : {}
  return { kind: 'transfer', recipientName, ...reference, clearingNumber, accountNumber }
}

/** What tells one content of a payment from any other: what somebody was shown is what they sign. */
export const digestOf = ({ id, amountOre, paymentDate, ownNote, recipient }: PaymentContent & { id: string }): string =>
  createHash('sha256')
    .update(canonicalJson({ id, amount: textFromOre(amountOre), paymentDate, ownNote, recipient }))
    .digest('base64url')

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const textOf = (text: string | null | undefined): string | null => text?.trim() || null
