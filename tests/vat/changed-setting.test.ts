// VAT periods once a company reports otherwise than before: what no return has of them is reported by itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting, type VatSetting } from '#identity'
import { createFiscalYear } from '#ledger'
import type { Day } from '#platform/day'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { booked } from '#support/owned'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-11-20T10:00:00Z')
})
afterAll(() => service.close())

/** A company whose fiscal year ends in August. */
const newCompany = async () => {
  const company = checkedCompany(await service.newCompany({ fiscalYear: ['2025-09-01', '2026-08-31'] }))
  const next = { startDate: '2026-09-01' as Day, endDate: '2027-08-31' as Day }
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
  return company
}

const set = ({ id }: TestCompany, setting: VatSetting) => service.operateFor(id, (call) => setVatSetting(call, setting))

const report = (company: TestCompany, startDate: string, endDate: string) =>
  company.post('/vat-returns', { startDate, endDate })

/** The periods that wait, the last one first. */
const waiting = async (company: TestCompany) => {
  const ask = await callingAs(service, company, 'owner')
  const { items } = ok(await ask('GET', '/vat-periods?query=status==unreported'))
  return items.map(({ startDate, endDate }: Record<string, string>) => `${startDate} ${endDate}`)
}

test('from a broken fiscal year to quarters', async () => {
  const company = await newCompany()
  await set(company, 'yearly')
  await booked(company, '2026-08-10', { 1930: 1250, 3001: -1000, 2611: -250 })
  expect(ok(await report(company, '2025-09-01', '2026-08-31')).payable).toBe(250)
  await set(company, 'quarterly')
  await booked(company, '2026-09-10', { 1930: 125, 3001: -100, 2611: -25 })
  expect(await waiting(company)).toEqual(['2026-09-01 2026-09-30'])
  const whole = await report(company, '2026-07-01', '2026-09-30')
  expect(whole.body.errors).toMatchObject([{ message: expect.stringContaining('2026-09-01 to 2026-09-30') }])
  const rest = ok(await report(company, '2026-09-01', '2026-09-30'))
  expect([rest.payable, rest.boxes.map(({ box }: { box: string }) => box)]).toEqual([25, ['05', '10']])
  expect(await waiting(company)).toEqual([])
  const again = await report(company, '2026-07-01', '2026-09-30')
  expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('have already been reported')])
})

test('from months to quarters, with a month in the middle', async () => {
  const company = await newCompany()
  await booked(company, '2026-04-10', { 1930: 125, 3001: -100, 2611: -25 })
  await set(company, 'monthly')
  ok(await report(company, '2026-05-01', '2026-05-31'))
  await set(company, 'quarterly')
  expect(await waiting(company)).toEqual(['2026-07-01 2026-09-30', '2026-04-01 2026-04-30'])
  ok(await report(company, '2026-06-01', '2026-06-30'))
  ok(await report(company, '2026-04-01', '2026-04-30'))
  expect(await waiting(company)).toEqual(['2026-07-01 2026-09-30'])
})

test('from months to quarters, what lies before the first entry hides nothing', async () => {
  const company = await newCompany()
  await booked(company, '2026-05-10', { 1930: 125, 3001: -100, 2611: -25 })
  await set(company, 'monthly')
  ok(await report(company, '2026-05-01', '2026-05-31'))
  await set(company, 'quarterly')
  expect(await waiting(company)).toEqual(['2026-07-01 2026-09-30', '2026-06-01 2026-06-30'])
  ok(await report(company, '2026-06-01', '2026-06-30'))
  expect(await waiting(company)).toEqual(['2026-07-01 2026-09-30'])
})

test('a rest of one day is reported, and days of long ago are no internal error', async () => {
  const company = await newCompany()
  await booked(company, '2026-04-10', { 1930: 125, 3001: -100, 2611: -25 })
  await set(company, 'quarterly')
  const elsewhere = (startDate: string, endDate: string) =>
    company.post('/vat-returns', { startDate, endDate, reportedElsewhere: true })
  ok(await elsewhere('2026-04-01', '2026-06-29'))
  expect(await waiting(company)).toEqual(['2026-07-01 2026-09-30', '2026-06-30 2026-06-30'])
  ok(await report(company, '2026-06-30', '2026-06-30'))
  expect(await waiting(company)).toEqual(['2026-07-01 2026-09-30'])
  expect((await report(company, '1900-01-01', '1900-03-31')).status).toBeLessThan(500)
  expect((await elsewhere('1900-01-01', '1900-03-31')).status).toBeLessThan(500)
})

test('of several concurrent corrections of one return, one succeeds and the others are refused', async () => {
  const company = await newCompany()
  await booked(company, '2026-04-10', { 1930: 125, 3001: -100, 2611: -25 })
  await set(company, 'quarterly')
  const { id } = ok(await report(company, '2026-04-01', '2026-06-30'))
  const answers = await Promise.all([1, 2, 3].map(() => company.post('/vat-returns', { corrects: id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})
