// Sessions of browsers after a login, and the devices that a person has logged in with before.
import type { Visitor } from '#http'
import { identityRefusals } from '#identity/refusals'
import type { Call } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type Sql, sql } from '#platform/sql'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { newBestEffortWrites } from '#threads/best-effort-writes'
import { holdPerson } from './person.ts'

export type Session = { id: string; createdAt: Date; lastUsedAt: Date; from: string; agent: string }

/** The absolute lifetime of a session, in milliseconds (seven days). */
export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000
/** How long an unused session lasts, in milliseconds (twelve hours). */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
/** Precision of the time of last use, in milliseconds. */
const LAST_USE_STEP_MS = 60_000
/** How long a device is remembered after its last login, in milliseconds (180 days). */
export const DEVICE_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000
/** Most sessions and devices of one person; the oldest are removed. */
const MOST_SESSIONS = 50
const MOST_DEVICES = 50

/**
 * Starts a session and returns its cookie. The browser's previous session ends, against session fixation. `isProven`:
 * whether more than a password was given; if absent, as in the previous session.
 */
export const startSession = async (
  call: Call & { agent: string; sessionId: string | null },
  personId: string,
  { isProven }: { isProven?: boolean } = {},
): Promise<{ id: string; cookie: string }> => {
  const id = newId()
  const { text: cookie, digest } = newSecret('gbss', id)
  const [before] = await call.db.rows<{ isProven: boolean }>(sql`
    delete from identity.session where id = ${call.sessionId}
    returning is_proven and person_id = ${personId} as "isProven"`)
  const proven = isProven ?? before?.isProven ?? false
  await call.db.rows(sql`
    insert into identity.session
      (id, person_id, secret_digest, created_at, last_used_at, from_address, agent, is_proven)
    values (${id}, ${personId}, ${digest}, ${call.now}, ${call.now}, ${call.from ?? ''}, ${call.agent}, ${proven})`)
  await call.db.rows(sql`
    delete from identity.session where person_id = ${personId} and id in (
      select id from identity.session where person_id = ${personId} order by id desc offset ${MOST_SESSIONS})`)
  return { id, cookie }
}

/**
 * Locks the current session until the transaction ends. Refused if it has ended meanwhile, since ending it was meant to
 * stop such actions too.
 */
export const holdSession = async (
  call: Pick<Call, 'db'> & { sessionId: string | null },
  personId: string,
): Promise<void> => {
  const held = await call.db.rows(sql`
    select from identity.session where id = ${call.sessionId} and person_id = ${personId} for update`)
  if (held.length === 0) throw identityRefusals.sessionOver()
}

/**
 * Replaces the browser's session for a person who has proved their identity again. Refused if it has ended meanwhile.
 */
export const renewSession = async (
  call: Call & { agent: string; sessionId: string | null },
  personId: string,
  options: { isProven?: boolean } = {},
): Promise<{ id: string; cookie: string }> => {
  await holdSession(call, personId)
  return startSession(call, personId, options)
}

/** Looks up the owner of a session cookie, and saves its use. */
export const visitorReader = ({ lookUps: database }: Pick<Database, 'lookUps'>) => {
  const note = newBestEffortWrites()
  return async (cookie: string, { now, from, agent }: Use): Promise<Visitor | null> => {
    const parts = readSecret('gbss', cookie)
    if (!parts) return null
    const found = await database.maybe<SessionRow>(sessionById(sql`${parts.id}::uuid`), 'find-session')
    const visitor = visitorOf(found, parts.digest, now)
    if (found && visitor) await note(() => noteSession(database, found, { now, from, agent }))
    return visitor
  }
}

/** Finds a session by id, with its person, unless the account is locked: a statement to be combined with others. */
export const sessionById = (id: Sql): Sql => sql`
  select s.id, s.secret_digest, s.created_at, s.last_used_at, s.is_proven,
    p.id as person_id, p.name, p.email, p.language,
    exists (select from identity.operator o where o.person_id = p.id) as is_operator
  from identity.session s join identity.person p on p.id = s.person_id
  where s.id = ${id} and p.locked_at is null`

/** The logged-in person by a session row and the given secret; null if the secret is wrong or the session is over. */
export const visitorOf = (found: SessionRow | null, digest: Buffer, now: Date): Visitor | null => {
  // Compared for unknown sessions too, so that the timing reveals nothing.
  const right = sameDigest(digest, found?.secret_digest)
  if (!found || !right || isOver(found, now)) return null
  const { person_id: id, name, email, language } = found
  const operates = found.is_operator ? (found.is_proven ? 'yes' : 'needsProof') : 'no'
  return { person: { id, name, email }, sessionId: found.id, language, operates }
}

/** Saves time and place of last use with limited precision, so that most uses need no statement. */
export const noteSession = async (
  db: Db,
  { id, last_used_at }: SessionRow,
  { now, from, agent }: Use,
): Promise<void> => {
  if (now.getTime() - last_used_at.getTime() <= LAST_USE_STEP_MS) return
  await db.rows(sql`
    update identity.session set last_used_at = ${now}, from_address = ${from}, agent = ${agent}
    where id = ${id} and last_used_at < ${now}`)
}

/** The time, client address and browser of a use. */
type Use = { now: Date; from: string; agent: string }

export type SessionRow = {
  id: string
  secret_digest: Buffer
  created_at: Date
  last_used_at: Date
  is_proven: boolean
  is_operator: boolean
  person_id: string
  name: string
  email: string
  language: Visitor['language']
}

const isOver = ({ created_at: made, last_used_at: used }: SessionRow, now: Date): boolean =>
  now.getTime() - made.getTime() >= SESSION_LIFETIME_MS || now.getTime() - used.getTime() >= SESSION_IDLE_MS

/** The active sessions of a person, newest first. */
export const listSessions = ({ db, now }: Call, personId: string): Promise<Session[]> =>
  db.rows<Session>(sql`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", from_address as "from", agent
    from identity.session where person_id = ${personId}
      and created_at > ${new Date(now.getTime() - SESSION_LIFETIME_MS)}
      and last_used_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}
    order by last_used_at desc, id desc limit ${MOST_SESSIONS}`)

/** Ends one session of a person: its next request has to log in. */
export const endSession = async (call: Call, { personId, id }: { personId: string; id: string }): Promise<void> => {
  const ended = await call.db.rows(sql`
    delete from identity.session where person_id = ${personId} and id = ${id} returning id`)
  if (ended.length > 0) recordEvent(call, 'session.revoked', { id }, { id })
}

/**
 * Ends the sessions of a person except one, and every pending login. A session being renewed concurrently is renewed
 * before this and ends, or sees that it has ended.
 */
export const endOtherSessions = async (
  call: Call,
  { personId, keep }: { personId: string; keep: string | null },
): Promise<void> => {
  await call.db.rows(sql`delete from identity.half_login where person_id = ${personId}`)
  // The same order of locks as in the second factor of a login.
  await holdPerson(call, personId)
  const ended = await call.db.rows(sql`
    delete from identity.session where person_id = ${personId} and id is distinct from ${keep}::uuid returning id`)
  if (ended.length > 0) recordEvent(call, 'session.revoked', null, { count: ended.length })
}

/** Ends the session of this browser. */
export const logOut = async (call: Call & { sessionId: string | null }): Promise<void> => {
  await call.db.rows(sql`delete from identity.session where id = ${call.sessionId}`)
  recordEvent(call, 'logout', null, {})
}

/** Remembers this browser after a login; returns the cookie that identifies it next time. */
export const rememberDevice = async (call: Call, personId: string): Promise<string> => {
  const id = newId()
  const { text, digest } = newSecret('gbdv', id)
  await call.db.rows(sql`
    insert into identity.device (id, person_id, secret_digest, from_address, last_used_at)
    values (${id}, ${personId}, ${digest}, ${call.from ?? ''}, ${call.now})`)
  await call.db.rows(sql`
    delete from identity.device where person_id = ${personId} and id in (
      select id from identity.device where person_id = ${personId} order by last_used_at desc offset ${MOST_DEVICES})`)
  return text
}

/**
 * Proof that the person has logged in here before: the device's cookie; null without one. The client's address is no
 * proof: others who share it could find out who has an account.
 */
export const knownDevice = async (
  call: Call,
  { personId, cookie }: { personId: string | null; cookie: string | null },
): Promise<string | null> => {
  const parts = readSecret('gbdv', cookie ?? '')
  const since = new Date(call.now.getTime() - DEVICE_LIFETIME_MS)
  const found = await call.db.maybe<{ id: string; secret_digest: Buffer }>(sql`
    select id, secret_digest from identity.device
    where person_id = ${personId} and id = ${parts?.id ?? null} and last_used_at > ${since}`)
  return parts && found && sameDigest(parts.digest, found.secret_digest) ? found.id : null
}
