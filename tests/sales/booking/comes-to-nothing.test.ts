// Invoices of 0 under the cash method: no payment will ever book them, so they are booked as they are recorded.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'
import { todosIn } from '#todo/todo'
import { balancesOf, bookedBy, credited, entryOf, ok, paidAndRecorded, recorded } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  service.setNow(START)
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
})
afterAll(() => service.close())

const delivered = aLine({ unitPrice: 1000 })
/** What was delivered, less the advance that paid for all of it. */
const final = [delivered, aLine({ unitPrice: -1000, bookkeepingAccountNumber: 2420 })]
/** Lines that take each other back. */
const nothing = [delivered, aLine({ unitPrice: -1000 })]
const invoiceDate = '2026-05-20'

const sent = async (lineItems: object[]) =>
  published(company, (await madeInvoice(company, { invoiceDate, dueDate: '2026-06-20', lineItems })).id)
const todos = () => {
  const parts = salesContribution.todosOfInvoices({
    company: sql`${company.id}::uuid`,
    today: '2026-06-10' as Day,
    limit: 10,
  })
  return service.database.of(company.id).rows(sql`select kind, number from (${todosIn(parts, 10)}) t`)
}
const lockMay = () =>
  service.operateFor(company.id, (call) => salesAdmin.lockDays(call, { date: '2026-05-31' as Day, force: false }))
const endYear = () => {
  service.setNow('2027-01-20T10:00:00Z')
  return service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
}
const isSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])

test('a final invoice less the advance that paid for all of it is income when it is recorded', async () => {
  const advance = await recorded(company, { type: 'advanceInvoice', invoiceDate, lineItems: [delivered] })
  const payment = await paidAndRecorded(company, advance.id, { sum: 1250 })
  expect(await bookedBy(company, payment)).toEqual({ 1930: 1250, 2420: -1000, 2427: -1000, 2428: 1000, 2611: -250 })
  const invoice = await recorded(company, { invoiceDate, lineItems: final })
  expect([invoice.status, invoice.totalAmount]).toEqual(['paid', 0])
  expect(await bookedBy(company, invoice)).toEqual({ 2420: 1000, 2427: 1000, 2428: -1000, 3001: -1000 })
  expect(await entryOf(company, invoice)).toMatchObject({ date: invoiceDate })
  expect(await balancesOf(company)).toEqual({ 1930: 1250, 2611: -250, 3001: -1000 })
  expect(await endYear()).toEqual({ documents: 0 })
  await isSound()
})

test('it is to be done until it is recorded, and is named when its period ends', async () => {
  const { id } = await sent(final)
  expect(await todos()).toEqual([{ kind: 'invoice.unrecorded', number: '1' }])
  await expect(lockMay()).rejects.toThrow('Not in the books yet: invoice 1 of 2026-05-20. Record')
  ok(await company.post(`/invoices/${id}/record`))
  expect(await todos()).toEqual([])
  await lockMay()
  const again = await company.post(`/invoices/${id}/record`)
  expect([again.status, again.body.code]).toEqual([400, 'operation-not-allowed'])
})

test('the end of its year books what was not recorded, on its own day', async () => {
  const { id } = await sent(final)
  await expect(
    service.operateFor(company.id, (call) => salesAdmin.lockDays(call, { date: '2026-12-31' as Day, force: false })),
  ).rejects.toThrow(/invoice 1 of 2026-05-20/)
  expect(await endYear()).toEqual({ documents: 1 })
  const invoice = ok(await company.get(`/invoices/${id}`))
  expect(await entryOf(company, invoice)).toMatchObject({ date: invoiceDate, title: 'Faktura 1, Kund AB' })
  expect(await balancesOf(company)).toEqual({ 2420: 1000, 2427: 1000, 2428: -1000, 3001: -1000 })
  expect(await endYear()).toEqual({ documents: 0 })
  await isSound()
})

test('a credit note of it books it first, and takes all of it back', async () => {
  const { id } = await sent(final)
  await credited(company, id)
  expect(ok(await company.get(`/invoices/${id}`)).journalEntryRef).not.toBeNull()
  expect(await balancesOf(company)).toEqual({})
  await isSound()
})

test('one whose lines take each other back is not listed as a to-do, and recorded without an entry', async () => {
  const { id } = await sent(nothing)
  expect(await todos()).toEqual([])
  await lockMay()
  expect(ok(await company.post(`/invoices/${id}/record`)).journalEntryRef).toBeNull()
  expect((await company.post(`/invoices/${id}/record`)).body.message).toMatch(/is already recorded/)
  expect(await endYear()).toEqual({ documents: 0 })
})
