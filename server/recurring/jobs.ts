// Makes due invoices in the background: companies are found, and each gets a job that makes a limited number and then
// queues again behind the others.
import { Id, object } from '#http'
import { timeInCompany } from '#identity'
import { operator } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { dayFrom, dayOf } from '#platform/day'
import { defineJob, type Job, type JobKind, Postponed, queueJob, retryJobs, type Work, withoutJob } from '#platform/job'
import { retryWithResults } from '#platform/retry-with-results'
import { sql } from '#platform/sql'
import { makeDue, sendWaiting } from './making.ts'
import { NO_ROOM_PAUSE_MS, sendLaterKind } from './sending-later.ts'

const MINUTE_MS = 60_000
/** Maximum number of companies found per run; the rest is found in the next. */
const MAX_COMPANIES = 10_000
/** Maximum number of invoices of one company per job. */
const MAX_BATCH = 100
/** Batch size when searching invoices that wait for the mail limit. */
const STEP = 1_000
/** How long a permanently failed job is left to the operator before its invoice is tried again. */
const FAILED_PAUSE_MS = 60 * MINUTE_MS

/** Sorts before all ids. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

const payload = object({ companyId: Id })

const makeKind: JobKind<typeof payload> = {
  name: 'recurring.make',
  payload,
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS],
  timeLimitMs: 10 * MINUTE_MS,
  atOnce: 4,
  perTenant: 1,
  orderKeyOf: ({ companyId }) => companyId,
  isOneEnough: true,
}

type ToSend = { companyId: string; recurringInvoiceId: string; date: string }
type Looking = Pick<Work, 'database' | 'now'>

/** Queues jobs for due invoices, company by company, and for waiting mails without an active job. */
export const findDue = async ({ database, now }: Looking): Promise<void> => {
  await makeWhatIsDue({ database, now })
  await sendWhatIsLeft({ database, now })
}

const makeWhatIsDue = async ({ database, now }: Looking): Promise<void> => {
  const due = await database.rows<{ companyId: string }>(sql`
    select company_id as "companyId" from recurring.schedule
    where state = 'active' and next_date <= ${dayOf(now)}
    union
    select s.company_id from identity.company_view c join recurring.schedule s on s.company_id = c.id
    where c.clock_days > 0 and s.state = 'active' and s.next_date <= ${dayOf(now)}::date + c.clock_days
    limit ${MAX_COMPANIES}`)
  for (const { companyId } of due) await queueJob({ db: database, now, companyId }, makeKind, { companyId })
}

/** Sorts before all waiting mails. */
const FIRST: ToSend = { companyId: LOWEST_ID, recurringInvoiceId: LOWEST_ID, date: '0001-01-01' }

/** Mails that wait for the daily limit are sent automatically, even if their job was dropped or has failed. */
const sendWhatIsLeft = async ({ database, now }: Looking): Promise<void> => {
  const failedBefore = new Date(now.getTime() - FAILED_PAUSE_MS)
  await retryJobs({ db: database, now }, { kind: sendLaterKind.name, failedBefore })
  for (let after = FIRST; ; ) {
    const waiting = await database.rows<ToSend>(sql`
      select company_id as "companyId", schedule_id as "recurringInvoiceId", date from recurring.occurrence
      where waits_for_room and failure is not null and handled_at is null and (company_id, schedule_id, date)
        > (${after.companyId}::uuid, ${after.recurringInvoiceId}::uuid, ${after.date}::date)
      order by company_id, schedule_id, date limit ${STEP}`)
    for (const lost of await withoutJob(database, sendLaterKind, waiting))
      await queueJob({ db: database, now, companyId: lost.companyId }, sendLaterKind, lost)
    const last = waiting.at(-1)
    if (!last || waiting.length < STEP) return
    after = last
  }
}

/** Makes due invoices of a company at once, after its clock was moved. */
export const makeDueIn = (call: CompanyCall): Promise<void> => queueJob(call, makeKind, { companyId: call.companyId })

/** The jobs that make a company's due invoices, and send mails that exceeded a day's limit. */
export const recurringJobs = (): readonly Job[] => [
  defineJob(makeKind, makeOfCompany),
  defineJob(sendLaterKind, sendLaterOf),
]

const makeOfCompany = async ({
  payload: { companyId },
  database: whole,
  standing,
  now: begun,
  signal,
}: Work<{ companyId: string }>): Promise<void> => {
  const database = whole.of(companyId)
  const time = await timeInCompany(database, { companyId, now: begun })
  const due = await database.rows<{ id: string }>(sql`
    select id from recurring.schedule
    where company_id = ${companyId} and state = 'active' and next_date <= ${dayOf(time.now)}
    order by next_date, id limit ${MAX_BATCH}`)
  const failures: unknown[] = []
  for (const { id } of due) {
    signal.throwIfAborted()
    const callIn = (db: CompanyCall['db']): CompanyCall => ({
      ...standing,
      ...time,
      db,
      actor: operator,
      from: null,
      companyId,
    })
    // An internal error of one does not delay the others; it is retried with the job.
    await retryWithResults((made) => database.transaction((db) => makeDue({ ...callIn(db), made }, id))).catch(
      (cause: unknown) => {
        failures.push(cause)
      },
    )
  }
  if (failures.length > 0) throw failures[0]
  // The remaining ones, and the next dates of schedules that are far behind.
  if (due.length > 0) await queueJob({ ...time, db: database, companyId }, makeKind, { companyId })
}

const sendLaterOf = async ({
  payload: { companyId, recurringInvoiceId: id, date },
  database: whole,
  standing,
  now: begun,
}: Work<ToSend>): Promise<void> => {
  const database = whole.of(companyId)
  const time = await timeInCompany(database, { companyId, now: begun })
  await retryWithResults((made) =>
    database.transaction(async (db) => {
      const call: CompanyCall = { ...standing, ...time, db, made, actor: operator, from: null, companyId }
      // Thrown inside the transaction: the attempt is rolled back, without a second event.
      if (!(await sendWaiting(call, { id, date: dayFrom(date) })))
        throw new Postponed(new Date(begun.getTime() + NO_ROOM_PAUSE_MS), { companyId })
    }),
  )
}
