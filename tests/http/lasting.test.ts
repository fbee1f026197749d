// What lasts longest, such as making the file of a whole company, holds a connection all the while: a tenant has one
// under way, all tenants have a few, and whoever asks for anything else is answered meanwhile, also with another file.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows as all } from '#app'
import { object, type Row, row } from '#http'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

const COMPANIES = 3
const OF_EACH = 4
const POOL = 8
/** Most that are under way for all companies. */
const MOST = 2

let open: () => void = () => {}
let gate: Promise<void>
const shut = () => {
  gate = new Promise((resolve) => {
    open = resolve
  })
}
let underWay = 0
let most = 0
const ofCompanies = new Map<string, number>()

const common = { method: 'GET', tag: 'Prov', summary: 'Prov', description: 'Prov.', refusals: [] } as const

const table: readonly Row[] = [
  row({
    ...common,
    ...{
      path: '/companies/{companyId}/lasts',
      operationId: 'lasts',
      scope: 'events:read',
      lasts: 'longest',
      snapshot: true,
    },
    answer: { json: object({}) },
    run: async ({ db, companyId }) => {
      await db.rows(sql`select 1`)
      ofCompanies.set(companyId, (ofCompanies.get(companyId) ?? 0) + 1)
      underWay += 1
      most = Math.max(most, underWay)
      await gate
      underWay -= 1
      return {}
    },
  }),
  ...(['short', 'long'] as const).map((name) =>
    row({
      ...common,
      ...{ path: `/companies/{companyId}/${name}`, operationId: name, scope: 'events:read' },
      ...(name === 'long' ? { lasts: name } : {}),
      answer: { json: object({}) },
      run: async ({ db }) => {
        await db.rows(sql`select 1`)
        return {}
      },
    }),
  ),
]

let service: Service
const companies: TestCompany[] = []
beforeEach(() => {
  shut()
  ofCompanies.clear()
})
beforeAll(async () => {
  service = await startService({ table, poolSize: POOL })
  const first = await service.newCompany()
  companies.push(first)
  // Each machine has connections of its own.
  while (companies.length < COMPANIES) companies.push(await service.newCompany({ near: first.id }))
})
afterAll(async () => {
  open()
  await service.close()
})

test('a tenant has one under way, all have a few, and everything else is answered', async () => {
  const asked: Promise<Answer>[] = companies.flatMap((company) =>
    Array.from({ length: OF_EACH }, () => company.get('/lasts')),
  )
  await expect.poll(() => underWay).toBe(MOST)
  // Those that wait had time enough to begin: each company is answered what was asked after them, and so is a page.
  for (const company of companies) {
    for (let asked = 0; asked < POOL; asked += 1) expect((await company.get('/short')).status).toBe(200)
    expect((await company.get('/long')).status).toBe(200)
  }
  expect((await fetch(`${service.origin}/login`)).status).toBe(200)
  expect(underWay).toBe(MOST)
  expect([...ofCompanies.values()]).toEqual([1, 1])
  open()
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
  expect(most).toBe(MOST)
  expect([...ofCompanies.values()]).toEqual(Array.from({ length: COMPANIES }, () => OF_EACH))
})

test('whoever has left before their turn came is not served', async () => {
  const [company] = companies as [TestCompany]
  const first = company.get('/lasts')
  await expect.poll(() => underWay).toBe(1)
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${company.token}` }
  const second = fetch(`${company.url}/lasts`, { headers, signal: leaving.signal }).catch(() => 'left')
  const third = company.get('/lasts')
  // They wait for their turn by now, and the service has noticed that one of them is gone.
  for (let asked = 0; asked < POOL; asked += 1) ok(await company.get('/short'))
  leaving.abort()
  for (let asked = 0; asked < POOL; asked += 1) ok(await company.get('/short'))
  open()
  expect([(await first).status, await second, (await third).status]).toEqual([200, 'left', 200])
  expect(ofCompanies.get(company.id)).toBe(2)
})

/** Small files: a document, a picture, one file for a bank or an authority. */
const makesLargeFiles = ({ operationId, answer }: Row): boolean =>
  operationId === 'downloadSie' || (typeof answer === 'object' && 'file' in answer && answer.file === 'application/zip')

test.each(all.filter(makesLargeFiles))('$operationId makes a large file: it lasts', ({ operationId, lasts }) => {
  expect(lasts).toBe(operationId === 'downloadSie' ? 'long' : 'longest')
})
