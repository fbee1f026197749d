// Warnings about payments in kronor of invoices in another currency, and of sales without tax that count by an address
// though the VAT number is of another country.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, warningsOf } from '#tests/sales/invoicing'
import { balancesOf, ok, paid, recorded } from './booked.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const euro = { currency: 'EUR', currencyRate: 11, lineItems: [aLine({ unitPrice: 1000 })] }
const beyond = (amount: string) =>
  `the invoice is in EUR: ${amount} is paid beyond what it is worth at its rate, and stays on the receivable until a settlement of type currency of -${amount} clears it or the money is paid back`
const left = (amount: string) =>
  `the invoice is in EUR: ${amount} is left of it at its rate, and stays on the receivable; where all of it is paid, a settlement of type currency of ${amount} clears it`

const counted = (sum: string, amount: string) =>
  `the invoice is in EUR: ${sum} counts as ${amount} EUR, at the rate of the invoice; where another amount was paid, give amount, and the exchange difference is booked with the payment`

describe.each(['accrual', 'cash'] as const)(
  'under the %s method a payment of an invoice in EUR',
  (accountingMethod) => {
    const cases: [number, string | null][] = [
      [13_750, null],
      [14_100, beyond('350.00')],
      [13_400, left('350.00')],
      [13_062.5, left('687.50')],
      [13_062.49, counted('13062.49', '1187.50')],
      [5000, counted('5000.00', '454.55')],
    ]
    test.each(cases)('of %d SEK of 13 750', async (sum, told) => {
      const company = await service.newCompany({ accountingMethod })
      const { id } = await recorded(company, euro)
      const body = { date: '2026-06-10', sumBaseCurrency: sum, bookkeepingAccountNumber: 1930 }
      const added = await company.post(`/invoices/${id}/payments`, body)
      const booked = await company.post(`/invoices/${id}/payments/${ok(added).id}/record`)
      expect(ok(booked).journalEntryRef).not.toBeNull()
      expect([warningsOf(added), warningsOf(booked)]).toEqual(told === null ? [[], []] : [[told], [told]])
    })

    test('is told no more once a settlement has cleared the rest', async () => {
      const company = await service.newCompany({ accountingMethod })
      const { id } = await recorded(company, euro)
      const { id: paymentId } = await paid(company, id, { sum: 14_100 })
      const details = { date: '2026-06-10', sumBaseCurrency: -350 }
      const body = { type: 'currency', invoiceSettlementDetails: details }
      const { id: settlementId } = ok(await company.post(`/invoices/${id}/settlements`, body))
      expect(warningsOf(await company.post(`/invoices/${id}/payments/${paymentId}/record`))).toEqual([])
      ok(await company.post(`/invoices/${id}/settlements/${settlementId}/record`))
      expect((await balancesOf(company))[1510] ?? 0).toBe(0)
    })
  },
)

test('a part payment of an invoice in kronor is told nothing', async () => {
  const company = await service.newCompany()
  const { id } = await recorded(company)
  const body = { date: '2026-06-10', sumBaseCurrency: 120, bookkeepingAccountNumber: 1930 }
  expect(warningsOf(await company.post(`/invoices/${id}/payments`, body))).toEqual([])
})

describe('a sale without tax counts by the address of the customer', () => {
  const address = (country: string) => ({ line1: 'Gatan 1', postalCode: '903 26', city: 'Orten', country })
  const told = (country: string, number: string, other: string) =>
    `#/lineItems/0/taxRate: no tax is charged, and the sale is reported by the address of the customer, ${country}, although the VAT number ${number} belongs to ${other}: correct the address or the number of the customer, or charge tax`
  const german = 'DE811907980'
  type Case = [what: string, country: string, vatNumber: string, changes: object, told: string | null]
  const untaxed = { lineItems: [aLine({ taxRate: 0 })] }
  const cases: Case[] = [
    ['a German number at home         ', 'SE', german, untaxed, told('SE', german, 'DE')],
    ['the same with a reason          ', 'SE', german, { ...untaxed, vatExemptionReason: 'Utbildning' }, null],
    ['the same with tax               ', 'SE', german, {}, null],
    ['a Swedish number at home        ', 'SE', 'SE556036079301', untaxed, null],
    ['a German number in Norway       ', 'NO', german, untaxed, told('NO', german, 'DE')],
    ['a German number in Germany      ', 'DE', german, untaxed, null],
    ['a German number in France       ', 'FR', german, untaxed, null],
  ]
  test.each(cases)('%s', async (_, country, vatNumber, changes, expected) => {
    const company: TestCompany = await service.newCompany()
    const { id } = await madeCustomer(company, { vatNumber, address: address(country) })
    const draft = await madeInvoice(company, { customerRef: { id }, ...changes })
    const answer = await company.post(`/invoices/${draft.id}/publish`)
    expect(answer.status, answer.text).toBe(200)
    expect(warningsOf(answer).filter((one) => one.includes('VAT number'))).toEqual(expected === null ? [] : [expected])
  })
})
