// Passkeys (WebAuthn level 3): a key in a device that is unlocked by fingerprint, face or code. It counts as password
// and second factor together, because the device has verified its user.
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { mailTexts } from '#identity/pages/mail-texts'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { type AttemptCounter, addressCountOf, countAttempt, resetAttempts } from './attempt-limits.ts'
import { CHALLENGE_MS, isChallenge, newChallenge, takeChallenge } from './challenge.ts'
import { type BrowserCall, complete, holdProvedInside, type LoggedIn, type LoginOutcome } from './login.ts'
import { findPerson, holdPerson, type Person } from './person.ts'
import { endOtherSessions } from './session.ts'

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

export const MOST_PASSKEYS = 20

type SiteCall = Call & { publicUrl: string }

/** The site that passkeys are bound to: its display name, its domain, and its origin. */
const siteOf = ({ publicUrl }: Pick<SiteCall, 'publicUrl'>) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpName: 'Grundbok', rpID: hostname, origin }
}

/**
 * Whether browsers support passkeys at the public URL: it must be a host name, and secure (WebAuthn §5.1.3, §13.4.9).
 */
export const hasPasskeys = ({ publicUrl }: Pick<SiteCall, 'publicUrl'>): boolean => {
  const { hostname, protocol } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost')
}

/** Loaded at first use, since it is slow to load and few requests need it. */
const webAuthn = () => import('@simplewebauthn/server')

/** The passkeys of a person, oldest first. */
export const listPasskeys = ({ db }: Pick<Call, 'db'>, personId: string): Promise<Passkey[]> =>
  db.rows<Passkey>(sql`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity.passkey
    where person_id = ${personId} order by id limit ${MOST_PASSKEYS}`)

const addingOf = (personId: string) => `add to ${personId}`
const provingOf = (personId: string) => `prove ${personId}`
const LOG_IN = 'log in'

/** The browser's options for creating a passkey, as JSON; the person has given the password. */
export const askForPasskey = async (call: SiteCall, person: Person): Promise<string> => {
  const { generateRegistrationOptions } = await webAuthn()
  const { rpName, rpID } = siteOf(call)
  const known = await call.db.rows<{ credential_id: Buffer; transports: string[] }>(sql`
    select credential_id, transports from identity.passkey where person_id = ${person.id} limit ${MOST_PASSKEYS}`)
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: person.email,
    userDisplayName: person.name,
    timeout: CHALLENGE_MS,
    userID: bytesOf(Buffer.from(person.id.replaceAll('-', ''), 'hex')),
    challenge: bytesOf(newChallenge(call, addingOf(person.id))),
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({
      id: one.credential_id.toString('base64url'),
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return JSON.stringify(options)
}

/** The browser's options for a login, as JSON: any passkey of the site. */
export const askForLogin = (call: SiteCall): Promise<string> => askToSign(call, LOG_IN, [])

/** The browser's options for confirming the identity of a logged-in person: one of their own passkeys. */
export const askForProof = async (call: SiteCall, personId: string): Promise<string> => {
  const own = await call.db.rows<{ id: Buffer; transports: AuthenticatorTransport[] }>(sql`
    select credential_id as id, transports from identity.passkey where person_id = ${personId}
    order by id limit ${MOST_PASSKEYS}`)
  return askToSign(
    call,
    provingOf(personId),
    own.map(({ id, transports }) => ({ id: id.toString('base64url'), transports })),
  )
}

type Allowed = { id: string; transports: AuthenticatorTransport[] }

const askToSign = async (call: SiteCall, purpose: string, allowCredentials: Allowed[]): Promise<string> => {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(call).rpID,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials,
    challenge: bytesOf(newChallenge(call, purpose)),
  })
  return JSON.stringify(options)
}

/**
 * Whether the browser has signed the request of {@link askForProof} with a passkey of this person. This replaces
 * password and code, because the device has verified its user.
 */
export const provesByPasskey = async (
  call: BrowserCall & SiteCall,
  { personId, answer }: { personId: string; answer: string },
): Promise<{ kind: 'right' } | { kind: 'wrong' } | { kind: 'wait'; waitMs: number }> => {
  const counted = [addressCountOf(call)]
  const { waitMs } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const signed = await call.transact(async (own) => {
    const mine = { ...call, db: own.db }
    const kept = await signedBy(mine, answer, provingOf(personId))
    if (kept?.person_id !== personId) return false
    await resetAttempts(mine, counted)
    return true
  })
  return { kind: signed ? 'right' : 'wrong' }
}

type Added = 'added' | 'wrong' | 'tooMany'

/** Stores a passkey that a browser has created. Runs in a transaction. */
export const addPasskey = async (
  call: SiteCall,
  { personId, name, answer }: { personId: string; name: string; answer: string },
): Promise<Added> => {
  const response = jsonOf<RegistrationResponseJSON>(answer)
  const { verifyRegistrationResponse } = await webAuthn()
  const { rpID, origin } = siteOf(call)
  const made = await sound(async () => {
    if (!response) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      expectedChallenge: (challenge) => isChallenge(call, addingOf(personId), challenge),
    })
    return registrationInfo?.credential ?? null
  })
  if (!made || !(await takeChallenge(call, challengeOf(response)))) return 'wrong'
  await holdPerson(call, personId)
  if ((await listPasskeys(call, personId)).length >= MOST_PASSKEYS) return 'tooMany'
  const kept = await call.db.rows(sql`
    insert into identity.passkey
      (id, person_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${newId()}, ${personId}, ${Buffer.from(made.id, 'base64url')}, ${Buffer.from(made.publicKey)},
      ${made.counter}, ${made.transports ?? []}, ${name.trim()}, ${call.now})
    on conflict (credential_id) do nothing returning 1`)
  if (kept.length === 0) return 'wrong'
  recordEvent(call, 'passkey.added', null, { name: name.trim() })
  await tell(call, personId, 'passkeyAdded', name.trim())
  return 'added'
}

/** Removes a passkey, and ends every other session, in case another person was using it. */
export const removePasskey = async (
  call: Call & { sessionId: string | null },
  { personId, id, passwordHash }: { personId: string; id: string; passwordHash: string },
): Promise<void> => {
  const removed = await call.db.maybe<{ name: string }>(sql`
    delete from identity.passkey where id = ${id} and person_id = ${personId} returning name`)
  if (!removed) return
  // The passkey is locked before the person, in the same order as in a login by it.
  await holdProvedInside(call, { personId, passwordHash })
  await endOtherSessions(call, { personId, keep: call.sessionId })
  recordEvent(call, 'passkey.removed', null, { name: removed.name })
  await tell(call, personId, 'passkeyRemoved', removed.name)
}

type Kept = {
  id: string
  person_id: string
  person_name: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: string
}

/** Logs in with a passkey; wrong if it is unknown or its signature is invalid. */
export const logInByPasskey = async (
  call: BrowserCall & SiteCall,
  answer: string,
): Promise<Exclude<LoginOutcome, { kind: 'half' }>> => {
  const counted = [addressCountOf(call)]
  const { waitMs } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const entered = await call.transact((own) => enter({ ...call, db: own.db }, answer, counted))
  return entered ?? { kind: 'wrong' }
}

const enter = async (
  call: BrowserCall & SiteCall,
  answer: string,
  counted: readonly AttemptCounter[],
): Promise<LoggedIn | null> => {
  const kept = await signedBy(call, answer, LOG_IN)
  if (!kept) return null
  const mine = { ...call, actor: { kind: 'user', id: kept.person_id, name: kept.person_name } as const }
  await resetAttempts(mine, counted)
  return complete(mine, kept.person_id, { passkey: true })
}

/** The passkey that has signed the challenge for this purpose; null if none has, which is recorded in the history. */
const signedBy = async (call: SiteCall, answer: string, purpose: string): Promise<Kept | null> => {
  const response = jsonOf<AuthenticationResponseJSON>(answer)
  if (!response) return null
  const kept = await call.db.maybe<Kept>(sql`
    select k.id, k.person_id, p.name as person_name, k.credential_id, k.public_key, k.sign_count
    from identity.passkey k join identity.person p on p.id = k.person_id
    where k.credential_id = ${Buffer.from(String(response.id), 'base64url')} for update of k`)
  if (!kept) return null
  const count = await signedWith(call, kept, response, purpose)
  if (count === null || !(await takeChallenge(call, challengeOf(response)))) {
    const actor = { kind: 'user', id: kept.person_id, name: kept.person_name } as const
    recordEvent({ ...call, actor }, 'login.failed', null, {})
    return null
  }
  await call.db.rows(sql`
    update identity.passkey set sign_count = ${count}, last_used_at = ${call.now} where id = ${kept.id}`)
  return kept
}

/** The new signature counter of the passkey; null if the signature is invalid, or by a copy (WebAuthn §6.1.1). */
const signedWith = async (
  call: SiteCall,
  kept: Kept,
  response: AuthenticationResponseJSON,
  purpose: string,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { rpID, origin } = siteOf(call)
  return sound(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      expectedChallenge: (challenge) => isChallenge(call, purpose, challenge),
      credential: {
        id: kept.credential_id.toString('base64url'),
        publicKey: bytesOf(kept.public_key),
        counter: Number(kept.sign_count),
      },
    })
    return verified ? authenticationInfo.newCounter : null
  })
}

/** The library throws errors with messages for programmers. It does no I/O. */
const sound = async <T>(judge: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await judge()
  } catch {
    return null
  }
}

/** The JSON object that a browser sends; the library validates its contents. */
const jsonOf = <T extends object>(text: string): T | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}

/** The challenge of an answer that has already been verified. */
const challengeOf = (response: { response: { clientDataJSON: string } } | null): string => {
  const told = Buffer.from(response?.response.clientDataJSON ?? '', 'base64url').toString('utf8')
  return jsonOf<{ challenge: string }>(told)?.challenge ?? ''
}

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

const tell = async (
  call: Call,
  personId: string,
  what: 'passkeyAdded' | 'passkeyRemoved',
  name: string,
): Promise<void> => {
  const { email, language } = await findPerson(call, personId)
  await queueMail(call, { to: email, ...mailTexts[language][what](name) })
}
