// Numbers of bank accounts: Swedish clearing and account numbers, and the international IBAN and BIC.
import {
  electronicFormatIBAN,
  friendlyFormatIBAN,
  isValidBIC,
  isValidIBAN,
  ValidationErrorsIBAN,
  validateIBAN,
} from 'ibantools'
import Kontonummer from 'kontonummer'

/** A Swedish account. `bank` is its bank's name. */
export type BankAccount = {
  /** Four digits, or the five of Swedbank and the savings banks. */
  clearingNumber: string
  accountNumber: string
  bank: string
  /** False of some old accounts only: at their banks the check digit tells nothing for certain. */
  checkDigitHolds: boolean
}

/**
 * A Swedish account by its clearing and account numbers, blanks and hyphens aside. Null when no bank has the clearing
 * number, its own fifth digit is wrong, the account number has not as many digits as that bank's have, or its check
 * digit is wrong at a bank whose accounts all have one.
 */
export const bankAccount = (clearing: string, account: string): BankAccount | null => {
  const read = writtenBankAccount(clearing, account)
  return read && (read.checkDigitHolds || !formOf(read.clearingNumber).isCertain) ? read : null
}

/** The same, whatever the check digit of the account number is: an account as it may be mistyped. */
export const writtenBankAccount = (clearing: string, account: string): BankAccount | null => {
  const [clearingNumber, accountNumber] = [digitsOf(clearing), digitsOf(account)]
  const bank = bankOfClearingNumber(clearing)
  if (bank === null || !/^\d{2,10}$/.test(accountNumber)) return null
  const { fewest, most } = formOf(clearingNumber)
  if (accountNumber.length < fewest || accountNumber.length > most) return null
  const { valid: checkDigitHolds } = new Kontonummer(clearingNumber, accountNumber, { mode: 'lax' })
  return { clearingNumber, accountNumber, bank, checkDigitHolds }
}

/** The name of the bank that has a clearing number, of four digits or Swedbank's five; null when none has. */
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

/** Its check digit is not asked for. */
const SOME_ACCOUNT = '0000000'

/** The library gives these to the bank before them; by Bankgirot's own list that one ends at 3409. */
const NORDEA_AGAIN: readonly [number, number] = [3410, 3499]

const isWithin = (clearingNumber: string, [from, to]: readonly [number, number]): boolean => {
  const number = Number(clearingNumber.slice(0, 4))
  return number >= from && number <= to
}

/** How many digits an account number has, and whether all of that bank's have a check digit. */
type Form = { fewest: number; most: number; isCertain: boolean }

/** With the clearing number these are eleven digits: the only form that new banks get. */
const USUAL_FORM: Form = { fewest: 7, most: 7, isCertain: true }

const formOf = (clearingNumber: string): Form =>
  ownForms.find(([range]) => isWithin(clearingNumber, range))?.[1] ?? USUAL_FORM

/**
 * Where the clearing number is no part of the account number. Zeros before it may be left out where banks leave them
 * out. Of Swedbank and Danske Bank a few old accounts have no check digit.
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

/** An IBAN in capitals without blanks, checked by its country's form and modulo 97; null when it is none. */
export const ibanNumber = (text: string): string | null => {
  const iban = electronicFormatIBAN(text.trim())
  return iban !== null && isValidIBAN(iban) ? iban : null
}

/** The same, whatever its check digits are: a number as it may be mistyped. */
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

/** An IBAN in groups of four, as people read it. */
export const ibanText = (iban: string): string => friendlyFormatIBAN(iban) ?? iban

/** A BIC (ISO 9362) of 8 or 11 characters in capitals; null when it is none. */
export const bicNumber = (text: string): string | null => {
  const bic = text.trim().toUpperCase()
  return isValidBIC(bic) ? bic : null
}

/**
 * Whether a bank with this BIC may have the account with this IBAN: both name its country, and territories have the
 * IBAN of the country that they belong to.
 */
export const bicFitsIban = (bic: string, iban: string): boolean => {
  const [ofBank, ofAccount] = [bic.slice(4, 6), iban.slice(0, 2)]
  return ofBank === ofAccount || (territories[ofAccount] ?? []).includes(ofBank)
}

/** Territories whose accounts have their country's IBAN (EPC 409-09, list of SEPA scheme countries). */
const territories: Readonly<Record<string, readonly string[]>> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'],
  GB: ['GG', 'IM', 'JE'],
}

const digitsOf = (text: string): string => text.replace(/[ -]/g, '')
