// Payment references for the OCR agreements of Bankgirot and PlusGirot. With a length digit and a check digit, a
// reference is accepted at every agreement level that allows variable lengths.
import { luhnDigit, luhnHolds } from './luhn.ts'

/** Maximum number of digits in a reference. */
const MAX_OCR_LENGTH = 25

/** The reference for a document number: the number, the length digit and the check digit. */
export const ocrReference = (number: bigint): string => {
  const digits = String(number)
  const length = digits.length + CONTROL_DIGITS
  if (number < 0n || length > MAX_OCR_LENGTH) throw new Error(`Not a document number: ${digits}`)
  const withLength = `${digits}${length % 10}`
  return `${withLength}${luhnDigit(withLength)}`
}

/** The length digit and the check digit. */
const CONTROL_DIGITS = 2

/** Whether a reference of 2 to 25 digits, ignoring spaces, ends with its check digit. */
export const isOcrReference = (text: string): boolean => {
  const digits = text.replaceAll(' ', '')
  return /^\d{2,25}$/.test(digits) && luhnHolds(digits)
}

/** As {@link isOcrReference}, with a length digit before the check digit: the last digit of the reference's length. */
export const isOcrReferenceWithLength = (text: string): boolean => {
  const digits = text.replaceAll(' ', '')
  return digits.length > CONTROL_DIGITS && isOcrReference(digits) && digits.at(-2) === String(digits.length % 10)
}
