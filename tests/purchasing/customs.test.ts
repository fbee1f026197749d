// What Customs bills (importmoms) over HTTP: an invoice of nothing, or of the duty alone, that books the tax on
// imported goods on the base that Customs has stated.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { bookedBy, entriesOf, ok } from '#support/entries'
import { type Service, startService } from '#support/service'
import {
  type Buyer,
  invoiced,
  newBuyer,
  newCashBuyer,
  paidOn,
  paying,
  recordedOne,
  recording,
  wrongWith,
} from './bought.ts'

let service: Service
let buyer: Buyer
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  buyer = await newBuyer(service, {}, { name: 'Tullverket' })
})

const base = { account: 4545, netAmount: 10_000, vatTreatment: 'import' }
const contra = { account: 4549, netAmount: -10_000, vatTreatment: 'exempt' }
const duty = { account: 5720, netAmount: 300, vatTreatment: 'exempt' }
const statedBase = { 4545: 10_000, 4549: -10_000, 2645: 2500, 2615: -2500 }

const expectSound = async (of = buyer) => {
  expect(await wrongWith(service, of)).toEqual([])
  expect(await service.operateFor(of.company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}

const billed: [what: string, totalAmount: number, lines: object[], booked: Record<number, number>][] = [
  ['tax alone', 0, [base, contra], statedBase],
  ['tax and duty', 300, [base, contra, duty], { ...statedBase, 5720: 300, 2440: -300 }],
  [
    'two rates',
    0,
    [base, contra, { ...base, account: 4546, netAmount: 500, taxRate: 12 }, { ...contra, netAmount: -500 }],
    { 4545: 10_000, 4546: 500, 4549: -10_500, 2645: 2560, 2615: -2500, 2625: -60 },
  ],
]
test.each(billed)('%s is booked', async (_, totalAmount, lines, booked) => {
  const invoice = await recordedOne(buyer, { totalAmount }, { lines })
  expect(invoice).toMatchObject({ totalAmount, remainingAmount: totalAmount })
  expect(await bookedBy(buyer.company, invoice)).toEqual(booked)
  await expectSound()
})

test('nothing is paid on an invoice of nothing, and its number is taken', async () => {
  const { id } = await recordedOne(buyer, { totalAmount: 0, invoiceNumber: 'T 1' }, { lines: [base, contra] })
  for (const amount of [0.01, -1]) {
    const { status, body } = await paying(buyer, id, { amount })
    expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
  }
  const again = await buyer.company.post('/supplier-invoices', {
    supplierRef: { id: buyer.supplierId },
    invoiceNumber: 't1',
    totalAmount: 0,
    invoiceDate: '2026-06-01',
    dueDate: '2026-07-01',
  })
  expect(again.body.errors).toMatchObject([{ field: '#/invoiceNumber' }])
  await expectSound()
})

test('lines that leave nothing to book are refused', async () => {
  const { id } = await invoiced(buyer, { totalAmount: 0 })
  const exempt = { account: 5720, netAmount: 10, vatTreatment: 'exempt' }
  for (const first of [exempt, { account: 5720, netAmount: 10, taxRate: 0 }]) {
    const { status, body } = await recording(buyer, id, { lines: [first, { ...exempt, netAmount: -10 }] })
    expect([status, body.errors]).toEqual([
      400,
      [{ field: '#/lines', message: expect.stringMatching(/nothing to book/) }],
    ])
  }
  expect(await entriesOf(buyer.company)).toEqual([])
  ok(await recording(buyer, id, { lines: [base, contra] }))
})

describe('under the cash method it is booked when it is recorded', () => {
  test('for nothing is ever paid', async () => {
    const cash = await newCashBuyer(service, { name: 'Tullverket' })
    const invoice = await recordedOne(cash, { totalAmount: 0 }, { lines: [base, contra] })
    expect(await bookedBy(cash.company, invoice)).toEqual(statedBase)
    await expectSound(cash)
  })

  test('for the tax does not wait until the duty is paid', async () => {
    const cash = await newCashBuyer(service, { name: 'Tullverket' })
    const invoice = await recordedOne(cash, { totalAmount: 300 }, { lines: [base, contra, duty] })
    expect(await bookedBy(cash.company, invoice)).toEqual({ ...statedBase, 5720: 300, 2440: -300 })
    const payment = await paidOn(cash, invoice.id, { amount: 300 })
    expect(await bookedBy(cash.company, payment)).toEqual({ 2440: 300, 1930: -300 })
    await expectSound(cash)
  })
})
