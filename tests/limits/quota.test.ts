// How much the private tokens of a company may call in a month: the count is the company's, the month is the Swedish
// calendar's, and what was counted outlives the process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { plansService, setPlan } from '#plans'
import { sql } from '#platform/sql'
import { unlimited } from '#rules/plans/plan'
import { newIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'

const QUOTA = 5
const limits = { perMinute: 0, monthlyQuota: QUOTA }

let service: Service
beforeAll(async () => {
  service = await startService({ limits })
})
afterAll(() => service.close())

const ask = (company: TestCompany, token = company.token, base = service.base) =>
  checkedRequests(`${base}/companies/${company.id}`, token).get('/company-information')

const spend = async (company: TestCompany, count = QUOTA) => {
  for (let at = 0; at < count; at += 1) expect((await ask(company)).status).toBe(200)
}

const expectSpent = ({ status, body, headers }: Answer, seconds: number) => {
  expect([status, body.code, headers.get('retry-after')]).toEqual([403, 'quota-exceeded', String(seconds)])
  expect(body.message).toBe(`All 5 requests of this month have been made; the next month begins in ${seconds} seconds`)
}

const kept = async ({ id }: { id: string }) =>
  (
    await service.database.rows<{ month: string; requests: bigint }>(sql`
      select month, requests from plans.monthly_usage where company_id = ${id} order by month`)
  ).map(({ month, requests }) => [month, Number(requests)])

/** From the tenth of June at noon in Sweden to the first of July there. */
const REST_OF_JUNE = (20 * 24 + 12) * 3600

describe('the quota', () => {
  test('holds for all private tokens of a company together, and for no other company', async () => {
    const company = await service.newCompany()
    const other = await service.newCompany()
    const second = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Den andra', scopes: ['company-information:read'] }),
    )
    await spend(company, 3)
    expect((await ask(company, second.token)).status).toBe(200)
    expect((await ask(company, second.token)).status).toBe(200)
    expectSpent(await ask(company), REST_OF_JUNE)
    expectSpent(await ask(company, second.token), REST_OF_JUNE)
    expect((await ask(other)).status).toBe(200)
  })

  test('counts admitted requests with any outcome, and no refusal of the guard', async () => {
    const company = await service.newCompany()
    const requests = checkedRequests(company.url, company.token)
    const narrow = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Smal', scopes: ['fiscal-years:read'] }),
    )
    await service.operateFor(company.id, (call) => setPlan(call, { ...unlimited, plan: 'Basic' }))
    for (let at = 0; at < 2 * QUOTA; at += 1) {
      expect((await ask(company, narrow.token)).status).toBe(403)
      expect((await ask(company, 'x')).status).toBe(401)
      expect((await ask(company)).body.error).toBe('price_plan_feature_required')
    }
    await service.operateFor(company.id, (call) => setPlan(call, unlimited))
    expect((await requests.get('/journal-entries/x')).status).toBe(404)
    expect((await requests.get('/journal-entries?page=0')).status).toBe(400)
    expect((await requests.post('/journal-entries', {})).status).toBe(400)
    await spend(company, QUOTA - 3)
    expectSpent(await ask(company), REST_OF_JUNE)
  })

  test('is not for integrations of others', async () => {
    const company = await service.newCompany()
    const { token } = await (await newIntegration(service)).connect({ type: 'company', id: company.id })
    for (let at = 0; at < 2 * QUOTA; at += 1) expect((await ask(company, token)).status).toBe(200)
    await spend(company)
    expectSpent(await ask(company), REST_OF_JUNE)
    expect((await ask(company, token)).status).toBe(200)
  })

  test('begins anew with the month in Sweden, in summer and in winter', async () => {
    for (const [last, first] of [
      ['2026-06-30T21:59:59.500Z', '2026-06-30T22:00:00Z'],
      ['2026-12-31T22:59:59.500Z', '2026-12-31T23:00:00Z'],
    ] as const) {
      const company = await service.newCompany()
      service.setNow(last)
      await spend(company)
      expectSpent(await ask(company), 1)
      service.setNow(first)
      await spend(company)
      expect((await ask(company)).status).toBe(403)
      service.setNow(START)
    }
  })

  test('at once, exactly as many are accepted', async () => {
    const company = await service.newCompany()
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(company)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA)
  })
})

describe('what was counted', () => {
  test('is there after a stop, to the last request', async () => {
    const first = await startService({ limits, beside: service })
    const company = await service.newCompany()
    for (let at = 0; at < 3; at += 1) expect((await ask(company, company.token, first.base)).status).toBe(200)
    await first.close()
    expect(await kept(company)).toEqual([['2026-06-01', 3]])
    const second = await startService({ limits, beside: service })
    const answers = [await ask(company, company.token, second.base), await ask(company, company.token, second.base)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await ask(company, company.token, second.base)).status).toBe(403)
    await second.close()
    expect(await kept(company)).toEqual([['2026-06-01', 5]])
  })

  test('comes together from several processes', async () => {
    const both = [await startService({ limits, beside: service }), await startService({ limits, beside: service })]
    const company = await service.newCompany()
    for (const { base } of both) {
      for (let at = 0; at < 2; at += 1) expect((await ask(company, company.token, base)).status).toBe(200)
    }
    for (const one of both) await one.close()
    expect(await kept(company)).toEqual([['2026-06-01', 4]])
  })

  test('is accepted exactly as often by several processes at once, up to the whole of it', async () => {
    const hundred = { perMinute: 0, monthlyQuota: 100 }
    const both = [
      await startService({ limits: hundred, beside: service }),
      await startService({ limits: hundred, beside: service }),
    ]
    const company = await service.newCompany()
    const answers = await Promise.all(
      Array.from({ length: 260 }, (_, at) => ask(company, company.token, both[at % 2]?.base)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
    expect(await kept(company)).toEqual([['2026-06-01', 100]])
    for (const one of both) await one.close()
    expect(await kept(company)).toEqual([['2026-06-01', 100]])
  })

  test('and not used is given back, also after a failure', async () => {
    const { id } = await service.newCompany()
    const month = '2026-06-01' as Parameters<ReturnType<typeof plansService.newUsage>['take']>[1]
    const usage = plansService.newUsage(service.database, 1000, () => {})
    expect(await usage.take(id, month, 0)).toBe(true)
    // Counted in lots of a fiftieth of what is left.
    expect(await kept({ id })).toEqual([[month, 20]])
    await service.database.rows(sql`alter table plans.monthly_usage add constraint none check (requests < 0) not valid`)
    await expect(usage.flush()).rejects.toThrow(/violates check constraint "none"/)
    await service.database.rows(sql`alter table plans.monthly_usage drop constraint none`)
    await usage.close()
    expect(await kept({ id })).toEqual([[month, 1]])
  })

  test('is of one company and one month, and never less than nothing', async () => {
    const { id } = await service.newCompany()
    const insert = (month: string, requests: number) =>
      service.database.rows(sql`insert into plans.monthly_usage values (${id}, ${month}, ${requests})`)
    await expect(insert('2026-06-02', 1)).rejects.toThrow(/monthly_usage_month_check/)
    await expect(insert('2026-06-01', -1)).rejects.toThrow(/monthly_usage_requests_check/)
  })
})

test('0 switches it off, and nothing is counted', async () => {
  const free = await startService({ limits: { perMinute: 0, monthlyQuota: 0 }, beside: service })
  const company = await service.newCompany()
  for (let at = 0; at < 2 * QUOTA; at += 1) {
    expect((await ask(company, company.token, free.base)).status).toBe(200)
  }
  await free.close()
  expect(await kept(company)).toEqual([])
})
