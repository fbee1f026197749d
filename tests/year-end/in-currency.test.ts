// What a year ends with in other currencies: told by the checks before it is closed, by the closing, and by a close of
// the year as it stands.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { createFiscalYear, setRate } from '#ledger'
import { ok, warningsOf } from '#support/entries'
import { booked, type Owned, openOf, owned, sold } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const YEAR: [string, string] = ['2025-01-01', '2025-12-31']
beforeEach(() => service.setNow('2026-02-01T10:00:00Z'))

const path = () => `/fiscal-years/${company.fiscalYearId}/closing`
/** Closes the year as it stands. */
const plainly = () => `/fiscal-years/${company.fiscalYearId}/close?force=true`
const law = 'the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)'

/** An invoice of 125 EUR at 11, recorded. */
const soldInEuro = async (): Promise<string> => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
  const sale = { invoiceDate: '2025-11-01', customerRef: { id: customer.id }, lineItems: [line] }
  const { id } = ok(await company.post('/invoices', { ...sale, currency: 'EUR', currencyRate: 11 }))
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  return id
}

const paid = async (id: string, sumBaseCurrency: number, date = '2025-12-01') => {
  const payment = { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  const { id: paymentId } = ok(await company.post(`/invoices/${id}/payments`, payment))
  ok(await company.post(`/invoices/${id}/payments/${paymentId}/record`))
}

/** A supplier invoice of 200 EUR at 11, recorded. */
const boughtInEuro = async (): Promise<void> => {
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2025-11-01', rate: '11' }))
  const supplier = ok(await company.post('/suppliers', { name: 'Papier GmbH', currency: 'EUR' }))
  const invoice = { invoiceNumber: 'F-1', invoiceDate: '2025-11-01', dueDate: '2025-12-01', totalAmount: 200 }
  const { id } = ok(await company.post('/supplier-invoices', { ...invoice, supplierRef: { id: supplier.id } }))
  const lines = [{ account: 6110, netAmount: 200, vatTreatment: 'exempt' }]
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
}

describe.each(['accrual', 'cash'] as const)('under the %s method', (accountingMethod) => {
  beforeEach(async () => {
    company = await owned(service, { fiscalYear: YEAR, accountingMethod })
  })

  test('what is open in other currencies is told, with documents and amounts', async () => {
    const open = await soldInEuro()
    const next = await soldInEuro()
    const kronor = await sold(company, '2025-11-01', 100)
    const year = { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, year))
    await paid(next, 1375, '2026-01-10')
    await paid(open, 275)
    await paid(await soldInEuro(), 1375)
    await boughtInEuro()
    const account = { name: 'Euro', iban: 'DE89370400440532013000', currency: 'EUR', account: 1940 }
    await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))
    await booked(company, '2025-12-01', { 1940: 550, 1930: -550 })
    const before = ok(await company.get(path()))
    expect(openOf(before)).toMatchObject({
      invoicesInCurrency: [2, 2475],
      supplierInvoicesInCurrency: [1, 2200],
      accountsInCurrency: [1, 550],
    })
    const { items } = ok(await company.get(`${path()}/invoicesInCurrency`))
    const shown = items.map(({ path: of, amount }: { path: string; amount: number }) => [of.split('/').at(-1), amount])
    expect(shown).toEqual([
      [next, 1375],
      [open, 1100],
    ])
    ok(await company.post(`/invoices/${kronor}/record`))
    const told = warningsOf(await company.as('POST', path(), {}))
    expect(told).toEqual([
      `unpaid invoices in other currencies (2, 2475.00) stand at old rates: ${items[1].number} (1100.00 SEK), ${items[0].number} (1375.00 SEK); ${law}`,
      `unpaid supplier invoices in other currencies (1, 2200.00) stand at old rates: F-1 (2200.00 SEK); ${law}`,
      `bank accounts in other currencies stand at what was booked on them: 1940 (550.00 SEK); ${law}`,
    ])
  })

  test('the same is told where a year is closed as it stands', async () => {
    const open = await soldInEuro()
    await boughtInEuro()
    const account = { name: 'Euro', iban: 'DE89370400440532013000', currency: 'EUR', account: 1940 }
    await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))
    await booked(company, '2025-12-01', { 1940: 550, 1930: -550 })
    const { invoiceNumber } = ok(await company.get(`/invoices/${open}`))
    const told = warningsOf(await company.as('POST', plainly()))
    expect(told).toEqual([
      `unpaid invoices in other currencies (1, 1375.00) stand at old rates: ${invoiceNumber} (1375.00 SEK); ${law}`,
      `unpaid supplier invoices in other currencies (1, 2200.00) stand at old rates: F-1 (2200.00 SEK); ${law}`,
      `bank accounts in other currencies stand at what was booked on them: 1940 (550.00 SEK); ${law}`,
    ])
  })

  test.each([
    ['closing', (): [string, object?] => [path(), {}]],
    ['close', (): [string, object?] => [plainly()]],
  ])('nothing is told by %s where all of it is settled in the year', async (_, asked) => {
    await paid(await soldInEuro(), 1375)
    const [to, body] = asked()
    const answer = await company.as('POST', to, body)
    expect([answer.status, warningsOf(answer)]).toEqual([200, []])
  })
})
