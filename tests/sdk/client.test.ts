// The client around the generated part: what it repeats and what not, how lists, files and refusals are read.
import { Readable } from 'node:stream'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerOf,
  type ClientOptions,
  createClient,
  Download,
  effectsOf,
  etagOf,
  followEvents,
  GrundbokError,
  isRefusal,
  NetworkError,
  type Position,
  signWebhook,
  verifyWebhook,
  WebhookError,
} from '#sdk'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'
import { newClient } from './calls.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const booksOf = (options: Partial<ClientOptions> = {}) =>
  newClient(service, { token: company.token, ...options }).company(company.id)

const rent = {
  title: 'Lokalhyra',
  date: '2026-06-01',
  items: [
    { account: 5010, debit: 8000 },
    { account: 1930, credit: 8000 },
  ],
}

/** A fetch whose first answers are lost on their way, or replaced, after the service has done what was asked. */
const losing = (...instead: (Response | null)[]) => {
  const sent: string[] = []
  return {
    sent,
    fetch: async (url: string, init: RequestInit) => {
      const key = new Headers(init.headers).get('idempotency-key')
      sent.push(`${init.method} ${key}`)
      const response = await fetch(url, init)
      if (instead.length === 0) return response
      await response.arrayBuffer()
      const other = instead.shift()
      if (!other) throw new TypeError('fetch failed')
      return other
    },
  }
}

const thrownBy = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => 'nothing was thrown',
    (thrown) => thrown,
  )

test('a refusal has its code, its reason and its fields, and what is unknown is one too', async () => {
  const refused = await thrownBy(booksOf().journalEntries.create({ ...rent, date: 'x' }))
  expect(refused).toBeInstanceOf(GrundbokError)
  expect(refused).toMatchObject({
    status: 400,
    code: 'validation-error',
    errors: [{ field: '#/date', message: expect.any(String), reason: expect.any(String) }],
    errorId: expect.stringMatching(/^[\da-f-]{36}$/),
    requestId: expect.any(String),
    asked: { method: 'POST', idempotencyKey: expect.any(String) },
  })
  expect([isRefusal(refused, 'validation-error'), isRefusal(refused, 'not-found')]).toEqual([true, false])
  const swedish = await thrownBy(booksOf({ language: 'sv' }).invoices.get('019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'))
  expect(isRefusal(swedish, 'not-found') && swedish.message).toMatch(/Det finns/)
  const unknown = { name: 'Kund AB', type: 'company', colour: 'red' } as const
  expect(await thrownBy(booksOf().customers.create(unknown))).toMatchObject({ errors: [{ field: '#/colour' }] })
  const lenient = await booksOf({ isStrict: false }).customers.create(unknown)
  expect(answerOf(lenient)).toMatchObject({ status: 200, ignored: ['#/colour'], isReplayed: false })
})

describe('what is repeated', () => {
  test('a write whose answer is lost happens once, an upload too', async () => {
    const { fetch, sent } = losing(null, new Response('', { status: 503, headers: { 'retry-after': '0' } }))
    const entry = await booksOf({ fetch }).journalEntries.create({ ...rent, title: 'En gång' })
    expect(answerOf(entry)?.isReplayed).toBe(true)
    expect(new Set(sent).size).toBe(1)
    expect(sent).toHaveLength(3)
    const found = await booksOf().journalEntries.list({ query: 'title=="En gång"' })
    expect(found.totalItems).toBe(1)
    const upload = await booksOf(losing(null)).uploads.create({ file: { name: 'kvitto.png', content: pngFile() } })
    expect(answerOf(upload)?.isReplayed).toBe(true)
    expect(upload.description).toBe('kvitto.png')
  })

  test('an answer that breaks off is a lost one, and what a source of tokens throws is thrown', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
    const headers = { 'content-type': 'application/json' }
    const entry = await booksOf(losing(new Response(broken, { headers }))).journalEntries.create(rent)
    expect(answerOf(entry)?.isReplayed).toBe(true)
    const token = { token: () => Promise.reject(new Error('no consent')) }
    expect(await thrownBy(booksOf({ token }).vatCodes.list())).toMatchObject({ message: 'no consent' })
  })

  test('a stream is sent once, what opens one is sent again', async () => {
    const open = () => Readable.from([pngFile()])
    const once = losing(null)
    const lost = await thrownBy(booksOf(once).uploads.create({ file: open() }))
    expect(lost).toBeInstanceOf(NetworkError)
    expect(once.sent).toHaveLength(1)
    const upload = await booksOf(losing(null)).uploads.create({ file: open, description: 'Ström' })
    expect(answerOf(upload)?.isReplayed).toBe(true)
    expect(upload).toMatchObject({ description: 'Ström', contentType: 'image/png' })
  })

  test('what was refused is not sent again, and a pause that is too long is not begun', async () => {
    const { fetch, sent } = losing()
    await thrownBy(booksOf({ fetch }).journalEntries.create({ ...rent, date: 'x' }))
    expect(sent).toHaveLength(1)
    const busy = losing(
      ...Array.from({ length: 9 }, () => new Response('{}', { status: 429, headers: { 'retry-after': '9' } })),
    )
    const began = Date.now()
    const thrown = await thrownBy(booksOf({ fetch: busy.fetch, timeoutMs: 3000 }).plan.get())
    expect(thrown).toMatchObject({ status: 429, retryAfter: 9 })
    expect(Date.now() - began).toBeLessThan(2500)
  })

  test('a token that was refused is renewed once', async () => {
    const renewed: string[] = []
    let token = 'gb_ended'
    const source = {
      token: () => token,
      renew: async (refused: string) => {
        renewed.push(refused)
        token = company.token
        return true
      },
    }
    expect(await booksOf({ token: source }).vatCodes.list()).toBeTypeOf('object')
    expect(renewed).toEqual(['gb_ended'])
    expect(await thrownBy(booksOf({ token: 'gb_ended' }).vatCodes.list())).toMatchObject({ code: 'unauthorized' })
  })
})

test('a call ends in time, and when its caller ends it', async () => {
  const never = (_: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const late = await thrownBy(booksOf({ fetch: never, timeoutMs: 20 }).plan.get())
  expect(late).toBeInstanceOf(NetworkError)
  expect(late).toMatchObject({ isTimeout: true })
  const ended = AbortSignal.timeout(20)
  expect(await thrownBy(booksOf({ fetch: never }).plan.get({ signal: ended }))).toBe(ended.reason)
})

test('a list is a page, or all of its items', async () => {
  const other = await service.newCompany()
  const books = newClient(service, { token: other.token }).company(other.id)
  const operations = Array.from({ length: 130 }, (_, at) => ({
    method: 'POST' as const,
    path: '/customers',
    body: { name: `Kund ${at}`, type: 'company' },
  }))
  await books.bulk.do({ mode: 'atomic', operations })
  const page = await books.customers.list({ page: 2, pageSize: 50 })
  expect([page.items.length, page.totalItems, page.currentPage]).toEqual([50, 130, 2])
  const names = new Set<string>()
  for await (const { name } of books.customers.list()) names.add(name)
  expect(names.size).toBe(130)
  expect(await books.customers.list({ query: 'name=~"kund 12"' }).all()).toHaveLength(11)
  expect(await books.customers.list().all(3)).toHaveLength(3)
})

test('a trial says what would change, and an old version is not overwritten', async () => {
  const entry = await booksOf().journalEntries.create(rent, { dryRun: true, effects: true })
  expect(answerOf(entry)?.isTrial).toBe(true)
  expect(effectsOf(entry)?.accounts).toEqual([
    { account: 1930, change: -8000 },
    { account: 5010, change: 8000 },
  ])
  const { customers } = booksOf()
  const customer = await customers.create({ name: 'Kund AB', type: 'company' })
  expect(await thrownBy(customers.get(customer.id, { ifNoneMatch: etagOf(customer) }))).toMatchObject({ status: 304 })
  const renamed = await customers.update(customer.id, { ...customer, name: 'Kunden AB' }, { ifMatch: etagOf(customer) })
  const late = customers.update(customer.id, { ...customer, name: 'Kunde AB' }, { ifMatch: etagOf(customer) })
  expect(await thrownBy(late)).toMatchObject({ code: 'precondition-failed' })
  expect(effectsOf(await customers.delete(renamed.id, { dryRun: true, effects: true }))?.events).toHaveLength(1)
  expect(await customers.delete(renamed.id)).toBeUndefined()
})

test('what is downloaded comes as it is sent, and a report as a file where that is asked for', async () => {
  const uploaded = await booksOf().uploads.create({ file: new Blob([pngFile() as Uint8Array<ArrayBuffer>]) })
  const download = await booksOf().uploads.download(uploaded.id)
  expect([download.contentType, download.size]).toEqual(['image/png', pngFile().length])
  const parts: Uint8Array[] = []
  for await (const part of download.stream) parts.push(part)
  expect(Buffer.concat(parts).equals(pngFile())).toBe(true)
  const balance = await booksOf().reports.trialBalance.get({ fiscalYearId: company.fiscalYearId })
  expect(balance).not.toBeInstanceOf(Download)
  const file = await booksOf().reports.trialBalance.get({ fiscalYearId: company.fiscalYearId, format: 'csv' })
  expect(file.contentType).toMatch(/^text\/csv/)
  expect(file.fileName).toMatch(/\.csv$/)
  expect(await file.text()).toContain('1930')
})

test('the feed is followed from the saved position, through interruptions', async () => {
  const { items, after } = await booksOf().events.list({ after: 'latest' })
  expect(items).toEqual([])
  let saved: Position = after
  const seen: string[] = []
  const readTwo = async (events: ReturnType<typeof booksOf>['events']) => {
    const savePosition = (position: Position) => {
      saved = position
    }
    const began = seen.length
    for await (const event of followEvents(events, { after: saved, savePosition, types: ['tag-group'] })) {
      seen.push(event.kind)
      if (seen.length === began + 2) return
    }
  }
  const make = (alias: string) => booksOf().tagGroups.create({ name: `Grupp ${alias}`, alias })
  const group = await make('a')
  await booksOf().journalEntries.create(rent)
  await make('b')
  await readTwo(booksOf().events)
  // The second was seen, and what is done with it is not known to be done: it comes again.
  const reading = readTwo(booksOf(losing(null)).events)
  await booksOf().tagGroups.delete(group.id)
  await reading
  expect(seen).toEqual(['tag-group.created', 'tag-group.created', 'tag-group.created', 'tag-group.deleted'])
  const ending = new AbortController()
  ending.abort()
  for await (const event of followEvents(booksOf().events, { signal: ending.signal })) seen.push(event.kind)
  expect(seen).toHaveLength(4)
})

test('a service with a brand of its own is read by it, and any path can be asked for', async () => {
  const headers = {
    'acme-warning': '#/vatNumber: the check digit%2C as it stands%2C is wrong',
    'content-type': 'application/json',
  }
  const fetch = async () => new Response('{"id":"x"}', { headers })
  const client = createClient({ baseUrl: 'https://books.example.com/v1/', fetch, brand: 'acme' })
  const told = answerOf(await client.request('GET', '/companies/x/customers/y'))
  expect(told?.warnings).toEqual(['#/vatNumber: the check digit, as it stands, is wrong'])
  const refusal = async () => new Response('{"code":"gone","acmeErrorId":"7"}', { status: 410 })
  expect(await thrownBy(createClient({ baseUrl: 'x', fetch: refusal }).me.get())).toMatchObject({ errorId: '7' })
  const [customer] = (await booksOf().customers.list({ pageSize: 1 })).items
  const path = `/companies/${company.id}/customers/${customer?.id}`
  expect(await newClient(service, { token: company.token }).request('GET', path)).toMatchObject({
    name: customer?.name,
  })
})

test('deliveries are verified as the service signs them', async () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`
  const body = JSON.stringify({ type: 'invoice.paid', timestamp: '2026-06-10T10:00:00Z', data: { number: 7 } })
  const id = 'msg_1'
  const now = new Date()
  const headers = (at = now) => ({
    'Webhook-Id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(id, at, body)}`,
  })
  expect(await verifyWebhook({ secret: ['whsec_AAAA', secret], headers: headers(), body })).toMatchObject({
    data: { number: 7 },
  })
  const bytes = new TextEncoder().encode(body)
  expect(await verifyWebhook({ secret, headers: new Headers(headers()), body: bytes })).toMatchObject({
    type: 'invoice.paid',
  })
  const old = new Date(now.getTime() - 400_000)
  for (const bad of [{ headers: headers(old) }, { body: `${body} ` }, { secret: 'whsec_AAAA' }, { headers: {} }]) {
    expect(await thrownBy(verifyWebhook({ secret, headers: headers(), body, ...bad }))).toBeInstanceOf(WebhookError)
  }
  expect(new Webhook(secret).verify(body, await signWebhook({ secret, id, body }))).toMatchObject({
    data: { number: 7 },
  })
})
