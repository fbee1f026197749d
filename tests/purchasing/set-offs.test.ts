// Set-offs without money between a supplier's invoices and credit notes: what each books under either method, what is
// refused, and how one is taken back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { balancesOf, entryOf, ok } from '#support/entries'
import { type Service, startService } from '#support/service'
import { type Buyer, invoiced, newBuyer, paidOn, recordedOne, wrongWith } from './bought.ts'
import { loaded, newSupplier } from './supplier-invoicing.ts'

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
const bought = (net: number, changes: Record<string, unknown> = {}): Promise<{ id: string }> =>
  recordedOne(buyer, { totalAmount: net * 1.25, ...changes }, { lines: [{ account: 6110, netAmount: net }] })
const setOff = (id: string, other: string, body: object = {}) =>
  buyer.company.post(`/supplier-invoices/${id}/set-offs`, {
    supplierInvoiceRef: { id: other },
    date: '2026-06-10',
    ...body,
  })
const remainingOf = async (...ids: string[]) => {
  const found = await Promise.all(ids.map((id) => buyer.company.get(`/supplier-invoices/${id}`)))
  return found.map((answer) => ok(answer).remainingAmount)
}
const sound = async () => {
  expect(await wrongWith(service, buyer)).toEqual([])
  expect(await service.operateFor(buyer.company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}
const messages = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)

describe.each([
  ['accrual', { 6110: 800, 2641: 200, 2440: -1000 }],
  ['cash', { 6110: 0, 2641: 0 }],
] as const)('under the %s method a credit note', (method, unpaid) => {
  test('pays an invoice of its supplier, whichever of them is named first', async () => {
    for (const isTurned of [false, true]) {
      await begin(method)
      const invoice = await bought(1000)
      const note = await bought(-200)
      const before = await balancesOf(buyer.company)
      expect({ 6110: 0, 2641: 0, ...before }).toEqual(unpaid)
      const made = ok(await (isTurned ? setOff(note.id, invoice.id) : setOff(invoice.id, note.id)))
      expect(made).toMatchObject({ amount: isTurned ? -250 : 250, date: '2026-06-10' })
      expect(await remainingOf(invoice.id, note.id)).toEqual([1000, 0])
      await sound()
      await paidOn(buyer, invoice.id, { amount: 1000, date: '2026-06-11' })
      const { 1680: transit = 0, 2440: debt = 0, ...rest } = await balancesOf(buyer.company)
      expect([transit, debt, rest]).toEqual([0, 0, { 6110: 800, 2641: 200, 1930: -1000 }])
      const own = isTurned ? note.id : invoice.id
      expect(ok(await buyer.company.get(`/supplier-invoices/${own}/set-offs`)).items).toEqual([made])
      expect(ok(await buyer.company.get(`/supplier-invoices/${own}/set-offs/${made.id}`))).toEqual(made)
      expect((await entryOf(buyer.company, made)).title).toMatch(/^Kvittning av leverantörsfaktura /)
      await sound()
    }
  })

  test('is taken back, once', async () => {
    await begin(method)
    const invoice = await bought(1000)
    const note = await bought(-400)
    const before = await balancesOf(buyer.company)
    const { id } = ok(await setOff(invoice.id, note.id, { amount: 300 }))
    expect(await remainingOf(invoice.id, note.id)).toEqual([950, -200])
    const back = ok(await buyer.company.post(`/supplier-invoices/${invoice.id}/set-offs/${id}/reversal`, {}))
    expect(back.amount).toBe(-300)
    expect(await remainingOf(invoice.id, note.id)).toEqual([1250, -500])
    const after = Object.entries(await balancesOf(buyer.company)).filter(([, sum]) => sum !== 0)
    expect(Object.fromEntries(after)).toEqual(before)
    for (const one of [id, back.id]) {
      const again = await buyer.company.post(`/supplier-invoices/${invoice.id}/set-offs/${one}/reversal`, {})
      expect([again.status, again.body.message]).toEqual([400, `The set-off ${one} has already been taken back`])
    }
    await sound()
  })
})

test('in another currency the difference of rates is a gain or loss, and the transit account is left as it was', async () => {
  await begin('accrual', { currency: 'EUR' })
  const foreign = { account: 6110, vatTreatment: 'exempt' }
  const invoice = await recordedOne(
    buyer,
    { totalAmount: 1000, invoiceDate: '2026-06-01' },
    { lines: [{ ...foreign, netAmount: 1000 }] },
  )
  const note = await recordedOne(
    buyer,
    { totalAmount: -200, invoiceDate: '2026-06-05' },
    { lines: [{ ...foreign, netAmount: -200 }] },
  )
  ok(await setOff(invoice.id, note.id))
  const { 1680: transit = 0, ...rest } = await balancesOf(buyer.company)
  expect([transit, rest]).toEqual([0, { 6110: 8600, 2440: -8800, 7960: 200 }])
  await sound()
})

test('what does not fit is refused with its field', async () => {
  await begin('accrual')
  const invoice = await bought(1000)
  const other = await bought(1000)
  const note = await bought(-200)
  const supplierId = await newSupplier(buyer.company, { name: 'Glas AB' })
  const strange = await recordedOne(
    { ...buyer, supplierId },
    { totalAmount: -12_500 },
    { lines: [{ account: 6110, netAmount: -10_000 }] },
  )
  const { id: unrecorded } = await invoiced(buyer, { totalAmount: -125 })
  const at = '#/supplierInvoiceRef/id'
  const unknown = '019a9d2c-5a00-7c3e-9b1f-000000000001'
  const cases: [string, object, string][] = [
    [invoice.id, {}, `${at}: must be another supplier invoice`],
    [unknown, {}, `${at}: there is no supplier invoice ${unknown}`],
    [strange.id, {}, `${at}: must be of the same supplier`],
    [note.id, { amount: 250.01 }, '#/amount: must be above zero and at most 250, which remains of both'],
    [note.id, { amount: -1 }, '#/amount: must be above zero and at most 250, which remains of both'],
    [note.id, { date: '2026-02-30' }, '#/date: must be a day as YYYY-MM-DD, such as 2026-03-31'],
  ]
  for (const [id, body, message] of cases) expect(messages(await setOff(invoice.id, id, body))).toEqual([message])
  expect(messages(await setOff(invoice.id, other.id))[0]).toContain('1250 SEK remains of this one, 1250 of the other')
  expect((await setOff(invoice.id, unrecorded)).body.message).toContain('is not recorded yet')
  await sound()
})
