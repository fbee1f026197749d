// Open items against the slow, obvious sum: for random invoices and what happened to them, what is left of each on any
// day, as known at any moment, is what the entries of that invoice leave on its account.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountingMethod, createFiscalYear } from '#ledger'
import { addDays, type Day, dayFrom } from '#platform/day'
import { bookUnpaidPurchases, lockUnpaidPurchases } from '#purchasing'
import { bookUnpaid } from '#sales'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, charged, credited, madeCustomer, newSupplier, paid, paidAndRecorded, sold } from './trading.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const FIRST = dayFrom('2025-09-01')
const DAYS = 300
const day = fc.nat({ max: DAYS }).map((days) => addDays(FIRST, days))
const amount = fc.integer({ min: 200, max: 9_999_99 }).map((ore) => ore / 100)
const share = fc.constantFrom(1, 1, 0.5, 0.25, 1.2, -0.1)

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('sell' as const), date: day, amount, euro: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('take' as const), of: fc.nat(), date: day, share }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('fee' as const), of: fc.nat(), date: day }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('note' as const), of: fc.nat(), date: day }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('credit' as const), of: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('buy' as const), date: day, amount, later: fc.nat(40) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('pay' as const), of: fc.nat(), date: day, share }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('hand' as const), date: day, amount }) },
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

type Invoice = { id: string; numbers: string[]; total: number }
type Told = {
  company: TestCompany
  sold: Invoice[]
  bought: Invoice[]
  /** What was booked by hand on 1510, and unrecorded payments, by invoice. */
  byHand: { date: Day; amount: number; registration: number }[]
  unrecorded: { invoice: string; date: Day; amount: number; registration: number }[]
}

/** A company of two years, each thing done a minute after the one before. */
const tell = async (accountingMethod: AccountingMethod, steps: readonly Step[]): Promise<Told> => {
  const company = checkedCompany(
    await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'], accountingMethod }),
  )
  const next = { startDate: dayFrom('2026-01-01'), endDate: dayFrom('2026-12-31'), accountingMethod }
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
  const told: Told = { company, sold: [], bought: [], byHand: [], unrecorded: [] }
  const customers = [await madeCustomer(company, { name: 'Ö AB' }), await madeCustomer(company, { name: 'Alfa AB' })]
  const suppliers = [await newSupplier(company, { name: 'Bruk AB' }), await newSupplier(company)]
  const countOf = async () => ok(await company.get('/reports/trial-balance')).knownAt as number
  for (const [place, one] of steps.entries()) {
    service.setNow(new Date(Date.UTC(2026, 8, 1, 8, place)).toISOString())
    const among = one.what === 'pay' ? told.bought : told.sold
    const of = 'of' in one ? among[one.of % Math.max(1, among.length)] : undefined
    if ('of' in one && !of) continue
    if (one.what === 'sell') {
      const { id, invoiceNumber, totalAmount } = await sold(company, customers[place % 2].id, {
        invoiceDate: one.date,
        lineItems: [aLine({ unitPrice: one.amount })],
        ...(one.euro ? { currency: 'EUR', currencyRate: 11.37 } : {}),
      })
      const total = totalAmount * (one.euro ? 11.37 : 1)
      told.sold.push({ id, numbers: [`faktura ${invoiceNumber}`], total })
    } else if (one.what === 'take' && of) {
      const sum = Math.round(of.total * one.share * 100) / 100
      await paidAndRecorded(company, of.id, { date: one.date, sum })
    } else if (one.what === 'fee' && of) {
      await charged(company, of.id, one.date)
    } else if (one.what === 'note' && of) {
      await paid(company, of.id, { date: one.date, sum: 15 })
      told.unrecorded.push({ invoice: of.id, date: one.date, amount: 15, registration: await countOf() })
    } else if (one.what === 'credit' && of) {
      if (ok(await company.get(`/invoices/${of.id}`)).status === 'credited') continue
      const { id } = await credited(company, of.id)
      of.numbers.push(`faktura ${ok(await company.get(`/credit-notes/${id}`)).creditNoteNumber}`)
    } else if (one.what === 'buy') {
      const body = {
        supplierRef: { id: suppliers[place % 2] },
        invoiceNumber: `L${place}`,
        totalAmount: one.amount,
        invoiceDate: one.date,
        dueDate: addDays(one.date, 30),
      }
      const { id } = ok(await company.post('/supplier-invoices', body))
      const recorded = addDays(one.date, accountingMethod === 'accrual' ? one.later : 0)
      const lines = [{ account: 6110, netAmount: one.amount, taxRate: 0 }]
      ok(await company.post(`/supplier-invoices/${id}/record`, { lines, date: recorded }))
      told.bought.push({ id, numbers: [`L${place}`], total: one.amount })
    } else if (one.what === 'pay' && of) {
      const sum = Math.round(of.total * Math.min(Math.abs(one.share), 1) * 100) / 100
      // What is beyond the rest is refused, and so nothing happens.
      await company.post(`/supplier-invoices/${of.id}/payments`, { date: one.date, amount: sum })
    } else if (one.what === 'hand') {
      const items = [
        { account: 1510, debit: one.amount, credit: 0 },
        { account: 3001, debit: 0, credit: one.amount },
      ]
      ok(await company.post('/journal-entries', { title: 'För hand', date: one.date, items }))
      told.byHand.push({ date: one.date, amount: one.amount, registration: await countOf() })
    }
  }
  return told
}

type Entry = {
  title: string
  date: Day
  registration: number
  items: { account: number; debit: number; credit: number }[]
}

const entriesOf = async (company: TestCompany): Promise<Entry[]> => {
  const pages: Entry[][] = []
  for (let page = 1; ; page += 1) {
    const found = ok(await company.get(`/journal-entries?pageSize=100&page=${page}`))
    pages.push(found.items)
    if (page >= found.totalPages) break
  }
  const entries = pages.flat().reverse()
  return entries.map((entry, index) => ({ ...entry, registration: index + 1 }))
}

const inOre = (kronor: number) => Math.round(kronor * 100) + 0

const isOf = (title: string, numbers: readonly string[]): boolean =>
  numbers.some((number) => new RegExp(`${number}(?![0-9])`, 'i').test(title))

const bookedOn = (entries: readonly Entry[], account: number): number =>
  entries
    .flatMap(({ items }) => items)
    .filter((item) => item.account === account)
    .reduce((sum, { debit, credit }) => sum + inOre(debit) - inOre(credit), 0) + 0

const asked = fc.array(fc.record({ on: day, known: fc.option(fc.nat(), { nil: undefined }) }), {
  minLength: 4,
  maxLength: 4,
})

const readAll = async (company: TestCompany, report: string, query: string) => {
  const first = ok(await company.get(`/reports/${report}?${query}&pageSize=2&cursor=`))
  const items = [...first.items]
  for (let cursor = first.nextCursor; cursor; ) {
    const next = ok(await company.get(`/reports/${report}?${query}&pageSize=2&cursor=${cursor}`))
    items.push(...next.items)
    cursor = next.nextCursor
  }
  return { ...first, items }
}

/** Holds the ledgers of a company of the accrual method against its entries. */
const hold = async (told: Told, entries: readonly Entry[], { on, known }: { on: Day; known: number | undefined }) => {
  const { company } = told
  const counted = entries.filter(({ date, registration }) => date <= on && registration <= (known ?? entries.length))
  const query = `on=${on}${known === undefined ? '' : `&knownAt=${known}`}`
  const customers = await readAll(company, 'customer-ledger', query)
  const suppliers = await readAll(company, 'supplier-ledger', query)
  for (const { id, numbers } of told.sold) {
    const said = told.unrecorded.filter((one) => one.invoice === id && one.date <= on && known === undefined)
    const expected =
      bookedOn(
        counted.filter(({ title }) => isOf(title, numbers)),
        1510,
      ) - said.reduce((sum, one) => sum + inOre(one.amount), 0)
    const item = customers.items.find(({ invoice }: { invoice: { id: string } }) => invoice.id === id)
    if (known === undefined) expect(inOre(item?.rest ?? 0), `${id} on ${on}`).toBe(expected)
  }
  const hand = told.byHand.filter((one) => one.date <= on && (known === undefined || one.registration <= known))
  const [receivable] = customers.reconciliation
  expect(receivable.account).toBe(1510)
  expect(inOre(receivable.difference)).toBe(hand.reduce((sum, one) => sum + inOre(one.amount), 0))
  expect(inOre(receivable.books)).toBe(bookedOn(counted, 1510))
  const [payable] = suppliers.reconciliation
  expect(inOre(payable.books)).toBe(0 - bookedOn(counted, 2440))
  expect([payable.account, payable.difference]).toEqual([2440, 0])
  for (const { id, numbers, total } of told.bought) {
    const ofIt = counted.filter(({ title }) => isOf(title, numbers))
    const item = suppliers.items.find(
      ({ supplierInvoice }: { supplierInvoice: { id: string } }) => supplierInvoice.id === id,
    )
    if (!item) continue
    const isBooked = ofIt.some(({ items }) => items.some(({ account }) => account === 6110))
    const early = !isBooked && item.date <= on ? inOre(total) : 0
    expect(inOre(item.rest), `${numbers} on ${on}`).toBe(0 - bookedOn(ofIt, 2440) + early)
  }
  for (const [report, ledger] of [
    ['aged-receivables', customers],
    ['aged-payables', suppliers],
  ] as const) {
    const aged = ok(await company.get(`/reports/${report}?${query}`))
    expect(inOre(aged.total.rest)).toBe(inOre(ledger.total.rest))
    const late = ledger.items.filter(({ daysOverdue }: { daysOverdue: number }) => daysOverdue > 30)
    const old = aged.total.days31To60 + aged.total.days61To90 + aged.total.over90Days
    expect(inOre(old)).toBe(late.reduce((sum: number, { rest }: { rest: number }) => sum + inOre(rest), 0) + 0)
  }
}

const stories = fc.array(step, { minLength: 12, maxLength: 30 })

test('what is left of an invoice is what its entries leave', async () => {
  await fc.assert(
    fc.asyncProperty(stories, asked, async (steps, days) => {
      const told = await tell('accrual', steps)
      const entries = await entriesOf(told.company)
      for (const { on, known } of days) {
        await hold(told, entries, { on, known: known === undefined ? known : known % (entries.length + 1) })
      }
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test('under the cash method nothing differs that is not told, before and after the end of the year', async () => {
  await fc.assert(
    fc.asyncProperty(stories, asked, async (steps, days) => {
      const told = await tell('cash', steps)
      const { company } = told
      const differences = async () => {
        for (const { on } of [...days, { on: dayFrom('2025-12-31') }, { on: dayFrom('2026-01-01') }]) {
          const hand = told.byHand.filter((one) => one.date <= on).reduce((sum, one) => sum + inOre(one.amount), 0)
          const { reconciliation } = ok(await company.get(`/reports/customer-ledger?on=${on}`))
          expect([on, ...reconciliation.map((one: { difference: number }) => inOre(one.difference))]).toEqual([
            on,
            hand,
          ])
          const bought = ok(await company.get(`/reports/supplier-ledger?on=${on}`))
          expect(bought.reconciliation.map((one: { difference: number }) => one.difference)).toEqual([0])
        }
      }
      await differences()
      const year = { fiscalYearId: company.fiscalYearId }
      await service.operateFor(company.id, async (call) => {
        const unpaid = await lockUnpaidPurchases(call, year)
        await bookUnpaid(call, year)
        await bookUnpaidPurchases(call, unpaid)
      })
      await differences()
    }),
    { numRuns: 4, endOnFailure: true },
  )
})
