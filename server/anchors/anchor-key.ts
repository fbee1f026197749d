// The key that signs anchors: Ed25519 (RFC 8032), made from the secret key of the installation. Earlier secret keys go
// on vouching for what they have signed.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Keys } from '#platform/seal'

/** What stands before the 32 bytes of a private key (PKCS #8, RFC 8410). */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const ID_LENGTH = 16

/** `keyId` is how statements name a key. */
export type AnchorKey = { keyId: string; publicKey: KeyObject }
type SigningKey = AnchorKey & { privateKey: KeyObject }

const signingKey = (seed: Buffer): SigningKey => {
  const der = Buffer.concat([PKCS8_OF_ED25519, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { ...anchorKey(createPublicKey(privateKey)), privateKey }
}

/** A public key, under the name that statements have for it. */
export const anchorKey = (publicKey: KeyObject): AnchorKey => {
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return { keyId: createHash('sha256').update(der).digest('hex').slice(0, ID_LENGTH), publicKey }
}

/** The key that signs now. */
export const presentKey = (keysFor: (purpose: string) => Keys): SigningKey => signingKey(keysFor('anchors')[0])

/** The keys whose signatures count: the present one, and those before it. */
export const knownKeys = (keysFor: (purpose: string) => Keys): readonly AnchorKey[] =>
  keysFor('anchors').map(signingKey)

export const signStatement = ({ privateKey }: SigningKey, statement: string): Buffer =>
  sign(null, Buffer.from(statement), privateKey)

export const isSignedBy = ({ publicKey }: AnchorKey, statement: string, signature: Buffer): boolean =>
  verify(null, Buffer.from(statement), publicKey, signature)
