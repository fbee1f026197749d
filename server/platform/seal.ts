// What must be readable again and must not stand in the database in clear: sealed with a key that is not in it. What is
// sealed names its key, so that an installation can take a new key and go on reading what earlier keys have sealed.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Bytes of the key's id, and of the nonce and the tag of AES-256-GCM (NIST SP 800-38D). */
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The keys of one purpose, the present one first. */
export type Keys = readonly [Buffer, ...Buffer[]]

/** Seals a text with the present key. `bound` says where it belongs, such as its row's id: it opens nowhere else. */
export const seal = (keys: Keys, text: string, bound: string): Buffer => sealBytes(keys, Buffer.from(text), bound)

/** Opens what {@link seal} made; throws when the key, the place or a byte is another one. */
export const unseal = (keys: Keys, sealed: Buffer, bound: string): string =>
  unsealBytes(keys, sealed, bound).toString('utf8')

/** Seals bytes, as {@link seal} seals a text. */
export const sealBytes = ([key]: Keys, bytes: Buffer, bound: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([keyIdOf(key), nonce, cipher.getAuthTag(), body])
}

/** Opens what {@link sealBytes} made; throws when the key, the place or a byte is another one. */
export const unsealBytes = (keys: Keys, sealed: Buffer, bound: string): Buffer => {
  const key = keys.find((one) => hasSealed(one, sealed))
  if (key) return open(key, sealed.subarray(KEY_ID_BYTES), bound)
  return openUnnamed(keys, sealed, bound)
}

/** The same, where one value that does not open must not keep others from being read: null then. */
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

/** What the bytes sealed by a key begin with. */
export const keyIdOf = (key: Buffer): Buffer => {
  const known = keyIds.get(key)
  if (known) return known
  const id = createHmac('sha256', key).update('key id').digest().subarray(0, KEY_ID_BYTES)
  keyIds.set(key, id)
  return id
}

/** A process seals with few keys, very often. */
const keyIds = new WeakMap<Buffer, Buffer>()

/** What was sealed before seals named their key. */
const openUnnamed = (keys: Keys, sealed: Buffer, bound: string): Buffer => {
  const [first, ...others] = keys
  for (const key of others) {
    try {
      return open(key, sealed, bound)
    } catch {
      // The next key may fit.
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
