// Automatic reminders: once a day, companies with automatic reminders are found, and each gets a job that sends a
// limited number and then queues again behind the others.
import { Type } from 'typebox'
import { Id, object } from '#http'
import { timeInCompany } from '#identity'
import type { Actor } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, swedishTime } from '#platform/day'
import type { Db } from '#platform/db'
import { defineJob, type Job, type JobKind, queueJob, type Work } from '#platform/job'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { overdueSql } from './due.ts'
import { makeReminder } from './reminder.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

const MINUTE_MS = 60_000
/** Maximum number of companies found per run; the rest is found in the next. */
const MAX_COMPANIES = 10_000
/** Maximum number of reminders of one company per job. */
const MAX_BATCH = 100
/** Reminders are sent from this hour in Sweden, never at night. */
const FIRST_HOUR = 7

const payload = object({ companyId: Id, after: Type.Optional(Type.String({ maxLength: 60 })) })

const sendKind: JobKind<typeof payload> = {
  name: 'reminders.send',
  payload,
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS],
  timeLimitMs: 10 * MINUTE_MS,
  atOnce: 4,
  perTenant: 1,
  orderKeyOf: ({ companyId }) => companyId,
  isOneEnough: true,
}

/** Queues jobs for due reminders, company by company, once a day. */
export const findReminders = async ({ database, now }: Pick<Work, 'database' | 'now'>): Promise<void> => {
  if (Number(swedishTime(now).slice(11, 13)) < FIRST_HOUR) return
  const waiting = await database.rows<{ companyId: string }>(sql`
    select s.company_id as "companyId" from reminders.settings s
    join identity.company_view c on c.id = s.company_id
    where s.is_automatic and (s.done_on is null or s.done_on < ${dayOf(now)}::date + c.clock_days)
    order by s.done_on nulls first, s.company_id limit ${MAX_COMPANIES}`)
  for (const { companyId } of waiting) await queueJob({ db: database, now, companyId }, sendKind, { companyId })
}

/** Sends due reminders of a company at once, after its clock was moved. */
export const remindIn = (call: CompanyCall): Promise<void> => queueJob(call, sendKind, { companyId: call.companyId })

/** The job that sends a company's due reminders. */
export const reminderJobs = (): readonly Job[] => [defineJob(sendKind, sendOfCompany)]

type Due = { id: string; dueDate: Day }

const sendOfCompany = async ({
  payload: { companyId, after },
  database: whole,
  standing,
  now: begun,
  signal,
}: Work<{ companyId: string; after?: string }>): Promise<void> => {
  const database = whole.of(companyId)
  const time = await timeInCompany(database, { companyId, now: begun })
  const actor = await database.maybe<Actor>(sql`
    select actor_kind as kind, actor_id as id, actor_name as name from reminders.settings
    where company_id = ${companyId} and is_automatic`)
  if (!actor) return
  const callIn = (db: CompanyCall['db']): CompanyCall => ({
    ...standing,
    ...time,
    db,
    actor,
    from: null,
    companyId,
  })
  const settings = await reminderSettings(callIn(database))
  const due = await dueIn(database, { companyId, today: dayOf(time.now), settings, after })
  const failures: unknown[] = []
  for (const { id } of due) {
    signal.throwIfAborted()
    // A refused one, such as after a payment, is skipped; a failure does not delay the others.
    await database
      .transaction((db) => makeReminder(callIn(db), id, { delivery: 'mail' }, { isAutomatic: true }))
      .catch((cause: unknown) => {
        if (!(cause instanceof Refusal)) failures.push(cause)
      })
  }
  if (failures.length > 0) throw failures[0]
  const last = due.at(-1)
  if (last && due.length === MAX_BATCH) {
    await queueJob({ ...time, db: database, companyId }, sendKind, { companyId, after: `${last.dueDate} ${last.id}` })
    return
  }
  await database.rows(sql`
    update reminders.settings set done_on = ${dayOf(time.now)} where company_id = ${companyId}`)
}

type Asked = { companyId: string; today: Day; settings: ReminderSettings; after: string | undefined }

/** Reminders that are due today and can be mailed, for invoices with automatic reminders. */
const dueIn = (database: Db, { companyId, today, settings, after }: Asked): Promise<Due[]> => {
  const { from, where } = overdueSql(companyId, today, settings)
  const [day = null, id = null] = after?.split(' ') ?? []
  return database.rows<Due>(sql`
    select u.id, u.due_date as "dueDate" from ${from}
    where ${where} and n.status = 'due' and u.email is not null and u.due_date >= ${settings.dueFrom}::date
      and (${day}::date is null or (u.due_date, u.id) > (${day}::date, ${id}::uuid))
    order by u.due_date, u.id limit ${MAX_BATCH}`)
}
