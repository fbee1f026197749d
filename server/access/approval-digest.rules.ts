// A digest of the owner's data of an integration, which an approval refers to. The operator sends the digest of what
// was reviewed.
import { createHash } from 'node:crypto'

type Said = {
  name: string
  description: string
  mode: string
  redirectUris: readonly string[]
  scopes: readonly string[]
}

/** Characters of the digest, in hexadecimal, so that it is always valid as an argument of a command. */
export const APPROVAL_DIGEST_LENGTH = 32

/** The digest of an integration's data; it changes with anything except the order of lists. */
export const approvalDigestOf = ({ name, description, mode, redirectUris, scopes }: Said): string =>
  createHash('sha256')
    .update(JSON.stringify([name, description, mode, redirectUris.toSorted(), scopes.toSorted()]))
    .digest('hex')
    .slice(0, APPROVAL_DIGEST_LENGTH)
