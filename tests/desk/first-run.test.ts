// The first run: who may make the first person of a service, and what they get; and that it is over afterwards.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDemo, makeDemo } from '#demo/demo'
import { identityService } from '#identity'
import { firstRunCode } from '#programs/first-run'
import { exchange, requestText } from '#support/raw'
import { type Answer, request, type Service, startService } from '#support/service'

let service: Service
beforeEach(async () => {
  service = await startService({ alone: true })
})
afterEach(() => service.close())

const first = {
  name: 'Anna Ek',
  email: 'anna@example.com',
  password: 'korrekt häst batteri',
  language: 'en',
  company: {
    name: 'Annas AB',
    organizationNumber: '559999-0008',
    vatSetting: 'quarterly',
    fiscalYear: { startDate: '2026-01-01', endDate: '2026-12-31' },
  },
}

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  request(`${service.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const state = async () => (await request(`${service.base}/first-run`)).body

/** The cookies of an answer as a browser sends them back. */
const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

test('the first person gets an account, a session, a company and its year in one go', async () => {
  expect(await state()).toEqual({ isNeeded: true, needsCode: false, hasDemo: false })
  const answer = await post('/first-run', first)
  expect(answer.status, answer.text).toBe(200)
  const { personId, companyId, csrfToken } = answer.body
  const headers = { cookie: cookiesOf(answer), 'csrf-token': csrfToken, 'content-type': 'application/json' }
  const me = await request(`${service.base}/me`, { headers })
  expect(me.body.session).toMatchObject({
    person: { id: personId, name: 'Anna Ek', email: 'anna@example.com', language: 'en' },
    csrfToken,
    memberships: [{ tenant: { id: companyId, name: 'Annas AB' }, role: 'owner' }],
  })
  const years = await request(`${service.base}/companies/${companyId}/fiscal-years`, { headers })
  expect(years.body.items).toHaveLength(1)
  const lock = { method: 'PATCH', headers, body: JSON.stringify({ lockDate: '2026-01-31' }) }
  expect((await request(`${service.base}/companies/${companyId}/lock-date`, lock)).status).toBe(200)
  expect(await state()).toEqual({ isNeeded: false, needsCode: false, hasDemo: false })
  const late = await post('/first-run', { ...first, email: 'bo@example.com' })
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
})

test('of two who come at the same time one is the first', async () => {
  const both = await Promise.all([post('/first-run', first), post('/first-run', { ...first, email: 'bo@example.com' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an existing account ends it', async () => {
  const { name, email, password } = first
  await service.operate((call) => identityService.createPerson(call, { name, email, password }))
  expect((await state()).isNeeded).toBe(false)
  expect((await post('/first-run', first)).status).toBe(409)
  expect((await post('/first-run/demo', {})).status).toBe(409)
})

describe('what is wrong', () => {
  test.each<[string, object, string]>([
    ['an address', { email: 'x' }, '#/email'],
    ['a password', { password: 'kort' }, '#/password'],
    ['a name', { name: '' }, '#/name'],
    ['a company', { company: { ...first.company, organizationNumber: '1' } }, '#/company/organizationNumber'],
    ['no company', { company: undefined }, '#/company'],
    ['a year', { company: { ...first.company, fiscalYear: { startDate: '2026-01-01', endDate: 'x' } } }, '#/company/'],
  ])('of %s is told, and nothing is made', async (_, wrong, field) => {
    const answer = await post('/first-run', { ...first, ...wrong })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation-error'])
    expect(answer.body.errors[0].field).toContain(field)
    expect((await state()).isNeeded).toBe(true)
  })
})

describe('from another machine', () => {
  /** A request as it comes through a proxy, or by a name that leads here. */
  const through = async (headers: Record<string, string>, body: object = first) => {
    const text = JSON.stringify(body)
    const head = { host: new URL(service.origin).host, ...headers, 'content-type': 'application/json' }
    const sent = requestText('POST /v1/first-run', { ...head, 'content-length': Buffer.byteLength(text) })
    return exchange(service.origin, `${sent}${text}`)
  }

  test.each([
    ['a proxy that says so', { 'x-forwarded-for': '203.0.113.5' }],
    ['a proxy of another kind', { via: '1.1 proxy' }],
    ['another name', { host: 'bok.example.com' }],
  ])('through %s the code is asked for', async (_, headers) => {
    const refused = await through(headers)
    expect(refused.status).toBe(403)
    expect((await through(headers, { ...first, code: 'AAAA-AAAA-AAAA' })).status).toBe(403)
    expect((await through(headers, { ...first, code: 5 })).status).toBe(403)
    const code = firstRunCode(service.standing)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect((await through(headers, { ...first, code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` })).status).toBe(
      200,
    )
    expect((await through(headers, { ...first, code })).status).toBe(409)
  })

  test('where the service is published under a name, everybody is asked', async () => {
    const published = await startService({ beside: service, publicUrl: 'https://bok.example.com' })
    expect((await request(`${published.base}/first-run`)).body.needsCode).toBe(true)
    await published.close()
  })

  test.each([
    ['sec-fetch-site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour’s', { 'sec-fetch-site': 'same-site' }],
    ['origin', { origin: 'https://evil.example' }],
    ['no origin to name', { origin: 'null' }],
  ])('a page of another site is refused, by %s', async (_, headers) => {
    expect((await post('/first-run', first, headers)).status).toBe(403)
    expect((await post('/first-run/demo', {}, headers)).status).toBe(403)
    expect((await state()).isNeeded).toBe(true)
  })

  test('a form of another site is no JSON', async () => {
    const answer = await post('/first-run', first, { 'content-type': 'text/plain' })
    expect(answer.status).toBe(415)
  })
})

describe('the demo', () => {
  test('is entered in one click while there is no account', async () => {
    const made = await service.operate((call) => makeDemo(call, { isEmpty: true }))
    expect(await state()).toEqual({ isNeeded: true, needsCode: false, hasDemo: true })
    const answer = await post('/first-run/demo', {})
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.companyId).toBe(made?.companyId)
    const me = await request(`${service.base}/me`, { headers: { cookie: cookiesOf(answer) } })
    expect(me.body.session.person.id).toBe((await service.operate(findDemo))?.ownerId)
    expect((await post('/first-run', first)).status).toBe(200)
    expect((await post('/first-run/demo', {})).status).toBe(409)
  })

  test('is not there where none was made', async () => {
    expect((await post('/first-run/demo', {})).status).toBe(404)
  })
})
