// Encryption for data that must be readable again but must not be in the database in clear text; the key is not in the
// database. Sealed data names its key, so that an installation can take a new key and still read what earlier keys
// sealed.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Sizes in bytes of the key's id, and of the nonce and the tag of AES-256-GCM (NIST SP 800-38D). */
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The keys of one purpose, the current one first. */
export type Keys = readonly [Buffer, ...Buffer[]]

/** Seals a text with the current key. `bound` is its location, such as its row's id: it cannot be opened elsewhere. */
export const seal = (keys: Keys, text: string, bound: string): Buffer => sealBytes(keys, Buffer.from(text), bound)

/** Opens the result of {@link seal}; throws if the key, `bound` or a byte differs. */
export const unseal = (keys: Keys, sealed: Buffer, bound: string): string =>
  unsealBytes(keys, sealed, bound).toString('utf8')

/** Seals bytes, as {@link seal} seals a text. */
export const sealBytes = ([key]: Keys, bytes: Buffer, bound: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([keyIdOf(key), nonce, cipher.getAuthTag(), body])
}

/** Opens the result of {@link sealBytes}; throws if the key, `bound` or a byte differs. */
export const unsealBytes = (keys: Keys, sealed: Buffer, bound: string): Buffer => {
  const key = keys.find((one) => hasSealed(one, sealed))
  if (key) return open(key, sealed.subarray(KEY_ID_BYTES), bound)
  return openUnnamed(keys, sealed, bound)
}

/** The same, but null instead of an error, so that one damaged value does not prevent reading others. */
export const tryUnseal = (keys: Keys, sealed: Buffer, bound: string): string | null =>
  tryUnsealBytes(keys, sealed, bound)?.toString('utf8') ?? null

export const tryUnsealBytes = (keys: Keys, sealed: Buffer, bound: string): Buffer | null => {
  try {
    return unsealBytes(keys, sealed, bound)
  } catch {
    return null
  }
}

/** Whether sealed bytes name this key. */
export const hasSealed = (key: Buffer, sealed: Buffer): boolean => keyIdOf(key).equals(sealed.subarray(0, KEY_ID_BYTES))

/** The key's id, with which the bytes it sealed begin. */
export const keyIdOf = (key: Buffer): Buffer => {
  const known = keyIds.get(key)
  if (known) return known
  const id = createHmac('sha256', key).update('key id').digest().subarray(0, KEY_ID_BYTES)
  keyIds.set(key, id)
  return id
}

/** A process seals very often, with few keys. */
const keyIds = new WeakMap<Buffer, Buffer>()

/** Opens data from before the key's id was included. */
const openUnnamed = (keys: Keys, sealed: Buffer, bound: string): Buffer => {
  const [first, ...others] = keys
  for (const key of others) {
    try {
      return open(key, sealed, bound)
    } catch {
      // Try the next key.
    }
  }
  return open(first, sealed, bound)
}

const open = (key: Buffer, sealed: Buffer, bound: string): Buffer => {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
