// What early and late customers make of an invoice: cash discounts, reminder fees, interest, and losses that are paid
// after all, or credited.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiscalYear, ledgerAdmin } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'
import {
  balancesOf,
  bookedBy,
  entriesOf,
  entryOf,
  ok,
  paid,
  paidAndRecorded,
  recorded,
  settled,
  settledAndRecorded,
  statusOf,
} from '#tests/sales/booking/booked'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'

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

const newCashCompany = async () => {
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
}

/** 1 000 kronor at 25 % and 100 at 12 %: 1 362 with tax. */
const lineItems = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 100, taxRate: 12 })]
const sold = (changes: Record<string, unknown> = {}) => recorded(company, { lineItems, ...changes })
const sent = async (changes: Record<string, unknown> = {}) =>
  published(company, (await madeInvoice(company, { lineItems, ...changes })).id)

const pay = async (id: string, sum: number, date = '2026-06-10') =>
  bookedBy(company, await paidAndRecorded(company, id, { sum, date }))
const lose = (invoiceId: string, sum?: number, date = '2026-06-10') =>
  service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, {
      invoiceId,
      type: 'badDebt',
      date: date as Day,
      ...(sum === undefined ? {} : { sum }),
    }),
  )
const settlements = async (id: string): Promise<[type: string, sum: number][]> =>
  ok(await company.get(`/invoices/${id}/settlements`)).items.map(
    (one: { type: string; invoiceSettlementDetails: { sumBaseCurrency: number } }) => [
      one.type,
      one.invoiceSettlementDetails.sumBaseCurrency,
    ],
  )
const isSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])

const settling = async (id: string, type: string, sum: number, details: object = {}) => {
  const { status, body } = await company.post(`/invoices/${id}/settlements`, {
    type,
    invoiceSettlementDetails: { date: '2026-06-10', sumBaseCurrency: sum, ...details },
  })
  return [status, body.errors?.[0]?.message ?? '']
}

describe('a cash discount', () => {
  test('lowers income and tax by rate, and pays the invoice with the rest', async () => {
    const { id } = await sold()
    const discount = await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 136.2 })
    expect(discount.invoiceSettlementDetails).toEqual({
      date: '2026-06-10',
      sumBaseCurrency: 136.2,
      termsOnInvoice: true,
    })
    expect((await entryOf(company, discount)).title).toBe('Kassarabatt, faktura 1')
    expect(await bookedBy(company, discount)).toEqual({ 3731: 110, 2611: 25, 2621: 1.2, 1510: -136.2 })
    await pay(id, 1225.8)
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  test('leaves the tax alone when the invoice does not state its terms', async () => {
    const { id } = await sold()
    const discount = await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 136.2, termsOnInvoice: false })
    expect(await bookedBy(company, discount)).toEqual({ 3731: 136.2, 3098: -136.2, 3099: 136.2, 1510: -136.2 })
  })

  test('is at most what is outstanding, and is taken back by what was given', async () => {
    const { id } = await sold()
    const beyond = 'must be at most what is outstanding, 1362; a negative amount takes back what was given, which is 0'
    expect(await settling(id, 'cashDiscount', 1362.01)).toEqual([400, beyond])
    expect(await settling(id, 'cashDiscount', -1)).toEqual([400, beyond])
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 136.2 })
    expect((await settling(id, 'cashDiscount', -136.21))[0]).toBe(400)
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: -136.2 })
    expect(await balancesOf(company)).toEqual({ 1510: 1362, 3001: -1000, 2611: -250, 3002: -100, 2621: -12 })
    expect((await settling(id, 'bankFee', 1, { termsOnInvoice: true }))[0]).toBe(400)
  })

  test('under the cash method leaves the tax of what was paid', async () => {
    await newCashCompany()
    const { id } = await sent()
    await settledAndRecorded(company, id, { type: 'cashDiscount', sum: 136.2 })
    await pay(id, 1225.8)
    expect(await balancesOf(company)).toEqual({
      1930: 1225.8,
      3001: -1000,
      3002: -100,
      3731: 110,
      2611: -225,
      2621: -10.8,
    })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })
})

describe('what is owed for coming late', () => {
  const charges: [type: string, title: string, account: number][] = [
    ['reminderFee', 'Påminnelseavgift, faktura 1', 3930],
    ['lateInterest', 'Dröjsmålsränta, faktura 1', 8313],
  ]
  test.each(charges)(
    '%s raises what is outstanding, without tax, and is paid with the invoice',
    async (type, ...rest) => {
      const [title, account] = rest
      const { id } = await sold()
      const charge = await settledAndRecorded(company, id, { type, sum: -60 })
      expect((await entryOf(company, charge)).title).toBe(title)
      expect(await bookedBy(company, charge)).toEqual({ 1510: 60, [account]: -60 })
      expect(await pay(id, 1422)).toEqual({ 1930: 1422, 1510: -1422 })
      expect(await statusOf(company, id)).toBe('paid')
      await isSound()
    },
  )

  test.each(charges)(
    '%s is below zero; above zero it takes back no more than was charged',
    async (type, _, account) => {
      const { id } = await sold()
      const sentence = (made: number) =>
        'a charge increases what is outstanding, so it is negative, such as -60; a positive amount takes back what was ' +
        `charged, which is ${made}`
      expect(await settling(id, type, 60)).toEqual([400, sentence(0)])
      await settledAndRecorded(company, id, { type, sum: -60 })
      expect(await settling(id, type, 60.01)).toEqual([400, sentence(60)])
      const back = await settledAndRecorded(company, id, { type, sum: 60 })
      expect(await bookedBy(company, back)).toEqual({ 1510: -60, [account]: 60 })
    },
  )

  test('is covered by what was paid too much', async () => {
    const { id } = await sold()
    await pay(id, 1422)
    expect(await statusOf(company, id)).toBe('overPaid')
    const fee = await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 })
    expect(await bookedBy(company, fee)).toEqual({ 2420: 60, 3930: -60 })
    expect(await statusOf(company, id)).toBe('paid')
  })

  test('takes nothing of the sale back under the cash method, and is paid first', async () => {
    await newCashCompany()
    const { id } = await sent()
    const fee = await settledAndRecorded(company, id, { type: 'reminderFee', sum: -60 })
    expect(await bookedBy(company, fee)).toEqual({ 1510: 60, 3930: -60 })
    expect(await pay(id, 60)).toEqual({ 1930: 60, 1510: -60 })
    await pay(id, 1362)
    expect(await balancesOf(company)).toEqual({
      1930: 1422,
      3930: -60,
      3001: -1000,
      2611: -250,
      3002: -100,
      2621: -12,
    })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })
})

describe('a payment after a loss', () => {
  test('takes the loss and its tax back, and pays the invoice', async () => {
    const { id } = await sold()
    await lose(id)
    const payment = await paidAndRecorded(company, id, { sum: 1362 })
    expect(await bookedBy(company, payment)).toEqual({ 1930: 1362, 1510: -1362 })
    expect(await settlements(id)).toEqual([
      ['badDebt', -1362],
      ['badDebt', 1362],
    ])
    const [, , recovered] = await entriesOf(company)
    expect(recovered).toMatchObject({ title: 'Återvunnen kundförlust, faktura 1', date: '2026-06-10' })
    expect(await balancesOf(company)).toEqual({
      1930: 1362,
      3001: -1000,
      2611: -250,
      3002: -100,
      2621: -12,
      6351: 1100,
      3950: -1100,
    })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  test('brings back as much of the tax as is paid; the last one all, and more is too much', async () => {
    const { id } = await sold()
    await lose(id)
    await pay(id, 100)
    expect(await balancesOf(company)).toMatchObject({ 2611: -18.36, 2621: -0.88, 3950: -80.76 })
    await pay(id, 1300)
    expect(await balancesOf(company)).toEqual({
      1930: 1400,
      2420: -38,
      3001: -1000,
      2611: -250,
      3002: -100,
      2621: -12,
      6351: 1100,
      3950: -1100,
    })
    expect(await statusOf(company, id)).toBe('overPaid')
    await isSound()
  })

  test('pays what is still outstanding first', async () => {
    const { id } = await sold()
    await lose(id, 681)
    await pay(id, 681)
    expect(await settlements(id)).toEqual([['badDebt', 681]])
    await pay(id, 681)
    expect(await balancesOf(company)).toMatchObject({ 2611: -250, 2621: -12, 6351: 550, 3950: -550 })
    expect(await statusOf(company, id)).toBe('paid')
  })

  const claimed: [sum: number, charges: [type: string, sum: number][], balances: Record<number, number>][] = [
    [1250, [], { 1930: 1250 }],
    [1290, [['reminderFee', -40]], { 1930: 1290, 3930: -40 }],
    [
      1335,
      [
        ['lateInterest', -25],
        ['reminderFee', -60],
      ],
      { 1930: 1335, 3930: -60, 8313: -25 },
    ],
  ]
  test.each(claimed)('pays what was lost before what its reminder claims: %d', async (sum, charges, balances) => {
    const ask = await callingAs(service, company, 'owner')
    const interest = { chargesInterest: true, interestFrom: 'dueDate', ownRate: 10 }
    const days = { firstAfterDays: 5, daysBetween: 14, most: 2, dueInDays: 10 }
    ok(await ask('PATCH', '/reminder-settings', { fee: 60, isFeeAgreed: true, feeOn: 'first', ...interest, ...days }))
    const { id } = await sold({ lineItems: [aLine({ unitPrice: 1000 })], dueDate: '2026-06-10' })
    service.setNow('2026-08-22T10:00:00Z')
    const reminder = ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'none' }))
    expect(reminder).toMatchObject({ fees: 60, interest: 25 })
    await lose(id, undefined, '2026-08-22')
    await pay(id, sum, '2026-08-22')
    expect(await settlements(id)).toEqual([['badDebt', -1250], ...charges, ['badDebt', 1250]])
    expect(await balancesOf(company)).toEqual({ ...balances, 3001: -1000, 2611: -250, 6351: 1000, 3950: -1000 })
    await isSound()
  })

  test('counts when it is recorded, and money that goes back takes nothing back', async () => {
    const { id } = await sold()
    await lose(id)
    const { id: payment } = await paid(company, id, { sum: 1362 })
    expect(await settlements(id)).toHaveLength(1)
    expect(await company.delete(`/invoices/${id}/payments/${payment}`)).toMatchObject({ status: 204 })
    await pay(id, -10)
    expect(await settlements(id)).toHaveLength(1)
  })

  test('stands on the account that the company has for it', async () => {
    const { id } = await sold()
    await lose(id)
    await service.operateFor(company.id, (call) =>
      ledgerAdmin.setAccountRole(call, { role: 'badDebtRecovered', account: 6351 }),
    )
    await pay(id, 1362)
    expect(await balancesOf(company)).toEqual({ 1930: 1362, 3001: -1000, 2611: -250, 3002: -100, 2621: -12 })
  })

  test('in another currency, and what is lost again after it', async () => {
    const { id } = await sold({ lineItems: [aLine({ unitPrice: 1000 })], currency: 'EUR', currencyRate: 10 })
    await lose(id)
    await pay(id, 5000)
    expect(await balancesOf(company)).toMatchObject({ 1930: 5000, 2611: -1000, 3950: -4000 })
    expect(await statusOf(company, id)).toBe('paid')
    await pay(id, 7500)
    expect(await balancesOf(company)).toEqual({ 1930: 12_500, 3001: -10_000, 2611: -2500, 6351: 10_000, 3950: -10_000 })
    await isSound()
  })

  test('is refused on a day on which nothing can be booked, also where the loss would be no entry', async () => {
    await newCashCompany()
    const { id } = await sold()
    for (const day of ['2072-06-10', '2026-12-31'])
      await expect(lose(id, undefined, day), day).rejects.toThrow(/booked/)
    expect(await settlements(id)).toEqual([])
    await lose(id)
  })

  const sale = { 3001: -1000, 2611: -250, 3002: -100, 2621: -12 }
  test('is sold under the cash method, where the loss was no entry', async () => {
    await newCashCompany()
    const { id } = await sent()
    await lose(id)
    expect(await entriesOf(company)).toEqual([])
    await pay(id, 681)
    expect(await statusOf(company, id)).toBe('paid')
    await pay(id, 681)
    expect(await balancesOf(company)).toEqual({ 1930: 1362, ...sale })
    expect(await entriesOf(company)).toHaveLength(2)
    await isSound()
  })

  test('under the cash method, when the year is closed late', async () => {
    await newCashCompany()
    const { id } = await sent({ invoiceDate: '2026-12-20' })
    service.setNow('2027-01-20T10:00:00Z')
    const next = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'cash' } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, next))
    await lose(id, undefined, '2027-01-10')
    await pay(id, 1362, '2027-01-15')
    const { fiscalYearId } = company
    await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId }))
    expect(await balancesOf(company)).toEqual({ 1930: 1362, ...sale })
    await isSound()
  })

  test('under the cash method, of a loss after the year was closed', async () => {
    await newCashCompany()
    const { id } = await sent({ invoiceDate: '2026-12-20' })
    service.setNow('2027-01-20T10:00:00Z')
    const next = { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'cash' } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, next))
    const { fiscalYearId } = company
    await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId }))
    await lose(id, undefined, '2027-01-10')
    await pay(id, 1362, '2027-01-15')
    expect(await balancesOf(company)).toEqual({ 1930: 1362, ...sale, 6351: 1100, 3950: -1100 })
    await isSound()
  })
})

describe('a credit note after a loss', () => {
  const ten = { lineItems: [aLine({ quantity: 10 })] }
  const post = async (path: string) => ok(await company.post(path))
  const publishing = async (id: string) => {
    const { status, body } = await company.post(`/credit-notes/${id}/publish`)
    return [status, body.message]
  }
  const refused = (id: string, lost: string, left: string) => [
    400,
    `The credit note ${id} credits more than remains on invoice 1: ${lost} of it is written off as a loss, which has ` +
      `recovered its tax; beside that, ${left} is left to credit`,
  ]
  const nothing = async (id: string) => {
    const { status, body } = await company.post(`/invoices/${id}/credit`)
    expect([status, body.message]).toEqual([400, `Nothing remains to be credited on invoice 1 (${id})`])
  }

  /** How many documents the end of the year books, where the method has it book any. */
  const unpaid = async (method: string) => {
    const { id, fiscalYearId } = company
    if (method !== 'cash') return 0
    return (await service.operateFor(id, (call) => bookUnpaid(call, { fiscalYearId }))).documents
  }

  const partly: [method: string, begin: () => Promise<{ id: string }>, balances: object][] = [
    ['accrual', () => sold(ten), { 3001: -400, 6351: 400 }],
    ['cash', () => newCashCompany().then(() => sent(ten)), {}],
  ]
  test.each(partly)('takes back what the loss has left, and no more: %s', async (method, begin, balances) => {
    const { id } = await begin()
    await lose(id, 500)
    const before = await balancesOf(company)
    const note = await post(`/invoices/${id}/credit`)
    expect(await publishing(note.id)).toEqual(refused(note.id, '500.00', '750.00'))
    expect(await balancesOf(company)).toEqual(before)
    const lines = [{ ...note.lineItems[0], quantity: 6 }]
    ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems: lines }))
    for (const action of ['publish', 'record']) await post(`/credit-notes/${note.id}/${action}`)
    await nothing(id)
    expect(await unpaid(method)).toBe(0)
    expect(await balancesOf(company)).toEqual(balances)
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  test('comes to nothing while all is lost, and is published once that is paid', async () => {
    const { id } = await sold(ten)
    const note = await post(`/invoices/${id}/credit`)
    await lose(id)
    await nothing(id)
    expect(await publishing(note.id)).toEqual(refused(note.id, '1250.00', '0.00'))
    await pay(id, 1250)
    for (const action of ['publish', 'record']) await post(`/credit-notes/${note.id}/${action}`)
    expect(await balancesOf(company)).toEqual({ 1930: 1250, 1510: -1250, 6351: 1000, 3950: -1000 })
    await isSound()
  })
})

describe('a credit note and a cash discount', () => {
  const thousand = { lineItems: [aLine({ unitPrice: 1000 })] }
  const post = async (path: string) => ok(await company.post(path))
  const cutDown = async (note: { id: string; lineItems: object[] }, unitPrice: number) =>
    ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems: [{ ...note.lineItems[0], unitPrice }] }))
  const publishAndRecord = async (note: { id: string }) => {
    for (const action of ['publish', 'record']) await post(`/credit-notes/${note.id}/${action}`)
  }
  const discount = (id: string, sum: number, details: object = {}) =>
    settledAndRecorded(company, id, { type: 'cashDiscount', sum, ...details })
  const publishing = async (id: string) => {
    const { status, body } = await company.post(`/credit-notes/${id}/publish`)
    return [status, body.message]
  }
  const refused = (id: string, reason: string) => [
    400,
    `The credit note ${id} credits more than remains on invoice 1: ${reason}`,
  ]

  const methods: [method: string, begin: () => Promise<{ id: string }>][] = [
    ['accrual', () => sold(thousand)],
    ['cash', () => newCashCompany().then(() => sent(thousand))],
  ]
  test.each(methods)('take back no more than was paid: %s', async (_, begin) => {
    const { id } = await begin()
    await discount(id, 25)
    await pay(id, 1225)
    const note = await post(`/invoices/${id}/credit`)
    const reason =
      '25.00 of it is a cash discount, which has lowered what was sold; beside that, 1225.00 is left to credit. ' +
      'To credit the discount as well, first take it back with a negative one'
    expect(await publishing(note.id)).toEqual(refused(note.id, reason))
    await publishAndRecord(await cutDown(note, 980))
    await pay(id, -1225)
    expect(await balancesOf(company)).toEqual({ 3001: -20, 3731: 20 })
    expect(await statusOf(company, id)).toBe('paid')
    const { status, body } = await company.post(`/invoices/${id}/credit`)
    expect([status, body.message]).toEqual([400, `Nothing remains to be credited on invoice 1 (${id})`])
    await isSound()
  })

  test.each(methods)('come to nothing together once the discount is taken back: %s', async (_, begin) => {
    const { id } = await begin()
    await discount(id, 25)
    await pay(id, 1225)
    const note = await post(`/invoices/${id}/credit`)
    await discount(id, -25)
    await publishAndRecord(note)
    await pay(id, -1225)
    expect(await balancesOf(company)).toEqual({})
    expect(await statusOf(company, id)).toBe('credited')
    await isSound()
  })

  test.each(methods)('leave the discount to be taken back while the customer is owed money: %s', async (_, begin) => {
    const { id } = await begin()
    await discount(id, 25)
    await pay(id, 1225)
    await publishAndRecord(await cutDown(await post(`/invoices/${id}/credit`), 500))
    const rest = await post(`/invoices/${id}/credit`)
    expect((await publishing(rest.id))[0]).toBe(400)
    await discount(id, -25)
    await publishAndRecord(rest)
    await pay(id, -1225)
    expect(await balancesOf(company)).toEqual({})
    expect(await statusOf(company, id)).toBe('credited')
    await isSound()
  })

  test('count a discount that is not recorded yet, and one that the invoice does not state', async () => {
    const { id } = await sold(thousand)
    const { id: one } = await settled(company, id, { type: 'cashDiscount', sum: 25, termsOnInvoice: false })
    const note = await post(`/invoices/${id}/credit`)
    expect((await publishing(note.id))[0]).toBe(400)
    expect((await company.delete(`/invoices/${id}/settlements/${one}`)).status).toBe(204)
    expect((await publishing(note.id))[0]).toBe(200)
    expect((await settling(id, 'cashDiscount', 25))[0]).toBe(400)
  })

  test('count what is lost as well', async () => {
    const { id } = await sold(thousand)
    await discount(id, 25)
    await lose(id, 225)
    const note = await post(`/invoices/${id}/credit`)
    const reason =
      '225.00 of it is written off as a loss and 25.00 is a cash discount, which have lowered what was sold; ' +
      'beside that, 1000.00 is left to credit'
    expect(await publishing(note.id)).toEqual(refused(note.id, reason))
    await publishAndRecord(await cutDown(note, 800))
    expect(await balancesOf(company)).toEqual({ 3001: -200, 3731: 20, 6351: 180 })
    expect(await statusOf(company, id)).toBe('paid')
    await isSound()
  })

  const afterwards: [what: string, lower: (id: string, sum: number) => Promise<unknown>, account: number][] = [
    ['a discount', discount, 3731],
    ['a loss', lose, 6351],
  ]
  test.each(afterwards)('leave %s the rate that is left, also while the note is not recorded', async (_, ...rest) => {
    const [lower, account] = rest
    const { id } = await sold()
    const note = await post(`/invoices/${id}/credit`)
    const [first] = note.lineItems
    ok(await company.put(`/credit-notes/${note.id}`, { ...note, lineItems: [first] }))
    await post(`/credit-notes/${note.id}/publish`)
    await lower(id, 112)
    await post(`/credit-notes/${note.id}/record`)
    expect(await balancesOf(company)).toEqual({ 3002: -100, [account]: 100 })
    await isSound()
  })
})
