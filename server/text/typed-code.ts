// Codes that the service prints and people type elsewhere, such as K7QF-2M9X-TP4D.
import { timingSafeEqual } from 'node:crypto'

/** Letters that are not confused with others (Crockford's base 32), five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of a code: 60 bits in all, too many to guess, so that attempts need not be counted. */
const LENGTH = 12
const PART = /.{4}/g

/** The code for a digest of at least 12 bytes, in groups of four. */
export const typedCodeOf = (digest: Uint8Array): string => {
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return (letters.match(PART) ?? []).join('-')
}

/** Whether a typed code is correct, ignoring blanks and case. */
export const isTypedCode = (given: unknown, code: string): boolean => {
  if (typeof given !== 'string') return false
  const typed = lettersOf(given)
  const right = lettersOf(code)
  return typed.length === right.length && timingSafeEqual(typed, right)
}

const lettersOf = (text: string): Buffer => Buffer.from(text.toUpperCase().replace(/[^0-9A-Z]/g, ''))
