// Purchases under the cash method: a payment books what is bought, the end of a year what is unpaid.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { ledgerContribution, setLockDate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { bookUnpaidPurchases, lockUnpaidPurchases } from '#purchasing'
import { closeYear, salesAdmin } from '#sales'
import { boxesIn } from '#support/cases'
import { balancesOf, bookedBy, entriesOf, entryOf, ok, sumsOf } from '#support/entries'
import { type Service, startService } from '#support/service'
import { type Buyer, invoiced, newBuyer, newCashBuyer, paidOn, recordedOne, recording, wrongWith } from './bought.ts'
import { historyOf, loaded, newSupplier, newUpload } from './supplier-invoicing.ts'

let service: Service
let buyer: Buyer
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-01-20T10:00:00Z')
  await loaded(service, '2025-12-10;EUR;11')
})
afterAll(() => service.close())
beforeEach(async () => {
  buyer = await newCashBuyer(service)
})

const december = { invoiceDate: '2025-12-10', dueDate: '2026-01-10' }

/** Paper for 1 000 and its tax. */
const bought = (changes: Record<string, unknown> = {}, record: Record<string, unknown> = {}) =>
  recordedOne(
    buyer,
    { ...december, totalAmount: 1250, ...changes },
    { lines: [{ account: 6110, netAmount: 1000 }], ...record },
  )

const pay = (id: string, amount: number, date: string, changes: Record<string, unknown> = {}) =>
  paidOn(buyer, id, { amount, date, ...changes })

/** After each test, the books and the data beside them must agree. */
const close = async ({ company } = buyer) => {
  const { fiscalYearId } = company
  const closed = await service.operateFor(company.id, async (call) =>
    bookUnpaidPurchases(call, await lockUnpaidPurchases(call, { fiscalYearId })),
  )
  expect(await wrongWith(service, buyer)).toEqual([])
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
  return closed
}

/** What stands on the accounts at the end of 2025, and now. */
const balances = async () => {
  const entries = await entriesOf(buyer.company)
  return [sumsOf(entries.filter(({ date }) => date <= '2025-12-31')), await balancesOf(buyer.company)]
}

const whole = { 6110: 1000, 2641: 250 }

describe('a payment', () => {
  test('books its proportion, and the last one the rest; the upload underlies the first', async () => {
    const uploadId = await newUpload(buyer.company)
    const { id, journalEntryRef } = await bought({ uploadRef: { id: uploadId } })
    expect(journalEntryRef).toBeNull()
    expect(await entriesOf(buyer.company)).toEqual([])
    const first = await pay(id, 333.33, '2025-12-15')
    expect(await bookedBy(buyer.company, first)).toEqual({ 6110: 266.66, 2641: 66.67, 1930: -333.33 })
    expect((await buyer.company.get(`/uploads/${uploadId}`)).body.journalEntryId).toBe(first.journalEntryRef.id)
    const late = await newUpload(buyer.company)
    ok(await buyer.company.post(`/supplier-invoices/${id}/uploads`, { id: late }))
    expect((await buyer.company.get(`/uploads/${late}`)).body.journalEntryId).toBe(first.journalEntryRef.id)
    const last = await pay(id, 916.67, '2025-12-20')
    expect(await bookedBy(buyer.company, last)).toEqual({ 6110: 733.34, 2641: 183.33, 1930: -916.67 })
    const back = await pay(id, -1250, '2025-12-22')
    expect(await bookedBy(buyer.company, back)).toEqual({ 6110: -1000, 2641: -250, 1930: 1250 })
    expect(await balancesOf(buyer.company)).toEqual({})
    expect(await close()).toEqual({ supplierInvoices: 1, unrecorded: 0 })
  })

  test('in another currency: what the rate has made of it stands apart, and a tax that the buyer owes in proportion', async () => {
    const supplierId = await newSupplier(buyer.company, { name: 'Papier GmbH', currency: 'EUR' })
    const lines = [{ account: 5420, netAmount: 100, vatTreatment: 'euServices' }]
    const { id } = await recordedOne({ ...buyer, supplierId }, { ...december, totalAmount: 100 }, { lines })
    const half = await pay(id, 50, '2025-12-15', { sumBaseCurrency: 560 })
    expect(await bookedBy(buyer.company, half)).toEqual({
      5420: 550,
      4535: 550,
      4598: -550,
      2645: 137.5,
      2614: -137.5,
      7960: 10,
      1930: -560,
    })
    expect(await close()).toEqual({ supplierInvoices: 1, unrecorded: 0 })
    expect(await balancesOf(buyer.company)).toEqual({
      5420: 1100,
      4535: 1100,
      4598: -1100,
      2645: 275,
      2614: -275,
      7960: 10,
      1930: -560,
      2440: -550,
    })
  })
})

test('an unpaid invoice is booked on the last day, once, and later money clears the debt', async () => {
  const { company } = buyer
  const uploadId = await newUpload(company)
  const { id } = await bought({ invoiceNumber: '4711', uploadRef: { id: uploadId } })
  await invoiced(buyer, { ...december })
  expect(await close()).toEqual({ supplierInvoices: 1, unrecorded: 1 })
  const invoice = ok(await company.get(`/supplier-invoices/${id}`))
  const entry = ok(await company.get(`/journal-entries/${invoice.journalEntryRef.id}`))
  expect(entry).toMatchObject({
    title: 'Leverantörsfaktura 4711, Papper AB (obetald vid årets slut)',
    date: '2025-12-31',
    uploadRef: { id: uploadId },
  })
  expect(sumsOf([entry])).toEqual({ ...whole, 2440: -1250 })
  expect(await close()).toEqual({ supplierInvoices: 0, unrecorded: 1 })
  expect((await recording(buyer, id)).body.message).toMatch(/is recorded/)
  expect(await bookedBy(company, await pay(id, 1250, '2026-01-15'))).toEqual({ 1930: -1250, 2440: 1250 })
  expect(await close()).toEqual({ supplierInvoices: 0, unrecorded: 1 })
})

describe('what is booked of an invoice over 1 250 kronor', () => {
  type Done = (id: string) => Promise<unknown>
  const cases: [what: string, before: Done, invoices: number, atEnd: object, now: object][] = [
    ['that is paid', (id) => pay(id, 1250, '2025-12-20'), 0, { ...whole, 1930: -1250 }, { ...whole, 1930: -1250 }],
    [
      'that is paid in part',
      (id) => pay(id, 500, '2025-12-20'),
      1,
      { ...whole, 1930: -500, 2440: -750 },
      { ...whole, 1930: -500, 2440: -750 },
    ],
    [
      'that was paid before its year was closed, but after its end',
      (id) => pay(id, 1250, '2026-01-15'),
      1,
      { ...whole, 2440: -1250 },
      { ...whole, 1930: -1250 },
    ],
    [
      'that was paid in part on either side of the end, the later first',
      async (id) => {
        await pay(id, 400, '2026-01-15')
        await pay(id, 333.33, '2025-12-20')
      },
      1,
      { ...whole, 1930: -333.33, 2440: -916.67 },
      { ...whole, 1930: -733.33, 2440: -516.67 },
    ],
    [
      'that was paid, and paid back after the end',
      async (id) => {
        await pay(id, 1250, '2025-12-20')
        await pay(id, -250, '2026-01-15')
      },
      0,
      { ...whole, 1930: -1250 },
      { 6110: 800, 2641: 200, 1930: -1000 },
    ],
    [
      'beside a credit note',
      () => bought({ totalAmount: -500 }, { lines: [{ account: 6110, netAmount: -400 }] }),
      2,
      { 6110: 600, 2641: 150, 2440: -750 },
      { 6110: 600, 2641: 150, 2440: -750 },
    ],
    [
      'beside one of the next year',
      () => bought({ invoiceDate: '2026-01-05', dueDate: '2026-02-05' }),
      1,
      { ...whole, 2440: -1250 },
      { ...whole, 2440: -1250 },
    ],
    [
      'beside one that came later and was recorded in the year',
      () => bought({ invoiceDate: '2026-01-05', dueDate: '2026-02-05' }, { date: '2025-12-31' }),
      2,
      { 6110: 2000, 2641: 500, 2440: -2500 },
      { 6110: 2000, 2641: 500, 2440: -2500 },
    ],
  ]
  test.each(cases)('%s', async (_, before, supplierInvoices, atEnd, now) => {
    const { id } = await bought()
    await before(id)
    expect(await close()).toMatchObject({ supplierInvoices })
    expect(await balances()).toEqual([atEnd, now])
    expect(await close()).toMatchObject({ supplierInvoices: 0 })
  })
})

describe('goods from another member state', () => {
  const lines = [{ account: 4515, netAmount: 1000, vatTreatment: 'euGoods' }]
  const lessened = [{ account: 4515, netAmount: -400, vatTreatment: 'euGoods' }]
  const freight = { account: 4535, netAmount: 100, vatTreatment: 'euServices' }
  const goods = { 4515: 1000, 2645: 250, 2614: -250 }
  const goodsOf = (of: Buyer, changes = {}, record = {}) =>
    recordedOne(of, { ...december, totalAmount: 1000, ...changes }, { lines, ...record })
  const boxesOf = async (from: string, to: string) =>
    boxesIn(ok(await buyer.company.get(`/reports/vat-report?from=${from}&to=${to}`)))

  test('are a debt with their tax on the invoice date, and their payments book none', async () => {
    const { company } = buyer
    const invoice = await goodsOf(buyer)
    expect(await entryOf(company, invoice)).toMatchObject({ date: '2025-12-10' })
    expect(await bookedBy(company, invoice)).toEqual({ ...goods, 2440: -1000 })
    expect(await bookedBy(company, await pay(invoice.id, 400, '2025-12-20'))).toEqual({ 2440: 400, 1930: -400 })
    expect(await close()).toEqual({ supplierInvoices: 0, unrecorded: 0 })
    expect(await bookedBy(company, await pay(invoice.id, 600, '2026-01-15'))).toEqual({ 2440: 600, 1930: -600 })
    expect(await boxesOf('2025-12-01', '2025-12-31')).toEqual({ '20': 1000, '30': 250, '48': 250 })
    expect(await boxesOf('2026-01-01', '2026-01-31')).toEqual({})
    expect(await close()).toEqual({ supplierInvoices: 0, unrecorded: 0 })
  })

  const paidBy = (of: Buyer, id: string, amount: number, changes = {}) =>
    paidOn(of, id, { amount, date: '2025-12-20', ...changes })
  const histories: [what: string, happen: (of: Buyer) => Promise<unknown>][] = [
    ['unpaid', goodsOf],
    ['credited', async (of) => [await goodsOf(of), await goodsOf(of, { totalAmount: -400 }, { lines: lessened })]],
    [
      'paid, and paid back',
      async (of) => {
        const { id } = await goodsOf(of)
        await paidBy(of, id, 1000)
        await paidBy(of, id, -250)
      },
    ],
    ['paid with öre', async (of) => paidBy(of, (await goodsOf(of, { totalAmount: 1000.4 })).id, 1000)],
    ['with a discount', async (of) => paidBy(of, (await goodsOf(of)).id, 980, { cashDiscount: 20 })],
    [
      'with one without terms',
      async (of) => paidBy(of, (await goodsOf(of)).id, 980, { cashDiscount: 20, termsOnInvoice: false }),
    ],
    [
      'in another currency',
      async (of) => {
        const supplierId = await newSupplier(of.company, { name: 'Papier GmbH', currency: 'EUR' })
        const { id } = await goodsOf({ ...of, supplierId })
        await paidBy(of, id, 300, { sumBaseCurrency: 3360 })
        await paidBy(of, id, 690, { sumBaseCurrency: 7500, cashDiscount: 10 })
      },
    ],
    [
      'beside their freight',
      async (of) => paidBy(of, (await goodsOf(of, { totalAmount: 1100 }, { lines: [...lines, freight] })).id, 550),
    ],
  ]
  test.each(histories)('%s are booked as under the accrual method', async (_, happen) => {
    const accrual = await newBuyer(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
    await happen(buyer)
    await happen(accrual)
    expect(await close()).toEqual({ supplierInvoices: 0, unrecorded: 0 })
    const booked = await balancesOf(buyer.company)
    expect(booked).toEqual(await balancesOf(accrual.company))
    expect(booked).not.toEqual({})
  })

  test('that were recorded without an entry get their tax from payments and the end of the year', async () => {
    const { company } = buyer
    const { id } = await goodsOf(buyer, {}, { lines: [{ ...lines[0], vatTreatment: 'euServices' }] })
    // As it was recorded before such an invoice got an entry.
    await service.database.of(company.id).transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(sql`
        update purchasing.supplier_invoice_line set vat_treatment = 'euGoods'
        where company_id = ${company.id} and supplier_invoice_id = ${id}`)
    })
    expect(await bookedBy(company, await pay(id, 400, '2025-12-20'))).toEqual({
      4515: 400,
      2645: 100,
      2614: -100,
      1930: -400,
    })
    expect(await close()).toEqual({ supplierInvoices: 1, unrecorded: 0 })
    expect(await balancesOf(company)).toEqual({ ...goods, 1930: -400, 2440: -600 })
    expect(await bookedBy(company, await pay(id, 600, '2026-01-15'))).toEqual({ 2440: 600, 1930: -600 })
    expect(await close()).toEqual({ supplierInvoices: 0, unrecorded: 0 })
  })
})

test('a later payment that is too small to pay anything in SEK keeps nothing from being booked', async () => {
  await loaded(service, '2025-12-10;IDR;0.0006')
  const supplierId = await newSupplier(buyer.company, { currency: 'IDR' })
  const lines = [{ account: 6110, netAmount: 20, vatTreatment: 'exempt' }]
  const { id } = await recordedOne({ ...buyer, supplierId }, { ...december, totalAmount: 20 }, { lines })
  await pay(id, 1, '2026-01-15', { sumBaseCurrency: 0.01 })
  expect(await close()).toEqual({ supplierInvoices: 1, unrecorded: 0 })
  expect(await balancesOf(buyer.company)).toEqual({ 6110: 0.01, 2440: -0.01, 7960: 0.01, 1930: -0.01 })
})

test('who has recorded what is in the processing history, though nothing is booked', async () => {
  const { id } = await bought()
  expect(await historyOf(service, buyer.company, 'supplier-invoice.recorded')).toEqual([
    { id, date: '2025-12-10', journalEntryId: null },
  ])
})

test('a locked day is reported, and nothing of the year is booked', async () => {
  await bought()
  const { id } = await bought()
  await pay(id, 1250, '2026-01-15')
  await service.operateFor(buyer.company.id, (call) => setLockDate(call, { date: '2026-01-16' as Day }))
  await expect(close()).rejects.toThrow(/obetald vid årets slut\) cannot be booked: the books are locked/)
  expect(await entriesOf(buyer.company)).toHaveLength(1)
})

test('what is unpaid as the year ends hinders VAT, the lock date and the closing until it is booked', async () => {
  const { company } = buyer
  const lines = [{ account: 4531, netAmount: 10_000, vatTreatment: 'nonEuServices', taxRate: 25 }]
  const late = { invoiceNumber: 'S-1', invoiceDate: '2025-12-01', dueDate: '2026-01-10', totalAmount: 10_000 }
  await recordedOne(buyer, late, { lines })
  const operate = <T>(work: (call: CompanyCall) => Promise<T>) => service.operateFor(company.id, work)
  await operate((call) => setVatSetting(call, 'quarterly'))
  const report = (query = '') =>
    company.post(`/vat-returns${query}`, { startDate: '2025-10-01', endDate: '2025-12-31' })
  const missing = /Not in the books yet: supplier invoice S-1 of 2025-12-01\. .*POST …\/unpaid-items/
  const lock = (date: string, force = false) =>
    operate((call) => salesAdmin.lockDays(call, { date: date as Day, force }))
  await lock('2025-12-30')
  expect((await report()).body.message).toMatch(missing)
  await expect(lock('2025-12-31')).rejects.toThrow(missing)
  await expect(operate((call) => closeYear(call, { id: company.fiscalYearId, force: false }))).rejects.toThrow(missing)
  expect((await report('?dryRun=true')).body.message).toMatch(missing)
  const told = await report('?dryRun=true&force=true')
  expect(told.status).toBe(200)
  expect(decodeURIComponent(told.headers.get('service-warning') ?? '')).toContain('supplier invoice S-1 of 2025-12-01')
  await close()
  const reported = ok(await report()).boxes.map(({ box, amount }: Record<string, unknown>) => [box, amount])
  expect(Object.fromEntries(reported)).toEqual({ 22: 10_000, 30: 2500, 48: 2500 })
  await lock('2025-12-31')
})

test('a year of the accrual method is refused', async () => {
  const other = await newBuyer(service)
  await expect(close(other)).rejects.toThrow(/uses the accrual method/)
})
