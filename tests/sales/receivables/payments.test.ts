// Payments over HTTP: they count at once, are booked when they are recorded, and stay from then on.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerAdmin, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import {
  balancesOf,
  bookedBy,
  credited,
  entriesOf,
  entryOf,
  ok,
  paid,
  paidAndRecorded,
  recorded,
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
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const newCashCompany = async () => {
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
}

/** An invoice of so much with tax, published only. */
const sent = async (unitPrice: number, changes: Record<string, unknown> = {}) =>
  published(company, (await madeInvoice(company, { lineItems: [aLine({ unitPrice })], ...changes })).id)

/** The same, recorded. */
const sold = (unitPrice: number, changes: Record<string, unknown> = {}) =>
  recorded(company, { lineItems: [aLine({ unitPrice })], ...changes })

describe('a payment', () => {
  test('and what is left may together be more than one amount may be', async () => {
    const { id } = await sold(1000)
    for (const sum of [-1_000_000_000_000, -1_000_000_000_000]) await paid(company, id, { date: '2026-06-01', sum })
    expect(ok(await company.get(`/invoices/${id}`))).toMatchObject({ paidAmount: -2_000_000_000_000 })
  })

  test('is answered, read, listed and filtered', async () => {
    const { id: invoiceId } = await sold(1000)
    const first = await paid(company, invoiceId, { date: '2026-06-01', sum: 500 })
    expect(first).toEqual({
      id: expect.any(String),
      invoiceId,
      date: '2026-06-01',
      sumBaseCurrency: 500,
      bookkeepingAccountNumber: 1930,
      journalEntryRef: null,
      modifiedDateTime: expect.any(String),
    })
    const second = await paid(company, invoiceId, { date: '2026-06-05', sum: 250.5, account: 1686 })
    const url = `/invoices/${invoiceId}/payments`
    expect(ok(await company.get(`${url}/${first.id}`))).toEqual(first)
    const filters: [query: string, found: unknown[]][] = [
      ['', [second, first]],
      ['date==2026-06-01', [first]],
      ['date>2026-06-01', [second]],
      ['sumBaseCurrency>=500', [first]],
      ['sumBaseCurrency==250.5', [second]],
      ['sumBaseCurrency<1||date==2026-06-05', [second]],
    ]
    for (const [query, found] of filters) {
      const { items } = ok(await company.get(`${url}?${query && `query=${encodeURIComponent(query)}`}`))
      expect(items, query).toEqual(found)
    }
    const { body } = await company.get(`${url}?query=account==1930`)
    expect(body.errors).toEqual([{ field: 'query', message: expect.stringContaining('account') }])
  })

  test('of another invoice is not found', async () => {
    const one = await sold(100)
    const other = await sold(100)
    const { id } = await paid(company, one.id, { sum: 100 })
    for (const answer of [
      await company.get(`/invoices/${other.id}/payments/${id}`),
      await company.post(`/invoices/${other.id}/payments/${id}/record`),
      await company.delete(`/invoices/${other.id}/payments/${id}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not-found'])
    }
  })

  const bodies: [what: string, changes: Record<string, unknown>, fields: string[]][] = [
    ['nothing', { sumBaseCurrency: 0 }, ['#/sumBaseCurrency']],
    ['parts of an öre', { sumBaseCurrency: 1.005 }, ['#/sumBaseCurrency']],
    ['on a receivable', { bookkeepingAccountNumber: 1510 }, ['#/bookkeepingAccountNumber']],
    ['on no account', { bookkeepingAccountNumber: 1999 }, ['#/bookkeepingAccountNumber']],
    ['on an account that is closed', { bookkeepingAccountNumber: 1940 }, ['#/bookkeepingAccountNumber']],
    [
      'all of it wrong',
      { sumBaseCurrency: 0, bookkeepingAccountNumber: 3001 },
      ['#/sumBaseCurrency', '#/bookkeepingAccountNumber'],
    ],
    ['on no day', { date: '2026-02-30' }, ['#/date']],
    ['after all days', { date: '9999-12-31' }, ['#/date']],
    ['of nothing on no day', { date: '2026-02-30', sumBaseCurrency: 0 }, ['#/date', '#/sumBaseCurrency']],
  ]
  test.each(bodies)('of %s is refused', async (_, changes, fields) => {
    const { id } = await sold(100)
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 1940, active: false }))
    const body = { date: '2026-06-01', sumBaseCurrency: 125, bookkeepingAccountNumber: 1930, ...changes }
    const answer = await company.post(`/invoices/${id}/payments`, body)
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual(fields)
  })

  test.each([1630, 1686, 1910, 2018, 2893])('on account %i is taken', async (account) => {
    const { id } = await sold(100)
    const payment = await paidAndRecorded(company, id, { sum: 125, account })
    expect(await bookedBy(company, payment)).toEqual({ [account]: 125, 1510: -125 })
  })
})

describe('the status of the invoice follows what is paid, recorded or not', () => {
  const cases: [sums: number[], status: string, paidAmount: number][] = [
    [[], 'published', 0],
    [[1250], 'paid', 1250],
    [[1249.01], 'paid', 1249.01],
    [[1249], 'underPaid', 1249],
    [[1250.99], 'paid', 1250.99],
    [[1251], 'overPaid', 1251],
    [[500, 750], 'paid', 1250],
    [[1500, -250], 'paid', 1250],
    [[1250, -1250], 'published', 0],
  ]
  test.each(cases)('%j: %s', async (sums, status, paidAmount) => {
    const { id } = await sent(1000)
    for (const sum of sums) await paid(company, id, { sum })
    const invoice = ok(await company.get(`/invoices/${id}`))
    expect([invoice.status, invoice.paidAmount]).toEqual([status, paidAmount])
    const { items } = ok(await company.get(`/invoices?query=status==${status}`))
    expect(items.map((item: { id: string }) => item.id)).toEqual([id])
  })

  test('and back when a payment is removed; one that is recorded stays', async () => {
    const { id } = await sold(1000)
    const payment = await paid(company, id, { sum: 1250 })
    expect(await statusOf(company, id)).toBe('paid')
    expect((await company.delete(`/invoices/${id}/payments/${payment.id}`)).status).toBe(204)
    expect(await statusOf(company, id)).toBe('published')
    const second = await paidAndRecorded(company, id, { sum: 1250 })
    const kept = await company.delete(`/invoices/${id}/payments/${second.id}`)
    expect([kept.status, kept.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(kept.body.message).toContain(second.id)
    expect(await statusOf(company, id)).toBe('paid')
  })
})

describe('recording', () => {
  test('needs a recorded invoice under the accrual method, and is done once', async () => {
    const { id } = await sent(1000)
    const payment = await paid(company, id, { sum: 1250 })
    const url = `/invoices/${id}/payments/${payment.id}/record`
    expect((await company.post(url)).body.message).toMatch(/record the invoice first/)
    expect(await entriesOf(company)).toEqual([])
    ok(await company.post(`/invoices/${id}/record`))
    const once = ok(await company.post(url))
    expect(once).toEqual({ ...payment, journalEntryRef: { id: expect.any(String) } })
    expect(await entryOf(company, once)).toMatchObject({ title: 'Betalning av faktura 1', date: '2026-06-10' })
    expect((await company.post(url)).body.message).toMatch(/is already recorded/)
    expect(await entriesOf(company)).toHaveLength(2)
  })

  test('on a day that is not open is refused with the reason, and nothing is changed', async () => {
    const { id } = await sold(1000)
    const late = await paid(company, id, { date: '2027-01-02', sum: 100 })
    const locked = await paid(company, id, { date: '2026-05-31', sum: 100 })
    await service.operateFor(company.id, (call) => setLockDate(call, { date: '2026-05-31' as Day }))
    const refusals: [string, RegExp][] = [
      [late.id, /more than two business days ahead/],
      [locked.id, /locked up to and including 2026-05-31/],
    ]
    for (const [payment, reason] of refusals) {
      const answer = await company.post(`/invoices/${id}/payments/${payment}/record`)
      expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
      expect(answer.body.message).toMatch(reason)
      expect(ok(await company.get(`/invoices/${id}/payments/${payment}`)).journalEntryRef).toBeNull()
    }
  })

  test('cannot be undone through journal entries: the entry is of a document', async () => {
    const { id } = await sold(1000)
    const { journalEntryRef } = await paidAndRecorded(company, id, { sum: 1250 })
    const answer = await company.post(`/journal-entries/${journalEntryRef.id}/reverse`)
    expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
  })

  const cases: [what: string, net: number, sums: number[], booked: Record<number, number>[]][] = [
    ['in full', 1000, [1250], [{ 1930: 1250, 1510: -1250 }]],
    [
      'in parts',
      1000,
      [500, 750],
      [
        { 1930: 500, 1510: -500 },
        { 1930: 750, 1510: -750 },
      ],
    ],
    ['rounded up', 1000.4, [1251], [{ 1930: 1251, 1510: -1250.5, 3740: -0.5 }]],
    ['rounded down', 1000.4, [1250], [{ 1930: 1250, 1510: -1250.5, 3740: 0.5 }]],
    ['too much', 1500, [2000], [{ 1930: 2000, 1510: -1875, 2420: -125 }]],
    [
      'too much, given back',
      1500,
      [2000, -125],
      [
        { 1930: 2000, 1510: -1875, 2420: -125 },
        { 1930: -125, 2420: 125 },
      ],
    ],
    [
      'too much in the second payment',
      1000,
      [1000, 300],
      [
        { 1930: 1000, 1510: -1000 },
        { 1930: 300, 1510: -250, 2420: -50 },
      ],
    ],
    [
      'once more when it is paid',
      1000,
      [1250, 1250],
      [
        { 1930: 1250, 1510: -1250 },
        { 1930: 1250, 2420: -1250 },
      ],
    ],
  ]
  test.each(cases)('%s', async (_, unitPrice, sums, booked) => {
    const { id } = await sold(unitPrice)
    for (const [index, sum] of sums.entries()) {
      const payment = await paidAndRecorded(company, id, { sum })
      expect(await bookedBy(company, payment)).toEqual(booked[index])
    }
  })

  test('in any order comes to the same', async () => {
    const { id } = await sold(1500)
    const payments = [await paid(company, id, { sum: 1000 }), await paid(company, id, { sum: 1000 })]
    for (const { id: payment } of payments.reverse())
      ok(await company.post(`/invoices/${id}/payments/${payment}/record`))
    expect(await balancesOf(company)).toEqual({ 1930: 2000, 2420: -125, 3001: -1500, 2611: -375 })
  })

  test('what is paid back of a credited invoice clears the receivable', async () => {
    const { id } = await sold(1000)
    await paidAndRecorded(company, id, { sum: 1250 })
    await credited(company, id)
    const back = await paidAndRecorded(company, id, { sum: -1250 })
    expect(await entryOf(company, back)).toMatchObject({ title: 'Återbetalning av faktura 1' })
    expect(await bookedBy(company, back)).toEqual({ 1930: -1250, 1510: 1250 })
    expect(await balancesOf(company)).toEqual({})
  })

  const rounded: [method: string, sum: number, rounding: number][] = [
    ['accrual', 12_500, -0.4],
    ['accrual', 12_499, 0.6],
    ['cash', 12_500, -0.4],
    ['cash', 12_499, 0.6],
  ]
  test.each(rounded)('what is paid back takes its öre back: by the %s method, of %d', async (method, sum, rounding) => {
    if (method === 'cash') await newCashCompany()
    const { id } = await sold(9999.68)
    const payment = await bookedBy(company, await paidAndRecorded(company, id, { sum }))
    expect(payment).toMatchObject({ 1930: sum, 3740: rounding })
    const back = await bookedBy(company, await paidAndRecorded(company, id, { sum: -sum }))
    expect(back).toEqual(Object.fromEntries(Object.entries(payment).map(([account, kronor]) => [account, -kronor])))
    await credited(company, id)
    expect(await balancesOf(company)).toEqual({})
  })

  test('goes to the account where the claim stands, though the map was changed since', async () => {
    const { id } = await sold(1000)
    const change = { role: 'receivable', account: 1511 }
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountRole(call, change))
    expect(await bookedBy(company, await paidAndRecorded(company, id, { sum: 1000 }))).toEqual({
      1930: 1000,
      1510: -1000,
    })
    expect(await bookedBy(company, await credited(company, id))).toEqual({ 3001: 1000, 2611: 250, 1510: -1250 })
    expect(await bookedBy(company, await sold(100))).toEqual({ 1511: 125, 3001: -100, 2611: -25 })
  })

  test('in another currency all of it stays on the receivable until a settlement tells why', async () => {
    const { id } = await sold(100, { currency: 'EUR', currencyRate: 11 })
    const payment = await paidAndRecorded(company, id, { sum: 1400 })
    expect(await bookedBy(company, payment)).toEqual({ 1930: 1400, 1510: -1400 })
    expect(await statusOf(company, id)).toBe('overPaid')
    const gain = await settledAndRecorded(company, id, { type: 'currency', sum: -25 })
    expect(await bookedBy(company, gain)).toEqual({ 1510: 25, 3960: -25 })
    expect(await statusOf(company, id)).toBe('paid')
  })
})

describe('under the cash method', () => {
  beforeEach(newCashCompany)

  const mixed = {
    lineItems: [aLine({ unitPrice: 333.33 }), aLine({ unitPrice: 77, taxRate: 6, productType: 'services' })],
  }

  test('what is paid is sold, recorded invoice or not; the last payment takes the rounding', async () => {
    const { id } = await sent(0, mixed)
    ok(await company.post(`/invoices/${id}/record`))
    expect(await entriesOf(company)).toEqual([])
    const first = await paidAndRecorded(company, id, { sum: 100 })
    expect(await bookedBy(company, first)).toEqual({ 1930: 100, 3001: -66.9, 2611: -16.72, 3013: -15.45, 2631: -0.93 })
    await paidAndRecorded(company, id, { sum: 100 })
    await paidAndRecorded(company, id, { sum: 298.28 })
    expect(await balancesOf(company)).toEqual({ 1930: 498.28, 3001: -333.33, 2611: -83.33, 3013: -77, 2631: -4.62 })
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('öre and what is too much are as under the accrual method', async () => {
    const rounded = await sent(1000.4)
    expect(await bookedBy(company, await paidAndRecorded(company, rounded.id, { sum: 1251 }))).toEqual({
      1930: 1251,
      3001: -1000.4,
      2611: -250.1,
      3740: -0.5,
    })
    const overpaid = await sent(1500)
    expect(await bookedBy(company, await paidAndRecorded(company, overpaid.id, { sum: 2000 }))).toEqual({
      1930: 2000,
      3001: -1500,
      2611: -375,
      2420: -125,
    })
  })

  test('what is paid back of a credited invoice is no longer sold', async () => {
    const { id } = await sent(1000)
    await paidAndRecorded(company, id, { sum: 1250 })
    const note = await credited(company, id)
    expect(note.journalEntryRef).toBeNull()
    const back = await paidAndRecorded(company, id, { sum: -1250 })
    expect(await bookedBy(company, back)).toEqual({ 1930: -1250, 3001: 1000, 2611: 250 })
  })

  test('what was credited is paid back first, and no more of a line is taken back than was sold', async () => {
    const { id } = await sent(0, { lineItems: [aLine(), aLine({ unitPrice: 125, taxRate: 0 })] })
    const pay = async (sum: number) => bookedBy(company, await paidAndRecorded(company, id, { sum }))
    expect(await pay(250)).toEqual({ 1930: 250, 3001: -100, 2611: -25, 3004: -125 })
    const draft = ok(await company.post(`/invoices/${id}/credit`))
    ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: draft.lineItems.slice(1) }))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    expect(await pay(-200)).toEqual({ 1930: -200, 3001: 60, 2611: 15, 3004: 125 })
    expect(await pay(-100)).toEqual({ 1930: -100, 3001: 40, 2611: 10, 1510: 50 })
    expect(await balancesOf(company)).toEqual({ 1930: -50, 1510: 50 })
  })

  test('of an invoice that is credited in part, the rest is sold', async () => {
    const { id } = await sent(0, mixed)
    const draft = ok(await company.post(`/invoices/${id}/credit`))
    const [first] = draft.lineItems
    ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: [first] }))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    const payment = await paidAndRecorded(company, id, { sum: 81.62 })
    expect(await bookedBy(company, payment)).toEqual({ 1930: 81.62, 3013: -77, 2631: -4.62 })
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('money that is lent to the customer is owed until it comes back', async () => {
    const { id } = await sent(1000)
    expect(await bookedBy(company, await paidAndRecorded(company, id, { sum: -50 }))).toEqual({ 1930: -50, 1510: 50 })
    await paidAndRecorded(company, id, { sum: 1300 })
    expect(await balancesOf(company)).toEqual({ 1930: 1250, 3001: -1000, 2611: -250 })
  })
})

describe('the database holds', () => {
  test('what is recorded (GB042), and the sums beside the invoice', async () => {
    const { id } = await sold(1000)
    const payment = await paidAndRecorded(company, id, { sum: 500 })
    const open = await paid(company, id, { sum: 250 })
    const changes: [statement: ReturnType<typeof sql>, code: string | null][] = [
      [sql`delete from sales.payment where id = ${payment.id}`, 'GB042'],
      [sql`update sales.payment set sum_base_ore = 1 where id = ${payment.id}`, 'GB042'],
      [sql`update sales.payment set recorded_at = null where id = ${payment.id}`, 'GB042'],
      [sql`update sales.payment set sum_base_ore = 1 where id = ${open.id}`, 'GB042'],
      [sql`update sales.payment set date = '2026-06-02' where id = ${open.id}`, 'GB042'],
      [sql`truncate sales.payment`, 'GB041'],
      [sql`delete from sales.income_share`, 'GB001'],
      [sql`delete from sales.payment where id = ${open.id}`, null],
    ]
    for (const [statement, code] of changes) {
      const state = await service.database.rows(statement).then(
        () => null,
        (cause) => cause.code,
      )
      expect(state, statement.text).toBe(code)
    }
    const { paid: kept } = await service.database.one<{ paid: bigint }>(
      sql`select paid_base_ore as paid from sales.invoice where id = ${id}`,
    )
    expect(kept).toBe(50_000n)
  })
})
