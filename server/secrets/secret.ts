// Secrets that are handed out once and stored as digests: a prefix for the kind, the id for the look-up, and 32 random
// bytes. Random secrets need no salt.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The kind: private token, access and refresh token, code, client secret, session, pending login, device, link,
 * invitation, link into the console, link to an invoice.
 */
type AccessMark = 'gb' | 'gbat' | 'gbrt' | 'gbac' | 'gbcs'
type Mark = AccessMark | 'gbss' | 'gbhl' | 'gbdv' | 'gbln' | 'gbiv' | 'gbnv' | 'gbpl'

const SECRET_BYTES = 32
/** A prefix, the id as 32 hexadecimal digits, and the random bytes in base64url. */
const FORM = /^([a-z]+)_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/

/** A new secret for an id: `text` is shown once, `digest` is stored. */
export const newSecret = (mark: Mark, id: string): { text: string; digest: Buffer } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { text: `${mark}_${id.replaceAll('-', '')}_${secret}`, digest: digestOf(secret) }
}

/** The id and digest of a secret of this kind; null if the text is not one. */
export const readSecret = (mark: Mark, text: string): { id: string; digest: Buffer } | null => {
  const [, found, hex = '', secret = ''] = FORM.exec(text) ?? []
  return found === mark ? { id: idOf(hex), digest: digestOf(secret) } : null
}

/** Compares in constant time, even without a stored digest, so that timing does not reveal unknown ids. */
export const sameDigest = (given: Buffer, kept: Buffer | null | undefined): boolean => {
  const same = timingSafeEqual(given, kept ?? NO_DIGEST)
  return same && kept !== null && kept !== undefined
}

/** SHA-256 of a text. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const NO_DIGEST = Buffer.alloc(32)

const idOf = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
