// Test companies: made with a year in their books, for a person and with limits; and their clocks, by which trials end,
// invoices fall due and recurring invoices are made, while everything of the service goes by its own.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityService } from '#identity'
import { setPlan } from '#plans'
import { type Sql, sql } from '#platform/sql'
import { demoYearJob } from '#programs/demo-job'
import { recurringContribution, recurringService } from '#recurring'
import { asking, callingAs, logInAs } from '#support/calling'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { type Answer, requestsWith, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeEach(async () => {
  service = await startService({ alone: true })
  service.setNow('2026-11-22T10:00:00Z')
})
afterEach(() => service.close())

const newPerson = async () => {
  const { headers } = await logInAs(service, { type: 'company', id: '' }, null)
  return asking(service.base, headers)
}

/** Does the job of the year that was asked for last, as a process that ends after so many requests. */
const makeYear = async ({ requests = Number.POSITIVE_INFINITY, isLast = true } = {}) => {
  const { payload } = await service.database.one<{ payload: object }>(sql`
    select payload from platform.job where kind = 'demo.year' order by id desc limit 1`)
  let left = requests
  const throwIfAborted = () => {
    left -= 1
    if (left < 0) throw new Error('stopped')
  }
  const signal = { throwIfAborted } as AbortSignal
  const { usedDatabase: database, standing } = service
  await demoYearJob.run({ payload, database, standing, now: service.now(), attempt: 1, isLast, signal })
}

test('a user has a test company made, follows it, and uses it like any other', async () => {
  const ask = await newPerson()
  const made = ok(await ask('POST', '/me/test-companies', { name: 'Provet AB' }))
  expect(made).toMatchObject({ name: 'Provet AB', state: 'making', monthsMade: 0, date: '2026-11-22', daysAhead: 0 })
  const read = async () => ok(await ask('GET', `/me/test-companies/${made.id}`))
  // A process that ends in the middle leaves the rest to the next one.
  await expect(makeYear({ requests: 200, isLast: false })).rejects.toThrow('stopped')
  const half = await read()
  expect(half.state).toBe('making')
  expect(half.monthsMade).toBeGreaterThan(0)
  expect(half.monthsMade).toBeLessThan(12)
  expect((await ask('PUT', `/companies/${made.id}/clock`, { date: '2026-12-01' })).status).toBe(400)
  await makeYear()
  expect(await read()).toMatchObject({ state: 'ready', monthsMade: 12 })
  expect(ok(await ask('GET', `/me/companies/${made.id}`))).toMatchObject({ isTest: true, clockDays: 0, role: 'owner' })
  expect(ok(await ask('GET', `/companies/${made.id}/journal-entries`)).totalItems).toBeGreaterThan(150)
  expect(ok(await ask('GET', '/me/test-companies')).items).toEqual([await read()])
  // The next one may be made now; no one else sees either of them.
  expect((await ask('POST', '/me/test-companies', { name: 'Två AB' })).status).toBe(200)
  const other = await newPerson()
  expect(ok(await other('GET', '/me/test-companies')).items).toEqual([])
  expect((await other('GET', `/me/test-companies/${made.id}`)).status).toBe(404)
})

test('a year that cannot be made says so, and holds up no other', async () => {
  const ask = await newPerson()
  const { id } = ok(await ask('POST', '/me/test-companies', { name: 'Provet AB' }))
  await expect(makeYear({ requests: 50 })).rejects.toThrow('stopped')
  expect(ok(await ask('GET', `/me/test-companies/${id}`))).toMatchObject({ state: 'failed', monthsMade: 0 })
  expect((await ask('POST', '/me/test-companies', { name: 'Två AB' })).status).toBe(200)
  // One whose process was lost without a word counts as failed after an hour.
  service.setNow('2026-11-22T11:00:01Z')
  expect(ok(await ask('GET', '/me/test-companies')).items[0]).toMatchObject({ name: 'Två AB', state: 'failed' })
})

/** A test company with an owner, whose clock can be moved. */
const aTestCompany = async () => {
  const company = await service.newCompany({ isTest: true })
  const ask = await callingAs(service, company, 'owner')
  return { company, ask, moveTo: async (date: string) => ok(await ask('PUT', '/clock', { date })) }
}

const aLine = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
const customerOf = async ({ post }: TestCompany): Promise<{ id: string }> => ({
  id: ok(await post('/customers', { name: 'Kund AB', type: 'company' })).id,
})

test('the clock goes forward, and the company with it', async () => {
  const { company, moveTo } = await aTestCompany()
  const customerRef = await customerOf(company)
  const dates = { invoiceDate: '2026-11-22', dueDate: '2026-12-22' }
  const { id } = ok(await company.post('/invoices', { customerRef, ...dates, lineItems: [aLine] }))
  ok(await company.post(`/invoices/${id}/publish`))
  const overdue = async () => ok(await company.get('/invoices?query=status==overdue')).totalItems
  expect(await overdue()).toBe(0)
  expect(await moveTo('2026-12-22')).toEqual({ date: '2026-12-22', daysAhead: 30 })
  expect(await overdue()).toBe(0)
  await moveTo('2026-12-23')
  expect(await overdue()).toBe(1)
  expect(ok(await company.get('/clock'))).toEqual({ date: '2026-12-23', daysAhead: 31 })
  // It goes on with that of the service, and the same day again changes nothing.
  service.setNow('2026-11-23T10:00:00Z')
  expect(ok(await company.get('/clock')).date).toBe('2026-12-24')
  const next = await callingAs(service, company, 'owner')
  const same = ok(await next('PUT', '/clock', { date: '2026-12-24' }))
  expect(same).toEqual({ date: '2026-12-24', daysAhead: 31 })
  expect((await next('PUT', '/clock', { date: '2026-12-23' })).body.message).toContain('goes forward only')
  const [told] = ok(await next('GET', '/history?query=what==company-clock.moved')).items
  expect(told.detail).toEqual({ from: '2026-12-24', to: '2026-12-24' })
})

test('only that of a test company, by those who administrate it', async () => {
  const real = await service.newCompany()
  const owner = await callingAs(service, real, 'owner')
  expect((await owner('GET', '/clock')).status).toBe(404)
  expect((await owner('PUT', '/clock', { date: '2027-01-01' })).status).toBe(404)
  const { company } = await aTestCompany()
  const bookkeeper = await callingAs(service, company, 'bookkeeper')
  expect((await bookkeeper('PUT', '/clock', { date: '2027-01-01' })).status).toBe(403)
  expect((await company.put('/clock', { date: '2027-01-01' })).status).toBe(403)
  // The database holds it too.
  await expect(
    service.database.rows(sql`update identity.company set clock_days = 1 where id = ${real.id}`),
  ).rejects.toThrow('company_clock_check')
})

test('a trial ends by it, for people and for programs', async () => {
  const { company, ask, moveTo } = await aTestCompany()
  const trial = { plan: 'Basic', addons: [], expiresOn: null, trialEndsOn: '2026-12-06' } as never
  await service.operateFor(company.id, (call) => setPlan(call, trial))
  expect((await company.get('/customers')).status).toBe(200)
  await moveTo('2026-12-06')
  expect((await company.get('/customers')).status).toBe(200)
  await moveTo('2026-12-07')
  expect((await company.get('/customers')).body.error).toBe('price_plan_feature_required')
  expect(ok(await ask('GET', '/plan')).isInTrial ?? false).toBe(false)
})

test('recurring invoices are made that are due by it, regardless of the actual day', async () => {
  const { company, moveTo } = await aTestCompany()
  const customerRef = await customerOf(company)
  const schedule = { every: 1, unit: 'months', firstDate: '2026-12-01' }
  const body = { customerRef, lineItems: [aLine], outcome: 'draft', schedule }
  const { id } = ok(await company.post('/recurring-invoices', body))
  const made = async () => ok(await company.get(`/recurring-invoices/${id}/occurrences`)).items.length
  const runDue = () => newRunner(service, recurringContribution.jobs()).runDue()
  await moveTo('2026-11-30')
  await runDue()
  expect(await made()).toBe(0)
  await moveTo('2026-12-01')
  await runDue()
  expect(await made()).toBe(1)
  const [invoice] = ok(await company.get('/invoices')).items
  expect(invoice.invoiceDate).toBe('2026-12-01')
  // A month later by the service's clock too, the sweep finds what the company's has come to.
  service.setNow('2026-12-23T10:00:00Z')
  await recurringService.findDue({ database: service.usedDatabase, now: service.now() })
  await runDue()
  expect(await made()).toBe(2)
})

test('moving clocks to and fro sends no one more than ten invitations', async () => {
  const ahead = await aTestCompany()
  const behind = await aTestCompany()
  await ahead.moveTo('2026-11-25')
  const email = 'offer@example.com'
  const invited = []
  for (const { ask } of [ahead, behind]) invited.push({ ask, id: ok(await ask('POST', '/invitations', { email })).id })
  const statuses: number[] = []
  for (let round = 0; round < 6; round += 1) {
    for (const { ask, id } of invited) statuses.push((await ask('POST', `/invitations/${id}/send-again`)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(statuses.slice(8).every((status) => status === 429)).toBe(true)
})

/** An invoice that is two days overdue. */
const overdueOf = async (company: TestCompany): Promise<string> => {
  const customerRef = await customerOf(company)
  const dates = { invoiceDate: '2026-10-20', dueDate: '2026-11-20' }
  const { id } = ok(await company.post('/invoices', { customerRef, ...dates, lineItems: [aLine] }))
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  return id
}

const to = ['karin@example.com']

/** How an invoice is mailed; and 999 more mails like the one that there is. */
const mailed: [string, (company: TestCompany, id: string) => Promise<Answer>, (companyId: string) => Sql][] = [
  [
    'documents',
    (company, id) => company.post(`/invoices/${id}/send`, { to }),
    (companyId) => sql`
      insert into sales.sending (company_id, id, invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
        made_at)
      select company_id, gen_random_uuid(), invoice_id, recipient, subject, actor_kind, actor_id, actor_name, made_at
      from sales.sending cross join generate_series(1, 999) where company_id = ${companyId}`,
  ],
  [
    'reminders',
    (company, id) => company.post(`/invoices/${id}/reminders`, { delivery: 'mail', to }),
    (companyId) => sql`
      insert into reminders.mailing (company_id, id, reminder_id, recipient, made_at)
      select company_id, gen_random_uuid(), reminder_id, recipient, made_at
      from reminders.mailing cross join generate_series(1, 999) where company_id = ${companyId}`,
  ],
]

test.each(mailed)('a moved clock brings no new allowance of mails: %s', async (_, mail, more) => {
  const { company, moveTo } = await aTestCompany()
  const first = await overdueOf(company)
  const second = await overdueOf(company)
  ok(await mail(company, first))
  await service.database.rows(more(company.id))
  const refused = async () => (await mail(company, second)).body.message
  expect(await refused()).toContain('in 24 hours')
  await moveTo('2026-11-25')
  expect(await refused()).toContain('in 24 hours')
  service.setNow('2026-11-23T10:00:01Z')
  ok(await mail(company, second))
})

/** What was mailed of an invoice: how the invoice, its reminder and the statement of its customer stand. */
const waitingOf = async (company: TestCompany, id: string): Promise<unknown[]> => {
  const { customerRef } = ok(await company.get(`/invoices/${id}`))
  const statements = `/customers/${customerRef.id}/statement/sendings`
  return [
    ok(await company.get(`/invoices/${id}/sendings`)).items,
    ok(await company.get(`/invoices/${id}/sendings?query=state==waiting`)).items,
    ok(await company.get('/invoices?query=sendingStatus==waiting')).items,
    ok(await company.get(statements)).items,
    ok(await company.get(`${statements}?query=state==waiting`)).items,
    ok(await company.get('/reminders')).items[0].mails,
  ].map((all) => all.map(({ state = 'waiting' }) => state).join())
}

test('what waits to be mailed waits by the clock of the service', async () => {
  const { company, moveTo } = await aTestCompany()
  const id = await overdueOf(company)
  await moveTo('2026-12-01')
  const { customerRef } = ok(await company.get(`/invoices/${id}`))
  ok(await company.post(`/invoices/${id}/send`, { to }))
  ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'mail', to }))
  ok(await company.post(`/customers/${customerRef.id}/statement/send`, { to }))
  const waiting = Array(6).fill('waiting')
  expect(await waitingOf(company, id)).toEqual(waiting)
  await moveTo('2026-12-24')
  expect(await waitingOf(company, id)).toEqual(waiting)
  service.setNow(new Date(service.now().getTime() + 8 * 24 * 60 * 60_000))
  expect(await waitingOf(company, id)).toEqual(['failed', '', '', 'failed', '', 'failed'])
})

test('tokens, keys of requests, mails and the log of requests go by the clock of the service', async () => {
  const { company, ask, moveTo } = await aTestCompany()
  const body = { name: 'Kund AB', type: 'company' }
  const key = { 'Idempotency-Key': 'once' }
  const { id } = ok(await company.post('/customers', body, key))
  await moveTo('2027-03-01')
  expect(ok(await company.post('/customers', body, key)).id).toBe(id)
  expect((await company.get('/customers')).status).toBe(200)
  ok(await ask('POST', '/invitations', { email: 'ny@example.com' }))
  const [mail] = await service.database.rows<{ late: boolean }>(sql`
    select exists (select from platform.job where due_at > ${service.now()} or queued_at > ${service.now()})
      or exists (select from platform.mail where created_at > ${service.now()}) as late`)
  expect(mail?.late).toBe(false)
  const { items } = ok(await ask('GET', '/invitations'))
  expect(items).toMatchObject([{ status: 'pending' }])
  const [invitation] = await service.database.rows<{ expiresAt: Date }>(sql`
    select expires_at as "expiresAt" from identity.invitation where company_id = ${company.id}`)
  expect(invitation?.expiresAt).toEqual(new Date(service.now().getTime() + 7 * 24 * 60 * 60_000))
  const { token } = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Ny', scopes: ['customers:read'] }),
  )
  await requestsWith(company.url, token).get('/customers?pageSize=1')
  await expect
    .poll(
      async () => ok(await ask('GET', '/requests?query=status==200')).items.map(({ path }: { path: string }) => path),
      {
        timeout: 30_000,
      },
    )
    .toContain(`/v1/companies/${company.id}/customers?pageSize=1`)
})
