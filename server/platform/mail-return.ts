// Where reports of a company's mails come back to: each has an address of its own, which nobody guesses, so that a
// report says by itself which mail it is of. It stands in the envelope alone (RFC 5321, 4.4: the reverse-path).
import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** A mail that a report came back to. */
export type Returned = { mailId: string; companyId: string; errand: string; recipient: string }

/** How long reports are taken, in milliseconds (30 days): servers try for five, and some tell late. */
export const RETURN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

const PREFIX = 'retur-'
const RANDOM_CHARACTERS = 24
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
/** How many are removed at once. */
const MOST_REMOVED = 50_000

/** Makes the address of a mail. */
export const keepReturn = async (db: Db, { mailId, companyId, errand, recipient }: Returned, now: Date) => {
  const random = [...randomBytes(RANDOM_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  await db.rows(sql`
    insert into platform.mail_return (local_part, mail_id, company_id, errand, recipient, made_at)
    values (${PREFIX + random}, ${mailId}, ${companyId}, ${errand}, ${recipient}, ${now})`)
}

/** The mail that an address is of, whatever its letter case; null when it is of none, or of one that is too old. */
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

/** Removes those to which no report is taken any more. */
export const forgetOldReturns = async (db: Db, now: Date): Promise<void> => {
  await db.rows(sql`
    delete from platform.mail_return where local_part in (
      select local_part from platform.mail_return
      where made_at <= ${new Date(now.getTime() - RETURN_LIFETIME_MS)} limit ${MOST_REMOVED})`)
}
