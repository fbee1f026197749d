// How large a settlement may be: no more than is left of the claim, by either accounting method.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { type Service, startService } from '#support/service'
import { paidAndRecorded, recorded, settledAndRecorded, statusOf } from '#tests/sales/booking/booked'
import { aLine, fieldsOf, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const euros = { currency: 'EUR', currencyRate: 10 }
test.each(['accrual', 'cash'] as const)('is at most what is left of the claim, by the %s method', async (method) => {
  const one = checkedCompany(await service.newCompany({ accountingMethod: method }))
  const invoiceOf = async (changes: Record<string, unknown>) =>
    method === 'accrual'
      ? recorded(one, { lineItems: [aLine({ unitPrice: 100 })], ...changes })
      : published(one, (await madeInvoice(one, { lineItems: [aLine({ unitPrice: 100 })], ...changes })).id)
  const refusedOf = async (id: string, type: string, sum: number) => {
    const scheme = type === 'paymentServiceFee' ? { vatScheme: 'domestic' } : {}
    const details = { date: '2026-06-10', sumBaseCurrency: sum, ...scheme }
    const answer = await one.post(`/invoices/${id}/settlements`, { type, invoiceSettlementDetails: details })
    expect([type, sum, answer.status, fieldsOf(answer)]).toEqual([
      type,
      sum,
      400,
      ['#/invoiceSettlementDetails/sumBaseCurrency'],
    ])
    return answer.body.errors[0].message as string
  }
  // 125 are owed in kronor, 1,250 for the euro.
  for (const [type, changes, sums] of [
    ['bankFee', {}, [125.01, 1_000_000, -125.01]],
    ['paymentServiceFee', {}, [125.01]],
    ['currency', euros, [1250.01, -1250.01]],
  ] as const) {
    const { id } = await invoiceOf(changes)
    for (const sum of sums) await refusedOf(id, type, sum)
  }
  const { id } = await invoiceOf({})
  await paidAndRecorded(one, id, { sum: 120 })
  expect(await refusedOf(id, 'paymentServiceFee', 5.01)).toMatch(/^must be from -125 to 5: /)
  await settledAndRecorded(one, id, { type: 'bankFee', sum: 5 })
  expect(await statusOf(one, id)).toBe('paid')
  await refusedOf(id, 'paymentServiceFee', 0.01)
  // What was made is taken back, and no second time.
  await settledAndRecorded(one, id, { type: 'bankFee', sum: -5 })
  await refusedOf(id, 'bankFee', 5.01)
  // What raises the claim does so once: it makes no room for itself.
  const foreign = await invoiceOf(euros)
  await settledAndRecorded(one, foreign.id, { type: 'currency', sum: -1250 })
  await refusedOf(foreign.id, 'currency', -0.01)
})
