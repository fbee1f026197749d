// The opaque cursors of lists: where the last page ended, signed so that only what this service gave out comes back.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The values of the last item that the list is ordered by; large integers go as text. */
export type CursorKey = readonly (string | number)[]

/** How many characters a cursor from outside may have. */
export const MAX_CURSOR_LENGTH = 2_000

const SIGNATURE_BYTES = 16

/**
 * A cursor for a URL: base64url of a signature and the key as JSON. The signature is the first 16 bytes of HMAC-SHA256
 * (RFC 2104, which allows this cut); `signer` is the secret key. A list's own name and tenant belong in the key or the
 * signer, or else the cursor of one list is good in another. Throws RangeError for a number that JSON does not hold and
 * for a key too large to be read back.
 */
export const encodeCursor = (key: CursorKey, signer: Buffer): string => {
  const bad = key.find((part) => typeof part === 'number' && !Number.isFinite(part))
  if (bad !== undefined) throw new RangeError(`A cursor cannot hold ${bad}`)
  const payload = Buffer.from(JSON.stringify(key))
  const text = Buffer.concat([signature(payload, signer), payload]).toString('base64url')
  if (text.length > MAX_CURSOR_LENGTH) throw new RangeError(`A cursor of ${text.length} characters`)
  return text
}

/** The key of a cursor from outside; null when it is not, character for character, one made with this signer. */
export const decodeCursor = (text: string, signer: Buffer): CursorKey | null => {
  if (text.length > MAX_CURSOR_LENGTH) return null
  const bytes = Buffer.from(text, 'base64url')
  // Decoding passes over foreign characters and spare bits, so the text itself is compared too.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== text) return null
  const payload = bytes.subarray(SIGNATURE_BYTES)
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(payload, signer))) return null
  return JSON.parse(payload.toString()) as CursorKey
}

const signature = (payload: Buffer, signer: Buffer): Buffer =>
  createHmac('sha256', signer).update(payload).digest().subarray(0, SIGNATURE_BYTES)
