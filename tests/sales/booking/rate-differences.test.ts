// Exchange differences that are realised as an invoice in another currency is paid: what each way to pay it books under
// either method, and that nothing is left in either currency. A claim is booked at the rate of its day, and the
// difference from the rate of the payment is a gain (3960) or a loss (7960) of the operations, without tax
// (årsredovisningslagen 4 kap. 13 §, BFNAR 2016:10 and the BAS chart).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { claimSettledBy } from '#rules/sales/receivables/in-currency'
import { salesContribution } from '#sales'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, warningsOf } from '#tests/sales/invoicing'
import { balancesOf, credited, ok, recorded, statusOf } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** 1 000 euro and tax of 250, at 11. */
const euro = { currency: 'EUR', currencyRate: 11, lineItems: [aLine({ unitPrice: 1000 })] }

const paying = (amount: number | undefined, sum: number, date = '2026-06-10') => ({
  date,
  sumBaseCurrency: sum,
  bookkeepingAccountNumber: 1930,
  ...(amount === undefined ? {} : { amount }),
})

const pay = async (id: string, amount: number | undefined, sum: number) => {
  const { id: paymentId } = ok(await company.post(`/invoices/${id}/payments`, paying(amount, sum)))
  return ok(await company.post(`/invoices/${id}/payments/${paymentId}/record`))
}

/** What the accounts of a sale in euro stand at; those without a balance are left out. */
const standing = async () =>
  Object.fromEntries(Object.entries(await balancesOf(company)).filter(([, sum]) => sum !== 0))

/** What the customer ledger has open of an invoice, in SEK and in its currency. */
const openOf = async (invoiceId: string): Promise<[number, number] | null> => {
  const { items } = ok(await company.get('/reports/customer-ledger?on=2026-12-31'))
  const found = items.find(({ invoice }: { invoice: { id: string } }) => invoice.id === invoiceId)
  return found ? [found.rest, found.restInCurrency] : null
}

const sound = async () => {
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}

const sold = { 3001: -11_000, 2611: -2750 }

describe.each(['accrual', 'cash'] as const)('under the %s method', (accountingMethod) => {
  beforeEach(async () => {
    company = await service.newCompany({ accountingMethod })
  })

  type Case = [what: string, payments: [number, number][], books: Record<number, number>, open: [number, number] | null]
  const cases: Case[] = [
    ['all of it, at the rate', [[1250, 13_750]], { 1930: 13_750, ...sold }, null],
    ['all of it, at a higher rate', [[1250, 14_100]], { 1930: 14_100, 3960: -350, ...sold }, null],
    ['all of it, at a lower rate', [[1250, 13_400]], { 1930: 13_400, 7960: 350, ...sold }, null],
    [
      'two parts, one above and one below',
      [
        [500, 5600],
        [750, 8200],
      ],
      { 1930: 13_800, 3960: -100, 7960: 50, ...sold },
      null,
    ],
    [
      'three parts that are no whole kronor',
      [
        [416.67, 4600.01],
        [416.67, 4600.01],
        [416.66, 4600],
      ],
      { 1930: 13_800.02, 3960: -50.02, ...sold },
      null,
    ],
    [
      'all, paid back and paid again',
      [
        [1250, 14_100],
        [-1250, -14_200],
        [1250, 13_700],
      ],
      { 1930: 13_600, 3960: -350, 7960: 500, ...sold },
      null,
    ],
  ]
  test.each(cases)('%s', async (_, payments, books, open) => {
    const { id } = await recorded(company, euro)
    for (const [amount, sum] of payments) await pay(id, amount, sum)
    expect(await standing()).toEqual(books)
    expect([await openOf(id), await statusOf(company, id)]).toEqual([open, 'paid'])
    await sound()
  })

  test('a part leaves what is open of it in proportion', async () => {
    const { id } = await recorded(company, euro)
    await pay(id, 500, 5600)
    expect([await openOf(id), await statusOf(company, id)]).toEqual([[8250, 750], 'underPaid'])
  })

  test('what is paid beyond it stays open at the rate of the money, and goes back at that of its day', async () => {
    const { id } = await recorded(company, euro)
    await pay(id, 1350, 15_120)
    // 1 250 of 1 350 euro are worth 14 000; the other 100 are owed to the customer.
    expect(await standing()).toEqual({ 1510: -1120, 1930: 15_120, 3960: -250, ...sold })
    expect([await openOf(id), await statusOf(company, id)]).toEqual([[-1120, -100], 'overPaid'])
    await pay(id, -100, -1150)
    expect(await standing()).toEqual({ 1930: 13_970, 3960: -250, 7960: 30, ...sold })
    expect([await openOf(id), await statusOf(company, id)]).toEqual([null, 'paid'])
    await sound()
  })

  test('a credit note of what is paid goes back at the rate of its day', async () => {
    const { id } = await recorded(company, euro)
    await pay(id, 1250, 14_100)
    await credited(company, id)
    expect(await openOf(id)).toEqual([-13_750, -1250])
    await pay(id, -1250, -13_900)
    expect(await standing()).toEqual({ 1930: 200, 3960: -350, 7960: 150 })
    expect(await openOf(id)).toBe(null)
    await sound()
  })

  test('what is overpaid on one invoice is set off against another at a different rate, and taken back', async () => {
    const customerRef = { id: (await madeCustomer(company)).id }
    const over = (await recorded(company, { ...euro, customerRef })).id
    const next = (await recorded(company, { ...euro, customerRef, currencyRate: 12 })).id
    await pay(over, 1350, 14_850)
    const before = await standing()
    expect([await openOf(over), await openOf(next)]).toEqual([
      [-1100, -100],
      [15_000, 1250],
    ])
    const path = `/invoices/${next}/set-offs`
    const made = ok(await company.post(path, { invoiceRef: { id: over }, date: '2026-06-11' }))
    expect(made).toMatchObject({ amount: 100, sumBaseCurrency: 1200 })
    // 100 euro of the debt stand at 1 200, those overpaid at 1 100.
    expect([await openOf(over), await openOf(next)]).toEqual([null, [13_800, 1150]])
    expect((await standing())[7960]).toBe(100)
    ok(await company.post(`${path}/${made.id}/reversal`, { date: '2026-06-12' }))
    expect([await openOf(over), await openOf(next)]).toEqual([
      [-1100, -100],
      [15_000, 1250],
    ])
    const { 3960: gain = 0, 7960: loss = 0, ...rest } = await standing()
    expect([gain + loss, rest]).toEqual([0, before])
    await sound()
  })

  test('a payment that only tells kronor says what it counts as, and one that is removed takes its difference along', async () => {
    const { id } = await recorded(company, euro)
    const told = await company.post(`/invoices/${id}/payments`, paying(undefined, 5600))
    expect(warningsOf(told)).toEqual([
      'the invoice is in EUR: 5600.00 counts as 509.09 EUR, at the rate of the invoice; where another amount was paid, give amount, and the exchange difference is booked with the payment',
    ])
    ok(await company.delete(`/invoices/${id}/payments/${ok(told).id}`))
    const { id: paymentId } = ok(await company.post(`/invoices/${id}/payments`, paying(1250, 14_100)))
    const [difference] = ok(await company.get(`/invoices/${id}/settlements`)).items
    expect(difference).toMatchObject({ type: 'currency', invoiceSettlementDetails: { sumBaseCurrency: -350 } })
    expect(await statusOf(company, id)).toBe('paid')
    const alone = await company.delete(`/invoices/${id}/settlements/${difference.id}`)
    expect([alone.status, alone.body.reason]).toEqual([400, 'booking.settlement-of-payment'])
    ok(await company.delete(`/invoices/${id}/payments/${paymentId}`))
    expect(ok(await company.get(`/invoices/${id}/settlements`)).items).toEqual([])
    expect(await openOf(id)).toEqual([13_750, 1250])
  })

  test('a statement of account ends at nothing in the currency', async () => {
    const customer = await madeCustomer(company)
    const { id } = await recorded(company, { ...euro, customerRef: { id: customer.id } })
    await pay(id, 416.67, 4600)
    await pay(id, 833.33, 9300)
    const { currencies } = ok(await company.get(`/customers/${customer.id}/statement?from=2026-01-01&to=2026-12-31`))
    const [{ entries, closing, unpaid }] = currencies
    expect(entries.map(({ amount }: { amount: number }) => amount)).toEqual([1250, -416.67, -833.33])
    expect([closing, unpaid]).toEqual([0, []])
  })
})

test('one request books many payments with their differences', async () => {
  company = await service.newCompany()
  const { id } = await recorded(company, euro)
  const operations = [
    { name: 'one', method: 'POST', path: `/invoices/${id}/payments`, body: paying(625, 7000) },
    { method: 'POST', path: `/invoices/${id}/payments/{one#/id}/record` },
    { name: 'two', method: 'POST', path: `/invoices/${id}/payments`, body: paying(625, 6800) },
    { method: 'POST', path: `/invoices/${id}/payments/{two#/id}/record` },
  ]
  ok(await company.post('/bulk', { mode: 'atomic', operations }))
  expect(await standing()).toEqual({ 1930: 13_800, 3960: -125, 7960: 75, ...sold })
})

test('an amount is refused of an invoice in kronor, of zero, and across zero from the sum', async () => {
  company = await service.newCompany()
  const { id } = await recorded(company)
  const abroad = await recorded(company, euro)
  const wrong = async (of: string, amount: number, sum: number) =>
    (await company.post(`/invoices/${of}/payments`, paying(amount, sum))).body.errors
  expect(await wrong(id, 10, 10)).toMatchObject([{ field: '#/amount', reason: 'booking.amount-of-sek' }])
  expect(await wrong(abroad.id, 0, 10)).toMatchObject([{ field: '#/amount', reason: 'booking.zero-sum' }])
  expect(await wrong(abroad.id, -10, 10)).toMatchObject([{ field: '#/amount', reason: 'booking.amount-side' }])
})

/** A sequence of pseudo-random numbers below `most`, the same in each run. */
const random = (seed: number) => {
  let state = BigInt(seed)
  return (most: bigint): bigint => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    return (state >> 20n) % most
  }
}

test('what is open ends at nothing in both currencies, however it is cut', () => {
  const next = random(7)
  for (let round = 0; round < 2000; round += 1) {
    const ore = 1n + next(10_000_000n)
    const whole = { ore, baseOre: 1n + (ore * (1n + next(2_000_000n))) / 100_000n }
    const open = { ...whole }
    let settled = 0n
    while (open.ore !== 0n) {
      // The last cut takes the rest; before it now and then something goes back, or more is paid than is owed.
      const cut = next(4n) === 0n ? open.ore : 1n + next(open.ore < 0n ? -open.ore : open.ore * 2n)
      const money = open.ore < 0n ? -cut : cut === open.ore ? cut : next(5n) === 0n ? -cut : cut
      const paid =
        open.ore < 0n ? { ore: open.ore, baseOre: (open.ore * 11n) / 10n || -1n } : { ore: money, baseOre: money * 2n }
      const claim = claimSettledBy(paid, open, whole)
      open.ore -= paid.ore
      open.baseOre -= claim
      settled += claim
    }
    expect([open.baseOre, settled], `round ${round}`).toEqual([0n, whole.baseOre])
  }
})
