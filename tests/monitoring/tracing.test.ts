// Traces as a collector gets them: what is traced, within whose trace, and that nothing of anybody stands in them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monitoringService, type Tracing } from '#monitoring'
import { nameOf, parentOf, withoutValues } from '#server/monitoring/tracing'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

type Sent = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

let receiver: Receiver
let tracing: Tracing
let service: Service
let company: TestCompany
beforeAll(async () => {
  receiver = await openReceiver()
  tracing = await monitoringService.openTracing({
    endpoint: receiver.url,
    headers: { 'x-key': 'nyckel' },
    name: 'grundbok-prov',
    version: '1.2.3',
    share: 1,
  })
  service = await startService({ tracing })
  company = await service.newCompany()
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
/** Not in a trace of anybody. */
const SECRET = 'Hemligt ärende 4711'

test('a request is a span of its caller’s trace, with its statements, and with nothing of anybody', async () => {
  const asked = (flags: string) =>
    request(`${service.base}/companies/${company.id}/journal-entries?hemlig=ja`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${company.token}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${CALLER}-${flags}`,
      },
      body: JSON.stringify(anEntry({ title: SECRET })),
    })
  expect((await asked('01')).status).toBe(200)
  expect((await company.post('/journal-entries', anEntry({ title: SECRET }))).status).toBe(200)
  // What goes in one message with the commit has values in its text.
  const keyed = await company.post('/customers', { name: SECRET, type: 'company' }, { 'idempotency-key': 'nyckel-1' })
  expect(keyed.status).toBe(200)
  // The caller has decided that nothing is recorded.
  await asked('00')
  const job = tracing.attempt('prov.gör', () => Promise.reject(Object.assign(new Error(SECRET), { code: 'EPROV' })))
  await expect(job).rejects.toThrow(SECRET)
  await tracing.close()

  const bodies = receiver.received.map(({ body }) => body)
  const batches = receiver.received.map(({ json }) => json)
  expect(receiver.received[0]?.headers['x-key']).toBe('nyckel')
  const resource = JSON.stringify(batches[0].resourceSpans[0].resource)
  expect(resource).toContain('grundbok-prov')
  const spans: Sent[] = batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Sent[] }[] }) =>
      scopeSpans.flatMap(({ spans: some }) => some),
    ),
  )
  const of = (span: Sent, key: string) => Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]
  const route = '/v1/companies/:companyId/journal-entries'
  const own = spans.filter(({ traceId }) => traceId === TRACE)
  expect(own.filter(({ parentSpanId }) => parentSpanId === CALLER)).toMatchObject([{ name: `POST ${route}`, kind: 2 }])
  const booked = spans.find((span) => of(span, 'http.route') === route && span.traceId !== TRACE)
  expect(booked && of(booked, 'http.response.status_code')).toBe(200)
  expect(booked).toMatchObject({ name: `POST ${route}` })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === booked?.spanId)
  // A cluster is asked for the entries of several companies at once.
  const books = statements.filter((span) => /ledger\.|platform\.in_groups/.test(String(of(span, 'db.query.text'))))
  expect(books).not.toEqual([])
  expect(statements.every(({ kind, traceId }) => kind === 3 && traceId === booked?.traceId)).toBe(true)
  const failed = spans.find(({ name }) => name === 'job prov.gör')
  expect([failed?.status.code, failed && of(failed, 'error.type')]).toEqual([2, 'EPROV'])
  for (const secret of [SECRET, 'hemlig', company.token, company.id]) expect(bodies.join('')).not.toContain(secret)
})

test('a collector that is away holds no request up', async () => {
  const away = await monitoringService.openTracing({
    endpoint: 'http://127.0.0.1:1',
    headers: {},
    name: 'a',
    version: '1',
    share: 1,
  })
  expect(await away.attempt('prov', async () => 1)).toBe(1)
  await away.close()
})

const parents: [header: string | string[] | undefined, is: object | undefined][] = [
  [`00-${TRACE}-${CALLER}-01`, { traceId: TRACE, spanId: CALLER, traceFlags: 1, isRemote: true }],
  [`00-${TRACE}-${CALLER}-00`, { traceId: TRACE, spanId: CALLER, traceFlags: 0, isRemote: true }],
  [`cc-${TRACE}-${CALLER}-03-more`, { traceId: TRACE, spanId: CALLER, traceFlags: 1, isRemote: true }],
  [`ff-${TRACE}-${CALLER}-01`, undefined],
  [`00-${'0'.repeat(32)}-${CALLER}-01`, undefined],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
  [`00-${TRACE.toUpperCase()}-${CALLER}-01`, undefined],
  ['', undefined],
  [undefined, undefined],
]
test.each(parents)('the caller of %j', (header, is) => {
  expect(parentOf(header)).toEqual(is)
})

const names: [text: string, name: string][] = [
  ['select a from ledger.account where b = $1', 'select ledger.account'],
  ['\n  insert into sales.invoice (a) values ($1)', 'insert sales.invoice'],
  ['update platform.job set a = 1', 'update platform.job'],
  ['begin', 'begin'],
  ['', 'statement'],
]
test.each(names)('%j is called %s', (text, name) => {
  expect(nameOf(text)).toBe(name)
})

const texts: [text: string, told: string][] = [
  ["select f('a', $1); commit", "select f('?', $1); commit"],
  ["select f('it''s', ''), g( E'a\\\\b')", "select f('?', '?'), g( E'?')"],
  ['select 1', 'select 1'],
]
test.each(texts)('%j is told without its values', (text, told) => {
  expect(withoutValues(text)).toBe(told)
})
