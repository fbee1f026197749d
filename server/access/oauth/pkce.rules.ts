// Proof Key for Code Exchange (RFC 7636), method S256 only.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a text can be an S256 challenge: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean =>
  /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text

export type WrongVerifier = 'missing' | 'unasked' | 'malformed' | 'different'

/**
 * The error of a verifier; null if it is right. A verifier for a code without a challenge is refused too, because the
 * challenge may have been removed from the request on the way (RFC 9700 §4.8.2).
 */
export const wrongVerifier = (challenge: string | null, verifier: string | undefined): WrongVerifier | null => {
  if (challenge === null) return verifier === undefined ? null : 'unasked'
  if (verifier === undefined) return 'missing'
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return 'malformed'
  const digest = createHash('sha256').update(verifier).digest()
  return timingSafeEqual(digest, Buffer.from(challenge, 'base64url')) ? null : 'different'
}
