// Currency rates as people see them, and what one unit costs on a supplier invoice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRate } from '#ledger'
import { type Ask, callingAs, historyOfKind, walkByCursor } from '#support/calling'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
  ask = await callingAs(service, company, 'bookkeeper')
  for (const [currency, date, rate] of [
    ['EUR', '2026-06-01', '11.0625'],
    ['EUR', '2026-06-02', '11.1'],
    ['USD', '2026-06-02', '9.5'],
  ] as const) {
    await service.operate((call) => setRate(call, { currency, date, rate }))
  }
})
afterAll(() => service.close())

const invoiceIn = async (currency: string): Promise<string> => {
  const supplier = (await company.post('/suppliers', { name: 'Papier GmbH', currency })).body
  const { id } = (
    await company.post('/supplier-invoices', {
      supplierRef: { id: supplier.id },
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 100,
    })
  ).body
  return id
}

test('the rates that are loaded are read by all, the newest day first', async () => {
  const reader = await callingAs(service, company, 'reader')
  const items = [
    { currency: 'USD', date: '2026-06-02', rate: 9.5 },
    { currency: 'EUR', date: '2026-06-02', rate: 11.1 },
    { currency: 'EUR', date: '2026-06-01', rate: 11.0625 },
  ]
  expect(await walkByCursor(reader, '/currency-rates')).toEqual(items)
  const found = await reader('GET', `/currency-rates?query=${encodeURIComponent('currency==EUR&&date<2026-06-02')}`)
  expect(found.body.items).toEqual(items.slice(2))
})

test('a supplier invoice takes another rate than that of its day, until it is recorded', async () => {
  const id = await invoiceIn('EUR')
  const set = (rate: unknown, by = ask) => by('POST', `/supplier-invoices/${id}/rate`, { rate })
  const { status, body } = await set(11.5)
  expect([status, body]).toMatchObject([200, { id, totalAmount: 100 }])
  expect(await historyOfKind(company, 'supplier-invoice.rate-set')).toMatchObject([
    { actor: { kind: 'user' }, detail: { before: '11.0625', after: '11.5' } },
  ])
  for (const rate of [0, -1, 1_000_000, 'dear', 0.000000001]) {
    expect((await set(rate)).body.errors, String(rate)).toMatchObject([{ field: '#/rate' }])
  }
  expect((await set(12, await callingAs(service, company, 'reader'))).status).toBe(403)
  const recorded = await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount: 80 }] })
  expect(recorded.status, recorded.text).toBe(200)
  const { items } = (await company.get('/journal-entries?pageSize=1')).body
  expect(items[0].items).toContainEqual(expect.objectContaining({ account: 6110, debit: 920 }))
  expect((await set(12)).status).toBe(400)
})

test('an invoice in kronor has none, and that of another company is none', async () => {
  const kronor = await ask('POST', `/supplier-invoices/${await invoiceIn('SEK')}/rate`, { rate: 2 })
  expect([kronor.status, kronor.body.message]).toEqual([
    400,
    expect.stringMatching(/is in the accounting currency and has no currency rate$/),
  ])
  const id = await invoiceIn('EUR')
  const other = await service.newCompany()
  const stranger = await callingAs(service, other, 'owner')
  expect((await stranger('POST', `/supplier-invoices/${id}/rate`, { rate: 12 })).status).toBe(404)
})
