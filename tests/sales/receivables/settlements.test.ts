// Settlements over HTTP, and those that are made in the console: what makes up for money that does not come.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { type ConsoleSettlement, salesAdmin } from '#sales'
import { boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import {
  balancesOf,
  bookedBy,
  credited,
  entriesOf,
  entryOf,
  ok,
  paidAndRecorded,
  recorded,
  settled,
  settledAndRecorded,
  statusOf,
} from '#tests/sales/booking/booked'
import { aLine, fieldsOf, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const sold = (unitPrice: number, changes: Record<string, unknown> = {}) =>
  recorded(company, { lineItems: [aLine({ unitPrice })], ...changes })

const inConsole = (settlement: Omit<ConsoleSettlement, 'date'>) =>
  service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, { date: '2026-06-10' as Day, ...settlement }),
  )

test('a settlement is answered, read, listed, filtered and removed', async () => {
  const { id: invoiceId } = await sold(1000)
  const fee = await settled(company, invoiceId, { type: 'bankFee', sum: 15, date: '2026-06-01' })
  expect(fee).toEqual({
    id: expect.any(String),
    invoiceId,
    type: 'bankFee',
    journalEntryRef: null,
    modifiedDateTime: expect.any(String),
    invoiceSettlementDetails: { date: '2026-06-01', sumBaseCurrency: 15 },
  })
  const service_ = await settled(company, invoiceId, { type: 'paymentServiceFee', sum: 9.5, vatScheme: 'eu' })
  expect(service_.invoiceSettlementDetails).toEqual({ date: '2026-06-10', sumBaseCurrency: 9.5, vatScheme: 'eu' })
  const url = `/invoices/${invoiceId}/settlements`
  expect(ok(await company.get(`${url}/${fee.id}`))).toEqual(fee)
  const filters: [query: string, found: unknown[]][] = [
    ['', [service_, fee]],
    ['date<2026-06-10', [fee]],
    ['sumBaseCurrency==9.5', [service_]],
    ['sumBaseCurrency>9&&date>=2026-06-10', [service_]],
  ]
  for (const [query, found] of filters) {
    const { items } = ok(await company.get(`${url}?${query && `query=${encodeURIComponent(query)}`}`))
    expect(items, query).toEqual(found)
  }
  expect((await company.delete(`${url}/${fee.id}`)).status).toBe(204)
  expect((await company.get(`${url}/${fee.id}`)).status).toBe(404)
  const [removed] = await service.database.rows<{ what: string; detail: { id: string } }>(
    sql`select what, detail from platform.history where company_id = ${company.id} order by id desc limit 1`,
  )
  expect([removed?.what, removed?.detail.id]).toEqual(['invoice-settlement.deleted', fee.id])
})

describe('a settlement is refused', () => {
  const details = { date: '2026-06-01', sumBaseCurrency: 10 }
  const at = (field: string) => `#/invoiceSettlementDetails/${field}`
  const cases: [what: string, body: Record<string, unknown>, fields: string[]][] = [
    [
      'of no sum',
      { type: 'bankFee', invoiceSettlementDetails: { ...details, sumBaseCurrency: 0 } },
      [at('sumBaseCurrency')],
    ],
    [
      'of too fine a sum',
      { type: 'bankFee', invoiceSettlementDetails: { ...details, sumBaseCurrency: 0.001 } },
      [at('sumBaseCurrency')],
    ],
    [
      'of a fee below zero',
      { type: 'paymentServiceFee', invoiceSettlementDetails: { ...details, sumBaseCurrency: -1, vatScheme: 'eu' } },
      [at('sumBaseCurrency')],
    ],
    ['of a fee without a scheme', { type: 'paymentServiceFee', invoiceSettlementDetails: details }, [at('vatScheme')]],
    [
      'of an unknown scheme',
      { type: 'paymentServiceFee', invoiceSettlementDetails: { ...details, vatScheme: 'moon' } },
      [at('vatScheme')],
    ],
    [
      'with a scheme that is not its own',
      { type: 'bankFee', invoiceSettlementDetails: { ...details, vatScheme: 'eu' } },
      [at('vatScheme')],
    ],
    [
      'with all that is wrong in itself and on its invoice',
      { type: 'currency', invoiceSettlementDetails: { ...details, vatScheme: 'eu' } },
      [at('vatScheme'), '#/type'],
    ],
    ['of a type of the console', { type: 'badDebt', invoiceSettlementDetails: details }, ['#/type']],
    ['of the other type of the console', { type: 'balanceAdjustment', invoiceSettlementDetails: details }, ['#/type']],
    ['without details', { type: 'bankFee' }, ['#/invoiceSettlementDetails']],
    ['of a fee without details', { type: 'paymentServiceFee' }, ['#/invoiceSettlementDetails']],
    [
      'of a fee of nothing on no day',
      { type: 'paymentServiceFee', invoiceSettlementDetails: { date: '2026-02-30', sumBaseCurrency: 0 } },
      [at('date'), at('sumBaseCurrency'), at('vatScheme')],
    ],
  ]
  test.each(cases)('%s', async (_, body, fields) => {
    const { id } = await sold(100)
    const answer = await company.post(`/invoices/${id}/settlements`, body)
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual(fields)
  })

  test('on a draft', async () => {
    const { id } = await madeInvoice(company)
    const answer = await company.post(`/invoices/${id}/settlements`, {
      type: 'bankFee',
      invoiceSettlementDetails: details,
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(answer.body.message).toContain(id)
  })
})

describe('recording under the accrual method', () => {
  const cases: [type: string, vatScheme: string | undefined, sum: number, booked: Record<number, number>][] = [
    ['bankFee', undefined, 15, { 6570: 15, 1510: -15 }],
    ['bankFee', undefined, -15, { 6570: -15, 1510: 15 }],
    ['paymentServiceFee', 'domestic', 9, { 6064: 7.2, 2641: 1.8, 1510: -9 }],
    ['paymentServiceFee', 'eu', 10, { 4535: 10, 2645: 2.5, 2614: -2.5, 1510: -10 }],
    ['paymentServiceFee', 'nonEu', 10, { 4531: 10, 2645: 2.5, 2614: -2.5, 1510: -10 }],
    ['paymentServiceFee', 'vatExempt', 9, { 6570: 9, 1510: -9 }],
  ]
  test.each(cases)('%s %s %d', async (type, vatScheme, sum, booked) => {
    const { id } = await sold(1000)
    const settlement = await settledAndRecorded(company, id, { type, sum, ...(vatScheme ? { vatScheme } : {}) })
    expect(await bookedBy(company, settlement)).toEqual(booked)
    expect(await statusOf(company, id)).toBe(sum > 0 ? 'underPaid' : 'published')
  })

  test.each([
    [20, { 7960: 20, 1510: -20 }],
    [-20, { 3960: -20, 1510: 20 }],
  ])('a difference of currency of %d', async (sum, booked) => {
    const { id } = await recorded(company, { currency: 'EUR', currencyRate: 11 })
    expect(await bookedBy(company, await settledAndRecorded(company, id, { type: 'currency', sum }))).toEqual(booked)
  })

  test('there is no difference of currency on an invoice in SEK, by hand neither (GB047)', async () => {
    const { id } = await sold(1000)
    const answer = await company.post(`/invoices/${id}/settlements`, {
      type: 'currency',
      invoiceSettlementDetails: { date: '2026-06-10', sumBaseCurrency: 5 },
    })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['#/type']])
    const { id: fee } = await settled(company, id, { type: 'bankFee', sum: 5 })
    const byHand = service.database.rows(sql`
      insert into sales.settlement (
        company_id, id, invoice_id, type, date, sum_base_ore, created_by_kind, created_by_id, created_at)
      select company_id, gen_random_uuid(), invoice_id, 'currency', date, 1, created_by_kind, created_by_id, created_at
      from sales.settlement where id = ${fee}`)
    await expect(byHand).rejects.toMatchObject({ code: 'GB047' })
  })

  test('a payment and the fee that was taken from it pay the invoice', async () => {
    const { id } = await sold(399.2)
    await paidAndRecorded(company, id, { sum: 490 })
    expect(await statusOf(company, id)).toBe('underPaid')
    await settledAndRecorded(company, id, { type: 'paymentServiceFee', sum: 9, vatScheme: 'domestic' })
    expect(await statusOf(company, id)).toBe('paid')
    expect(await balancesOf(company)).toEqual({ 1930: 490, 6064: 7.2, 2641: 1.8, 3001: -399.2, 2611: -99.8 })
  })

  test('below zero a fee covers what was paid too much', async () => {
    const { id } = await sold(1000)
    await paidAndRecorded(company, id, { sum: 1260 })
    expect(await bookedBy(company, await settledAndRecorded(company, id, { type: 'bankFee', sum: -10 }))).toEqual({
      6570: -10,
      2420: 10,
    })
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('needs a recorded invoice, is done once, and stays', async () => {
    const { id } = await published(company, (await madeInvoice(company)).id)
    const { id: fee } = await settled(company, id, { type: 'bankFee', sum: 5 })
    const url = `/invoices/${id}/settlements/${fee}`
    expect((await company.post(`${url}/record`)).body.message).toMatch(/record the invoice first/)
    ok(await company.post(`/invoices/${id}/record`))
    expect(await entryOf(company, ok(await company.post(`${url}/record`)))).toMatchObject({
      title: 'Bankavgift, faktura 1',
      date: '2026-06-10',
    })
    for (const answer of [await company.post(`${url}/record`), await company.delete(url)]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
      expect(answer.body.message).toContain(fee)
    }
    const changed = service.database.rows(sql`update sales.settlement set sum_base_ore = 1 where id = ${fee}`)
    await expect(changed).rejects.toMatchObject({ code: 'GB042' })
  })
})

describe('recording under the cash method', () => {
  beforeEach(async () => {
    company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
  })
  const sent = async (unitPrice: number, changes: Record<string, unknown> = {}) =>
    published(company, (await madeInvoice(company, { lineItems: [aLine({ unitPrice })], ...changes })).id)

  test('a fee settles a share of the sale', async () => {
    const { id } = await sent(399.2)
    const fee = await settledAndRecorded(company, id, { type: 'paymentServiceFee', sum: 9, vatScheme: 'domestic' })
    expect(await bookedBy(company, fee)).toEqual({ 6064: 7.2, 2641: 1.8, 3001: -7.2, 2611: -1.8 })
    await paidAndRecorded(company, id, { sum: 490 })
    expect(await balancesOf(company)).toEqual({ 1930: 490, 6064: 7.2, 2641: 1.8, 3001: -399.2, 2611: -99.8 })
  })

  const currencies: [what: string, paid: number, settlement: number, balances: Record<number, number>][] = [
    ['a gain', 1400, -25, { 1930: 1400, 3001: -1100, 2611: -275, 3960: -25 }],
    ['a loss', 1350, 25, { 1930: 1350, 3001: -1100, 2611: -275, 7960: 25 }],
  ]
  test.each(currencies)('%s of currency', async (_, sum, settlement, balances) => {
    const { id } = await sent(100, { currency: 'EUR', currencyRate: 11 })
    await paidAndRecorded(company, id, { sum })
    await settledAndRecorded(company, id, { type: 'currency', sum: settlement })
    expect(await balancesOf(company)).toEqual(balances)
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('a loss of what was never booked books nothing', async () => {
    const { id } = await sent(1000)
    await paidAndRecorded(company, id, { sum: 250 })
    const loss = await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(loss).toMatchObject({ journalEntryRef: null, invoiceSettlementDetails: { sumBaseCurrency: 1000 } })
    expect(await balancesOf(company)).toEqual({ 1930: 250, 3001: -200, 2611: -50 })
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('a loss of what was paid back too much is booked', async () => {
    const { id } = await sent(1000)
    await credited(company, id)
    await paidAndRecorded(company, id, { sum: -50 })
    const loss = await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(await bookedBy(company, loss)).toEqual({ 6350: 50, 1510: -50 })
    expect(await balancesOf(company)).toEqual({ 1930: -50, 6350: 50 })
  })
})

describe('in the console', () => {
  test('a loss brings the output tax back, by rate', async () => {
    const lineItems = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 100, taxRate: 12 })]
    const { id } = await recorded(company, { lineItems })
    const part = await inConsole({ invoiceId: id, type: 'badDebt', sum: 681 })
    expect(await bookedBy(company, part)).toEqual({ 6351: 550, 2611: 125, 2621: 6, 1510: -681 })
    await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(await balancesOf(company)).toEqual({ 6351: 1100, 3001: -1000, 3002: -100 })
    expect(await statusOf(company, id)).toBe('paid')
    const { items } = ok(await company.get(`/invoices/${id}/settlements`))
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['badDebt', 'badDebt'])
    const listed = ok(await company.get(`/invoices?query=${encodeURIComponent('writtenOffAmount>0')}`)).items
    expect(listed).toMatchObject([{ id, status: 'paid', writtenOffAmount: 1362 }])
    expect(ok(await company.get(`/invoices/${id}`)).writtenOffAmount).toBe(1362)
    // What comes in after all is written off no more.
    await paidAndRecorded(company, id, { sum: 362 })
    expect(ok(await company.get(`/invoices/${id}`)).writtenOffAmount).toBe(1000)
  })

  test('a loss after a part was credited is of what is left', async () => {
    const { id } = await recorded(company, {
      lineItems: [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 100, taxRate: 12 })],
    })
    const draft = ok(await company.post(`/invoices/${id}/credit`))
    ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: draft.lineItems.slice(0, 1) }))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    ok(await company.post(`/credit-notes/${draft.id}/record`))
    const loss = await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(await bookedBy(company, loss)).toEqual({ 6351: 100, 2621: 12, 1510: -112 })
  })

  test('a loss of what was paid back too much has no tax', async () => {
    const { id } = await sold(1000)
    await credited(company, id)
    await paidAndRecorded(company, id, { sum: -50 })
    const loss = await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(await bookedBy(company, loss)).toEqual({ 6350: 50, 1510: -50 })
    expect(await balancesOf(company)).toEqual({ 1930: -50, 6350: 50 })
  })

  test('an adjustment of the balance, either way', async () => {
    const { id } = await sold(1000)
    await paidAndRecorded(company, id, { sum: 1240 })
    expect(await bookedBy(company, await inConsole({ invoiceId: id, type: 'balanceAdjustment' }))).toEqual({
      3740: 10,
      1510: -10,
    })
    const over = await sold(1000)
    await paidAndRecorded(company, over.id, { sum: 1270 })
    expect(await statusOf(company, over.id)).toBe('overPaid')
    expect(await bookedBy(company, await inConsole({ invoiceId: over.id, type: 'balanceAdjustment' }))).toEqual({
      3740: -20,
      2420: 20,
    })
    expect(await statusOf(company, over.id)).toBe('paid')
  })

  test('nothing more than is outstanding is lost, and nothing of a paid invoice', async () => {
    const { id } = await sold(1000)
    await expect(inConsole({ invoiceId: id, type: 'badDebt', sum: 1250.01 })).rejects.toThrow(
      /at most what is outstanding/,
    )
    await expect(inConsole({ invoiceId: id, type: 'badDebt', sum: -1 })).rejects.toThrow(/above zero/)
    await credited(company, id)
    const before = await entriesOf(company)
    await expect(inConsole({ invoiceId: id, type: 'badDebt' })).rejects.toThrow(/Nothing is outstanding/)
    expect(await entriesOf(company)).toEqual(before)
  })
})

describe('what others rely on is not removed', () => {
  const add = async (id: string, type: string, sum: number): Promise<string> =>
    `/invoices/${id}/settlements/${(await settled(company, id, { type, sum })).id}`
  const record = async (settlement: string) => ok(await company.post(`${settlement}/record`))
  const removing = async (settlement: string) => {
    const { status, body } = await company.delete(settlement)
    return status === 204 ? 'removed' : [status, body.code, body.message.replace(settlement.slice(-36), 'ID')]
  }
  const takenBack = [
    400,
    'operation-not-allowed',
    'Another settlement takes back the settlement ID, and would take back too much without it: record it, or remove the ' +
      'other one first',
  ]
  const needed = [
    400,
    'operation-not-allowed',
    'Without the settlement ID, credits, discounts and losses would exceed the total of the invoice: record it and take ' +
      'back the excess, or remove a discount first',
  ]

  const ways: [type: string, sum: number][] = [
    ['cashDiscount', 25],
    ['reminderFee', -60],
    ['lateInterest', -12.5],
  ]
  test.each(ways)('a %s of %d that is taken back', async (type, sum) => {
    const { id } = await sold(1000)
    const made = await add(id, type, sum)
    const back = await add(id, type, -sum)
    expect(await removing(made)).toEqual(takenBack)
    await record(back)
    expect(await removing(made)).toEqual(takenBack)
    await record(made)
    expect(await balancesOf(company)).toEqual({ 1510: 1250, 3001: -1000, 2611: -250 })
  })

  test('what takes a discount back, where all was credited since', async () => {
    const { id } = await sold(1000)
    await record(await add(id, 'cashDiscount', 25))
    const back = await add(id, 'cashDiscount', -25)
    await credited(company, id)
    expect(await removing(back)).toEqual(needed)
    await record(back)
    expect(await balancesOf(company)).toEqual({})
    expect(await boxesOfCompany(company)).toEqual({})
  })

  test('what takes a discount back, where another was given since', async () => {
    const { id } = await sold(1000)
    await record(await add(id, 'cashDiscount', 1250))
    const back = await add(id, 'cashDiscount', -25)
    const again = await add(id, 'cashDiscount', 25)
    expect(await removing(back)).toEqual(needed)
    expect([await removing(again), await removing(back)]).toEqual(['removed', 'removed'])
  })

  test('a charge that a discount or a loss forgives', async () => {
    const { id: invoiceId } = await sold(1000)
    const fee = await add(invoiceId, 'reminderFee', -60)
    const interest = await add(invoiceId, 'lateInterest', -12.5)
    const discount = await add(invoiceId, 'cashDiscount', 1322.5)
    expect([await removing(fee), await removing(interest)]).toEqual([needed, needed])
    expect([await removing(discount), await removing(interest)]).toEqual(['removed', 'removed'])
    await inConsole({ invoiceId, type: 'badDebt', sum: 1260 })
    expect(await removing(fee)).toEqual(needed)
  })

  test('and everything else is, also where the customer has paid too much then', async () => {
    const { id } = await sold(1000)
    const fee = await add(id, 'reminderFee', -60)
    await record(await add(id, 'cashDiscount', 35))
    const back = await add(id, 'cashDiscount', -35)
    await paidAndRecorded(company, id, { sum: 1250 })
    expect([await removing(back), await removing(fee)]).toEqual(['removed', 'removed'])
    expect(await statusOf(company, id)).toBe('overPaid')
  })
})

describe('on a sale without value added tax', () => {
  const foreign = (country: string, vatNumber?: string) => ({
    name: 'Kunden',
    type: 'company',
    vatNumber,
    address: { line1: 'Gatan 1', postalCode: '00100', city: 'Staden', country },
  })
  const inFinland = foreign('FI', 'FI20774740')
  const inNorway = foreign('NO')
  const atHome = { ...foreign('SE', 'SE556036079301'), orgNumber: '5560360793' }
  type Kind = [what: string, box: string, account: number, buyer: Record<string, unknown>, line: object]
  const kinds: Kind[] = [
    ['goods to the Union', '35', 3108, inFinland, {}],
    ['services to the Union', '39', 3308, inFinland, { productType: 'services' }],
    ['exported goods', '36', 3105, inNorway, {}],
    ['exported services', '40', 3305, inNorway, { productType: 'services' }],
    ['reverse charge at home', '41', 3231, atHome, { bookkeepingAccountNumber: 3231 }],
    ['exempt goods', '42', 3004, atHome, {}],
    ['an account of its own', '42', 3980, atHome, { bookkeepingAccountNumber: 3980 }],
  ]
  const soldTo = async (buyer: Record<string, unknown>, lineItems: object[], changes: object = {}) => {
    const customerRef = { id: (await madeCustomer(company, buyer)).id }
    return recorded(company, { customerRef, lineItems, ...changes })
  }

  test.each(kinds)('a discount lowers the box of %s: %s', async (_, box, account, buyer, line) => {
    const { id } = await soldTo(buyer, [aLine({ unitPrice: 1000, taxRate: 0, ...line })])
    const discount = await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 20 })
    expect(await bookedBy(company, discount)).toEqual({ [account]: 20, 1510: -20 })
    expect(await boxesOfCompany(company)).toEqual({ [box]: 980 })
  })

  test.each(kinds)('a loss, and what is paid of it after all, leave box 05 alone: %s', async (_, box, ...rest) => {
    const [account, buyer, line] = rest
    const { id } = await soldTo(buyer, [aLine({ unitPrice: 1000, taxRate: 0, ...line })])
    const loss = await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(await bookedBy(company, loss)).toEqual({ 6350: 1000, 1510: -1000 })
    expect(await boxesOfCompany(company)).toEqual({ [box]: 1000 })
    await paidAndRecorded(company, id, { sum: 400 })
    expect(await balancesOf(company)).toEqual({ 1930: 400, [account]: -1000, 6350: 600 })
    expect(await boxesOfCompany(company)).toEqual({ [box]: 1000 })
  })

  const both = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1000, taxRate: 0 })]
  test('each part of an invoice is lowered by its own', async () => {
    const { id } = await soldTo(inNorway, both)
    const discount = await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 225 })
    expect(await bookedBy(company, discount)).toEqual({ 3731: 100, 2611: 25, 3105: 100, 1510: -225 })
    const loss = await inConsole({ invoiceId: id, type: 'badDebt', sum: 1125 })
    expect(await bookedBy(company, loss)).toEqual({ 6351: 500, 2611: 125, 6350: 500, 1510: -1125 })
    expect(await boxesOfCompany(company)).toEqual({ '05': 400, 10: 100, 36: 900, 49: 100 })
    await paidAndRecorded(company, id, { sum: 2025 })
    expect(await balancesOf(company)).toEqual({
      1930: 2025,
      3001: -1000,
      2611: -225,
      3731: 100,
      3105: -900,
      6351: 500,
      3950: -500,
    })
    expect(await boxesOfCompany(company)).toEqual({ '05': 900, 10: 225, 36: 900, 49: 225 })
  })

  test('öre go with what was sold, and an advance that was deducted with the sale', async () => {
    const lineItems = [
      aLine({ unitPrice: 1000, taxRate: 0 }),
      aLine({ unitPrice: 100, quantity: -1, taxRate: 0, bookkeepingAccountNumber: 2420 }),
    ]
    const { id } = await soldTo(inFinland, lineItems)
    const discount = await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 90 })
    expect(await bookedBy(company, discount)).toEqual({ 3108: 90, 1510: -90 })
    expect(await boxesOfCompany(company)).toEqual({ 35: 910 })
  })

  test('under the cash method', async () => {
    company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
    const customerRef = { id: (await madeCustomer(company, inFinland)).id }
    const { id } = await madeInvoice(company, { customerRef, lineItems: [aLine({ unitPrice: 1000, taxRate: 0 })] })
    await published(company, id)
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 20 })
    await paidAndRecorded(company, id, { sum: 980 })
    expect(await balancesOf(company)).toEqual({ 1930: 980, 3108: -980 })
    expect(await boxesOfCompany(company)).toEqual({ 35: 980 })
  })

  test('a loss of a fee leaves box 05 alone', async () => {
    const { id } = await sold(1000)
    await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 })
    const loss = await inConsole({ invoiceId: id, type: 'badDebt' })
    expect(await bookedBy(company, loss)).toEqual({ 6351: 1000, 2611: 250, 6350: 60, 1510: -1310 })
    expect(await boxesOfCompany(company)).toEqual({})
  })
})
