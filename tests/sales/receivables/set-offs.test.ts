// Set-offs without money between invoices of a customer: what each books under either method, what is refused, and how
// one is taken back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { sql } from '#platform/sql'
import { salesContribution } from '#sales'
import { type Service, startService, type TestCompany } from '#support/service'
import { balancesOf, credited, entryOf, ok, paid, paidAndRecorded, statusOf } from '#tests/sales/booking/booked'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

let customerRef: { id: string }
const begin = async (accountingMethod: 'accrual' | 'cash' = 'accrual') => {
  company = await service.newCompany({ accountingMethod })
  customerRef = { id: (await madeCustomer(company)).id }
}

/** A recorded invoice of the customer, of 1 250 with tax. */
const sent = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await madeInvoice(company, { customerRef, lineItems: [aLine({ unitPrice: 1000 })], ...changes })
  await published(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  return id
}

const setOff = (id: string, other: string, body: object = {}) =>
  company.post(`/invoices/${id}/set-offs`, { invoiceRef: { id: other }, date: '2026-06-10', ...body })
const outstandingOf = async (...ids: string[]): Promise<number[]> => {
  const found = await service.operateFor(company.id, ({ db }) =>
    db.rows<{ id: string; ore: bigint }>(sql`
      select id, total_base_ore - credited_base_ore - paid_base_ore - settled_base_ore as ore from sales.invoice
      where company_id = ${company.id} and id = any(${ids}::uuid[])`),
  )
  return ids.map((id) => Number(found.find((one) => one.id === id)?.ore) / 100)
}
const sound = async () => {
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}
const messages = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)

describe('what was paid too much on one invoice', () => {
  test('pays another under the accrual method, whichever of them is named first', async () => {
    for (const isTurned of [false, true]) {
      await begin()
      const first = await sent()
      const second = await sent()
      await paidAndRecorded(company, first, { sum: 1550 })
      expect(await balancesOf(company)).toMatchObject({ 1510: 1250, 2420: -300 })
      const made = ok(await (isTurned ? setOff(second, first) : setOff(first, second)))
      const [invoiceId, other, sum] = isTurned ? [second, first, 300] : [first, second, -300]
      expect(made).toMatchObject({ invoiceId, invoiceRef: { id: other }, date: '2026-06-10', sumBaseCurrency: sum })
      const { 2420: advance = 0, 1680: transit = 0, ...rest } = await balancesOf(company)
      expect([advance, transit, rest]).toEqual([0, 0, { 1510: 950, 1930: 1550, 3001: -2000, 2611: -500 }])
      expect(await entryOf(company, made)).toMatchObject({
        date: '2026-06-10',
        title: expect.stringMatching(/^Kvittning av faktura /),
      })
      expect(await outstandingOf(first, second)).toEqual([0, 950])
      expect([await statusOf(company, first), await statusOf(company, second)]).toEqual(['paid', 'underPaid'])
      const { items } = ok(await company.get(`/invoices/${invoiceId}/set-offs`))
      expect(items).toEqual([made])
      expect(ok(await company.get(`/invoices/${invoiceId}/set-offs/${made.id}`))).toEqual(made)
      const payments = ok(await company.get(`/invoices/${second}/payments`)).items
      expect(payments).toMatchObject([{ sumBaseCurrency: 300, bookkeepingAccountNumber: 1680 }])
      await sound()
    }
  })

  test('pays another under the cash method, whose tax is declared on that day', async () => {
    await begin('cash')
    const first = await sent()
    const second = await sent()
    await paidAndRecorded(company, first, { sum: 1500 })
    expect(await balancesOf(company)).toEqual({ 1930: 1500, 3001: -1000, 2611: -250, 2420: -250 })
    ok(await setOff(first, second))
    const { 2420: advance = 0, 1680: transit = 0, ...rest } = await balancesOf(company)
    expect([advance, transit, rest]).toEqual([0, 0, { 1930: 1500, 3001: -1200, 2611: -300 }])
    await sound()
  })
})

describe.each(['accrual', 'cash'] as const)('under the %s method what is credited after it was paid', (method) => {
  beforeEach(() => begin(method))

  test('pays another invoice, and the books have the sale of that alone', async () => {
    const first = await sent()
    const second = await sent()
    await paidAndRecorded(company, first, { sum: 1250 })
    await credited(company, first)
    ok(await setOff(first, second))
    const { 1510: claim = 0, 1680: transit = 0, 2420: advance = 0, ...rest } = await balancesOf(company)
    expect([claim, transit, advance, rest]).toEqual([0, 0, 0, { 1930: 1250, 3001: -1000, 2611: -250 }])
    expect(await outstandingOf(first, second)).toEqual([0, 0])
    await sound()
  })

  test('is taken back, once, and may be set off again', async () => {
    const first = await sent()
    const second = await sent()
    await paidAndRecorded(company, first, { sum: 1250 })
    await credited(company, first)
    const before = await balancesOf(company)
    const { id } = ok(await setOff(first, second, { sumBaseCurrency: 500 }))
    const back = ok(await company.post(`/invoices/${first}/set-offs/${id}/reversal`, { date: '2026-06-11' }))
    expect(back).toMatchObject({ sumBaseCurrency: 500, date: '2026-06-11' })
    expect(await outstandingOf(first, second)).toEqual([-1250, 1250])
    expect((await entryOf(company, back)).title).toMatch(/^Återtagen kvittning av faktura /)
    const sum = (balances: Record<string, number>, accounts: number[]) =>
      accounts.reduce((all, account) => all + (balances[account] ?? 0), 0)
    const after = await balancesOf(company)
    expect(sum(after, [1930, 1680])).toBe(sum(before, [1930, 1680]))
    for (const one of [id, back.id]) {
      const again = await company.post(`/invoices/${first}/set-offs/${one}/reversal`, {})
      expect([again.status, again.body.message]).toEqual([400, `The set-off ${one} has already been taken back`])
    }
    await sound()
    ok(await setOff(second, first))
    expect(await outstandingOf(first, second)).toEqual([0, 0])
    const { 1510: claim = 0, 1680: transit = 0, 2420: advance = 0, ...rest } = await balancesOf(company)
    expect([claim, transit, advance, rest]).toEqual([0, 0, 0, { 1930: 1250, 3001: -1000, 2611: -250 }])
    await sound()
  })
})

test('what does not fit is refused with its field', async () => {
  await begin()
  const first = await sent()
  const second = await sent()
  const euro = await sent({ currency: 'EUR', currencyRate: 11 })
  const draft = (await madeInvoice(company, { customerRef })).id
  const strange = (await madeInvoice(company)).id
  await published(company, strange)
  const { id: unrecorded } = await paid(company, first, { sum: 1550 })
  const at = '#/invoiceRef/id'
  const unknown = '019a9d2c-5a00-7c3e-9b1f-000000000001'
  const cases: [string, object, string][] = [
    [first, {}, `${at}: must be another invoice`],
    [unknown, {}, `${at}: there is no published invoice ${unknown}`],
    [draft, {}, `${at}: there is no published invoice ${draft}`],
    [strange, {}, `${at}: must be an invoice of the same customer`],
    [euro, {}, `${at}: must be in the currency of the other one, SEK`],
    [second, {}, `${at}: record the payments of invoice 1 first`],
    [second, { date: '2026-02-30' }, '#/date: must be a day as YYYY-MM-DD, such as 2026-03-31'],
    [
      second,
      { sumBaseCurrency: 0.001 },
      '#/sumBaseCurrency: must be an amount with at most two decimals, and not zero',
    ],
  ]
  for (const [other, body, message] of cases) expect(messages(await setOff(first, other, body))).toEqual([message])
  ok(await company.post(`/invoices/${first}/payments/${unrecorded}/record`))
  for (const sumBaseCurrency of [300.01, -1]) {
    expect(messages(await setOff(first, second, { sumBaseCurrency }))).toEqual([
      '#/sumBaseCurrency: must be above zero and at most 300, which both have',
    ])
  }
  const third = await sent()
  expect(messages(await setOff(second, third))[0]).toContain('1250 is outstanding on this one, 1250 on the other')
  expect((await setOff(first, second)).status).toBe(200)
  expect(messages(await setOff(first, second))[0]).toContain('0 is outstanding on this one, 950 on the other')
  await sound()
})

test('two who use the same overpayment at once use it once', async () => {
  await begin()
  const first = await sent()
  const second = await sent()
  const third = await sent()
  await paidAndRecorded(company, first, { sum: 1550 })
  const answers = await Promise.all([setOff(first, second), setOff(third, first), setOff(first, second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(await outstandingOf(first)).toEqual([0])
  await sound()
})
