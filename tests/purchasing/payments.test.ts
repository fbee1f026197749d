// Payments of supplier invoices over HTTP: booked at once against the debt, and never beyond it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerAdmin, ledgerContribution, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { newId } from '#platform/id'
import { raw, sql } from '#platform/sql'
import { openSupplierInvoices, paySupplierInvoice, purchasingAdmin } from '#purchasing'
import { connectWhere } from '#support/by-company'
import { checkedRequests } from '#support/checked'
import { balancesOf, bookedBy, entriesOf, entryOf } from '#support/entries'
import { type Service, startService } from '#support/service'
import { type Buyer, invoiced, newBuyer, paidOn, paying, recordedOne, wrongWith } from './bought.ts'
import { loaded, newSupplier, wrongIn } from './supplier-invoicing.ts'

let service: Service
let second: Service
let buyer: Buyer
beforeAll(async () => {
  service = await startService({ alone: true })
  second = await startService({ beside: service })
  await loaded(service, '2026-05-29;EUR;11.0625')
})
afterAll(async () => {
  await second.close()
  await service.close()
})
beforeEach(async () => {
  buyer = await newBuyer(service)
})

const remainingOf = async (id: string) => (await buyer.company.get(`/supplier-invoices/${id}`)).body.remainingAmount

const expectSound = async () => {
  expect(await wrongWith(service, buyer)).toEqual([])
  expect(await service.operateFor(buyer.company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}

describe('a payment', () => {
  test('in full lowers the debt from the bank account, and is read as it was made', async () => {
    const { company } = buyer
    const { id } = await recordedOne(buyer, { invoiceNumber: '4711' })
    const payment = await paidOn(buyer, id, { amount: 12_500 })
    expect(payment).toEqual({
      id: expect.any(String),
      supplierInvoiceId: id,
      date: '2026-06-10',
      amount: 12_500,
      sumBaseCurrency: 12_500,
      bookkeepingAccountNumber: 1930,
      journalEntryRef: { id: expect.any(String) },
      modifiedDateTime: expect.any(String),
    })
    expect((await company.get(`/supplier-invoices/${id}/payments/${payment.id}`)).body).toEqual(payment)
    expect((await company.get(`/supplier-invoices/${id}/payments`)).body).toMatchObject({ items: [payment] })
    const entry = await entryOf(company, payment)
    expect(entry).toMatchObject({ title: 'Betalning av leverantörsfaktura 4711, Papper AB', date: '2026-06-10' })
    expect(await bookedBy(company, payment)).toEqual({ 2440: 12_500, 1930: -12_500 })
    expect(await remainingOf(id)).toBe(0)
    const { items: told } = (await company.get('/events?types=supplier-invoice.paid')).body
    expect(told.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([id])
    const other = await recordedOne(buyer)
    const elsewhere = `/supplier-invoices/${other.id}/payments/${payment.id}`
    expect((await company.get(elsewhere)).body.message).toBe(
      `There is no payment ${payment.id} on this supplier invoice`,
    )
    await expectSound()
  })

  /** Öre are rounded away (öresutjämning): a payment that differs by less than a krona pays all that remains. */
  const rounded: [total: number, paid: number, remains: number, booked: Record<number, number>][] = [
    [12_500.4, 12_500, 0, { 2440: 12_500.4, 1930: -12_500, 3740: -0.4 }],
    [12_499.6, 12_500, 0, { 2440: 12_499.6, 1930: -12_500, 3740: 0.4 }],
    [12_500.99, 12_500, 0, { 2440: 12_500.99, 1930: -12_500, 3740: -0.99 }],
    [12_501, 12_500, 1, { 2440: 12_500, 1930: -12_500 }],
    [0.5, 0.2, 0.3, { 2440: 0.2, 1930: -0.2 }],
    [-12_500.4, -12_500, 0, { 2440: -12_500.4, 1930: 12_500, 3740: 0.4 }],
  ]
  test.each(rounded)('of an invoice of %s with %s leaves %s', async (totalAmount, amount, remains, booked) => {
    const line = { account: 6110, netAmount: totalAmount, taxRate: 0, vatTreatment: 'exempt' }
    const { id } = await recordedOne(buyer, { totalAmount }, { lines: [line] })
    const payment = await paidOn(buyer, id, { amount })
    expect(payment).toMatchObject({ amount: remains === 0 ? totalAmount : amount, sumBaseCurrency: amount })
    expect(await bookedBy(buyer.company, payment)).toEqual(booked)
    expect(await remainingOf(id)).toBe(remains)
    await expectSound()
  })

  test.each(rounded)(
    'of an invoice of %s with %s comes back as what it paid',
    async (totalAmount, amount, _, booked) => {
      const line = { account: 6110, netAmount: totalAmount, taxRate: 0, vatTreatment: 'exempt' }
      const { id } = await recordedOne(buyer, { totalAmount }, { lines: [line] })
      await paidOn(buyer, id, { amount })
      const back = await bookedBy(buyer.company, await paidOn(buyer, id, { amount: -amount }))
      expect(back).toEqual(Object.fromEntries(Object.entries(booked).map(([account, sum]) => [account, -sum])))
      expect(await remainingOf(id)).toBe(totalAmount)
      expect((await paying(buyer, id, { amount: -amount })).status).toBe(400)
      await expectSound()
    },
  )

  test('in part, back, and never beyond what remains', async () => {
    const { id } = await recordedOne(buyer)
    await paidOn(buyer, id, { amount: 5000, bookkeepingAccountNumber: 2893 })
    for (const amount of [7501, 12_500, -5000.01]) {
      const { status, body } = await paying(buyer, id, { amount })
      expect([status, body.code], String(amount)).toEqual([400, 'operation-not-allowed'])
      expect(body.message).toBe(
        `${amount} cannot be paid on supplier invoice ${id}: 5000 of 12500 SEK is paid, and 7500 remains`,
      )
    }
    const back = await paidOn(buyer, id, { amount: -2000 })
    expect((await entryOf(buyer.company, back)).title).toMatch(/^Återbetalning av leverantörsfaktura F-/)
    expect(await remainingOf(id)).toBe(9500)
    await paidOn(buyer, id, { amount: 9500, sumBaseCurrency: 9500 })
    expect(await balancesOf(buyer.company)).toEqual({ 1930: -7500, 2893: -5000, 6110: 10_000, 2641: 2500 })
    expect((await paying(buyer, id, { amount: 0.01 })).status).toBe(400)
    const list = `/supplier-invoices/${id}/payments?query=`
    const counted = async (query: string) =>
      (await buyer.company.get(list + encodeURIComponent(query))).body.items.length
    expect(await Promise.all(['date>=2026-06-10', 'amount<0', 'sumBaseCurrency>5000'].map(counted))).toEqual([3, 1, 1])
    const pages = `/supplier-invoices/${id}/payments?pageSize=2&cursor=`
    const { items, nextCursor } = (await buyer.company.get(pages)).body
    const rest = (await buyer.company.get(pages + encodeURIComponent(nextCursor))).body
    expect([...items, ...rest.items].map(({ amount }) => amount)).toEqual([9500, -2000, 5000])
    await expectSound()
  })

  test('of a credit note is money that comes in', async () => {
    const credit = { totalAmount: -1000 }
    const { id } = await recordedOne(buyer, credit, { lines: [{ account: 4010, netAmount: -800 }] })
    for (const amount of [100, -1001]) expect((await paying(buyer, id, { amount })).status).toBe(400)
    const payment = await paidOn(buyer, id, { amount: -1000 })
    expect(await bookedBy(buyer.company, payment)).toEqual({ 2440: -1000, 1930: 1000 })
    expect((await entryOf(buyer.company, payment)).title).toMatch(/^Återbetalning av leverantörskreditfaktura /)
    await expectSound()
  })

  test('in another currency: what the rate has made of it is a loss or a gain, and nothing is left of the debt', async () => {
    const supplierId = await newSupplier(buyer.company, { name: 'Papier GmbH', currency: 'EUR' })
    const lines = [{ account: 5420, netAmount: 1000, vatTreatment: 'euServices' }]
    const { id } = await recordedOne({ ...buyer, supplierId }, { totalAmount: 1000 }, { lines })
    const pay = async (payment: object) => bookedBy(buyer.company, await paidOn(buyer, id, { ...payment }))
    expect(await pay({ amount: 333.33, sumBaseCurrency: 3700 })).toEqual({ 2440: 3687.46, 7960: 12.54, 1930: -3700 })
    expect(await pay({ amount: 666.67, sumBaseCurrency: 7000 })).toEqual({ 2440: 7375.04, 3960: -375.04, 1930: -7000 })
    expect((await balancesOf(buyer.company))[2440]).toBeUndefined()
    await expectSound()
  })

  test('of an invoice that is not recorded, or waits for approval, is refused', async () => {
    const { company } = buyer
    const { id } = await invoiced(buyer)
    expect((await paying(buyer, id, { amount: 1 })).body.message).toMatch(/is not recorded yet/)
    await service.operateFor(company.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
    const waiting = await recordedOne(buyer)
    expect((await paying(buyer, waiting.id, { amount: 1 })).body.message).toMatch(/is waiting for approval/)
    await service.operateFor(company.id, (call) => purchasingAdmin.approveSupplierInvoice(call, { id: waiting.id }))
    await paidOn(buyer, waiting.id, { amount: 1 })
    expect((await paying(buyer, newId(), { amount: 1 })).status).toBe(404)
    await expectSound()
  })

  test('on a day that cannot be booked on is refused with the reason, and nothing is changed', async () => {
    const { id } = await recordedOne(buyer)
    await service.operateFor(buyer.company.id, (call) => setLockDate(call, { date: '2026-06-09' as Day }))
    for (const [date, reason] of [
      ['2026-06-09', /the books are locked up to and including 2026-06-09/],
      ['2025-06-09', /is in no fiscal year/],
      ['2026-06-20', /more than two business days ahead/],
    ] as const) {
      expect((await paying(buyer, id, { amount: 1, date })).body.message).toMatch(reason)
    }
    expect(await remainingOf(id)).toBe(12_500)
    expect((await buyer.company.get(`/supplier-invoices/${id}/payments`)).body.items).toEqual([])
    expect(await entriesOf(buyer.company)).toHaveLength(1)
  })

  test('stays', async () => {
    const { id } = await recordedOne(buyer)
    const payment = await paidOn(buyer, id, { amount: 100 })
    const of = sql`purchasing.payment where id = ${payment.id}`
    for (const statement of [
      sql`delete from ${of}`,
      sql`update purchasing.payment set base_ore = 1 where id = ${payment.id}`,
      sql`truncate purchasing.payment`,
    ]) {
      await expect(service.database.rows(statement)).rejects.toMatchObject({ code: 'GB061' })
    }
    const { columns } = await service.database.one<{ columns: string }>(sql`
      select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_schema = 'purchasing' and table_name = 'payment' and column_name not in ('id', 'ore', 'base_ore')`)
    const values = raw(columns.replace('paid_before_ore', 'paid_before_ore + 10000'))
    const again = (ore: number) => sql`
      insert into purchasing.payment (id, ore, base_ore, ${raw(columns)})
      select gen_random_uuid(), ${ore}, ${ore}, ${values} from ${of}`
    for (const ore of [1_240_001, -10_001]) {
      await expect(service.database.rows(again(ore))).rejects.toMatchObject({ code: 'GB062' })
    }
  })
})

describe('a body', () => {
  const account = (number: number) =>
    `#/bookkeepingAccountNumber: account ${number} is not an active payment account: 19xx, 1580, 1630, 1686, 2018 or 2893`
  const amount = 'must be an amount with at most two decimals, and not 0'
  const cases: [body: Record<string, unknown>, wrong: string[]][] = [
    [{ amount: 0 }, [`#/amount: ${amount}`]],
    [{ amount: 0.001 }, [`#/amount: ${amount}`]],
    [{ amount: 1, bookkeepingAccountNumber: 1510 }, [account(1510)]],
    [{ amount: 1, bookkeepingAccountNumber: 1999 }, [account(1999)]],
    [{ amount: 1, bookkeepingAccountNumber: 1940 }, [account(1940)]],
    [{ amount: 1, date: '1899-12-31' }, ['#/date: must be a day from 1900 to 2199, as YYYY-MM-DD']],
    [
      { amount: 2, sumBaseCurrency: 3 },
      ['#/sumBaseCurrency: must be the amount itself when the invoice is in the accounting currency'],
    ],
    [{ date: '1899-12-31' }, ['#/amount: is required', '#/date: must be a day from 1900 to 2199, as YYYY-MM-DD']],
  ]
  const inEuros: typeof cases = [
    [{ amount: 1 }, ['#/sumBaseCurrency: is required when the invoice is in EUR']],
    [{ amount: 1, sumBaseCurrency: 0 }, [`#/sumBaseCurrency: ${amount}`]],
    [{ amount: 1, sumBaseCurrency: -11 }, ['#/sumBaseCurrency: must have the same sign as the amount']],
  ]
  test('is refused with every reason', async () => {
    const { company } = buyer
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 1940, active: false }))
    const { id } = await recordedOne(buyer)
    for (const [body, wrong] of cases) expect(wrongIn(await paying(buyer, id, body)).sort()).toEqual(wrong)
    const supplierId = await newSupplier(company, { name: 'Papier GmbH', currency: 'EUR' })
    const { id: inOther } = await recordedOne({ ...buyer, supplierId })
    for (const [body, wrong] of inEuros) expect(wrongIn(await paying(buyer, inOther, body))).toEqual(wrong)
    expect(await entriesOf(company)).toHaveLength(2)
  })
})

describe('at once', () => {
  test('only as many payments as there is debt for are booked, through whichever process', async () => {
    const { company } = buyer
    const url = `${second.base}/companies/${company.id}`
    const there = { ...buyer, company: { ...company, url, ...checkedRequests(url, company.token) } }
    const { id } = await recordedOne(buyer)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => paying(index % 2 ? there : buyer, id, { amount: 5000 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('operation-not-allowed')
    expect(await remainingOf(id)).toBe(2500)
    expect(await balancesOf(company)).toEqual({ 1930: -10_000, 2440: -2500, 6110: 10_000, 2641: 2500 })
    await expectSound()
  })
})

describe('what a bank tells', () => {
  test('pays as the API does', async () => {
    const { company } = buyer
    const { id } = await recordedOne(buyer, { invoiceNumber: '4711' })
    await invoiced(buyer)
    await recordedOne(buyer, { totalAmount: 1250 }, { lines: [{ account: 6110, netAmount: 1000 }] })
    const open = (...remaining: bigint[]) =>
      service.operateFor(company.id, (call) => openSupplierInvoices(call, remaining))
    const expected = { id, invoiceNumber: '4711', supplierName: 'Papper AB', paymentDetails: null }
    expect(await open(1n, 1_250_000n)).toEqual([
      { ...expected, dueDate: '2026-07-01', currency: 'SEK', remainingOre: 1_250_000n },
    ])
    const money = { id, date: '2026-06-10' as Day, amountOre: 500_000n, baseOre: 500_000n, account: 1930 }
    const { paymentId, journalEntryId } = await service.operateFor(company.id, (call) =>
      paySupplierInvoice(call, money),
    )
    const { body } = await company.get(`/supplier-invoices/${id}/payments/${paymentId}`)
    expect(body).toMatchObject({ amount: 5000, journalEntryRef: { id: journalEntryId } })
    expect(await open(750_000n)).toMatchObject([{ id, remainingOre: 750_000n }])
    await paidOn(buyer, id, { amount: 7500 })
    expect(await open(0n, 750_000n, 1_250_000n)).toEqual([])
    for (const wrong of [{ account: 1510 }, { baseOre: -1n }, { amountOre: 1n, baseOre: 1n }]) {
      const paid = service.operateFor(company.id, (call) => paySupplierInvoice(call, { ...money, ...wrong }))
      await expect(paid).rejects.toMatchObject({ name: 'Refusal' })
    }
    await expectSound()
  })
})

describe('verification finds what was altered behind the back of the triggers:', () => {
  const cases: [statement: string, fault: RegExp][] = [
    [
      'update purchasing.supplier_invoice set paid_ore = 1 where id = $1',
      /1 is kept as paid, its payments add up to 500000/,
    ],
    ['update purchasing.payment set ore = 1250001 where supplier_invoice_id = $1', /its payments add up to 1250001/],
    [
      `with one as (update purchasing.supplier_invoice set paid_ore = 1250001 where id = $1)
       update purchasing.payment set ore = 1250001 where supplier_invoice_id = $1`,
      /1250001 is paid, but its total is 1250000/,
    ],
    ['delete from purchasing.supplier_invoice_line where supplier_invoice_id = $1', /is recorded and has no lines/],
    [
      'update purchasing.supplier_invoice_line set tax_ore = 0 where supplier_invoice_id = $1',
      /its lines add up to 1000000 with tax, but its total is 1250000/,
    ],
    ['update purchasing.supplier_invoice set journal_entry_id = null where id = $1', /accrual method and has no entry/],
    [
      'update purchasing.supplier_invoice set journal_entry_id = gen_random_uuid() where id = $1',
      /it is booked by the entry .*, which belongs to no document/,
    ],
    [
      'update purchasing.payment set journal_entry_id = gen_random_uuid() where supplier_invoice_id = $1',
      /a payment is booked by the entry .*, which belongs to no document/,
    ],
    [
      'update purchasing.payment set base_ore = 499999 where supplier_invoice_id = $1',
      /the entry of a payment has 500000 on its account, the payment is 499999/,
    ],
    [
      'update purchasing.payment set claim_base_ore = 499999 where supplier_invoice_id = $1',
      /its entries leave 750000 of the debt, but 750001 is recorded as unpaid/,
    ],
    [
      'update purchasing.supplier_invoice set payable_account = 2441 where id = $1',
      /its entries leave 0 of the debt, but 750000 is recorded as unpaid/,
    ],
  ]
  test('one by one', async () => {
    const { id } = await recordedOne(buyer)
    await paidOn(buyer, id, { amount: 5000 })
    await expectSound()
    const client = await connectWhere(service, buyer.company.id)
    // No trigger and no foreign key looks at what this connection writes.
    await client.query('set session_replication_role = replica')
    const tables = ['supplier_invoice', 'supplier_invoice_line', 'payment']
    for (const [statement, fault] of cases) {
      for (const table of tables)
        await client.query(`create temporary table kept_${table} as table purchasing.${table}`)
      await client.query(statement, [id])
      expect((await wrongWith(service, buyer)).join('; '), statement).toMatch(fault)
      for (const table of tables) {
        await client.query(`delete from purchasing.${table}`)
        await client.query(`insert into purchasing.${table} table kept_${table}`)
        await client.query(`drop table kept_${table}`)
      }
    }
    await client.end()
    await expectSound()
  })
})
