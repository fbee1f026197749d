// Recurring invoices over HTTP and through the jobs that make them: when, at which price, once, and what fails.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import type { Work } from '#platform/job'
import { raw, sql } from '#platform/sql'
import { recurringContribution, recurringService } from '#recurring'
import { callingAs } from '#support/calling'
import { writtenColumns } from '#support/columns'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const aLine = (changes: Record<string, unknown> = {}) => ({
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 100,
  taxRate: 25,
  ...changes,
})
const madeCustomer = async (company: TestCompany): Promise<{ id: string }> =>
  ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
const fieldsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ field }: { field: string }) => field)

const newCompany = async (): Promise<TestCompany> => {
  service.setNow('2026-11-30T10:00:00.000Z')
  return service.newCompany()
}
const monthly = { every: 1, unit: 'months', firstDate: '2026-12-01' }

const recurring = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<Answer['body']> =>
  ok(
    await company.post('/recurring-invoices', {
      customerRef: { id: (await madeCustomer(company)).id },
      lineItems: [aLine({ description: 'Avtal {month} {year}' })],
      schedule: monthly,
      ...changes,
    }),
  )

/** A day begins, and what is due is made by as many processes at once. */
const begin = async (day: string, processes = 1): Promise<string[]> => {
  service.setNow(`${day}T06:00:00.000Z`)
  const reports: string[] = []
  await recurringService.findDue({ database: service.usedDatabase, now: service.now() } satisfies Pick<
    Work,
    'database' | 'now'
  >)
  const runners = Array.from({ length: processes }, () => newRunner(service, recurringContribution.jobs(), reports))
  await Promise.all(runners.map((runner) => runner.runDue()))
  return reports
}
const made = async (company: TestCompany, id: string): Promise<string[]> =>
  ok(await company.get(`/recurring-invoices/${id}/occurrences`)).items.map(
    ({ date, outcome, failure }: Answer['body']) => `${date} ${outcome}${failure === null ? '' : ` ${failure}`}`,
  )
const invoicesOf = async (company: TestCompany) => ok(await company.get('/invoices')).items

test('an agreement is invoiced on its day, with the month in its text and the price of the day', async () => {
  const company = await newCompany()
  const { id, nextDate } = await recurring(company, {
    outcome: 'published',
    paymentTermsDays: 10,
    priceChanges: [{ kind: 'percent', fromDate: '2027-01-01', percent: 3.5 }],
  })
  expect(nextDate).toBe('2026-12-01')
  const { items } = ok(await company.get(`/recurring-invoices/${id}/preview?count=2`))
  expect(items).toMatchObject([
    { date: '2026-12-01', lines: [{ description: 'Avtal december 2026', unitPrice: 100 }] },
    { date: '2027-01-01', lines: [{ description: 'Avtal januari 2027', unitPrice: 103.5 }] },
  ])
  await begin('2026-11-30')
  expect(await made(company, id)).toEqual([])
  await begin('2026-12-01')
  await begin('2026-12-01')
  expect(await made(company, id)).toEqual(['2026-12-01 published'])
  const [invoice] = await invoicesOf(company)
  expect(invoice).toMatchObject({ invoiceDate: '2026-12-01', dueDate: '2026-12-11', totalAmount: 125 })
  expect(invoice.lineItems[0].description).toBe('Avtal december 2026')
  expect(ok(await company.get(`/recurring-invoices/${id}`)).nextDate).toBe('2027-01-01')
})

test('two processes at once make each date once, and missed days are caught up on', async () => {
  const company = await newCompany()
  const all = await Promise.all([recurring(company), recurring(company), recurring(company)])
  const [reports] = await Promise.all([begin('2027-02-03', 2), begin('2027-02-03', 2)])
  expect(reports).toEqual([])
  for (const { id } of all) {
    expect(await made(company, id)).toEqual(['2027-02-01 draft', '2027-01-01 draft', '2026-12-01 draft'])
  }
  const invoices = await invoicesOf(company)
  expect(invoices).toHaveLength(9)
  expect(new Set(invoices.map(({ invoiceDate }: Answer['body']) => invoiceDate))).toEqual(new Set(['2027-02-03']))
})

test('a transaction that ends in its middle leaves nothing, and the date is made by the next attempt', async () => {
  const company = await newCompany()
  const { id } = await recurring(company)
  const other = await recurring(company)
  await service.database.rows(sql`
    alter table recurring.occurrence add constraint of_test check (schedule_id <> ${raw(`'${id}'`)}) not valid`)
  expect(await begin('2026-12-01')).toHaveLength(1)
  await service.database.rows(sql`alter table recurring.occurrence drop constraint of_test`)
  expect(await made(company, id)).toEqual([])
  expect(await made(company, other.id)).toEqual(['2026-12-01 draft'])
  expect(await invoicesOf(company)).toHaveLength(1)
  await begin('2026-12-02')
  expect(await made(company, id)).toEqual(['2026-12-01 draft'])
  expect(await invoicesOf(company)).toHaveLength(2)
})

test.each([
  ['skip', ['2027-03-01 draft', '2026-12-01 draft']],
  ['make', ['2027-03-01 draft', '2027-02-01 draft', '2027-01-01 draft', '2026-12-01 draft']],
])('dates that pass while it is paused: %s', async (missed, dates) => {
  const company = await newCompany()
  const { id } = await recurring(company, { missed })
  await begin('2026-12-01')
  expect(ok(await company.post(`/recurring-invoices/${id}/pause`)).state).toBe('paused')
  await begin('2027-02-15')
  expect(await made(company, id)).toEqual(['2026-12-01 draft'])
  ok(await company.post(`/recurring-invoices/${id}/resume`))
  await begin('2027-03-01')
  expect(await made(company, id)).toEqual(dates)
})

test('what cannot be published is left as a draft, what cannot be sent is published, and the reason is kept', async () => {
  const company = await newCompany()
  const sent = await recurring(company, { outcome: 'sent' })
  const locked = await recurring(company, { outcome: 'published', schedule: { ...monthly, firstDate: '2026-12-02' } })
  await begin('2026-12-01')
  expect((await made(company, sent.id))[0]).toMatch(/^2026-12-01 published #\/to /)
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-12-31') }))
  await begin('2026-12-02')
  expect((await made(company, locked.id))[0]).toMatch(/^2026-12-02 draft .+/)
})

test('one that is made ahead of its time is not made again on its day, and the last one ends it', async () => {
  const company = await newCompany()
  const { id } = await recurring(company, { schedule: { ...monthly, times: 2 } })
  expect(ok(await company.post(`/recurring-invoices/${id}/make-now`))).toMatchObject({
    date: '2026-12-01',
    outcome: 'draft',
    failure: null,
  })
  await begin('2026-12-01')
  expect(await made(company, id)).toEqual(['2026-12-01 draft'])
  await begin('2027-01-01')
  expect(ok(await company.get(`/recurring-invoices/${id}`))).toMatchObject({ state: 'ended', nextDate: null })
  expect((await company.post(`/recurring-invoices/${id}/make-now`)).status).toBe(400)
})

test('the next one is made once for a user who has seen its date, after any number of requests', async () => {
  const company = await newCompany()
  const { id } = await recurring(company)
  const makeNow = () => company.post(`/recurring-invoices/${id}/make-now?date=2026-12-01`)
  const answers = await Promise.all([makeNow(), makeNow(), makeNow()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const late = await makeNow()
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('is 2027-01-01')])
  expect(await made(company, id)).toEqual(['2026-12-01 draft'])
  expect(await invoicesOf(company)).toHaveLength(1)
})

const jobsThatSend = async ({ id }: TestCompany): Promise<number> =>
  (await service.database.rows(sql`select from platform.job where kind = 'recurring.send' and tenant_id = ${id}`))
    .length

test('what has no room among the mails of a day is published on its day, and sent once there is room', async () => {
  const company = await newCompany()
  const contactsDetails = [{ name: 'Eva', email: 'eva@example.com', isDefault: true }]
  const customerRef = ok(await company.post('/customers', { name: 'Kund AB', type: 'company', contactsDetails }))
  const sent = (firstDate: string) =>
    recurring(company, {
      customerRef: { id: customerRef.id },
      outcome: 'sent',
      schedule: { ...monthly, firstDate },
    })
  const first = await sent('2026-12-01')
  const second = await sent('2026-12-02')
  await begin('2026-12-01')
  expect(await made(company, first.id)).toEqual(['2026-12-01 sent'])
  // In the evening a thousand more.
  await service.database.rows(sql`
    insert into sales.sending (company_id, id, invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
      made_at)
    select company_id, gen_random_uuid(), invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
      '2026-12-01T18:00:00Z'
    from sales.sending cross join generate_series(1, 1000) where company_id = ${company.id}`)
  await begin('2026-12-02')
  const waiting = `2026-12-02 published A company sends at most 1000 mails in 24 hours: this one will be sent automatically`
  const isWaiting = async () => {
    expect((await made(company, second.id))[0]).toContain(waiting)
    // It is sent automatically: it is in no to-do list, and is queued once.
    expect((await queueOf(company)).items).toEqual([])
    expect(await jobsThatSend(company)).toBe(1)
  }
  await isWaiting()
  service.setNow('2026-12-02T07:30:00.000Z')
  const reports: string[] = []
  await newRunner(service, recurringContribution.jobs(), reports).runDue()
  expect(reports).toEqual([])
  await isWaiting()
  // A user who tries it by hand meanwhile does not send it a second time.
  ok(await company.post(`/recurring-invoices/${second.id}/occurrences/2026-12-02/retry`))
  await isWaiting()
  expect(await begin('2026-12-03')).toEqual([])
  expect(await made(company, second.id)).toEqual(['2026-12-02 sent'])
  const { invoiceRef } = ok(await company.get(`/recurring-invoices/${second.id}`)).lastOccurrence
  expect(ok(await company.get(`/invoices/${invoiceRef.id}`))).toMatchObject({ invoiceDate: '2026-12-02' })
  expect(ok(await company.get(`/invoices/${invoiceRef.id}/sendings`)).items).toHaveLength(1)
  expect(await invoicesOf(company)).toHaveLength(2)
})

test('what was sent by hand while it waited is sent no second time', async () => {
  const company = await newCompany()
  const customerRef = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const { id } = await recurring(company, {
    customerRef: { id: customerRef.id },
    outcome: 'sent',
    schedule: { ...monthly, firstDate: '2026-12-01' },
  })
  await begin('2026-12-01')
  // There is no address.
  expect((await made(company, id))[0]).toContain('2026-12-01 published ')
  const { invoiceRef } = ok(await company.get(`/recurring-invoices/${id}`)).lastOccurrence
  ok(await company.post(`/invoices/${invoiceRef.id}/send`, { to: ['eva@example.com'] }))
  ok(await company.post(`/recurring-invoices/${id}/occurrences/2026-12-01/retry`))
  expect(await made(company, id)).toEqual(['2026-12-01 sent'])
  expect(ok(await company.get(`/invoices/${invoiceRef.id}/sendings`)).items).toHaveLength(1)
})

test('a line without a price takes that of its item at the time', async () => {
  const company = await newCompany()
  const item = ok(
    await company.post('/items', {
      itemType: 'salesItem',
      description: 'Bord',
      productType: 'goods',
      unitType: 'piece',
      unitPrice: 500,
      taxRate: 25,
    }),
  )
  const line = { itemType: 'salesItem', itemRef: { id: item.id }, quantity: 1 }
  await recurring(company, { lineItems: [line] })
  const { id: _, modifiedDateTime: __, ...said } = item
  ok(await company.put(`/items/${item.id}`, { ...said, unitPrice: 600 }))
  await begin('2026-12-01')
  expect((await invoicesOf(company))[0].totalAmount).toBe(750)
})

test('a change holds from then on, and makes nothing again', async () => {
  const company = await newCompany()
  const { id, modifiedDateTime: _, ...said } = await recurring(company)
  await begin('2026-12-01')
  const every2 = { ...said, schedule: { ...monthly, every: 2 } }
  const got = await company.get(`/recurring-invoices/${id}`)
  const etag = { 'if-match': got.headers.get('etag') ?? '' }
  expect(ok(await company.put(`/recurring-invoices/${id}`, every2, etag)).nextDate).toBe('2027-02-01')
  expect((await company.put(`/recurring-invoices/${id}`, every2, etag)).status).toBe(412)
})

const again = '#/schedule: the days 2027-01-01 to 2027-01-31 have already been invoiced'
const left = '#/schedule: no invoice covers the days 2027-02-01 to 2027-02-28'
// biome-ignore format: aligned
test.each<[string, Record<string, unknown>, string, string | null]>([
  ['the first of the month',    { dayOfMonth: 1 },                               '2027-01-01', again],
  ['in arrears',                { dayOfMonth: 1, firstDate: '2027-02-01', invoiced: 'inArrears' }, '2027-02-01', again],
  ['a month later',             { firstDate: '2027-02-25' },                     '2027-02-25', left],
  ['the first of a month later', { dayOfMonth: 1, firstDate: '2027-03-01' },     '2027-03-01', left],
  ['another day of the month',  { dayOfMonth: 20 },                              '2027-01-20', null],
  ['the first of the month after', { dayOfMonth: 1, firstDate: '2027-02-01' },   '2027-02-01', null],
  ['nothing else',              {},                                              '2027-01-25', null],
])('after January was invoiced on the 25th of December, a change to %s', async (_, change, nextDate, warning) => {
  const company = await newCompany()
  const schedule = { ...monthly, firstDate: '2026-12-25' }
  const { id, modifiedDateTime: __, ...said } = await recurring(company, { schedule })
  await begin('2026-12-25')
  const answer = await company.put(`/recurring-invoices/${id}`, { ...said, schedule: { ...schedule, ...change } })
  expect(ok(answer).nextDate).toBe(nextDate)
  const warned = decodeURIComponent(answer.headers.get('service-warning') ?? '')
  if (warning === null) expect(warned).not.toContain('#/schedule')
  else expect(warned).toContain(warning)
})

test.each<[string, Record<string, unknown>]>([
  ['so many times as it was made', { times: 1 }],
  ['a last date before the next one', { lastDate: '2026-12-31' }],
])('a change to %s, on the day that it was made, ends it', async (_, end) => {
  const company = await newCompany()
  const { id, modifiedDateTime: __, ...said } = await recurring(company)
  await begin('2026-12-01')
  const changed = ok(await company.put(`/recurring-invoices/${id}`, { ...said, schedule: { ...monthly, ...end } }))
  expect(changed).toMatchObject({ state: 'ended', nextDate: null })
  await begin('2027-01-01')
  expect(await made(company, id)).toEqual(['2026-12-01 draft'])
})

test('a change that ends it makes none of the dates that were skipped', async () => {
  service.setNow('2026-07-31T10:00:00.000Z')
  const company = await service.newCompany()
  const schedule = { ...monthly, firstDate: '2026-08-01' }
  const { id, modifiedDateTime: _, ...said } = await recurring(company, { schedule })
  ok(await company.post(`/recurring-invoices/${id}/pause`))
  service.setNow('2026-10-15T10:00:00.000Z')
  expect(ok(await company.post(`/recurring-invoices/${id}/resume`)).nextDate).toBe('2026-11-01')
  await begin('2026-11-01')
  await begin('2026-12-01')
  const change = { ...said, schedule: { ...schedule, lastDate: '2026-12-31' } }
  expect(ok(await company.put(`/recurring-invoices/${id}`, change))).toMatchObject({ state: 'ended', nextDate: null })
  await begin('2026-12-02')
  expect(await made(company, id)).toEqual(['2026-12-01 draft', '2026-11-01 draft'])
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['a day that has been', { schedule: { ...monthly, firstDate: '2026-11-29' } }, ['#/schedule/firstDate']],
  ['no date at all', { schedule: { ...monthly, lastDate: '2026-11-30' } }, ['#/schedule']],
  [
    'an unknown line',
    { priceChanges: [{ kind: 'price', fromDate: '2027-01-01', line: 2, unitPrice: 1 }] },
    ['#/priceChanges/0/line'],
  ],
  [
    'a finer price',
    { priceChanges: [{ kind: 'price', fromDate: '2027-01-01', line: 1, unitPrice: 0.0000001 }] },
    ['#/priceChanges/0/unitPrice'],
  ],
  [
    'finer percent',
    { priceChanges: [{ kind: 'percent', fromDate: '2027-01-01', percent: 1.234 }] },
    ['#/priceChanges/0/percent'],
  ],
  [
    'a long text',
    { lineItems: [aLine({ description: `{period}${'x'.repeat(1992)}` })] },
    ['#/lineItems/0/description'],
  ],
  ['a rate that is missing', { currency: 'EUR' }, ['#/currencyRate']],
])('%s is refused', async (_, changes, fields) => {
  const company = await newCompany()
  const customerRef = { id: (await madeCustomer(company)).id }
  const body = { customerRef, lineItems: [aLine()], schedule: monthly, ...changes }
  expect(fieldsOf(await company.post('/recurring-invoices', body))).toEqual(fields)
})

/** The queue is people's. */
const queueOf = async (company: TestCompany) =>
  ok(await (await callingAs(service, company, 'owner'))('GET', '/queue?kind=recurringInvoice.failed'))

test('what failed is to be done until it is tried again with success, goes on where it stopped, or is dealt with', async () => {
  const company = await newCompany()
  const sent = await recurring(company, { outcome: 'sent' })
  const locked = await recurring(company, { outcome: 'published', schedule: { ...monthly, firstDate: '2026-12-02' } })
  await begin('2026-12-01')
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-12-31') }))
  await begin('2026-12-02')
  const waiting = async () => {
    const { items, counts } = await queueOf(company)
    expect(counts.filter(({ kind }: Answer['body']) => kind === 'recurringInvoice.failed')).toEqual(
      items.length === 0 ? [] : [{ kind: 'recurringInvoice.failed', count: items.length }],
    )
    return items.map(({ id, name, date }: Answer['body']) => [id, name, date])
  }
  expect(await waiting()).toEqual([
    [sent.id, 'Kund AB', '2026-12-01'],
    [locked.id, 'Kund AB', '2026-12-02'],
  ])
  const retry = (id: string, date: string) => company.post(`/recurring-invoices/${id}/occurrences/${date}/retry`)
  const refused = ok(await retry(locked.id, '2026-12-02'))
  expect(refused).toMatchObject({ outcome: 'draft', failure: expect.any(String), failureReason: expect.any(String) })
  const { failureReason } = refused
  await service.database.rows(sql`
    update recurring.occurrence set failure = 'before' where failure_said ->> 'reason' = ${failureReason}`)
  const inSwedish = ok(await company.get(`/recurring-invoices/${locked.id}`, { 'accept-language': 'sv' }))
  expect(inSwedish.lastOccurrence).toMatchObject({ failureReason, failure: expect.stringMatching(/.{10}/) })
  await service.operateFor(company.id, (call) => setLockDate(call, { date: null }))
  const again = ok(await retry(locked.id, '2026-12-02'))
  expect(again).toMatchObject({ outcome: 'published', failure: null })
  expect(ok(await company.get(`/recurring-invoices/${locked.id}`)).lastOccurrence).toEqual(again)
  expect(await invoicesOf(company)).toHaveLength(2)
  // Its mail is sent, and nothing is published twice, once the customer has an address.
  const { customerRef } = sent
  expect(customerRef).toMatchObject({ name: 'Kund AB' })
  const customer = ok(await company.get(`/customers/${customerRef.id}`))
  const contactsDetails = [{ name: 'Eva', email: 'eva@example.com' }]
  ok(await company.put(`/customers/${customerRef.id}`, { ...customer, contactsDetails }))
  expect(await waiting()).toHaveLength(1)
  expect(ok(await retry(sent.id, '2026-12-01'))).toMatchObject({ outcome: 'sent', failure: null })
  expect(await waiting()).toEqual([])
  expect((await retry(sent.id, '2026-12-01')).status).toBe(400)
  ok(await company.put(`/customers/${customerRef.id}`, { ...customer, contactsDetails: [] }))
  const { date } = ok(await company.post(`/recurring-invoices/${sent.id}/make-now`))
  expect(await waiting()).toEqual([[sent.id, 'Kund AB', date]])
  ok(await company.post(`/recurring-invoices/${sent.id}/occurrences/${date}/dismiss`))
  expect(await waiting()).toEqual([])
  expect((await retry(sent.id, date)).status).toBe(400)
  expect((await retry(sent.id, 'imorgon')).status).toBe(404)
  expect(await invoicesOf(company)).toHaveLength(3)
})

test('a draft that is gone is made anew, and one that was published by hand is no longer to be done', async () => {
  const company = await newCompany()
  const gone = await recurring(company, { outcome: 'published' })
  const byHand = await recurring(company, { outcome: 'published' })
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-12-31') }))
  await begin('2026-12-01')
  await service.operateFor(company.id, (call) => setLockDate(call, { date: null }))
  const invoiceOf = async ({ id }: { id: string }) =>
    ok(await company.get(`/recurring-invoices/${id}`)).lastOccurrence.invoiceRef.id
  ok(await company.post(`/invoices/${await invoiceOf(byHand)}/publish`))
  expect((await queueOf(company)).items).toMatchObject([{ id: gone.id }])
  const lost = await invoiceOf(gone)
  expect((await company.delete(`/invoices/${lost}`)).status).toBeLessThan(300)
  const { invoiceRef, outcome } = ok(await company.post(`/recurring-invoices/${gone.id}/occurrences/2026-12-01/retry`))
  expect(outcome).toBe('published')
  expect(invoiceRef.id).not.toBe(lost)
})

test('a customer and an item stay while recurring invoices have them, and go when these have ended', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company)
  const bord = { description: 'Bord', unitType: 'piece', unitPrice: 500, taxRate: 25 }
  const item = { itemType: 'salesItem', productType: 'goods', ...bord }
  const { id: itemId } = ok(await company.post('/items', item))
  const lineItems = [aLine({ itemRef: { id: itemId.toUpperCase() } })]
  const { id } = await recurring(company, { customerRef: { id: customer.id }, lineItems })
  ok(await company.post(`/recurring-invoices/${id}/pause`))
  const refused = await company.delete(`/customers/${customer.id}`)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/recurring invoices .*\(1\): end/),
  ])
  expect((await company.delete(`/items/${itemId}`)).body.message).toMatch(/recurring invoices have it/)
  // The database holds it too.
  const taken = sql`delete from sales.customer where company_id = ${company.id} and id = ${customer.id}`
  await expect(service.database.rows(taken)).rejects.toMatchObject({ code: '23503' })
  ok(await company.post(`/recurring-invoices/${id}/end`))
  expect((await company.delete(`/items/${itemId}`)).status).toBeLessThan(300)
  expect((await company.delete(`/customers/${customer.id}`)).status).toBeLessThan(300)
  expect(ok(await company.get(`/recurring-invoices/${id}`)).state).toBe('ended')
})

test('of a customer that is removed while a recurring invoice is made for it, one of both wins', async () => {
  const company = await newCompany()
  for (let round = 0; round < 8; round += 1) {
    const customer = await madeCustomer(company)
    const body = { customerRef: { id: customer.id }, lineItems: [aLine()], schedule: monthly }
    const answers = await Promise.all([
      company.post('/recurring-invoices', body),
      company.delete(`/customers/${customer.id}`),
    ])
    const wins = answers.filter(({ status }) => status < 300)
    expect(wins, answers.map(({ text }) => text).join('\n')).toHaveLength(1)
  }
})

/** How many of each company are made, and the moment by which each invoice was. */
const idsOf = async (company: { id: string }): Promise<string[]> =>
  (
    await service.database.rows<{ id: string }>(sql`
      select invoice_id as id from recurring.occurrence where company_id = ${company.id} order by invoice_id`)
  ).map(({ id }) => id)

/** So many that half of them have had no turn when the large company has had its hundred. */
const OTHERS = 125
/** Companies that are made at once: no request waits for a connection, which the service does for seconds only. */
const LOT = 7
const OF_EACH = 5
const OF_LARGE = 110
/** Hundreds of invoices take minutes on a machine that is busy; in milliseconds. */
const LONG = { timeout: 300_000 }
/** Jobs that run at once: those that have begun when the large company's turn comes may still be at it. */
const AT_ONCE = 4

test('on the same morning of many companies, one with very many does not hold up the others', LONG, async () => {
  const companies: TestCompany[] = []
  while (companies.length <= OTHERS) companies.push(...(await Promise.all(Array.from({ length: LOT }, newCompany))))
  const [large, ...others] = companies
  if (!large) throw new Error('There is no company')
  for (const company of [large, ...others]) await recurring(company)
  const columns = await writtenColumns(service.database, 'recurring', 'schedule')
  // The same again and again, as rows: only how they are made is asked here.
  const copies = (companies: readonly TestCompany[], count: number) =>
    service.database.rows(sql`
      insert into recurring.schedule (${columns})
      select ${columns} from (
        select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
        from recurring.schedule s cross join generate_series(2, ${count}::integer)
        where s.company_id = any(${companies.map(({ id }) => id)}::uuid[])
      ) made`)
  await copies([large], OF_LARGE)
  await copies(others, OF_EACH)
  expect(await begin('2026-12-01')).toEqual([])
  const ofLarge = await idsOf(large)
  expect(ofLarge).toHaveLength(OF_LARGE)
  // Ids grow with the moment: after its hundredth the large company waits for its next turn.
  const secondTurn = ofLarge[100] ?? ''
  const waited: string[] = []
  for (const company of others) {
    const ids = await idsOf(company)
    expect(ids).toHaveLength(OF_EACH)
    if ((ids.at(-1) ?? '') > secondTurn) waited.push(company.id)
  }
  expect(waited.length).toBeLessThanOrEqual(AT_ONCE)
})
