// The same year of sales twice: in a company that books its invoices, and in one that books what is paid. At the end of
// the year, when the cash company has booked what is unpaid, every account of both says the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { bookUnpaid, salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

/** A company of the story, with what it has made so far under the names of the story. */
type Shop = TestCompany & { customers: Map<string, string>; invoices: Map<string, string> }

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const ok = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const newShop = async (accountingMethod: 'accrual' | 'cash'): Promise<Shop> => {
  const company = checkedCompany(await service.newCompany({ name: 'Årets butik AB', accountingMethod }))
  const shop = { ...company, customers: new Map<string, string>(), invoices: new Map<string, string>() }
  for (const [name, body] of Object.entries(customers)) {
    shop.customers.set(name, ok(await company.post('/customers', body)).id)
  }
  return shop
}

const stockholm = { line1: 'Storgatan 1', postalCode: '111 22', city: 'Stockholm', country: 'SE' }

const customers = {
  byggbolaget: { name: 'Byggbolaget AB', type: 'company', orgNumber: '556036-0793', address: stockholm },
  karin: { name: 'Karin Ek', type: 'private', address: stockholm },
  berlin: {
    name: 'Berlin Möbel GmbH',
    type: 'company',
    vatNumber: 'DE136695976',
    address: { line1: 'Hauptstraße 5', postalCode: '10827', city: 'Berlin', country: 'DE' },
  },
  oslo: {
    name: 'Oslo Handel AS',
    type: 'company',
    address: { line1: 'Storgata 3', postalCode: '0155', city: 'Oslo', country: 'NO' },
  },
}

type Line = [productType: 'goods' | 'services', quantity: number, unitPrice: number, taxRate: number]

/** One thing that happens in the year; both companies do all of it on the same day. */
type Event = { date: string } & (
  | { invoice: string; to: keyof typeof customers; lines: Line[]; currency?: [code: string, rate: number] }
  | { credit: string; of: string; quantity: number }
  | { pay: string; sum: number }
  | { settle: string; type: 'currency' | 'bankFee' | 'paymentServiceFee'; sum: number; vatScheme?: string }
)

const year: Event[] = [
  {
    date: '2026-01-15',
    invoice: 'desks',
    to: 'byggbolaget',
    lines: [
      ['goods', 4, 2500, 25],
      ['services', 3.5, 800, 25],
    ],
  },
  { date: '2026-02-10', pay: 'desks', sum: 16000 },
  {
    date: '2026-02-12',
    invoice: 'books',
    to: 'karin',
    lines: [
      ['goods', 3, 99.95, 6],
      ['goods', 1, 120, 25],
      ['goods', 2, 45, 12],
    ],
  },
  { date: '2026-02-20', pay: 'books', sum: 569 },
  {
    date: '2026-03-02',
    invoice: 'fair',
    to: 'byggbolaget',
    lines: [
      ['services', 10, 950, 25],
      ['services', 1, -500, 25],
    ],
  },
  { date: '2026-03-15', pay: 'fair', sum: 5000 },
  { date: '2026-03-20', credit: 'fairCredit', of: 'fair', quantity: 2 },
  { date: '2026-04-05', pay: 'fair', sum: 3875 },
  { date: '2026-04-10', invoice: 'chairs', to: 'berlin', lines: [['goods', 20, 150, 0]], currency: ['EUR', 11.2] },
  { date: '2026-05-12', pay: 'chairs', sum: 33900 },
  { date: '2026-05-12', settle: 'chairs', type: 'currency', sum: -300 },
  { date: '2026-05-20', invoice: 'advice', to: 'oslo', lines: [['services', 8, 1200, 0]] },
  { date: '2026-06-01', settle: 'advice', type: 'bankFee', sum: 45 },
  { date: '2026-06-01', pay: 'advice', sum: 9555 },
  { date: '2026-06-08', invoice: 'card', to: 'karin', lines: [['goods', 1, 399.2, 25]] },
  { date: '2026-06-09', settle: 'card', type: 'paymentServiceFee', sum: 9, vatScheme: 'domestic' },
  { date: '2026-06-09', pay: 'card', sum: 490 },
  { date: '2026-06-10', invoice: 'undone', to: 'byggbolaget', lines: [['goods', 2, 700, 25]] },
  { date: '2026-06-11', credit: 'undoneCredit', of: 'undone', quantity: 2 },
  {
    date: '2026-09-01',
    invoice: 'mixed',
    to: 'karin',
    lines: [
      ['services', 1, 333.33, 12],
      ['goods', 7, 14.29, 6],
    ],
  },
  { date: '2026-10-01', pay: 'mixed', sum: 100 },
  { date: '2026-11-03', pay: 'mixed', sum: 150.55 },
  {
    date: '2026-12-10',
    invoice: 'late',
    to: 'byggbolaget',
    lines: [
      ['goods', 3, 1333.33, 25],
      ['services', 2, 600, 25],
    ],
  },
  { date: '2026-12-15', pay: 'late', sum: 2000 },
  { date: '2026-12-20', invoice: 'unpaid', to: 'berlin', lines: [['services', 5, 900, 0]] },
]

const happen = async (shop: Shop, event: Event): Promise<void> => {
  const { date } = event
  if ('invoice' in event) return sell(shop, event)
  if ('credit' in event) return credit(shop, event)
  const name = 'pay' in event ? event.pay : event.settle
  const url = `/invoices/${shop.invoices.get(name)}`
  if ('pay' in event) {
    const body = { date, sumBaseCurrency: event.sum, bookkeepingAccountNumber: 1930 }
    const { id } = ok(await shop.post(`${url}/payments`, body))
    expect(ok(await shop.post(`${url}/payments/${id}/record`)).journalEntryRef).toMatchObject({
      id: expect.any(String),
    })
    return
  }
  const { type, sum: sumBaseCurrency, vatScheme } = event
  const details = { date, sumBaseCurrency, ...(vatScheme ? { vatScheme } : {}) }
  const { id } = ok(await shop.post(`${url}/settlements`, { type, invoiceSettlementDetails: details }))
  ok(await shop.post(`${url}/settlements/${id}/record`))
}

const sell = async (shop: Shop, event: Extract<Event, { invoice: string }>): Promise<void> => {
  const { date, invoice: name, to, lines, currency: [currency, currencyRate] = ['SEK', 1] } = event
  const lineItems = lines.map(([productType, quantity, unitPrice, taxRate]) => ({
    description: `${name} ${productType}`,
    itemType: 'salesItem',
    productType,
    unitType: 'piece',
    quantity,
    unitPrice,
    taxRate,
  }))
  const draft = { customerRef: { id: shop.customers.get(to) }, invoiceDate: date, currency, currencyRate, lineItems }
  const { id } = ok(await shop.post('/invoices', draft))
  shop.invoices.set(name, id)
  ok(await shop.post(`/invoices/${id}/publish`))
  ok(await shop.post(`/invoices/${id}/record`))
}

/** Credits this many of the invoice's first line, and nothing else. */
const credit = async (shop: Shop, event: Extract<Event, { credit: string }>): Promise<void> => {
  const { date: creditDate, credit: name, of, quantity } = event
  const draft = ok(await shop.post(`/invoices/${shop.invoices.get(of)}/credit`))
  const {
    lineItems: [first],
    ...rest
  } = draft
  const changed = { ...rest, creditDate, lineItems: [{ ...first, quantity }] }
  ok(await shop.put(`/credit-notes/${draft.id}`, changed))
  shop.invoices.set(name, draft.id)
  ok(await shop.post(`/credit-notes/${draft.id}/publish`))
  ok(await shop.post(`/credit-notes/${draft.id}/record`))
}

/** What stands on every account that anything stands on. */
const balancesOf = async (shop: Shop): Promise<Record<string, number>> => {
  const accounts: { account: number }[] = ok(await shop.get('/chart-of-accounts'))
  const balances: Record<string, number> = {}
  for (const { account } of accounts) {
    const { accountBalance } = ok(await shop.get(`/chart-of-accounts/${account}`))
    if (accountBalance !== 0) balances[account] = accountBalance
  }
  return balances
}

const statusesOf = async (shop: Shop): Promise<Record<string, string>> => {
  const statuses: Record<string, string> = {}
  for (const [name, id] of shop.invoices) {
    if (name.endsWith('Credit')) continue
    statuses[name] = ok(await shop.get(`/invoices/${id}`)).status
  }
  return statuses
}

test('a year by the accrual method and by the cash method comes to the same', { timeout: 180_000 }, async () => {
  const shops = { accrual: await newShop('accrual'), cash: await newShop('cash') }
  for (const event of year) {
    service.setNow(`${event.date}T10:00:00.000Z`)
    await happen(shops.accrual, event)
    await happen(shops.cash, event)
  }
  service.setNow('2026-12-31T20:00:00.000Z')
  const [accrual, cash] = [await balancesOf(shops.accrual), await balancesOf(shops.cash)]
  // Until the year ends the one has claims on customers in its books, the other only those on buyers in the Union.
  expect(accrual[1510]).toBeGreaterThan(4500)
  expect(cash[1510]).toBe(4500)
  expect(cash[2611]).toBeGreaterThan(accrual[2611] ?? 0)
  const bank = 16000 + 569 + 5000 + 3875 + 33900 + 9555 + 490 + 100 + 150.55 + 2000
  expect([accrual[1930], cash[1930]]).toEqual([bank, bank])

  const { fiscalYearId } = shops.cash
  await service.operateFor(shops.cash.id, (call) => bookUnpaid(call, { fiscalYearId }))
  expect(await balancesOf(shops.cash)).toEqual(accrual)
  const statuses = await statusesOf(shops.accrual)
  expect(statuses).toEqual(await statusesOf(shops.cash))
  expect(statuses).toEqual({
    desks: 'paid',
    books: 'paid',
    fair: 'paid',
    chairs: 'paid',
    advice: 'paid',
    card: 'paid',
    undone: 'credited',
    mixed: 'overdue',
    late: 'underPaid',
    unpaid: 'published',
  })

  // In January what was unpaid comes in; no tax or income is booked twice.
  for (const shop of [shops.accrual, shops.cash]) {
    await service.operateFor(shop.id, async (call) => {
      const { createFiscalYear } = await import('#ledger')
      await createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'cash' })
    })
    service.setNow('2027-01-20T10:00:00.000Z')
    const { totalAmount, paidAmount } = ok(await shop.get(`/invoices/${shop.invoices.get('late')}`))
    await happen(shop, { date: '2027-01-20', pay: 'late', sum: Math.round((totalAmount - paidAmount) * 100) / 100 })
    expect(ok(await shop.get(`/invoices/${shop.invoices.get('late')}`)).status).toBe('paid')
  }
  expect(await balancesOf(shops.cash)).toEqual(await balancesOf(shops.accrual))
  for (const shop of [shops.accrual, shops.cash]) {
    await service.operateFor(shop.id, async (call) => {
      expect((await ledgerContribution.verifyBooks(call)).fault).toBeNull()
      expect(await salesContribution.verify(call)).toEqual([])
    })
  }
})
