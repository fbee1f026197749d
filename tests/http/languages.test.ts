// What an error says, and in which language: reasons for programs, sentences for people, problem details for those who
// ask for them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const SWEDISH = { 'accept-language': 'sv-SE, sv;q=0.9, en;q=0.5' }

const unbalanced = () =>
  anEntry({
    items: [
      { account: 1930, debit: 100, credit: 0 },
      { account: 3001, debit: 0, credit: 90 },
    ],
  })

test.each<[string, Record<string, string>, string, string]>([
  ['no language    ', {}, 'Validation failed with 1 error', 'is required'],
  ['any language   ', { 'accept-language': '*' }, 'Validation failed with 1 error', 'is required'],
  ['another one    ', { 'accept-language': 'de' }, 'Validation failed with 1 error', 'is required'],
  ['English        ', { 'accept-language': 'en-GB' }, 'Validation failed with 1 error', 'is required'],
  ['Swedish        ', SWEDISH, 'Det finns fel att rätta: 1 fel', 'krävs'],
  ['Swedish last   ', { 'accept-language': 'de, en;q=0.8, sv;q=0.1' }, 'Validation failed with 1 error', 'is required'],
])('who asks for %s reads it, with the same reason', async (_, headers, message, ofField) => {
  const { title: _title, ...untitled } = anEntry()
  const { status, body } = await company.post('/journal-entries', untitled, headers)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'validation-error', reason: 'request.invalid', message })
  expect(body.errors).toEqual([{ field: '#/title', message: ofField, reason: 'field.required' }])
})

test('values stand beside the sentence, and in it as the language writes them', async () => {
  const english = await company.post('/journal-entries', unbalanced())
  const swedish = await company.post('/journal-entries', unbalanced(), SWEDISH)
  expect(swedish.headers.get('content-language')).toBe('sv')
  expect(swedish.headers.get('vary')).toBe('accept-language')
  expect(english.headers.get('content-language')).toBeNull()
  const [[said], [sagt]] = [english.body.errors, swedish.body.errors]
  expect(sagt).toEqual({ ...said, message: expect.not.stringContaining(said.message) })
  for (const value of Object.values<string | number>(said.values)) {
    expect(said.message).toContain(String(value))
    expect(sagt.message).toContain(String(value).replace('.', ','))
  }
})

test('an answer that is kept under a key is said again in another language', async () => {
  const key = { 'idempotency-key': 'twice-said' }
  const english = await company.post('/journal-entries', unbalanced(), key)
  const swedish = await company.post('/journal-entries', unbalanced(), { ...key, ...SWEDISH })
  expect(swedish.body.serviceErrorId).toBe(english.body.serviceErrorId)
  expect([english.body.message, swedish.body.message]).toEqual([
    'Validation failed with 1 error',
    'Det finns fel att rätta: 1 fel',
  ])
})

test('each operation of many is said in the language of the request, with what is doubtful of it', async () => {
  const operations = [
    { method: 'POST', path: '/customers', body: { name: 'A', type: 'company', orgNumber: '556036-0790' } },
    { method: 'POST', path: '/customers', body: { type: 'company' } },
  ]
  const { status, body } = await company.post('/bulk', { mode: 'independent', operations }, SWEDISH)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.results[0].warnings).toEqual([expect.stringMatching(/kontrollsiffra/i)])
  expect(body.results[1].body.errors).toEqual([expect.objectContaining({ field: '#/name', message: 'krävs' })])
})

test('what is doubtful is said in Swedish in the header too', async () => {
  const doubtful = { name: 'B', type: 'company', orgNumber: '556036-0790' }
  const { headers } = await company.post('/customers', doubtful, SWEDISH)
  expect(decodeURIComponent(headers.get('service-warning') ?? '')).toMatch(/^#\/orgNumber: .*kontrollsiffra/i)
})

type Problem = Record<string, unknown> & { status: number; detail: string; serviceErrorId: string }

describe('problem details (RFC 9457)', () => {
  const asked = async (path: string, headers: Record<string, string>) => {
    const own = { authorization: `Bearer ${company.token}`, accept: 'application/problem+json', ...headers }
    const answer = await fetch(`${company.url}${path}`, { headers: own })
    return { status: answer.status, type: answer.headers.get('content-type'), body: (await answer.json()) as Problem }
  }

  test('have type, title, status and detail, and what every error has', async () => {
    const { status, type, body } = await asked('/journal-entries?page=0', {})
    expect([status, type]).toEqual([400, 'application/problem+json; charset=utf-8'])
    const { serviceErrorId, ...rest } = body
    expect(serviceErrorId).toMatch(/^[\da-f-]{36}$/)
    expect(rest).toEqual({
      type: expect.stringMatching(/\/docs\/api#validation-error$/),
      title: 'Bad Request',
      status: 400,
      code: 'validation-error',
      reason: 'request.invalid',
      detail: 'Validation failed with 1 error',
      values: { count: '1 error' },
      errors: [expect.objectContaining({ reason: 'field.minimum' })],
    })
  })

  test.each([
    ['an address that is not there', '/nowhere', {}, 404],
    ['no token', '/journal-entries', { authorization: '' }, 401],
  ] as const)('are the answer to %s', async (_, path, headers, status) => {
    const answer = await asked(path, headers)
    expect([answer.status, answer.type, answer.body.status]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
      status,
    ])
  })

  test('are in the language asked for', async () => {
    const { body } = await asked('/journal-entries?page=0', SWEDISH)
    expect(body.detail).toBe('Det finns fel att rätta: 1 fel')
  })

  test('are no answer to a request that succeeds, nor to those who want JSON', async () => {
    expect((await asked('/journal-entries', {})).type).toMatch(/^application\/json/)
    const json = await asked('/journal-entries?page=0', { accept: 'application/json' })
    expect([json.status, json.type]).toEqual([400, 'application/json; charset=utf-8'])
  })
})
