// Advances to suppliers that came to their end go with a removed fiscal year; others stay with their entries.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { ok } from '#support/entries'
import { agedBooks } from '#support/samples/documented'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

test('an advance that is used goes with its year, and what is left of another keeps it', async () => {
  const ids: Record<string, string> = {}
  const books = await agedBooks(service, async (of) => {
    of.at('2016-03-01')
    const supplierRef = { id: ok(await of.post('/suppliers', { name: 'Papper AB' })).id }
    const advance = async (amount: number) =>
      ok(await of.post('/supplier-advances', { supplierRef, date: '2016-03-01', amount })).id
    ids.used = await advance(125)
    ids.left = await advance(200)
    of.at('2016-06-01')
    const dates = { invoiceDate: '2016-04-01', dueDate: '2016-05-01' }
    ids.invoice = ok(await of.post('/supplier-invoices', { supplierRef, ...dates, totalAmount: 125 })).id
    ok(await of.post(`/supplier-invoices/${ids.invoice}/record`, { lines: [{ account: 6110, netAmount: 100 }] }))
    const setOff = { supplierInvoiceRef: { id: ids.invoice }, date: '2016-04-02' }
    ok(await of.post(`/supplier-advances/${ids.used}/uses`, setOff))
    ok(await of.post(`/supplier-advances/${ids.left}/uses`, { date: '2016-06-01', amount: 50 }))
  })
  const { company, years } = books
  const removal = `/fiscal-years/${years[2016]}/removal`
  const preview = ok(await company.as('GET', removal, undefined, { 'accept-language': 'en' }))
  expect(preview.removed.slice(1)).toEqual([
    { what: 'Supplier invoices with payments, approvals and uploads', count: 1 },
    { what: 'Advances to suppliers', count: 1 },
  ])
  expect(preview.kept).toContainEqual({
    what: 'Advances to suppliers that were not used when the year ended',
    count: 1,
  })
  ok(await company.as('POST', removal, {}))
  expect((await company.get(`/supplier-advances/${ids.used}`)).status).toBe(404)
  expect(ok(await company.get(`/supplier-advances/${ids.left}`))).toMatchObject({ remainingAmount: 150 })
  expect(ok(await company.get(`/supplier-advances/${ids.left}/uses`)).totalItems).toBe(1)
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
})
