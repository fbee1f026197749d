// The end of mails that are old enough. One that waited all that time goes out no more, and whoever it was sent for
// hears so: otherwise a company's invoice would be on its way for ever.
import { forgetOld } from '#platform/forget'
import type { Work } from '#platform/job'
import { MAIL_LIFETIME_MS, mailKind, withdrawnByOperator } from '#platform/mail'
import { forgetOldReturns } from '#platform/mail-return'
import type { Errands } from '#platform/mail-sender'
import { phrase } from '#platform/refusal'
import { sql } from '#platform/sql'

/** How many mails are read at once whose errands are to hear. */
const MOST_AT_ONCE = 500

/** Said of a mail that the outbox has given up. */
export const notTaken = phrase('No mail server took it for a week')

type Expiry = Pick<Work, 'database' | 'standing' | 'now'> & { signal?: AbortSignal }

/** Removes mails that are old enough; those that waited all that time for a server go out no more. */
export const forgetOldMails = async (work: Expiry, errands: Readonly<Record<string, Errands>>): Promise<void> => {
  const { database, now, signal } = work
  const since = new Date(now.getTime() - MAIL_LIFETIME_MS)
  await giveUp(work, errands, since)
  // Of what is left nobody has heard yet.
  if (signal?.aborted) return
  await forgetOld(database, { table: sql`platform.mail`, at: sql`created_at`, upto: since, signal })
  await database.rows(sql`delete from platform.job where kind = ${mailKind.name} and queued_at <= ${since}`)
  await forgetOldReturns(database, now)
}

/** Neither sent nor failed, or taken back by an operator without a job that has told it since. */
const isUntold = sql`sealed_text is not null and sent_at is null and (failed_at is null or withdrawn_at is not null)`

/** Gives up what companies have sent and nobody has heard of: each in a transaction with what hears it. */
const giveUp = async (
  { database, standing, now, signal }: Expiry,
  errands: Readonly<Record<string, Errands>>,
  since: Date,
): Promise<void> => {
  const untold = () =>
    database.rows<{ id: string; companyId: string; errand: string }>(sql`
      select id, company_id as "companyId", errand from platform.mail
      where created_at <= ${since} and company_id is not null and ${isUntold}
      order by created_at, id limit ${MOST_AT_ONCE}`)
  for (let old = await untold(); old.length > 0; old = await untold()) {
    for (const { id, companyId, errand } of old) {
      if (signal?.aborted) return
      await database.transaction(async (db) => {
        const given = await db.maybe<{ isWithdrawn: boolean }>(sql`
          update platform.mail set sealed_text = null, failed_at = ${now} where id = ${id} and ${isUntold}
          returning withdrawn_at is not null as "isWithdrawn"`)
        const reason = given?.isWithdrawn ? withdrawnByOperator() : notTaken()
        if (given) await errands[errand]?.heard({ standing, now, db }, { companyId, id, reason })
      })
    }
  }
}
