// Two that change the same at once, each holding what the other wants: the database ends one of them, which is then run
// again as if it had come later.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { object, type Row, row } from '#http'
import { raw, sql } from '#platform/sql'
import { rows as all } from '#programs/app'
import { LOCK_WAITS } from '#support/by-company'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let runs = 0
let met: Promise<void>
let meet: () => void = () => {}

/** Holds one of two locks, and asks for the other once both are held. */
const crossing = (operationId: string, own: number, other: number): Row =>
  row({
    method: 'POST',
    path: `/companies/{companyId}/${operationId}`,
    operationId,
    tag: 'Prov',
    summary: 'Prov',
    description: 'Prov.',
    scope: 'journal-entries:write',
    body: object({}),
    answer: { json: object({}) },
    events: [],
    refusals: [],
    example: { body: {} },
    run: async ({ db, companyId }) => {
      const hold = (place: number) =>
        db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, ${place}))`)
      await hold(own)
      runs += 1
      if (runs === 2) meet()
      await met
      await hold(other)
      return {}
    },
  })

let service: Service
let company: TestCompany
beforeAll(async () => {
  const table = [...all, crossing('there', 1, 2), crossing('back', 2, 1)]
  service = await startService({ table })
  company = await service.newCompany()
})
afterAll(() => service.close())
beforeEach(() => {
  runs = 0
  met = new Promise((resolve) => {
    meet = resolve
  })
})

test('an entry that met a deadlock is booked all the same, and those that went with it', async () => {
  const { body } = await company.upload('/uploads', 'kvitto.png', pngFile({ width: 9 }))
  const answers = await service.database.transaction(async (db) => {
    await db.rows(sql`select set_config('deadlock_timeout', '5s', true)`)
    await db.rows(sql`select from documents.upload where company_id = ${company.id} for update`)
    const post = company.post('/journal-entries', anEntry({ uploadRef: { id: body.id } }))
    await expect.poll(async () => (await service.database.rows(raw(LOCK_WAITS))).length).toBeGreaterThan(0)
    // The entry holds the books, and is the first to look whether others wait for it.
    await db.rows(sql`select from ledger.book where company_id = ${company.id} for update`)
    return [post, company.post('/journal-entries', anEntry())]
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
})

test.each([[{}], [{ 'idempotency-key': 'prov' }]])('both are answered: %j', async (headers) => {
  const keyOf = (name: string) =>
    Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, `${value}-${name}`]))
  const answers = await Promise.all(['there', 'back'].map((name) => company.post(`/${name}`, {}, keyOf(name))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(runs).toBe(3)
})
