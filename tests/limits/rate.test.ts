// How often a token may call, over HTTP: headers of every answer, the refusal, and that refusing costs no look-up.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityAdmin, identityService } from '#identity'
import { newIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import { isHere, needs } from '#support/needs'
import { type Answer, request, type Service, START, startService, type TestCompany } from '#support/service'
import { PATIENT_MS, startRedis, type TestRedis } from './redis-server.ts'

const LIMIT = 4
const limits = { perMinute: LIMIT, monthlyQuota: 0 }

const told = ({ status, headers }: Answer) => [
  status,
  ...['limit', 'remaining', 'retryafter'].map((name) => headers.get(`service-ratelimit-${name}`)),
  headers.get('retry-after'),
]

const inSeconds = (service: Service, seconds: number) =>
  service.setNow(new Date(service.now().getTime() + seconds * 1000))

const freshToken = (service: Service, { id }: TestCompany, scopes = ['company-information:read']) =>
  service.operateFor(id, (call) => identityService.createToken(call, { name: 'Prov', scopes }))

describe('in one process', () => {
  let service: Service
  let company: TestCompany
  beforeAll(async () => {
    service = await startService({ limits })
    company = await service.newCompany()
  })
  afterAll(() => service.close())

  const fresh = async () => checkedRequests(company.url, (await freshToken(service, company)).token)

  test('every answer tells, and the one too many is refused until there is room', async () => {
    const requests = await fresh()
    const ask = () => requests.get('/company-information')
    expect(told(await ask())).toEqual([200, '4', '3', null, null])
    inSeconds(service, 20)
    expect(told(await ask())).toEqual([200, '4', '2', null, null])
    expect(told(await ask())).toEqual([200, '4', '1', null, null])
    expect(told(await ask())).toEqual([200, '4', '0', null, null])
    const refused = await ask()
    expect(told(refused)).toEqual([429, '4', '0', '40', '40'])
    expect(refused.body).toEqual({
      code: 'rate-limit-exceeded',
      reason: 'request.too-many-requests',
      values: { limit: 4, seconds: 40 },
      message: 'More than 4 requests in a minute with this token; try again in 40 seconds',
      serviceErrorId: expect.any(String),
      docUrl: 'http://localhost/docs/api#rate-limit-exceeded',
    })
    inSeconds(service, 39.5)
    expect(told(await ask())).toEqual([429, '4', '0', '1', '1'])
    inSeconds(service, 0.5)
    expect(told(await ask())).toEqual([200, '4', '0', null, null])
    expect(told(await ask())).toEqual([429, '4', '0', '20', '20'])
    service.setNow(START)
  })

  test('refusals count like answers, unauthenticated requests do not', async () => {
    const { token } = await freshToken(service, company)
    const requests = checkedRequests(company.url, token)
    const other = await service.newCompany()
    const answers = [
      [await requests.get('/fiscal-years'), [403, '4', '3', null, null]],
      [await requests.get('/company-information?a=1&a=2', { prefer: 'handling=strict' }), [400, '4', '2', null, null]],
      [await checkedRequests(other.url, token).get('/company-information'), [403, '4', '1', null, null]],
      [await checkedRequests(service.base, token).get('/connections'), [403, '4', '0', null, null]],
      [await requests.get('/company-information'), [429, '4', '0', '60', '60']],
      [await request(`${company.url}/company-information`), [401, '4', '4', null, null]],
      [await checkedRequests(company.url, 'x').get('/company-information'), [401, '4', '4', null, null]],
      [await request(`${company.url}/nothing`), [404, '4', '4', null, null]],
    ] as const
    for (const [answer, expected] of answers) expect(told(answer)).toEqual(expected)
  })

  test('a stranger cannot use up the limit of a token whose id is known', async () => {
    const { token } = await freshToken(service, company)
    const forged = checkedRequests(company.url, `${token.slice(0, -43)}${'A'.repeat(43)}`)
    for (let count = 0; count < 2 * LIMIT; count += 1) {
      expect((await forged.get('/company-information')).status).toBe(401)
    }
    const answer = await checkedRequests(company.url, token).get('/company-information')
    expect(told(answer)).toEqual([200, '4', '3', null, null])
    // Nor, once it is used up, learn that from a wrong secret.
    for (let count = 0; count < LIMIT; count += 1) {
      await checkedRequests(company.url, token).get('/company-information')
    }
    expect((await forged.get('/company-information')).status).toBe(401)
  })

  test('each token has its own limit, and each kind of token has one', async () => {
    const integration = await newIntegration(service)
    const { token } = await integration.connect({ type: 'company', id: company.id })
    const bearers: [string, string][] = [
      [`${company.url}/company-information`, token],
      [`${company.url}/company-information`, (await freshToken(service, company)).token],
      [`${service.base}/connections`, await integration.general()],
    ]
    for (const [url, bearer] of bearers) {
      for (let left = LIMIT - 1; left >= 0; left -= 1) {
        const answer = await checkedRequests(url, bearer).get('')
        expect(told(answer)).toEqual([200, '4', String(left), null, null])
      }
      expect((await checkedRequests(url, bearer).get('')).status).toBe(429)
    }
  })

  test('at once, exactly as many are accepted', async () => {
    const requests = await fresh()
    const answers = await Promise.all(Array.from({ length: 40 }, () => requests.get('/company-information')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - LIMIT)
  })

  test('what is over the limit is refused without the database', async () => {
    const { id, token } = await freshToken(service, company)
    const requests = checkedRequests(company.url, token)
    for (let count = 0; count <= LIMIT; count += 1) await requests.get('/company-information')
    // With the tokens removed the answer stays the same: they were not looked up.
    await service.operate((call) => identityAdmin.revokeToken(call, { id }))
    expect((await requests.get('/company-information')).status).toBe(429)
    inSeconds(service, 60)
    expect((await requests.get('/company-information')).status).toBe(401)
    service.setNow(START)
  })

  test('after a clock was set back, no caller waits for its earlier time', async () => {
    const requests = await fresh()
    for (let count = 0; count <= LIMIT; count += 1) await requests.get('/company-information')
    inSeconds(service, 10)
    expect((await requests.get('/company-information')).status).toBe(429)
    inSeconds(service, -24 * 3600)
    expect(told(await requests.get('/company-information'))).toEqual([200, '4', '3', null, null])
    service.setNow(START)
  })

  test('the log has neither token nor digest', async () => {
    expect(service.log.some((line) => line.includes('rate-limit-exceeded'))).toBe(true)
    expect(service.log.some((line) => line.includes('gb_'))).toBe(false)
  })
})

test('0 switches it off, and no answer speaks of it', async () => {
  const service = await startService({ alone: true })
  const company = await service.newCompany()
  for (let count = 0; count < 250; count += 1) {
    const { status, headers } = await company.get('/company-information')
    expect(status).toBe(200)
    expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  }
  await service.close()
})

test('headers are named after the service', async () => {
  const service = await startService({ limits, mark: 'acme' })
  const { headers } = await (await service.newCompany()).get('/company-information')
  expect([headers.get('acme-ratelimit-limit'), headers.get('acme-ratelimit-remaining')]).toEqual(['4', '3'])
  await service.close()
})

describe('two processes with one Redis', () => {
  let redis: TestRedis
  let first: Service
  let second: Service
  beforeAll(async () => {
    if (!isHere('redis')) return
    redis = await startRedis()
    const both = { ...limits, perMinute: 20, redisUrl: redis.url, redisAnswerMs: PATIENT_MS }
    first = await startService({ limits: both })
    second = await startService({ limits: both, beside: first })
  })
  beforeEach(() => needs('redis'))
  afterAll(async () => {
    if (!isHere('redis')) return
    await second.close()
    await first.close()
    await redis.stop()
  })

  test('admit the limit together, whichever is asked', async () => {
    const company = await first.newCompany()
    const path = `/companies/${company.id}`
    const ask = (service: Service) =>
      checkedRequests(`${service.base}${path}`, company.token).get('/company-information')
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at % 2 ? first : second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(40)
    for (const { headers } of refused) {
      const seconds = Number(headers.get('retry-after'))
      expect(headers.get('service-ratelimit-retryafter')).toBe(String(seconds))
      expect(seconds >= 1 && seconds <= 60).toBe(true)
    }
  })

  test('go on, each by itself, when Redis has gone', async () => {
    const company = await first.newCompany()
    await redis.stop()
    for (const service of [first, second]) {
      const url = `${service.base}/companies/${company.id}`
      const answer = await checkedRequests(url, company.token).get('/company-information')
      expect([answer.status, answer.headers.get('service-ratelimit-remaining')]).toEqual([200, '19'])
      expect(service.log.filter((line) => line.includes('Redis is out of reach'))).toHaveLength(1)
    }
  })
})
