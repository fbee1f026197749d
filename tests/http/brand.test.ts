// Another mark renames what carries the mark, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange, requestText } from '#support/raw'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ mark: 'acme' })
  company = await service.newCompany()
})
afterAll(() => service.close())

const marked = (headers: Headers): string[] => [...headers.keys()].filter((name) => /^(?:acme|service)-/.test(name))

test('headers of answers', async () => {
  const answers = [
    await company.post('/journal-entries', anEntry()),
    await company.post('/journal-entries', {}),
    await request(`${service.base}/nothing`),
    await request(`${service.origin}/health`),
  ]
  for (const { headers } of answers) {
    expect(marked(headers)).toEqual(['acme-api-deprecated-versions', 'acme-api-supported-versions'])
    expect(headers.get('acme-api-supported-versions')).toBe('v1')
  }
})

test('the id of an error', async () => {
  const { body } = await company.post('/journal-entries', {})
  expect(Object.keys(body)).toEqual(['code', 'reason', 'message', 'values', 'acmeErrorId', 'docUrl', 'errors'])
  expect(body.acmeErrorId).toMatch(/^[0-9a-f-]{36}$/)
  expect(service.log.join('')).toContain(body.acmeErrorId)
})

test('the id of an error on a bare connection', async () => {
  for (const text of ['not HTTP\r\n\r\n', requestText('GET /health', {}), requestText('GET /%', { host: 'x' })]) {
    const answer = await exchange(service.origin, text)
    expect(Object.keys(JSON.parse(answer.text))).toEqual([
      'code',
      'reason',
      'message',
      'values',
      'acmeErrorId',
      'docUrl',
    ])
    expect(answer.headers['acme-api-supported-versions']).toBe('v1')
  }
})

test('the documentation', async () => {
  const { body } = await request(`${service.base}/openapi.json`)
  expect(body.components.schemas.Error.properties).toHaveProperty('acmeErrorId')
  const text = JSON.stringify(body)
  expect(text.match(/\bservice(?:ErrorId|_tenant\w+)|\bService-\w[\w-]*/g)).toBeNull()
  // Of a description too.
  expect(body.paths['/companies/{companyId}/vat-returns'].post.description).toContain('`Acme-Warning` tells')
})
