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
/** How many failures of one round are told in full. */
const MOST_CAUSES = 20

/** Said of a mail that the outbox has given up. */
export const notTaken = phrase('No mail server took it for a week')

type Expiry = Pick<Work, 'database' | 'standing' | 'now'> & { signal?: AbortSignal }

/**
 * Removes mails that are old enough; those that waited all that time for a server go out no more. A mail whose errand
 * fails to hear so holds up no other: it stays for the next attempt, and the round fails once all else is done.
 */
export const forgetOldMails = async (work: Expiry, errands: Readonly<Record<string, Errands>>): Promise<void> => {
  const { database, now, signal } = work
  const since = new Date(now.getTime() - MAIL_LIFETIME_MS)
  const { failed, causes } = await giveUp(work, errands, since)
  // Of what is left nobody has heard yet.
  if (signal?.aborted) return
  const where = sql`not (${isForErrand})`
  await forgetOld(database, { table: sql`platform.mail`, at: sql`created_at`, where, upto: since, signal })
  await database.rows(sql`delete from platform.job where kind = ${mailKind.name} and queued_at <= ${since}`)
  await forgetOldReturns(database, now)
  if (failed > 0) throw new AggregateError(causes, `Of ${failed} old mails the companies could not be told`)
}

/** Neither sent nor failed, or taken back by an operator without a job that has told it since. */
const isUntold = sql`sealed_text is not null and sent_at is null and (failed_at is null or withdrawn_at is not null)`

/** Sent for a company that is still to hear what became of it. */
const isForErrand = sql`company_id is not null and ${isUntold}`

type Untold = { id: string; companyId: string; errand: string }

/** Gives up what companies have sent and nobody has heard of; answers how often that failed, and the first causes. */
const giveUp = async (
  work: Expiry,
  errands: Readonly<Record<string, Errands>>,
  since: Date,
): Promise<{ failed: number; causes: unknown[] }> => {
  const { database, signal } = work
  // By their ids, so that one that fails is not read again in the same round.
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
        await giveUpOne(work, errands, mail)
      } catch (cause) {
        failed += 1
        if (causes.length < MOST_CAUSES) causes.push(cause)
      }
    }
  }
  return { failed, causes }
}

/** In one transaction with what hears it. */
const giveUpOne = (
  { database, standing, now }: Expiry,
  errands: Readonly<Record<string, Errands>>,
  { id, companyId, errand }: Untold,
): Promise<void> =>
  database.transaction(async (db) => {
    const given = await db.maybe<{ isWithdrawn: boolean }>(sql`
      update platform.mail set sealed_text = null, failed_at = ${now} where id = ${id} and ${isUntold}
      returning withdrawn_at is not null as "isWithdrawn"`)
    const reason = given?.isWithdrawn ? withdrawnByOperator() : notTaken()
    if (given) await errands[errand]?.heard({ standing, now, db }, { companyId, id, reason })
  })
