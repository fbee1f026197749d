// What has no room among the mails of a day is sent by itself, regardless of the job that was to send it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { recurringContribution, recurringService } from '#recurring'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

/** What is looked for now and then is looked for at this moment, and what is due is done. */
const look = async (moment: string): Promise<void> => {
  service.setNow(`${moment}:00.000Z`)
  await recurringService.findDue({ database: service.usedDatabase, now: service.now() })
  const reports: string[] = []
  await newRunner(service, recurringContribution.jobs(), reports).runDue()
  expect(reports).toEqual([])
}

type Waiting = { company: TestCompany; id: string }

/** A recurring invoice of 2 December that is published and waits: a thousand mails went out the evening before. */
const waiting = async (): Promise<Waiting> => {
  service.setNow('2026-11-30T10:00:00.000Z')
  const company = await service.newCompany()
  const contactsDetails = [{ name: 'Eva', email: 'eva@example.com', isDefault: true }]
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company', contactsDetails }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
  const on = async (firstDate: string): Promise<string> => {
    const body = { customerRef: { id: customer.id }, lineItems: [line], outcome: 'sent' }
    return ok(await company.post('/recurring-invoices', { ...body, schedule: { every: 1, unit: 'years', firstDate } }))
      .id
  }
  await on('2026-12-01')
  const id = await on('2026-12-02')
  await look('2026-12-01T06:00')
  await service.database.rows(sql`
    insert into sales.sending (company_id, id, invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
      made_at)
    select company_id, gen_random_uuid(), invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
      '2026-12-01T18:00:00Z'
    from sales.sending cross join generate_series(1, 1000) where company_id = ${company.id}`)
  await look('2026-12-02T06:00')
  expect(await outcomeOf({ company, id })).toBe('published')
  return { company, id }
}

const outcomeOf = async ({ company, id }: Waiting): Promise<string> => {
  const [latest]: Answer['body'][] = ok(await company.get(`/recurring-invoices/${id}/occurrences`)).items
  return latest.outcome
}

const jobsOf = ({ company }: Waiting) =>
  service.database.rows<{ hasFailed: boolean }>(sql`
    select failed_at is not null as "hasFailed" from platform.job
    where kind = 'recurring.send' and tenant_id = ${company.id}`)

test('where the operator has dropped its job it gets another one', async () => {
  const one = await waiting()
  await service.database.rows(sql`
    delete from platform.job where kind = 'recurring.send' and tenant_id = ${one.company.id}`)
  await look('2026-12-02T06:15')
  await look('2026-12-02T06:30')
  expect(await jobsOf(one)).toEqual([{ hasFailed: false }])
  await look('2026-12-03T07:30')
  expect(await outcomeOf(one)).toBe('sent')
  expect(await jobsOf(one)).toEqual([])
})

test('where its job has failed for good that is tried anew, once the operator has had an hour', async () => {
  const one = await waiting()
  await service.database.rows(sql`
    update platform.job set failed_at = '2026-12-03T05:30:00Z', attempts = 4, last_error = 'The files are away'
    where kind = 'recurring.send' and tenant_id = ${one.company.id}`)
  await look('2026-12-03T06:00')
  expect([await outcomeOf(one), await jobsOf(one)]).toEqual(['published', [{ hasFailed: true }]])
  await look('2026-12-03T06:45')
  expect([await outcomeOf(one), await jobsOf(one)]).toEqual(['sent', []])
})

test('what a user has dealt with, or sent by hand, is no longer queued', async () => {
  const dealtWith = await waiting()
  const byHand = await waiting()
  const { company, id } = dealtWith
  ok(await company.post(`/recurring-invoices/${id}/occurrences/2026-12-02/dismiss`))
  const { invoiceRef } = ok(await byHand.company.get(`/recurring-invoices/${byHand.id}`)).lastOccurrence
  service.setNow('2026-12-03T06:00:00.000Z')
  ok(await byHand.company.post(`/invoices/${invoiceRef.id}/send`, { to: ['eva@example.com'] }))
  await look('2026-12-03T07:30')
  await look('2026-12-03T07:45')
  expect([await jobsOf(dealtWith), await jobsOf(byHand)]).toEqual([[], []])
  expect([await outcomeOf(dealtWith), await outcomeOf(byHand)]).toEqual(['published', 'sent'])
  expect(ok(await byHand.company.get(`/invoices/${invoiceRef.id}/sendings`)).items).toHaveLength(1)
})
