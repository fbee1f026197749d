// A claim may end while its process still works at the job, as after a minute without a database.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object } from '#http'
import { LEASE_MS } from '#jobs/job-store'
import { newId } from '#platform/id'
import { defineJob, JOBS_CHANNEL, type JobKind, listJobs, queueJob, type Work } from '#platform/job'
import { sql } from '#platform/sql'
import { newRunner } from '#support/jobs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ listens: true })
})
afterAll(() => service.close())

const kind: JobKind = {
  name: 'anew.do',
  payload: object({}),
  pausesMs: [1000],
  timeLimitMs: 60_000,
  atOnce: 16,
  perTenant: 16,
}

const states = async () =>
  (await service.operate((call) => listJobs(call, { failed: false, limit: 1000 }))).filter(
    ({ kind: name }) => name === kind.name,
  )

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(5)
}

/** Work that goes on until it is let go. */
const held = () => {
  let letGo: () => void = () => {}
  const end = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { end, letGo: () => letGo() }
}

test('it is begun anew there, and its former attempt ends nothing but itself', async () => {
  const works = [held(), held()]
  const reasons: unknown[] = []
  let begun = 0
  const run = async ({ signal }: Work) => {
    const own = begun
    begun += 1
    signal.addEventListener('abort', () => reasons.push([own, signal.reason]))
    await works[own]?.end
  }
  await service.operate((call) => queueJob(call, kind, {}))
  const runner = newRunner(service, [defineJob(kind, run)], [], { patience: { renewMs: 300 } })
  runner.start()
  await until(() => begun === 1)
  const isOver = new Date(service.now().getTime() - 1)
  await service.database.rows(sql`
    update platform.job set due_at = ${isOver}, claim_id = ${newId()} where kind = ${kind.name}`)
  await service.database.rows(sql`select pg_notify(${JOBS_CHANNEL}, '')`)
  await until(() => begun === 2)
  works[0]?.letGo()
  // The later one is still held by its process, which renews its claim.
  service.setNow(new Date(service.now().getTime() + LEASE_MS - 1000))
  const lastsTo = service.now().getTime() + LEASE_MS
  await until(async () => (await states())[0]?.dueAt.getTime() === lastsTo)
  expect(reasons).toMatchObject([[0, { message: 'Another process has taken the job over' }]])
  works[1]?.letGo()
  await until(async () => (await states()).length === 0)
  expect(begun).toBe(2)
  await runner.stop()
})
