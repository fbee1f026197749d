// A backlog that waits behind a limit: what else there is to do is found without reading it, in the same turns.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { object } from '#http'
import { newJobStore } from '#jobs/job-store'
import type { Database } from '#platform/db'
import { newId } from '#platform/id'
import { type JobKind, NO_ACCOUNT } from '#platform/job'
import { type Sql, sql } from '#platform/sql'
import { needs } from '#support/needs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
beforeEach(() => service.database.rows(sql`delete from platform.job`))
afterAll(() => service.close())

/** How many jobs wait, and how many rows a claim may look at: far less. */
const MANY = 5000
const FEW = 500

const kindOf = (name: string, atOnce: number, perTenant: number): JobKind => ({
  name,
  payload: object({}),
  pausesMs: [],
  timeLimitMs: 60_000,
  atOnce,
  perTenant,
})

const queued = (kind: JobKind, tenantId: string, count: number, accountId: string = NO_ACCOUNT) =>
  service.database.rows(sql`
    insert into platform.job (id, kind, tenant_id, account_id, payload, queued_at, due_at)
    select gen_random_uuid(), ${kind.name}, ${tenantId}::uuid, ${accountId}::uuid, '{}', ${service.now()},
      ${service.now()}
    from generate_series(1, ${count}::integer)`)

type Node = { Plans?: Node[] } & Record<'Actual Rows' | 'Actual Loops' | 'Rows Removed by Filter', number | undefined>

/** How many rows the steps of a plan have looked at, all together. */
const lookedAt = (node: Node): number => {
  const { Plans: parts = [], 'Actual Rows': kept = 0, 'Rows Removed by Filter': removed = 0 } = node
  return (kept + removed) * (node['Actual Loops'] ?? 1) + parts.reduce((sum, part) => sum + lookedAt(part), 0)
}

/** The database of the service, with the search of each claim explained as it runs. */
const explaining = (found: number[]): Database => ({
  ...service.usedDatabase,
  transaction: (work, isolation) =>
    service.usedDatabase.transaction((db) => {
      const rows = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
        if (statement.text.includes('with recursive')) {
          const [explained] = await db.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
            sql`explain (analyze, format json) ${statement}`,
          )
          if (explained) found.push(lookedAt(explained['QUERY PLAN'][0].Plan))
        }
        return db.rows<Row>(statement, name)
      }
      return work({ ...db, rows })
    }, isolation),
})

const limits: [what: string, atOnce: number, then: string[]][] = [
  ['of a tenant', 4, ['first quick', 'second backlog', 'third quick']],
  ['of a kind', 1, ['first quick', 'third quick']],
]

test.each(limits)('what waits behind the limit %s is not read by a claim', async (what, atOnce, then) => {
  // A cluster explains no statement in a transaction that has read there before.
  needs('one machine')
  const word = what.slice('of a '.length)
  const backlog = kindOf(`${word}.backlog`, atOnce, 1)
  const quick = kindOf(`${word}.quick`, 4, 4)
  const [first, second, third] = [newId(), newId(), newId()].sort() as [string, string, string]
  const names = new Map([
    [first, 'first'],
    [second, 'second'],
    [third, 'third'],
  ])
  await queued(backlog, first, MANY)
  await queued(quick, first, 1)
  await queued(backlog, second, 1)
  await queued(quick, third, 1)
  await service.database.rows(sql`analyze platform.job`)
  const found: number[] = []
  const store = newJobStore(explaining(found), [backlog, quick], service.now)
  const claimed = async (slots: number) =>
    (await store.claim(slots)).taken.map(({ kind, tenantId }) => `${names.get(tenantId)} ${kind.split('.')[1]}`).sort()
  expect(await claimed(1)).toEqual(['first backlog'])
  expect(await claimed(4)).toEqual(then)
  expect(await claimed(4)).toEqual([])
  expect(found.length).toBeGreaterThan(2)
  expect(Math.max(...found)).toBeLessThan(FEW)
})

test('what waits behind the limit of an account is not read by a claim, in any of its tenants', async () => {
  // A cluster explains no statement in a transaction that has read there before.
  needs('one machine')
  const kind = kindOf('account.backlog', 8, 2)
  const [first, second, third] = [newId(), newId(), newId()].sort() as [string, string, string]
  const many = newId()
  const one = newId()
  await queued(kind, first, MANY, many)
  await queued(kind, second, MANY, many)
  await queued(kind, second, 1, one)
  await queued(kind, third, 1)
  await service.database.rows(sql`analyze platform.job`)
  const found: number[] = []
  const store = newJobStore(explaining(found), [kind], service.now)
  const claimed = async (slots: number) => (await store.claim(slots)).taken.map(({ tenantId }) => tenantId).sort()
  expect(await claimed(2)).toEqual([first, second])
  expect(await claimed(8)).toEqual([second, third])
  expect(await claimed(8)).toEqual([])
  expect(found.length).toBeGreaterThan(2)
  expect(Math.max(...found)).toBeLessThan(FEW)
})

test('of a tenant comes first what was due first, of any kind', async () => {
  const one = kindOf('order.one', 4, 4)
  const other = kindOf('order.other', 4, 4)
  const tenant = newId()
  for (const kind of [other, one, other]) await queued(kind, tenant, 1)
  const store = newJobStore(service.usedDatabase, [one, other], service.now)
  const claimed = async () => (await store.claim(1)).taken.map(({ kind }) => kind)
  expect([await claimed(), await claimed(), await claimed()]).toEqual([['order.other'], ['order.one'], ['order.other']])
})
