// Earlier anchor keys. When the secret key is replaced, the current key vouches for the public key of the one before,
// and for the last anchor that it signed, so that verification does not need the earlier secret key. Each new key
// vouches for all earlier ones again, because only the keys in the settings are trusted to vouch: a removed one may
// have fallen into other hands.
import type { KeyObject } from 'node:crypto'
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'
import { sha256 } from './anchor.rules.ts'
import { holdAnchors } from './anchor.ts'
import {
  type AnchorKey,
  bytesOfKey,
  isSignedBy,
  keyOfBytes,
  knownKeys,
  presentKey,
  signStatement,
} from './anchor-key.ts'
import { type EarlierKey, vouchText } from './earlier-key.rules.ts'

/** A key whose signatures are accepted. */
export type TrustedKey = {
  keyId: string
  /** Null for a lost key: its anchors are only checked through the last of them. */
  publicKey: KeyObject | null
  /** The last anchor of an earlier key; null for one in the settings, which may still sign. */
  last: { number: bigint; digest: Buffer } | null
}

/** A key that signed anchors, but is neither in the settings nor vouched for, with its first and last anchor. */
export type UnknownKey = { keyId: string; first: bigint; last: bigint }

const MOST_KEYS = 1000

/** The keys of the settings, and those that one of these vouches for. */
export const trustedKeys = async ({ db, keysFor }: Pick<Call, 'db' | 'keysFor'>): Promise<TrustedKey[]> => {
  const own = knownKeys(keysFor)
  const keys: TrustedKey[] = own.map(({ keyId, publicKey }) => ({ keyId, publicKey, last: null }))
  const rows = await db.rows<EarlierKey & { vouchedBy: string; signature: Buffer }>(sql`
    select key_id as "keyId", public_key as "publicKey", last_number as "lastNumber", last_digest as "lastDigest",
      vouched_by as "vouchedBy", signature
    from anchors.earlier_key order by last_number desc, key_id limit ${MOST_KEYS}`)
  for (const row of rows) {
    const by = own.find(({ keyId }) => keyId === row.vouchedBy)
    const isVouchedFor = by !== undefined && isSignedBy(by, vouchText(row, by.keyId), row.signature)
    if (!isVouchedFor || own.some(({ keyId }) => keyId === row.keyId)) continue
    const last = { number: row.lastNumber, digest: row.lastDigest }
    keys.push({ keyId: row.keyId, publicKey: row.publicKey && keyOfBytes(row.publicKey), last })
  }
  return keys
}

/**
 * Vouches with the current key for all earlier ones that are in the settings or vouched for. Returns how many were new,
 * and the keys that it cannot vouch for.
 */
export const vouchForEarlierKeys = async (call: Call): Promise<{ vouched: number; unknown: UnknownKey[] }> => {
  await holdAnchors(call.db)
  const trusted = await trustedKeys(call)
  const signed = await keysThatSigned(call.db)
  const present = presentKey(call.keysFor)
  let vouched = 0
  for (const { keyId, publicKey, last } of trusted) {
    const end = last ?? signed.get(keyId)?.end
    if (keyId === present.keyId || !end) continue
    if (await vouchFor(call, { keyId, publicKey, last: end })) vouched++
  }
  return { vouched, unknown: unknownAmong(signed, trusted) }
}

/** The unknown keys among those that signed anchors, in the order in which they signed. */
export const unknownKeys = async (call: Call): Promise<UnknownKey[]> =>
  unknownAmong(await keysThatSigned(call.db), await trustedKeys(call))

/**
 * Vouches with the current key for the unknown ones: by their public keys if these were kept elsewhere, otherwise for
 * their anchors as they are here. Returns the keys.
 */
export const vouchForLostKeys = async (call: Call, kept: readonly AnchorKey[]): Promise<UnknownKey[]> => {
  await holdAnchors(call.db)
  const signed = await keysThatSigned(call.db)
  const trusted = await trustedKeys(call)
  const unknown = unknownAmong(signed, trusted)
  for (const { keyId } of unknown) {
    const publicKey = kept.find((one) => one.keyId === keyId)?.publicKey ?? null
    const last = signed.get(keyId)?.end
    if (last) await vouchFor(call, { keyId, publicKey, last })
  }
  return unknown
}

type Signed = { first: bigint; end: { number: bigint; digest: Buffer } }

/** The keys in the anchors here, each with its first and its last anchor. */
const keysThatSigned = async (db: Db): Promise<ReadonlyMap<string, Signed>> => {
  const rows = await db.rows<{ keyId: string; first: bigint; number: bigint; statement: string }>(sql`
    select k.key_id as "keyId", k.first_number as first, a.number, a.statement
    from (
      select substring(statement from 'key: ([0-9a-f]{16})') as key_id, min(number) as first_number,
        max(number) as last_number
      from anchors.anchor group by 1
    ) k
    join anchors.anchor a on a.number = k.last_number
    where k.key_id is not null order by k.first_number limit ${MOST_KEYS}`)
  return new Map(
    rows.map(({ keyId, first, number, statement }) => [keyId, { first, end: { number, digest: sha256(statement) } }]),
  )
}

const unknownAmong = (signed: ReadonlyMap<string, Signed>, trusted: readonly TrustedKey[]): UnknownKey[] =>
  [...signed]
    .filter(([keyId]) => !trusted.some((one) => one.keyId === keyId))
    .map(([keyId, { first, end }]) => ({ keyId, first, last: end.number }))

/** Returns whether it was not yet vouched for in exactly this way. */
const vouchFor = async (
  { db, now, keysFor }: Call,
  { keyId, publicKey, last }: { keyId: string; publicKey: KeyObject | null; last: Signed['end'] },
): Promise<boolean> => {
  const present = presentKey(keysFor)
  const bytes = publicKey && bytesOfKey(publicKey)
  const earlier = { keyId, publicKey: bytes, lastNumber: last.number, lastDigest: last.digest }
  const signature = signStatement(present, vouchText(earlier, present.keyId))
  const written = await db.rows(sql`
    insert into anchors.earlier_key as kept
      (key_id, public_key, last_number, last_digest, vouched_by, vouched_at, signature)
    values (${keyId}, ${bytes}, ${last.number}, ${last.digest}, ${present.keyId}, ${now}, ${signature})
    on conflict (key_id) do update set public_key = excluded.public_key, last_number = excluded.last_number,
      last_digest = excluded.last_digest, vouched_by = excluded.vouched_by, vouched_at = excluded.vouched_at,
      signature = excluded.signature
    where (kept.public_key, kept.last_number, kept.last_digest, kept.vouched_by, kept.signature) is distinct from
      (excluded.public_key, excluded.last_number, excluded.last_digest, excluded.vouched_by, excluded.signature)
    returning key_id`)
  return written.length > 0
}
