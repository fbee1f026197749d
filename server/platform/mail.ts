// Mails wait in a table that the change they tell of writes to, and go out after it has been committed. Their texts
// have links that open accounts: they are sealed while they wait, and removed when they have been sent.
import type { Call } from '#platform/call'
import { newId } from '#platform/id'
import { keyIdOf, seal, unseal } from '#platform/seal'
import { sql } from '#platform/sql'

export type Mail = { to: string; subject: string; text: string }

export type MailState = {
  id: string
  to: string
  subject: string
  createdAt: Date
  attempts: number
  sentAt: Date | null
  failedAt: Date | null
  lastError: string | null
}

/** How long mails are listed, and texts kept that nobody has sent, in milliseconds (seven days). */
export const MAIL_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** Puts a mail into the outbox; it goes out when the transaction has committed. */
export const queueMail = async (call: Call, { to, subject, text }: Mail): Promise<void> => {
  const id = newId()
  const sealed = seal(call.keysFor('mail'), text, id)
  await call.db.rows(sql`
    insert into platform.mail (id, recipient, subject, sealed_text, created_at, next_attempt_at)
    values (${id}, ${to}, ${subject}, ${sealed}, ${call.now}, ${call.now})`)
}

/** The newest mails, at most `limit`, without their texts. */
export const listMails = ({ db }: Call, limit: number): Promise<MailState[]> =>
  db.rows<MailState>(sql`
    select id, recipient as to, subject, created_at as "createdAt", attempts, sent_at as "sentAt",
      failed_at as "failedAt", last_error as "lastError"
    from platform.mail order by id desc limit ${limit}`)

/** One mail with its text, which is null when it has been sent or is too old; null when there is none. */
export const readMail = async (call: Call, id: string): Promise<(MailState & { text: string | null }) | null> => {
  const found = await call.db.maybe<MailState & { sealed: Buffer | null }>(sql`
    select id, recipient as to, subject, sealed_text as sealed, created_at as "createdAt", attempts,
      sent_at as "sentAt", failed_at as "failedAt", last_error as "lastError"
    from platform.mail where id = ${id}`)
  if (!found) return null
  const { sealed, ...state } = found
  return { ...state, text: sealed && unseal(call.keysFor('mail'), sealed, id) }
}

/** Seals texts anew that an earlier key has sealed, at most `limit`; returns how many. */
export const resealMails = async ({ db, keysFor }: Call, limit: number): Promise<number> => {
  const keys = keysFor('mail')
  const rows = await db.rows<{ id: string; sealed: Buffer }>(sql`
    select id, sealed_text as sealed from platform.mail
    where substr(sealed_text, 1, 4) <> ${keyIdOf(keys[0])} order by id limit ${limit} for update`)
  for (const { id, sealed } of rows) {
    await db.rows(
      sql`update platform.mail set sealed_text = ${seal(keys, unseal(keys, sealed, id), id)} where id = ${id}`,
    )
  }
  return rows.length
}
