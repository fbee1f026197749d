// Bankgiro and plusgiro numbers, which end with a Luhn check digit.
import { luhnHolds } from './luhn.ts'

/** A bankgiro number as `NNN-NNNN` or `NNNN-NNNN`; otherwise null. */
export const bankgiroNumber = (text: string): string | null => checked(writtenBankgiroNumber(text))

/** As {@link bankgiroNumber}, but accepts a wrong check digit. */
export const writtenBankgiroNumber = (text: string): string | null => {
  const parts = /^(\d{3,4})-?(\d{4})$/.exec(text.trim())
  if (!parts) return null
  const [, front = '', back = ''] = parts
  return Number(front + back) > 0 ? `${front}-${back}` : null
}

/** A plusgiro number in pairs from the right with the check digit after a hyphen, `28 65 43-4`, or null. */
export const plusgiroNumber = (text: string): string | null => checked(writtenPlusgiroNumber(text))

/** As {@link plusgiroNumber}, but accepts a wrong check digit. */
export const writtenPlusgiroNumber = (text: string): string | null => {
  const digits = text.trim().replace(/[ -]/g, '')
  if (!/^\d{1,7}(?: ?\d)*-?\d$/.test(text.trim()) || !/^\d{2,8}$/.test(digits) || Number(digits) === 0) return null
  return `${digits.slice(0, -1).replace(/\B(?=(?:\d{2})+$)/g, ' ')}-${digits.slice(-1)}`
}

const checked = (number: string | null): string | null =>
  number !== null && luhnHolds(number.replace(/[ -]/g, '')) ? number : null
