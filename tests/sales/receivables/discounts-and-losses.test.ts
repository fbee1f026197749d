// What losses and cash discounts of one invoice make of each other: what is taken back is what was booked, nothing is
// lowered twice, and what had no tax lowers no taxable sales.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountRole, createFiscalYear, ledgerAdmin } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { boxesIn, boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import {
  balancesOf,
  bookedBy,
  ok,
  paidAndRecorded,
  recorded,
  settled,
  settledAndRecorded,
  statusOf,
} from '#tests/sales/booking/booked'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  service.setNow(START)
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const thousand = [aLine({ unitPrice: 1000 })]
/** 1 000 kronor at 25 % and as much at 6 %: 2 310 with tax. */
const twoRates = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1000, taxRate: 6 })]
const untaxed = [aLine({ unitPrice: 1000, taxRate: 0 })]
const deposit = aLine({ unitPrice: 1000, taxRate: 0, bookkeepingAccountNumber: 2890 })

type Begin = (lineItems: object[]) => Promise<{ id: string; totalAmount: number }>
const sold: Begin = (lineItems) => recorded(company, { lineItems })
const soldForCash: Begin = async (lineItems) => {
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
  return published(company, (await madeInvoice(company, { lineItems })).id)
}
const methods: [method: string, begin: Begin][] = [
  ['accrual', sold],
  ['cash', soldForCash],
]

const post = async (path: string) => ok(await company.post(path))
const discount = (id: string, sum: number, details: object = {}) =>
  settledAndRecorded(company, id, { type: 'cashDiscount', sum, ...details })
const charge = (id: string, sum: number) => settledAndRecorded(company, id, { type: 'reminderFee', sum: -sum })
const pay = (id: string, sum: number) => paidAndRecorded(company, id, { sum })
const lose = (invoiceId: string, sum?: number, date = '2026-06-10') =>
  service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, {
      invoiceId,
      type: 'badDebt',
      date: date as Day,
      ...(sum === undefined ? {} : { sum }),
    }),
  )

/** Credits the first line of an invoice, as it is changed. */
const creditFirst = async (id: string, changes: object = {}) => {
  const note = await post(`/invoices/${id}/credit`)
  const lineItems = [{ ...note.lineItems[0], ...changes }]
  ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems }))
  for (const action of ['publish', 'record']) await post(`/credit-notes/${note.id}/${action}`)
}
/** It is January 2027, and the company goes on by another method or the same. */
const nextYear = async (accountingMethod: 'accrual' | 'cash') => {
  service.setNow('2027-01-20T10:00:00Z')
  const next = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod } as const
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
}
const bookYear = () =>
  service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
const boxesOfBothYears = async () => boxesIn(ok(await company.get('/reports/vat-report?from=2026-01-01&to=2027-12-31')))
const isSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
const move = (role: AccountRole, account: number) =>
  service.operateFor(company.id, (call) => ledgerAdmin.setAccountRole(call, { role, account }))

describe('a discount is taken back', () => {
  test.each(methods)('where more is paid than is left, and then all is credited: %s', async (_, begin) => {
    const { id } = await begin(thousand)
    await discount(id, 25)
    await pay(id, 1225)
    await creditFirst(id, { unitPrice: 500 })
    expect(await statusOf(company, id)).toBe('overPaid')
    await discount(id, -25)
    await creditFirst(id)
    await pay(id, -1225)
    expect(await balancesOf(company)).toEqual({})
    expect(await statusOf(company, id)).toBe('credited')
    await isSound()
  })

  test.each(methods)('by each rate as it was given, also where one was credited since: %s', async (_, begin) => {
    const { id } = await begin(twoRates)
    await discount(id, 231)
    const given = await balancesOf(company)
    await creditFirst(id, { unitPrice: 900 })
    await discount(id, -77)
    await discount(id, -154)
    await creditFirst(id)
    await pay(id, 1060)
    expect(given).toMatchObject({ 3731: 200 })
    expect(await balancesOf(company)).toEqual({ 1930: 1060, 3003: -1000, 2631: -60 })
    await isSound()
  })

  test('in proportion, with the öre on the account that is not tax', async () => {
    const { id } = await sold(twoRates)
    expect(await bookedBy(company, await discount(id, 231))).toEqual({ 3731: 200, 2611: 25, 2631: 6, 1510: -231 })
    await creditFirst(id, { unitPrice: 900 })
    const back = await discount(id, -100)
    expect(await bookedBy(company, back)).toEqual({ 3731: -86.58, 2611: -10.82, 2631: -2.6, 1510: 100 })
  })

  test.each(methods)('without tax where it was given without, for any stated terms: %s', async (_, begin) => {
    const { id } = await begin(thousand)
    await discount(id, 25, { termsOnInvoice: false })
    const back = await discount(id, -10)
    expect(back.invoiceSettlementDetails.termsOnInvoice).toBe(false)
    await discount(id, -15, { termsOnInvoice: true })
    await pay(id, 1250)
    expect(await balancesOf(company)).toEqual({ 1930: 1250, 3001: -1000, 2611: -250 })
    await isSound()
  })

  test('under the cash method, when the year has booked the rest', async () => {
    const { id } = await soldForCash(twoRates)
    await discount(id, 231)
    await nextYear('accrual')
    await bookYear()
    await creditFirst(id, { unitPrice: 900 })
    const back = await discount(id, -231, { date: '2027-01-20' })
    expect(await bookedBy(company, back)).toEqual({ 3731: -200, 2611: -25, 2631: -6, 1510: 231 })
    await creditFirst(id)
    expect(await balancesOf(company)).toEqual({ 1510: 1060, 3003: -1000, 2631: -60 })
    await isSound()
  })

  test('of an advance, with the tax that rests', async () => {
    const { id } = await recorded(company, { lineItems: thousand, type: 'advanceInvoice' })
    const given = await bookedBy(company, await discount(id, 125))
    const back = await bookedBy(company, await discount(id, -125))
    expect(back).toEqual(Object.fromEntries(Object.entries(given).map(([account, sum]) => [account, -sum])))
    expect(given).toMatchObject({ 2618: 25 })
  })

  test('in the books or not, and then leaves nothing', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 0.77)
    const { id: given } = await settled(company, id, { type: 'cashDiscount', sum: 33.33 })
    await discount(id, -34.1)
    await post(`/invoices/${id}/settlements/${given}/record`)
    expect(await balancesOf(company)).toEqual({ 1510: 2310, 3001: -1000, 3003: -1000, 2611: -250, 2631: -60 })
  })

  test('that is not in the books on its own terms, independent of booked ones', async () => {
    const { id } = await sold(thousand)
    const { id: given } = await settled(company, id, { type: 'cashDiscount', sum: 25 })
    await discount(id, 25, { termsOnInvoice: false })
    expect(await bookedBy(company, await discount(id, -50))).toEqual({
      3731: -45,
      2611: -5,
      3098: 25,
      3099: -25,
      1510: 50,
    })
    await post(`/invoices/${id}/settlements/${given}/record`)
    expect(await balancesOf(company)).toEqual({ 1510: 1250, 3001: -1000, 2611: -250 })
  })

  test('before it is in the books, as it would be there', async () => {
    const { id } = await sold(thousand)
    const { id: given } = await settled(company, id, { type: 'cashDiscount', sum: 25, termsOnInvoice: false })
    const back = await discount(id, -25)
    expect(await bookedBy(company, back)).toEqual({ 3731: -25, 3098: 25, 3099: -25, 1510: 25 })
    await post(`/invoices/${id}/settlements/${given}/record`)
    expect(await balancesOf(company)).toEqual({ 1510: 1250, 3001: -1000, 2611: -250 })
  })
})

describe('a discount that is recorded after it was taken back reverses what that booked', () => {
  test.each([25, 300])('where all is credited before: %d', async (sum) => {
    const { id } = await sold(thousand)
    const { id: given } = await settled(company, id, { type: 'cashDiscount', sum })
    const { id: back } = await settled(company, id, { type: 'cashDiscount', sum: -sum })
    await creditFirst(id)
    for (const one of [back, given]) await post(`/invoices/${id}/settlements/${one}/record`)
    expect(await balancesOf(company)).toEqual({})
    expect(await boxesOfCompany(company)).toEqual({})
    await isSound()
  })

  test.each([
    ['stated', true, { 3731: -80, 2611: -20, 1510: 100 }],
    ['not stated', false, { 3731: -100, 3098: 100, 3099: -100, 1510: 100 }],
  ])('where all is credited between them: %s', async (_, termsOnInvoice, booked) => {
    const { id } = await sold(thousand)
    const { id: given } = await settled(company, id, { type: 'cashDiscount', sum: 100, termsOnInvoice })
    expect(await bookedBy(company, await discount(id, -100))).toEqual(booked)
    await creditFirst(id)
    await post(`/invoices/${id}/settlements/${given}/record`)
    expect(await balancesOf(company)).toEqual({})
    await isSound()
  })
})

describe('a loss brings back only the tax that is left', () => {
  test('after a discount, beside a fee', async () => {
    const { id } = await sold(thousand)
    await charge(id, 60)
    await discount(id, 25)
    expect(await bookedBy(company, await lose(id))).toEqual({ 6351: 980, 2611: 245, 6350: 60, 1510: -1285 })
    expect(await boxesOfCompany(company)).toEqual({})
    await isSound()
  })

  test('after a discount that leaves its tax', async () => {
    const { id } = await sold(thousand)
    await discount(id, 25, { termsOnInvoice: false })
    expect(await bookedBy(company, await lose(id))).toEqual({ 6351: 980, 2611: 245, 1510: -1225 })
  })

  test('after another loss', async () => {
    const { id } = await sold(thousand)
    await charge(id, 60)
    await lose(id, 1250)
    expect(await bookedBy(company, await lose(id, 60))).toEqual({ 6350: 60, 1510: -60 })
  })

  test('to the last öre, in however many parts', async () => {
    const { id } = await sold(twoRates)
    await discount(id, 0.77)
    for (const sum of [333.33, 0.05, 777.77]) await lose(id, sum)
    await lose(id)
    expect(await balancesOf(company)).toEqual({ 3001: -1000, 3003: -1000, 3731: 0.67, 6351: 1999.33 })
  })

  test('also in a discount after it', async () => {
    const { id } = await sold(thousand)
    await charge(id, 60)
    await lose(id, 1250)
    expect(await bookedBy(company, await discount(id, 60))).toEqual({ 6350: 60, 1510: -60 })
    expect(await boxesOfCompany(company)).toEqual({})
  })
})

describe('a loss of a fee that is not in the books yet owes the customer nothing', () => {
  const balances = { 1930: 1310, 3001: -1000, 2611: -250, 3930: -60, 6351: 1000, 3950: -1000 }
  test.each([
    ['before it is paid after all', ['fee', 'payment']],
    ['afterwards', ['payment', 'fee']],
  ])('where the fee is recorded %s', async (_, order) => {
    const { id } = await sold(thousand)
    const fee = await settled(company, id, { type: 'reminderFee', sum: -60 })
    expect(await bookedBy(company, await lose(id))).toEqual({ 6351: 1000, 2611: 250, 6350: 60, 1510: -1310 })
    for (const what of order) {
      if (what === 'fee') await post(`/invoices/${id}/settlements/${fee.id}/record`)
      else await pay(id, 1310)
    }
    expect(await balancesOf(company)).toEqual(balances)
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })
})

describe('a discount on what had no tax lowers no taxable sales', () => {
  const termsOnInvoice = false
  test.each(methods)('where the invoice does not state it: %s', async (_, begin) => {
    const { id } = await begin(untaxed)
    await discount(id, 20, { termsOnInvoice })
    await pay(id, 980)
    expect(await balancesOf(company)).toEqual({ 1930: 980, 3004: -980 })
    expect(await boxesOfCompany(company)).toEqual({ 42: 980 })
    await isSound()
  })

  test('where it does not, beside what has tax, which stays', async () => {
    const { id } = await sold([...thousand, ...untaxed])
    const given = await discount(id, 225, { termsOnInvoice })
    expect(await bookedBy(company, given)).toEqual({ 3731: 125, 3004: 100, 3098: -125, 3099: 125, 1510: -225 })
  })

  test.each([true, false])('where it forgives a fee: stated %s', async (isStated) => {
    const { id } = await sold(thousand)
    await pay(id, 1250)
    await charge(id, 60)
    await pay(id, 40)
    await creditFirst(id)
    await pay(id, -1250)
    expect(await bookedBy(company, await discount(id, 20, { termsOnInvoice: isStated }))).toEqual({
      6350: 20,
      1510: -20,
    })
    expect(await boxesOfCompany(company)).toEqual({})
  })

  test('where the line without tax is no income, beside what has tax', async () => {
    const { id } = await sold([...thousand, deposit])
    expect(await bookedBy(company, await discount(id, 225))).toEqual({ 3731: 100, 2611: 25, 6350: 100, 1510: -225 })
  })

  test.each([true, false])('where a line is no income: stated %s', async (isStated) => {
    const { id } = await sold([deposit])
    expect(await bookedBy(company, await discount(id, 20, { termsOnInvoice: isStated }))).toEqual({
      6350: 20,
      1510: -20,
    })
    expect(await boxesOfCompany(company)).toEqual({})
  })
})

describe('what is paid of a loss after all goes by the account of the loss', () => {
  test('where what had no tax stands on another account since', async () => {
    const { id } = await sold(untaxed)
    await lose(id)
    await move('badDebtUntaxed', 6352)
    await pay(id, 400)
    await pay(id, 600)
    expect(await balancesOf(company)).toEqual({ 1930: 1000, 3004: -1000 })
    expect(await boxesOfCompany(company)).toEqual({ 42: 1000 })
  })

  test('where it lowered taxable sales when it was booked', async () => {
    await move('badDebtUntaxed', 6351)
    const { id } = await sold(untaxed)
    await lose(id)
    await move('badDebtUntaxed', 6350)
    expect(await boxesOfCompany(company)).toEqual({ '05': -1000, 42: 1000 })
    await pay(id, 1000)
    expect(await balancesOf(company)).toEqual({ 1930: 1000, 3004: -1000, 6351: 1000, 3950: -1000 })
    expect(await boxesOfCompany(company)).toEqual({ 42: 1000 })
  })

  test('where what had tax lowered no taxable sales either', async () => {
    await move('badDebt', 6352)
    const { id } = await sold(thousand)
    await lose(id)
    await pay(id, 1250)
    expect(await balancesOf(company)).toEqual({ 1930: 1250, 3001: -1000, 2611: -250 })
    expect(await boxesOfCompany(company)).toEqual({ '05': 1000, 10: 250, 49: 250 })
  })

  test('where what was recovered before stands on another account since', async () => {
    await move('badDebtRecovered', 3990)
    const { id } = await sold(thousand)
    await lose(id)
    await pay(id, 625)
    await move('badDebtRecovered', 3950)
    await pay(id, 625)
    expect(await balancesOf(company)).toEqual({
      1930: 1250,
      3001: -1000,
      2611: -250,
      6351: 1000,
      3990: -500,
      3950: -500,
    })
  })
})

describe('the claim of an entry is known where the receivable has moved since', () => {
  test('when a lost fee is paid beside what was never booked', async () => {
    const { id } = await soldForCash(thousand)
    await charge(id, 60)
    await lose(id)
    await move('receivable', 1511)
    for (const sum of [1280, 30]) await pay(id, sum)
    expect(await balancesOf(company)).toEqual({ 1930: 1310, 3930: -60, 3001: -1000, 2611: -250 })
    expect(await boxesOfCompany(company)).toEqual({ '05': 1000, 10: 250, 49: 250 })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  test('when a loss is paid whose fee was lost before the year booked the rest', async () => {
    const { id } = await soldForCash(thousand)
    await charge(id, 60)
    await lose(id, 60)
    await move('receivable', 1511)
    await nextYear('accrual')
    await bookYear()
    await lose(id, undefined, '2027-01-15')
    await paidAndRecorded(company, id, { sum: 1310, date: '2027-01-20' })
    expect(await balancesOf(company)).toMatchObject({ 1930: 1310, 3930: -60, 3001: -1000, 2611: -250 })
    await isSound()
  })

  test('when a discount on a fee is taken back', async () => {
    const { id } = await soldForCash(thousand)
    await charge(id, 60)
    await discount(id, 60, { termsOnInvoice: false })
    await move('receivable', 1511)
    await discount(id, -60, { termsOnInvoice: true })
    expect(await balancesOf(company)).toEqual({ 1511: 60, 3930: -60 })
  })
})

describe('what is paid of a loss that a cash year left out goes by what the end of the year made of it', () => {
  const lost = async (lineItems: object[], ...sums: number[]) => {
    company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
    const draft = await madeInvoice(company, { lineItems, invoiceDate: '2026-12-10' })
    const { id } = await published(company, draft.id)
    await nextYear('cash')
    for (const sum of sums) await lose(id, sum, '2027-01-10')
    return id
  }
  const payLate = (id: string, sum: number) => paidAndRecorded(company, id, { sum, date: '2027-01-15' })

  test('back to the account of the loss, where that lowered no taxable sales', async () => {
    const id = await lost(thousand, 1000, 250)
    await move('badDebt', 6352)
    await bookYear()
    expect(await balancesOf(company)).toEqual({ 3001: -1000, 6352: 1000 })
    for (const sum of [400, 850]) await payLate(id, sum)
    expect(await balancesOf(company)).toEqual({ 1930: 1250, 3001: -1000, 2611: -250 })
    expect(await boxesOfBothYears()).toEqual({ '05': 1000, 10: 250, 49: 250 })
    await isSound()
  })

  test('as taxable sales, where it lowered them when the year was booked', async () => {
    const id = await lost(untaxed, 1000)
    await move('badDebtUntaxed', 6351)
    await bookYear()
    await move('badDebtUntaxed', 6350)
    expect(await boxesOfBothYears()).toEqual({ '05': -1000, 42: 1000 })
    for (const sum of [400, 600]) await payLate(id, sum)
    expect(await balancesOf(company)).toEqual({ 1930: 1000, 3004: -1000, 6351: 1000, 3950: -1000 })
    expect(await boxesOfBothYears()).toEqual({ 42: 1000 })
    await isSound()
  })

  test.each([
    ['with tax', thousand, { 3001: -1000, 2611: -250 }],
    ['without tax', untaxed, { 3004: -1000 }],
  ])('as a sale, where the year had left it out: %s', async (_, lineItems, sale) => {
    const { id, totalAmount } = await soldForCash(lineItems)
    await lose(id, 400)
    await nextYear('cash')
    await bookYear()
    for (const sum of [totalAmount - 400, 100, 300]) await payLate(id, sum)
    expect(await balancesOf(company)).toEqual({ 1930: totalAmount, ...sale })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })
})

describe('under the cash method what is owed beside a sale is forgiven first, and lowers nothing of it', () => {
  const forgiven = { 3930: -60, 6350: 60 }
  const withFee = async () => {
    const { id } = await soldForCash(thousand)
    await charge(id, 60)
    return id
  }

  test.each([
    ['a loss', (id: string) => lose(id), forgiven],
    ['a discount', (id: string) => discount(id, 1250), { ...forgiven, 3001: -1000, 3731: 1000 }],
  ])('by a discount, before the sale is by %s', async (_, lower, balances) => {
    const id = await withFee()
    expect(await bookedBy(company, await discount(id, 60))).toEqual({ 6350: 60, 1510: -60 })
    await lower(id)
    expect(await balancesOf(company)).toEqual(balances)
    expect(await boxesOfCompany(company)).toEqual({})
    await isSound()
  })

  const forgiving: [what: string, forgive: (id: string, sum: number) => Promise<unknown>][] = [
    ['a discount', discount],
    ['a loss', lose],
  ]
  test.each(forgiving)('by %s, before the year books the sale, which is lost then', async (_, forgive) => {
    const id = await withFee()
    await forgive(id, 60)
    await nextYear('cash')
    await bookYear()
    const lost = await lose(id, 1250, '2027-01-15')
    expect(await bookedBy(company, lost)).toEqual({ 6351: 1000, 2611: 250, 1510: -1250 })
    expect(await balancesOf(company)).toEqual({ ...forgiven, 3001: -1000, 6351: 1000 })
    expect(await boxesOfBothYears()).toEqual({})
  })

  test('by a discount of both, of which the sale stands again first', async () => {
    const id = await withFee()
    await discount(id, 100)
    const back = await discount(id, -50)
    expect(await bookedBy(company, back)).toEqual({ 3731: -32, 3001: 32, 6350: -10, 1510: 10 })
    expect(await boxesOfCompany(company)).toEqual({})
    await pay(id, 1260)
    expect(await balancesOf(company)).toEqual({ 1930: 1260, 3930: -60, 6350: 50, 3001: -1000, 2611: -250 })
    await isSound()
  })

  test('also where it is taken back before it is in the books', async () => {
    const { id } = await soldForCash(thousand)
    const { id: given } = await settled(company, id, { type: 'cashDiscount', sum: 25 })
    expect(await bookedBy(company, await discount(id, -25))).toEqual({ 6350: -25, 1510: 25 })
    await post(`/invoices/${id}/settlements/${given}/record`)
    expect(await balancesOf(company)).toEqual({})
    await isSound()
  })
})
