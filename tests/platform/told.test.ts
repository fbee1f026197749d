// A waiter for a tenant is woken by its notification, and by nothing else; no waiter leaves anything behind.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/db'
import { type EventNotifications, openEventNotifications } from '#platform/event-notifications'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { until } from '#support/programs'
import { type Service, startService } from '#support/service'

let service: Service
let told: EventNotifications

beforeAll(async () => {
  service = await startService()
  told = openEventNotifications(service.usedDatabase, false)
})
afterAll(async () => {
  await told.close()
  await service.close()
})

/** Longer than any test. */
const LONG_MS = 1_000_000

const tell = (tenantId: string) => service.usedDatabase.tell(tenantId)
const never = () => new AbortController().signal

test('all who wait for a tenant are woken, and wait no more', async () => {
  const own = newId()
  const other = newId()
  const given = new AbortController()
  const elsewhere = told.beyond(other, told.mark(other), LONG_MS, given.signal)
  const waiting = Array.from({ length: 1000 }, () => told.beyond(own, told.mark(own), LONG_MS, never()))
  expect(told.waiting(own)).toEqual({ all: 1001, ofTenant: 1000 })
  tell(own)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]))
  expect(told.waiting(own)).toEqual({ all: 1, ofTenant: 0 })
  given.abort()
  expect(await elsewhere).toBe(false)
  expect(told.waiting(other)).toEqual({ all: 0, ofTenant: 0 })
})

test('of several processes, each counts for all of them who waits for one tenant', async () => {
  const own = newId()
  const one = openEventNotifications(service.usedDatabase, false, { processes: 4 })
  const waiting = [1, 2].map(() => one.beyond(own, one.mark(own), LONG_MS, never()))
  expect(one.waiting(own)).toEqual({ all: 2, ofTenant: 8 })
  await one.close()
  expect(await Promise.all(waiting)).toEqual([false, false])
})

test('what was told since the mark is not waited for, however much else was told', async () => {
  const own = newId()
  const mark = told.mark(own)
  tell(own)
  for (let others = 0; others < 25_000; others += 1) tell(newId())
  expect(await told.beyond(own, mark, LONG_MS, never())).toBe(true)
  expect(await told.beyond(newId(), told.mark(own), 1, never())).toBe(false)
})

test('who hangs up waits no more', async () => {
  const own = newId()
  const given = new AbortController()
  const waiting = told.beyond(own, told.mark(own), LONG_MS, given.signal)
  given.abort()
  expect(await waiting).toBe(false)
  expect(await told.beyond(own, told.mark(own), LONG_MS, given.signal)).toBe(false)
  expect(told.waiting(own)).toEqual({ all: 0, ofTenant: 0 })
})

test('who hears of others is woken by them, and asks who they are when something happens to itself', async () => {
  const own = newId()
  const one = newId()
  const other = newId()
  let others = [one]
  let asked = 0
  const hear = () =>
    told.hear(own, async () => {
      asked += 1
      return others
    })
  const woken = (by: string) => {
    const waiting = told.beyond(own, told.mark(own), LONG_MS, never())
    tell(by)
    return waiting
  }
  await Promise.all([hear(), hear()])
  expect(await woken(one)).toBe(true)
  await hear()
  expect(asked).toBe(1)
  others = [other]
  expect(await woken(own)).toBe(true)
  await hear()
  expect([asked, await woken(other)]).toEqual([2, true])
  const mark = told.mark(own)
  tell(one)
  expect(await told.beyond(own, mark, 1, never())).toBe(false)
})

test('a failed notification of another process is repeated a moment later', async () => {
  const beside = await startService({ beside: service })
  let failed = 0
  const real = beside.usedDatabase
  const counting: Database = {
    ...real,
    rows: (statement, name) =>
      real.rows<never>(statement, name).catch((cause) => {
        failed += 1
        throw cause
      }),
  }
  const here = openEventNotifications(service.usedDatabase, true)
  const there = openEventNotifications(counting, true)
  try {
    await until(() => service.usedDatabase.notices.areHeard())
    const own = newId()
    const mark = here.mark(own)
    await service.database.rows(sql`revoke execute on function pg_notify(text, text) from public`)
    real.tell(own)
    await until(() => failed > 0)
    await service.database.rows(sql`grant execute on function pg_notify(text, text) to public`)
    expect(await here.beyond(own, mark, 20_000, never())).toBe(true)
  } finally {
    await Promise.all([here.close(), there.close()])
    await beside.close()
  }
})

test('while other processes are not heard, no waiter waits for long', async () => {
  const beside = await startService({ beside: service })
  const there = openEventNotifications(beside.usedDatabase, true)
  // It is not connected yet.
  expect([told.patience(), there.patience()]).toEqual([Number.POSITIVE_INFINITY, 2000])
  await until(() => beside.usedDatabase.notices.areHeard())
  expect(there.patience()).toBe(Number.POSITIVE_INFINITY)
  await there.close()
  await beside.close()
})

test('when it closes, no waiter remains', async () => {
  const own = openEventNotifications(service.usedDatabase, false)
  const tenant = newId()
  const waiting = own.beyond(tenant, own.mark(tenant), LONG_MS, never())
  await own.close()
  expect([await waiting, await own.beyond(tenant, own.mark(tenant), LONG_MS, never())]).toEqual([false, false])
  expect([own.isClosed(), own.waiting(tenant)]).toEqual([true, { all: 0, ofTenant: 0 }])
})
