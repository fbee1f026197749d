// While a new version is put in place, processes of both do jobs: what one does not understand is left to others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object, Type } from '#http'
import { defineJob, type JobKind, listJobs, queueJob } from '#platform/job'
import { newRunner } from '#support/jobs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const common = { name: 'grown.do', pausesMs: [], timeLimitMs: MINUTE_MS, atOnce: 16, perTenant: 16 }
const older: JobKind = { ...common, payload: object({ id: Type.String() }) }
const newer: JobKind = { ...common, payload: object({ id: Type.String(), by: Type.String() }) }

const after = (ms: number) => service.setNow(new Date(service.now().getTime() + ms))

const states = () => service.operate((call) => listJobs(call, { failed: false, limit: 100 }))

/** A process of a version, with the ids of what it has done. */
const processOf = (kind: JobKind) => {
  const done: string[] = []
  const reports: string[] = []
  const runner = newRunner(
    service,
    [defineJob(kind, async ({ payload }) => done.push((payload as { id: string }).id))],
    reports,
  )
  return { runner, done, reports }
}

const WRONG = /^Its payload is wrong: #\/by /

test('a payload that an older version does not understand waits for the newer one, with all its attempts', async () => {
  const old = processOf(older)
  const present = processOf(newer)
  await service.operate((call) => queueJob(call, newer, { id: 'a', by: 'newer' }))
  for (const ms of [0, 0, MINUTE_MS, MINUTE_MS]) {
    after(ms)
    expect(await old.runner.runDue()).toBe(0)
    expect(await states()).toMatchObject([{ state: 'waiting', attempts: 0, lastError: expect.stringMatching(WRONG) }])
  }
  expect(old.reports).toEqual([
    expect.stringMatching(/\(grown\.do\) is left for a day to later versions of the service/),
  ])
  expect(await present.runner.runDue()).toBe(0)
  after(MINUTE_MS)
  expect(await present.runner.runDue()).toBe(1)
  expect([old.done, present.done]).toEqual([[], ['a']])
  expect(await states()).toEqual([])
})

test('one that no process understands for a day has failed', async () => {
  const { runner, reports } = processOf(older)
  await service.operate((call) => queueJob(call, newer, { id: 'b', by: 'newer' }))
  await runner.runDue()
  after(DAY_MS - 1)
  await runner.runDue()
  expect(await states()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  after(MINUTE_MS)
  await runner.runDue()
  expect(await states()).toMatchObject([{ state: 'failed', lastError: expect.stringMatching(WRONG) }])
  expect(reports).toEqual([expect.stringContaining('is left'), expect.stringContaining('has failed for good')])
})

test('a kind that it does not know is not touched', async () => {
  const unknown = { ...newer, name: 'unknown.do' }
  await service.operate((call) => queueJob(call, unknown, { id: 'c', by: 'newer' }))
  expect(await processOf(older).runner.runDue()).toBe(0)
  const left = (await states()).filter(({ kind }) => kind === unknown.name)
  expect(left).toMatchObject([{ state: 'waiting', attempts: 0, lastError: null }])
})
