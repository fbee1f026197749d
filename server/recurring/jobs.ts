// What is due is made in the background: companies are found, and each has a job of its own that makes a bounded number
// and then queues up again behind the others.
import { Id, object } from '#http'
import { timeInCompany } from '#identity'
import { afresh } from '#platform/afresh'
import { type CompanyCall, operator } from '#platform/call'
import { dayFrom, dayOf } from '#platform/day'
import { type Job, type JobKind, job, Postponed, queue, retryJobs, type Work, withoutJob } from '#platform/job'
import { sql } from '#platform/sql'
import { makeDue, sendWaiting } from './making.ts'
import { NO_ROOM_PAUSE_MS, sendLaterKind } from './sending-later.ts'

const MINUTE_MS = 60_000
/** Companies that are looked up at once; the rest is found the next time. */
const MAX_COMPANIES = 10_000
/** Invoices of one company in a row. */
const MAX_BATCH = 100
/** What waits for room is looked through so many at a time. */
const STEP = 1_000
/** How long a job that has failed for good is left to the operator, before what it was to send is tried anew. */
const FAILED_PAUSE_MS = 60 * MINUTE_MS

const NOBODY = '00000000-0000-0000-0000-000000000000'

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

/** Has what is due made, company by company, and what waits for room sent where nothing does that any more. */
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
  for (const { companyId } of due) await queue({ db: database, now, companyId }, makeKind, { companyId })
}

/** Before all that wait. */
const FIRST: ToSend = { companyId: NOBODY, recurringInvoiceId: NOBODY, date: '0001-01-01' }

/** What waits for room is sent by itself, also when its job was dropped, or has failed in the end. */
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
      await queue({ db: database, now, companyId: lost.companyId }, sendLaterKind, lost)
    const last = waiting.at(-1)
    if (!last || waiting.length < STEP) return
    after = last
  }
}

/** Has what is due in a company made at once: its clock was moved. */
export const makeDueIn = (call: CompanyCall): Promise<void> => queue(call, makeKind, { companyId: call.companyId })

/** The jobs that make what is due in a company, and send what a day had no room for. */
export const recurringJobs = (): readonly Job[] => [job(makeKind, makeOfCompany), job(sendLaterKind, sendLaterOf)]

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
      ...{ ...standing, ...time, db, actor: operator, from: null, companyId },
    })
    // One that fails for a reason of ours holds up no other; it is tried again with the job.
    await afresh((made) => database.transaction((db) => makeDue({ ...callIn(db), made }, id))).catch(
      (cause: unknown) => {
        failures.push(cause)
      },
    )
  }
  if (failures.length > 0) throw failures[0]
  // What is left, and the next dates of what is far behind.
  if (due.length > 0) await queue({ ...time, db: database, companyId }, makeKind, { companyId })
}

const sendLaterOf = async ({
  payload: { companyId, recurringInvoiceId: id, date },
  database: whole,
  standing,
  now: begun,
}: Work<ToSend>): Promise<void> => {
  const database = whole.of(companyId)
  const time = await timeInCompany(database, { companyId, now: begun })
  await afresh((made) =>
    database.transaction(async (db) => {
      const call: CompanyCall = { ...standing, ...time, db, made, actor: operator, from: null, companyId }
      // Thrown within: what was tried is undone, and is told of no second time.
      if (!(await sendWaiting(call, { id, date: dayFrom(date) })))
        throw new Postponed(new Date(begun.getTime() + NO_ROOM_PAUSE_MS), { companyId })
    }),
  )
}
