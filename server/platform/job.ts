// Jobs: background work. A job is queued in the transaction that needs it, so that both commit or neither; any process
// of the installation runs it, at least once. Payloads are stored in clear text, so they hold ids and no secrets.
import type { Static, TSchema } from 'typebox'
import { accountOf } from './actor.ts'
import { type Call, type ProcessContext, serviceTime } from './call.ts'
import type { Database, Db } from './db.ts'
import { newId } from './id.ts'
import { type List, listPage, type Page, type PageRequest } from './list.ts'
import { empty, join, type Sql, sql } from './sql.ts'

/** A kind of job: its identity, retries and limits. */
export type JobKind<Payload extends TSchema = TSchema> = {
  /** The subject and action, such as `mail.send`. Stored in the database, so a name must not change. */
  name: string
  payload: Payload
  /**
   * Pauses between attempts, in milliseconds. There is one attempt more than pauses; after the last the job has failed.
   */
  pausesMs: readonly number[]
  /** The largest random extension of each pause, as a fraction of it; 0 if absent. */
  jitter?: number
  /** Time limit of one attempt, in milliseconds. */
  timeLimitMs: number
  /**
   * How many run concurrently in all processes, and how many of these per tenant. The latter also limits one person or
   * integration across tenants.
   */
  atOnce: number
  perTenant: number
  /** Jobs with the same key run one at a time, in queue order; a failed one does not block the next. */
  orderKeyOf?: (payload: Static<Payload>) => string
  /** A job is not queued if another with its key is due and not started: one run serves both. */
  isOneEnough?: boolean
  /** Delay after queueing, in milliseconds; none if absent. */
  afterMs?: number
  /** Scheduled: runs every so many milliseconds, once in the installation. */
  everyMs?: number
  /** The longest delay by {@link Postponed}, in milliseconds; never postponed if absent. */
  postponedMs?: number
  /** With `everyMs`: each process runs it for its own resources, such as its temporary files. */
  inEachProcess?: true
}

/** The input of a job's run. `database` is not a transaction. */
export type Work<Payload = unknown> = {
  payload: Payload
  database: Database
  standing: ProcessContext
  now: Date
  /** 1 for the first, and whether it is the last. */
  attempt: number
  isLast: boolean
  /** Aborted when time is up, the process stops, or another process has taken the job over. */
  signal: AbortSignal
}

/** A kind and the function that runs its jobs. */
export type Job = { kind: JobKind; run: (work: Work) => Promise<unknown> }

export const defineJob = <Payload extends TSchema>(
  kind: JobKind<Payload>,
  run: (work: Work<Static<Payload>>) => Promise<unknown>,
): Job =>
  // Safe: the runner validates payloads against the kind's schema.
  ({ kind: kind as unknown as JobKind, run: run as Job['run'] })

/** Thrown by a job that no retry would help. */
export class FinalFailure extends Error {}

/**
 * Thrown for a job that this version of the service does not understand. During a deployment, two versions run side by
 * side: for a day the job is left to processes that understand it, without counting attempts; then it has failed for
 * good.
 */
export class UnknownJob extends FinalFailure {}

/**
 * Thrown by a job that cannot run before a moment: it waits, and the attempt does not count. Jobs of the same kind and
 * tenant whose payload contains `alike` wait too, without an attempt of their own.
 */
export class Postponed extends Error {
  readonly until: Date
  readonly alike: Alike | undefined
  /** Whether the reason still holds; checked once they wait, and if it does not, `wakeJobs` is called for them. */
  readonly holds: (() => Promise<boolean>) | undefined
  constructor(until: Date, alike?: Alike, holds?: () => Promise<boolean>) {
    super(`It waits until ${until.toISOString()}`)
    this.until = until
    this.alike = alike
    this.holds = holds
  }
}

/** Values that the payloads of some jobs have in common. */
export type Alike = Readonly<Record<string, string>>

/** The tenant of jobs that belong to no tenant: the greatest id. */
export const INSTALLATION = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The account of jobs that the service does for itself: the least id. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** The kind of jobs that send mail. */
export const MAIL_SENDING = 'mail.send'

/** The channel that notifies processes of new jobs. */
export const JOBS_CHANNEL = 'grundbok_jobs'

type Queueing = Pick<Call, 'db' | 'now' | 'aheadMs'> & {
  companyId?: string
  agencyId?: string
  /** Who requested it; absent if the service acts by itself. */
  actor?: Call['actor']
  /** The account whose limit applies, if not that of `actor`. */
  accountId?: string | null
}

/** Queues a job, which runs after the transaction has committed. */
export const queueJob = <Payload extends TSchema>(
  call: Queueing,
  kind: JobKind<Payload>,
  payload: Static<Payload>,
): Promise<void> => queueJobs(call, kind, [payload])

/**
 * The due time of a job that should run at once. Claims and pauses use the clock of the database, which all processes
 * share, so a job from a process whose clock is ahead does not have to wait.
 */
export const dueAtOnce = (now: Date): Sql => sql`least(${now}::timestamptz, statement_timestamp())`

/** Queues jobs of one kind, in this order. */
export const queueJobs = async <Payload extends TSchema>(
  { db, companyId, agencyId, actor, accountId = actor ? accountOf(actor) : null, ...clock }: Queueing,
  { name, orderKeyOf, isOneEnough = false, afterMs = 0 }: JobKind<Payload>,
  payloads: readonly Static<Payload>[],
): Promise<void> => {
  // Jobs use the clock of the service, not that of the company.
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
 * Makes waiting jobs of the caller's tenant that contain `alike` due at once; the attempt does not count. Jobs whose
 * payload has one of the values in `except` are left alone.
 */
export const wakeJobs = async (
  { db, companyId, agencyId, ...clock }: Queueing,
  { name }: Pick<JobKind, 'name'>,
  alike: Alike,
  except: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> => {
  const now = serviceTime(clock)
  const left = Object.entries(except).map(([key, values]) => sql`and not (payload ->> ${key} = any(${[...values]}))`)
  // A concurrent claim or postponement takes precedence.
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

/** The payloads, of a kind with order keys, that have no job: neither waiting, running nor failed. */
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

/**
 * Jobs with ids above one, of all tenants, in the order of their ids: the last `limit`; with `among`, only those of
 * these.
 */
export const jobsSince = async (db: Db, { since, among, limit }: Since): Promise<{ id: string; kind: string }[]> => {
  const found = await db.rows<{ id: string; kind: string }>(sql`
    select id, kind from platform.job
    where id > ${since} and (${among}::uuid[] is null or id = any(${among}::uuid[])) order by id desc limit ${limit}`)
  return found.reverse()
}

/** Which of the latest rows of a table are wanted, by their ids. */
export type Since = { since: string; among: readonly string[] | null; limit: number }

/** Removes the jobs of a kind with these keys that have not started; the caller queues them again. */
export const withdrawJobs = async ({ db }: Pick<Call, 'db'>, { name }: Pick<JobKind, 'name'>, orderKeys: string[]) => {
  await db.rows(sql`
    delete from platform.job where kind = ${name} and order_key = any(${orderKeys}) and claim_id is null
      and failed_at is null`)
}

/**
 * Removes the jobs of a tenant that have not started, of all kinds except those that send mail: mail from the service
 * still goes out, and the job for a mail of the tenant finds no mail.
 */
export const withdrawAllJobs = async ({ db }: Pick<Call, 'db'>, tenantId: string): Promise<void> => {
  // Two statements, because each condition has its own index.
  for (const which of [sql`failed_at is null and claim_id is null`, sql`failed_at is not null`])
    await db.rows(sql`
      delete from platform.job where tenant_id = ${tenantId} and ${which} and kind <> ${MAIL_SENDING}`)
}

/**
 * A job as the operator sees it. `dueAt` is the time of the next attempt, or, for a running job, the expiry of its
 * claim.
 */
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

/** Unfinished jobs, failed ones first, then by due time; at most `limit`. */
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

/** A page of unfinished jobs, the last queued first. */
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

export const countJobs = ({ db, now }: Call): Promise<{ state: JobState['state']; count: number }[]> =>
  db.rows(sql`select ${stateAt(now)} as state, count(*)::int as count from platform.job j group by 1`)

/**
 * The number of jobs of each kind and state. `dueSince` is the due time of the longest-waiting job that is not blocked
 * by one before it; `queuedSince` is the queueing time of the oldest. `failing` is the last error of a scheduled job if
 * several attempts in a row have failed, or all of its last turn; between the first two attempts of a turn, the result
 * of the turn before is not known.
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

/** A job, or the failed jobs of a kind; with `failedBefore`, only those that had failed by then. */
type ToRetry = { id: string } | { kind: string; failedBefore?: Date }

/** Restarts failed jobs with all their attempts, and makes waiting ones due at once; returns how many. */
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

/** Removes a job; false if there is none. Scheduled jobs stay, and a running one is not stopped. */
export const dropJob = async ({ db }: Call, id: string): Promise<boolean> => {
  const gone = await db.rows(sql`delete from platform.job where id = ${id} and not is_scheduled returning 1`)
  return gone.length > 0
}

/** How long failed jobs are kept for the operator, in milliseconds (90 days). */
export const FAILED_KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Removes failed jobs that are too old. */
export const forgetFailedJobs = async (db: Db, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - FAILED_KEPT_MS)
  await db.rows(sql`delete from platform.job where failed_at <= ${since}`)
}
