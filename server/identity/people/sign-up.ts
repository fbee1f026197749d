// Signing up, and choosing a new password. The pages and the timing reveal nothing about an address; the mail tells its
// reader the truth.
import { isOwnPath, type Language } from '#http'
import { HOME } from '#identity/pages/home-page'
import { mailTexts } from '#identity/pages/mail-texts'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { countAttempt, countsOf, mailCountsOf, resetAttempts } from './attempt-limits.ts'
import { type BrowserCall, complete, type LoggedIn } from './login.ts'
import { hashPassword, isPassword } from './password.ts'
import { findPersonByEmail, keepPerson, type Person } from './person.ts'
import { endOtherSessions, rememberDevice } from './session.ts'

/** How long the link of a sign-up works, in milliseconds (two days). */
export const SIGN_UP_MS = 2 * 24 * 60 * 60 * 1000
/** How long the link to choose a password works, in milliseconds (one hour). */
export const RESET_MS = 60 * 60 * 1000
/** The same for a link that an operator had sent (seven days). */
export const OPERATOR_RESET_MS = 7 * 24 * 60 * 60 * 1000

export type MailCall = BrowserCall & { publicUrl: string; language: Language }
export type Wait = { kind: 'wait'; waitMs: number }

/**
 * Saves a sign-up, and mails a link. An address that has an account, or needs an invitation and has none, gets a mail
 * that says so. The password is hashed in any case, for equal timing.
 */
export const signUp = async (
  call: MailCall,
  { name, email, password, next }: { name: string; email: string; password: string; next: string },
): Promise<{ kind: 'sent' } | Wait> => {
  const counts = await mailCountsOf(call, email)
  const { waitMs } = await countAttempt(call, [counts.from])
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const passwordHash = await hashPassword(password)
  const mailed = await countAttempt(call, [counts.to])
  await call.transact(async (own) => {
    const mine = { ...call, db: own.db }
    const person = await findPersonByEmail(mine, email)
    if (mailed.waitMs !== null) return
    const mayJoin = await maySignUp(mine, email)
    const id = newId()
    const { text, digest } = newSecret('gbln', id)
    // The same statement in both cases; it inserts nothing if there is an account.
    await own.db.rows(sql`
      insert into identity.sign_up (id, secret_digest, name, email, password_hash, language, next, created_at)
      select ${id}, ${digest}, ${name.trim()}, ${email.trim()}, ${passwordHash}, ${call.language}, ${next}, ${call.now}
      where ${person === null && mayJoin}`)
    if (person) {
      await queueMail(mine, { to: person.email, ...mailTexts[person.language].signUpTwice(`${call.publicUrl}/reset`) })
      return
    }
    const texts = mailTexts[call.language]
    const letter = mayJoin ? texts.signUp(`${call.publicUrl}/confirm?token=${text}`) : texts.notInvited()
    await queueMail(mine, { to: email.trim(), ...letter })
  })
  return { kind: 'sent' }
}

/** Whether the address may sign up; the settings may require an invitation. */
const maySignUp = async (call: Call, email: string): Promise<boolean> => {
  if (call.signUp === 'closed') return false
  const invited = await call.db.maybe(sql`
    select from identity.invitation
    where lower(email) = lower(${email.trim()}) and accepted_at is null and withdrawn_at is null
      and expires_at > ${call.now} limit 1`)
  return call.signUp !== 'invited' || invited !== null
}

type SignUp = {
  id: string
  secret_digest: Buffer
  name: string
  email: string
  password_hash: string
  language: Language
  next: string
}

/** The sign-up of a link; null if the link is used up, too old or invalid. */
export const findSignUp = async ({ db, now }: Call, token: string): Promise<SignUp | null> => {
  const parts = readSecret('gbln', token)
  if (!parts) return null
  const since = new Date(now.getTime() - SIGN_UP_MS)
  const found = await db.maybe<SignUp>(sql`
    select id, secret_digest, name, email, password_hash, language, next
    from identity.sign_up where id = ${parts.id} and created_at > ${since}`)
  return found && sameDigest(parts.digest, found.secret_digest) ? found : null
}

type Confirmed = { kind: 'over' } | { kind: 'wrong' } | Wait | (LoggedIn & { next: string })

/**
 * Creates the person and logs them in. The link proves ownership of the address; the password proves that it is the
 * person who signed up, and not the recipient of a link that another person has ordered in order to share the account.
 */
export const confirmSignUp = async (
  call: MailCall,
  { token, password }: { token: string; password: string },
): Promise<Confirmed> => {
  const found = await findSignUp(call, token)
  if (!found) return { kind: 'over' }
  const counted = countsOf(call, { account: `sign-up ${found.id}`, device: null })
  const { waitMs } = await countAttempt(call, counted)
  if (waitMs !== null) return { kind: 'wait', waitMs }
  if (!(await isPassword(password, found.password_hash))) return { kind: 'wrong' }
  return call.transact(async (own) => {
    // The first confirmation ends all sign-ups of the address; a concurrent second one waits here and then fails.
    const ended = await own.db.rows<{ id: string }>(sql`
      delete from identity.sign_up where lower(email) = lower(${found.email}) returning id`)
    const known = await findPersonByEmail(own, found.email)
    if (known || !ended.some(({ id }) => id === found.id)) return { kind: 'over' as const }
    await resetAttempts(own, counted)
    const { name, email, password_hash: passwordHash, language } = found
    const { id } = await keepPerson(own, { name, email, passwordHash, language })
    const entered = await complete({ ...own, actor: { kind: 'user', id, name } }, id, { signedUp: true })
    return { ...entered, next: isOwnPath(found.next) ? found.next : HOME }
  })
}

/** Mails a link to choose a new password if there is an account; otherwise a mail that there is none. */
export const askForReset = async (call: MailCall, email: string): Promise<{ kind: 'sent' } | Wait> => {
  const counts = await mailCountsOf(call, email)
  const { waitMs } = await countAttempt(call, [counts.from])
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const mailed = await countAttempt(call, [counts.to])
  await call.transact(async (own) => {
    const mine = { ...call, db: own.db }
    const person = await findPersonByEmail(mine, email)
    const id = newId()
    const { text, digest } = newSecret('gbln', id)
    if (mailed.waitMs !== null) return
    await own.db.rows(sql`
      insert into identity.password_reset (id, person_id, secret_digest, created_at)
      select ${id}, p.id, ${digest}, ${call.now} from identity.person p where p.id = ${person?.id ?? null}`)
    if (!person) {
      await queueMail(mine, { to: email.trim(), ...mailTexts[call.language].resetUnknown(`${call.publicUrl}/signup`) })
      return
    }
    await queueMail(mine, {
      to: person.email,
      ...mailTexts[person.language].reset(`${call.publicUrl}/reset/new?token=${text}`),
    })
  })
  return { kind: 'sent' }
}

/** The person whose password a link may change; null if the link is used up, too old or invalid. */
export const findReset = async (
  { db, now }: Call,
  token: string,
): Promise<(Person & { resetId: string; byOperator: boolean }) | null> => {
  const parts = readSecret('gbln', token)
  if (!parts) return null
  const since = (ms: number) => new Date(now.getTime() - ms)
  const found = await db.maybe<Person & { resetId: string; byOperator: boolean; digest: Buffer }>(sql`
    select r.id as "resetId", r.by_operator as "byOperator", r.secret_digest as digest, p.id, p.name, p.email,
      p.language
    from identity.password_reset r join identity.person p on p.id = r.person_id
    where r.id = ${parts.id}
      and r.created_at > case when r.by_operator then ${since(OPERATOR_RESET_MS)}::timestamptz
        else ${since(RESET_MS)}::timestamptz end`)
  if (!found || !sameDigest(parts.digest, found.digest)) return null
  const { digest, ...reset } = found
  return reset
}

/**
 * Sets the password chosen through a link, and ends all sessions, pending logins and links of the person. This is not a
 * login, which still asks for the second factor. The browser is remembered, so that guesses by others do not slow its
 * owner down; returns that cookie.
 */
export const resetPassword = async (
  call: BrowserCall,
  { token, password }: { token: string; password: string },
): Promise<{ device: string } | null> => {
  const passwordHash = await hashPassword(password)
  return call.transact(async (own) => {
    const person = await findReset(own, token)
    if (!person) return null
    const mine = { ...own, actor: { kind: 'user', id: person.id, name: person.name } as const }
    const taken = await own.db.rows(sql`delete from identity.password_reset where id = ${person.resetId} returning 1`)
    if (taken.length === 0) return null
    await setPassword(mine, { personId: person.id, passwordHash, keep: null })
    await own.db.rows(sql`delete from identity.device where person_id = ${person.id}`)
    const device = await rememberDevice(mine, person.id)
    recordEvent(mine, 'password.reset', null, {})
    await queueMail(own, { to: person.email, ...mailTexts[person.language].changed() })
    return { device }
  })
}

/** Stores a new password; ends every session except `keep`, and every link and pending login. */
const setPassword = async (
  call: Call,
  { personId, passwordHash, keep }: { personId: string; passwordHash: string; keep: string | null },
): Promise<void> => {
  await call.db.rows(sql`update identity.person set password_hash = ${passwordHash} where id = ${personId}`)
  await call.db.rows(sql`delete from identity.password_reset where person_id = ${personId}`)
  await call.db.rows(sql`delete from identity.email_change where person_id = ${personId}`)
  await endOtherSessions(call, { personId, keep })
}

/** Changes the password of a person who has given the old one. */
export const changePassword = async (
  call: Call,
  { person, passwordHash, keep }: { person: Person; passwordHash: string; keep: string | null },
): Promise<void> => {
  await setPassword(call, { personId: person.id, passwordHash, keep })
  recordEvent(call, 'password.changed', null, {})
  await queueMail(call, { to: person.email, ...mailTexts[person.language].changed() })
}
