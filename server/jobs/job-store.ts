// The jobs of an installation in the database: which are due, who has claimed them, and their outcomes. Claims are
// serialized across all processes, so that the limits of kinds and tenants hold exactly; each takes milliseconds.
import type { Database, Transaction } from '#platform/db'
import { newId } from '#platform/id'
import { type Alike, INSTALLATION, type JobKind, NO_ACCOUNT, wakeJobs } from '#platform/job'
import { advisoryLocks } from '#platform/locks'
import { type Sql, sql } from '#platform/sql'
import { attemptsOf, type Candidate, choose, fullOf, longestWaitOf, type Running } from './job.rules.ts'

export type Claimed = {
  id: string
  kind: string
  tenantId: string
  payload: unknown
  /** Number of attempts, including this one. */
  attempts: number
  claimId: string
  /** How long ago it was queued, in milliseconds. */
  ageMs: number
}

/** How long a claim lasts unless renewed, in milliseconds. After that, the jobs of a killed process are taken over. */
export const LEASE_MS = 60_000
/** Between renewals, in milliseconds. */
export const RENEWAL_MS = 20_000
/** Tolerance before a future moment counts as set by a clock that was since turned back, in milliseconds. */
const TOO_FAR_MS = 60_000
/** Most characters of an error that are kept. */
const MAX_ERROR = 300
/** Sorts before all tenants. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

export type JobStore = ReturnType<typeof newJobStore>

/** `dueBy` overrides the clock of the database. */
export const newJobStore = (database: Database, kinds: readonly JobKind[], dueBy?: () => Date) => {
  const names = kinds.map(({ name }) => name)
  const moment = (): Sql => (dueBy ? sql`${dueBy()}::timestamptz` : sql`statement_timestamp()`)
  let lastTenant = LOWEST_ID
  return {
    /** Creates the missing rows of scheduled jobs. */
    async schedule(now: Date): Promise<void> {
      const own = kinds.filter(({ everyMs, inEachProcess }) => everyMs !== undefined && !inEachProcess)
      for (const { name } of own) {
        await database.rows(sql`
          insert into platform.job (id, kind, tenant_id, payload, is_scheduled, queued_at, due_at)
          values (${newId()}, ${name}, ${INSTALLATION}, '{}', true, ${now}, ${moment()})
          on conflict (kind) where is_scheduled do nothing`)
      }
    },

    /** Whether something is due, and in how many milliseconds the next job will be. */
    look: () =>
      database.one<{ isDue: boolean; waitMs: number | null }>(
        sql`
        select exists (
          select from platform.job
          where failed_at is null and kind = any(${names}) and due_at <= ${moment()}) as "isDue",
          (select 1000 * extract(epoch from min(due_at) - ${moment()})::float8 from platform.job
            where failed_at is null and kind = any(${names}) and due_at > ${moment()}) as "waitMs"`,
        // The prepared statement uses the database's clock; with another clock the statement is not prepared.
        dueBy ? undefined : 'look-for-jobs',
      ),

    /** Claims the next jobs, at most `slots`. `isHeld`: other transactions have locked all candidates. */
    claim: (slots: number): Promise<{ taken: Claimed[]; isHeld: boolean }> =>
      database.transaction(async (db) => {
        await db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.claim[0]}, ${advisoryLocks.claim[1]})`)
        for (const held: string[] = []; ; ) {
          const running = await db.rows<Running>(sql`
            select kind, tenant_id as "tenantId", ${accountShown}, count(*)::int as count from platform.job
            where claim_id is not null and due_at > ${moment()} group by kind, tenant_id, account_id`)
          const ask = { kinds, running, slots, held, moment }
          const candidates = await candidatesOf(db, ask, lastTenant)
          if (candidates.length < slots && lastTenant !== LOWEST_ID) {
            const known = new Set(candidates.map(({ id }) => id))
            candidates.push(...(await candidatesOf(db, ask, LOWEST_ID)).filter(({ id }) => !known.has(id)))
          }
          const chosen = choose(candidates, kinds, running, slots)
          // If nothing fits now, the round-robin position stays, so that no tenant gets a second turn before the
          // others.
          lastTenant = chosen.at(-1)?.tenantId ?? lastTenant
          const taken = chosen.length === 0 ? [] : await take(db, chosen, { moment, now: dueBy?.() ?? new Date() })
          if (taken.length > 0 || chosen.length === 0) return { taken, isHeld: chosen.length === 0 && held.length > 0 }
          // Other transactions have changed or locked all candidates: exclude these tenants and try the others.
          held.push(...chosen.map(({ tenantId }) => tenantId))
        }
      }),

    /** Renews claims; returns the ids of jobs whose claims were lost. */
    async renew(jobs: readonly Claimed[]): Promise<string[]> {
      const kept = await database.rows<{ id: string }>(sql`
        update platform.job j set due_at = ${later(moment(), LEASE_MS)}
        from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ claimId }) => claimId)}::uuid[]) as c (id, claim)
        where j.id = c.id and j.claim_id = c.claim returning j.id`)
      const still = new Set(kept.map(({ id }) => id))
      return jobs.filter(({ id }) => !still.has(id)).map(({ id }) => id)
    },

    forgetTimesToCome: () => forgetTimesToCome(database, kinds, moment),
    ...outcomesOf(database, moment),
  }
}

const later = (moment: Sql, ms: number): Sql => sql`(${moment} + ${ms}::float8 * interval '1 ms')`

/**
 * Corrects times set before the clock was turned back: jobs that wait longer than they can have been told to are due,
 * and claims are shortened to the length of one claim.
 */
const forgetTimesToCome = async (database: Database, kinds: readonly JobKind[], moment: () => Sql): Promise<void> => {
  await database.rows(sql`
    update platform.job set due_at = ${later(moment(), LEASE_MS)} where id in (
      select id from platform.job
      where claim_id is not null and due_at > ${later(moment(), LEASE_MS + TOO_FAR_MS)} for update skip locked)`)
  const waits = kinds.flatMap((kind) =>
    Array.from({ length: attemptsOf(kind) }, (_, attempts) => ({
      kind: kind.name,
      attempts,
      ms: longestWaitOf(kind, attempts) + TOO_FAR_MS,
    })),
  )
  await database.rows(sql`
    update platform.job set due_at = ${moment()} where id in (
      select j.id from platform.job j
      join jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) as most (kind text, attempts int, ms float8)
        on most.kind = j.kind and most.attempts = j.attempts
      where j.failed_at is null and j.claim_id is null
        and j.due_at > ${moment()} + most.ms * interval '1 ms'
      for update of j skip locked)`)
}

/** Saves the outcome of a claimed job; does nothing if the claim was lost. */
const outcomesOf = (database: Database, moment: () => Sql) => ({
  /** The job is done: it is removed, or waits for its next turn. */
  async done({ id, claimId }: Claimed, waitMs: number | null): Promise<void> {
    const own = sql`where id = ${id} and claim_id = ${claimId}`
    await database.rows(
      waitMs === null
        ? sql`delete from platform.job ${own}`
        : sql`update platform.job set claim_id = null, due_at = ${later(moment(), waitMs)}, attempts = 0,
            last_error = null ${own}`,
    )
  },

  /**
   * The attempt failed: the job waits for the next one (with `isNewTurn` its attempts start over), or has failed for
   * good.
   */
  async failed(
    { id, claimId }: Claimed,
    { error, waitMs, isNewTurn, now }: { error: string; waitMs: number | null; isNewTurn: boolean; now: Date },
  ): Promise<void> {
    await database.rows(sql`
      update platform.job set claim_id = null, due_at = ${later(moment(), waitMs ?? 0)},
        failed_at = ${waitMs === null ? now : null},
        attempts = case when ${isNewTurn} then 0 else attempts end, last_error = ${error.slice(0, MAX_ERROR)}
      where id = ${id} and claim_id = ${claimId}`)
  },

  /** Returns a job that was not really tried: it is due after a while, and the attempt does not count. */
  async giveBack({ id, claimId }: Claimed, waitMs = 0, error: string | null = null): Promise<void> {
    await database.rows(sql`
      update platform.job set claim_id = null, due_at = ${later(moment(), waitMs)}, attempts = attempts - 1,
        last_error = coalesce(${error?.slice(0, MAX_ERROR) ?? null}, last_error)
      where id = ${id} and claim_id = ${claimId}`)
  },

  /** Postpones other jobs of the same kind and tenant whose payload contains this. */
  async postpone({ kind, tenantId }: Claimed, payload: Alike, waitMs: number): Promise<void> {
    const at = later(moment(), waitMs)
    // A concurrent claim or postponement takes precedence.
    await database.rows(sql`
      update platform.job set due_at = ${at} where id in (
        select id from platform.job
        where tenant_id = ${tenantId} and kind = ${kind} and failed_at is null and claim_id is null and due_at < ${at}
          and payload @> ${JSON.stringify(payload)}::jsonb
        for update skip locked)`)
  },

  /** Makes the job and similar ones due at once. */
  wake: ({ kind, tenantId }: Claimed, payload: Alike, now: Date): Promise<void> =>
    wakeJobs({ db: database, companyId: tenantId, now }, { name: kind }, payload),
})

type Ask = {
  kinds: readonly JobKind[]
  running: readonly Running[]
  slots: number
  /** Tenants to exclude. */
  held: readonly string[]
  moment: () => Sql
}

const accountShown = sql`nullif(account_id, ${NO_ACCOUNT}::uuid) as "accountId"`

/**
 * The jobs that may run, of at most as many tenants as there are slots, starting after `after`, and as many per tenant.
 * The query steps from one tenant, kind and account with something due to the next, so that a queue behind a limit
 * costs one step, however long it is.
 */
const candidatesOf = (
  db: Transaction,
  { kinds, running, slots, held, moment }: Ask,
  after: string,
): Promise<Candidate[]> => {
  const full = fullOf(kinds, running)
  const open = kinds.map(({ name }) => name).filter((name) => !full.kinds.includes(name))
  const isDue = sql`failed_at is null and due_at <= ${moment()}`
  const isFree = (kind: Sql, whose: Sql) => sql`${kind} || ' ' || ${whose} <> all(${full.pairs})`
  const could = sql`(kind = any(${open}) and tenant_id <> all(${[...held]}::uuid[])
    and ${isFree(sql`kind`, sql`tenant_id`)} and ${isFree(sql`kind`, sql`account_id`)})`
  const place = sql`kind, tenant_id, account_id`
  return db.rows<Candidate>(sql`
    with recursive step as (
      (select ${place}, ${could} as could from platform.job
        where ${isDue} and tenant_id > ${after} order by tenant_id, kind, account_id limit 1)
      union all
      select n.kind, n.tenant_id, n.account_id, n.could
      from step s cross join lateral (
        select ${place}, ${could} as could from (
          (select ${place} from platform.job
            where ${isDue} and not s.could and tenant_id = s.tenant_id and kind = s.kind and account_id > s.account_id
            order by account_id limit 1)
          union all
          (select ${place} from platform.job
            where ${isDue} and not s.could and tenant_id = s.tenant_id and kind > s.kind
            order by kind, account_id limit 1)
          union all
          (select ${place} from platform.job
            where ${isDue} and tenant_id > s.tenant_id order by tenant_id, kind, account_id limit 1)
        ) e order by tenant_id, kind, account_id limit 1) n
    )
    select j.id, j.kind, j.tenant_id as "tenantId", ${accountShown}
    from (select tenant_id from step where could limit ${slots}) t
    cross join lateral (
      select o.id, o.kind, o.tenant_id, o.account_id, o.due_at, o.number
      from unnest(${open}::text[]) as k (kind)
      cross join lateral (${accountsOf(isDue)}) a
      cross join lateral (
        select id, ${place}, due_at, number from platform.job w
        where ${isDue} and w.tenant_id = t.tenant_id and w.kind = k.kind and w.account_id = a.account_id
          and (order_key is null or not exists (
            select from platform.job b
            where b.kind = w.kind and b.order_key = w.order_key and b.number < w.number and b.failed_at is null))
        order by due_at, number limit ${slots}) o
      where ${isFree(sql`k.kind`, sql`t.tenant_id`)} and ${isFree(sql`k.kind`, sql`a.account_id`)}
      order by o.due_at, o.number limit ${slots}) j
    order by j.tenant_id, j.due_at, j.number`)
}

/** The accounts with due jobs of tenant `t` and kind `k`, also found step by step. */
const accountsOf = (isDue: Sql): Sql => {
  const due = sql`from platform.job where ${isDue} and tenant_id = t.tenant_id and kind = k.kind`
  return sql`
    with recursive account as (
      (select account_id ${due} order by account_id limit 1)
      union all
      select (select account_id ${due} and account_id > account.account_id order by account_id limit 1)
      from account where account.account_id is not null)
    select account_id from account where account_id is not null`
}

/**
 * Claims the candidates that are still due. Rows locked by another transaction are skipped, such as by a postponement
 * or by a large transaction that resends deliveries: otherwise all processes would wait for its end. A cluster does not
 * allow clock functions in RETURNING or COALESCE, so ages are calculated here.
 */
const take = async (
  db: Transaction,
  chosen: readonly Candidate[],
  { moment, now }: { moment: () => Sql; now: Date },
): Promise<Claimed[]> => {
  const taken = await db.rows<Omit<Claimed, 'ageMs'> & { queuedAt: Date }>(sql`
    update platform.job set claim_id = ${newId()}, due_at = ${later(moment(), LEASE_MS)}, attempts = attempts + 1
    where id in (
      select id from platform.job
      where id = any(${chosen.map(({ id }) => id)}) and failed_at is null and due_at <= ${moment()}
      for update skip locked)
    returning id, kind, tenant_id as "tenantId", payload, attempts, claim_id as "claimId", queued_at as "queuedAt"`)
  return taken.map(({ queuedAt, ...one }) => ({ ...one, ageMs: now.getTime() - queuedAt.getTime() }))
}
