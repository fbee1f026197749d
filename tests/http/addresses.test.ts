// Wrong addresses are answered with the one that was meant, below the version in JSON for any caller; and a version
// that comes to an end says so in time.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusOf } from '#platform/refusal'
import { expectRefusal } from '#support/checked'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

describe('an address that is nearly right', () => {
  const cases: [string, string, string | null][] = [
    ['a slash at its end  ', '/v1/companies/ID/journal-entries/', '/v1/companies/ID/journal-entries'],
    ['two slashes         ', '/v1//companies/ID/journal-entries', '/v1/companies/ID/journal-entries'],
    ['no version          ', '/companies/ID/journal-entries', '/v1/companies/ID/journal-entries'],
    ['no version, misspelt', '/company/ID/customers', null],
    ['capitals            ', '/v1/Companies/ID/Journal-Entries', '/v1/companies/ID/journal-entries'],
    ['a letter missing    ', '/v1/companies/ID/journal-entrie', '/v1/companies/ID/journal-entries'],
    ['two letters away    ', '/v1/companies/ID/custmrs/x', '/v1/companies/ID/customers/x'],
    ['three letters away  ', '/v1/companies/ID/cstmrs', null],
    ['a word of its own   ', '/v1/companies/ID/vouchers', null],
    ['below nothing       ', '/v1/companies/ID/invoices/x/y/z/w', null],
    ['the description     ', '/openapi.json', '/v1/openapi.json'],
    ['nothing at all      ', '/nowhere', null],
    ['an endless one      ', `/v1/companies/${'x'.repeat(300)}`, null],
  ]
  test.each(cases)('%s', async (_, path, meant) => {
    const given = path.replace('ID', company.id)
    const answer = await request(`${service.origin}${given}`, { headers: { authorization: `Bearer ${company.token}` } })
    expectRefusal(answer)
    if (answer.status === 400) return
    const shown = `There is nothing at ${given.slice(0, 200)}`
    expect(answer.body.message).toBe(meant ? `${shown}; did you mean ${meant.replace('ID', company.id)}?` : shown)
  })

  test.each(['{companyId}', '%7BcompanyId%7D', ':companyId', '<company id>', 'YOUR_COMPANY_ID'])(
    'that still holds the placeholder %s says so',
    async (placeholder) => {
      const answer = await request(`${service.base}/companies/${placeholder}/journal-entries`, {
        headers: { authorization: `Bearer ${company.token}` },
      })
      expect([answer.status, answer.body.code]).toEqual([400, 'validation-error'])
      const shown = decodeURIComponent(placeholder)
      expect(answer.body.message).toBe(
        `The address could not be read: it holds the placeholder ${shown}; put a real value in its place`,
      )
    },
  )

  test('below the version is answered in JSONfor any Accept header', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml', authorization: `Bearer ${company.token}` }
    for (const path of ['/nothing', `/companies/${company.id}/nothing`, '/companies/x/customers', '/token/nothing']) {
      const answer = await request(`${service.base}${path}`, { headers })
      expect([path, answer.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8'])
    }
    const outside = await request(`${service.origin}/nothing`, { headers })
    expect(outside.headers.get('content-type')).toContain('text/html')
  })
})

test('the guide tells of every code', () => {
  const guide = readFileSync('docs/reference/api.md', 'utf8')
  for (const [code, status] of Object.entries(statusOf)) {
    expect(guide).toContain(`\n### ${code}\n\nStatus ${status}. `)
  }
})

test('an error leads to what the guide says of it', async () => {
  for (const [answer, code] of [
    [await company.post('/journal-entries', anEntry({ title: ' ' })), 'validation-error'],
    [await company.get('/nothing'), 'not-found'],
    [await request(`${company.url}/customers`), 'unauthorized'],
  ] as const) {
    expect(answer.body.docUrl).toBe(`http://localhost/docs/api#${code}`)
  }
})

describe('a version that ends', () => {
  const life = {
    deprecated: new Date('2026-06-01T00:00:00Z'),
    sunset: new Date('2027-01-01T00:00:00Z'),
    brownouts: [{ from: new Date('2026-06-20T10:00:00Z'), to: new Date('2026-06-20T10:05:00Z') }],
  }
  let ending: Service
  let own: TestCompany
  beforeAll(async () => {
    ending = await startService({ life })
    own = await ending.newCompany()
  })
  afterAll(() => ending.close())

  test('says so in every answer of its own', async () => {
    for (const path of [`/v1/companies/${own.id}/customers`, '/v1/nothing', '/v1/token']) {
      const { headers } = await request(`${ending.origin}${path}`)
      expect(headers.get('deprecation')).toBe('@1780272000')
      expect(headers.get('sunset')).toBe('Fri, 01 Jan 2027 00:00:00 GMT')
      expect(headers.get('service-api-deprecated-versions')).toBe('v1')
    }
    const { headers } = await request(`${ending.origin}/health`)
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null])
    const running = (await company.get('/customers')).headers
    expect([running.get('deprecation'), running.get('service-api-deprecated-versions')]).toEqual([null, ''])
  })

  test('answers nothing in the announced minutes', async () => {
    const asked = async (now: string) => {
      ending.setNow(now)
      const answer = await own.get('/customers')
      return [answer.status, answer.body.code, answer.headers.get('retry-after')]
    }
    expect(await asked('2026-06-20T09:59:59.999Z')).toEqual([200, undefined, null])
    expect(await asked('2026-06-20T10:00:00Z')).toEqual([410, 'version_sunset_brownout', '300'])
    expect((await own.post('/customers', { name: 'Kund', type: 'company' })).body.message).toBe(
      'Version v1 will be turned off on 2027-01-01T00:00:00Z. To give its clients notice, it is turned off until 2026-06-20T10:05:00Z',
    )
    expect((await request(`${ending.base}/token`, { method: 'POST' })).status).toBe(410)
    expect((await request(`${ending.base}/openapi.json`)).status).toBe(200)
    expect((await request(`${ending.origin}/ready`)).status).toBe(200)
    expect(await asked('2026-06-20T10:05:00Z')).toEqual([200, undefined, null])
  })
})
