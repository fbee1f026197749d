// Jobs stand on the first machine of a spread database, and what queues them speaks to the machine of its company: who
// does them is woken by what is told there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object, Type } from '#http'
import { type JobKind, job, queue, type Work } from '#platform/job'
import { newRunner } from '#support/jobs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const Of = object({ companyId: Type.String() })
const kind: JobKind<typeof Of> = {
  ...{ name: 'spread.do', payload: Of, pausesMs: [1000], timeLimitMs: 60_000, atOnce: 16, perTenant: 16 },
}

/** So many that they stand on both machines. */
const COMPANIES = 8
/** It looks by itself in an hour. */
const PATIENCE = { lookMs: 3_600_000, unheardMs: 20 }

test('a job is done at once, whichever machine its company is on', async () => {
  const done: string[] = []
  const run = async ({ payload }: Work<{ companyId: string }>) => done.push(payload.companyId)
  const runner = newRunner(service, [job(kind, run)], [], { patience: PATIENCE })
  runner.start()
  await expect.poll(() => service.usedDatabase.notices.areHeard()).toBe(true)
  const ids: string[] = []
  for (let count = 0; count < COMPANIES; count += 1) {
    const { id } = await service.newCompany()
    ids.push(id)
    await service.operateFor(id, (call) => queue(call, kind, { companyId: id }))
    await expect.poll(() => done, { timeout: 60_000 }).toEqual(ids)
  }
  await runner.stop()
})
