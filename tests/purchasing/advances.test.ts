// Advances to suppliers: what is paid before anything is delivered, with and without an invoice for it, what becomes of
// it, and what of it stands in the books, under either method and in another currency.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { balancesOf, ok } from '#support/entries'
import { type Service, startService } from '#support/service'
import { type Buyer, newBuyer, paidOn, paying, recordedOne, wrongWith } from './bought.ts'
import { loaded } from './supplier-invoicing.ts'

let service: Service
let buyer: Buyer
beforeAll(async () => {
  service = await startService()
  await loaded(service, '2026-05-29;EUR;11', '2026-06-05;EUR;12')
})
afterAll(() => service.close())

const begin = async (accountingMethod: 'accrual' | 'cash', supplier: Record<string, unknown> = {}) => {
  buyer = await newBuyer(service, { accountingMethod }, supplier)
}
const paidAhead = async (changes: object) => {
  const body = { supplierRef: { id: buyer.supplierId }, date: '2026-06-02', ...changes }
  return ok(await buyer.company.post('/supplier-advances', body))
}
const used = (id: string, body: object) =>
  buyer.company.post(`/supplier-advances/${id}/uses`, { date: '2026-06-10', ...body })
const setOff = async (id: string, invoiceId: string, body: object = {}) =>
  ok(await used(id, { supplierInvoiceRef: { id: invoiceId }, ...body }))
const bought = (net: number, changes: Record<string, unknown> = {}): Promise<{ id: string }> =>
  recordedOne(buyer, { totalAmount: net * 1.25, ...changes }, { lines: [{ account: 6110, netAmount: net }] })
const ahead = (net: number): Promise<{ id: string }> =>
  recordedOne(buyer, { totalAmount: net * 1.25 }, { lines: [{ account: 1480, netAmount: net }] })
const leftOf = async () =>
  ok(await buyer.company.get('/supplier-advances')).items.map(
    ({ remainingAmount }: { remainingAmount: number }) => remainingAmount,
  )
const balances = async () => {
  const all: Record<string, number> = await balancesOf(buyer.company)
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0))
}
const sound = async () => {
  expect(await wrongWith(service, buyer)).toEqual([])
  expect(await service.operateFor(buyer.company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}
const faultsIn = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)

describe.each(['accrual', 'cash'] as const)('under the %s method', (method) => {
  test('an advance pays an invoice in part, is taken back, and the rest comes back as money', async () => {
    await begin(method)
    const advance = await paidAhead({ amount: 2000, description: 'Handpenning' })
    expect(advance).toMatchObject({ amount: 2000, remainingAmount: 2000, currency: 'SEK', supplierInvoiceRef: null })
    expect(await balances()).toEqual({ 1480: 2000, 1930: -2000 })
    const invoice = await bought(1000)
    const made = await setOff(advance.id, invoice.id)
    expect(made).toMatchObject({ kind: 'setOff', amount: 1250, supplierInvoiceRef: { id: invoice.id } })
    expect(await balances()).toEqual({ 1480: 750, 1930: -2000, 2641: 250, 6110: 1000 })
    expect(ok(await buyer.company.get(`/supplier-invoices/${invoice.id}`))).toMatchObject({ status: 'paid' })
    const back = await buyer.company.post(`/supplier-advances/${advance.id}/uses/${made.id}/reversal`, {
      date: '2026-06-11',
    })
    expect(ok(back)).toMatchObject({ amount: -1250, reverses: { id: made.id } })
    const again = await buyer.company.post(`/supplier-advances/${advance.id}/uses/${made.id}/reversal`, {})
    expect([again.status, again.body.reason]).toEqual([400, 'supplier-advance.use-taken-back'])
    await setOff(advance.id, invoice.id, { amount: 500 })
    expect(ok(await used(advance.id, { amount: 1500 }))).toMatchObject({ kind: 'repaid', sumBaseCurrency: 1500 })
    expect(await leftOf()).toEqual([0])
    const debt = method === 'accrual' ? { 2440: -750, 2641: 250, 6110: 1000 } : { 2641: 100, 6110: 400 }
    expect(await balances()).toEqual({ 1930: -500, ...debt })
    await sound()
  })

  test('the rate of the day on which it was paid stays, and the difference is realised at the set-off', async () => {
    await begin(method, { currency: 'EUR' })
    const advance = await paidAhead({ amount: 100, sumBaseCurrency: 1100 })
    const dates = { invoiceDate: '2026-06-05', totalAmount: 250 }
    const lines = { lines: [{ account: 6110, netAmount: 250, vatTreatment: 'exempt' }] }
    const invoice = await recordedOne(buyer, dates, lines)
    expect(await setOff(advance.id, invoice.id)).toMatchObject({ amount: 100, sumBaseCurrency: 1100 })
    const rest = method === 'accrual' ? { 2440: -1800, 6110: 3000 } : { 6110: 1200 }
    expect(await balances()).toEqual({ 1930: -1100, 3960: -100, ...rest })
    const other = await paidAhead({ amount: 30, sumBaseCurrency: 345 })
    await used(other.id, { amount: 10, sumBaseCurrency: 120 })
    expect(await balances()).toEqual({ 1480: 230, 1930: -1325, 3960: -105, ...rest })
    await sound()
  })

  test('an advance that the supplier invoiced has its tax when it is paid, and gives it back when it is set off', async () => {
    await begin(method)
    const asked = await ahead(1000)
    expect(await balances()).toEqual(method === 'accrual' ? { 1480: 1000, 2440: -1250, 2648: 250 } : {})
    expect(await leftOf()).toEqual([0])
    await paidOn(buyer, asked.id, { amount: 625 })
    const half = method === 'accrual' ? { 1480: 1000, 2440: -625, 2641: 125, 2648: 125 } : { 1480: 500, 2641: 125 }
    expect(await balances()).toEqual({ 1930: -625, ...half })
    await paidOn(buyer, asked.id, { amount: 625 })
    expect(await leftOf()).toEqual([1250])
    const [advance] = ok(await buyer.company.get('/supplier-advances')).items
    expect(advance).toMatchObject({ supplierInvoiceRef: { id: asked.id }, amount: 1250 })
    const invoice = await bought(4000)
    await setOff(advance.id, invoice.id)
    const refund = await paying(buyer, asked.id, { amount: -1, date: '2026-06-12' })
    expect([refund.status, refund.body.reason]).toEqual([400, 'supplier-advance.payment-needed'])
    await paidOn(buyer, invoice.id, { amount: 3750 })
    expect(await balances()).toEqual({ 1930: -5000, 2641: 1000, 6110: 4000 })
    await sound()
  })

  test('a final invoice deducts it by a line, and a credit note takes it back', async () => {
    await begin(method)
    for (const net of [1000, 400]) await paidOn(buyer, (await ahead(net)).id, { amount: net * 1.25 })
    const lines = [
      { account: 6110, netAmount: 4000 },
      { account: 1480, netAmount: -1200 },
    ]
    const final = await recordedOne(buyer, { totalAmount: 3500 }, { lines })
    expect(await leftOf()).toEqual([250, 0])
    await paidOn(buyer, final.id, { amount: 3500 })
    const note = await recordedOne(buyer, { totalAmount: -250 }, { lines: [{ account: 1480, netAmount: -200 }] })
    expect(await leftOf()).toEqual([0, 0])
    await paidOn(buyer, note.id, { amount: -250 })
    expect(await balances()).toEqual({ 1930: -5000, 2641: 1000, 6110: 4000 })
    await sound()
  })
})

test('a final invoice in another currency leaves nothing on the account of the advance', async () => {
  await begin('accrual', { currency: 'EUR' })
  await paidAhead({ amount: 100, sumBaseCurrency: 1100 })
  const lines = [
    { account: 6110, netAmount: 300, vatTreatment: 'exempt' },
    { account: 1480, netAmount: -100, vatTreatment: 'exempt' },
  ]
  await recordedOne(buyer, { invoiceDate: '2026-06-05', totalAmount: 200 }, { lines })
  expect(await balances()).toEqual({ 1930: -1100, 2440: -2400, 3960: -100, 6110: 3600 })
  await sound()
})

test('tax that the buyer owes on an advance is declared when it is paid', async () => {
  await begin('accrual', { currency: 'EUR' })
  const lines = { lines: [{ account: 1480, netAmount: 100, vatTreatment: 'euServices' }] }
  const asked = await recordedOne(buyer, { totalAmount: 100, currencyRate: 11 }, lines)
  expect(await balances()).toEqual({ 1480: 1100, 2440: -1100 })
  await paidOn(buyer, asked.id, { amount: 100, sumBaseCurrency: 1100 })
  expect(await balances()).toMatchObject({ 1480: 1100, 1930: -1100, 2614: -275, 2645: 275 })
  await sound()
})

test('what is wrong is refused, with nothing booked', async () => {
  await begin('accrual')
  const advance = await paidAhead({ amount: 100 })
  const invoice = await bought(1000)
  const before = await balances()
  const mixed = await buyer.company.post('/supplier-invoices', {
    supplierRef: { id: buyer.supplierId },
    invoiceNumber: 'MIX',
    invoiceDate: '2026-06-01',
    dueDate: '2026-07-01',
    totalAmount: 2000,
  })
  const lines = [
    { account: 6110, netAmount: 1000, vatTreatment: 'exempt' },
    { account: 1480, netAmount: 1000, vatTreatment: 'euGoods' },
  ]
  const recorded = await buyer.company.post(`/supplier-invoices/${ok(mixed).id}/record`, { lines })
  expect(faultsIn(recorded)[0]).toContain('#/lines/1/account: an advance on account 1480 is recorded alone')
  const sends: [object, string][] = [
    [{ supplierInvoiceRef: { id: invoice.id }, amount: 101 }, '#/amount: must be above 0 and at most 100'],
    [{ supplierInvoiceRef: { id: invoice.id }, sumBaseCurrency: 5 }, '#/sumBaseCurrency: belongs to a repayment'],
    [{ supplierInvoiceRef: { id: advance.id } }, '#/supplierInvoiceRef/id: there is no supplier invoice'],
    [{ amount: 50, sumBaseCurrency: 51 }, '#/sumBaseCurrency: must be the amount itself'],
    [{ amount: 0 }, '#/amount: must be an amount above 0'],
  ]
  for (const [body, message] of sends) expect(faultsIn(await used(advance.id, body))[0]).toContain(message)
  expect(await balances()).toEqual(before)
})

test('the supplier ledger has what is left of advances beside what is owed, on any day', async () => {
  await begin('accrual')
  const advance = await paidAhead({ amount: 2000, description: 'Handpenning' })
  const invoice = await bought(1000)
  await setOff(advance.id, invoice.id, { amount: 500 })
  const on = async (day: string) => ok(await buyer.company.get(`/reports/supplier-ledger?on=${day}`))
  const before = await on('2026-06-03')
  expect(before.total).toMatchObject({ rest: 1250, advances: 2000 })
  const after = await on('2026-06-10')
  expect(after.total).toMatchObject({ rest: 750, advances: 1500 })
  const item = after.items.find(({ rest }: { rest: number }) => rest === 0)
  expect(item).toMatchObject({ supplierInvoice: { id: advance.id, type: 'advance' }, advance: 1500, total: 2000 })
  expect(after.reconciliation[0]).toMatchObject({ account: 2440, difference: 0, notBooked: 0 })
})
