// Changes the address of an account: a link is mailed to the new address, and nothing changes until it is opened. The
// person who asks learns nothing about the new address: the page and the mail to the old address are always the same,
// and the mail to the new one tells its reader the truth.
import { mailTexts } from '#identity/pages/mail-texts'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { countAttempt, mailCountsOf } from './attempt-limits.ts'
import { holdProved } from './login.ts'
import { findPerson, findPersonByEmail, holdAddress, holdPerson, type Person } from './person.ts'
import type { MailCall, Wait } from './sign-up.ts'

/** How long the link to a new address works, in milliseconds (one day). */
export const EMAIL_CHANGE_MS = 24 * 60 * 60 * 1000

/**
 * Mails a link to the new address of a person who has given the password, and notifies the old address.
 * @param passwordHash of the password that was given
 */
export const askForNewEmail = async (
  call: MailCall,
  { personId, email, passwordHash }: { personId: string; email: string; passwordHash: string },
): Promise<{ kind: 'sent' } | Wait> => {
  const counts = await mailCountsOf(call, email)
  const { waitMs } = await countAttempt(call, [counts.from])
  if (waitMs !== null) return { kind: 'wait', waitMs }
  const mailed = await countAttempt(call, [counts.to])
  if (mailed.waitMs !== null) return { kind: 'sent' }
  await call.transact(async (own) => {
    await holdProved(own, { personId, passwordHash })
    const person = await findPerson(own, personId)
    const texts = mailTexts[person.language]
    const taken = await findPersonByEmail(own, email)
    const id = newId()
    const { text, digest } = newSecret('gbln', id)
    // The row is also written if another account has the address, because the export of personal data shows it.
    await own.db.rows(sql`
      insert into identity.email_change (id, person_id, email, secret_digest, created_at)
      values (${id}, ${personId}, ${email}, ${digest}, ${own.now})`)
    await queueMail(
      own,
      taken
        ? { to: taken.email, ...mailTexts[taken.language].newEmailTaken(`${call.publicUrl}/login`) }
        : { to: email, ...texts.newEmail(`${call.publicUrl}/email?token=${text}`) },
    )
    await queueMail(own, { to: person.email, ...texts.newEmailAsked(email, `${call.publicUrl}/reset`) })
  })
  return { kind: 'sent' }
}

export type EmailChange = { changeId: string; person: Person; email: string }

/** The change of a link; null if it is used up, too old or not from this service. */
export const findEmailChange = async ({ db, now }: Call, token: string): Promise<EmailChange | null> => {
  const parts = readSecret('gbln', token)
  if (!parts) return null
  const since = new Date(now.getTime() - EMAIL_CHANGE_MS)
  const found = await db.maybe<{ person_id: string; email: string; secret_digest: Buffer }>(sql`
    select person_id, email, secret_digest from identity.email_change
    where id = ${parts.id} and created_at > ${since}`)
  if (!found || !sameDigest(parts.digest, found.secret_digest)) return null
  return { changeId: parts.id, person: await findPerson({ db }, found.person_id), email: found.email }
}

/**
 * Gives the account the new address. Links mailed to the old one end, because its readers no longer have access. False
 * if the link does not work, or another account has taken the address meanwhile.
 */
export const changeEmail = async (call: Call, token: string): Promise<boolean> => {
  const found = await findEmailChange(call, token)
  if (!found) return false
  const { person, email } = found
  await holdPerson(call, person.id)
  await holdAddress(call, email)
  const ended = await call.db.rows<{ id: string }>(sql`
    delete from identity.email_change where person_id = ${person.id} returning id`)
  if (!ended.some(({ id }) => id === found.changeId) || (await findPersonByEmail(call, email))) return false
  await call.db.rows(sql`
    update identity.person set email = ${email}, email_confirmed_at = ${call.now} where id = ${person.id}`)
  await call.db.rows(sql`delete from identity.password_reset where person_id = ${person.id}`)
  const actor = { kind: 'user', id: person.id, name: person.name } as const
  recordEvent({ ...call, actor }, 'email.changed', null, {})
  await queueMail(call, { to: person.email, ...mailTexts[person.language].emailChanged(email) })
  return true
}
