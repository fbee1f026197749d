// What every answer tells browsers and caches, what no request may leave open, and how often tokens are asked for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newIntegration } from '#support/callers'
import { exchange } from '#support/raw'
import { request, type Service, START, startService } from '#support/service'

let service: Service
let secure: Service
beforeAll(async () => {
  service = await startService({ limits: { perMinute: 200, monthlyQuota: 0 } })
  secure = await startService({ publicUrl: 'https://books.example.com' })
})
afterAll(async () => {
  await service.close()
  await secure.close()
})

test('over https browsers are told to stay there, over http they are not', async () => {
  for (const path of ['/', '/health', '/v1/me', '/v1/none', '/docs/reference']) {
    const { headers } = await request(`${secure.origin}${path}`)
    expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
    expect((await request(`${service.origin}${path}`)).headers.has('strict-transport-security')).toBe(false)
  }
})

test('answers of the API are cached by no proxy', async () => {
  const company = await service.newCompany()
  const answers = [
    await company.get('/company-information'),
    await company.get('/journal-entries/x'),
    await company.post('/journal-entries', {}),
    await request(`${service.base}/me`),
    await request(`${service.base}/none`),
  ]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
  // What one has already is still told by its ETag.
  const tagged = answers[0]?.headers.get('etag') ?? ''
  expect((await company.get('/company-information', { 'if-none-match': tagged })).status).toBe(304)
})

test.each([
  ['two hosts', 'GET /v1/me HTTP/1.1\r\nHost: a.example\r\nHost: b.example', /more than one Host/],
  ['two hosts that are one', 'GET /health HTTP/1.1\r\nHost: a.example\r\nhost: a.example', /more than one Host/],
  ['a whole address as target', 'GET http://b.example/health HTTP/1.1\r\nHost: a.example', /target is not a path/],
  ['a whole address of the API', 'GET http://a.example/v1/me HTTP/1.1\r\nHost: a.example', /target is not a path/],
])('%s are refused', async (_, head, reason) => {
  const { status, text } = await exchange(service.origin, `${head}\r\nConnection: close\r\n\r\n`)
  expect([status, text]).toEqual([400, expect.stringMatching(reason)])
})

test('the API description is sent packed to clients that accept compression', async () => {
  const url = `${service.base}/openapi.json`
  const head = `GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
  const plain = await request(url, { headers: { 'accept-encoding': 'identity' } })
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip;q=0.5, br' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await packed.json()).toEqual(plain.body)
  const none = await exchange(service.origin, `${head}Accept-Encoding: gzip;q=0\r\n\r\n`)
  expect(none.text.toLowerCase()).not.toContain('content-encoding')
})

test('an integration asks for sixty tokens a minute, whichever it asks for', async () => {
  const integration = await newIntegration(service)
  const other = await newIntegration(service)
  const authorization = `Basic ${Buffer.from(`${integration.id}:${integration.clientSecret}`).toString('base64')}`
  const ask = (path = '/token') =>
    request(`${service.base}${path}`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'client_credentials', token: 'x' }),
    })
  const first = await ask()
  expect([first.status, first.headers.get('service-ratelimit-limit')]).toEqual([200, '60'])
  expect(first.headers.get('service-ratelimit-remaining')).toBe('59')
  for (let count = 1; count < 60; count += 1) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([429, 'slow_down', '60'])
  expect(refused.headers.get('service-ratelimit-retryafter')).toBe('60')
  const byAddress = await request(`${service.base}/token?grant_type=client_credentials`, { headers: { authorization } })
  expect([byAddress.status, byAddress.headers.get('retry-after')]).toEqual([429, '60'])
  // Others, and what ends tokens, are not held up.
  expect(await other.general()).toMatch(/^gbat_/)
  expect((await ask('/token/revoke')).status).toBe(200)
  service.setNow(new Date(START.getTime() + 60_000))
  expect((await ask()).status).toBe(200)
  service.setNow(START)
})
