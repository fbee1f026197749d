// Bank account numbers: Swedish clearing and account numbers, and IBAN and BIC.
import {
  electronicFormatIBAN,
  friendlyFormatIBAN,
  isValidBIC,
  isValidIBAN,
  ValidationErrorsIBAN,
  validateIBAN,
} from 'ibantools'
import Kontonummer from 'kontonummer'

/** A Swedish account. `bank` is the bank's name. */
type BankAccount = {
  /** Four digits, or the five of Swedbank and the savings banks. */
  clearingNumber: string
  accountNumber: string
  bank: string
  /** False only for some old accounts, at banks where the check digit proves nothing. */
  checkDigitHolds: boolean
}

/**
 * Parses a Swedish account from its clearing and account numbers, ignoring spaces and hyphens. Null if no bank has the
 * clearing number, its fifth digit is wrong, the account number has the wrong length for that bank, or its check digit
 * is wrong at a bank whose accounts all have one.
 */
export const bankAccount = (clearing: string, account: string): BankAccount | null => {
  const read = writtenBankAccount(clearing, account)
  return read && (read.checkDigitHolds || !formOf(read.clearingNumber).isCertain) ? read : null
}

/** As {@link bankAccount}, but accepts a wrong check digit of the account number. */
export const writtenBankAccount = (clearing: string, account: string): BankAccount | null => {
  const clearingNumber = digitsOf(clearing)
  const accountNumber = digitsOf(account)
  const bank = bankOfClearingNumber(clearing)
  if (bank === null || !/^\d{2,10}$/.test(accountNumber)) return null
  const { fewest, most } = formOf(clearingNumber)
  if (accountNumber.length < fewest || accountNumber.length > most) return null
  const { valid: checkDigitHolds } = new Kontonummer(clearingNumber, accountNumber, { mode: 'lax' })
  return { clearingNumber, accountNumber, bank, checkDigitHolds }
}

/** The name of the bank with a clearing number, of four digits or Swedbank's five; null if none has it. */
export const bankOfClearingNumber = (clearing: string): string | null => {
  const digits = digitsOf(clearing)
  if (!/^(?:\d{4}|8\d{4})$/.test(digits)) return null
  if (isWithin(digits, NORDEA_AGAIN)) return 'Nordea'
  try {
    return new Kontonummer(digits, SOME_ACCOUNT, { mode: 'lax' }).bankName
  } catch {
    return null
  }
}

/** A placeholder account number, whose check digit is ignored. */
const SOME_ACCOUNT = '0000000'

/** The library assigns these to the preceding bank, whose range ends at 3409 according to Bankgirot's list. */
const NORDEA_AGAIN: readonly [number, number] = [3410, 3499]

const isWithin = (clearingNumber: string, [from, to]: readonly [number, number]): boolean => {
  const number = Number(clearingNumber.slice(0, 4))
  return number >= from && number <= to
}

/** The allowed number of digits, and whether all of the bank's accounts have a check digit. */
type Form = { fewest: number; most: number; isCertain: boolean }

/** Eleven digits with the clearing number: the only form for new banks. */
const USUAL_FORM: Form = { fewest: 7, most: 7, isCertain: true }

const formOf = (clearingNumber: string): Form =>
  ownForms.find(([range]) => isWithin(clearingNumber, range))?.[1] ?? USUAL_FORM

/**
 * Forms in which the clearing number is not part of the account number. Leading zeros may be omitted where banks omit
 * them. A few old accounts of Swedbank and Danske Bank have no check digit.
 */
const ownForms: readonly [range: readonly [number, number], form: Form][] = [
  [[3300, 3300], { fewest: 10, most: 10, isCertain: true }],
  [[3782, 3782], { fewest: 10, most: 10, isCertain: true }],
  [[6000, 6999], { fewest: 8, most: 9, isCertain: true }],
  [[8000, 8999], { fewest: 5, most: 10, isCertain: false }],
  [[9180, 9189], { fewest: 10, most: 10, isCertain: false }],
  [[9300, 9349], { fewest: 8, most: 10, isCertain: true }],
  [[9500, 9549], { fewest: 2, most: 8, isCertain: true }],
  [[9570, 9579], { fewest: 8, most: 10, isCertain: true }],
  [[9890, 9899], { fewest: 10, most: 10, isCertain: true }],
  [[9960, 9969], { fewest: 2, most: 8, isCertain: true }],
]

/** An IBAN in upper case without spaces, validated by its country's format and modulo 97; otherwise null. */
export const ibanNumber = (text: string): string | null => {
  const iban = electronicFormatIBAN(text.trim())
  return iban !== null && isValidIBAN(iban) ? iban : null
}

/** As {@link ibanNumber}, but accepts wrong check digits. */
export const writtenIbanNumber = (text: string): string | null => {
  const iban = electronicFormatIBAN(text.trim())
  if (iban === null) return null
  const isOfForm = validateIBAN(iban).errorCodes.every((code) => checkDigitFaults.has(code))
  return isOfForm && /^[A-Z]{2}\d{2}/.test(iban) ? iban : null
}

const checkDigitFaults: ReadonlySet<ValidationErrorsIBAN> = new Set([
  ValidationErrorsIBAN.WrongIBANChecksum,
  ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
])

/** An IBAN in groups of four, for display. */
export const ibanText = (iban: string): string => friendlyFormatIBAN(iban) ?? iban

/** A BIC (ISO 9362) of 8 or 11 characters in upper case; otherwise null. */
export const bicNumber = (text: string): string | null => {
  const bic = text.trim().toUpperCase()
  return isValidBIC(bic) ? bic : null
}

/**
 * Whether an account with this IBAN may be at a bank with this BIC: their countries match, and territories use the IBAN
 * of their country.
 */
export const bicFitsIban = (bic: string, iban: string): boolean => {
  const ofBank = bic.slice(4, 6)
  const ofAccount = iban.slice(0, 2)
  return ofBank === ofAccount || (territories[ofAccount] ?? []).includes(ofBank)
}

/** Territories whose accounts use their country's IBAN (EPC 409-09, list of SEPA scheme countries). */
const territories: Readonly<Record<string, readonly string[]>> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
}

const digitsOf = (text: string): string => text.replace(/[ -]/g, '')
