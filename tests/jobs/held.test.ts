// Jobs that a transaction has changed that has not ended yet: no other jobs wait for it.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object, Type } from '#http'
import { newId } from '#platform/id'
import { defineJob, type JobKind, queueJob, type Work, withdrawJobs } from '#platform/job'
import { sql } from '#platform/sql'
import { newRunner } from '#support/jobs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ listens: true })
})
afterAll(() => service.close())

const Keyed = object({ key: Type.String() })
const kindOf = (name: string): JobKind<typeof Keyed> => ({
  name,
  payload: Keyed,
  pausesMs: [1000],
  timeLimitMs: 60_000,
  atOnce: 16,
  perTenant: 16,
  orderKeyOf: ({ key }) => key,
})

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(5)
}

test('what a long transaction queues anew keeps those of other tenants waiting for nothing', async () => {
  const kind = kindOf('held.do')
  const one = newId()
  const other = newId()
  const done: string[] = []
  const run = async ({ payload }: Work<{ key: string }>) => done.push(payload.key)
  const runner = newRunner(service, [defineJob(kind, run)])
  const queueFor = (companyId: string, key: string) =>
    service.operate((call) => queueJob({ ...call, companyId }, kind, { key }))
  for (const key of ['a', 'b', 'c']) await queueFor(one, key)
  await queueFor(other, 'd')
  await service.database.transaction(async (db) => {
    await withdrawJobs({ db }, kind, ['a', 'b', 'c'])
    expect(await runner.runDue()).toBe(1)
    expect(done).toEqual(['d'])
    await queueFor(other, 'e')
    expect(await runner.runDue()).toBe(1)
    await queueJob({ db, now: service.now(), companyId: one }, kind, { key: 'c' })
  })
  expect(await runner.runDue()).toBe(1)
  expect(done).toEqual(['d', 'e', 'c'])
})

test('what was held is looked at again soon, also without a notification', async () => {
  const kind = kindOf('soon.do')
  await service.operate((call) => queueJob(call, kind, { key: 'a' }))
  let looks = 0
  let isDone = false
  const mayChange = async () => {
    looks += 1
  }
  const run = async () => {
    isDone = true
  }
  const patience = { lookMs: 3_600_000, unheardMs: 3_600_000, heldMs: 20 }
  const runner = newRunner(service, [defineJob(kind, run)], [], { mayChange, patience })
  await service.database.transaction(async (db) => {
    await db.rows(sql`select from platform.job where kind = ${kind.name} for update`)
    runner.start()
    await until(() => looks > 2)
    expect(isDone).toBe(false)
  })
  await until(() => isDone)
  await runner.stop()
})
