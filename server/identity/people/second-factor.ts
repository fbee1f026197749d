// The second factor: codes of six digits that change every 30 seconds (TOTP, RFC 6238), and recovery codes in case the
// telephone is lost.
import { createHmac, randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { seal, tryUnseal, unseal } from '#platform/seal'
import { sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'

/** How far a telephone's clock may be off, in seconds: one code before and one after. */
const TOLERANCE = 30
const RECOVERY_CODES = 10
/** Random bytes of a recovery code: 16 characters of base 32. */
const RECOVERY_BYTES = 10
/** How long a secret that was shown waits for its first code, in milliseconds. */
const PENDING_MS = 60 * 60 * 1000

export type SecondFactor = { confirmedAt: Date; codesLeft: number }

/** The second factor of a person; null when there is none. */
export const secondFactorOf = ({ db }: Pick<Call, 'db'>, personId: string): Promise<SecondFactor | null> =>
  db.maybe<SecondFactor>(sql`
    select f.confirmed_at as "confirmedAt", (select count(*)::integer from identity.recovery_code c
      where c.person_id = f.person_id and c.used_at is null) as "codesLeft"
    from identity.second_factor f where f.person_id = ${personId} and f.confirmed_at is not null`)

export const hasSecondFactor = async (call: Pick<Call, 'db'>, personId: string): Promise<boolean> =>
  (await secondFactorOf(call, personId)) !== null

/**
 * The secret for the telephone, as text and as the URI in the QR code. It is created if there is none and kept until
 * its first code arrives, so that a reloaded page shows the same one. Null if one is in use.
 */
export const offerSecondFactor = async (
  call: Call,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; address: string } | null> => {
  const since = new Date(call.now.getTime() - PENDING_MS)
  const sealed = seal(call.keysFor('second factor'), generateSecret(), id)
  const kept = await call.db.maybe<{ sealed_secret: Buffer; confirmed_at: Date | null }>(sql`
    insert into identity.second_factor as f (person_id, sealed_secret, created_at)
    values (${id}, ${sealed}, ${call.now})
    on conflict (person_id) do update set
      sealed_secret = case when f.created_at > ${since} then f.sealed_secret else excluded.sealed_secret end,
      created_at = case when f.created_at > ${since} then f.created_at else excluded.created_at end
    where f.confirmed_at is null returning sealed_secret, confirmed_at`)
  if (!kept) return null
  const secret = unseal(call.keysFor('second factor'), kept.sealed_secret, id)
  return { secret, address: generateURI({ issuer: 'Grundbok', label: email, secret }) }
}

/**
 * Turns it on with its first code; returns the recovery codes, which cannot be read later, or null for a wrong code.
 */
export const confirmSecondFactor = async (call: Call, personId: string, code: string): Promise<string[] | null> => {
  if (!(await acceptTotp(call, { personId, code, pending: true }))) return null
  const turned = await call.db.rows(sql`
    update identity.second_factor set confirmed_at = ${call.now}
    where person_id = ${personId} and confirmed_at is null returning 1`)
  if (turned.length === 0) return null
  recordEvent(call, 'second-factor.on', null, {})
  return writeRecoveryCodes(call, personId)
}

export const renewRecoveryCodes = async (call: Call, personId: string): Promise<string[]> => {
  recordEvent(call, 'second-factor.recovery-renewed', null, {})
  return writeRecoveryCodes(call, personId)
}

const writeRecoveryCodes = async (call: Call, personId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const [key] = call.keysFor('recovery codes')
  const digests = codes.map((code) => digestOfCode(key, personId, code))
  await call.db.rows(sql`delete from identity.recovery_code where person_id = ${personId}`)
  await call.db.rows(sql`
    insert into identity.recovery_code (person_id, digest)
    select ${personId}::uuid, digest from unnest(${digests}::bytea[]) as digest`)
  return codes
}

/** Turns it off; the caller has checked password and code. */
export const removeSecondFactor = async (call: Call, personId: string): Promise<void> => {
  await call.db.rows(sql`delete from identity.recovery_code where person_id = ${personId}`)
  await call.db.rows(sql`delete from identity.second_factor where person_id = ${personId}`)
  recordEvent(call, 'second-factor.off', null, {})
}

/** Uses up a code of the telephone or a recovery code. Null if it is neither. */
export const acceptCode = async (call: Call, personId: string, code: string): Promise<'code' | 'recovery' | null> => {
  const digits = code.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return (await acceptTotp(call, { personId, code, pending: false })) ? 'code' : null
  // Recovery codes from before a change of the secret key are still valid.
  const digests = call.keysFor('recovery codes').map((key) => digestOfCode(key, personId, code))
  const used = await call.db.rows(sql`
    update identity.recovery_code set used_at = ${call.now}
    where person_id = ${personId} and digest = any(${digests}::bytea[]) and used_at is null returning 1`)
  if (used.length === 0) return null
  recordEvent(call, 'second-factor.recovery-used', null, {})
  return 'recovery'
}

/** A code must belong to a later step than the last one used: the same code is never accepted twice (RFC 6238 §5.2). */
const acceptTotp = async (
  call: Call,
  { personId, code, pending }: { personId: string; code: string; pending: boolean },
): Promise<boolean> => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const factor = await call.db.maybe<{ sealed_secret: Buffer }>(sql`
    select sealed_secret from identity.second_factor
    where person_id = ${personId} and (confirmed_at is null) = ${pending}`)
  if (!factor) return false
  const secret = tryUnseal(call.keysFor('second factor'), factor.sealed_secret, personId)
  if (secret === null) return false
  const epoch = Math.floor(call.now.getTime() / 1000)
  const found = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE })
  if (!found.valid || !('timeStep' in found)) return false
  const taken = await call.db.rows(sql`
    update identity.second_factor set last_step = ${found.timeStep}
    where person_id = ${personId} and last_step < ${found.timeStep} returning 1`)
  return taken.length > 0
}

/** Letters and digits that are not confused with each other (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const newRecoveryCode = (): string => {
  let bits = BigInt(`0x${randomBytes(RECOVERY_BYTES).toString('hex')}`)
  let text = ''
  for (let place = 0; place < (RECOVERY_BYTES * 8) / 5; place += 1) {
    text += ALPHABET[Number(bits % 32n)]
    bits /= 32n
  }
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** Keyed, so that a copy of the database is useless; ignores blanks and case. */
const digestOfCode = (key: Buffer, personId: string, code: string): Buffer => {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return createHmac('sha256', key).update(`${personId} ${plain}`).digest()
}

export const sealedSecondFactors: SealedColumn = {
  what: 'second steps',
  purpose: 'second factor',
  table: 'identity.second_factor',
  column: 'sealed_secret',
  key: ['person_id'],
  placeOf: ([personId = '']) => personId,
}
