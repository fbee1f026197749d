// Jobs on a real database: queued with what wants them, done at least once by any of several processes, in the order of
// their key, in fair shares, until they are done or have failed for good.
import { setTimeout as pause, setImmediate as soon } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { object, Type } from '#http'
import { LEASE_MS } from '#jobs/job-store'
import type { Database } from '#platform/db'
import { newId } from '#platform/id'
import {
  defineJob,
  dropJob,
  FAILED_KEPT_MS,
  FinalFailure,
  forgetFailedJobs,
  type JobKind,
  listJobs,
  Postponed,
  queueJob,
  queueJobs,
  retryJobs,
  type Work,
} from '#platform/job'
import { sql } from '#platform/sql'
import { newRunner } from '#support/jobs'
import { type Service, START, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ listens: true })
})
afterAll(() => service.close())

const Numbered = object({ key: Type.String(), number: Type.Integer() })

/** A kind of a test's own: runners do nothing of other tests. */
const kindOf = (name: string, more: Partial<JobKind<typeof Numbered>> = {}): JobKind<typeof Numbered> => ({
  name,
  payload: Numbered,
  pausesMs: [1000, 1000],
  timeLimitMs: 60_000,
  atOnce: 16,
  perTenant: 16,
  ...more,
})

const byItself = (name: string, more: Partial<JobKind> = {}): JobKind => ({
  name,
  payload: object({}),
  pausesMs: [1000],
  timeLimitMs: 60_000,
  atOnce: 1,
  perTenant: 1,
  everyMs: 3_600_000,
  ...more,
})

const after = (ms: number) => service.setNow(new Date(service.now().getTime() + ms))

const statesOf = async (kind: string) =>
  (await service.operate((call) => listJobs(call, { failed: false, limit: 1000 }))).filter((one) => one.kind === kind)

/** Work that goes on until it is let go. */
const held = () => {
  let letGo: () => void = () => {}
  const end = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { end, letGo: () => letGo() }
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(5)
}

describe('a job', () => {
  test('is done when what queued it has committed, and never when that is undone', async () => {
    const kind = kindOf('commit.do')
    const done: unknown[] = []
    const runner = newRunner(service, [defineJob(kind, async ({ payload }) => done.push(payload))])
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    const undone = service.operate(async (call) => {
      await queueJob(call, kind, { key: 'a', number: 2 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await runner.runDue()).toBe(1)
    expect(done).toEqual([{ key: 'a', number: 1 }])
    expect(await statesOf(kind.name)).toEqual([])
  })

  test('that is postponed takes along those of its tenant that wait for the same, and only these', async () => {
    const kind = kindOf('postpone.do', { atOnce: 2, perTenant: 2, postponedMs: 60_000 })
    const begun: string[] = []
    const end = new Date(service.now().getTime() + 60_000)
    const postpone = async ({ payload: { key }, now }: Work<{ key: string; number: number }>) => {
      begun.push(key)
      if (key === 'shut' && now < end) throw new Postponed(end, { key })
    }
    const runner = newRunner(service, [defineJob(kind, postpone)])
    const numbers = Array.from({ length: 30 }, (_, number) => number)
    const company = await service.newCompany()
    await service.operateFor(company.id, (call) =>
      queueJobs(call, kind, [
        ...numbers.map((number) => ({ key: 'shut', number })),
        ...numbers.slice(0, 3).map((number) => ({ key: 'open', number })),
      ]),
    )
    await service.operate((call) => queueJobs(call, kind, [{ key: 'shut', number: 0 }]))
    expect(await runner.runDue()).toBe(3)
    // Of the company, those that were begun together, and the one without a tenant.
    expect(begun.filter((key) => key === 'shut').length).toBeLessThanOrEqual(3)
    expect(begun.filter((key) => key === 'open')).toHaveLength(3)
    const waiting = await statesOf(kind.name)
    expect(waiting).toHaveLength(31)
    for (const one of waiting) expect(one).toMatchObject({ state: 'waiting', attempts: 0, dueAt: end })
    after(60_000)
    expect(await runner.runDue()).toBe(31)
  })

  test('that was postponed for what was over by then is due at once, with those like it', async () => {
    const kind = kindOf('over.do', { atOnce: 2, perTenant: 2, postponedMs: 60_000 })
    const begun: number[] = []
    const end = new Date(service.now().getTime() + 60_000)
    const postpone = async ({ payload: { number } }: Work<{ key: string; number: number }>) => {
      begun.push(number)
      if (begun.length === 1) throw new Postponed(end, { key: 'shut' }, async () => false)
    }
    const runner = newRunner(service, [defineJob(kind, postpone)])
    const company = await service.newCompany()
    await service.operateFor(company.id, (call) =>
      queueJobs(
        call,
        kind,
        [0, 1, 2, 3].map((number) => ({ key: 'shut', number })),
      ),
    )
    await runner.runDue()
    await runner.runDue()
    expect(begun.slice(1).sort()).toEqual([0, 1, 2, 3])
    expect(await statesOf(kind.name)).toEqual([])
  })

  test('that fails is tried again after its pauses, then stands where the operator sees it', async () => {
    const kind = kindOf('fail.do')
    const reports: string[] = []
    const attempts: [number, boolean][] = []
    const fail = async ({ attempt, isLast }: Work) => {
      attempts.push([attempt, isLast])
      throw new Error('No luck')
    }
    const runner = newRunner(service, [defineJob(kind, fail)], reports)
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    for (const ms of [0, 999, 1, 1000, 1_000_000]) {
      after(ms)
      expect(await runner.runDue()).toBe(0)
    }
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
    expect(reports.at(-1)).toMatch(/at attempt 3 and has failed for good/)
    const [failed] = await statesOf(kind.name)
    const payload = { key: 'a', number: 1 }
    expect(failed).toMatchObject({ state: 'failed', attempts: 3, lastError: 'No luck', payload, tenantId: null })
    // The operator lets it be tried once more, and has it dropped.
    expect(await service.operate((call) => retryJobs(call, { kind: kind.name }))).toBe(1)
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await runner.runDue()
    expect(attempts).toHaveLength(4)
    const id = failed?.id ?? ''
    expect(await service.operate((call) => dropJob(call, id))).toBe(true)
    expect(await service.operate((call) => dropJob(call, id))).toBe(false)
    expect(await statesOf(kind.name)).toEqual([])
  })

  test('that no attempt would help fails at once; it is kept for a while', async () => {
    const kind = kindOf('final.do')
    const runner = newRunner(service, [defineJob(kind, async () => Promise.reject(new FinalFailure('Never')))])
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    const dayBefore = new Date(START.getTime() - 24 * 3_600_000)
    await service.database.rows(sql`
      insert into platform.job (id, kind, tenant_id, payload, queued_at, due_at)
      values (${newId()}, ${kind.name}, ${newId()}, '{"key": 7}', ${dayBefore}, ${START})`)
    await runner.runDue()
    const failed = await statesOf(kind.name)
    expect(failed).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
    expect(failed.map(({ lastError }) => lastError).sort()).toEqual([
      expect.stringMatching(/^Its payload is wrong: #\/\w+ /),
      'Never',
    ])
    const at = (ms: number) => new Date(service.now().getTime() + ms)
    await forgetFailedJobs(service.database, at(FAILED_KEPT_MS - 1))
    expect(await statesOf(kind.name)).toHaveLength(2)
    await forgetFailedJobs(service.database, at(FAILED_KEPT_MS))
    expect(await statesOf(kind.name)).toEqual([])
  })

  test('that takes too long is broken off, whether it heeds that or not', async () => {
    const kind = kindOf('slow.do', { timeLimitMs: 20, pausesMs: [] })
    const signals: AbortSignal[] = []
    const runner = newRunner(service, [
      defineJob(kind, ({ signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      }),
    ])
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    expect(await runner.runDue()).toBe(0)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'failed', lastError: 'It took more than 0.02 seconds' }])
  })

  test('whose process is gone is taken over when its claim is over, and fails when that happens each time', async () => {
    const kind = kindOf('killed.do', { pausesMs: [1000] })
    const lost = held()
    // What is gone renews nothing, however long this takes.
    const gone = { patience: { renewMs: 3_600_000 } }
    const deaf = newRunner(service, [defineJob(kind, () => lost.end)], [], gone)
    const other = newRunner(service, [defineJob(kind, () => lost.end)], [], gone)
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    const first = deaf.runDue()
    await until(async () => (await statesOf(kind.name))[0]?.state === 'running')
    expect(await newRunner(service, [defineJob(kind, async () => {})]).runDue()).toBe(0)
    after(LEASE_MS)
    const second = other.runDue()
    await until(async () => (await statesOf(kind.name))[0]?.attempts === 2)
    after(LEASE_MS)
    expect(await newRunner(service, [defineJob(kind, async () => {})]).runDue()).toBe(0)
    expect(await statesOf(kind.name)).toMatchObject([
      { state: 'failed', lastError: 'The process that ran it ended each time before it was done' },
    ])
    // Those that come back after all change nothing any more.
    lost.letGo()
    await Promise.all([first, second])
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'failed', attempts: 3 }])
  })

  test('that takes long stays with its process, and ends there when another one has it after all', async () => {
    const kind = kindOf('long.do')
    const work = held()
    const reasons: unknown[] = []
    const run = async ({ signal }: Work) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason))
      await work.end
    }
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    const busy = newRunner(service, [defineJob(kind, run)], [], { patience: { renewMs: 50 } })
    const doing = busy.runDue()
    const due = async () => (await statesOf(kind.name))[0]?.dueAt.getTime() ?? 0
    await until(async () => (await statesOf(kind.name))[0]?.state === 'running')
    for (let count = 0; count < 3; count += 1) {
      after(LEASE_MS - 1000)
      await until(async () => (await due()) === service.now().getTime() + LEASE_MS)
    }
    expect(await newRunner(service, [defineJob(kind, async () => {})]).runDue()).toBe(0)
    await service.database.rows(sql`update platform.job set claim_id = ${newId()} where kind = ${kind.name}`)
    expect(await doing).toBe(0)
    expect(reasons).toMatchObject([{ message: 'Another process has taken the job over' }])
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'running', attempts: 1 }])
    work.letGo()
  })

  test('that was given back and claimed anew is not aborted by messages about its former claim', async () => {
    const kind = kindOf('anew.do')
    const asked = held()
    const anew = held()
    const told = held()
    // The first renewal is asked for while the job has its first claim, and comes through when it has the second one.
    const rows: Database['rows'] = async (statement, name) => {
      if (!statement.text.includes('unnest')) return service.usedDatabase.rows(statement, name)
      asked.letGo()
      await anew.end
      return service.usedDatabase.rows<never>(statement, name).finally(() => void soon().then(told.letGo))
    }
    const run = async ({ now }: Work) => {
      if (begun.push(now) === 1) {
        await asked.end
        throw new Postponed(now)
      }
      anew.letGo()
      await told.end
    }
    const begun: Date[] = []
    const database = { ...service.usedDatabase, rows }
    const runner = newRunner(service, [defineJob(kind, run)], [], { database, patience: { renewMs: 50 } })
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    expect(await runner.runDue()).toBe(1)
    expect(begun).toHaveLength(2)
  })

  test('that is just being postponed is not begun, and no other job waits for that', async () => {
    const kind = kindOf('late.do')
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    const later = new Date(service.now().getTime() + 60_000)
    await service.database.transaction(async (db) => {
      await db.rows(sql`update platform.job set due_at = ${later} where kind = ${kind.name}`)
      expect(await newRunner(service, [defineJob(kind, async () => {})]).runDue()).toBe(0)
    })
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'waiting', attempts: 0, dueAt: later }])
  })

  test('that is done by itself has one row, however many processes there are, and goes on after failures', async () => {
    let fails = false
    let turns = 0
    const kind = byItself('turns.do', { pausesMs: [] })
    const turn = defineJob(kind, async () => {
      turns += 1
      if (fails) throw new Error('Not now')
    })
    const runners = [1, 2, 3].map(() => newRunner(service, [turn]))
    const all = () => Promise.all(runners.map((runner) => runner.runDue()))
    await all()
    expect(turns).toBe(1)
    after(3_599_999)
    await all()
    expect(turns).toBe(1)
    after(1)
    fails = true
    await all()
    expect(turns).toBe(2)
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'waiting', attempts: 0, lastError: 'Not now' }])
    fails = false
    after(3_600_000)
    await all()
    expect(turns).toBe(3)
    const [row] = await statesOf(kind.name)
    expect(row).toMatchObject({ state: 'waiting', lastError: null })
    expect(await service.operate((call) => dropJob(call, row?.id ?? ''))).toBe(false)
  })
})

describe('several', () => {
  test("of one company do not keep another one's waiting, nor of one kind those of another", async () => {
    const kind = kindOf('share.do', { atOnce: 4, perTenant: 2 })
    const urgent = kindOf('urgent.do')
    const [one, other] = [newId(), newId()].sort()
    const begun: string[] = []
    const gate = held()
    const run = async ({ payload }: Work) => {
      begun.push((payload as { key: string }).key)
      await gate.end
    }
    const runner = newRunner(service, [defineJob(kind, run), defineJob(urgent, run)])
    const many = Array.from({ length: 1000 }, (_, number) => ({ key: 'many', number }))
    await service.operate((call) => queueJobs({ ...call, companyId: other ?? '' }, kind, many))
    await service.operate((call) => queueJob({ ...call, companyId: one ?? '' }, kind, { key: 'few', number: 1 }))
    await service.operate((call) => queueJob({ ...call, companyId: other ?? '' }, urgent, { key: 'urgent', number: 1 }))
    const running = runner.runDue()
    await until(() => begun.length === 4)
    expect([...begun].sort()).toEqual(['few', 'many', 'many', 'urgent'])
    await service.database.rows(sql`delete from platform.job where kind = ${kind.name} and claim_id is null`)
    gate.letGo()
    expect(await running).toBe(4)
    expect(begun).toHaveLength(4)
  })

  test('are done at least once each, those of a key in their order, despite failures and dying processes', async () => {
    const runs = fc.record({
      keys: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 }),
      // Which attempts fail, and which processes die in the midst of one: by the count of attempts in all.
      failing: fc.uniqueArray(fc.nat(20), { maxLength: 6 }),
      dying: fc.uniqueArray(fc.nat(20), { maxLength: 3 }),
      runners: fc.integer({ min: 1, max: 3 }),
    })
    let number = 0
    await fc.assert(
      fc.asyncProperty(runs, async ({ keys, failing, dying, runners }) => {
        number += 1
        const kind = kindOf(`order${'x'.repeat(number)}.do`, {
          pausesMs: Array(40).fill(1000),
          orderKeyOf: ({ key }) => key,
        })
        const payloads = keys.map((key, place) => ({ key, number: place }))
        await service.operate((call) => queueJobs(call, kind, payloads))
        const finished: { key: string; number: number }[] = []
        let attempts = 0
        let death = held()
        const run = async ({ payload }: Work<{ key: string; number: number }>) => {
          const attempt = attempts++
          await soon()
          if (dying.includes(attempt)) {
            death.letGo()
            return new Promise(() => {})
          }
          if (failing.includes(attempt)) throw new Error('No luck')
          finished.push(payload)
        }
        // One that was done by a process whose time was up is done once more: that counts once.
        const isOver = async () =>
          new Set(finished.map((one) => one.number)).size === payloads.length &&
          (await statesOf(kind.name)).length === 0
        for (let round = 0; round < 60 && !(await isOver()); round += 1) {
          // A process that dies does so in the midst of its jobs, and others come in its place.
          const team = Array.from({ length: runners }, () => newRunner(service, [defineJob(kind, run)]))
          const working = Promise.all(team.map((runner) => runner.runDue()))
          await Promise.race([working, death.end])
          death = held()
          after(LEASE_MS)
        }
        const doneOf = (key: string) => [...new Set(finished.filter((one) => one.key === key).map((one) => one.number))]
        for (const key of new Set(keys))
          expect(doneOf(key)).toEqual(payloads.filter((one) => one.key === key).map((one) => one.number))
        expect(await statesOf(kind.name)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})

describe('a runner', () => {
  test('that sleeps is woken by a commit of any process, and does nothing meanwhile', async () => {
    const kind = kindOf('woken.do')
    const done: number[] = []
    const patience = { lookMs: 3_600_000, unheardMs: 20 }
    const run = async ({ payload }: Work<{ number: number }>) => done.push(payload.number)
    const runner = newRunner(service, [defineJob(kind, run)], [], { patience })
    runner.start()
    await until(() => service.usedDatabase.notices.areHeard())
    for (const number of [1, 2, 3]) {
      await service.database.transaction((db) => queueJob({ db, now: service.now() }, kind, { key: 'a', number }))
      await until(() => done.length === number)
    }
    expect(done).toEqual([1, 2, 3])
    // One on each machine.
    const counts = await service.database.rows<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where query ilike 'listen %' and datname = current_database()`)
    expect(new Set(counts.map(({ count }) => count))).toEqual(new Set([1]))
    await runner.stop()
  })

  test('hears again after its connection was lost', async () => {
    const kind = kindOf('lost.do')
    const done: number[] = []
    const patience = { lookMs: 3_600_000, unheardMs: 3_600_000 }
    const runner = newRunner(service, [defineJob(kind, async () => done.push(1))], [], { patience })
    runner.start()
    await until(() => service.usedDatabase.notices.areHeard())
    await service.database.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen %' and datname = current_database()`)
    await until(() => !service.usedDatabase.notices.areHeard())
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    await until(() => done.length === 1)
    await runner.stop()
  })

  test('that stops waits a little for its jobs; what is broken off is due at once, as if it had not been tried', async () => {
    const kind = kindOf('stop.do')
    const reports: string[] = []
    const patience = { stopMs: 20, breakOffMs: 10_000 }
    // The database says that it is running a moment before the process has begun it.
    let isBegun = false
    const run = () => {
      isBegun = true
      return new Promise(() => {})
    }
    const runner = newRunner(service, [defineJob(kind, run)], reports, { patience })
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    runner.start()
    await until(() => isBegun)
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'running' }])
    await runner.stop()
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'waiting', attempts: 0, lastError: null }])
    expect(reports).toEqual([])
    expect(await newRunner(service, [defineJob(kind, async () => {})]).runDue()).toBe(1)
  })

  test('changes nothing while nothing may be changed', async () => {
    const kind = kindOf('full.do')
    const mayChange = () => Promise.reject(new Error('The disk is full'))
    await service.operate((call) => queueJob(call, kind, { key: 'a', number: 1 }))
    const runner = newRunner(service, [defineJob(kind, async () => {})], [], { mayChange })
    await expect(runner.runDue()).rejects.toThrow('The disk is full')
    expect(await statesOf(kind.name)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  test('does by itself what each process has to itself', async () => {
    const turns: string[] = []
    const kind = byItself('local.do', { inEachProcess: true })
    const runners = ['one', 'other'].map((name) => newRunner(service, [defineJob(kind, async () => turns.push(name))]))
    for (const runner of runners) runner.start()
    await until(() => turns.length === 2)
    expect(turns.sort()).toEqual(['one', 'other'])
    for (const runner of runners) await runner.stop()
    expect(await statesOf(kind.name)).toEqual([])
  })
})

test('the database holds that a failed job has no claim, and that a payload is small', async () => {
  const insert = (payload: string, more: Record<string, unknown> = {}) => {
    const { claim = null, failed = null } = more as { claim?: string | null; failed?: Date | null }
    return service.database.rows(sql`
      insert into platform.job (id, kind, tenant_id, payload, queued_at, due_at, claim_id, failed_at)
      values (${newId()}, 'check.do', ${newId()}, ${payload}, ${START}, ${START}, ${claim}, ${failed})`)
  }
  await expect(insert('{}', { claim: newId(), failed: START })).rejects.toMatchObject({ code: '23514' })
  await expect(insert('[]')).rejects.toMatchObject({ code: '23514' })
  await expect(insert(JSON.stringify({ text: 'x'.repeat(10_000) }))).rejects.toMatchObject({ code: '23514' })
  await insert('{}')
})
