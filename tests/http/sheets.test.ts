// Sheets that are sent as they are made: a client that does not read holds them up, a client that hangs up ends them,
// and what goes wrong on the way is no whole answer.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { object, type Row, row, type SheetRow, Type } from '#http'
import { sql } from '#platform/sql'
import { until } from '#support/programs'
import { open } from '#support/raw'
import { type Service, startService, type TestCompany } from '#support/service'

/** 200 MB: beyond what fits in the buffers to a client that does not read. */
const PORTIONS = 2000
const LENGTH = 100_000
/** What sockets of this machine may hold on the way, in bytes. */
const ON_THE_WAY = 64 * 1024 * 1024

let made = 0
let ended = 0

async function* portions(last: number, fails: boolean): AsyncGenerator<SheetRow[]> {
  try {
    for (let at = 0; at < last; at += 1) {
      made += 1
      yield [{ kind: 'line', cells: ['x'.repeat(LENGTH)] }]
    }
    if (fails) throw new Error('The rest is not to be had')
  } finally {
    ended += 1
  }
}

const table: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/prov',
    operationId: 'prov',
    tag: 'Prov',
    summary: 'Prov',
    description: 'Prov.',
    refusals: [],
    scope: 'events:read',
    snapshot: true,
    streams: true,
    query: object({ portions: Type.Integer(), fails: Type.Optional(Type.Boolean()) }),
    answer: { json: object({}) },
    sheet: async (call, { query }) => {
      await call.db.rows(sql`select 1`)
      return {
        title: 'Prov',
        period: null,
        knownAt: null,
        columns: [{ key: 'text', title: 'Text', holds: 'text' }],
        rows: portions(query.portions, query.fails ?? false),
      }
    },
    run: async () => ({}),
  }),
]

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ table })
  company = await service.newCompany()
})
afterAll(() => service.close())
beforeEach(() => {
  made = 0
  ended = 0
})

/** How many transactions of the service are open. */
const openTransactions = async (): Promise<number> =>
  Number(
    (
      await service.database.one<{ count: bigint }>(sql`
        select count(*) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`)
    ).count,
  )

const ask = async (query: string, { origin } = service) => {
  const socket = await open(origin)
  const path = `/v1/companies/${company.id}/prov?${query}`
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${company.token}\r\n\r\n`)
  return socket
}

test('who does not read holds it up, and who hangs up ends it and gives its connection back', async () => {
  const socket = await ask(`format=csv&portions=${PORTIONS}`)
  socket.pause()
  await until(() => made > 0)
  let before = -1
  await until(async () => {
    const isStill = made === before
    before = made
    await pause(100)
    return isStill
  })
  expect(made * LENGTH).toBeLessThan(ON_THE_WAY)
  expect(await openTransactions()).toBe(1)
  socket.destroy()
  await until(async () => ended === 1 && (await openTransactions()) === 0)
  expect(made).toBeLessThan(PORTIONS)
})

test('who reads nothing of it is hung up on in the end, which gives its connection back', async () => {
  const hasty = await startService({ table, beside: service, stalledMs: 500 })
  const socket = await ask(`format=csv&portions=${PORTIONS}`, hasty)
  socket.pause()
  await until(async () => ended === 1 && (await openTransactions()) === 0)
  expect(made).toBeLessThan(PORTIONS)
  socket.destroy()
  await hasty.close()
})

test('what fails on the way ends the connection, and before the first portion is refused', async () => {
  const socket = await ask('format=csv&portions=20&fails=true')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  await once(socket, 'close')
  expect(text).toContain('200 OK')
  expect(text.endsWith('0\r\n\r\n')).toBe(false)
  const { status } = await company.get('/prov?format=csv&portions=0&fails=true')
  expect(status).toBe(500)
  await until(async () => (await openTransactions()) === 0)
})

test('one tenant has one stream at a time, and its other requests go on', async () => {
  const first = await ask(`format=csv&portions=${PORTIONS}`)
  first.pause()
  await until(() => made > 0)
  const second = company.get('/prov?format=csv&portions=1')
  expect((await company.get('/prov?portions=1')).status).toBe(200)
  first.destroy()
  expect((await second).status).toBe(200)
  expect(ended).toBe(2)
})
