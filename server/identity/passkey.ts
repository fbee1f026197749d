// Passkeys (WebAuthn level 3): a key that a device holds and unlocks by finger, face or code. It stands for the
// password and the second step together, since the device has checked who holds it.
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Call } from '#platform/call'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import { queueMail } from '#platform/mail'
import { sql } from '#platform/sql'
import { CHALLENGE_MS, isChallenge, newChallenge, takeChallenge } from './challenge.ts'
import { addressCountOf, type Counted, forgive, reserve } from './guess.ts'
import { type BrowserCall, complete, holdProvedInside, type LoggedIn, type LoginOutcome } from './login.ts'
import { mailTexts } from './mail-texts.ts'
import { findPerson, holdPerson, type Person } from './person.ts'
import { endOtherSessions } from './session.ts'

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** Maximum number of a person's passkeys. */
export const MOST_PASSKEYS = 20

type SiteCall = Call & { publicUrl: string }

/** Names of the site that passkeys are bound to: the one people see, its domain, and its origin. */
const siteOf = ({ publicUrl }: Pick<SiteCall, 'publicUrl'>) => {
  const { hostname, origin } = new URL(publicUrl)
  return { rpName: 'Grundbok', rpID: hostname, origin }
}

/** Whether browsers take passkeys where the service is reached: at a name, and safely (WebAuthn §5.1.3, §13.4.9). */
export const hasPasskeys = ({ publicUrl }: Pick<SiteCall, 'publicUrl'>): boolean => {
  const { hostname, protocol } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost')
}

/** It takes a while to load, and few requests need it. */
const webAuthn = () => import('@simplewebauthn/server')

/** Passkeys of a person, in the order they came. */
export const listPasskeys = ({ db }: Pick<Call, 'db'>, personId: string): Promise<Passkey[]> =>
  db.rows<Passkey>(sql`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity.passkey
    where person_id = ${personId} order by id limit ${MOST_PASSKEYS}`)

const addingOf = (personId: string) => `add to ${personId}`
const provingOf = (personId: string) => `prove ${personId}`
const LOG_IN = 'log in'

/** What a browser is asked in order to make a passkey, as JSON; whoever is asked has shown the password. */
export const askForPasskey = async (call: SiteCall, person: Person): Promise<string> => {
  const { generateRegistrationOptions } = await webAuthn()
  const { rpName, rpID } = siteOf(call)
  const known = await call.db.rows<{ credential_id: Buffer; transports: string[] }>(sql`
    select credential_id, transports from identity.passkey where person_id = ${person.id} limit ${MOST_PASSKEYS}`)
  const options = await generateRegistrationOptions({
    ...{ rpName, rpID, userName: person.email, userDisplayName: person.name, timeout: CHALLENGE_MS },
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

/** What a browser is asked in order to log in, as JSON: any passkey of the site. */
export const askForLogin = (call: SiteCall): Promise<string> => askToSign(call, LOG_IN, [])

/** What a browser is asked so that a person who is in shows once more who they are: one of their own passkeys. */
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
    ...{ rpID: siteOf(call).rpID, timeout: CHALLENGE_MS, userVerification: 'required', allowCredentials },
    challenge: bytesOf(newChallenge(call, purpose)),
  })
  return JSON.stringify(options)
}

/**
 * Whether a browser has signed with a passkey of this person, as it was asked by {@link askForProof}. It stands for the
 * password and the code: whoever signs has the key, and has shown finger, face or code to it.
 */
export const provesByPasskey = async (
  call: BrowserCall & SiteCall,
  { personId, answer }: { personId: string; answer: string },
): Promise<{ kind: 'right' } | { kind: 'wrong' } | { kind: 'wait'; waitMs: number }> => {
  const counted = [addressCountOf(call)]
  const { waitMs } = await reserve(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const signed = await call.transact(async (own) => {
    const mine = { ...call, db: own.db }
    const kept = await signedBy(mine, answer, provingOf(personId))
    if (kept?.person_id !== personId) return false
    await forgive(mine, counted)
    return true
  })
  return { kind: signed ? 'right' : 'wrong' }
}

export type Added = 'added' | 'wrong' | 'tooMany'

/** Keeps the passkey that a browser has made. Runs in a transaction. */
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
      ...{ response, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
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
  happen(call, 'passkey.added', null, { name: name.trim() })
  await tell(call, personId, 'passkeyAdded', name.trim())
  return 'added'
}

/** Ends a passkey, and every other session, in case it was used by somebody else. */
export const removePasskey = async (
  call: Call & { sessionId: string | null },
  { personId, id, passwordHash }: { personId: string; id: string; passwordHash: string },
): Promise<void> => {
  const removed = await call.db.maybe<{ name: string }>(sql`
    delete from identity.passkey where id = ${id} and person_id = ${personId} returning name`)
  if (!removed) return
  // After the passkey, as at a login by it, which holds the passkey before the person.
  await holdProvedInside(call, { personId, passwordHash })
  await endOtherSessions(call, { personId, keep: call.sessionId })
  happen(call, 'passkey.removed', null, { name: removed.name })
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

/** Logs in whoever holds a passkey; wrong when it is not known, or does not fit. */
export const logInByPasskey = async (
  call: BrowserCall & SiteCall,
  answer: string,
): Promise<Exclude<LoginOutcome, { kind: 'half' }>> => {
  const counted = [addressCountOf(call)]
  const { waitMs } = await reserve(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const entered = await call.transact((own) => enter({ ...call, db: own.db }, answer, counted))
  return entered ?? { kind: 'wrong' }
}

const enter = async (
  call: BrowserCall & SiteCall,
  answer: string,
  counted: readonly Counted[],
): Promise<LoggedIn | null> => {
  const kept = await signedBy(call, answer, LOG_IN)
  if (!kept) return null
  const mine = { ...call, actor: { kind: 'user', id: kept.person_id, name: kept.person_name } as const }
  await forgive(mine, counted)
  return complete(mine, kept.person_id, { passkey: true })
}

/** The passkey that has signed what was asked for this purpose; null when none has, which the history tells. */
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
    happen({ ...call, actor }, 'login.failed', null, {})
    return null
  }
  await call.db.rows(sql`
    update identity.passkey set sign_count = ${count}, last_used_at = ${call.now} where id = ${kept.id}`)
  return kept
}

/** How often the passkey has signed by now; null when this is no signature of it, or of a copy (WebAuthn §6.1.1). */
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
      ...{ response, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
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

/** The library throws sentences for programmers at whatever does not fit. It asks nobody, and no database. */
const sound = async <T>(judge: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await judge()
  } catch {
    return null
  }
}

/** What a browser sends, as far as it is an object; what is in it the library looks through. */
const jsonOf = <T extends object>(text: string): T | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}

/** The challenge that an answer was signed for; it has been judged before. */
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
