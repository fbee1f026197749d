// A webhook is changed as it was seen: what happens in the company meanwhile, and whether the receiver answers, is no
// change of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRunner } from '#support/jobs'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { type Service, startService } from '#support/service'
import { webhookJobs, webhooksService } from '#webhooks'

let service: Service
let receiver: Receiver
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

/** Finds what is to be told, and sends it. */
const tellAll = async (): Promise<void> => {
  const work = { database: service.usedDatabase, standing: service.standing, now: service.now() }
  await webhooksService.sweepWebhooks({
    ...work,
    payload: {},
    attempt: 1,
    isLast: true,
    signal: new AbortController().signal,
  })
  await newRunner(service, webhookJobs()).runDue()
}

test('the ETag of a webhook changes with what is decided about it, and with nothing else', async () => {
  const company = await service.newCompany()
  receiver.answer = 500
  const form = { url: receiver.url, kinds: ['customer.created'] }
  const { id } = (await company.post('/webhooks', form)).body
  const path = `/webhooks/${id}`
  const before = await company.get(path)
  const seen = { 'if-match': before.headers.get('etag') ?? '' }
  expect((await company.post('/customers', { name: 'Kunden AB', type: 'company' })).status).toBe(200)
  await tellAll()
  const after = await company.get(path)
  expect(after.body.lastEventNumber).toBeGreaterThan(before.body.lastEventNumber)
  expect([before.body.failingSinceDateTime, typeof after.body.failingSinceDateTime]).toEqual([null, 'string'])
  expect(after.headers.get('etag')).toBe(before.headers.get('etag'))

  const changed = await company.put(path, { ...form, isActive: false }, seen)
  expect([changed.status, changed.headers.get('etag') === seen['if-match']]).toEqual([200, false])
  expect((await company.get(path)).headers.get('etag')).toBe(changed.headers.get('etag'))
  const operations = [{ method: 'DELETE', path, ifMatch: seen['if-match'] }]
  expect((await company.post('/bulk', { mode: 'atomic', operations })).status).toBe(412)
  expect((await company.put(path, form, seen)).status).toBe(412)
  expect((await company.delete(path, seen)).status).toBe(412)
  expect((await company.delete(path, { 'if-match': changed.headers.get('etag') ?? '' })).status).toBe(204)
})
