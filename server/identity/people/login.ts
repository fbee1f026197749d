// Login with a password, and a second factor for those who have one. Neither the pages nor the timing reveal whether an
// address exists.
import { accountRefusals, identityRefusals } from '#identity/refusals'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { type AttemptCounter, countAttempt, countsOf, resetAttempts } from './attempt-limits.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'
import { acceptCode, hasSecondFactor } from './second-factor.ts'
import { DEVICE_LIFETIME_MS, holdSession, knownDevice, rememberDevice, startSession } from './session.ts'

/** A call from a browser. */
export type BrowserCall = Call & {
  agent: string
  sessionId: string | null
  cookie: (name: 'device' | 'login') => string | null
  transact: <T>(work: (call: BrowserCall) => Promise<T>) => Promise<T>
}

export type LoginOutcome =
  | { kind: 'wrong' }
  | { kind: 'wait'; waitMs: number }
  /** The second factor is next; the cookie proves the first. */
  | { kind: 'half'; cookie: string }
  | LoggedIn

/** The cookies of a login; `device` is null if the browser keeps the one it has. */
export type LoggedIn = { kind: 'in'; session: string; device: string | null }

/** The time limit between the password and the code, in milliseconds. */
export const HALF_LOGIN_MS = 10 * 60 * 1000
export const DEVICE_MAX_AGE = DEVICE_LIFETIME_MS / 1000

type Known = { id: string; name: string; email: string; password_hash: string }

/**
 * The person with an address, and the name for counting attempts: the person's id, or the address as normalized by the
 * database.
 */
const accountOf = async ({ db }: Call, email: string): Promise<{ person: Known | null; account: string }> => {
  const row = await db.one<{ [Column in keyof Known]: Known[Column] | null } & { address: string }>(sql`
    select asked.address, p.id, p.name, p.email, p.password_hash
    from (select lower(${email.trim()}) as address) asked
    left join identity.person p on lower(p.email) = asked.address`)
  const person = row.id === null ? null : (row as Known)
  return { person, account: person?.id ?? row.address }
}

/** Checks an address and a password. Runs outside of a transaction, because hashing takes long. */
export const logIn = async (
  call: BrowserCall,
  { email, password }: { email: string; password: string },
): Promise<LoginOutcome> => {
  const { person, account } = await accountOf(call, email)
  const device = await knownDevice(call, { personId: person?.id ?? null, cookie: call.cookie('device') })
  const counted = countsOf(call, { account, device })
  const as = asPerson(call, person)
  const { waitMs, slowed } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const right = await isPassword(password, person?.password_hash ?? null)
  if (!right || !person) {
    await call.transact((own) => rememberFailure({ ...own, actor: as.actor }, slowed))
    return { kind: 'wrong' }
  }
  const renewed = isOutdated(person.password_hash) ? await hashPassword(password) : null
  return call.transact((own) => enter({ ...own, actor: as.actor }, { person, password: renewed, counted }))
}

const asPerson = <C extends Call>(call: C, person: Pick<Known, 'id' | 'name'> | null): C =>
  person ? { ...call, actor: { kind: 'user', id: person.id, name: person.name } } : call

const rememberFailure = async (call: Call, slowed: boolean): Promise<void> => {
  recordEvent(call, 'login.failed', null, {})
  if (slowed) recordEvent(call, 'login.throttled', null, {})
}

const enter = async (
  call: BrowserCall,
  { person, password, counted }: { person: Known; password: string | null; counted: readonly AttemptCounter[] },
): Promise<LoginOutcome> => {
  // A concurrent change of the password ends logins with the old one: either it waits for this lock, or we see the new
  // hash.
  const kept = await call.db.one<{ password_hash: string }>(sql`
    select password_hash from identity.person where id = ${person.id} for update`)
  if (kept.password_hash !== person.password_hash) return { kind: 'wrong' }
  if (password !== null) {
    await call.db.rows(sql`update identity.person set password_hash = ${password} where id = ${person.id}`)
  }
  await resetAttempts(call, counted)
  if (!(await hasSecondFactor(call, person.id))) return complete(call, person.id, {})
  const id = newId()
  const { text, digest } = newSecret('gbhl', id)
  await call.db.rows(sql`
    insert into identity.half_login (id, person_id, secret_digest, created_at)
    values (${id}, ${person.id}, ${digest}, ${call.now})`)
  return { kind: 'half', cookie: text }
}

/** Starts the session; the actor of the call is the person. */
export const complete = async (
  call: Omit<BrowserCall, 'transact'>,
  personId: string,
  detail: Record<string, unknown>,
): Promise<LoggedIn> => {
  await refuseLocked(call, personId)
  const isProven = 'secondFactor' in detail || 'passkey' in detail
  const { cookie: session } = await startSession(call, personId, { isProven })
  const device = await keepDevice(call, personId)
  recordEvent(call, 'login', null, detail)
  return { kind: 'in', session, device }
}

/** People are told that their account is locked only after proving who they are. */
const refuseLocked = async ({ db }: Call, personId: string): Promise<void> => {
  const [locked] = await db.rows(sql`
    select from identity.person where id = ${personId} and locked_at is not null for share`)
  if (locked) throw accountRefusals.locked()
}

const keepDevice = async (call: Omit<BrowserCall, 'transact'>, personId: string): Promise<string | null> => {
  const cookie = call.cookie('device')
  const known = await knownDevice(call, { personId, cookie })
  if (known === null) return rememberDevice(call, personId)
  await call.db.rows(sql`
    update identity.device set last_used_at = ${call.now}, from_address = ${call.from ?? ''} where id = ${known}`)
  return cookie
}

/** The second factor of a login. `over`: the first one has expired. */
export const enterCode = async (
  call: BrowserCall,
  code: string,
): Promise<Exclude<LoginOutcome, { kind: 'half' }> | { kind: 'over' }> => {
  const half = await halfLoginOf(call)
  if (!half) return { kind: 'over' }
  const as = asPerson(call, half)
  const device = await knownDevice(call, { personId: half.id, cookie: call.cookie('device') })
  const counted = countsOf(call, { account: `code ${half.id}`, device })
  const { waitMs, slowed } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  return call.transact(async (own) => {
    const mine = { ...own, actor: as.actor }
    const [taken] = await own.db.rows(sql`select 1 from identity.half_login where id = ${half.half_id} for update`)
    if (!taken) return { kind: 'over' as const }
    const accepted = await acceptCode(mine, half.id, code)
    if (accepted === null) {
      await rememberFailure(mine, slowed)
      return { kind: 'wrong' as const }
    }
    await own.db.rows(sql`delete from identity.half_login where person_id = ${half.id}`)
    await resetAttempts(mine, counted)
    return complete(mine, half.id, { secondFactor: accepted })
  })
}

type Half = { half_id: string; id: string; name: string; secret_digest: Buffer }

const halfLoginOf = async (call: BrowserCall): Promise<Half | null> => {
  const parts = readSecret('gbhl', call.cookie('login') ?? '')
  if (!parts) return null
  const since = new Date(call.now.getTime() - HALF_LOGIN_MS)
  const half = await call.db.maybe<Half>(sql`
    select h.id as half_id, h.secret_digest, p.id, p.name
    from identity.half_login h join identity.person p on p.id = h.person_id
    where h.id = ${parts.id} and h.created_at > ${since}`)
  return half && sameDigest(parts.digest, half.secret_digest) ? half : null
}

/** Whether this browser is between the password and the code. */
export const isHalfLoggedIn = async (call: BrowserCall): Promise<boolean> => (await halfLoginOf(call)) !== null

/**
 * Checks the password of a logged-in person, and the code if there is a second factor: changes of credentials ask for
 * both again.
 */
export const proves = async (
  call: BrowserCall,
  { personId, password }: { personId: string; password: string },
): Promise<{ kind: 'right'; passwordHash: string } | { kind: 'wrong' } | { kind: 'wait'; waitMs: number }> => {
  const counted = countsOf(call, { account: `again ${personId}`, device: `session ${call.sessionId}` })
  const { waitMs, slowed } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const kept = await call.db.one<{ password_hash: string }>(sql`
    select password_hash from identity.person where id = ${personId}`)
  if (!(await isPassword(password, kept.password_hash))) {
    await call.transact((own) => rememberFailure(own, slowed))
    return { kind: 'wrong' }
  }
  await resetAttempts(call, counted)
  return { kind: 'right', passwordHash: kept.password_hash }
}

/**
 * Locks a logged-in person until the transaction ends, since checking the proof took a while. Refused if the account
 * was locked meanwhile, or the given password is no longer the current one.
 * @param passwordHash of the password that was given; null if none was asked for just now
 */
export const holdProved = async (
  { db }: Pick<Call, 'db'>,
  { personId, passwordHash }: { personId: string; passwordHash: string | null },
): Promise<void> => {
  const kept = await db.maybe<{ passwordHash: string; isLocked: boolean }>(sql`
    select password_hash as "passwordHash", locked_at is not null as "isLocked" from identity.person
    where id = ${personId} and closed_at is null for no key update`)
  if (kept?.isLocked) throw accountRefusals.locked()
  // A change of the password has ended every session.
  if (!kept || (passwordHash !== null && passwordHash !== kept.passwordHash)) throw identityRefusals.sessionOver()
}

/** The same for a person who continues in the current session, which must not have ended meanwhile. */
export const holdProvedInside = async (
  call: Pick<Call, 'db'> & { sessionId: string | null },
  proof: { personId: string; passwordHash: string | null },
): Promise<void> => {
  await holdProved(call, proof)
  await holdSession(call, proof.personId)
}

/**
 * Does something that needs a code, such as turning the second factor off; guesses are counted as for the login. The
 * work returns null if the code was wrong.
 */
export const withCode = async <T>(
  call: BrowserCall,
  personId: string,
  work: (call: BrowserCall) => Promise<T | null>,
): Promise<{ kind: 'done'; answer: T } | { kind: 'wrong' } | { kind: 'wait'; waitMs: number }> => {
  const device = await knownDevice(call, { personId, cookie: call.cookie('device') })
  const counted = countsOf(call, { account: `code ${personId}`, device })
  const { waitMs, slowed } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  return call.transact(async (own) => {
    const answer = await work(own)
    if (answer === null) {
      await rememberFailure(own, slowed)
      return { kind: 'wrong' as const }
    }
    await resetAttempts(own, counted)
    return { kind: 'done' as const, answer }
  })
}
