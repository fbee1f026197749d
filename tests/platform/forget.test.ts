// What is old is forgotten a little at a time, however much has been left; what is broken off goes on the next time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueMail } from '#mail/mail'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'
import { forgetOld } from '#privacy/forget'
import { type Service, START, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const HOUR_MS = 3_600_000
const before = (hours: number) => new Date(START.getTime() - hours * HOUR_MS)
/** Mails of six hours, one each half hour, and one that is twenty days older. */
const OLD = [480, ...Array.from({ length: 12 }, (_, half) => 10 - half / 2)]
const YOUNG = [4, 3]

beforeEach(async () => {
  for (const hours of [...OLD, ...YOUNG]) {
    const mail = { to: 'karin@example.com', subject: 's', text: 't' }
    await service.operate((call) => queueMail({ ...call, now: before(hours) }, mail))
  }
})

const left = async (): Promise<number> => (await service.database.rows(sql`select from platform.mail`)).length

/** Forgets what is older than four and a half hours; answers how many were, and how many in each statement. */
const forget = async ({ signal, each = () => {} }: { signal?: AbortSignal; each?: (steps: number) => void } = {}) => {
  const steps: number[] = []
  const rows: Database['rows'] = async (statement, name) => {
    const found = await service.usedDatabase.rows<never>(statement, name)
    if (statement.text.includes('delete')) each(steps.push(found.length))
    return found
  }
  const old = { table: sql`platform.mail`, at: sql`created_at`, upto: before(4.25), signal }
  return { gone: await forgetOld({ ...service.usedDatabase, rows }, old), steps }
}

test('an hour is forgotten at a time, the oldest first, and hours of which nothing is left cost nothing', async () => {
  expect(await forget()).toEqual({ gone: OLD.length, steps: [1, 3, 3, 3, 3] })
  expect(await left()).toBe(YOUNG.length)
  expect(await forget()).toEqual({ gone: 0, steps: [] })
  await service.database.rows(sql`delete from platform.mail`)
})

test('what a signal ends answers what is gone, and goes on the next time', async () => {
  const ending = new AbortController()
  const each = (steps: number) => {
    if (steps === 2) ending.abort()
  }
  expect(await forget({ signal: ending.signal, each })).toEqual({ gone: 4, steps: [1, 3] })
  expect(await left()).toBe(9 + YOUNG.length)
  expect(await forget({ signal: ending.signal })).toEqual({ gone: 0, steps: [] })
  expect(await forget()).toEqual({ gone: 9, steps: [3, 3, 3] })
  expect(await left()).toBe(YOUNG.length)
})
