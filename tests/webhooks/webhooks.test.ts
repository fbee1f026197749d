// Webhooks through the API, with a receiver that a test tells how to answer, and a verifier that is not ours.
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClientCompany, addMember, identityAdmin } from '#identity'
import type { JobRunner } from '#jobs/job-runner'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newIntegration } from '#support/callers'
import { asking, logInAs } from '#support/calling'
import { historyOf, newAgency } from '#support/integration'
import { newRunner } from '#support/jobs'
import { mailsTo } from '#support/outbox'
import { openReceiver, type Received, type Receiver } from '#support/servers/receiver'
import { type Answer, requestsWith, type Service, START, startService, type TestCompany } from '#support/service'
import { cookieOf, newPersonInside } from '#support/visitor'
import { webhookJobs, webhooksContribution, webhooksService } from '#webhooks'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let service: Service
let runner: JobRunner
let deaf: () => void
const reports: unknown[] = []
const receivers: Receiver[] = []
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
  runner = newRunner(service, webhookJobs())
  const report = (cause: unknown) => void reports.push(cause)
  deaf = webhooksService.tellWebhooks(service.usedDatabase, { standing: service.standing, clock: service.now, report })
})
afterAll(async () => {
  deaf()
  expect(reports).toEqual([])
  for (const receiver of receivers) await receiver.close()
  await service.close()
})

let company: TestCompany
beforeEach(async () => {
  service.setNow(START)
  company = await service.newCompany()
})

const receive = async (): Promise<Receiver> => {
  const receiver = await openReceiver()
  receivers.push(receiver)
  return receiver
}

type Made = { id: string; secret: string }

const subscribe = async (url: string, more: Record<string, unknown> = {}, by: Caller = company): Promise<Made> => {
  const { status, body, text } = await by.post('/webhooks', { url, ...more })
  expect(status, text).toBe(200)
  return body
}

type Caller = Pick<TestCompany, 'get' | 'post' | 'put' | 'delete'>

const newCustomer = async (name = 'Kunden AB'): Promise<string> => {
  const { status, body, text } = await company.post('/customers', { name, type: 'company' })
  expect(status, text).toBe(200)
  return body.id
}

const rename = async (id: string, name: string): Promise<void> => {
  const { status, text } = await company.put(`/customers/${id}`, { name, type: 'company' })
  expect(status, text).toBe(200)
}

const anItem = {
  itemType: 'salesItem',
  description: 'Konsulttimme',
  productType: 'services',
  unitType: 'hour',
  unitPrice: 950,
  taxRate: 25,
}

/** Finds the pending deliveries, also those without a wake-up, and sends them. */
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

const later = (ms: number) => service.setNow(new Date(service.now().getTime() + ms))

const logOf = async (id: string): Promise<Answer['body'][]> => {
  const { status, body, text } = await company.get(`/webhooks/${id}/deliveries?pageSize=100`)
  expect(status, text).toBe(200)
  return body.items
}

/** What others verify deliveries with; it goes by the real clock. */
const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

describe('a delivery', () => {
  test('tells what happens from then on, signed so that others verify it', async () => {
    service.setNow(new Date())
    const receiver = await receive()
    await newCustomer('Före')
    const { id, secret } = await subscribe(receiver.url)
    const [{ what, detail } = { what: '', detail: {} }] = await historyOf(service, { companyId: company.id }).then(
      (all) => all.filter((one) => one.what.startsWith('webhook.')),
    )
    expect([what, detail]).toEqual([
      'webhook.created',
      { id, host: new URL(receiver.url).host, kinds: [], isActive: true },
    ])
    const customer = await newCustomer()
    await tellAll()
    expect(receiver.received).toHaveLength(1)
    const one = receiver.received[0] as Received
    expect(verifies(secret, one)).toBe(true)
    expect(verifies(secret, { ...one, body: one.body.replace('customer', 'supplier') })).toBe(false)
    expect(verifies(secret, { ...one, headers: { ...one.headers, 'webhook-id': id } })).toBe(false)
    expect(one.json).toEqual({
      type: 'customer.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      data: {
        companyId: company.id,
        number: expect.any(Number),
        resource: { type: 'customer', id: customer, path: `/companies/${company.id}/customers/${customer}` },
        actor: { kind: 'token', id: company.tokenId, name: 'Prov' },
      },
    })
    const [delivery] = await logOf(id)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, status: 204, body: one.body, error: null })
    expect(delivery.id).toBe(one.headers['webhook-id'])
    expect((await company.get(`/webhooks/${id}`)).body).not.toHaveProperty('secret')
  })

  test('has two signatures for a day after the secret was changed', async () => {
    service.setNow(new Date())
    const receiver = await receive()
    const { id, secret } = await subscribe(receiver.url)
    const rotated = await company.post(`/webhooks/${id}/rotate-secret`)
    expect(rotated.status).toBe(200)
    await newCustomer()
    await tellAll()
    const both = receiver.received[0] as Received
    expect([secret, rotated.body.secret].map((one) => verifies(one, both))).toEqual([true, true])
    service.setNow(new Date(new Date(rotated.body.earlierUntilDateTime).getTime() + MINUTE_MS))
    await newCustomer()
    await tellAll()
    expect(receiver.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  test('is sent until it is taken, and those about one resource keep their order', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url, { kinds: ['customer.created', 'customer.changed'] })
    const stuck = await newCustomer('Ett')
    const free = await newCustomer('Två')
    await rename(stuck, 'Ett igen')
    await rename(free, 'Två igen')
    await company.post('/items', anItem)
    receiver.answer = (response, { json }) => response.writeHead(json.data.resource.id === stuck ? 500 : 200).end('hm')
    await tellAll()
    const told = () => receiver.received.map(({ json }) => `${json.type} ${json.data.resource.id === stuck ? 1 : 2}`)
    expect(told().sort()).toEqual(['customer.changed 2', 'customer.created 1', 'customer.created 2'])
    const waiting = (await logOf(id)).filter(({ state }) => state === 'waiting')
    expect(waiting.map(({ attempts, status, answer, error }) => [attempts, status, answer, error])).toEqual([
      [0, null, null, null],
      [1, 500, 'hm', 'The answer was 500'],
    ])
    receiver.answer = 200
    receiver.received.length = 0
    later(4_999)
    await runner.runDue()
    expect(told()).toEqual([])
    later(MINUTE_MS)
    await runner.runDue()
    expect(told()).toEqual(['customer.created 1', 'customer.changed 1'])
    expect((await logOf(id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
    expect((await company.get(`/webhooks/${id}`)).body.failingSinceDateTime).toBeNull()
  })

  test('comes for each of many events, of which only some are taken up at once', async () => {
    const receiver = await receive()
    await subscribe(receiver.url)
    const ids = Array.from({ length: 505 }, () => newId())
    await service.operateFor(company.id, async (call) => {
      for (const id of ids) recordEvent(call, 'customer.created', { id })
    })
    await tellAll()
    expect(receiver.received.map(({ json }) => json.data.resource.id).sort()).toEqual([...ids].sort())
  })

  test('is made by a wake-up as soon as something was written', async () => {
    const receiver = await receive()
    await subscribe(receiver.url)
    runner = newRunner(service, webhookJobs())
    runner.start()
    const told = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        response.writeHead(204).end()
        resolve()
      }
    })
    await newCustomer()
    await told
    await runner.stop()
    runner = newRunner(service, webhookJobs())
    expect(receiver.received).toHaveLength(1)
  })

  /** Hours until all is taken: refusals in a row wait longer each time, and ten of one delivery less than 40 hours. */
  const MOST_ROUNDS = 60
  const MOST_REFUSALS = 10

  test('comes at least once for each event, and in order for each resource, for any receiver', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url)
    const failures = fc.array(fc.constantFrom(200, 200, 500, 302, 'cut'), { minLength: 5, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(failures, fc.array(fc.nat(2), { minLength: 1, maxLength: 8 }), async (answers, changes) => {
        const customers = [await newCustomer(), await newCustomer(), await newCustomer()]
        for (const [place, which] of changes.entries()) await rename(customers[which] ?? '', `Namn ${place}`)
        let count = 0
        let refusals = 0
        const taken: string[] = []
        receiver.answer = (response, { json, headers }) => {
          const how = refusals < MOST_REFUSALS ? (answers[count++] ?? 200) : 200
          if (how !== 200) refusals += 1
          if (how === 'cut') return response.destroy()
          if (how === 200) taken.push(`${json.data.resource.id} ${json.data.number} ${headers['webhook-id']}`)
          return response.writeHead(Number(how)).end()
        }
        await tellAll()
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          later(HOUR_MS)
          await runner.runDue()
        }
        for (const customer of customers) {
          const own = taken.filter((one) => one.startsWith(customer)).map((one) => Number(one.split(' ')[1]))
          expect(own).toEqual([...own].sort((one, other) => one - other))
          const which = changes.filter((one) => customers[one] === customer)
          expect(new Set(own).size).toBe(1 + which.length)
        }
      }),
      { numRuns: 8 },
    )
    expect((await logOf(id)).every(({ state }) => state === 'delivered')).toBe(true)
  })
})

describe('a receiver', () => {
  test('that says 410 hears no more; switched on again, it hears all it has missed', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url)
    receiver.answer = 410
    await newCustomer()
    await tellAll()
    const off = { isActive: false, disabledBecause: 'gone' }
    expect((await company.get(`/webhooks/${id}`)).body).toMatchObject(off)
    expect(await logOf(id)).toMatchObject([{ state: 'failed', attempts: 1, status: 410 }])
    await newCustomer()
    await newCustomer()
    await tellAll()
    expect(receiver.received).toHaveLength(1)
    for (const path of [`/webhooks/${id}/test`, `/webhooks/${id}/redeliver`]) {
      const range = { createdFrom: '2026-06-01T00:00:00Z', createdTo: '2026-07-01T00:00:00Z' }
      expect(await company.post(path, range)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    }
    receiver.answer = 200
    expect((await company.put(`/webhooks/${id}`, { url: receiver.url })).status).toBe(200)
    await tellAll()
    expect(receiver.received).toHaveLength(3)
  })

  test('that takes nothing for three days hears no more, and those who look after it get a mail', async () => {
    const receiver = await receive()
    const { person } = await newPersonInside(service)
    await service.operateFor(company.id, (call) =>
      addMember(call, { tenant: { type: 'company', id: company.id }, personId: person.id, role: 'owner' }),
    )
    const { id } = await subscribe(receiver.url)
    receiver.answer = 503
    await newCustomer()
    await tellAll()
    const began = service.now().getTime()
    let isActive = true
    while (isActive && service.now().getTime() - began < 5 * DAY_MS) {
      later(HOUR_MS)
      await runner.runDue()
      isActive = (await company.get(`/webhooks/${id}`)).body.isActive
    }
    const days = (service.now().getTime() - began) / DAY_MS
    expect(Math.floor(days)).toBe(3)
    expect((await company.get(`/webhooks/${id}`)).body.disabledBecause).toBe('failing')
    expect(await logOf(id)).toMatchObject([{ state: 'failed', attempts: 14 }])
    const [mail] = await mailsTo(service, person.email)
    expect(mail?.subject).toBe('Webhooken till 127.0.0.1:PORT är avstängd'.replace('PORT', String(receiver.port)))
    expect(mail?.text).toContain('tre dygn')
  })

  test('that cannot take one delivery goes on hearing others', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url)
    const poison = await newCustomer()
    receiver.answer = (response, { json }) =>
      response.writeHead(json.data.resource.id === poison && json.type === 'customer.created' ? 500 : 200).end()
    await tellAll()
    for (let hour = 0; hour < 90; hour += 10) {
      later(10 * HOUR_MS)
      await newCustomer()
      await tellAll()
    }
    for (let hour = 0; hour < 90; hour += 2) {
      later(2 * HOUR_MS)
      await runner.runDue()
    }
    await rename(poison, 'Frisk')
    await tellAll()
    expect((await company.get(`/webhooks/${id}`)).body).toMatchObject({ isActive: true })
    const states = (await logOf(id)).map(({ state }) => state)
    expect(states.filter((state) => state === 'failed')).toHaveLength(1)
    expect(states.filter((state) => state === 'waiting')).toHaveLength(0)
    expect(receiver.received.at(-1)?.json.type).toBe('customer.changed')
  })

  test('is sent a test, and again what it had, one or a range of it', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url)
    const tested = await company.post(`/webhooks/${id}/test`)
    expect(tested).toMatchObject({ status: 200, body: { kind: 'webhook.tested', state: 'waiting', eventNumber: null } })
    const twice = `/webhooks/${id}/deliveries/${tested.body.id}/redeliver`
    expect((await company.post(twice)).status).toBe(409)
    await runner.runDue()
    expect(receiver.received).toMatchObject([{ json: { type: 'webhook.tested', data: { number: null } } }])
    expect((await company.post(twice)).body).toMatchObject({ state: 'waiting', attempts: 0 })
    await runner.runDue()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([tested.body.id, tested.body.id])

    later(MINUTE_MS)
    for (let count = 0; count < 3; count += 1) await newCustomer(`Nummer ${count}`)
    await tellAll()
    const before = receiver.received.slice(2).map(({ body }) => body)
    receiver.received.length = 0
    const range = { createdFrom: service.now().toISOString().replace('.000', ''), createdTo: '2026-06-10T10:02:00Z' }
    const path = `/webhooks/${id}/redeliver`
    expect((await company.post(path, range)).body).toEqual({ count: 0 })
    expect((await company.post(path, { ...range, states: ['delivered'] })).body).toEqual({ count: 3 })
    await runner.runDue()
    expect(receiver.received.map(({ body }) => body).sort()).toEqual([...before].sort())
    const backwards = await company.post(path, { createdFrom: range.createdTo, createdTo: range.createdFrom })
    expect(backwards.body.errors).toMatchObject([{ field: '#/createdTo' }])
  })

  test('is asked less and less while there is no answer, and the log is kept for 30 days', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url)
    // Its port stays its own: who comes by a free one would be asked instead, and answer.
    receiver.answer = (response) => void response.destroy()
    for (let count = 0; count < 20; count += 1) await newCustomer()
    await tellAll()
    for (let minute = 0; minute < 60; minute += 1) {
      later(MINUTE_MS)
      await runner.runDue()
    }
    const attempts = (await logOf(id)).reduce((sum: number, one: { attempts: number }) => sum + one.attempts, 0)
    // Each alone would have been tried six times by now.
    expect(attempts).toBeLessThan(60)
    expect(attempts).toBeGreaterThan(5)
    const at = (days: number) => new Date(service.now().getTime() + days * DAY_MS)
    await webhooksContribution.forgetOldDeliveries(service.database, at(31))
    expect(await logOf(id)).toHaveLength(20)
    await webhooksContribution.forgetOldDeliveries(service.database, at(91))
    expect(await logOf(id)).toEqual([])
  })
})

describe('what is heard', () => {
  test('is what the scopes let one read, at that moment', async () => {
    const receiver = await receive()
    const reader = await service.newCompany({ scopes: ['webhooks:read', 'webhooks:write', 'customers:read'] })
    const refused = await reader.post('/webhooks', { url: receiver.url, kinds: ['customer.created', 'item.created'] })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: '#/kinds/1' }] } })
    expect(refused.text).toContain('needs the scope items:read')
    const integration = await newIntegration(service)
    const { token } = await integration.connect({ type: 'company', id: company.id }, ['webhooks:write', 'items:read'])
    const program = requestsWith(company.url, token)
    await subscribe(receiver.url, {}, program)
    await newCustomer()
    const made = await company.post('/items', anItem)
    expect(made.status, made.text).toBe(200)
    await tellAll()
    expect(receiver.received.map(({ json }) => json.type)).toEqual(['item.created'])
  })

  test('ends with the token, and nothing more is delivered', async () => {
    const receiver = await receive()
    const { id } = await subscribe(receiver.url)
    await service.operate((call) => identityAdmin.revokeToken(call, { id: company.tokenId }))
    const { visitor, person } = await newPersonInside(service)
    await service.operateFor(company.id, (call) =>
      addMember(call, { tenant: { type: 'company', id: company.id }, personId: person.id, role: 'owner' }),
    )
    await tellAll()
    expect(receiver.received).toEqual([])
    const response = await fetch(`${company.url}/webhooks/${id}`, { headers: { cookie: cookieOf(visitor) } })
    expect(await response.json()).toMatchObject({ isActive: false, disabledBecause: 'no-access', madeBy: 'Prov' })
  })

  test('reaches clients of an agency that has let the integration in, as long as they are its clients', async () => {
    const receiver = await receive()
    const agency = await newAgency(service)
    const pair = { agencyId: agency.id, companyId: company.id }
    await service.operate((call) => addClientCompany(call, pair))
    const { token } = await (await newIntegration(service)).connect({ type: 'agency', id: agency.id })
    const program = requestsWith(company.url, token)
    const { id } = await subscribe(receiver.url, { kinds: ['customer.created'] }, program)
    await newCustomer()
    await tellAll()
    expect(receiver.received).toHaveLength(1)
    await service.database.rows(sql`delete from identity.agency_company where company_id = ${company.id}`)
    await newCustomer()
    await tellAll()
    expect(receiver.received).toHaveLength(1)
    await service.operate((call) => addClientCompany(call, pair))
    expect((await program.get(`/webhooks/${id}`)).body).toMatchObject({ isActive: false, disabledBecause: 'no-access' })
    expect((await program.put(`/webhooks/${id}`, { url: receiver.url, kinds: ['customer.created'] })).status).toBe(200)
    await tellAll()
    expect(receiver.received).toHaveLength(2)
  })

  test('is managed by who made it, and by the people of the company who administrate it', async () => {
    const receiver = await receive()
    const integration = await newIntegration(service)
    const { token } = await integration.connect({ type: 'company', id: company.id })
    const program = requestsWith(company.url, token)
    const own = await subscribe(receiver.url)
    const others = await subscribe(receiver.url, {}, program)
    const idsOf = async (caller: Caller) => (await caller.get('/webhooks')).body.items.map(({ id }: Made) => id)
    expect(await idsOf(company)).toEqual([own.id])
    expect(await idsOf(program)).toEqual([others.id])
    const strange: Answer[] = [
      await company.get(`/webhooks/${others.id}`),
      await company.put(`/webhooks/${others.id}`, { url: receiver.url }),
      await company.delete(`/webhooks/${others.id}`),
      await company.post(`/webhooks/${others.id}/test`),
      await company.post(`/webhooks/${others.id}/rotate-secret`),
      await company.get(`/webhooks/${others.id}/deliveries`),
    ]
    expect(strange.map(({ status }) => status)).toEqual(Array(6).fill(404))
    const seenBy = async (role: 'administrator' | 'bookkeeper') => {
      const { visitor, person } = await newPersonInside(service)
      await service.operateFor(company.id, (call) =>
        addMember(call, { tenant: { type: 'company', id: company.id }, personId: person.id, role }),
      )
      const response = await fetch(`${company.url}/webhooks`, { headers: { cookie: cookieOf(visitor) } })
      const body = (await response.json()) as { totalItems?: number }
      return body.totalItems ?? response.status
    }
    expect([await seenBy('administrator'), await seenBy('bookkeeper')]).toEqual([2, 403])
    expect((await company.delete(`/webhooks/${own.id}`)).status).toBe(204)
    expect(await idsOf(company)).toEqual([])
  })

  test('is looked at by the owner of the integration, in all companies, without what was in it', async () => {
    const receiver = await receive()
    const integration = await newIntegration(service)
    const owner = await logInAs(service, { type: 'company', id: company.id }, null)
    await service.database.rows(
      sql`update access.integration set owner_id = ${owner.person.id} where id = ${integration.id}`,
    )
    const ask = asking(service.base, owner.headers)
    const connected = async ({ id, url }: TestCompany) =>
      requestsWith(url, (await integration.connect({ type: 'company', id })).token)
    const other = await service.newCompany()
    const here = await connected(company)
    const there = await connected(other)
    const { id } = await subscribe(receiver.url, { kinds: ['customer.created'] }, here)
    const { id: off } = await subscribe(receiver.url, { isActive: false }, there)
    await subscribe(receiver.url)
    const path = `/me/integrations/${integration.id}/webhooks`
    expect((await ask('GET', path)).body.items).toMatchObject([
      { id: off, companyId: other.id, isActive: false, waitingDeliveries: 0 },
      { id, companyId: company.id, isActive: true, waitingDeliveries: 0, failingSinceDateTime: null },
    ])
    receiver.answer = 500
    await newCustomer()
    await tellAll()
    const found = async (query: string) => (await ask('GET', `${path}?query=${query}`)).body.items
    expect(await found('going==failing')).toMatchObject([{ id }])
    expect(await found(`going==off%26%26companyId==${other.id}`)).toMatchObject([{ id: off }])
    expect((await ask('GET', path)).body.items[1]).toMatchObject({ waitingDeliveries: 1 })
    const [delivery] = (await ask('GET', `${path}/${id}/deliveries`)).body.items
    expect(delivery).toMatchObject({ kind: 'customer.created', state: 'waiting', status: 500, attempts: 1 })
    expect(delivery).not.toHaveProperty('body')
    const stranger = asking(service.base, (await logInAs(service, { type: 'company', id: company.id }, null)).headers)
    for (const strange of [path, `${path}/${id}/deliveries`]) expect((await stranger('GET', strange)).status).toBe(404)
    const [own] = (await company.get('/webhooks')).body.items
    expect((await ask('GET', `${path}/${own.id}/deliveries`)).status).toBe(404)
  })
})
