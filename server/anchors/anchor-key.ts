// The key that signs anchors: Ed25519 (RFC 8032), derived from the secret key of the installation. Keys derived from
// earlier secret keys stay valid for what they have signed: while those are in the settings, and afterwards through
// earlier-key.ts.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Keys } from '#platform/seal'

/** The prefix of the 32 bytes of a private key (PKCS #8, RFC 8410). */
const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const ID_LENGTH = 16

/** `keyId` identifies a key in statements. */
export type AnchorKey = { keyId: string; publicKey: KeyObject }
type SigningKey = AnchorKey & { privateKey: KeyObject }

const signingKey = (seed: Buffer): SigningKey => {
  const der = Buffer.concat([PKCS8_OF_ED25519, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { ...anchorKey(createPublicKey(privateKey)), privateKey }
}

/** A public key with its id. */
export const anchorKey = (publicKey: KeyObject): AnchorKey => {
  const digest = createHash('sha256').update(bytesOfKey(publicKey)).digest('hex')
  return { keyId: digest.slice(0, ID_LENGTH), publicKey }
}

/** A public key in its stored form: SubjectPublicKeyInfo in DER. */
export const bytesOfKey = (publicKey: KeyObject): Buffer => publicKey.export({ format: 'der', type: 'spki' })

export const keyOfBytes = (bytes: Buffer): KeyObject => createPublicKey({ key: bytes, format: 'der', type: 'spki' })

/** The current signing key. */
export const presentKey = (keysFor: (purpose: string) => Keys): SigningKey => signingKey(keysFor('anchors')[0])

/** The keys of the settings: the current one, and earlier ones. */
export const knownKeys = (keysFor: (purpose: string) => Keys): readonly AnchorKey[] =>
  keysFor('anchors').map(signingKey)

export const signStatement = ({ privateKey }: SigningKey, statement: string): Buffer =>
  sign(null, Buffer.from(statement), privateKey)

export const isSignedBy = ({ publicKey }: AnchorKey, statement: string, signature: Buffer): boolean =>
  verify(null, Buffer.from(statement), publicKey, signature)
