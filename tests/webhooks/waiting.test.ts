// Deliveries that wait: none is left without a job that sends it, however many there are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { newRunner } from '#support/jobs'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { type Service, startService, type TestCompany } from '#support/service'
import { deliverKind, webhookJobs, webhooksService } from '#webhooks'

let service: Service
const receivers: Receiver[] = []
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  await service.close()
})

const subscribe = async () => {
  const company = await service.newCompany()
  const receiver = await openReceiver()
  receivers.push(receiver)
  const { id } = (await company.post('/webhooks', { url: receiver.url })).body
  return { company, receiver, id }
}

const work = (signal = new AbortController().signal) => ({
  database: service.usedDatabase,
  standing: service.standing,
  now: service.now(),
  signal,
  payload: {},
  attempt: 1,
  isLast: true,
})

const jobsOf = ({ id }: TestCompany) => sql`from platform.job where kind = ${deliverKind.name} and tenant_id = ${id}`

test('those that lost their jobs are sent, in order with those behind them; what has failed is the operator’s', async () => {
  const { company, receiver } = await subscribe()
  const names = ['Kunden AB', 'Kunden i Umeå AB', 'Kunden i Luleå AB']
  const customers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { id } = (await company.post('/customers', { name: names[0], type: 'company' })).body
    customers.push(id)
    for (const name of names.slice(1)) await company.put(`/customers/${id}`, { name, type: 'company' })
  }
  await webhooksService.sweepWebhooks(work())
  await newRunner(service, webhookJobs().slice(0, 1)).runDue()
  const [lost, kept, failed] = customers
  const first = (resource = '') => sql`
    id = (select id ${jobsOf(company)} and payload ->> 'resource' = ${resource} order by number limit 1)`
  await service.database.rows(sql`delete from platform.job where ${first(lost)}`)
  await service.database.rows(sql`update platform.job set failed_at = ${service.now()} where ${first(failed)}`)
  await webhooksService.sendLost(work())
  await newRunner(service, webhookJobs()).runDue()
  const told = receiver.received.map(({ json }) => [json.data.resource.id, json.type])
  const of = (id = '') => told.filter(([resource]) => resource === id).map(([, kind]) => kind)
  const all = ['customer.created', 'customer.changed', 'customer.changed']
  expect([of(lost), of(kept), of(failed)]).toEqual([all, all, all.slice(1)])
  await webhooksService.sendLost(work())
  expect(await service.database.rows(sql`select failed_at ${jobsOf(company)}`)).toEqual([{ failed_at: service.now() }])
})

test('all of them are sent when the webhook is switched on, in their order', async () => {
  const { company, receiver, id } = await subscribe()
  const many = 10_001
  // Every hundredth is about the same resource.
  await service.operateFor(company.id, ({ db }) =>
    db.rows(sql`
      insert into webhooks.delivery (company_id, id, subscription_id, kind, resource, body, state, created_at)
      select ${company.id}, lpad(n::text, 32, '0')::uuid, ${id}, 'customer.changed',
        case when n % 100 = 0 then 'same' else n::text end, '{}', 'waiting', ${service.now()}
      from generate_series(1, ${many}::int) as n`),
  )
  const switched = async (isActive: boolean) => {
    const { status, text } = await company.put(`/webhooks/${id}`, { url: receiver.url, kinds: [], isActive })
    expect(status, text).toBe(200)
  }
  await switched(false)
  await switched(true)
  await switched(true)
  const queued = await service.database.rows<{ place: number }>(sql`
    select ltrim(replace(payload ->> 'deliveryId', '-', ''), '0')::int as place ${jobsOf(company)} order by number`)
  expect(queued.map(({ place }) => place)).toEqual(Array.from({ length: many }, (_, index) => index + 1))
})

test('the order is that of the events, despite differing clocks of the writers', async () => {
  const { company, receiver, id } = await subscribe()
  // The ids fall while the numbers of events grow; the last hundred are of no event.
  await service.operateFor(company.id, ({ db }) =>
    db.rows(sql`
      insert into webhooks.delivery (company_id, id, subscription_id, event_number, kind, resource, body, state,
        created_at)
      select ${company.id}, lpad((1501 - n)::text, 32, '0')::uuid, ${id}, case when n <= 1400 then n end,
        'customer.changed', 'same', '{}', 'waiting', ${service.now()}
      from generate_series(1, 1500) as n`),
  )
  const queued = async () =>
    (
      await service.database.rows<{ place: number }>(sql`
        select ltrim(replace(payload ->> 'deliveryId', '-', ''), '0')::int as place ${jobsOf(company)} order by number`)
    ).map(({ place }) => place)
  const falling = (from: number) => Array.from({ length: from - 100 }, (_, index) => from - index)
  const ofNone = Array.from({ length: 100 }, (_, index) => index + 1)
  for (const isActive of [false, true])
    expect((await company.put(`/webhooks/${id}`, { url: receiver.url, kinds: [], isActive })).status).toBe(200)
  expect(await queued()).toEqual([...falling(1500), ...ofNone])
  await service.database.rows(sql`delete ${jobsOf(company)}`)
  await webhooksService.sendLost(work())
  expect(await queued()).toEqual([...falling(1500), ...ofNone])
  await service.database.rows(sql`delete ${jobsOf(company)}`)
  await service.database.rows(sql`
    update webhooks.delivery set state = 'failed' where company_id = ${company.id}`)
  const range = { createdFrom: '2026-06-01T00:00:00Z', createdTo: '2026-07-01T00:00:00Z' }
  expect((await company.post(`/webhooks/${id}/redeliver`, range)).body).toEqual({ count: 1000 })
  expect(await queued()).toEqual([...falling(1000), ...ofNone])
})
