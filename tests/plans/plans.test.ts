// Plans over HTTP: what each lets in, for integrations of others and for a company's own; when the end is announced;
// and that a change holds for the next request, in every process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { type CompanyPlan, type Plan, plans, plansService, setPlan, startTrial } from '#plans'
import { addDays, type Day, dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { unlimited } from '#rules/plans/plan'
import { newAgency, newIntegration, type TestIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import { anEntry, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let integration: TestIntegration
let agencyId: string
/** One token of each kind that reaches the company. */
let callers: Record<'private' | 'company' | 'agency', string>

beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  integration = await newIntegration(service)
  agencyId = (await newAgency(service, [company.id])).id
  callers = await tokensNow()
})
afterAll(() => service.close())

/** Tokens that live for an hour from now on. */
const tokensNow = async () => ({
  private: company.token,
  company: (await integration.connect({ type: 'company', id: company.id })).token,
  agency: (await integration.connect({ type: 'agency', id: agencyId })).token,
})

const WARNING = 'service-plan-warning'

const give = (plan: Plan, changes: Partial<CompanyPlan> = {}, id = company.id) =>
  service.operateFor(id, (call) => setPlan(call, { ...unlimited, plan, ...changes }))

const ask = (token: string) => checkedRequests(company.url, token).get('/company-information')

const inDays = (count: number | null): Day | null => (count === null ? null : addDays(dayOf(service.now()), count))

const denial = (requiredFeature: string, changes: object = {}) => ({
  error: 'price_plan_feature_required',
  message: expect.stringMatching(/^The plan \w+ of the company (does not include|ended on)/),
  details: {
    requiredFeature,
    availableIn: requiredFeature === 'PublicApi' ? ['Plus', 'Business'] : ['Plus', 'Business', 'Premium'],
    availableAsAddonIn: requiredFeature === 'PublicApi' ? ['Premium'] : [],
    isAvailableInTrial: true,
    isInTrial: false,
    ...changes,
  },
})

/** The table of plans: who gets in, without and with the add-on. */
const table: [Plan, { public: boolean; bought: boolean; private: boolean }][] = [
  ['Plus', { public: true, bought: true, private: true }],
  ['Business', { public: true, bought: true, private: true }],
  ['Premium', { public: false, bought: true, private: true }],
  ['Basic', { public: false, bought: false, private: false }],
]

describe.each(table)('%s', (plan, lets) => {
  test.each(['private', 'company', 'agency'] as const)('a token of kind %s', async (kind) => {
    const feature = kind === 'private' ? 'PrivateApi' : 'PublicApi'
    const cases: [Partial<CompanyPlan>, boolean][] = [
      [{}, kind === 'private' ? lets.private : lets.public],
      [{ addons: ['api'] }, kind === 'private' ? lets.private : lets.bought],
      [{ trialEndsOn: inDays(0) }, true],
      [{ trialEndsOn: inDays(14) }, true],
      [{ trialEndsOn: inDays(14), expiresOn: inDays(-1) }, true],
      [{ trialEndsOn: inDays(-1) }, kind === 'private' ? lets.private : lets.public],
      [{ expiresOn: inDays(-1) }, false],
      [{ expiresOn: inDays(-1), addons: ['api'] }, false],
    ]
    for (const [changes, isIn] of cases) {
      await give(plan, changes)
      const answer = await ask(callers[kind])
      expect(answer.status, JSON.stringify(changes)).toBe(isIn ? 200 : 403)
      if (!isIn) {
        expect(answer.body).toEqual(denial(feature))
        expect(Object.keys(answer.body)).toEqual(['error', 'message', 'details'])
        expect(answer.headers.has(WARNING)).toBe(false)
        expect(answer.headers.has('www-authenticate')).toBe(false)
      }
    }
  })
})

test.each([
  ['-1', -1, 403, false],
  ['0', 0, 200, true],
  ['1', 1, 200, true],
  ['10', 10, 200, true],
  ['14', 14, 200, true],
  ['15', 15, 200, false],
  ['no', null, 200, false],
])('a plan that ends in %s days', async (_, left, status, isWarned) => {
  const last = inDays(left)
  await give('Plus', { expiresOn: last })
  for (const [kind, token] of Object.entries(callers)) {
    const answer = await ask(token)
    expect(answer.status, kind).toBe(status)
    const text = `The plan Plus ends on ${last}; after that day the API refuses requests`
    expect(answer.headers.get(WARNING), kind).toBe(isWarned ? text : null)
  }
})

/** The headers of a stream of events, of which nothing is read. */
const streamed = async () => {
  const reading = new AbortController()
  const headers = { authorization: `Bearer ${company.token}`, accept: 'text/event-stream' }
  const answer = await fetch(`${company.url}/events`, { headers, signal: reading.signal })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  reading.abort()
  return answer.headers
}

test('all answers except refusals warn', async () => {
  await give('Plus', { expiresOn: inDays(3) })
  const requests = checkedRequests(company.url, company.token)
  const { headers, body } = await requests.post('/journal-entries', anEntry(), { 'idempotency-key': 'varning' })
  const again = await requests.post('/journal-entries', anEntry(), { 'idempotency-key': 'varning' })
  const entry = `/journal-entries/${body.id}`
  const etag = (await requests.get(entry)).headers.get('etag') ?? ''
  const comment = await requests.post(`${entry}/comments`, { content: 'Prov' })
  const answers: [number, boolean, Headers][] = [
    [200, true, headers],
    [200, true, again.headers],
    [304, true, (await requests.get(entry, { 'if-none-match': etag })).headers],
    [204, true, (await requests.delete(`${entry}/comments/${comment.body.id}`)).headers],
    [200, true, (await requests.get(`/sie/${company.fiscalYearId}/download`)).headers],
    [200, true, await streamed()],
    [400, false, (await requests.get('/events?types=unicorn', { accept: 'text/event-stream' })).headers],
    [404, false, (await requests.get('/journal-entries/x')).headers],
    [400, false, (await requests.get('/journal-entries?page=0')).headers],
    [400, false, (await requests.post('/journal-entries', {})).headers],
    [404, false, (await requests.get('/nothing')).headers],
  ]
  for (const [status, isWarned, told] of answers) expect(told.has(WARNING), String(status)).toBe(isWarned)
  // The warning is of the day it is sent: it is not kept with the answer to a key.
  await give('Plus', { expiresOn: inDays(15) })
  const later = await requests.post('/journal-entries', anEntry(), { 'idempotency-key': 'varning' })
  expect([later.status, later.headers.get('idempotent-replayed'), later.headers.has(WARNING)]).toEqual([
    200,
    'true',
    false,
  ])
})

test('the header is named after the service', async () => {
  const other = await startService({ mark: 'acme', beside: service })
  await give('Plus', { expiresOn: inDays(3) })
  const { headers } = await checkedRequests(company.url, company.token).get('/company-information')
  expect(headers.has('service-plan-warning')).toBe(true)
  const path = `${other.base}/companies/${company.id}/company-information`
  const answer = await fetch(path, { headers: { authorization: `Bearer ${company.token}` } })
  expect([answer.headers.has('service-plan-warning'), answer.headers.has('acme-plan-warning')]).toEqual([false, true])
  await other.close()
})

// The last day is over at midnight in Sweden: at 22:00 UTC in summer, at 23:00 in winter, and on the days on which
// clocks change by the offset at midnight.
const midnights: [string, Day, string][] = [
  ['summer', '2026-06-20' as Day, '2026-06-20T22:00:00Z'],
  ['winter', '2026-12-31' as Day, '2026-12-31T23:00:00Z'],
  ['the eve of summer time', '2026-03-28' as Day, '2026-03-28T23:00:00Z'],
  ['the day of summer time', '2026-03-29' as Day, '2026-03-29T22:00:00Z'],
  ['the eve of winter time', '2026-10-24' as Day, '2026-10-24T22:00:00Z'],
  ['the day of winter time', '2026-10-25' as Day, '2026-10-25T23:00:00Z'],
]

test.each(midnights)('days are Swedish ones: %s', async (_, last, midnight) => {
  const at = (milliseconds: number, days = 0) =>
    service.setNow(new Date(Date.parse(midnight) + milliseconds + days * 24 * 3_600_000))
  const statusAndWarning = async () => {
    const answer = await ask(company.token)
    return [answer.status, answer.headers.has(WARNING)]
  }
  await give('Plus', { expiresOn: last })
  at(-1)
  expect(await statusAndWarning()).toEqual([200, true])
  at(0)
  expect(await statusAndWarning()).toEqual([403, false])
  await give('Basic', { trialEndsOn: last })
  at(-1)
  expect(await statusAndWarning()).toEqual([200, false])
  at(0)
  expect(await statusAndWarning()).toEqual([403, false])
  // The warning begins with the day that is 14 days before; its midnight is the one before it.
  const far = addDays(last, 15)
  await give('Plus', { expiresOn: far })
  at(-1)
  expect(await statusAndWarning()).toEqual([200, false])
  at(0)
  expect(await statusAndWarning()).toEqual([200, true])
  service.setNow(START)
})

test('an upgrade and a downgrade hold for the next request, in every process', async () => {
  const other = await startService({ beside: service })
  const bases = [service.base, other.base]
  const statuses = () =>
    Promise.all(
      bases.map(async (base) => {
        const url = `${base}/companies/${company.id}/company-information`
        return (await fetch(url, { headers: { authorization: `Bearer ${callers.company}` } })).status
      }),
    )
  const steps: [Plan, Partial<CompanyPlan>, number][] = [
    ['Basic', {}, 403],
    ['Plus', {}, 200],
    ['Premium', {}, 403],
    ['Premium', { addons: ['api'] }, 200],
    ['Business', { expiresOn: inDays(-1) }, 403],
    ['Business', {}, 200],
  ]
  for (const [plan, changes, status] of steps) {
    await give(plan, changes)
    expect(await statuses(), plan).toEqual([status, status])
  }
  await other.close()
})

test('General paths, the tokens and documents are there under any plan', async () => {
  await give('Basic', { expiresOn: inDays(-1) })
  const fresh = await newIntegration(service)
  const { token, connectionId } = await fresh.connect({ type: 'company', id: company.id })
  expect((await ask(token)).status).toBe(403)
  for (const bearer of [token, await fresh.general()]) {
    const requests = checkedRequests(service.base, bearer)
    const list = await requests.get('/connections')
    expect([list.status, list.body.items.length, list.headers.has(WARNING)]).toEqual([200, 1, false])
  }
  const gone = await checkedRequests(service.base, token).delete(`/connections/${connectionId}`)
  expect(gone.status).toBe(204)
  expect((await ask(token)).status).toBe(401)
  await give('Plus')
})

test('a caller without rights in the company learns nothing about its plan', async () => {
  await give('Basic')
  const other = await service.newCompany({ name: 'Grannbolaget AB' })
  const narrow = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Prov', scopes: ['fiscal-years:read'] }),
  )
  for (const token of [other.token, narrow.token]) {
    const answer = await ask(token)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  }
  expect((await ask('x')).status).toBe(401)
  await give('Plus')
})

test('a company without a plan has everything, a trial ends after 14 days', async () => {
  const plain = await service.newCompany()
  expect(await service.operateFor(plain.id, plansService.readPlan)).toEqual(unlimited)
  const tried = await service.newCompany()
  await service.operateFor(tried.id, startTrial)
  const get = () => checkedRequests(tried.url, tried.token).get('/company-information')
  for (const [days, status] of [
    [0, 200],
    [14, 200],
    [15, 403],
  ] as const) {
    service.setNow(new Date(START.getTime() + days * 24 * 3_600_000))
    expect((await get()).status, String(days)).toBe(status)
    expect((await checkedRequests(plain.url, plain.token).get('/company-information')).status).toBe(200)
  }
  service.setNow(START)
})

test('each change is in the history, with what was there before', async () => {
  const { id } = await service.newCompany()
  await give('Plus', { expiresOn: inDays(5) }, id)
  await give('Premium', { addons: ['api'] }, id)
  const found = await service.database.rows<{ detail: unknown }>(sql`
    select detail from platform.history where company_id = ${id} and what = 'plan.changed' order by id`)
  const plus = { plan: 'Plus', addons: [], expiresOn: inDays(5), trialEndsOn: null }
  expect(found.map(({ detail }) => detail)).toEqual([
    { before: unlimited, after: plus },
    { before: plus, after: { plan: 'Premium', addons: ['api'], expiresOn: null, trialEndsOn: null } },
  ])
})

test('a plan that there is not is refused, by the verb and by the database', async () => {
  await expect(give('Gold' as Plan)).rejects.toMatchObject({ errors: [{ field: '#/plan' }] })
  await expect(give('Plus', { addons: ['fax' as 'api'] })).rejects.toMatchObject({ errors: [{ field: '#/addon' }] })
  const { id } = await service.newCompany()
  const insert = (plan: string, bought: string[]) =>
    service.database.rows(sql`
      insert into plans.company_plan (company_id, plan, addons, changed_at) values (${id}, ${plan}, ${bought}, now())`)
  await expect(insert('Gold', [])).rejects.toThrow(/company_plan_plan_check/)
  await expect(insert('Plus', ['fax'])).rejects.toThrow(/company_plan_addons_check/)
  for (const plan of plans) await expect(give(plan)).resolves.toMatchObject({ plan })
})

test('rows that need a feature of their own are those of tags', () => {
  for (const row of rows) expect(row.feature).toBe(/\/tag(s|-groups)\b/.test(row.path) ? 'Tags' : undefined)
})
