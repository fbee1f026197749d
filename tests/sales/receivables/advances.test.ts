// Invoices of advances: no income until something is delivered, and tax that is owed when the advance is paid.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiscalYear, ledgerAdmin } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import {
  balancesOf as allBalancesOf,
  bookedBy as allBookedBy,
  credited,
  ok,
  paidAndRecorded,
  recorded,
  settled,
  settledAndRecorded,
  statusOf,
} from '#tests/sales/booking/booked'
import { aLine, fieldsOf, madeInvoice, published } from '#tests/sales/invoicing'

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

/** Without the pair of accounts that declares the base of what is taxed, which takes itself back. */
const withoutBase = ({ 2427: base = 0, 2428: contra = 0, ...others }: Record<number, number>) => {
  expect(base + contra).toBe(0)
  return others
}
const balancesOf = async (of: TestCompany) => withoutBase(await allBalancesOf(of))
const bookedBy: typeof allBookedBy = async (of, one) => withoutBase(await allBookedBy(of, one))

const type = 'advanceInvoice'
/** 1 000 kronor at 25 % and 100 at 12 %: 1 362 with tax. */
const lineItems = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 100, taxRate: 12, productType: 'services' })]
const twoRates = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1000, taxRate: 6 })]
const asked = () => recorded(company, { type, lineItems })
const pay = async (id: string, sum: number, date = '2026-06-10') =>
  bookedBy(company, await paidAndRecorded(company, id, { sum, date }))
const creditFirst = async (id: string) => {
  const note = ok(await company.post(`/invoices/${id}/credit`))
  ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems: [note.lineItems[0]] }))
  ok(await company.post(`/credit-notes/${note.id}/publish`))
  return ok(await company.post(`/credit-notes/${note.id}/record`))
}
const isSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])

describe('an invoice of an advance', () => {
  test('is a debt to the customer, and its tax rests until it is paid', async () => {
    const invoice = await asked()
    expect(invoice).toMatchObject({ type, status: 'published' })
    expect(await bookedBy(company, invoice)).toEqual({ 1510: 1362, 2420: -1100, 2618: -250, 2628: -12 })
    expect(await pay(invoice.id, 681)).toEqual({ 1930: 681, 1510: -681, 2618: 125, 2611: -125, 2628: 6, 2621: -6 })
    await pay(invoice.id, 681)
    expect(await balancesOf(company)).toEqual({ 1930: 1362, 2420: -1100, 2611: -250, 2621: -12 })
    await isSound()
  })

  test('stands on the account that the company has chosen; an account of the line goes first', async () => {
    await service.operateFor(company.id, (call) =>
      ledgerAdmin.setAccountRole(call, { role: 'invoicedAdvance', account: 2421 }),
    )
    const lines = [aLine({ unitPrice: 1000 }), aLine({ taxRate: 0, bookkeepingAccountNumber: 2990 })]
    const invoice = await recorded(company, { type, lineItems: lines })
    expect(await bookedBy(company, invoice)).toEqual({ 1510: 1350, 2421: -1000, 2990: -100, 2618: -250 })
  })

  test('is drawn off the final invoice by a line below zero on its account', async () => {
    await pay((await asked()).id, 1362)
    const final = await recorded(company, {
      lineItems: [
        aLine({ unitPrice: 5000 }),
        aLine({ unitPrice: -1000, bookkeepingAccountNumber: 2420 }),
        aLine({ unitPrice: -100, taxRate: 12, bookkeepingAccountNumber: 2420 }),
      ],
    })
    await pay(final.id, final.totalAmount)
    expect(await balancesOf(company)).toEqual({ 1930: 6250, 3001: -5000, 2611: -1250 })
  })

  test('in öre and in parts: what rests is gone with the last payment', async () => {
    const { id } = await recorded(company, {
      type,
      lineItems: [aLine({ unitPrice: 333.33 }), aLine({ unitPrice: 0.07 })],
    })
    for (const sum of [100, 100.01, 216.74]) await pay(id, sum)
    expect(await balancesOf(company)).toEqual({ 1930: 416.75, 2420: -333.4, 2611: -83.35 })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  test('is paid with what a payment service kept, too', async () => {
    const { id } = await recorded(company, { type, lineItems: [aLine({ unitPrice: 1000 })] })
    await pay(id, 1240)
    await settledAndRecorded(company, id, { type: 'paymentServiceFee', sum: 10, vatScheme: 'vatExempt' })
    expect(await balancesOf(company)).toEqual({ 1930: 1240, 6570: 10, 2420: -1000, 2611: -250 })
  })

  test.each([
    [1200, 50, { 7960: 50 }],
    [1300, -50, { 3960: -50 }],
  ])('in another currency, and comes to %d: none of its tax rests then', async (sum, difference, balances) => {
    const lines = [aLine({ unitPrice: 100 })]
    const { id } = await recorded(company, { type, lineItems: lines, currency: 'EUR', currencyRate: 10 })
    await pay(id, sum)
    await settledAndRecorded(company, id, { type: 'currency', sum: difference })
    expect(await balancesOf(company)).toEqual({ 1930: sum, 2420: -1000, 2611: -250, ...balances })
    await isSound()
  })

  test('that is paid too much owes no tax on that', async () => {
    const { id } = await recorded(company, { type, lineItems: [aLine({ unitPrice: 1000 })] })
    expect(await pay(id, 1300)).toEqual({ 1930: 1300, 1510: -1250, 2420: -50, 2618: 250, 2611: -250 })
  })

  test.each([
    ['unpaid        ', 0],
    ['paid in part  ', 681],
    ['paid          ', 1362],
  ])('that is credited when it is %s leaves nothing', async (_, sum) => {
    const { id } = await asked()
    if (sum > 0) await pay(id, sum)
    await credited(company, id)
    if (sum > 0) await pay(id, -sum)
    expect(await balancesOf(company)).toEqual({})
    await isSound()
  })

  describe('of two rates, of which one is credited', () => {
    const left = { 1930: 1060, 2420: -1000, 2631: -60 }

    test('owes the tax of the other when that is paid', async () => {
      const { id } = await recorded(company, { type, lineItems: twoRates })
      await creditFirst(id)
      expect(await pay(id, 530)).toEqual({ 1930: 530, 1510: -530, 2638: 30, 2631: -30 })
      await pay(id, 530)
      expect(await balancesOf(company)).toEqual(left)
      await isSound()
    })

    test('has been paid for the other, and for what is not paid back yet', async () => {
      const { id } = await recorded(company, { type, lineItems: twoRates })
      expect(await pay(id, 1155)).toMatchObject({ 2611: -125, 2631: -30 })
      const note = await bookedBy(company, await creditFirst(id))
      expect(note).toEqual({ 1510: -1250, 2420: 1000, 2618: 144, 2611: 106, 2638: 30, 2631: -30 })
      expect(await balancesOf(company)).toMatchObject({ 2618: 19, 2611: -19, 2631: -60 })
      await pay(id, -95)
      expect(await balancesOf(company)).toEqual(left)
      await isSound()
    })

    const charge = async (id: string) =>
      bookedBy(company, await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 }))
    const charged = { 1930: 1120, 2420: -1000, 2631: -60, 3930: -60 }

    test('owes no tax on a fee that is paid with the other', async () => {
      const { id } = await recorded(company, { type, lineItems: twoRates })
      await creditFirst(id)
      await charge(id)
      expect(await pay(id, 1120)).toEqual({ 1930: 1120, 1510: -1120, 2638: 60, 2631: -60 })
      expect(await balancesOf(company)).toEqual(charged)
      await isSound()
    })

    test('nor on one that is taken of what would be paid back', async () => {
      const { id } = await recorded(company, { type, lineItems: twoRates })
      await pay(id, 2310)
      await creditFirst(id)
      expect(await charge(id)).toEqual({ 1510: 60, 3930: -60, 2618: -12, 2611: 12 })
      await pay(id, -1190)
      expect(await balancesOf(company)).toEqual(charged)
      await isSound()
    })
  })

  test('owes no tax on what an adjustment of the balance makes up for', async () => {
    const { id: invoiceId } = await recorded(company, { type, lineItems: [aLine({ unitPrice: 1000 })] })
    await pay(invoiceId, 1000)
    const date = '2026-06-10' as Day
    const adjustment = { invoiceId, type: 'balanceAdjustment', date } as const
    const adjusted = await service.operateFor(company.id, (call) => salesAdmin.settleInConsole(call, adjustment))
    expect(await bookedBy(company, adjusted)).toEqual({ 3740: 250, 1510: -250 })
    expect(await balancesOf(company)).toEqual({ 1930: 1000, 2420: -1000, 2611: -200, 2618: -50, 3740: 250 })
    await isSound()
  })

  test('that is never paid is no loss', async () => {
    const { id: invoiceId } = await asked()
    const date = '2026-06-10' as Day
    const lost = service.operateFor(company.id, (call) =>
      salesAdmin.settleInConsole(call, { invoiceId, type: 'badDebt', date }),
    )
    await expect(lost).rejects.toThrow(
      `The invoice ${invoiceId} is for an advance, so what is unpaid on it is not a loss`,
    )
  })

  describe('with a cash discount lowers no taxable sales', () => {
    const lines = [aLine({ unitPrice: 1000 }), aLine({ taxRate: 0, bookkeepingAccountNumber: 2990 })]
    const discount = (id: string, sum: number, termsOnInvoice = true) =>
      settledAndRecorded(company, id, { type: 'cashDiscount', sum, termsOnInvoice })

    test('but what is owed for it, and the tax that rests', async () => {
      const { id } = await recorded(company, { type, lineItems: lines })
      expect(await bookedBy(company, await discount(id, 135))).toEqual({ 2420: 100, 2990: 10, 2618: 25, 1510: -135 })
      const note = ok(await company.post(`/invoices/${id}/credit`))
      const lineItems = [
        { ...note.lineItems[0], unitPrice: 900 },
        { ...note.lineItems[1], unitPrice: 90 },
      ]
      ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems }))
      for (const action of ['publish', 'record']) ok(await company.post(`/credit-notes/${note.id}/${action}`))
      expect(await balancesOf(company)).toEqual({})
      expect(await boxesOfCompany(company)).toEqual({})
      await isSound()
    })

    test('also where the invoice does not state it: tax is owed on what is paid, and no other rests', async () => {
      const { id } = await recorded(company, { type, lineItems: lines })
      const given = await bookedBy(company, await discount(id, 135, false))
      expect(given).toEqual({ 2420: 100, 2990: 10, 2618: 25, 1510: -135 })
      await pay(id, 1215)
      expect(await balancesOf(company)).toEqual({ 1930: 1215, 2420: -900, 2990: -90, 2611: -225 })
      await isSound()
    })

    test('and what is owed of it, where more is paid than is left', async () => {
      const { id } = await recorded(company, { type, lineItems: [aLine({ unitPrice: 1000 })] })
      const { id: given } = await settled(company, id, { type: 'cashDiscount', sum: 25 })
      await pay(id, 1250)
      const late = ok(await company.post(`/invoices/${id}/settlements/${given}/record`))
      expect(await bookedBy(company, late)).toEqual({ 2420: -5, 2611: 5 })
      await pay(id, -25)
      expect(await balancesOf(company)).toEqual({ 1930: 1225, 2420: -980, 2611: -245 })
      await isSound()
    })

    test('nor leaves any tax behind where it is taken back', async () => {
      const { id } = await recorded(company, { type, lineItems: [aLine({ unitPrice: 1000 })] })
      await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 })
      await pay(id, 1250)
      expect(await bookedBy(company, await discount(id, 60))).toEqual({ 2420: 48, 2611: 12, 1510: -60 })
      expect(await bookedBy(company, await discount(id, -60))).toEqual({ 2420: -48, 2611: -12, 1510: 60 })
    })
  })

  test('asks for no tax reduction', async () => {
    const answer = await company.post('/invoices', {
      type,
      invoiceDate: '2026-06-10',
      lineItems,
      taxReduction: {
        type: 'rut',
        description: 'Städning',
        deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount: 100 }],
      },
    })
    expect(fieldsOf(answer)).toContain('#/taxReduction')
  })

  test('is listed by its type, and called so on paper', async () => {
    const { id } = await asked()
    await recorded(company)
    const { items } = ok(await company.get('/invoices?query=type==advanceInvoice'))
    expect(items.map((one: { id: string }) => one.id)).toEqual([id])
    const { headers } = await company.get(`/invoices/${id}/download`)
    expect(headers.get('content-disposition')).toContain('Forskottsfaktura-1.pdf')
  })
})

describe('under the cash method', () => {
  const sale = { 2420: -1100, 2611: -250, 2621: -12 }
  beforeEach(async () => {
    company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
  })

  test('a cash discount on an advance is taken back as it was given', async () => {
    const { id } = await published(company, (await madeInvoice(company, { type, lineItems })).id)
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 136.2 })
    expect(await balancesOf(company)).toEqual({})
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: -136.2 })
    expect(await pay(id, 1362)).toEqual({ 1930: 1362, ...sale })
    expect(await balancesOf(company)).toEqual({ 1930: 1362, ...sale })
  })

  test('an advance that was paid is credited in a year of the other method, and leaves nothing', async () => {
    const { id } = await published(company, (await madeInvoice(company, { type, lineItems })).id)
    ok(await company.post(`/invoices/${id}/record`))
    await pay(id, 1362)
    service.setNow('2027-01-20T10:00:00Z')
    const next = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, next))
    await credited(company, id)
    await pay(id, -1362, '2027-01-20')
    expect(await balancesOf(company)).toEqual({})
    await isSound()
  })

  test('an advance is booked when it is paid', async () => {
    const { id } = await published(company, (await madeInvoice(company, { type, lineItems })).id)
    expect(await pay(id, 1362)).toEqual({ 1930: 1362, ...sale })
  })

  const ends: [what: string, first: string | null, late: boolean][] = [
    ['unpaid at the end of the year', null, false],
    ['paid in part then', '2026-12-22', false],
    ['paid in part then, and closed late', '2026-12-22', true],
    ['unpaid then, and closed late', null, true],
  ]
  test.each(ends)('one that is %s rests until it is paid', async (_, first, late) => {
    const invoiceDate = '2026-12-20'
    const { id } = await published(company, (await madeInvoice(company, { type, lineItems, invoiceDate })).id)
    service.setNow('2027-01-20T10:00:00Z')
    const next = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'cash' } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, next))
    const close = () =>
      service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
    if (first) await pay(id, 681, first)
    if (!late) await close()
    if (!late && !first) expect(await balancesOf(company)).toEqual({ 1510: 1362, 2420: -1100, 2618: -250, 2628: -12 })
    await pay(id, first ? 681 : 1362, '2027-01-15')
    if (late) await close()
    expect(await balancesOf(company)).toEqual({ 1930: 1362, ...sale })
    await isSound()
  })

  describe('one of two rates, of which one is credited when it is paid in part', () => {
    const invoiceDate = '2026-12-20'
    const turnYear = async () => {
      service.setNow('2027-01-20T10:00:00Z')
      const next = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'cash' } as const
      await service.operateFor(company.id, (call) => createFiscalYear(call, next))
    }
    const close = () =>
      service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
    const paidInPart = async () => {
      service.setNow('2026-12-28T10:00:00Z')
      const draft = await madeInvoice(company, { type, lineItems: twoRates, invoiceDate })
      const { id } = await published(company, draft.id)
      await pay(id, 1155, '2026-12-22')
      return id
    }
    const left = { 1930: 1060, 2420: -1000, 2631: -60 }

    test('in the year owes the tax of the other at its end, and what is not paid back yet', async () => {
      const id = await paidInPart()
      await creditFirst(id)
      await turnYear()
      await close()
      expect(await balancesOf(company)).toEqual({ 1930: 1155, 1510: -95, 2420: -1000, 2618: 19, 2611: -19, 2631: -60 })
      await pay(id, -95, '2027-01-15')
      expect(await balancesOf(company)).toEqual(left)
      await isSound()
    })

    test('after the year owes the tax of the other, also where it is closed late', async () => {
      const id = await paidInPart()
      await turnYear()
      await creditFirst(id)
      await pay(id, -95, '2027-01-20')
      await close()
      expect(await balancesOf(company)).toEqual(left)
      await isSound()
    })
  })
})
