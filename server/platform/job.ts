// Jobs: work in the background. What wants it queues it in its own transaction, so that both are there or neither; any
// process of the installation does it, at least once. A payload holds ids and nothing secret: it is kept in clear.
import type { Static, TSchema } from 'typebox'
import { accountOf, type Call, type Standing, serviceTime } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { empty, join, type Sql, sql } from '#platform/sql'

/** A kind of job: how its jobs are told apart, tried, and kept from being in the way of others. */
export type JobKind<Payload extends TSchema = TSchema> = {
  /** What it is about and what is done, such as `mail.send`. Kept in the database: a name stays. */
  name: string
  payload: Payload
  /** Pauses between attempts, in milliseconds; there is one attempt more than pauses, and then it has failed. */
  pausesMs: readonly number[]
  /** By which part of it, at most, each pause is longer by chance; 0 when left out. */
  jitter?: number
  /** How long one attempt may take, in milliseconds. */
  timeLimitMs: number
  /**
   * How many are done at once, by all processes together, and how many of these for one tenant; as many for one person
   * or integration, in however many tenants.
   */
  atOnce: number
  perTenant: number
  /** Jobs of the same key are done one after the other, as they were queued; one that has failed holds up none. */
  orderKeyOf?: (payload: Static<Payload>) => string
  /** A job is not queued while one of its key is due and not begun: that will do for both. */
  isOneEnough?: boolean
  /** How long after it was queued it is due, in milliseconds; at once when left out. */
  afterMs?: number
  /** It is done by itself, every so many milliseconds, once in the installation. */
  everyMs?: number
  /** By how much at most it is {@link Postponed}, in milliseconds; it never is when left out. */
  postponedMs?: number
  /** With `everyMs`: each process does it, for what it alone has, such as its own temporary files. */
  inEachProcess?: true
}

/** What a job is done with. `database` is no transaction. */
export type Work<Payload = unknown> = {
  payload: Payload
  database: Database
  standing: Standing
  now: Date
  /** 1 for the first, and whether there will be no further one. */
  attempt: number
  isLast: boolean
  /** Ends the work: its time is over, the process stops, or another process has taken it over. */
  signal: AbortSignal
}

/** A kind together with how its jobs are done. */
export type Job = { kind: JobKind; run: (work: Work) => Promise<unknown> }

export const job = <Payload extends TSchema>(
  kind: JobKind<Payload>,
  run: (work: Work<Static<Payload>>) => Promise<unknown>,
): Job =>
  // The runner hands over a payload that it has held against the kind's schema.
  ({ kind: kind as unknown as JobKind, run: run as Job['run'] })

/** Thrown by a job that no further attempt would help. */
export class FinalFailure extends Error {}

/**
 * Thrown of a job that this version of the service does not understand. While another one is put in place, both work
 * side by side: for a day it is left to those that may, and its attempts do not count; then it is a final failure.
 */
export class NotUnderstood extends FinalFailure {}

/**
 * Thrown by a job that cannot be done before a moment: it waits, and the attempt does not count. So do those of its
 * kind and tenant that have `alike` in their payload, without an attempt of their own.
 */
export class Postponed extends Error {
  readonly until: Date
  readonly alike: Alike | undefined
  /** Whether that still holds: it is asked once they wait, and `wake` is called for them where it does not. */
  readonly holds: (() => Promise<boolean>) | undefined
  constructor(until: Date, alike?: Alike, holds?: () => Promise<boolean>) {
    super(`It waits until ${until.toISOString()}`)
    this.until = until
    this.alike = alike
    this.holds = holds
  }
}

/** What the payloads of some jobs have in common. */
export type Alike = Readonly<Record<string, string>>

/** The tenant of jobs that are nobody's: the greatest id there is. */
export const INSTALLATION = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The account of jobs that the service does by itself: the least id there is. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** The kind of jobs that send mails. */
export const MAIL_SENDING = 'mail.send'

/** The channel on which processes hear of new jobs. */
export const JOBS_CHANNEL = 'grundbok_jobs'

type Queueing = Pick<Call, 'db' | 'now' | 'aheadMs'> & {
  companyId?: string
  agencyId?: string
  /** Who asks for it; left out where the service acts by itself. */
  actor?: Call['actor']
  /** The account whose turn it takes, where that is not the one of `actor`. */
  accountId?: string | null
}

/** Queues a job; it is done when the transaction has committed. */
export const queue = <Payload extends TSchema>(
  call: Queueing,
  kind: JobKind<Payload>,
  payload: Static<Payload>,
): Promise<void> => queueAll(call, kind, [payload])

/**
 * When a job is due that is to be done at once. Claims and pauses go by the clock of the database, which all processes
 * share: what a process queues whose own clock is ahead does not wait until the other one is there.
 */
export const dueAtOnce = (now: Date): Sql => sql`least(${now}::timestamptz, statement_timestamp())`

/** Queues jobs of one kind, in this order. */
export const queueAll = async <Payload extends TSchema>(
  { db, companyId, agencyId, actor, accountId = actor ? accountOf(actor) : null, ...clock }: Queueing,
  { name, orderKeyOf, isOneEnough = false, afterMs = 0 }: JobKind<Payload>,
  payloads: readonly Static<Payload>[],
): Promise<void> => {
  // Jobs are done by the clock of the service, whatever that of the company shows.
  const now = serviceTime(clock)
  const jobs = payloads.map((payload) => ({ id: newId(), payload, order_key: orderKeyOf?.(payload) ?? null }))
  await db.rows(
    sql`
    with queued as (
      insert into platform.job (id, kind, tenant_id, account_id, order_key, payload, queued_at, due_at)
      select id, ${name}, ${companyId ?? agencyId ?? INSTALLATION}, ${accountId ?? NO_ACCOUNT}::uuid, order_key,
        payload, ${now}, ${dueAtOnce(now)} + ${afterMs}::float8 * interval '1 ms'
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (id uuid, order_key text, payload jsonb)
      where not ${isOneEnough}::boolean or not exists (
        select from platform.job w where w.kind = ${name} and w.order_key = job.order_key and w.failed_at is null
          and w.claim_id is null and w.due_at <= ${dueAtOnce(now)})
      order by id returning 1)
    select pg_notify(${JOBS_CHANNEL}, '') from queued limit 1`,
    'queue-jobs',
  )
}

/**
 * Has jobs of the caller's tenant that wait for a moment and are alike tried at once; that attempt does not count.
 * Those that have one of the values of `except` in their payload are left alone.
 */
export const wake = async (
  { db, companyId, agencyId, ...clock }: Queueing,
  { name }: Pick<JobKind, 'name'>,
  alike: Alike,
  except: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> => {
  const now = serviceTime(clock)
  const left = Object.entries(except).map(([key, values]) => sql`and not (payload ->> ${key} = any(${[...values]}))`)
  // Whoever claims or postpones one of them at the moment goes first.
  await db.rows(sql`
    with woken as (
      update platform.job set due_at = ${dueAtOnce(now)}, attempts = greatest(attempts - 1, 0) where id in (
        select id from platform.job
        where tenant_id = ${companyId ?? agencyId ?? INSTALLATION} and kind = ${name} and failed_at is null
          and claim_id is null and due_at > ${dueAtOnce(now)} and payload @> ${JSON.stringify(alike)}::jsonb
          ${left.length > 0 ? join(left, ' ') : empty}
        for update skip locked)
      returning 1)
    select pg_notify(${JOBS_CHANNEL}, '') from woken limit 1`)
}

/** Those of these payloads, of a kind that keeps an order, that no job has: none that waits, runs, or has failed. */
export const withoutJob = async <Payload extends TSchema>(
  db: Db,
  { name, orderKeyOf }: JobKind<Payload>,
  payloads: readonly Static<Payload>[],
): Promise<Static<Payload>[]> => {
  const asked = payloads.map((payload, place) => ({ place, payload, order_key: orderKeyOf?.(payload) ?? null }))
  const is = sql`w.kind = ${name} and w.order_key = asked.order_key and w.payload @> asked.payload`
  const found = await db.rows<{ place: number }>(sql`
    select place from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (
      place int, order_key text, payload jsonb)
    where not exists (select from platform.job w where ${is} and w.failed_at is null)
      and not exists (select from platform.job w where ${is} and w.failed_at is not null)
    order by place`)
  return found.flatMap(({ place }) => payloads.slice(place, place + 1))
}

/** Removes the jobs of a kind and of these keys that nobody has begun: those who call queue them anew. */
export const withdraw = async ({ db }: Pick<Call, 'db'>, { name }: Pick<JobKind, 'name'>, orderKeys: string[]) => {
  await db.rows(sql`
    delete from platform.job where kind = ${name} and order_key = any(${orderKeys}) and claim_id is null
      and failed_at is null`)
}

/**
 * Removes the jobs of a tenant that nobody has begun, whatever they are, but for those that send mails: what the
 * service has to say to somebody goes out all the same, and of a mail of the tenant's own the job finds nothing.
 */
export const withdrawAll = async ({ db }: Pick<Call, 'db'>, tenantId: string): Promise<void> => {
  // Two statements, since each of the two has an index of its own.
  for (const which of [sql`failed_at is null and claim_id is null`, sql`failed_at is not null`])
    await db.rows(sql`
      delete from platform.job where tenant_id = ${tenantId} and ${which} and kind <> ${MAIL_SENDING}`)
}

/** A job as the operator sees it. `dueAt` is when it is attempted next; of a running one, when it counts as lost. */
export type JobState = {
  id: string
  kind: string
  tenantId: string | null
  state: 'waiting' | 'running' | 'failed'
  payload: unknown
  queuedAt: Date
  dueAt: Date
  attempts: number
  failedAt: Date | null
  lastError: string | null
}

/** Jobs that are not done, those that have failed first, then as they are due; at most `limit`. */
export const listJobs = ({ db, now }: Call, { failed, limit }: { failed: boolean; limit: number }) =>
  db.rows<JobState>(sql`
    select id, kind, nullif(tenant_id, ${INSTALLATION}) as "tenantId", payload, queued_at as "queuedAt",
      due_at as "dueAt", attempts, failed_at as "failedAt", last_error as "lastError",
      case when failed_at is not null then 'failed' when claim_id is not null and due_at > ${now} then 'running'
        else 'waiting' end as state
    from platform.job where not ${failed} or failed_at is not null
    order by failed_at desc nulls last, due_at, number limit ${limit}`)

export const jobStates = ['waiting', 'running', 'failed'] as const

const stateAt = (now: Date): Sql => sql`case when j.failed_at is not null then 'failed'
  when j.claim_id is not null and j.due_at > ${now} then 'running' else 'waiting' end`

/** A page of the jobs that are not done, the last queued first. */
export const listJobPage = (call: Call, request: PageRequest): Promise<Page<JobState>> => {
  const list: List<JobState & { number: string }, JobState> = {
    name: 'jobs',
    columns: sql`j.number::text as number, j.id, j.kind, nullif(j.tenant_id, ${INSTALLATION}) as "tenantId", j.payload,
      j.queued_at as "queuedAt", j.due_at as "dueAt", j.attempts, j.failed_at as "failedAt",
      j.last_error as "lastError", ${stateAt(call.now)} as state`,
    from: sql`platform.job j`,
    where: sql`true`,
    key: [sql`j.number`],
    keyOf: ({ number }) => [number],
    filters: {
      properties: {
        kind: { type: 'string', column: sql`j.kind` },
        state: { type: { oneOf: jobStates }, column: stateAt(call.now) },
      },
    },
    itemOf: ({ number: _, ...state }) => state,
  }
  return listPage({ ...call, companyId: '' }, list, request)
}

/** How many jobs there are of each state. */
export const countJobs = ({ db, now }: Call): Promise<{ state: JobState['state']; count: number }[]> =>
  db.rows(sql`select ${stateAt(now)} as state, count(*)::int as count from platform.job j group by 1`)

/**
 * How many jobs there are of each kind and state. `dueSince` is when the one was due that has waited longest for its
 * turn, of those that are due and wait for none before them; `queuedSince` when the oldest was queued. `failing` is the
 * last error of the scheduled one where several attempts in a row have failed, or all of its last turn; while it is
 * between the first two attempts of a turn, nothing is known of the turn before.
 */
export const jobFigures = ({ db, now }: Pick<Call, 'db' | 'now'>) =>
  db.rows<{
    kind: string
    state: JobState['state']
    count: number
    dueSince: Date | null
    queuedSince: Date
    failing: string | null
  }>(sql`
    select j.kind, ${stateAt(now)} as state, count(*)::int as count, min(j.queued_at) as "queuedSince",
      max(j.last_error) filter (where j.is_scheduled and j.attempts - (j.claim_id is not null)::int <> 1) as failing,
      min(j.due_at) filter (where j.failed_at is null and j.due_at <= ${now} and (j.order_key is null or not exists (
        select from platform.job b
        where b.kind = j.kind and b.order_key = j.order_key and b.number < j.number and b.failed_at is null)))
        as "dueSince"
    from platform.job j group by 1, 2 order by 1, 2`)

/** A job, or the failed ones of a kind; with `failedBefore` those alone that had failed by then. */
type ToRetry = { id: string } | { kind: string; failedBefore?: Date }

/** Lets failed jobs be tried anew, with all their attempts, and waiting ones at once; answers how many. */
export const retryJobs = async ({ db, now }: Pick<Call, 'db' | 'now'>, chosen: ToRetry): Promise<number> => {
  const which =
    'id' in chosen
      ? sql`id = ${chosen.id}`
      : sql`kind = ${chosen.kind} and failed_at <= coalesce(${chosen.failedBefore ?? null}::timestamptz, 'infinity')`
  const found = await db.rows(sql`
    with again as (
      update platform.job set failed_at = null, attempts = 0, due_at = ${dueAtOnce(now)}
      where claim_id is null and ${which}
      returning 1)
    select pg_notify(${JOBS_CHANNEL}, '') from again`)
  return found.length
}

/** Removes a job for good; false when there is none. Scheduled ones stay, and what runs is not stopped by it. */
export const dropJob = async ({ db }: Call, id: string): Promise<boolean> => {
  const gone = await db.rows(sql`delete from platform.job where id = ${id} and not is_scheduled returning 1`)
  return gone.length > 0
}

/** How long failed jobs wait for the operator, in milliseconds (90 days). */
export const FAILED_KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Removes the failed jobs that the operator has left for too long. */
export const forgetFailedJobs = async (db: Db, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - FAILED_KEPT_MS)
  await db.rows(sql`delete from platform.job where failed_at <= ${since}`)
}
