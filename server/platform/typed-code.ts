// Codes that people read where the service printed them, and type elsewhere, such as K7QF-2M9X-TP4D.
import { timingSafeEqual } from 'node:crypto'

/** None looks like another (Crockford's base 32): five bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of a code: 60 bits in all, which nobody guesses, so that attempts need not be counted. */
const LENGTH = 12
const PART = /.{4}/g

/** The code that a digest of at least 12 bytes gives, in groups of four. */
export const typedCodeOf = (digest: Uint8Array): string => {
  const letters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return (letters.match(PART) ?? []).join('-')
}

/** Whether somebody typed this code; how they wrote it, with blanks or in small letters, does not count. */
export const isTypedCode = (given: unknown, code: string): boolean => {
  if (typeof given !== 'string') return false
  const [typed, right] = [lettersOf(given), lettersOf(code)]
  return typed.length === right.length && timingSafeEqual(typed, right)
}

const lettersOf = (text: string): Buffer => Buffer.from(text.toUpperCase().replace(/[^0-9A-Z]/g, ''))
