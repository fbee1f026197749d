// Mails wait in a table that the change they tell of writes to, and go out after it has been committed. Their texts
// have links that open accounts: they are sealed while they wait, and removed when they have been sent.
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { newId } from '#platform/id'
import { seal, tryUnseal } from '#platform/seal'
import type { SealedColumn } from '#platform/sealed'
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

/** One mail; null when there is none. Its text is null when it was sent, is too old, or was sealed with a lost key. */
export const readMail = async (call: Call, id: string): Promise<(MailState & { text: string | null }) | null> => {
  const found = await call.db.maybe<MailState & { sealed: Buffer | null }>(sql`
    select id, recipient as to, subject, sealed_text as sealed, created_at as "createdAt", attempts,
      sent_at as "sentAt", failed_at as "failedAt", last_error as "lastError"
    from platform.mail where id = ${id}`)
  if (!found) return null
  const { sealed, ...state } = found
  return { ...state, text: sealed && tryUnseal(call.keysFor('mail'), sealed, id) }
}

/** Removes mails that are listed no more. */
export const forgetOldMails = async (db: Db, now: Date): Promise<void> => {
  await db.rows(sql`delete from platform.mail where created_at <= ${new Date(now.getTime() - MAIL_LIFETIME_MS)}`)
}

/** Texts of mails that wait, sealed. */
export const sealedMails: SealedColumn = {
  what: 'mails',
  purpose: 'mail',
  table: 'platform.mail',
  column: 'sealed_text',
  key: ['id'],
  placeOf: ([id = '']) => id,
}
