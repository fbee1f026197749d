// What an approval is of: all that its owner says of an integration, as one digest. Whoever decides sends the digest of
// what they looked at.
import { createHash } from 'node:crypto'

type Said = {
  name: string
  description: string
  mode: string
  redirectUris: readonly string[]
  scopes: readonly string[]
}

/** Characters of the digest, hexadecimal: whatever it is, a command takes it as a value. */
export const SEEN_LENGTH = 32

/** The digest of what its owner says of an integration: another one when anything but an order differs. */
export const digestOfSeen = ({ name, description, mode, redirectUris, scopes }: Said): string =>
  createHash('sha256')
    .update(JSON.stringify([name, description, mode, redirectUris.toSorted(), scopes.toSorted()]))
    .digest('hex')
    .slice(0, SEEN_LENGTH)
