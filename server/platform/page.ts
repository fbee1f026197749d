// The opaque cursors of lists: where the last page ended, signed so that only cursors from this service are accepted.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The order columns of the last item; large integers as text. */
export type CursorKey = readonly (string | number)[]

/** Most characters of a cursor from outside. */
export const MAX_CURSOR_LENGTH = 2_000

const SIGNATURE_BYTES = 16

/**
 * A cursor for a URL: base64url of a signature and the key as JSON. The signature is the first 16 bytes of HMAC-SHA256
 * (RFC 2104 allows truncation); `signer` is the secret key. The list's name and tenant must be part of the key or the
 * signer, or a cursor of one list would be valid in another. Throws RangeError for a number that JSON does not support
 * and for a key too large to be decoded.
 */
export const encodeCursor = (key: CursorKey, signer: Buffer): string => {
  const bad = key.find((part) => typeof part === 'number' && !Number.isFinite(part))
  if (bad !== undefined) throw new RangeError(`A cursor cannot hold ${bad}`)
  const payload = Buffer.from(JSON.stringify(key))
  const text = Buffer.concat([signature(payload, signer), payload]).toString('base64url')
  if (text.length > MAX_CURSOR_LENGTH) throw new RangeError(`A cursor of ${text.length} characters`)
  return text
}

/** The key of a cursor from outside; null unless it is, character for character, one made with this signer. */
export const decodeCursor = (text: string, signer: Buffer): CursorKey | null => {
  if (text.length > MAX_CURSOR_LENGTH) return null
  const bytes = Buffer.from(text, 'base64url')
  // Decoding ignores foreign characters and spare bits, so the text itself is compared too.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== text) return null
  const payload = bytes.subarray(SIGNATURE_BYTES)
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(payload, signer))) return null
  return JSON.parse(payload.toString()) as CursorKey
}

const signature = (payload: Buffer, signer: Buffer): Buffer =>
  createHmac('sha256', signer).update(payload).digest().subarray(0, SIGNATURE_BYTES)
