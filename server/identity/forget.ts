// Deletes what is expired: sessions, links, invitations, pending logins and counts of guesses.
import { INVITATION_KEPT_MS } from '#identity/members/invitation'
import { LONGEST_COUNT_MS } from '#identity/people/attempt-limits'
import { CHALLENGE_MS } from '#identity/people/challenge'
import { EMAIL_CHANGE_MS } from '#identity/people/email-change'
import { HALF_LOGIN_MS } from '#identity/people/login'
import { DEVICE_LIFETIME_MS, SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '#identity/people/session'
import { OPERATOR_RESET_MS, RESET_MS, SIGN_UP_MS } from '#identity/people/sign-up'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** Deletes expired rows. */
export const forgetOldVisits = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.rows(sql`
    delete from identity.session
    where created_at <= ${before(SESSION_LIFETIME_MS)} or last_used_at <= ${before(SESSION_IDLE_MS)}`)
  await db.rows(sql`delete from identity.half_login where created_at <= ${before(HALF_LOGIN_MS)}`)
  await db.rows(sql`delete from identity.device where last_used_at <= ${before(DEVICE_LIFETIME_MS)}`)
  await db.rows(sql`delete from identity.sign_up where created_at <= ${before(SIGN_UP_MS)}`)
  await db.rows(sql`
    delete from identity.password_reset
    where created_at <= case when by_operator then ${before(OPERATOR_RESET_MS)}::timestamptz
      else ${before(RESET_MS)}::timestamptz end`)
  await db.rows(sql`delete from identity.email_change where created_at <= ${before(EMAIL_CHANGE_MS)}`)
  await db.rows(sql`delete from identity.invitation where expires_at <= ${before(INVITATION_KEPT_MS)}`)
  await db.rows(sql`delete from identity.used_challenge where used_at <= ${before(CHALLENGE_MS)}`)
  await db.rows(sql`delete from identity.guess where last_at <= ${before(LONGEST_COUNT_MS)}`)
}
