// What waits and what is claimed goes by one clock, that of the database, and survives that a clock is put back.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { object } from '#http'
import { LEASE_MS } from '#jobs/job-store'
import { defineJob, type JobKind, listJobs, queueJob } from '#platform/job'
import { newRunner } from '#support/jobs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const kindOf = (name: string, more: Partial<JobKind> = {}): JobKind => ({
  name,
  payload: object({}),
  pausesMs: [1000],
  timeLimitMs: MINUTE_MS,
  atOnce: 16,
  perTenant: 16,
  ...more,
})

const after = (ms: number) => service.setNow(new Date(service.now().getTime() + ms))

const stateOf = async ({ name }: JobKind) =>
  (await service.operate((call) => listJobs(call, { failed: false, limit: 1000 }))).find(({ kind }) => kind === name)

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(5)
}

describe('processes whose clocks differ', () => {
  /** A process that goes by the clock of the database, with one of its own that is ahead by so much. */
  const machine = (kind: JobKind, aheadMs: number, run: () => Promise<unknown>) =>
    newRunner(service, [defineJob(kind, run)], [], { clock: () => new Date(Date.now() + aheadMs), dueBy: undefined })

  test.each([-2 * HOUR_MS, -2 * MINUTE_MS, 2 * MINUTE_MS, 2 * HOUR_MS])(
    'do no job twice, where one is ahead by %i ms',
    async (aheadMs) => {
      const kind = kindOf('claimed.do')
      let letGo = () => {}
      const end = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await service.operate((call) => queueJob(call, kind, {}))
      const doing = machine(kind, 0, () => end).runDue()
      await until(async () => (await stateOf(kind))?.attempts === 1)
      expect(await machine(kind, aheadMs, async () => {}).runDue()).toBe(0)
      letGo()
      expect(await doing).toBe(1)
      expect(await stateOf(kind)).toBeUndefined()
    },
  )

  test('do at once what one has queued that is ahead', async () => {
    const kind = kindOf('ahead.do')
    const now = new Date(Date.now() + 10 * HOUR_MS)
    await service.operate((call) => queueJob({ ...call, now }, kind, {}))
    // Before the look for times that are too far ahead: it is due.
    const due = (await stateOf(kind))?.dueAt.getTime() ?? Number.POSITIVE_INFINITY
    expect(due).toBeLessThan(now.getTime() - 9 * HOUR_MS)
    expect(await machine(kind, 0, async () => {}).runDue()).toBe(1)
  })
})

describe('after the clock was put back by half an hour', () => {
  const long = { pausesMs: [10_000, 16 * HOUR_MS] }

  test('what is done by itself is due, though its turn is yet to come', async () => {
    const kind = kindOf('turn.do', { ...long, everyMs: HOUR_MS })
    let turns = 0
    const run = async () => {
      turns += 1
    }
    const runner = newRunner(service, [defineJob(kind, run)])
    await runner.runDue()
    // A clock that is set right by seconds hurries nothing.
    after(-MINUTE_MS)
    await runner.runDue()
    expect(turns).toBe(1)
    after(-29 * MINUTE_MS)
    await runner.runDue()
    await runner.runDue()
    expect(turns).toBe(2)
  })

  test('what waits for its next attempt is tried, and what was just queued is done', async () => {
    const kind = kindOf('pause.do', long)
    let attempts = 0
    const run = async () => {
      attempts += 1
      if (attempts === 1) throw new Error('Not now')
    }
    await service.operate((call) => queueJob(call, kind, {}))
    const runner = newRunner(service, [defineJob(kind, run)])
    expect(await runner.runDue()).toBe(0)
    await service.operate((call) => queueJob(call, kind, {}))
    after(-30 * MINUTE_MS)
    expect(await runner.runDue()).toBe(2)
  })

  test('what a process that is gone has claimed is taken over when a claim has passed', async () => {
    const kind = kindOf('gone.do', long)
    await service.operate((call) => queueJob(call, kind, {}))
    let isBegun = false
    let letGo = () => {}
    const end = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const gone = () => {
      isBegun = true
      return end
    }
    const lost = newRunner(service, [defineJob(kind, gone)], [], { patience: { renewMs: HOUR_MS, stopMs: HOUR_MS } })
    const losing = lost.runDue()
    await until(async () => isBegun)
    // It looks for no more jobs, or it would take its own again.
    void lost.stop()
    after(-30 * MINUTE_MS)
    const other = newRunner(service, [defineJob(kind, async () => {})])
    expect(await other.runDue()).toBe(0)
    after(LEASE_MS)
    expect(await other.runDue()).toBe(1)
    // While its database is there: it looks once more when its attempt has ended.
    letGo()
    await losing
  })
})
