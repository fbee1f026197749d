// Deliveries that wait because the receiver did not answer, and are sent as soon as it does.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobRunner } from '#jobs/job-runner'
import { sql } from '#platform/sql'
import { newRunner } from '#support/jobs'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { type Service, startService, type TestCompany } from '#support/service'
import { webhookJobs, webhooksService } from '#webhooks'

const MINUTE_MS = 60_000
const CUSTOMERS = 12
/** How many deliveries of a company are sent at once. */
const AT_ONCE = 4

let service: Service
let runner: JobRunner
const receivers: Receiver[] = []
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
  runner = newRunner(service, webhookJobs())
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  await service.close()
})

type Paused = { company: TestCompany; receiver: Receiver; id: string }

/** A webhook whose receiver answered a first delivery, and nothing for an hour: two events of each customer wait. */
const pausedWebhook = async (): Promise<Paused & { firstId: string }> => {
  const company = await service.newCompany()
  const receiver = await openReceiver()
  receivers.push(receiver)
  const { id } = (await company.post('/webhooks', { url: receiver.url })).body
  const { body: first } = await company.post(`/webhooks/${id}/test`)
  await runner.runDue()
  hangUp(receiver)
  for (let count = 0; count < CUSTOMERS; count += 1) {
    const { body } = await company.post('/customers', { name: 'Kunden AB', type: 'company' })
    await company.put(`/customers/${body.id}`, { name: 'Kunden i Umeå AB', type: 'company' })
  }
  await tellAll()
  for (let minute = 0; minute < 60; minute += 1) {
    service.setNow(new Date(service.now().getTime() + MINUTE_MS))
    await runner.runDue()
  }
  receiver.received.length = 0
  await runner.runDue()
  expect(receiver.received).toEqual([])
  return { company, receiver, id, firstId: first.id }
}

const hangUp = (receiver: Receiver) => {
  receiver.answer = (response) => void response.destroy()
}

const tellAll = async (): Promise<void> => {
  const work = { database: service.usedDatabase, standing: service.standing, now: service.now() }
  await webhooksService.sweepWebhooks({
    ...work,
    payload: {},
    attempt: 1,
    isLast: true,
    signal: new AbortController().signal,
  })
  await runner.runDue()
}

const attemptsOf = async ({ company, id }: Paused): Promise<number> => {
  const { items } = (await company.get(`/webhooks/${id}/deliveries?pageSize=100`)).body
  return items.reduce((sum: number, one: { attempts: number }) => sum + one.attempts, 0)
}

/** How many of its deliveries are on their way. */
const claimsOf = async ({ company }: Paused): Promise<number> => {
  const claimed = await service.database.rows(sql`
    select from platform.job where tenant_id = ${company.id} and claim_id is not null`)
  return claimed.length
}

/** Everything has come, each resource in its order. */
const expectAll = ({ receiver }: Paused) => {
  const told = receiver.received.map(({ json }) => json).filter(({ type }) => type.startsWith('customer.'))
  expect(told).toHaveLength(2 * CUSTOMERS)
  const seen = new Set<string>()
  for (const { type, data } of told) {
    expect(type).toBe(seen.has(data.resource.id) ? 'customer.changed' : 'customer.created')
    seen.add(data.resource.id)
  }
}

const asks: [string, (one: Paused & { firstId: string }) => Promise<{ status: number }>][] = [
  ['a test', ({ company, id }) => company.post(`/webhooks/${id}/test`)],
  ['one sent again', ({ company, id, firstId }) => company.post(`/webhooks/${id}/deliveries/${firstId}/redeliver`)],
  [
    'a change',
    ({ company, receiver, id }) =>
      company.put(`/webhooks/${id}`, { url: `${receiver.url}/anew`, kinds: [], isActive: true }),
  ],
]

test.each(asks)('%s ends the pause: what waits is sent at once, in its order', async (_, ask) => {
  const paused = await pausedWebhook()
  paused.receiver.answer = 204
  expect((await ask(paused)).status).toBe(200)
  await runner.runDue()
  expectAll(paused)
})

test('a test of a receiver that still does not answer hurries nothing: it is left in peace again', async () => {
  const paused = await pausedWebhook()
  const before = await attemptsOf(paused)
  expect((await paused.company.post(`/webhooks/${paused.id}/test`)).status).toBe(200)
  await runner.runDue()
  await runner.runDue()
  const asked = (await attemptsOf(paused)) - before
  // As many as are sent at once, at most.
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(AT_ONCE)
})

test('an answer that comes while others were given up ends the pause', async () => {
  const paused = await pausedWebhook()
  const { receiver, company, id } = paused
  const before = await attemptsOf(paused)
  // All four that are sent at once have come before the first one is hung up on: who is later finds the pause again.
  const held: ServerResponse[] = []
  const isFull = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      if (held.push(response) === AT_ONCE) resolve()
    }
  })
  expect((await company.post(`/webhooks/${id}/test`)).status).toBe(200)
  const sending = runner.runDue()
  await isFull
  receiver.answer = 204
  for (const response of held.slice(1)) response.destroy()
  // The first is answered once it is noted that the three beside it were hung up on, and their claims have ended.
  await expect.poll(() => attemptsOf(paused)).toBe(before + AT_ONCE - 1)
  await expect.poll(() => claimsOf(paused)).toBe(1)
  held[0]?.writeHead(204).end()
  await sending
  await runner.runDue()
  const { items } = (await company.get(`/webhooks/${id}/deliveries?pageSize=100&query=state!=delivered`)).body
  expect(items).toEqual([])
})

test('what a receiver never answers keeps its own pauses and fails in the end, while it takes the rest', async () => {
  const company = await service.newCompany()
  const receiver = await openReceiver()
  receivers.push(receiver)
  const { id } = (await company.post('/webhooks', { url: receiver.url })).body
  const { body: bad } = await company.post('/customers', { name: 'Kunden AB', type: 'company' })
  receiver.answer = (response, { json }) =>
    json.data.resource.id === bad.id ? response.destroy() : response.writeHead(204).end()
  const deliveryOfBad = async () => {
    const { items } = (await company.get(`/webhooks/${id}/deliveries?pageSize=100&query=state!=delivered`)).body
    expect(items).toHaveLength(1)
    return items[0]
  }
  const somethingElse = async () => {
    await company.post('/customers', { name: 'En annan AB', type: 'company' })
    await tellAll()
  }
  await somethingElse()
  for (let minute = 0; minute < 20; minute += 1) {
    service.setNow(new Date(service.now().getTime() + MINUTE_MS))
    await somethingElse()
  }
  const { attempts } = await deliveryOfBad()
  // At once, after 5 and 30 seconds, 2 and 10 minutes, and once more for each silence that another's answer ended: two
  // where both come at the first moment, since the clock stands still here.
  expect(attempts).toBeGreaterThan(3)
  expect(attempts).toBeLessThanOrEqual(7)
  for (let hour = 0; hour < 100; hour += 1) {
    service.setNow(new Date(service.now().getTime() + 60 * MINUTE_MS))
    await somethingElse()
  }
  expect((await deliveryOfBad()).state).toBe('failed')
  expect((await company.get(`/webhooks/${id}`)).body.isActive).toBe(true)
})

test('a pause that was begun before the clock was put back is over', async () => {
  const paused = await pausedWebhook()
  paused.receiver.answer = 204
  service.setNow(new Date(service.now().getTime() - 5 * 60 * MINUTE_MS))
  await runner.runDue()
  expectAll(paused)
})
