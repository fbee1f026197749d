// Accounts that an operator creates for others. Their owners choose the password through a link in a mail.
import { randomBytes } from 'node:crypto'
import { mailTexts } from '#identity/pages/mail-texts'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newSecret } from '#secrets/secret'
import { createPerson, findPerson, type NewPerson } from './person.ts'

/** Bytes of the random password that is set until the owner has chosen one. */
const PASSWORD_BYTES = 32

/** Creates an account, mails its owner the link, and returns the id. The address counts as verified. */
export const makeAccount = async (call: Call, input: Omit<NewPerson, 'password'>): Promise<string> => {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const { id } = await createPerson(call, { ...input, password })
  await mailPasswordLink(call, { personId: id, isNew: true })
  return id
}

/** Mails a link for choosing a password; earlier links stop working. */
export const sendPasswordLink = async (call: Call, personId: string): Promise<void> => {
  await call.db.rows(sql`delete from identity.password_reset where person_id = ${personId}`)
  await mailPasswordLink(call, { personId, isNew: false })
}

const mailPasswordLink = async (
  call: Call,
  { personId, isNew }: { personId: string; isNew: boolean },
): Promise<void> => {
  const { email, language } = await findPerson(call, personId)
  const id = newId()
  const { text, digest } = newSecret('gbln', id)
  await call.db.rows(sql`
    insert into identity.password_reset (id, person_id, secret_digest, created_at, by_operator)
    values (${id}, ${personId}, ${digest}, ${call.now}, true)`)
  const link = `${call.site()}/reset/new?token=${text}`
  const texts = mailTexts[language]
  await queueMail(call, { to: email, ...(isNew ? texts.accountMade(link) : texts.choosePassword(link)) })
  recordEvent(call, 'password.link-sent', null, { personId })
}
