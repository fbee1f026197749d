// Jobs stand on the first machine of a spread database, and what queues them speaks to the machine of its company: who
// does them is woken by what is told there, and what happens on both happens on both or on none.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object, Type } from '#http'
import { changeCompany } from '#identity'
import { newId } from '#platform/id'
import { defineJob, type JobKind, queueJob, type Work } from '#platform/job'
import { sql } from '#platform/sql'
import { newAgency } from '#support/callers'
import { newRunner } from '#support/jobs'
import { connectAt, homeOf } from '#support/servers/spread'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const Of = object({ companyId: Type.String() })
const kind: JobKind<typeof Of> = {
  name: 'spread.do',
  payload: Of,
  pausesMs: [1000],
  timeLimitMs: 60_000,
  atOnce: 16,
  perTenant: 16,
}

/** So many that they stand on both machines. */
const COMPANIES = 8
/** It looks by itself in an hour. */
const PATIENCE = { lookMs: 3_600_000, unheardMs: 20 }

test('a job is done at once, whichever machine its company is on', async () => {
  const done: string[] = []
  const run = async ({ payload }: Work<{ companyId: string }>) => done.push(payload.companyId)
  const runner = newRunner(service, [defineJob(kind, run)], [], { patience: PATIENCE })
  runner.start()
  await expect.poll(() => service.usedDatabase.notices.areHeard()).toBe(true)
  const ids: string[] = []
  for (let count = 0; count < COMPANIES; count += 1) {
    const { id } = await service.newCompany()
    ids.push(id)
    await service.operateFor(id, (call) => queueJob(call, kind, { companyId: id }))
    await expect.poll(() => done, { timeout: 60_000 }).toEqual(ids)
  }
  await runner.stop()
})

/**
 * How long the first machine takes to be done with the job, in seconds: time to break off what waits for it. It
 * continues if the caller disconnects, as it would had the other machine lost its power.
 */
const SLOW_S = 3
const AT_WORK = `datname = current_database() and wait_event = 'PgSleep'`
const COMMITTING = `datname = current_database() and state = 'active' and query ~ 'commit$'`
const SOON = { timeout: 20_000 }

test('a company that breaks off while its job is being kept has neither the change nor the job', async () => {
  const { id, fiscalYearId } = await service.newCompany()
  const home = await homeOf(service.databaseUrl, id, service.usedDatabase.lookUps)
  if (!home) throw new Error('The database of this run is not spread over machines')
  const first = new Client({ connectionString: service.databaseUrl })
  await first.connect()
  first.on('error', () => {})
  await first.query(`create function platform.be_slow() returns trigger language plpgsql as $$
    begin perform pg_sleep(${SLOW_S}); return null; exception when query_canceled then return null; end $$`)
  await first.query(`create constraint trigger is_slow after insert on platform.job deferrable initially deferred
    for each row when (new.kind = 'spread.do') execute function platform.be_slow()`)
  const jobs = async () => (await first.query('select from platform.job where tenant_id = $1', [id])).rowCount
  const change = service.operateFor(id, async (call) => {
    await call.db.rows(sql`insert into ledger.series values (${id}, ${fiscalYearId}, 'Z', 1, '')`)
    // Said plainly: of what is copied there the cluster itself sees to it.
    await call.db.rows(sql`insert into platform.job (id, kind, tenant_id, payload, queued_at, due_at)
      values (${newId()}, ${kind.name}, ${id}, '{}', ${call.now}, ${call.now})`)
  })
  change.catch(() => {})
  const there = await connectAt(home)
  const atWork = async () => (await first.query(`select from pg_stat_activity where ${AT_WORK}`)).rowCount
  await expect.poll(atWork, SOON).toBe(1)
  const broken = await there.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${COMMITTING}`)
  expect(broken.rowCount).toBe(1)
  await expect(change).rejects.toThrow()
  await expect.poll(atWork, SOON).toBe(0)
  const changed = await there.query(`select from ledger.series where company_id = $1 and series = 'Z'`, [id])
  expect(changed.rowCount).toBe(0)
  expect(await jobs()).toBe(0)
  // The machine that broke off sees to it that nothing of it is left.
  await there.query('select recover_prepared_transactions()')
  expect(await jobs()).toBe(0)
  expect((await first.query('select from pg_prepared_xacts where database = current_database()')).rowCount).toBe(0)
  await first.query('drop trigger is_slow on platform.job')
  await service.operateFor(id, (call) => queueJob(call, kind, { companyId: id }))
  expect(await jobs()).toBe(1)
  await there.end()
  await first.end()
})

test('what companies change is told to their agency, on whichever machines they are', async () => {
  const ids = await Promise.all(Array.from({ length: COMPANIES }, async () => (await service.newCompany()).id))
  const { id: agencyId } = await newAgency(service, ids)
  for (const id of ids) await service.operateFor(id, (call) => changeCompany(call, { phone: '08-2' }))
  const told = await service.usedDatabase.rows<{ id: string }>(sql`
    select resource_id as id from platform.event
    where tenant_id = ${agencyId} and kind = 'client.changed' order by number`)
  expect(told.map(({ id }) => id)).toEqual(ids)
})
