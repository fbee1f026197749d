// Invoices with the VAT of another member state (One Stop Shop) over HTTP: what they come to, how they are booked by
// both methods, what losses and credit notes do to them, and the quarter that the return has them in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount, createFiscalYear } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesAdmin } from '#sales'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { balancesOf, paidAndRecorded, settledAndRecorded } from '#tests/sales/booking/booked'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (accountingMethod: 'accrual' | 'cash' = 'accrual'): Promise<TestCompany> => {
  const company = checkedCompany(
    await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'], accountingMethod }),
  )
  await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod }),
  )
  return company
}

const home = { line1: 'Hauptstrasse 1', city: 'Berlin', postalCode: '10115', country: 'DE' }

const aLine = (changes: object = {}) => ({
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 1120,
  unionVat: { country: 'DE' },
  ...changes,
})

/** A published invoice to a consumer in Germany, booked where the method books invoices. */
const sold = async (company: TestCompany, changes: object = {}, country = 'DE') => {
  const address = { ...home, country }
  const customer = ok(await company.post('/customers', { name: 'Anna Muster', type: 'private', address }))
  const draft = { invoiceDate: '2026-03-10', customerRef: { id: customer.id }, lineItems: [aLine()], ...changes }
  const { id } = ok(await company.post('/invoices', draft))
  const published = ok(await company.post(`/invoices/${id}/publish`))
  return published.bookedBy === 'recording' ? ok(await company.post(`/invoices/${id}/record`)) : published
}

type Item = { account: number; debit: number; credit: number; vatCode?: string }

const itemsOf = async (company: TestCompany, { journalEntryRef }: { journalEntryRef: { id: string } }) => {
  const { items } = ok(await company.get(`/journal-entries/${journalEntryRef.id}`))
  return items.map(({ account, debit, credit, vatCode }: Item) => [account, debit - credit, vatCode ?? null])
}

const returnOf = async (company: TestCompany, year: number, quarter: number) =>
  ok(await company.post('/oss-returns', { year, quarter, currencyRate: 11.2 }))

const boxesOf = async (company: TestCompany, from = '2026-01-01') => {
  const report = ok(await company.get(`/reports/vat-report?from=${from}&to=2026-06-30&level=line`))
  const values = report.rows.filter(({ key }: { key: string }) => /^\d\d$/.test(key))
  return values.filter(({ values: [first] }: { values: { amount: number }[] }) => first?.amount !== 0)
}

test('a line has the rate of its country on the day of supply, and is booked in no box of the return', async () => {
  const company = await newCompany()
  const invoice = await sold(company)
  expect(invoice).toMatchObject({ totalAmount: 1332.8, totalTax: 212.8 })
  expect(invoice.lineItems[0]).toMatchObject({ taxRate: 0, unionVat: { country: 'DE', taxRate: 19 } })
  expect(await itemsOf(company, invoice)).toEqual([
    [1510, 1332.8, null],
    [3106, -1120, 'none'],
    [2670, -212.8, null],
  ])
  expect(await boxesOf(company)).toEqual([])
  expect(await returnOf(company, 2026, 1)).toMatchObject({
    lines: [{ country: 'DE', taxRate: 19, supply: 'goods', base: 100, tax: 19 }],
    payable: 19,
  })
  const pdf = await company.get(`/invoices/${invoice.id}/download`)
  expect(pdf.status).toBe(200)
})

test('what is credited in a later quarter corrects the quarter of the sale, at its rate', async () => {
  const company = await newCompany()
  const lineItems = [aLine(), aLine({ description: 'Bok', unitPrice: 112, unionVat: { country: 'DE', taxRate: 7 } })]
  const invoice = await sold(company, { lineItems })
  expect(await returnOf(company, 2026, 1)).toMatchObject({ payable: 19.7 })
  const draft = ok(await company.post(`/invoices/${invoice.id}/credit`))
  expect(draft.lineItems.map(({ unionVat }: { unionVat: unknown }) => unionVat)).toEqual([
    { country: 'DE', taxRate: 19 },
    { country: 'DE', taxRate: 7 },
  ])
  const some = { ...draft, lineItems: [{ id: 1, itemType: 'salesItem', quantity: 0.5 }] }
  const other = { ...some, lineItems: [{ ...some.lineItems[0], unionVat: { country: 'FI', taxRate: 19 } }] }
  expect((await company.put(`/credit-notes/${draft.id}`, other)).status).toBe(400)
  ok(await company.put(`/credit-notes/${draft.id}`, some))
  ok(await company.post(`/credit-notes/${draft.id}/publish`))
  const note = ok(await company.post(`/credit-notes/${draft.id}/record`))
  expect(await itemsOf(company, note)).toEqual([
    [1510, -666.4, null],
    [3106, 560, 'none'],
    [2670, 106.4, null],
  ])
  expect(await boxesOf(company)).toEqual([])
})

test('a sale is in the return once, whichever account its role has', async () => {
  const company = await newCompany()
  const ask = await callingAs(service, company, 'owner')
  await service.operateFor(company.id, (call) => createAccount(call, { number: 3116, name: 'OSS' }))
  const use = async (account: number) => ok(await ask('PATCH', '/account-map', { role: 'salesUnion', account }))
  await use(3116)
  await sold(company)
  await use(3106)
  const entered = { account: 3116, from: '2025-01-01', country: 'DE', taxRate: 19, supply: 'goods' }
  ok(await ask('PUT', '/oss-accounts', { accounts: [entered] }))
  expect(await returnOf(company, 2026, 1)).toMatchObject({ lines: [{ country: 'DE', base: 100, tax: 19 }] })
  // The role has an account again whose sales are entered by hand: such sales are refused until it has another.
  await use(3116)
  await expect(sold(company)).rejects.toThrow('publish.union-account')
})

test('by the cash method the sale is booked when it is paid, and reported in the quarter of its supply', async () => {
  const company = await newCompany('cash')
  const invoice = await sold(company, { invoiceDate: '2025-12-20', lineItems: [aLine({ productType: 'services' })] })
  expect(invoice.bookedBy).toBe('payments')
  expect(await returnOf(company, 2025, 4)).toMatchObject({ lines: [{ supply: 'services', base: 100, tax: 19 }] })
  const payment = await paidAndRecorded(company, invoice.id, { sum: 666.4, date: '2026-02-10' })
  expect(await itemsOf(company, payment)).toEqual([
    [1930, 666.4, null],
    [3106, -560, 'none'],
    [2670, -106.4, null],
  ])
  expect(await boxesOf(company)).toEqual([])
  expect(await returnOf(company, 2026, 1)).toMatchObject({ lines: [], corrections: [] })
  await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
  expect(await balancesOf(company)).toEqual({ 1510: 666.4, 1930: 666.4, 2670: -212.8, 3106: -1120 })
  expect(await boxesOf(company, '2025-10-01')).toEqual([])
})

test('decimals of a rate are kept, and what is invoiced in euro is in the return as it is', async () => {
  const company = await newCompany()
  const lineItems = [aLine({ unitPrice: 100, unionVat: { country: 'FI' } })]
  const invoice = await sold(company, { currency: 'EUR', currencyRate: 10.9, lineItems }, 'FI')
  expect(invoice).toMatchObject({ totalAmount: 125.5, totalTax: 25.5 })
  const draft = ok(await company.post(`/invoices/${invoice.id}/credit`))
  const half = { ...draft, lineItems: [{ id: 1, itemType: 'salesItem', quantity: 0.5 }] }
  ok(await company.put(`/credit-notes/${draft.id}`, half))
  ok(await company.post(`/credit-notes/${draft.id}/publish`))
  expect(await returnOf(company, 2026, 1)).toMatchObject({
    lines: [{ country: 'FI', taxRate: 25.5, base: 50, tax: 12.75 }],
  })
})

test.each(['accrual', 'cash'] as const)('losses and discounts leave the tax and lower no box: %s', async (method) => {
  const company = await newCompany(method)
  const invoice = await sold(company, { invoiceDate: '2026-04-10', lineItems: [aLine({ unitPrice: 1000 })] })
  await settledAndRecorded(company, invoice.id, { type: 'cashDiscount', sum: 119 })
  await paidAndRecorded(company, invoice.id, { sum: 595 })
  await service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, { invoiceId: invoice.id, type: 'badDebt', date: '2026-06-10' as Day }),
  )
  const balances = await balancesOf(company)
  expect(await boxesOf(company)).toEqual([])
  expect(balances).toEqual(
    method === 'accrual'
      ? { 1930: 595, 2670: -190, 3098: -119, 3099: 119, 3106: -1000, 3731: 119, 6350: 476 }
      : { 1930: 595, 2670: -114, 3098: -119, 3099: 119, 3106: -600, 3731: 119 },
  )
})

test('a credit note after the quarter was filed corrects it in the next return, and not the one that was filed', async () => {
  const company = await newCompany()
  const invoice = await sold(company)
  const first = await returnOf(company, 2026, 1)
  expect(first).toMatchObject({ payable: 19, corrections: [] })
  const draft = ok(await company.post(`/invoices/${invoice.id}/credit`))
  ok(
    await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: [{ ...draft.lineItems[0], quantity: 0.5 }] }),
  )
  ok(await company.post(`/credit-notes/${draft.id}/publish`))
  ok(await company.post(`/credit-notes/${draft.id}/record`))
  expect(ok(await company.get(`/oss-returns/${first.id}`))).toEqual(first)
  expect((await company.post('/oss-returns', { year: 2026, quarter: 1, currencyRate: 11.2 })).status).toBe(400)
  service.setNow('2026-07-02T10:00:00Z')
  const second = await returnOf(company, 2026, 2)
  expect(second).toMatchObject({
    lines: [],
    corrections: [{ year: 2026, quarter: 1, country: 'DE', tax: -9.5 }],
    payable: 0,
  })
  const { text } = await company.get(`/oss-returns/${second.id}/file`)
  expect(text).toMatch(/CORRECTIONS\r\n2026Q1;DE;-9,50;\r\n$/)
})
