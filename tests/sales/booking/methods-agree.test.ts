// For any history of an invoice, a company of the accrual method and one of the cash method have the same on every
// account once the cash company has booked what was unpaid at the end of the year.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountingMethod, createFiscalYear } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesContribution } from '#sales'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'
import { balancesOf, ok, paidAndRecorded, statusOf } from './booked.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** What happens to the invoice, on a day of its year or of the next one. */
type Event = { isLate: boolean } & (
  | { what: 'pay'; share: number }
  | { what: 'fee'; ore: number }
  | { what: 'credit'; lines: number; quantity: number }
)
type Story = { lines: object[]; currencyRate: number; events: Event[]; closeAfter: number }

const isLate = fc.boolean()
const share = fc.oneof(fc.constant(1), fc.double({ min: -0.4, max: 1.2, noNaN: true }))
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: fc.constant('pay' as const), share, isLate }),
  fc.record({ what: fc.constant('fee' as const), ore: fc.integer({ min: -500, max: 2000 }), isLate }),
  fc.record({
    what: fc.constant('credit' as const),
    lines: fc.integer({ min: 1, max: 3 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    isLate,
  }),
)
const line = fc.record({
  unitPrice: fc.integer({ min: 1, max: 99_999 }).map((ore) => ore / 100),
  quantity: fc.integer({ min: 1, max: 4 }),
  taxRate: fc.constantFrom(25, 12, 6, 0),
  productType: fc.constantFrom('goods', 'services'),
})
const story: fc.Arbitrary<Story> = fc.record({
  lines: fc.array(line.map(aLine), { minLength: 1, maxLength: 3 }),
  currencyRate: fc.constantFrom(1, 11.37),
  events: fc.array(event, { maxLength: 6 }),
  closeAfter: fc.nat({ max: 6 }),
})

const happen = async (company: TestCompany, id: string, total: number, event: Event, date: string): Promise<void> => {
  if (event.what === 'credit') return credit(company, id, event, date)
  const sum = event.what === 'pay' ? Math.round(total * event.share * 100) / 100 : event.ore / 100
  if (sum === 0) return
  if (event.what === 'pay') await paidAndRecorded(company, id, { sum, date })
  else await fee(company, id, sum, date)
}

/** Takes a fee off, unless it is more than what is left. */
const fee = async (company: TestCompany, id: string, sumBaseCurrency: number, date: string): Promise<void> => {
  const details = { date, sumBaseCurrency }
  const path = `/invoices/${id}/settlements`
  const { status, body } = await company.post(path, { type: 'bankFee', invoiceSettlementDetails: details })
  if (status === 400 && body.errors?.[0].field === '#/invoiceSettlementDetails/sumBaseCurrency') return
  expect([status, body]).toEqual([200, expect.anything()])
  ok(await company.post(`${path}/${body.id}/record`))
}

/** Credits some lines, at most so many of each, while anything is left to credit. */
const credit = async (
  company: TestCompany,
  id: string,
  { lines, quantity }: Extract<Event, { what: 'credit' }>,
  date: string,
): Promise<void> => {
  const { status, body: draft } = await company.post(`/invoices/${id}/credit`)
  if (status !== 200) return
  const lineItems = draft.lineItems
    .slice(0, lines)
    .map((each: { quantity: number }) => ({ ...each, quantity: Math.min(each.quantity, quantity) }))
  const days = { creditDate: date, dueDate: date }
  ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, ...days, lineItems }))
  ok(await company.post(`/credit-notes/${draft.id}/publish`))
  ok(await company.post(`/credit-notes/${draft.id}/record`))
}

/** Tells the story to a company, and answers what stands on its accounts at the end of the next year. */
const told = async (accountingMethod: AccountingMethod, { lines, currencyRate, events, closeAfter }: Story) => {
  service.setNow('2026-02-01T10:00:00Z')
  const company = await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'], accountingMethod })
  const next = { startDate: '2026-01-01' as Day, endDate: '2026-12-31' as Day, accountingMethod }
  const second = await service.operateFor(company.id, (call) => createFiscalYear(call, next))
  const close = async (fiscalYearId: string) => {
    if (accountingMethod === 'cash') await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId }))
  }
  const currency = currencyRate === 1 ? 'SEK' : 'EUR'
  const draft = await madeInvoice(company, { invoiceDate: '2025-12-01', currency, currencyRate, lineItems: lines })
  const { id, totalAmount } = await published(company, draft.id)
  ok(await company.post(`/invoices/${id}/record`))
  for (const [index, event] of events.entries()) {
    if (index === closeAfter) await close(company.fiscalYearId)
    const date = event.isLate || index >= closeAfter ? '2026-01-15' : '2025-12-20'
    await happen(company, id, totalAmount * currencyRate, event, date)
  }
  if (closeAfter >= events.length) await close(company.fiscalYearId)
  service.setNow('2027-01-05T10:00:00Z')
  await close(second.id)
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
  return { status: await statusOf(company, id), balances: await balancesOf(company) }
}

/** Fifty stories of many requests take minutes on a machine that is busy; in milliseconds. */
const LONG = { timeout: 300_000 }

test('the methods agree', LONG, async () => {
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      const cash = await told('cash', one)
      const accrual = await told('accrual', one)
      expect(cash).toEqual(accrual)
    }),
    { numRuns: 25 },
  )
})
