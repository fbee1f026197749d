// The base of output tax is declared with it: of advances when they are paid, and of income on accounts without a box.
// Over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiscalYear, ledgerAdmin } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesContribution } from '#sales'
import { boxesIn, boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { every } from '#support/every'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine } from '#tests/sales/invoicing'
import { balancesOf, bookedBy, credited, ok, paidAndRecorded, recorded, settledAndRecorded } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  service.setNow(START)
  company = await newCompany()
})
afterAll(() => service.close())

type Method = 'accrual' | 'cash'
const methods = ['accrual', 'cash'] as const
const newCompany = async (accountingMethod: Method = 'accrual') =>
  checkedCompany(await service.newCompany({ accountingMethod }))

const FIRST = 'from=2026-01-01&to=2026-03-31'
const SECOND = 'from=2026-04-01&to=2026-06-30'
const boxesOf = async (of: TestCompany, days: string) => boxesIn(ok(await of.get(`/reports/vat-report?${days}`)))
/** The boxes beside what is to be paid. */
const declared = async (of: TestCompany, days: string) => {
  const { 49: _, ...boxes } = await boxesOf(of, days)
  return boxes
}
const sound = async (of: TestCompany) => {
  expect(await service.operateFor(of.id, salesContribution.verify)).toEqual([])
  for (const days of [FIRST, SECOND]) {
    expect(ok(await of.get(`/reports/vat-report/differences?${days}`)).items).toEqual([])
  }
}
const pay = (of: TestCompany, id: string, sum: number, date: string) => paidAndRecorded(of, id, { sum, date })

/** An advance in the first quarter and the final invoice less it in the second, both paid in their quarter. */
const advanced = async (of: TestCompany, lines: [net: number, taxRate: number][], parts: number[]) => {
  const lineItems = lines.map(([unitPrice, taxRate]) => aLine({ unitPrice, taxRate }))
  const advance = await recorded(of, { type: 'advanceInvoice', invoiceDate: '2026-03-01', lineItems })
  for (const sum of parts) await pay(of, advance.id, sum, '2026-03-20')
  const less = lines.map(([unitPrice, taxRate]) =>
    aLine({ unitPrice: -unitPrice, taxRate, bookkeepingAccountNumber: 2420 }),
  )
  const whole = lines.map(([unitPrice, taxRate]) => aLine({ quantity: 3, unitPrice, taxRate }))
  const final = await recorded(of, { invoiceDate: '2026-05-01', lineItems: [...whole, ...less] })
  await pay(of, final.id, final.totalAmount, '2026-05-20')
  return advance
}

describe.each(methods)('by the %s method', (method) => {
  beforeEach(async () => {
    company = await newCompany(method)
  })

  test('an advance is declared when it is paid, and the final invoice declares the rest', async () => {
    await advanced(company, [[1000, 25]], [1250])
    expect(await declared(company, FIRST)).toEqual({ '05': 1000, 10: 250 })
    expect(await declared(company, SECOND)).toEqual({ '05': 2000, 10: 500 })
    const balances = await balancesOf(company)
    expect([balances[2420], balances[2427], balances[2428]]).toEqual([undefined, undefined, undefined])
    await sound(company)
  })

  test('an advance of several rates, paid in parts, is declared by rates', async () => {
    const lines: [number, number][] = [
      [1000, 25],
      [333.33, 12],
      [77.7, 6],
    ]
    const advance = await advanced(company, lines, [600, 600, 505.69])
    expect(advance.totalAmount).toBe(1705.69)
    expect(await declared(company, FIRST)).toEqual({ '05': 1411.03, 10: 250, 11: 40, 12: 4.66 })
    expect(await declared(company, SECOND)).toMatchObject({ '05': 2822.06, 10: 500, 11: 80 })
    await sound(company)
  })

  test('half of an advance declares half of its base, and its credit note takes back what was declared', async () => {
    const lineItems = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 100, taxRate: 12 })]
    const { id } = await recorded(company, { type: 'advanceInvoice', invoiceDate: '2026-03-01', lineItems })
    await pay(company, id, 681, '2026-03-20')
    expect(await declared(company, FIRST)).toEqual({ '05': 550, 10: 125, 11: 6 })
    await credited(company, id)
    await pay(company, id, -681, '2026-06-10')
    expect(await declared(company, SECOND)).toEqual({ '05': -550, 10: -125, 11: -6 })
    expect(await balancesOf(company)).toEqual({})
    await sound(company)
  })

  test('an advance in euro declares its base in kronor', async () => {
    const lineItems = [aLine({ unitPrice: 100 })]
    const euro = { currency: 'EUR', currencyRate: 11 }
    const { id } = await recorded(company, { type: 'advanceInvoice', invoiceDate: '2026-03-01', lineItems, ...euro })
    await pay(company, id, 1375, '2026-03-20')
    expect(await declared(company, FIRST)).toEqual({ '05': 1100, 10: 275 })
    await sound(company)
  })

  test('a cash discount on an advance lowers what is declared of it', async () => {
    const lineItems = [aLine({ unitPrice: 1000 })]
    const { id } = await recorded(company, { type: 'advanceInvoice', invoiceDate: '2026-03-01', lineItems })
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 25, termsOnInvoice: true, date: '2026-03-20' })
    await pay(company, id, 1225, '2026-03-20')
    expect(await declared(company, FIRST)).toEqual({ '05': 980, 10: 245 })
    await sound(company)
  })

  test('a sale with tax on any account without a VAT code is declared in box 05, and its credit note takes it back', async () => {
    const cases = [3973, 3990, 1220, 2990].flatMap((account) => [25, 12, 6].map((taxRate) => ({ account, taxRate })))
    await every(
      cases,
      ({ account, taxRate }) => `${taxRate} % on ${account}`,
      async ({ account, taxRate }) => {
        const lineItems = [
          aLine({ unitPrice: 1000, taxRate, bookkeepingAccountNumber: account }),
          aLine({ unitPrice: 10 }),
        ]
        const { id, totalAmount } = await recorded(company, { lineItems })
        await pay(company, id, totalAmount, '2026-06-10')
        const taxes: Record<string, number> = { 10: 2.5 }
        const box = { 25: '10', 12: '11', 6: '12' }[taxRate] ?? ''
        taxes[box] = (taxes[box] ?? 0) + taxRate * 10
        expect(await declared(company, SECOND)).toEqual({ '05': 1010, ...taxes })
        await credited(company, id)
        await pay(company, id, -totalAmount, '2026-06-10')
        expect(await balancesOf(company)).toEqual({})
      },
    )
    await sound(company)
  })

  test('a discount that the invoice does not state leaves base and tax as they are', async () => {
    const { id } = await recorded(company, { lineItems: [aLine({ unitPrice: 1000 })] })
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 250, termsOnInvoice: false })
    await pay(company, id, 1000, '2026-06-10')
    expect(await declared(company, SECOND)).toEqual({ '05': 1000, 10: 250 })
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: -250, termsOnInvoice: false })
    // Under the cash method what is owed again is not sold yet.
    expect(await declared(company, SECOND)).toEqual(
      method === 'cash' ? { '05': 800, 10: 200 } : { '05': 1000, 10: 250 },
    )
    await sound(company)
  })

  test("a payment service's fee from abroad declares its base, on any account", async () => {
    await service.operateFor(company.id, (call) =>
      ledgerAdmin.setAccountRole(call, { role: 'paymentFeeEu', account: 6570 }),
    )
    const { id } = await recorded(company, { lineItems: [aLine({ unitPrice: 1000 })] })
    const fee = await settledAndRecorded(company, id, { type: 'paymentServiceFee', sum: 40, vatScheme: 'eu' })
    expect(await bookedBy(company, fee)).toMatchObject({ 6570: 40, 4535: 40, 4598: -40, 2645: 10, 2614: -10 })
    expect(await declared(company, SECOND)).toMatchObject({ 21: 40, 30: 10, 48: 10 })
  })
})

test('an advance that is unpaid in part when a cash year ends declares its base as it is paid', async () => {
  const of = checkedCompany(
    await service.newCompany({ accountingMethod: 'cash', fiscalYear: ['2025-01-01', '2025-12-31'] }),
  )
  const next = { startDate: '2026-01-01' as Day, endDate: '2026-12-31' as Day, accountingMethod: 'cash' as const }
  await service.operateFor(of.id, (call) => createFiscalYear(call, next))
  const lineItems = [aLine({ unitPrice: 1000 })]
  const { id } = await recorded(of, { type: 'advanceInvoice', invoiceDate: '2025-12-01', lineItems })
  await pay(of, id, 500, '2025-12-20')
  await pay(of, id, 250, '2026-01-20')
  await service.operateFor(of.id, (call) => bookUnpaid(call, { fiscalYearId: of.fiscalYearId }))
  await pay(of, id, 500, '2026-05-20')
  expect(await declared(of, 'from=2025-10-01&to=2025-12-31')).toEqual({ '05': 400, 10: 100 })
  expect(await declared(of, FIRST)).toEqual({ '05': 200, 10: 50 })
  expect(await declared(of, SECOND)).toEqual({ '05': 400, 10: 100 })
  await sound(of)
})

test('boxes of the whole year agree with the books', async () => {
  await advanced(company, [[1000, 25]], [1250])
  expect(await boxesOfCompany(company)).toEqual({ '05': 3000, 10: 750, 49: 750 })
})
