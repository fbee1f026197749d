// What must be readable again and must not stand in the database in clear: sealed with a key that is not in it.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Bytes of the nonce and of the tag of AES-256-GCM (NIST SP 800-38D). */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals a text. `bound` says where it belongs, such as the id of its row: it opens nowhere else. */
export const seal = (key: Buffer, text: string, bound: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Opens what {@link seal} made; throws when the key, the place or a byte is another one. */
export const unseal = (key: Buffer, sealed: Buffer, bound: string): string => {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
