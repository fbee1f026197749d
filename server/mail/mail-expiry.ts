// Removes old mails. A mail that could not be sent in all that time is given up, and the context that it is of is
// notified; otherwise a company's invoice would seem to be on its way forever.
import type { Work } from '#platform/job'
import { phrase } from '#platform/refusal'
import { sql } from '#platform/sql'
import { forgetOld } from '#privacy/forget'
import { MAIL_LIFETIME_MS, mailKind, withdrawnByOperator } from './mail.ts'
import { reasonIn } from './mail-report.ts'
import { forgetOldReturns } from './mail-return.ts'
import type { MailCallbacks } from './mail-sender.ts'

/** How many unsent mails of contexts are read at a time. */
const MOST_AT_ONCE = 500
/** Most failures of one run that are reported in full. */
const MOST_CAUSES = 20

/** The reason given for a mail that was given up. */
export const notTaken = phrase(
  'mail.not-taken',
  'No mail server accepted it within a week',
  'Ingen e-postserver tog emot det inom en vecka',
)

type Expiry = Pick<Work, 'database' | 'standing' | 'now'> & { signal?: AbortSignal }

/**
 * Removes mails that are old enough, and gives up those that were never sent. If the context of a mail fails to handle
 * this, the mail stays for the next run, the others are processed, and the run fails at the end.
 */
export const forgetOldMails = async (
  work: Expiry,
  callbacks: Readonly<Record<string, MailCallbacks>>,
): Promise<void> => {
  const { database, now, signal } = work
  const since = new Date(now.getTime() - MAIL_LIFETIME_MS)
  const { failed, causes } = await giveUp(work, callbacks, since)
  // The rest is removed only after the contexts were notified.
  if (signal?.aborted) return
  const where = sql`not (${isForErrand})`
  await forgetOld(database, { table: sql`platform.mail`, at: sql`created_at`, where, upto: since, signal })
  await database.rows(sql`delete from platform.job where kind = ${mailKind.name} and queued_at <= ${since}`)
  await forgetOldReturns(database, now)
  if (failed > 0) throw new AggregateError(causes, `The companies of ${failed} old mails could not be notified`)
}

/** Neither sent nor failed, or withdrawn by an operator while its company has not been told yet. */
const isUntold = sql`sealed_text is not null and sent_at is null and (failed_at is null or withdrawn_at is not null)`

/** Sent for a company that must still be told the outcome. */
const isForErrand = sql`company_id is not null and ${isUntold}`

type Untold = { id: string; companyId: string; errand: string }

/** Gives up the mails of companies; returns how many could not be given up, and the first causes. */
const giveUp = async (
  work: Expiry,
  callbacks: Readonly<Record<string, MailCallbacks>>,
  since: Date,
): Promise<{ failed: number; causes: unknown[] }> => {
  const { database, signal } = work
  // By id, so that a failing mail is not read again in the same run.
  const untoldAfter = (last: string | null) =>
    database.rows<Untold>(sql`
      select id, company_id as "companyId", errand from platform.mail
      where created_at <= ${since} and ${isForErrand} and (${last}::uuid is null or id > ${last}::uuid)
      order by id limit ${MOST_AT_ONCE}`)
  const causes: unknown[] = []
  let failed = 0
  for (let old = await untoldAfter(null); old.length > 0; old = await untoldAfter(old.at(-1)?.id ?? null)) {
    for (const mail of old) {
      if (signal?.aborted) return { failed, causes }
      try {
        await giveUpOne(work, callbacks, mail)
      } catch (cause) {
        failed += 1
        if (causes.length < MOST_CAUSES) causes.push(cause)
      }
    }
  }
  return { failed, causes }
}

/** In the same transaction as the errand's reaction. */
const giveUpOne = (
  { database, standing, now }: Expiry,
  callbacks: Readonly<Record<string, MailCallbacks>>,
  { id, companyId, errand }: Untold,
): Promise<void> =>
  database.transaction(async (db) => {
    const given = await db.maybe<{ isWithdrawn: boolean }>(sql`
      update platform.mail set sealed_text = null, failed_at = ${now} where id = ${id} and ${isUntold}
      returning withdrawn_at is not null as "isWithdrawn"`)
    const why = given?.isWithdrawn ? withdrawnByOperator.said() : notTaken.said()
    if (given) await callbacks[errand]?.heard({ standing, now, db }, { companyId, id, ...reasonIn(why) })
  })
