// The secret key in a backup, sealed with a passphrase. Without the key, sealed data would be lost; with it in clear
// text, the backup alone would give access to everything. The passphrase must be kept apart from both backup and
// machine.
import { randomBytes, scrypt } from 'node:crypto'
import { type Keys, sealBytes, tryUnsealBytes } from '#platform/seal'
import { getJson, putJson, type Target } from './target.ts'

/** The cost of stretching the passphrase (RFC 7914): 128 MiB and some tenths of a second per attempt. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const MEMORY_BYTES = 256 * 1024 * 1024
const SALT_BYTES = 16
const KEY_BYTES = 32
const PLACE = 'secret key in a backup'

/** The secret key with the earlier ones, as of a moment. */
type KeptKeys = { since: number; keys: Keys }

type Kept = { format: 1; since: string; salt: string; sealed: string }

/** Why keys cannot be read from a backup. */
export class KeyFault extends Error {}

const FOLDER = 'keys/'

/** Stores the keys in the target, unless they are already there under this passphrase. */
export const putKeys = async (target: Target, passphrase: string, keys: Keys, now: Date): Promise<void> => {
  const [last] = (await openedKeys(target, passphrase)).slice(-1)
  const isSame = last && last.keys.length === keys.length && last.keys.every((one, at) => keys[at]?.equals(one))
  if (isSame) return
  const salt = randomBytes(SALT_BYTES)
  const text = JSON.stringify(keys.map((key) => key.toString('hex')))
  const sealed = sealBytes([await stretched(passphrase, salt)], Buffer.from(text), PLACE)
  const kept: Kept = {
    format: 1,
    since: now.toISOString(),
    salt: salt.toString('base64'),
    sealed: sealed.toString('base64'),
  }
  await putJson(target, `${FOLDER}${kept.since.replace(/[^\dTZ]/g, '')}.json`, kept)
}

/** Whether a backup was ever begun here: the keys are stored before anything else. */
export const hasKeys = async (target: Target): Promise<boolean> => (await target.list(FOLDER)).length > 0

/**
 * The keys as of a moment, the current one first; without a moment, the latest. All others ever stored follow, because
 * the service may have used a key before the backup stored it.
 * @throws {KeyFault} if the passphrase opens none
 */
export const keysAt = async (target: Target, passphrase: string, at: number | null): Promise<Keys> => {
  const opened = await openedKeys(target, passphrase)
  const [first] = opened
  if (first) {
    const [present, ...earlier] = (opened.findLast(({ since }) => at === null || since <= at) ?? first).keys
    const others = [...earlier, ...opened.flatMap(({ keys }) => keys)]
    const isNew = (key: Buffer, index: number) =>
      !key.equals(present) && others.findIndex((other) => other.equals(key)) === index
    return [present, ...others.filter(isNew)]
  }
  throw new KeyFault(
    (await hasKeys(target))
      ? `The passphrase does not open the secret key in ${target.name}: give the one that the backup was made with.`
      : `There is no secret key in ${target.name}: it is not a whole backup.`,
  )
}

const openedKeys = async (target: Target, passphrase: string): Promise<KeptKeys[]> => {
  const opened: KeptKeys[] = []
  for (const { name } of (await target.list(FOLDER)).sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const kept = await getJson<Kept>(target, name, ({ format, salt, sealed }) =>
      Boolean(format === 1 && salt && sealed),
    )
    if (!kept) continue
    const key = await stretched(passphrase, Buffer.from(kept.salt, 'base64'))
    const text = tryUnsealBytes([key], Buffer.from(kept.sealed, 'base64'), PLACE)
    if (!text) continue
    const [present, ...earlier] = (JSON.parse(text.toString('utf8')) as string[]).map((one) => Buffer.from(one, 'hex'))
    if (present) opened.push({ since: Date.parse(kept.since), keys: [present, ...earlier] })
  }
  return opened
}

const stretched = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { ...COST, maxmem: MEMORY_BYTES }, (fault, key) =>
      fault ? reject(fault) : resolve(key),
    )
  })
