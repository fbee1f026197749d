// Challenges for passkeys: random, for one purpose, valid for a few minutes, and once. A challenge contains its expiry
// and is signed by the installation, so that showing a page writes nothing.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'

/** How long a person may take to use a passkey, in milliseconds. */
export const CHALLENGE_MS = 10 * 60 * 1000

const RANDOM_BYTES = 16
/** The expiry as seconds since 1970, in 6 bytes. */
const END_BYTES = 6
const SEAL_BYTES = 32

type Keys = Pick<Call, 'keysFor' | 'now'>

/** A challenge for one purpose, such as `log in`. */
export const newChallenge = ({ keysFor, now }: Keys, purpose: string): Buffer => {
  const end = Buffer.alloc(END_BYTES)
  end.writeUIntBE(Math.floor((now.getTime() + CHALLENGE_MS) / 1000), 0, END_BYTES)
  const told = Buffer.concat([randomBytes(RANDOM_BYTES), end])
  return Buffer.concat([told, sealOf(keysFor(KEY)[0], purpose, told)])
}

/** Whether a base64url text is a challenge for this purpose that has not expired. */
export const isChallenge = ({ keysFor, now }: Keys, purpose: string, text: string): boolean => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== RANDOM_BYTES + END_BYTES + SEAL_BYTES) return false
  const told = bytes.subarray(0, RANDOM_BYTES + END_BYTES)
  const seal = bytes.subarray(RANDOM_BYTES + END_BYTES)
  if (!keysFor(KEY).some((key) => timingSafeEqual(sealOf(key, purpose, told), seal))) return false
  return told.readUIntBE(RANDOM_BYTES, END_BYTES) * 1000 > now.getTime()
}

/** Uses up a challenge; false if it was used before. */
export const takeChallenge = async ({ db, now }: Pick<Call, 'db' | 'now'>, text: string): Promise<boolean> => {
  const digest = createHash('sha256').update(Buffer.from(text, 'base64url')).digest()
  const taken = await db.rows(sql`
    insert into identity.used_challenge (digest, used_at) values (${digest}, ${now})
    on conflict do nothing returning 1`)
  return taken.length > 0
}

const KEY = 'passkey challenges'

const sealOf = (key: Buffer, purpose: string, told: Buffer): Buffer =>
  createHmac('sha256', key).update(`${purpose} `).update(told).digest()
