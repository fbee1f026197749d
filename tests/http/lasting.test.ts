// What lasts longest, such as making the file of a whole company, holds a connection all the while: a tenant has one
// under way, all tenants have a few, and other requests are answered meanwhile, also with another file. No client waits
// long for a turn, and none holds one for as long as a slow reader takes.
import { once } from 'node:events'
import { open as openFile, readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { object, type Row, row } from '#http'
import { sql } from '#platform/sql'
import { rows as all } from '#programs/app'
import { ok } from '#support/entries'
import { open as connect } from '#support/raw'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

const COMPANIES = 3
const OF_EACH = 4
const POOL = 8
/** Most that are under way for all companies. */
const MOST = 2
/** Sooner than in production. */
const STALLED_MS = 500
const LONGEST_TURN_MS = 2_000
/** How long each part of a file is made that never ends. */
const PART_MS = 20
/** A file of 200 MB: beyond what fits in the buffers to a client that does not read. */
const LARGE = 200 * 1024 * 1024

let open: () => void = () => {}
let gate: Promise<void>
const shut = () => {
  gate = new Promise((resolve) => {
    open = resolve
  })
}
let underWay = 0
let parts = 0
let most = 0
const ofCompanies = new Map<string, number>()

const common = { method: 'GET', tag: 'Prov', summary: 'Prov', description: 'Prov.', refusals: [] } as const

const table: readonly Row[] = [
  row({
    ...common,

    path: '/companies/{companyId}/lasts',
    operationId: 'lasts',
    scope: 'events:read',
    lasts: 'longest',
    snapshot: true,
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
  row({
    ...common,
    path: '/companies/{companyId}/file',
    operationId: 'file',
    scope: 'events:read',
    lasts: 'longest',
    answer: { file: 'application/zip' },
    run: async ({ files }) => {
      const path = files.newWorkFile()
      const file = await openFile(path, 'w')
      await file.truncate(LARGE)
      await file.close()
      return { path, name: 'file.zip', size: LARGE, contentType: 'application/zip' }
    },
  }),
  row({
    ...common,
    path: '/companies/{companyId}/parts',
    operationId: 'parts',
    scope: 'events:read',
    lasts: 'longest',
    answer: { json: object({}) },
    run: async ({ goOn }) => {
      for (;;) {
        goOn?.()
        parts += 1
        await pause(PART_MS)
      }
    },
  }),
  ...(['short', 'long'] as const).map((name) =>
    row({
      ...common,
      path: `/companies/{companyId}/${name}`,
      operationId: name,
      scope: 'events:read',
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
  service = await startService({ table, poolSize: POOL, turnPatience: { longestTurnMs: LONGEST_TURN_MS } })
  const first = await service.newCompany()
  companies.push(first)
  // Each machine has connections of its own.
  while (companies.length < COMPANIES) companies.push(await service.newCompany({ near: first.id }))
})
afterAll(async () => {
  open()
  await service.close()
})

/** Asks again whenever it is told to, as clients do. */
const untilItsTurn = async (company: TestCompany): Promise<Answer> => {
  for (;;) {
    const answer = await company.get('/lasts')
    if (answer.status !== 503) return answer
  }
}

test('a tenant has one under way, all have a few, and everything else is answered', async () => {
  const asked: Promise<Answer>[] = companies.flatMap((company) =>
    Array.from({ length: OF_EACH }, () => untilItsTurn(company)),
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

test('a client that left before its turn is not served', async () => {
  const [company] = companies as [TestCompany]
  const first = company.get('/lasts')
  await expect.poll(() => underWay).toBe(1)
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${company.token}` }
  const second = fetch(`${company.url}/lasts`, { headers, signal: leaving.signal }).catch(() => 'left')
  const third = untilItsTurn(company)
  // They wait for their turn by now, and the service has noticed that one of them is gone.
  for (let asked = 0; asked < POOL; asked += 1) ok(await company.get('/short'))
  leaving.abort()
  for (let asked = 0; asked < POOL; asked += 1) ok(await company.get('/short'))
  open()
  expect([(await first).status, await second, (await third).status]).toEqual([200, 'left', 200])
  expect(ofCompanies.get(company.id)).toBe(2)
})

test('a file that no client waits for is not made to its end', async () => {
  const [company] = companies as [TestCompany]
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${company.token}` }
  const left = fetch(`${company.url}/parts`, { headers, signal: leaving.signal }).catch(() => 'left')
  await expect.poll(() => parts).toBeGreaterThan(1)
  leaving.abort()
  expect(await left).toBe('left')
  open()
  ok(await untilItsTurn(company))
})

test('a client that waited long for a turn is told when to ask again, and nothing else is disturbed', async () => {
  const [first, second, third] = companies as [TestCompany, TestCompany, TestCompany]
  const made = [first.get('/lasts'), second.get('/lasts')]
  await expect.poll(() => underWay).toBe(MOST)
  const waiting = [first, third, third].map((company) => company.get('/lasts'))
  for (const company of companies) ok(await company.get('/short'))
  // The others are not done: nothing but the wait itself ends it.
  for (const { status, headers, body } of await Promise.all(waiting)) {
    expect([status, headers.get('retry-after'), body.code]).toEqual([429, '5', 'rate-limit-exceeded'])
    expect(headers.get('service-ratelimit-retryafter')).toBe('5')
    expect(body.message).toBe('Other archives and exports are being created: try again in 5 seconds')
  }
  expect(underWay).toBe(MOST)
  open()
  for (const answer of made) ok(await answer)
  for (const company of companies) ok(await company.get('/lasts'))
  expect(ofCompanies.get(third.id)).toBe(1)
})

/** Asks for a large file, and reads no more of it than that it comes. */
const doNotRead = async ({ id, token }: TestCompany, { origin } = service): Promise<Socket> => {
  const socket = await connect(origin)
  socket.write(`GET /v1/companies/${id}/file HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  const [begin] = await once(socket, 'data')
  socket.pause()
  expect(String(begin).split('\r\n', 1)).toEqual(['HTTP/1.1 200 OK'])
  return socket
}

test('a client that does not read its file keeps no one waiting, and its file is removed on hang-up', async () => {
  const [first, second, third] = companies as [TestCompany, TestCompany, TestCompany]
  const slow: Socket[] = []
  for (const company of [first, first, second, second, third]) slow.push(await doNotRead(company))
  open()
  for (const company of companies) ok(await company.get('/lasts'))
  const workFiles = () => readdir(service.standing.files.workFolder)
  expect(await workFiles()).toHaveLength(slow.length)
  for (const socket of slow) socket.destroy()
  await expect.poll(workFiles).toEqual([])
})

test('a client that does not read at all is disconnected in the end', async () => {
  const hasty = await startService({ table, beside: service, stalledMs: STALLED_MS })
  const [company] = companies as [TestCompany]
  const socket = await doNotRead(company, hasty)
  await expect.poll(() => readdir(hasty.standing.files.workFolder)).toEqual([])
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(LARGE)
  await hasty.close()
})

/** Small files: a document, a picture, one file for a bank or an authority. */
const makesLargeFiles = ({ operationId, answer }: Row): boolean =>
  operationId === 'downloadSie' || (typeof answer === 'object' && 'file' in answer && answer.file === 'application/zip')

test.each(all.filter(makesLargeFiles))('$operationId makes a large file: it lasts', ({ operationId, lasts }) => {
  expect(lasts).toBe(operationId === 'downloadSie' ? 'long' : 'longest')
})
