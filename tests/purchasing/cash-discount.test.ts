// Cash discounts from suppliers (erhållna kassarabatter) over HTTP: what is not paid because it is paid early.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { bookUnpaidPurchases, lockUnpaidPurchases } from '#purchasing'
import { balancesOf, bookedBy, entryOf } from '#support/entries'
import { type Service, startService } from '#support/service'
import { type Buyer, newBuyer, newCashBuyer, paidOn, paying, recordedOne, wrongWith } from './bought.ts'
import { loaded, newSupplier, wrongIn } from './supplier-invoicing.ts'

let service: Service
let buyer: Buyer
beforeAll(async () => {
  service = await startService()
  await loaded(service, '2026-05-29;EUR;11')
})
afterAll(() => service.close())
beforeEach(async () => {
  buyer = await newBuyer(service)
})

const remainingOf = async (id: string, { company } = buyer) =>
  (await company.get(`/supplier-invoices/${id}`)).body.remainingAmount

const expectSound = async (of = buyer) => {
  expect(await wrongWith(service, of)).toEqual([])
  expect(await service.operateFor(of.company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}

describe('a discount', () => {
  test('closes the invoice beside the payment, and lowers the tax that is deducted', async () => {
    const { id } = await recordedOne(buyer)
    const payment = await paidOn(buyer, id, { amount: 12_250, cashDiscount: 250 })
    expect(payment).toMatchObject({ amount: 12_250, cashDiscount: 250, termsOnInvoice: true, sumBaseCurrency: 12_250 })
    expect((await buyer.company.get(`/supplier-invoices/${id}/payments/${payment.id}`)).body).toEqual(payment)
    expect(await bookedBy(buyer.company, payment)).toEqual({ 2440: 12_500, 1930: -12_250, 4731: -200, 2641: -50 })
    expect(await remainingOf(id)).toBe(0)
    await expectSound()
  })

  const written: [what: string, payment: object, remains: number, booked: Record<number, number>][] = [
    [
      'without terms',
      { amount: 12_250, cashDiscount: 250, termsOnInvoice: false },
      0,
      { 2440: 12_500, 1930: -12_250, 4731: -250 },
    ],
    ['with a part', { amount: 5000, cashDiscount: 100 }, 7400, { 2440: 5100, 1930: -5000, 4731: -80, 2641: -20 }],
    [
      'with öre',
      { amount: 12_250, cashDiscount: 250.4 },
      0,
      { 2440: 12_500, 1930: -12_250, 4731: -200.32, 2641: -50.08, 3740: 0.4 },
    ],
  ]
  test.each(written)('%s', async (_, payment, remains, booked) => {
    const { id } = await recordedOne(buyer)
    expect(await bookedBy(buyer.company, await paidOn(buyer, id, { ...payment }))).toEqual(booked)
    expect(await remainingOf(id)).toBe(remains)
    await expectSound()
  })

  test('stands alone where the money is booked already, and is taken back', async () => {
    const { id } = await recordedOne(buyer)
    await paidOn(buyer, id, { amount: 12_250 })
    const alone = await paidOn(buyer, id, { amount: 0, cashDiscount: 250 })
    expect(alone).toMatchObject({ amount: 0, sumBaseCurrency: 0, cashDiscount: 250 })
    expect((await entryOf(buyer.company, alone)).title).toMatch(/^Kassarabatt på leverantörsfaktura F-\d+, Papper AB$/)
    expect(await bookedBy(buyer.company, alone)).toEqual({ 2440: 250, 4731: -200, 2641: -50 })
    const back = await paidOn(buyer, id, { amount: 0, cashDiscount: -250 })
    expect(await bookedBy(buyer.company, back)).toEqual({ 2440: -250, 4731: 200, 2641: 50 })
    expect(await remainingOf(id)).toBe(250)
    const counted = await buyer.company.get(`/supplier-invoices/${id}/payments?query=amount>0`)
    expect(counted.body.items).toHaveLength(1)
    await expectSound()
  })

  test('of a tax that the company owes lowers both sides of it, in another currency beside the gain', async () => {
    const supplierId = await newSupplier(buyer.company, { name: 'Papier GmbH', currency: 'EUR' })
    const lines = [{ account: 4515, netAmount: 100, vatTreatment: 'euGoods' }]
    const { id } = await recordedOne({ ...buyer, supplierId }, { totalAmount: 100 }, { lines })
    const payment = await paidOn(buyer, id, { amount: 98, cashDiscount: 2, sumBaseCurrency: 1070 })
    expect(await bookedBy(buyer.company, payment)).toEqual({
      2440: 1100,
      1930: -1070,
      3960: -8,
      4515: -22,
      2645: -5.5,
      2614: 5.5,
    })
    const alone = { amount: 0, cashDiscount: -2 }
    expect(await bookedBy(buyer.company, await paidOn(buyer, id, alone))).toMatchObject({ 2440: -22 })
    await expectSound()
  })

  test('of a credit note takes back as much', async () => {
    const { id } = await recordedOne(buyer, { totalAmount: -1250 }, { lines: [{ account: 6110, netAmount: -1000 }] })
    const payment = await paidOn(buyer, id, { amount: -1225, cashDiscount: -25 })
    expect(await bookedBy(buyer.company, payment)).toEqual({ 2440: -1250, 1930: 1225, 4731: 20, 2641: 5 })
    await expectSound()
  })
})

describe('refused', () => {
  const refusedFields: [payment: object, wrong: string[]][] = [
    [{ amount: 0 }, ['#/amount: must be an amount with at most two decimals, and not 0']],
    [{ amount: 100, cashDiscount: 0 }, ['#/cashDiscount: must be an amount with at most two decimals, and not 0']],
    [{ amount: 100, cashDiscount: 0.001 }, ['#/cashDiscount: must be an amount with at most two decimals, and not 0']],
    [{ amount: 100, cashDiscount: -1 }, ['#/cashDiscount: must have the same sign as the amount']],
    [{ amount: 0, cashDiscount: 1, sumBaseCurrency: 1 }, ['#/sumBaseCurrency: must have the same sign as the amount']],
    [
      { amount: 100, termsOnInvoice: true },
      ['#/termsOnInvoice: belongs to a cash discount: give cashDiscount too, or leave it out'],
    ],
  ]
  test.each(refusedFields)('%j', async (payment, wrong) => {
    const { id } = await recordedOne(buyer)
    expect(wrongIn(await paying(buyer, id, { ...payment }))).toEqual(wrong)
    await expectSound()
  })

  test('what is worth nothing in SEK, where it stands alone', async () => {
    const supplierId = await newSupplier(buyer.company, { name: 'Papier GmbH', currency: 'EUR' })
    const lines = [{ account: 6110, netAmount: 100, vatTreatment: 'exempt' }]
    const { id } = await recordedOne({ ...buyer, supplierId }, { totalAmount: 100 }, { lines, currencyRate: 0.0006 })
    expect(wrongIn(await paying(buyer, id, { amount: 0, cashDiscount: 5 }))).toEqual([
      '#/cashDiscount: is worth less than half an öre at the rate of the invoice: there is nothing to book',
    ])
    expect(await remainingOf(id)).toBe(100)
    await expectSound()
  })

  test('beyond what remains, and back beyond what was given', async () => {
    const { id } = await recordedOne(buyer)
    const { body } = await paying(buyer, id, { amount: 12_400, cashDiscount: 101 })
    expect(body.message).toMatch(/^12501 cannot be paid on supplier invoice /)
    await paidOn(buyer, id, { amount: 5000, cashDiscount: 100 })
    const back = await paying(buyer, id, { amount: 0, cashDiscount: -100.01 })
    expect([back.status, back.body.message]).toEqual([
      400,
      `A cash discount of -100.01 SEK cannot be booked on supplier invoice ${id}: it already has discounts of 100, and its total is 12500`,
    ])
    expect(await remainingOf(id)).toBe(7400)
    await expectSound()
  })
})

test('under the cash method the cost is booked whole, the discount beside it, also when the year is closed late', async () => {
  const cash = await newCashBuyer(service)
  const december = { invoiceDate: '2025-12-10', dueDate: '2026-01-10', totalAmount: 1250 }
  const lines = { lines: [{ account: 6110, netAmount: 1000 }] }
  const inYear = await recordedOne(cash, december, lines)
  await paidOn(cash, inYear.id, { date: '2025-12-20', amount: 1225, cashDiscount: 25 })
  const whole = { 6110: 1000, 2641: 245, 4731: -20, 1930: -1225 }
  expect(await balancesOf(cash.company)).toEqual(whole)
  const after = await recordedOne(cash, december, lines)
  await paidOn(cash, after.id, { date: '2026-01-05', amount: 1225, cashDiscount: 25 })
  const twice = { 6110: 2000, 2641: 490, 4731: -40, 1930: -2450 }
  expect(await balancesOf(cash.company)).toEqual(twice)
  const { fiscalYearId } = cash.company
  await service.operateFor(cash.company.id, async (call) =>
    bookUnpaidPurchases(call, await lockUnpaidPurchases(call, { fiscalYearId })),
  )
  expect(await balancesOf(cash.company)).toEqual(twice)
  await expectSound(cash)
})
