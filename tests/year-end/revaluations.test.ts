// What is in other currencies, restated at the rate of a day: the proposal with its working, what is booked of it and
// taken back, and what the checks of a year-end say then. Claims, debts and money in another currency are valued at the
// rate of the balance sheet day (årsredovisningslagen 4 kap. 13 §, BFNAR 2016:10).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { createFiscalYear, setRate } from '#ledger'
import { entryOf, type Group, revalued } from '#rules/year-end/revaluation'
import { balancesOf, ok, warningsOf } from '#support/entries'
import { booked, type Owned, openOf, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService({ alone: true })
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2025-11-01', rate: '11' }))
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2025-12-30', rate: '11.5' }))
})
afterAll(() => service.close())

const YEAR: [string, string] = ['2025-01-01', '2025-12-31']
const DAY = '2025-12-31'

const begin = async (accountingMethod: 'accrual' | 'cash' = 'accrual') => {
  service.setNow('2026-02-01T10:00:00Z')
  company = await owned(service, { fiscalYear: YEAR, accountingMethod })
  const year = { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod } as const
  await service.operateFor(company.id, (call) => createFiscalYear(call, year))
}

/** An invoice of 125 in a currency at 11, recorded. */
const sold = async (currency = 'EUR'): Promise<string> => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
  const sale = { invoiceDate: '2025-11-01', customerRef: { id: customer.id }, lineItems: [line] }
  const { id } = ok(await company.post('/invoices', { ...sale, currency, currencyRate: 11 }))
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  return id
}

/** A supplier invoice of 200 EUR at 11, recorded. */
const bought = async (): Promise<void> => {
  const supplier = ok(await company.post('/suppliers', { name: 'Papier GmbH', currency: 'EUR' }))
  const invoice = { invoiceNumber: 'F-1', invoiceDate: '2025-11-01', dueDate: '2025-12-01', totalAmount: 200 }
  const { id } = ok(await company.post('/supplier-invoices', { ...invoice, supplierRef: { id: supplier.id } }))
  const lines = [{ account: 6110, netAmount: 200, vatTreatment: 'exempt' }]
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
}

const withEuroAccount = async () => {
  const account = { name: 'Euro', iban: 'DE89370400440532013000', currency: 'EUR', account: 1940 }
  await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))
  await booked(company, '2025-12-01', { 1940: 550, 1930: -550 })
}

const propose = async (query = '') => ok(await company.get(`/currency-revaluations/proposal?date=${DAY}${query}`))
const restate = (body: object = {}) => company.post('/currency-revaluations', { date: DAY, ...body })
const euros = { accounts: [{ account: 1940, currency: 'EUR', balance: 48 }] }

/** What the accounts of revaluations stand at; those without a balance are left out. */
const standing = async (...accounts: number[]) => {
  const balances = await balancesOf(company)
  return Object.fromEntries(accounts.map((account) => [account, balances[account] ?? 0]).filter(([, ore]) => ore !== 0))
}
const OURS = [1518, 2448, 3960, 7960, 8330]

describe.each(['accrual', 'cash'] as const)('under the %s method', (accountingMethod) => {
  beforeEach(() => begin(accountingMethod))

  test('all that is open is proposed with its working, booked by account, and taken back the day after', async () => {
    const invoice = await sold()
    await bought()
    await withEuroAccount()
    if (accountingMethod === 'cash') ok(await company.as('POST', `/fiscal-years/${company.fiscalYearId}/unpaid-items`))
    const lacking = await propose()
    expect(lacking.missing).toEqual([
      {
        field: '#/accounts',
        message: 'no bank statement of account 1940 ends on 2025-12-31: give its balance in EUR in accounts',
      },
    ])
    const { groups, missing } = await propose('&accounts=1940:EUR:48')
    expect(missing).toEqual([])
    const [customers, suppliers, account] = groups
    expect(customers).toMatchObject({
      kind: 'customers',
      account: 1518,
      difference: 62.5,
      items: [
        {
          documentRef: { id: invoice },
          currency: 'EUR',
          amount: 125,
          booked: 1375,
          rate: 11.5,
          value: 1437.5,
          difference: 62.5,
        },
      ],
      entry: [
        { account: 1518, debit: 62.5, credit: 0 },
        { account: 3960, debit: 0, credit: 62.5 },
      ],
    })
    expect(suppliers).toMatchObject({
      kind: 'suppliers',
      account: 2448,
      difference: -100,
      items: [{ number: 'F-1', amount: -200, booked: -2200, value: -2300 }],
    })
    expect(account).toMatchObject({ kind: 'account', account: 1940, items: [{ amount: 48, booked: 550, value: 552 }] })
    const before = openOf(ok(await company.get(`/fiscal-years/${company.fiscalYearId}/closing`)))
    expect(before.revaluation).toEqual([3, null])
    const made = ok(await restate(euros))
    expect(made.groups).toMatchObject(groups.map(({ entry }: { entry: unknown }) => ({ entry })))
    // The entries of the first day after take everything back.
    expect(await standing(...OURS)).toEqual({})
    const { date } = ok(await company.get(`/journal-entries/${made.groups[0].reversalEntryRef.id}`))
    expect(date).toBe('2026-01-01')
    const after = openOf(ok(await company.get(`/fiscal-years/${company.fiscalYearId}/closing`)))
    expect(after).not.toHaveProperty('revaluation')
    expect(after).not.toHaveProperty('invoicesInCurrency')
    expect(after).not.toHaveProperty('reconciliation')
    expect(ok(await company.get(`/currency-revaluations/${made.id}`))).toEqual(made)
    expect(ok(await company.get('/currency-revaluations')).items).toEqual([made])
    const closed = await company.as('POST', `/fiscal-years/${company.fiscalYearId}/closing`, {})
    expect(warningsOf(closed).filter((told) => told.includes('currencies'))).toEqual([])
  })
})

test('what is kept is taken back by the next revaluation, of what is open then', async () => {
  await begin()
  const id = await sold()
  ok(await restate({ isReversed: false }))
  expect(await standing(...OURS)).toEqual({ 1518: 62.5, 3960: -62.5 })
  const twelve = { date: '2026-01-31', rates: [{ currency: 'EUR', rate: 12 }], isReversed: false }
  const next = ok(await restate(twelve))
  expect(next.groups).toMatchObject([{ carried: 62.5, difference: 125 }])
  expect(await standing(...OURS)).toEqual({ 1518: 125, 3960: -187.5, 7960: 62.5 })
  const payment = { date: '2026-02-01', amount: 125, sumBaseCurrency: 1500, bookkeepingAccountNumber: 1930 }
  const { id: paymentId } = ok(await company.post(`/invoices/${id}/payments`, payment))
  ok(await company.post(`/invoices/${id}/payments/${paymentId}/record`))
  ok(await restate({ date: '2026-02-01' }))
  // Nothing is open: what was kept is gone, and the gain of the payment is what is left of it all.
  const { 3960: gain = 0, 7960: loss = 0, ...rest } = await standing(...OURS)
  expect(rest).toEqual({ 1518: 125 })
  expect(gain + loss).toBe(-250)
})

test('what is left of an earlier one counts, also where one of its entries was reversed by itself', async () => {
  await begin()
  await sold()
  await bought()
  const { groups } = ok(await restate({ isReversed: false }))
  expect(await standing(1518, 2448)).toEqual({ 1518: 62.5, 2448: -100 })
  const { journalEntryRef } = groups.find(({ kind }: { kind: string }) => kind === 'customers')
  ok(await company.as('POST', `/journal-entries/${journalEntryRef.id}/reverse`))
  ok(await restate({ isReversed: false }))
  expect(await standing(1518, 2448)).toEqual({ 1518: 62.5, 2448: -100 })
})

test('one that was kept may be reversed after a later one was made', async () => {
  await begin()
  await sold()
  const first = ok(await restate({ isReversed: false }))
  const january = { date: '2026-01-30', rates: [{ currency: 'EUR', rate: 12 }], isReversed: false }
  ok(await restate(january))
  ok(await company.post(`/currency-revaluations/${first.id}/reverse`))
  expect(await standing(1518)).toEqual({ 1518: 62.5 })
  ok(await restate({ ...january, date: '2026-01-31' }))
  expect(await standing(1518)).toEqual({ 1518: 125 })
})

test('a day has one revaluation, which is reversed before another one is made', async () => {
  await begin()
  await sold()
  const made = ok(await restate({ isReversed: false }))
  const again = await restate()
  expect(again.body).toMatchObject({ reason: 'revaluation.already' })
  const earlier = await restate({ date: '2025-11-30', rates: [{ currency: 'EUR', rate: 11.25 }] })
  expect(earlier.body).toMatchObject({ reason: 'revaluation.later' })
  expect(ok(await company.post(`/currency-revaluations/${made.id}/reverse`)).isStanding).toBe(false)
  expect(await standing(...OURS)).toEqual({})
  ok(await restate({ rates: [{ currency: 'EUR', rate: 11.25 }] }))
})

test('a missing rate is refused with its currency and day, and can be given', async () => {
  await begin()
  await sold('USD')
  expect((await restate()).body).toMatchObject({
    errors: [
      {
        field: '#/rates',
        message: 'no rate of USD is known for 2025-12-31 or the 7 days before: give it in rates',
      },
    ],
  })
  expect(ok(await restate({ rates: [{ currency: 'USD', rate: 10 }] })).groups[0].difference).toBe(-125)
})

describe('an entry of a group', () => {
  const item = (ore: bigint, bookedOre: bigint) =>
    revalued({ id: null, number: '', name: '', currency: 'EUR', ore, bookedOre }, '11.5')
  const accounts = { kind: 'customers', account: 1518, gainAccount: 3960, lossAccount: 7960 } as const
  type Case = [what: string, group: Pick<Group, 'items' | 'carriedOre'>, entry: Record<number, bigint>]
  const cases: Case[] = [
    ['of a gain', { items: [item(100n, 1100n)], carriedOre: 0n }, { 1518: 50n, 3960: -50n }],
    ['of a loss', { items: [item(-100n, -1100n)], carriedOre: 0n }, { 1518: -50n, 7960: 50n }],
    ['of both', { items: [item(100n, 1100n), item(100n, 1200n)], carriedOre: 0n }, { 3960: -50n, 7960: 50n }],
    ['of nothing', { items: [item(100n, 1150n)], carriedOre: 0n }, {}],
    ['of what was carried', { items: [], carriedOre: 50n }, { 1518: -50n, 7960: 50n }],
    ['of the same again', { items: [item(100n, 1100n)], carriedOre: 50n }, { 3960: -50n, 7960: 50n }],
  ]
  test.each(cases)('%s', (_, group, entry) => {
    const rows = entryOf({ ...accounts, ...group }).map((row): [number, bigint] => [
      row.account,
      'debit' in row ? row.debit : -row.credit,
    ])
    expect(Object.fromEntries(rows)).toEqual(entry)
    expect(rows.reduce((sum, [, ore]) => sum + ore, 0n)).toBe(0n)
  })
})
