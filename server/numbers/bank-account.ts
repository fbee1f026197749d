// Numbers of bank accounts: Swedish clearing and account numbers, and the international IBAN and BIC.
import { electronicFormatIBAN, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import Kontonummer from 'kontonummer'

/** A Swedish account. `bank` is its bank's name. */
export type BankAccount = {
  /** Four digits, or the five of Swedbank and the savings banks. */
  clearingNumber: string
  accountNumber: string
  bank: string
  /** Whether length and check digit are as that bank makes them. Some old accounts differ: this only warns. */
  checkDigitHolds: boolean
}

/**
 * A Swedish account by its clearing and account numbers, blanks and hyphens aside; null when no bank has the clearing
 * number, its own fifth digit is wrong, or the account number is too short or long for that bank.
 */
export const bankAccount = (clearing: string, account: string): BankAccount | null => {
  const [clearingNumber, accountNumber] = [digitsOf(clearing), digitsOf(account)]
  if (!/^(?:\d{4}|8\d{4})$/.test(clearingNumber) || !/^\d{2,12}$/.test(accountNumber)) return null
  try {
    const { bankName: bank } = new Kontonummer(clearingNumber, accountNumber, { mode: 'lax' })
    if (accountNumber.length > mostDigitsAt(clearingNumber)) return null
    return { clearingNumber, accountNumber, bank, checkDigitHolds: Kontonummer.valid(clearingNumber, accountNumber) }
  } catch {
    return null
  }
}

const mostDigitsAt = (clearingNumber: string): number => {
  const bank = Kontonummer.getSortingCodeInfo(clearingNumber)
  return (bank.type === 2 ? bank.accountMaxLength : undefined) ?? USUAL_DIGITS
}

/** Digits of an account number where the bank has no rule of its own. */
const USUAL_DIGITS = 7

/** An IBAN in capitals without blanks, checked by its country's form and modulo 97; null when it is none. */
export const ibanNumber = (text: string): string | null => {
  const iban = electronicFormatIBAN(text.trim())
  return iban !== null && isValidIBAN(iban) ? iban : null
}

/** An IBAN in groups of four, as people read it. */
export const ibanText = (iban: string): string => friendlyFormatIBAN(iban) ?? iban

/** A BIC (ISO 9362) of 8 or 11 characters in capitals; null when it is none. */
export const bicNumber = (text: string): string | null => {
  const bic = text.trim().toUpperCase()
  return isValidBIC(bic) ? bic : null
}

const digitsOf = (text: string): string => text.replace(/[ -]/g, '')
