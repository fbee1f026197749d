// A service that cannot go on as usual: it is about to stop, or its disk is nearly full. It says so, and serves what it
// can.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOn, open, requestText } from '#support/raw'
import { anEntry, request, requestsWith, type Service, startService, type TestCompany } from '#support/service'

/** More than any disk has. */
const MORE_THAN_THERE_IS = 999_999_999

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
})
afterAll(() => service.close())

test('on a disk that is nearly full everything is read and nothing is changed', async () => {
  const full = await startService({ beside: service, leastFree: MORE_THAN_THERE_IS })
  const door = requestsWith(company.url.replace(service.base, full.base), company.token)
  const refused = await door.post('/journal-entries', anEntry())
  expect([refused.status, refused.body.code]).toEqual([503, 'service-unavailable'])
  expect(refused.body.message).toBe('The disk is full, and nothing was changed: try again in 60 seconds')
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await door.upload('/uploads', 'x.pdf', Buffer.from('x'))).status).toBe(503)
  expect((await request(`${full.origin}/login`, { method: 'POST' })).status).toBe(503)
  const { status } = await request(`${full.base}/token`, { method: 'POST', body: new URLSearchParams({ code: 'x' }) })
  expect(status).toBe(503)
  expect((await door.get('/journal-entries')).body.totalItems).toBe(0)
  expect((await request(`${full.origin}/login`)).status).toBe(200)
  expect((await request(`${full.origin}/ready`)).status).toBe(503)
  expect((await request(`${full.origin}/health`)).status).toBe(200)
  const told = full.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  expect(told.map(({ err }) => err.message)).toEqual([expect.stringMatching(/^Only \d+ MiB are free on the disk of /)])
  await full.close()
})

test('with room enough nothing is refused', async () => {
  const roomy = await startService({ beside: service, leastFree: 1 })
  const door = requestsWith(company.url.replace(service.base, roomy.base), company.token)
  expect((await door.post('/journal-entries', anEntry())).status).toBe(200)
  expect((await request(`${roomy.origin}/ready`)).status).toBe(200)
  await roomy.close()
})

test('that is to stop, it ends connections with their next answer, and takes new ones for a moment', async () => {
  const leaving = await startService({ beside: service })
  const kept = await open(leaving.origin)
  const get = (path: string) => requestText(`GET ${path}`, { host: 'x' })
  kept.write(get('/health'))
  expect((await answerOn(kept)).headers.connection).toBe('keep-alive')
  await leaving.drain()
  kept.write(get('/health'))
  const last = await answerOn(kept)
  expect([last.status, last.headers.connection]).toEqual([200, 'close'])
  const fresh = await open(leaving.origin)
  fresh.write(get('/ready'))
  const unready = await answerOn(fresh)
  expect([unready.status, unready.headers.connection]).toEqual([503, 'close'])
  expect(JSON.parse(unready.text)).toEqual({ status: 'stopping' })
  const door = requestsWith(company.url.replace(service.base, leaving.base), company.token)
  expect((await door.post('/journal-entries', anEntry())).status).toBe(200)
  await leaving.close()
})
