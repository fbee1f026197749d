// The jobs of an installation in the database: which are due, who has claimed them, and what became of them. Claims of
// all processes go one after the other, so that the limits of kinds and tenants hold exactly; each takes milliseconds.
import type { Database, Transaction } from '#platform/db'
import { newId } from '#platform/id'
import { type Alike, INSTALLATION, type JobKind, wake } from '#platform/job'
import { type Candidate, choose, fullOf, longestWaitOf, type Running } from '#platform/job.rules'
import { advisoryLocks } from '#platform/locks'
import { type Sql, sql } from '#platform/sql'

export type Claimed = {
  id: string
  kind: string
  tenantId: string
  payload: unknown
  /** How often it has been attempted, this time included. */
  attempts: number
  claimId: string
}

/** How long a claim lasts unless it is renewed, in milliseconds. What a killed process did is taken over then. */
export const LEASE_MS = 60_000
/** Between renewals, in milliseconds. */
export const RENEWAL_MS = 20_000
/** Maximum number of characters in an error that are kept. */
const MAX_ERROR = 300
/** Before all tenants. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export type JobStore = ReturnType<typeof newJobStore>

export const newJobStore = (database: Database, kinds: readonly JobKind[]) => {
  const names = kinds.map(({ name }) => name)
  const longestMs = 2 * Math.max(LEASE_MS, longestWaitOf(kinds))
  // Later than any wait: it was noted before a clock was put back.
  const isDue = (now: Date): Sql => sql`(due_at <= ${now} or due_at > ${new Date(now.getTime() + longestMs)})`
  let lastTenant = NOBODY
  return {
    /** Sees to it that what is done by itself has its row. */
    async schedule(now: Date): Promise<void> {
      const own = kinds.filter(({ everyMs, inEachProcess }) => everyMs !== undefined && !inEachProcess)
      for (const { name } of own) {
        await database.rows(sql`
          insert into platform.job (id, kind, tenant_id, payload, is_scheduled, queued_at, due_at)
          values (${newId()}, ${name}, ${INSTALLATION}, '{}', true, ${now}, ${now})
          on conflict (kind) where is_scheduled do nothing`)
      }
    },

    /** Whether something is due, and when the next thing will be. */
    look: (now: Date) =>
      database.one<{ isDue: boolean; nextAt: Date | null }>(
        sql`
        select exists (
          select from platform.job where failed_at is null and kind = any(${names}) and ${isDue(now)}) as "isDue",
          (select min(due_at) from platform.job
            where failed_at is null and kind = any(${names}) and due_at > ${now}) as "nextAt"`,
        'look-for-jobs',
      ),

    /** Claims what is done next, at most `slots`. */
    claim: (now: Date, slots: number): Promise<Claimed[]> =>
      database.transaction(async (db) => {
        await db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.claim[0]}, ${advisoryLocks.claim[1]})`)
        for (;;) {
          const running = await db.rows<Running>(sql`
            select kind, tenant_id as "tenantId", count(*)::int as count from platform.job
            where claim_id is not null and not ${isDue(now)} group by kind, tenant_id`)
          const ask = { kinds, running, slots, isDue: isDue(now) }
          const candidates = await candidatesOf(db, ask, lastTenant)
          if (candidates.length < slots && lastTenant !== NOBODY) {
            const known = new Set(candidates.map(({ id }) => id))
            candidates.push(...(await candidatesOf(db, ask, NOBODY)).filter(({ id }) => !known.has(id)))
          }
          const chosen = choose(candidates, kinds, running, slots)
          // Where nothing fits at the moment, the turn stays where it is: nobody begins again before the others.
          lastTenant = chosen.at(-1)?.tenantId ?? lastTenant
          const taken = chosen.length === 0 ? [] : await take(db, chosen, ask, now)
          // All of them were postponed or dropped since they were looked at: then something else is done next.
          if (taken.length > 0 || chosen.length === 0) return taken
        }
      }),

    /** Goes on having what is being done; answers the ids of what it has lost. */
    async renew(jobs: readonly Claimed[], now: Date): Promise<string[]> {
      const until = new Date(now.getTime() + LEASE_MS)
      const kept = await database.rows<{ id: string }>(sql`
        update platform.job j set due_at = ${until}
        from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ claimId }) => claimId)}::uuid[]) as c (id, claim)
        where j.id = c.id and j.claim_id = c.claim returning j.id`)
      const still = new Set(kept.map(({ id }) => id))
      return jobs.filter(({ id }) => !still.has(id)).map(({ id }) => id)
    },

    ...outcomesOf(database),
  }
}

/** What becomes of a job that this process has claimed; of one that it has lost nothing does. */
const outcomesOf = (database: Database) => ({
  /** It is done: it goes, or waits for its next turn. */
  async done({ id, claimId }: Claimed, nextAt: Date | null): Promise<void> {
    const own = sql`where id = ${id} and claim_id = ${claimId}`
    await database.rows(
      nextAt === null
        ? sql`delete from platform.job ${own}`
        : sql`update platform.job set claim_id = null, due_at = ${nextAt}, attempts = 0, last_error = null ${own}`,
    )
  },

  /** Its attempt has failed: it waits for the next one, with `isNewTurn` as if it had had none, or has failed. */
  async failed(
    { id, claimId }: Claimed,
    { error, nextAt, isNewTurn, now }: { error: string; nextAt: Date | null; isNewTurn: boolean; now: Date },
  ): Promise<void> {
    await database.rows(sql`
      update platform.job set claim_id = null, due_at = ${nextAt ?? now}, failed_at = ${nextAt === null ? now : null},
        attempts = case when ${isNewTurn} then 0 else attempts end, last_error = ${error.slice(0, MAX_ERROR)}
      where id = ${id} and claim_id = ${claimId}`)
  },

  /** It was not tried in earnest: it is due at a moment, and that attempt does not count. */
  async giveBack({ id, claimId }: Claimed, at: Date): Promise<void> {
    await database.rows(sql`
      update platform.job set claim_id = null, due_at = ${at}, attempts = attempts - 1
      where id = ${id} and claim_id = ${claimId}`)
  },

  /** Others of its kind and tenant whose payload has this are not due before a moment either. */
  async postpone({ kind, tenantId }: Claimed, payload: Alike, at: Date): Promise<void> {
    // Whoever claims or postpones one of them at the moment goes first.
    await database.rows(sql`
      update platform.job set due_at = ${at} where id in (
        select id from platform.job
        where tenant_id = ${tenantId} and kind = ${kind} and failed_at is null and claim_id is null and due_at < ${at}
          and payload @> ${JSON.stringify(payload)}::jsonb
        for update skip locked)`)
  },

  /** It and those others are due at once after all. */
  wake: ({ kind, tenantId }: Claimed, payload: Alike, now: Date): Promise<void> =>
    wake({ db: database, companyId: tenantId, now }, { name: kind }, payload),
})

type Ask = { kinds: readonly JobKind[]; running: readonly Running[]; slots: number; isDue: Sql }

/** What could be done, of at most as many tenants as there are slots, those after `after`, and as many of each. */
const candidatesOf = (db: Transaction, { kinds, running, slots, isDue }: Ask, after: string): Promise<Candidate[]> => {
  const full = fullOf(kinds, running)
  const open = kinds.map(({ name }) => name).filter((name) => !full.kinds.includes(name))
  const could = sql`failed_at is null and kind = any(${open}) and ${isDue}
    and kind || ' ' || tenant_id <> all(${full.pairs})`
  return db.rows<Candidate>(sql`
    with recursive turn as (
      (select tenant_id from platform.job where ${could} and tenant_id > ${after} order by tenant_id limit 1)
      union all
      select (select tenant_id from platform.job where ${could} and tenant_id > t.tenant_id order by tenant_id limit 1)
      from turn t where t.tenant_id is not null
    )
    select j.id, j.kind, j.tenant_id as "tenantId"
    from (select tenant_id from turn where tenant_id is not null limit ${slots}) t
    cross join lateral (
      select id, kind, tenant_id, due_at, number from platform.job o
      where ${could} and o.tenant_id = t.tenant_id and (order_key is null or not exists (
        select from platform.job b
        where b.kind = o.kind and b.order_key = o.order_key and b.number < o.number and b.failed_at is null))
      order by due_at, number limit ${slots}) j
    order by j.tenant_id, j.due_at, j.number`)
}

/** Claims those of them that are due still: whoever postpones one at the moment goes first. */
const take = (db: Transaction, chosen: readonly Candidate[], { isDue }: Ask, now: Date): Promise<Claimed[]> => {
  const until = new Date(now.getTime() + LEASE_MS)
  return db.rows<Claimed>(sql`
    update platform.job set claim_id = ${newId()}, due_at = ${until}, attempts = attempts + 1
    where id = any(${chosen.map(({ id }) => id)}) and failed_at is null and ${isDue}
    returning id, kind, tenant_id as "tenantId", payload, attempts, claim_id as "claimId"`)
}
