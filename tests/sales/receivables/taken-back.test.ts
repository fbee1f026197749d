// What is taken back under the cash method (kontantmetoden) of an invoice beside losses: no tax comes back that was not
// booked, and none stays of unpaid amounts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { balancesOf, ok, paid, paidAndRecorded, settled, settledAndRecorded } from '#tests/sales/booking/booked'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  service.setNow(START)
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
})
afterAll(() => service.close())

/** 1 000 kronor at 25 % and as much at 6 %: 2 310 with tax. */
const soldForCash = async () => {
  const lineItems = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1000, taxRate: 6 })]
  return published(company, (await madeInvoice(company, { lineItems })).id)
}
type Do = (id: string, sum: number) => Promise<unknown>
const pay: Do = (id, sum) => paidAndRecorded(company, id, { sum })
const discount: Do = (id, sum) => settledAndRecorded(company, id, { type: 'cashDiscount', sum })
const charge: Do = (id, sum) => settledAndRecorded(company, id, { type: 'reminderFee', sum: -sum })
const lose = (invoiceId: string) =>
  service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, { invoiceId, type: 'badDebt', date: '2026-06-10' as Day }),
  )
const endYear = async () => {
  service.setNow('2027-01-20T10:00:00Z')
  await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
}
const isSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
/** Credits the line at 25 %. */
const creditFirst = async (id: string) => {
  const note = ok(await company.post(`/invoices/${id}/credit`))
  ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems: [note.lineItems[0]] }))
  for (const action of ['publish', 'record']) ok(await company.post(`/credit-notes/${note.id}/${action}`))
}

describe('under the cash method no tax comes back that was not booked', () => {
  const late: [what: string, after: string, make: Do, all: Do, balances: object][] = [
    ['a payment', 'a loss', pay, lose, {}],
    ['a discount', 'a loss', discount, lose, {}],
    ['a payment', 'a discount', pay, discount, { 3001: -1000, 3003: -1000, 3731: 2000 }],
  ]
  test.each(late)('when %s of a fee is taken back that was charged after %s of all', async (...given) => {
    const [, , make, all, left] = given
    const { id } = await soldForCash()
    await all(id, 2310)
    await charge(id, 60)
    await make(id, 60)
    await make(id, -60)
    expect(await balancesOf(company)).toEqual({ ...left, 3930: -60, 1510: 60 })
    await lose(id)
    await endYear()
    expect(await balancesOf(company)).toEqual({ ...left, 3930: -60, 6350: 60 })
    await isSound()
  })

  test('when a payment is taken back that has paid some of a loss', async () => {
    const { id } = await soldForCash()
    await lose(id)
    await charge(id, 60)
    await pay(id, 2310)
    await pay(id, -2310)
    expect(await balancesOf(company)).toEqual({ 3930: -60, 1510: 60 })
    await isSound()
  })
})

describe('under the cash method what is taken back beside a loss leaves no tax on unpaid amounts', () => {
  const settlement = (type: string) => async (id: string, sum: number) =>
    `settlements/${(await settled(company, id, { type, sum })).id}`
  const payment = async (id: string, sum: number) => `payments/${(await paid(company, id, { sum })).id}`
  type Register = (id: string, sum: number) => Promise<string>
  const before: [what: string, make: Do, takeBack: Register, sum: number][] = [
    ['a discount', discount, settlement('cashDiscount'), 231],
    ['a discount of all', discount, settlement('cashDiscount'), 2310],
    ['a payment', pay, payment, 231],
    ['a payment of all', pay, payment, 2310],
    ['a fee', charge, settlement('reminderFee'), 60],
  ]
  test.each(before)('when the loss is recorded before what takes %s back', async (_, make, takeBack, sum) => {
    const { id } = await soldForCash()
    await make(id, sum)
    const path = await takeBack(id, make === charge ? sum : -sum)
    await lose(id)
    ok(await company.post(`/invoices/${id}/${path}/record`))
    expect(await balancesOf(company)).toEqual({})
    await endYear()
    expect(await balancesOf(company)).toEqual({})
    await isSound()
  })

  const pairs: [what: string, register: Register, sum: number, back: number][] = [
    ['a discount', settlement('cashDiscount'), 231, -231],
    ['a payment', payment, 1000, -1000],
    ['a part of a payment', payment, 1000, -400],
    ['more than the payment', payment, 400, -1000],
    ['a fee', settlement('reminderFee'), -60, 60],
  ]
  test.each(pairs)('nor when %s is taken back, and neither is recorded before the loss', async (...given) => {
    const [, register, sum, back] = given
    const { id } = await soldForCash()
    // Of what was paid before, more than a payment may come back.
    if (sum + back < 0 && register === payment) await pay(id, 600)
    const paths = [await register(id, sum), await register(id, back)]
    await lose(id)
    for (const path of paths) ok(await company.post(`/invoices/${id}/${path}/record`))
    const left = await balancesOf(company)
    const isPaid = register === payment && sum + back > 0
    expect(Object.keys(left)).toEqual(isPaid ? ['1930', '2611', '2631', '3001', '3003'] : [])
    // What came back of what had paid some of the loss is owed again.
    if (register === payment) await lose(id)
    await endYear()
    expect(await balancesOf(company)).toEqual(left)
    await isSound()
  })

  test('also where a rate is credited that the discount had lowered', async () => {
    const { id } = await soldForCash()
    await discount(id, 231)
    const path = await settlement('cashDiscount')(id, -231)
    await creditFirst(id)
    await lose(id)
    ok(await company.post(`/invoices/${id}/${path}/record`))
    expect(await balancesOf(company)).toEqual({})
    await pay(id, 530)
    await endYear()
    expect(await balancesOf(company)).toEqual({ 1930: 530, 3003: -500, 2631: -30 })
    await isSound()
  })

  test('also where it is recorded after the end of the year', async () => {
    const { id } = await soldForCash()
    await discount(id, 231)
    const path = await settlement('cashDiscount')(id, -231)
    await lose(id)
    await endYear()
    ok(await company.post(`/invoices/${id}/${path}/record`))
    expect(await balancesOf(company)).toEqual({})
  })
})
