// A transaction that goes on from a first statement: what comes after that one is undone without it, and no one is
// notified of events before they are committed.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '#platform/actor'
import type { TransactionFrom } from '#platform/db'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const count = (tenant: string, list: string): Sql =>
  sql`select platform.add_count(${tenant}::uuid, ${list}, '1'::bigint)`

const listsOf = async (tenant: string): Promise<string[]> => {
  const rows = await service.database.rows<{ list: string }>(
    sql`select list from platform.row_count where company_id = ${tenant} order by list`,
  )
  return rows.map(({ list }) => list)
}

const told: string[] = []
const newTenant = () => {
  const tenant = randomUUID()
  service.database.whenTold((id) => {
    if (id === tenant) told.push(id)
  })
  return { tenant, isTold: () => told.includes(tenant) }
}

test('what fails after an undoable first statement is undone, with what has happened, and the rest is kept', async () => {
  const { tenant, isTold } = newTenant()
  const first = { statement: count(tenant, 'first'), undoable: true }
  await service.database.transactionFrom(first, async (db: TransactionFrom) => {
    const failing = db.sinceFirst(async () => {
      await db.rows(count(tenant, 'undone'))
      const call = { db, now: new Date(), actor: operator, from: null, companyId: tenant }
      recordEvent(call, 'account.created', { id: 1930 })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    db.atEnd(count(tenant, 'last'))
  })
  expect(await listsOf(tenant)).toEqual(['first', 'last'])
  expect(isTold()).toBe(false)
})

test('the rows of the first statement are there, undoable or not', async () => {
  for (const undoable of [true, false]) {
    const statement = sql`select ${'one'} as word`
    const word = await service.database.transactionFrom<{ word: string }, string | undefined>(
      { statement, undoable },
      async (_, [row]) => row?.word,
    )
    expect(word).toBe('one')
  }
})

test('tenants are notified of events recorded by statements after the commit, and never without one', async () => {
  for (const fails of [false, true]) {
    const { tenant, isTold } = newTenant()
    const done = service.database.transactionFrom(
      { statement: count(tenant, 'first'), undoable: false },
      async (db) => {
        db.leavingOwn.tell(tenant)
        expect(isTold()).toBe(false)
        if (fails) throw new Error('refused')
      },
    )
    if (fails) await expect(done).rejects.toThrow('refused')
    else await done
    expect(isTold()).toBe(!fails)
  }
})

test('an entry under a key leaves one event, as one without does', async () => {
  const { body: keyed } = await company.post('/journal-entries', anEntry(), { 'idempotency-key': 'one' })
  await company.post('/journal-entries', anEntry(), { 'idempotency-key': 'one' })
  const { body: plain } = await company.post('/journal-entries', anEntry())
  const booked = await service.database.rows<{ id: string }>(sql`
    select resource_id as id from platform.event
    where tenant_id = ${company.id} and kind = 'journal-entry.booked' order by number`)
  expect(booked).toEqual([{ id: keyed.id }, { id: plain.id }])
})
