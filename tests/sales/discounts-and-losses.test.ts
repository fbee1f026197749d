// What losses and cash discounts of one invoice make of each other: what is taken back is what was booked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setAccountRole } from '#ledger'
import type { Day } from '#platform/day'
import { settleInConsole } from '#sales'
import { boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { balancesOf, paidAndRecorded, recorded } from './booked.ts'
import { aLine } from './invoicing.ts'

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
const untaxed = [aLine({ unitPrice: 1000, taxRate: 0 })]

const sold = (lineItems: object[]) => recorded(company, { lineItems })
const pay = (id: string, sum: number) => paidAndRecorded(company, id, { sum })
const lose = (invoiceId: string, sum?: number) =>
  service.operateFor(company.id, (call) =>
    settleInConsole(call, {
      ...{ invoiceId, type: 'badDebt', date: '2026-06-10' as Day },
      ...(sum === undefined ? {} : { sum }),
    }),
  )

const move = (role: 'badDebt' | 'badDebtUntaxed' | 'badDebtRecovered', account: number) =>
  service.operateFor(company.id, (call) => setAccountRole(call, { role, account }))

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
      ...{ 1930: 1250, 3001: -1000, 2611: -250, 6351: 1000, 3990: -500, 3950: -500 },
    })
  })
})
