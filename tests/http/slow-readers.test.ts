// Readers of streams who do not read, and a service that closes while many wait: no client costs more than a little,
// and everybody gets a whole answer.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { type Follow, object, type Row, row, Type } from '#http'
import { until } from '#support/programs'
import { open } from '#support/raw'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

/** An answer of 200 MB: beyond what fits in the buffers to a client that does not read. */
const MESSAGES = 20_000
const LENGTH = 10_000
/** What sockets of this machine may hold on the way, in bytes. */
const ON_THE_WAY = 64 * 1024 * 1024

let made = 0
let reads = 0

const message = {
  id: '1',
  data: {
    toJSON: () => {
      made += 1
      return 'x'.repeat(LENGTH)
    },
  },
}
type Page = { count: number }
type Asked = Parameters<Follow['next']>[0] & { query: { count?: number } }

const follow: Follow<Asked, Page> = {
  waitMs: () => 30_000,
  isEmpty: ({ count }) => count === 0,
  from: (input) => input,
  next: (input) => ({ ...input, query: {} }),
  messages: ({ count }) => Array.from({ length: count }, () => message),
  position: () => '1',
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
    query: object({ count: Type.Optional(Type.Integer()) }),
    answer: { json: object({ count: Type.Integer() }) },
    follow: follow as unknown as Follow,
    run: async (_, { query }) => {
      reads += 1
      return { count: query.count ?? 0 }
    },
  }),
]

let service: Service
let company: TestCompany
beforeEach(async () => {
  service = await startService({ table })
  company = await service.newCompany()
  made = 0
  reads = 0
})

/** Asks for a stream of very much, and reads nothing of it. */
const doNotRead = async () => {
  const socket = await open(service.origin)
  socket.pause()
  const lines = [`GET /v1/companies/${company.id}/prov?count=${MESSAGES} HTTP/1.1`, 'Host: localhost']
  socket.write([...lines, `Authorization: Bearer ${company.token}`, 'Accept: text/event-stream', '', ''].join('\r\n'))
  return socket
}

/** Waits until nothing is made any more. */
const settled = async (): Promise<number> => {
  await until(() => made > 0)
  for (let before = -1; before !== made; ) {
    before = made
    await pause(500)
  }
  return made
}

test('who does not read a stream has no more made than lies on the way, and others read meanwhile', async () => {
  const slow = await Promise.all(Array.from({ length: 3 }, doNotRead))
  const count = await settled()
  expect(count * LENGTH).toBeLessThan(slow.length * ON_THE_WAY)
  expect(count).toBeLessThan(slow.length * MESSAGES)
  expect((await company.get('/prov?count=1')).body).toEqual({ count: 1 })
  for (const socket of slow) socket.destroy()
  await service.close()
})

test('a service that closes while many wait answers each of them, and hangs up on who does not read', async () => {
  const slow = await doNotRead()
  const closed = once(slow.on('data', () => {}).pause(), 'close')
  await settled()
  const waiting: Promise<Answer>[] = Array.from({ length: 100 }, () => company.get('/prov'))
  const streams = Array.from({ length: 20 }, () => company.get('/prov', { accept: 'text/event-stream' }))
  // One who has read may read once more before the wait begins.
  await until(() => reads >= 121)
  await service.close()
  for (const { status, body } of await Promise.all(waiting)) expect([status, body]).toEqual([200, { count: 0 }])
  for (const { status, text } of await Promise.all(streams))
    expect([status, text]).toEqual([200, expect.stringMatching(/\nid: 1\n\n$/)])
  slow.resume()
  await closed
})
