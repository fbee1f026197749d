// A runner that has been told to stop leaves what it has not begun to others.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object } from '#http'
import { defineJob, type JobKind, listJobs, queueJob } from '#platform/job'
import { newRunner } from '#support/jobs'
import { type Service, START, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ listens: true })
})
afterAll(() => service.close())

const kind: JobKind = {
  name: 'stopped.do',
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

test('what it comes to claim after it has stopped is given back, as if it had not been tried', async () => {
  let letGo = () => {}
  const end = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isAsked = false
  // Between its look for what is due and its claim.
  const mayChange = () => {
    isAsked = true
    return end
  }
  let isBegun = false
  const run = async () => {
    isBegun = true
  }
  await service.operate((call) => queueJob(call, kind, {}))
  const later = new Date(START.getTime() + 1000)
  service.setNow(later)
  const runner = newRunner(service, [defineJob(kind, run)], [], { mayChange, patience: { stopMs: 20, breakOffMs: 20 } })
  runner.start()
  await until(() => isAsked)
  await runner.stop()
  letGo()
  const isGivenBack = async () => (await states()).some(({ dueAt }) => dueAt.getTime() === later.getTime())
  await until(async () => isBegun || (await isGivenBack()))
  expect(isBegun).toBe(false)
  expect(await states()).toMatchObject([{ state: 'waiting', attempts: 0, lastError: null }])
  expect(await newRunner(service, [defineJob(kind, run)]).runDue()).toBe(1)
})
