// The ledgers of customers and suppliers as they are read: days, parties, ages, files, refusals and key figures.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiscalYear, ledgerAdmin } from '#ledger'
import { dayFrom } from '#platform/day'
import { raw, sql } from '#platform/sql'
import { differencesOn } from '#reports'
import { salesAdmin, salesContribution } from '#sales'
import { statementsIn } from '#schema/sql-statements'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { needs } from '#support/needs'
import { type Service, startService, type TestCompany } from '#support/service'
import {
  aLine,
  charged,
  credited,
  loaded,
  madeCustomer,
  newSupplier,
  paid,
  paidAndRecorded,
  published,
  sold as soldTo,
  soldWork,
} from './trading.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const newCompany = async (options = {}): Promise<TestCompany> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  return checkedCompany(await service.newCompany(options))
}

/** An invoice of 1 250 kronor with tax to a customer, recorded. */
const sold = async (company: TestCompany, customerId: string, invoiceDate: string, changes = {}) =>
  soldTo(company, customerId, { invoiceDate, lineItems: [aLine({ unitPrice: 1000 })], ...changes })

const read = async (company: TestCompany, report: string, query = '') =>
  ok(await company.get(`/reports/${report}?${query}`))

type Item = { invoice: { invoiceNumber: string }; rest: number; daysOverdue: number }
const restsOf = ({ items }: { items: Item[] }) => items.map(({ invoice, rest }) => [invoice.invoiceNumber, rest])

test('an invoice that was paid later is open on an earlier day, and a moment knows only what was done by then', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company)
  const { id } = await sold(company, customer.id, '2026-03-01')
  service.setNow('2026-06-11T10:00:00.000Z')
  await paidAndRecorded(company, id, { date: '2026-04-10', sum: 1000 })
  service.setNow('2026-06-12T10:00:00.000Z')
  await paidAndRecorded(company, id, { date: '2026-04-20', sum: 250 })
  const rests = async (query: string) => restsOf(await read(company, 'customer-ledger', query))
  expect(await rests('on=2026-02-28')).toEqual([])
  expect(await rests('on=2026-03-01')).toEqual([['1', 1250]])
  expect(await rests('on=2026-04-09')).toEqual([['1', 1250]])
  expect(await rests('on=2026-04-10')).toEqual([['1', 250]])
  expect(await rests('on=2026-04-20')).toEqual([])
  expect(await rests('')).toEqual([])
  expect(await rests('knownAt=2026-06-11T10:00:00Z')).toEqual([['1', 250]])
  expect(await rests('on=2026-04-15&knownAt=1')).toEqual([['1', 1250]])
  expect(await rests('knownAt=0')).toEqual([])
  const { knownAt } = await read(company, 'customer-ledger', 'knownAt=2026-06-11T10:00:00Z')
  expect(knownAt).toBe('2026-06-11T10:00:00.000Z')
  const [item] = (await read(company, 'customer-ledger', 'on=2026-04-10')).items
  expect(item).toMatchObject({
    date: '2026-03-01',
    dueDate: '2026-03-31',
    daysOverdue: 10,
    currency: 'SEK',
    total: 1250,
    amount: 1250,
    paid: 1000,
    credited: 0,
    settled: 0,
    taxReduction: 0,
    restInCurrency: 250,
    overpaid: 0,
    customer: { id: customer.id, customerNumber: '1', name: 'Kund AB' },
  })
})

test('what is published and not recorded, or paid and not recorded, is told apart from what the books have', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company)
  const { id } = await sold(company, customer.id, '2026-03-01')
  await paid(company, id, { date: '2026-03-10', sum: 1250 })
  await published(company, customer.id, { invoiceDate: '2026-05-01', lineItems: [aLine({ unitPrice: 400 })] })
  const { total, reconciliation } = await read(company, 'customer-ledger')
  expect(total).toEqual({ count: 1, rest: 500, overdue: 500, overpaid: 0 })
  const figures = { openItems: 500, notBooked: -750, booked: 1250, books: 1250, difference: 0 }
  expect(reconciliation).toEqual([
    { account: 1510, ...figures, accounts: '1510', query: 'date<=2026-06-10&&registration<=1' },
  ])
})

test('what was booked by hand is a difference, with the way to its entries, on the account of the map', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company)
  await sold(company, customer.id, '2026-03-01')
  const items = [
    { account: 1510, debit: 99.5, credit: 0 },
    { account: 3001, debit: 0, credit: 99.5 },
  ]
  ok(await company.post('/journal-entries', { title: 'För hand', date: '2026-03-02', items }))
  await service.operateFor(company.id, (call) =>
    ledgerAdmin.setAccountRole(call, { role: 'receivable', account: 1511 }),
  )
  await sold(company, customer.id, '2026-03-03')
  const { reconciliation } = await read(company, 'customer-ledger', 'on=2026-03-31')
  expect(
    reconciliation.map(({ account, books, difference }: Record<string, number>) => [account, books, difference]),
  ).toEqual([
    [1510, 1349.5, 99.5],
    [1511, 1250, 0],
  ])
  const [{ accounts, query }] = reconciliation
  const listed = await company.get(`/journal-entries?accounts=${accounts}&query=${encodeURIComponent(query)}`)
  expect(ok(listed).items.map(({ title }: { title: string }) => title)).toContain('För hand')
  const found = await service.operateFor(company.id, (call) => differencesOn(call, dayFrom('2026-03-31')))
  expect(found.map(({ side, account, differenceOre }) => [side, account, differenceOre])).toEqual([
    ['customer', 1510, 9950n],
    ['customer', 1511, 0n],
    ['supplier', 2440, 0n],
  ])
})

test('what the tax authority owes stands on an account of its own, and what it refuses the customer owes', async () => {
  const company = await newCompany()
  const work = await soldWork(company)
  await paidAndRecorded(company, work.id, { date: '2026-06-10', sum: 500 })
  const ledger = async (on: string) => {
    const { items, reconciliation } = await read(company, 'customer-ledger', `on=${on}`)
    const rows = reconciliation.map(({ account, openItems, books, difference }: Record<string, number>) => [
      account,
      openItems,
      books,
      difference,
    ])
    return [restsOf({ items }), ...rows]
  }
  expect(await ledger('2026-06-10')).toEqual([[], [1510, 0, 0, 0], [1513, 500, 500, 0]])
  await service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, work.id))
  service.setNow('2026-06-15T10:00:00.000Z')
  const answered = { invoiceId: work.id, date: dayFrom('2026-06-12') }
  await service.operateFor(company.id, (call) => salesAdmin.payTaxReduction(call, { ...answered, amount: 300 }))
  await service.operateFor(company.id, (call) =>
    salesAdmin.refuseTaxReduction(call, { ...answered, amount: 200, date: dayFrom('2026-06-14') }),
  )
  expect(await ledger('2026-06-11')).toEqual([[], [1510, 0, 0, 0], [1513, 500, 500, 0]])
  expect(await ledger('2026-06-13')).toEqual([[], [1510, 0, 0, 0], [1513, 200, 200, 0]])
  expect(await ledger('2026-06-14')).toEqual([[['1', 200]], [1510, 200, 200, 0]])
})

test('under the cash method open items are listed, and told to be outside of the books', async () => {
  const company = await newCompany({ accountingMethod: 'cash' })
  const customer = await madeCustomer(company)
  await sold(company, customer.id, '2026-03-01')
  const { reconciliation } = await read(company, 'customer-ledger')
  expect(reconciliation).toMatchObject([
    { account: 1510, openItems: 1250, notBooked: 1250, booked: 0, books: 0, difference: 0 },
  ])
})

test('under the cash method an invoice is looked at until it is paid in full, even if unrecorded', async () => {
  const company = await newCompany({ accountingMethod: 'cash' })
  const customer = await madeCustomer(company)
  const { id } = await published(company, customer.id, { invoiceDate: '2026-03-01' })
  const daysOpen = async () => {
    const [found] = await service.database.of(company.id).rows<{ days: string }>(sql`
      select days::text as days from sales.open_days where company_id = ${company.id} and invoice_id = ${id}`)
    return found?.days
  }
  const rests = async (on: string) => restsOf(await read(company, 'customer-ledger', `on=${on}`))
  await paidAndRecorded(company, id, { date: '2026-04-01', sum: 100 })
  const { id: last } = await paid(company, id, { date: '2026-05-01', sum: 25 })
  expect(await daysOpen()).toBe('[2026-03-01,)')
  ok(await company.post(`/invoices/${id}/payments/${last}/record`))
  expect(await daysOpen()).toBe('[2026-03-01,2026-05-01)')
  expect([await rests('2026-04-30'), await rests('2026-05-01')]).toEqual([[['1', 25]], []])
  // What is paid back is open again, until it is lost.
  await paidAndRecorded(company, id, { date: '2026-05-10', sum: -25 })
  expect([await daysOpen(), await rests('2026-05-10')]).toEqual(['[2026-03-01,)', [['1', 25]]])
  const loss = { invoiceId: id, type: 'badDebt', date: dayFrom('2026-06-01') } as const
  await service.operateFor(company.id, (call) => salesAdmin.settleInConsole(call, loss))
  expect([await daysOpen(), await rests('2026-06-01')]).toEqual(['[2026-03-01,2026-06-01)', []])
})

/** Credits all that remains of an invoice, today, and leaves the credit note unrecorded. */
const noted = async (company: TestCompany, invoiceId: string): Promise<string> => {
  const { id } = ok(await company.post(`/invoices/${invoiceId}/credit`))
  return ok(await company.post(`/credit-notes/${id}/publish`)).id
}

/** The days on which the company's invoices are kept as open, in the order in which they were made. */
const daysKept = async ({ id }: TestCompany): Promise<string[]> => {
  const found = await service.database.of(id).rows<{ days: string }>(sql`
    select days::text as days from sales.open_days where company_id = ${id} order by invoice_id`)
  return found.map(({ days }) => days)
}

test.each(['cash', 'accrual'])(
  'what is credited as a whole before it is paid or booked is open until then: %s',
  async (accountingMethod) => {
    const company = await newCompany({ accountingMethod })
    const customer = await madeCustomer(company)
    const sent = async (): Promise<string> => (await published(company, customer.id, { invoiceDate: '2026-03-01' })).id
    const whole = await sent()
    const partly = await sent()
    expect(await daysKept(company)).toEqual(['[2026-03-01,)', '[2026-03-01,)'])
    await noted(company, whole)
    const draft = ok(await company.post(`/invoices/${partly}/credit`))
    const [line] = draft.lineItems
    const part = { creditDate: draft.creditDate, dueDate: draft.dueDate, lineItems: [{ ...line, quantity: 0.4 }] }
    ok(await company.put(`/credit-notes/${draft.id}`, part))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    expect(await daysKept(company)).toEqual(['[2026-03-01,2026-06-10)', '[2026-03-01,)'])
    const ledger = async (on: string) => restsOf(await read(company, 'customer-ledger', `on=${on}`))
    const aged = async (on: string) => (await read(company, 'aged-receivables', `on=${on}`)).total.count
    expect([await ledger('2026-06-09'), await aged('2026-06-09')]).toEqual([
      [
        ['1', 125],
        ['2', 125],
      ],
      2,
    ])
    expect([await ledger('2026-06-10'), await aged('2026-06-10')]).toEqual([[['2', 75]], 1])
    expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
  },
)

test('what is recorded, and not what credits it, has no end before both are booked', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company)
  const { id } = await published(company, customer.id, { invoiceDate: '2026-03-01' })
  const note = await noted(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  expect(await daysKept(company)).toEqual(['[2026-03-01,)'])
  ok(await company.post(`/credit-notes/${note}/record`))
  expect(await daysKept(company)).toEqual(['[2026-03-01,2026-06-10)'])
})

test('days that were kept without an end while the invoice was unrecorded end where it was credited', async () => {
  needs('one machine')
  const company = await newCompany({ accountingMethod: 'cash' })
  const customer = await madeCustomer(company)
  const sent = async (): Promise<string> => (await published(company, customer.id, { invoiceDate: '2026-03-01' })).id
  const whole = await sent()
  const unpaid = await sent()
  const waiting = await sent()
  const paidBack = await sent()
  await noted(company, whole)
  await paid(company, waiting, { date: '2026-04-01', sum: 125 })
  await noted(company, waiting)
  await paidAndRecorded(company, paidBack, { date: '2026-04-01', sum: 125 })
  await noted(company, paidBack)
  const now = await daysKept(company)
  expect(now).toEqual(['[2026-03-01,2026-06-10)', ...[unpaid, waiting, paidBack].map(() => '[2026-03-01,)')])
  const db = service.database.of(company.id)
  await db.rows(sql`
    update sales.open_days set days = daterange(lower(days), null) where company_id = ${company.id}`)
  const migration = statementsIn(readFileSync('database/migrations/0116-open-until-credited.sql', 'utf8'))
  await db.rows(raw(migration.at(-1) ?? ''))
  expect(await daysKept(company)).toEqual(now)
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
})

test('days that were kept without an end while the invoice was unrecorded end where it was sold', async () => {
  needs('one machine')
  const company = await newCompany({ accountingMethod: 'cash' })
  const customer = await madeCustomer(company)
  const sent = async (): Promise<string> => (await published(company, customer.id, { invoiceDate: '2026-03-01' })).id
  const whole = await sent()
  const part = await sent()
  const lost = await sent()
  const noted = await sent()
  const paidFirst = await sent()
  await paidAndRecorded(company, whole, { date: '2026-04-01', sum: 100 })
  await paidAndRecorded(company, whole, { date: '2026-05-01', sum: 25 })
  await paidAndRecorded(company, part, { date: '2026-04-01', sum: 100 })
  const loss = { invoiceId: lost, type: 'badDebt', date: dayFrom('2026-06-01') } as const
  await service.operateFor(company.id, (call) => salesAdmin.settleInConsole(call, loss))
  await paid(company, noted, { date: '2026-05-01', sum: 125 })
  await paidAndRecorded(company, paidFirst, { date: '2026-04-01', sum: 125 })
  const { id: note } = ok(await company.post(`/invoices/${paidFirst}/credit`))
  ok(await company.post(`/credit-notes/${note}/publish`))
  await paidAndRecorded(company, paidFirst, { date: '2026-06-10', sum: -125 })
  const db = service.database.of(company.id)
  const kept = () =>
    db.rows<{ id: string; days: string }>(sql`
      select invoice_id as id, days::text as days from sales.open_days where company_id = ${company.id} order by 1`)
  const now = await kept()
  const daysOf = (id: string) => now.find((one) => one.id === id)?.days
  expect([whole, part, lost, noted].map(daysOf)).toEqual([
    '[2026-03-01,2026-05-01)',
    '[2026-03-01,)',
    '[2026-03-01,2026-06-01)',
    '[2026-03-01,)',
  ])
  await db.rows(sql`
    update sales.open_days set days = daterange(lower(days), null) where company_id = ${company.id}`)
  expect(await kept()).not.toEqual(now)
  const migration = statementsIn(readFileSync('database/migrations/0113-open-until-sold.sql', 'utf8'))
  await db.rows(raw(migration.at(-1) ?? ''))
  expect(await kept()).toEqual(now)
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
})

test('ages are days after the due date, per customer and in all', async () => {
  const company = await newCompany()
  const alfa = await madeCustomer(company, { name: 'Alfa AB' })
  const beta = await madeCustomer(company, { name: 'Beta AB' })
  const due = (dueDate: string) => ({ dueDate })
  await sold(company, beta.id, '2026-01-01', due('2026-03-11'))
  await sold(company, beta.id, '2026-01-01', due('2026-03-12'))
  await sold(company, alfa.id, '2026-01-01', due('2026-05-10'))
  await sold(company, alfa.id, '2026-01-01', due('2026-06-09'))
  const last = await sold(company, alfa.id, '2026-01-01', due('2026-06-10'))
  const aged = await read(company, 'aged-receivables')
  const values = ({ count, rest, notDue, days1To30, days31To60, days61To90, over90Days }: Record<string, number>) => [
    count,
    rest,
    notDue,
    days1To30,
    days31To60,
    days61To90,
    over90Days,
  ]
  expect(values(aged.total)).toEqual([5, 6250, 1250, 1250, 1250, 1250, 1250])
  expect(aged.parties.map((one: { customer: { name: string } }) => one.customer.name)).toEqual(['Alfa AB', 'Beta AB'])
  expect(aged.parties.map(values)).toEqual([
    [3, 3750, 1250, 1250, 1250, 0, 0],
    [2, 2500, 0, 0, 0, 1250, 1250],
  ])
  await credited(company, last.id)
  expect((await read(company, 'aged-receivables', `customerId=${alfa.id.toUpperCase()}`)).total.notDue).toBe(0)
  const first = await read(company, 'aged-receivables', 'pageSize=1&cursor=')
  const second = await read(company, 'aged-receivables', `pageSize=1&cursor=${first.nextCursor}`)
  expect([first, second].map(({ parties }) => parties[0].customer.name)).toEqual(['Alfa AB', 'Beta AB'])
  expect(second.nextCursor).toBeUndefined()
  const ofOne = await read(company, 'customer-ledger', `customerId=${beta.id}`)
  expect([ofOne.items.length, ofOne.reconciliation]).toEqual([2, null])
})

test('suppliers in another currency, and unrecorded invoices', async () => {
  await loaded(service, '2026-05-29;EUR;11.5')
  const company = await newCompany()
  const supplierId = await newSupplier(company, { name: 'Papier GmbH', currency: 'EUR' })
  const body = { supplierRef: { id: supplierId }, invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const { id } = ok(await company.post('/supplier-invoices', { ...body, invoiceNumber: 'A', totalAmount: 100 }))
  ok(await company.post('/supplier-invoices', { ...body, invoiceNumber: 'B', totalAmount: 10 }))
  const lines = [{ account: 6110, netAmount: 100, taxRate: 0, vatTreatment: 'exempt' }]
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
  const payment = { date: '2026-06-05', amount: 40, sumBaseCurrency: 470 }
  ok(await company.post(`/supplier-invoices/${id}/payments`, payment))
  const { items, reconciliation, total } = await read(company, 'supplier-ledger')
  expect(items).toMatchObject([
    { supplierInvoice: { invoiceNumber: 'A' }, total: 100, restInCurrency: 60, amount: 1150, paid: 460, rest: 690 },
    { supplierInvoice: { invoiceNumber: 'B' }, total: 10, restInCurrency: 10, amount: 115, paid: 0, rest: 115 },
  ])
  expect(total).toEqual({ count: 2, rest: 805, overdue: 0, advances: 0 })
  expect(reconciliation).toMatchObject([{ account: 2440, openItems: 805, notBooked: 115, books: 690, difference: 0 }])
  expect((await read(company, 'aged-payables', `supplierId=${supplierId}`)).total.rest).toBe(805)
})

test('files have all items, their sum and what the books say', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company, { name: '=Kund AB' })
  await sold(company, customer.id, '2026-03-01')
  const { text, headers } = await company.get('/reports/customer-ledger?format=csv', { 'accept-language': 'en' })
  expect(headers.get('content-type')).toContain('text/csv')
  const lines = text.trim().split('\r\n')
  expect(lines[1]).toBe("1,'=Kund AB,1,2026-03-01,2026-03-31,71,SEK,1250.00,1250.00,0.00,0.00,0.00,0.00,1250.00")
  expect(lines.slice(2).map((line) => [line.split(',')[1], line.split(',').at(-1)])).toEqual([
    ['Total', '1250.00'],
    ['Reconciliation with the books', ''],
    ['1510', ''],
    ['Open items', '1250.00'],
    ['Not booked', '0.00'],
    ['Balance in the books', '1250.00'],
    ['Difference', '0.00'],
  ])
  for (const report of ['supplier-ledger', 'aged-receivables', 'aged-payables']) {
    expect((await company.get(`/reports/${report}?format=csv`)).status, report).toBe(200)
  }
})

test('items are told with the credit notes, payments and settlements that they are made of', async () => {
  const company = await newCompany()
  const customer = await madeCustomer(company)
  const { id } = await sold(company, customer.id, '2026-03-01')
  const payment = await paidAndRecorded(company, id, { date: '2026-04-01', sum: 100 })
  await charged(company, id, '2026-05-01')
  const unrecorded = await paid(company, id, { date: '2026-05-02', sum: 50.5 })
  const supplierId = await newSupplier(company)
  const bought = {
    supplierRef: { id: supplierId },
    invoiceNumber: 'A',
    invoiceDate: '2026-06-01',
    dueDate: '2026-07-01',
  }
  const debt = ok(await company.post('/supplier-invoices', { ...bought, totalAmount: 100 }))
  ok(await company.post(`/supplier-invoices/${debt.id}/record`, { lines: [{ account: 6110, netAmount: 80 }] }))
  ok(await company.post(`/supplier-invoices/${debt.id}/payments`, { date: '2026-06-02', amount: 40 }))

  const [item] = (await read(company, 'customer-ledger', 'details=true')).items
  const events = item.events.map(({ kind, settlementType, amount, date }: Record<string, unknown>) => [
    kind,
    settlementType,
    amount,
    date,
  ])
  expect(events).toEqual([
    ['payment', null, 100, '2026-04-01'],
    ['settlement', 'reminderFee', -60, '2026-05-01'],
    ['payment', null, 50.5, '2026-05-02'],
  ])
  expect(item).toMatchObject({ amount: 1250, paid: 150.5, settled: -60, rest: 1159.5 })
  expect(item.events[0].id).toBe(payment.id)
  expect(item.events[0].journalEntryRef.journalEntryNumber).toMatch(/^V\d+$/)
  expect([item.events[2].id, item.events[2].journalEntryRef]).toEqual([unrecorded.id, null])
  const [owed] = (await read(company, 'supplier-ledger', 'details=true')).items
  expect(owed.events).toMatchObject([{ kind: 'payment', amount: 40, date: '2026-06-02', number: null }])

  const early = (await read(company, 'customer-ledger', 'details=true&on=2026-04-15')).items[0].events
  expect(early).toMatchObject([{ kind: 'payment', amount: 100 }])
  expect((await read(company, 'customer-ledger')).items[0]).not.toHaveProperty('events')
  const csv = async (report: string) =>
    (await company.get(`/reports/${report}?format=csv&details=true`, { 'accept-language': 'en' })).text.split('\r\n')
  expect((await csv('customer-ledger')).slice(2, 5).map((line) => line.replace(/^,,\D* /, ''))).toEqual([
    'Payment,2026-04-01,,,,,,,,100.00,,',
    'fee,2026-05-01,,,,,,,,,-60.00,',
    'Payment,2026-05-02,,,,,,,,50.50,,',
  ])
  expect((await csv('supplier-ledger'))[2]).toContain('Payment,2026-06-02,,,,,,40.00,')
  const { id: note } = await credited(company, id)
  const [last] = (await read(company, 'customer-ledger', 'details=true')).items
  expect(last.events.at(-1)).toMatchObject({ kind: 'creditNote', number: '2', id: note, amount: 1250 })
})

test.for([
  ['on=2026-02-30', 'on'],
  ['on=1850-01-01', 'on'],
  ['knownAt=99', 'knownAt'],
  ['cursor=x', 'cursor'],
  ['pageSize=1001', 'pageSize'],
  ['customerId=x', 'customerId'],
] as const)('%s is refused', async ([query, field]) => {
  const company = await newCompany()
  const answer = await company.get(`/reports/customer-ledger?${query}`)
  expect([answer.status, ...answer.body.errors.map((error: { field: string }) => error.field)]).toEqual([400, field])
})

test('a cursor is good for its own report, company and parameters alone', async () => {
  const company = await newCompany()
  for (const name of ['A', 'B']) await sold(company, (await madeCustomer(company, { name })).id, '2026-03-01')
  const { nextCursor } = await read(company, 'customer-ledger', 'pageSize=1&cursor=')
  expect((await read(company, 'customer-ledger', `pageSize=1&cursor=${nextCursor}`)).items).toHaveLength(1)
  for (const other of ['aged-receivables?', 'supplier-ledger?', 'customer-ledger?on=2026-05-05&']) {
    expect((await company.get(`/reports/${other}cursor=${nextCursor}`)).status, other).toBe(400)
  }
})

test('key figures: cash, results beside the year before, what is unpaid and overdue, tax to pay', async () => {
  const company = await newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] })
  const next = {
    startDate: dayFrom('2026-01-01'),
    endDate: dayFrom('2026-12-31'),
    accountingMethod: 'accrual' as const,
  }
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
  const book = async (date: string, debit: number, credit: number, amount: number) =>
    ok(
      await company.post('/journal-entries', {
        title: 'Prov',
        date,
        items: [
          { account: debit, debit: amount, credit: 0 },
          { account: credit, debit: 0, credit: amount },
        ],
      }),
    )
  await book('2025-02-01', 1930, 3001, 700)
  await book('2025-06-11', 1930, 3001, 50)
  await book('2025-12-31', 8999, 2099, 750)
  await book('2026-02-01', 1930, 3001, 1000)
  await book('2026-02-02', 5410, 1930, 400)
  await book('2026-06-12', 1930, 3960, 5)
  const customer = await madeCustomer(company)
  await sold(company, customer.id, '2026-04-01')
  await sold(company, customer.id, '2026-06-01')
  const supplierId = await newSupplier(company)
  const body = { supplierRef: { id: supplierId }, invoiceNumber: '1', invoiceDate: '2026-06-01', dueDate: '2026-06-09' }
  ok(await company.post('/supplier-invoices', { ...body, totalAmount: 80 }))
  const figures = await read(company, 'key-figures')
  expect(figures).toMatchObject({
    on: '2026-06-10',
    cash: { amount: 1350, accounts: '1930', query: 'date<=2026-06-10' },
    vatToPay: { amount: 500, accounts: '2611' },
    yearSoFar: { from: '2026-01-01', to: '2026-06-10', revenue: 3000, result: 2600 },
    yearBefore: { from: '2025-01-01', to: '2025-06-10', revenue: 700, result: 700 },
    revenueAccounts: '3001',
    resultAccounts: '3001,3960,5410',
    receivables: { count: 2, amount: 2500, overdueCount: 1, overdueAmount: 1250 },
    payables: { count: 1, amount: 80, overdueCount: 1, overdueAmount: 80 },
    deadlines: [{ kind: 'annualReport' }, { kind: 'incomeTaxReturn' }],
  })
  expect(figures.months.map(({ month }: { month: { cash: number } }) => month.cash)).toEqual([
    750, 1350, 1350, 1350, 1350, 1355,
  ])
  expect(
    figures.months.map(({ month, before }: Record<'month' | 'before', { result: number }>) => [
      month.result,
      before.result,
    ]),
  ).toEqual([
    [0, 0],
    [600, 700],
    [0, 0],
    [1000, 0],
    [0, 0],
    [1005, 50],
  ])
})
