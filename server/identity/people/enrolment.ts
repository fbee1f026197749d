// The first second factor of an operator needs a code that the installation's command line prints, which requires
// access to the machine: a thief who only knows the password must not be able to add the factor.
import { createHmac } from 'node:crypto'
import { dictionary, field, type Html, type PageCall } from '#http'
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'
import { isTypedCode, typedCodeOf } from '#text/typed-code'
import { hasSecondFactor } from './second-factor.ts'

export const enrolmentWords = dictionary(
  {
    label: 'Kod från datorn som tjänsten körs på',
    hint: (command: string) => `Du driver tjänsten, så lösenordet räcker inte här. Koden skrivs ut av ${command}`,
    wrong: 'Koden från datorn som tjänsten körs på stämmer inte, eller gäller inte längre. Skriv ut en ny.',
  },
  {
    label: 'The code from the machine that the service runs on',
    hint: (command: string) => `You run the service, so the password is not enough here. ${command} prints the code.`,
    wrong: 'The code from the machine that the service runs on is wrong, or works no longer. Print a new one.',
  },
)

/** The field for the code, with the command that prints it. */
export const enrolmentField = (call: PageCall, error: string | undefined): Html => {
  const words = enrolmentWords[call.language]
  const hint = words.hint(`./grundbok user operator --email ${call.person?.email}`)
  return field({ name: 'enrolment', label: words.label, hint, error, autocomplete: 'off', maxlength: 40, plain: true })
}

/** How long a code is valid at least, in milliseconds; at most it is twice as long. */
const PERIOD_MS = 24 * 60 * 60 * 1000

/** The code that an operator needs to add a second factor or a passkey; null for a person who is not an operator. */
export const enrolmentCode = async (call: Call, personId: string): Promise<string | null> =>
  (await codesOf(call, personId))?.[0] ?? null

/** The codes of this period and the last one, derived from the secret key, so that no row is stored. */
const codesOf = async (
  { db, now, keyFor }: Pick<Call, 'db' | 'now' | 'keyFor'>,
  personId: string,
): Promise<readonly [string, string] | null> => {
  const found = await db.maybe<{ since: Date }>(sql`
    select since from identity.operator where person_id = ${personId}`)
  if (!found) return null
  const period = Math.floor(now.getTime() / PERIOD_MS)
  const codeIn = (one: number) => {
    const what = `${personId} ${found.since.toISOString()} ${one}`
    return typedCodeOf(createHmac('sha256', keyFor('operator enrolment')).update(what).digest())
  }
  return [codeIn(period), codeIn(period - 1)]
}

/**
 * Whether the person of a page must enter the code to add a second factor: an operator who logged in with just a
 * password, and has no second factor yet.
 */
export const needsEnrolment = async (call: PageCall): Promise<boolean> =>
  call.operates === 'needsProof' && call.person !== null && !(await hasSecondFactor(call, call.person.id))

export const isEnrolmentCode = async (
  call: Pick<Call, 'db' | 'now' | 'keyFor'>,
  personId: string,
  given: string | undefined,
): Promise<boolean> => (await codesOf(call, personId))?.some((code) => isTypedCode(given ?? '', code)) ?? false
