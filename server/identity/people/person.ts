// People who log in.
import type { Language } from '#http'
import { peopleFaults, peopleRefusals } from '#identity/refusals'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isEmail, MAX_PERSON_NAME, wrongName } from './name.rules.ts'
import { MAX_PASSWORD, MIN_PASSWORD, passwordFault } from './password.rules.ts'
import { hashPassword } from './password.ts'

export type Person = { id: string; name: string; email: string; language: Language }

export type NewPerson = { name: string; email: string; password: string; language?: Language }

/** Creates a person whose address is verified, and returns the id. */
export const createPerson = async (call: Call, input: NewPerson): Promise<{ id: string }> => {
  const { name, email, password, language = 'sv' } = input
  refuseIfAny(wrongIn(input))
  const passwordHash = await hashPassword(password)
  return keepPerson(call, { name: name.trim(), email: email.trim(), passwordHash, language })
}

/** The same with validated input and a hashed password. */
export const keepPerson = async (
  call: Call,
  { name, email, passwordHash, language }: Omit<Person, 'id'> & { passwordHash: string },
): Promise<{ id: string }> => {
  await holdAddress(call, email)
  const id = newId()
  const made = await call.db.rows(sql`
    insert into identity.person (id, name, email, password_hash, email_confirmed_at, language, created_at)
    values (${id}, ${name}, ${email}, ${passwordHash}, ${call.now}, ${language}, ${call.now})
    on conflict (lower(email)) do nothing returning id`)
  if (made.length === 0) throw peopleRefusals.emailTaken()
  // The actor of a sign-up is the new person.
  const actor = call.actor.kind === 'operator' ? call.actor : ({ kind: 'user', id, name } as const)
  recordEvent({ ...call, actor }, 'person.created', { id }, { id })
  return { id }
}

const wrongIn = ({ name, email, password }: NewPerson): FieldError[] => {
  const errors: FieldError[] = wrongName(name, MAX_PERSON_NAME)
  if (!isEmail(email.trim())) errors.push(peopleFaults.email('#/email'))
  const fault = passwordFault(password, email.trim())
  if (fault === 'short') errors.push(peopleFaults.passwordShort('#/password', { least: MIN_PASSWORD }))
  if (fault === 'long') errors.push(peopleFaults.passwordLong('#/password', { limit: MAX_PASSWORD }))
  if (fault === 'common' || fault === 'own') errors.push(peopleFaults.passwordCommon('#/password'))
  return errors
}

/**
 * The form of an address for comparison and counting, lower-cased by the database only, so that the rules are the same
 * everywhere.
 */
export const addressOf = async ({ db }: Pick<Call, 'db'>, email: string): Promise<string> =>
  (await db.one<{ address: string }>(sql`select lower(${email.trim()}) as address`)).address

/** Whether two addresses are equal, as in {@link findPersonByEmail}. */
export const isSameAddress = async (call: Pick<Call, 'db'>, left: string, right: string): Promise<boolean> =>
  (await addressOf(call, left)) === (await addressOf(call, right))

/** The person with this address, in any letter case; null if there is none. */
export const findPersonByEmail = ({ db }: Pick<Call, 'db'>, email: string): Promise<Person | null> =>
  db.maybe<Person>(sql`
    select id, name, email, language from identity.person where lower(email) = lower(${email.trim()})`)

/** The person with this id; null if there is none, or the account is closed. */
export const readPerson = ({ db }: Pick<Call, 'db'>, id: string): Promise<Person | null> =>
  db.maybe<Person>(sql`select id, name, email, language from identity.person
    where id = ${id} and closed_at is null`)

/** The same; refused as not found. */
export const findPerson = async (call: Pick<Call, 'db'>, id: string): Promise<Person> => {
  const person = await readPerson(call, id)
  if (!person) throw peopleRefusals.personNotFound({ id })
  return person
}

/** Whether there is, or has been, any account besides this person's. */
export const hasPeopleBeside = async ({ db }: Pick<Call, 'db'>, personId: string | null): Promise<boolean> => {
  const [found] = await db.rows(sql`
    select from identity.person where id is distinct from ${personId}::uuid limit 1`)
  return found !== undefined
}

/** Serializes transactions that might create the first person. */
export const holdFirstPerson = async ({ db }: Pick<Call, 'db'>): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('first person', 0))`)
}

/** Locks a person until the transaction ends, to serialize counting what they have. */
export const holdPerson = async ({ db }: Pick<Call, 'db'>, id: string): Promise<void> => {
  await db.rows(sql`select from identity.person where id = ${id} for no key update`)
}

/** Serializes transactions that would give an account this address. */
export const holdAddress = async ({ db }: Pick<Call, 'db'>, email: string): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('address ' || lower(${email.trim()}), 0))`)
}

/** People in the order of creation, at most `limit`. */
export const listPeople = ({ db }: Call, limit: number): Promise<Person[]> =>
  db.rows<Person>(sql`select id, name, email, language from identity.person
    where closed_at is null order by id limit ${limit}`)

/** Changes a person's name, and the language of pages and mail. */
export const changeProfile = async (
  call: Call,
  { personId, name, language }: { personId: string; name: string; language: Language },
): Promise<void> => {
  refuseIfAny(wrongName(name, MAX_PERSON_NAME))
  const changed = await call.db.rows(sql`
    update identity.person set name = ${name.trim()}, language = ${language},
      renamed_at = case when name = ${name.trim()} then renamed_at else ${call.now} end
    where id = ${personId} and (name, language) is distinct from (${name.trim()}, ${language}) returning id`)
  if (changed.length > 0) recordEvent(call, 'person.changed', { id: personId }, { id: personId })
}

/** Whether a person uses keyboard shortcuts with single characters in the console. */
export const hasKeys = async ({ db }: Pick<Call, 'db'>, personId: string): Promise<boolean> => {
  const found = await db.maybe<{ has: boolean }>(sql`
    select has_letter_keys as has from identity.person where id = ${personId}`)
  return found?.has ?? true
}

export const changeKeys = async (
  call: Call,
  { personId, hasLetterKeys }: { personId: string; hasLetterKeys: boolean },
): Promise<void> => {
  const changed = await call.db.rows(sql`
    update identity.person set has_letter_keys = ${hasLetterKeys}
    where id = ${personId} and has_letter_keys <> ${hasLetterKeys} returning 1`)
  if (changed.length > 0) recordEvent(call, 'person.changed', { id: personId }, { id: personId })
}
