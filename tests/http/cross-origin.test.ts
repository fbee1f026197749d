// Pages of other sites call the API with a bearer token, are told all of the answer, and never act as a person who has
// logged in here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agencyScopes } from '#identity'
import { rows } from '#programs/app'
import { newIntegration } from '#support/callers'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'
import { cookieOf, newPersonInside, type Visitor } from '#support/visitor'

let service: Service
let company: TestCompany
let visitor: Visitor
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  visitor = (await newPersonInside(service)).visitor
})
afterAll(() => service.close())

const APP = 'https://app.example.com'
const ANSWER = 'access-control-allow-origin'

const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
  request(`${service.origin}${path}`, {
    method: 'OPTIONS',
    headers: { origin: APP, 'access-control-request-method': method, ...headers },
  })

const wordsIn = (header: string | null): string[] => (header ?? '').toLowerCase().split(', ')

test('a browser that asks before is answered for each endpoint', async () => {
  for (const { path, method } of rows) {
    const { status, headers, text } = await ask(`/v1${path}`, method, {
      'access-control-request-headers': 'authorization',
    })
    expect([path, status, text, headers.get(ANSWER)]).toEqual([path, 204, '', '*'])
    expect(wordsIn(headers.get('access-control-allow-methods'))).toContain(method.toLowerCase())
    const sent = ['authorization', 'content-type', 'if-match', ...(method === 'GET' ? [] : ['idempotency-key'])]
    expect(wordsIn(headers.get('access-control-allow-headers'))).toEqual(expect.arrayContaining(sent))
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  }
})

test('a page reads an answer and its headers, and a refusal alike', async () => {
  const integration = await newIntegration(service)
  const token = await integration.general(agencyScopes)
  const answers = [
    await company.get('/journal-entries', { origin: APP }),
    await company.post('/journal-entries', anEntry(), { origin: APP }),
    await company.post('/journal-entries', {}, { origin: 'null' }),
    await request(`${service.base}/connections`, { headers: { origin: APP, authorization: `Bearer ${token}` } }),
    await request(`${service.base}/me`, { headers: { origin: APP } }),
    await request(`${service.base}/none`, { headers: { origin: APP } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 401, 404])
  for (const { headers } of answers) {
    expect([headers.get(ANSWER), headers.has('access-control-allow-credentials')]).toEqual(['*', false])
    const read = ['link', 'etag', 'location', 'retry-after', 'request-id', 'content-disposition', 'idempotent-replayed']
    const own = [
      'service-dry-run',
      'service-ignored',
      'service-plan-warning',
      'service-ratelimit-remaining',
      'service-warning',
    ]
    expect(wordsIn(headers.get('access-control-expose-headers'))).toEqual(expect.arrayContaining([...read, ...own]))
  }
})

test('an answer to anybody else says nothing of it', async () => {
  const answer = await company.get('/journal-entries')
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('where people and clients log in no other site is let in', async () => {
  for (const path of ['/v1/token', '/v1/token/revoke', '/v1/first-run', '/v1/authorize', '/login', '/']) {
    const { status, headers } = await ask(path, 'POST')
    expect([path, status === 204, headers.get(ANSWER)]).toEqual([path, false, null])
  }
})

test('OPTIONS that is no question of a browser is refused as before', async () => {
  const answer = await request(`${service.base}/me`, { method: 'OPTIONS' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH'])
})

const session = (more: Record<string, string> = {}) => ({ cookie: cookieOf(visitor), ...more })

/** Who asks, by the headers that browsers send; whether the session counts. */
const askers: [string, () => Record<string, string>, boolean][] = [
  ['the console              ', () => ({}), true],
  ['the console, by Origin   ', () => ({ origin: service.origin }), true],
  ['the console, by the fetch', () => ({ origin: service.origin, 'sec-fetch-site': 'same-origin' }), true],
  ['another site             ', () => ({ origin: APP }), false],
  ['another site, by both    ', () => ({ origin: APP, 'sec-fetch-site': 'cross-site' }), false],
  ['another port             ', () => ({ origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }), false],
  ['no site                  ', () => ({ origin: 'null' }), false],
]
test.each(askers)('%s acts in a session or not', async (_, headers, counts) => {
  const read = await request(`${service.base}/me`, { headers: session(headers()) })
  expect(read.status).toBe(counts ? 200 : 401)
  const { csrfToken } = (await request(`${service.base}/me`, { headers: session() })).body.session
  const made = await request(`${service.base}/me/drafts/prov`, {
    method: 'PUT',
    headers: session({ ...headers(), 'csrf-token': csrfToken, 'content-type': 'application/json' }),
    body: JSON.stringify({ content: 'x' }),
  })
  expect(made.status).toBe(counts ? 200 : 401)
})

test('a token counts for another site, regardless of any session sent with it', async () => {
  const headers = session({ origin: APP, authorization: `Bearer ${company.token}` })
  expect((await request(`${company.url}/company-information`, { headers })).status).toBe(200)
})
