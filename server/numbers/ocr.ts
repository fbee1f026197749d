// Payment references for the OCR agreements of Bankgirot and PlusGirot: digits that a payer's bank and the receiver can
// check. With a length digit and a check digit a reference is taken at every level of agreement that allows references
// of differing lengths.
import { luhnDigit, luhnHolds } from './luhn.ts'

/** Maximum number of digits in a reference. */
export const MAX_OCR_LENGTH = 25

/** The reference of a document's number: the number, the length digit and the check digit. */
export const ocrReference = (number: bigint): string => {
  const digits = String(number)
  const length = digits.length + CONTROL_DIGITS
  if (number < 0n || length > MAX_OCR_LENGTH) throw new Error(`No payment reference can be made of ${digits}`)
  const withLength = `${digits}${length % 10}`
  return `${withLength}${luhnDigit(withLength)}`
}

/** The length digit and the check digit. */
const CONTROL_DIGITS = 2

/** Whether a reference of 2 to 25 digits, blanks aside, ends with its check digit. */
export const isOcrReference = (text: string): boolean => {
  const digits = text.replaceAll(' ', '')
  return /^\d{2,25}$/.test(digits) && luhnHolds(digits)
}

/** The same with a length digit before the check digit: the last digit of how long the reference is. */
export const isOcrReferenceWithLength = (text: string): boolean => {
  const digits = text.replaceAll(' ', '')
  return digits.length > CONTROL_DIGITS && isOcrReference(digits) && digits.at(-2) === String(digits.length % 10)
}
