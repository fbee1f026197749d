// Verification in the background: one run at a time checks all companies, reports its progress, and stores the faults.
// Faults contain no amounts: they name the company, the part, and the mismatch.
import { object, Type } from '#http'
import type { Call } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { defineJob, type Job, type JobKind, queueJob, type Work } from '#platform/job'
import { asItem, type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { operatorRefusals as refusals } from './refusals.ts'

/** Most faults that one run stores. */
export const MOST_FAULTS = 1000
/** How many runs are kept. */
const MOST_RUNS = 50
/** The time after which an unfinished run counts as lost, in milliseconds (a day). */
const LOST_MS = 24 * 60 * 60 * 1000

export type Named = { id: string; name: string }
export type Fault = { companyId: string | null; companyName: string; part: string; fault: string }

/** What was walked: how many journal entries, and what was found. */
export type Walked = { entries: number; faults: Fault[] }

/**
 * What walks: all companies with names in the order of their ids, some of them, at most `atOnce`, and what belongs to
 * none. `onWay` is told how many journal entries of these were walked.
 */
export type Walker = {
  companies: () => Promise<Named[]>
  atOnce: number
  walk: (companies: readonly Named[], onWay: (entries: number) => void) => Promise<Walked>
  walkRest: () => Promise<Fault[]>
}

export const verificationStates = ['running', 'sound', 'faulty', 'failed'] as const

export type Verification = {
  id: string
  begunAt: Date
  begunBy: string
  state: (typeof verificationStates)[number]
  companies: number | null
  companiesDone: number
  entries: number
  faults: number
  endedAt: Date | null
}

const Payload = object({ id: Type.String({ format: 'uuid' }) })

const verificationKind: JobKind<typeof Payload> = {
  name: 'books.verify',
  payload: Payload,
  pausesMs: [60_000],
  timeLimitMs: LOST_MS,
  atOnce: 1,
  perTenant: 1,
}

/** Starts a run; refused while one is running. */
export const beginVerification = async (call: Call): Promise<Verification> => {
  await call.db.rows(sql`select pg_advisory_xact_lock(hashtextextended('verification', 0))`)
  const [running] = await call.db.rows(sql`
    select from operator.verification where finished_at is null and failed_at is null
      and begun_at > ${new Date(call.now.getTime() - LOST_MS)}`)
  if (running) throw refusals.underWay()
  await forgetOldRuns(call)
  const id = newId()
  await call.db.rows(sql`
    insert into operator.verification (id, begun_at, begun_by) values (${id}, ${call.now}, ${call.actor.name})`)
  await queueJob(call, verificationKind, { id })
  recordEvent(call, 'verification.begun', { id }, { id })
  return readVerification(call, id)
}

const forgetOldRuns = async ({ db }: Call): Promise<void> => {
  await db.rows(sql`
    delete from operator.verification_fault where verification_id in (
      select id from operator.verification order by id desc offset ${MOST_RUNS - 1})`)
  await db.rows(sql`
    delete from operator.verification where id in (
      select id from operator.verification order by id desc offset ${MOST_RUNS - 1})`)
}

/** Records a run made by a command: when, its extent, and its faults. */
export const noteVerification = async (
  call: Call,
  run: { begunAt: Date; companies: number; entries: number; faults: readonly Fault[] },
): Promise<void> => {
  const { begunAt, companies, entries, faults } = run
  await forgetOldRuns(call)
  const id = newId()
  await call.db.rows(sql`
    insert into operator.verification (id, begun_at, begun_by, companies, companies_done, entries, faults, finished_at)
    values (${id}, ${begunAt}, ${call.actor.name}, ${companies}, ${companies}, ${entries}, ${faults.length}, now())`)
  await keepFaults(call.db, id, faults.slice(0, MOST_FAULTS), 0)
}

/** Stores the faults of a run, after those stored before. */
const keepFaults = async (db: Db, id: string, faults: readonly Fault[], before: number): Promise<void> => {
  const kept = faults.map((one, place) => ({
    number: before + place + 1,
    company_id: one.companyId,
    company_name: one.companyName,
    part: one.part,
    fault: one.fault,
  }))
  await db.rows(sql`
    insert into operator.verification_fault (verification_id, number, company_id, company_name, part, fault)
    select ${id}, number, company_id, company_name, part, fault
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as kept (number int, company_id uuid, company_name text, part text, fault text)`)
}

const columnsAt = (now: Date) => sql`v.id, v.begun_at as "begunAt", v.begun_by as "begunBy", v.companies,
  v.companies_done as "companiesDone", v.entries::int as entries, v.faults,
  coalesce(v.finished_at, v.failed_at) as "endedAt",
  case when v.failed_at is not null then 'failed'
    when v.finished_at is null and v.begun_at <= ${new Date(now.getTime() - LOST_MS)} then 'failed'
    when v.finished_at is null then 'running' when v.faults > 0 then 'faulty' else 'sound' end as state`

/** A page of the runs, latest first. */
export const listVerifications = (call: Call, request: PageRequest): Promise<Page<Verification>> => {
  const list: List<Verification, Verification> = {
    name: 'verifications',
    columns: columnsAt(call.now),
    from: sql`operator.verification v`,
    where: sql`true`,
    key: [sql`v.id`],
    keyOf: ({ id }) => [id],
    filters: { properties: { begunBy: { type: 'string', column: sql`v.begun_by` } } },
    itemOf: asItem,
  }
  return listPage({ ...call, companyId: '' }, list, request)
}

/** One run; refused as not found. */
export const readVerification = async ({ db, now }: Call, id: string): Promise<Verification> => {
  const found = await db.maybe<Verification>(sql`
    select ${columnsAt(now)} from operator.verification v where v.id = ${id}`)
  if (!found) throw refusals.noVerification({ id })
  return found
}

/** The last run that has ended or failed; null if there is none. */
export const lastVerification = ({ db, now }: Pick<Call, 'db' | 'now'>): Promise<Verification | null> =>
  db.maybe<Verification>(sql`
    select ${columnsAt(now)} from operator.verification v where v.finished_at is not null or v.failed_at is not null
    order by v.id desc limit 1`)

/** The faults of a run, in the order in which they were found. */
export const faultsOf = ({ db }: Call, id: string): Promise<Fault[]> =>
  db.rows<Fault>(sql`
    select company_id as "companyId", company_name as "companyName", part, fault from operator.verification_fault
    where verification_id = ${id} order by number limit ${MOST_FAULTS}`)

/** The job of a run. A process that was killed leaves it to another, which goes on where it was. */
export const verificationJob = (walkerOf: (work: Work) => Promise<Walker>): Job =>
  defineJob(verificationKind, async (work) => {
    const { payload, database, isLast } = work
    try {
      await walkAll(database, payload.id, await walkerOf(work), work.signal)
    } catch (cause) {
      if (isLast) await database.rows(sql`update operator.verification set failed_at = now() where id = ${payload.id}`)
      throw cause
    }
  })

const walkAll = async (database: Database, id: string, walker: Walker, signal: AbortSignal): Promise<void> => {
  const companies = await walker.companies()
  const run = await database.maybe<Run>(sql`
    update operator.verification set companies = ${companies.length} where id = ${id}
    returning reached, entries::int as entries, faults`)
  // No request waits for a run that is not kept any more.
  if (!run) return
  const { reached } = run
  const left = reached === null ? companies : companies.filter((company) => company.id > reached)
  let { entries, faults: count } = run
  /** What was found and how far it is are noted together: who goes on finds each fault once. */
  const note = (walked: Walked, { reached: at, isOver }: { reached: string | null; isOver: boolean }) =>
    database.transaction(async (db) => {
      await keepFaults(db, id, walked.faults.slice(0, Math.max(0, MOST_FAULTS - count)), count)
      entries += walked.entries
      count += walked.faults.length
      await db.rows(sql`
        update operator.verification set reached = ${at}, companies_done = ${done}, entries = ${entries},
          faults = ${count}, finished_at = ${isOver ? sql`now()` : sql`null`}
        where id = ${id}`)
    })
  let done = companies.length - left.length
  for (let first = 0; first < left.length; first += walker.atOnce) {
    signal.throwIfAborted()
    const some = left.slice(first, first + walker.atOnce)
    const walked = await walker.walk(some, () => signal.throwIfAborted())
    done += some.length
    await note(walked, { reached: some.at(-1)?.id ?? null, isOver: false })
  }
  await note({ entries: 0, faults: await walker.walkRest() }, { reached: companies.at(-1)?.id ?? null, isOver: true })
}

/** How far a run has come: the id of the last company that was walked, those before it in the order of ids. */
type Run = { reached: string | null; entries: number; faults: number }
