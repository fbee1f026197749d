// Return addresses for delivery reports of a company's mails: each mail has its own unguessable address, so that a
// report identifies its mail. It is used in the envelope only (RFC 5321, 4.4: the reverse-path).
import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** The mail that a report is about. */
export type Returned = { mailId: string; companyId: string; errand: string; recipient: string }

/** How long reports are accepted, in milliseconds (30 days): servers retry for five days, and some report late. */
const RETURN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

const PREFIX = 'retur-'
const RANDOM_CHARACTERS = 24
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
/** Most rows removed by one statement. */
const MOST_REMOVED = 50_000

/** Creates the return address of a mail. */
export const keepReturn = async (db: Db, { mailId, companyId, errand, recipient }: Returned, now: Date) => {
  const random = [...randomBytes(RANDOM_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  await db.rows(sql`
    insert into platform.mail_return (local_part, mail_id, company_id, errand, recipient, made_at)
    values (${PREFIX + random}, ${mailId}, ${companyId}, ${errand}, ${recipient}, ${now})`)
}

/** The mail of a return address, in any letter case; null if there is none or it has expired. */
export const returnedTo = async (
  db: Db,
  address: string,
  { domain, now }: { domain: string; now: Date },
): Promise<Returned | null> => {
  const [localPart = '', host = '', ...others] = address.toLowerCase().split('@')
  if (host !== domain.toLowerCase() || others.length > 0 || !localPart.startsWith(PREFIX)) return null
  return db.maybe<Returned>(
    sql`
    select mail_id as "mailId", company_id as "companyId", errand, recipient from platform.mail_return
    where local_part = ${localPart} and made_at > ${new Date(now.getTime() - RETURN_LIFETIME_MS)}`,
    'mail-of-return',
  )
}

/** Removes expired return addresses. */
export const forgetOldReturns = async (db: Db, now: Date): Promise<void> => {
  await db.rows(sql`
    delete from platform.mail_return where local_part in (
      select local_part from platform.mail_return
      where made_at <= ${new Date(now.getTime() - RETURN_LIFETIME_MS)} limit ${MOST_REMOVED})`)
}
