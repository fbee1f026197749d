// What is sold to businesses in other member states under the cash method: declared with the invoice, not paid yet.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { closeFiscalYear, createFiscalYear, ledgerContribution, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'
import { bookUnpaid, salesAdmin, salesContribution, unpaidInvoices } from '#sales'
import { boxesIn } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { asMember, member, openOf } from '#support/owned'
import { camtFile } from '#support/samples/camt-file'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'
import { todosIn } from '#todo/todo'
import {
  balancesOf,
  bookedBy,
  credited,
  entryOf,
  ok,
  paid,
  paidAndRecorded,
  recorded,
  settled,
  settledAndRecorded,
} from './booked.ts'

let service: Service
let company: TestCompany
let finnish: { id: string }
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const address = (country: string) => ({ line1: 'Gatan 1', postalCode: '00100', city: 'Staden', country })
const inFinland = { name: 'Kunden Oy', vatNumber: 'FI20774740', address: address('FI') }

beforeEach(async () => {
  service.setNow('2026-06-10T10:00:00Z')
  company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
  finnish = await madeCustomer(company, inFinland)
})

const goods = [aLine({ unitPrice: 1000, taxRate: 0 })]
const services = [aLine({ unitPrice: 1000, taxRate: 0, productType: 'services' })]
const kinds: [what: string, lineItems: object[], box: string, account: number][] = [
  ['goods', goods, '35', 3108],
  ['services', services, '39', 3308],
  ['goods on an account of their own', [{ ...goods[0], bookkeepingAccountNumber: 3107 }], '38', 3107],
]
const sale = (changes: Record<string, unknown> = {}) => ({
  customerRef: { id: finnish.id },
  invoiceDate: '2026-05-20',
  dueDate: '2026-06-20',
  lineItems: goods,
  ...changes,
})
const sent = async (changes: Record<string, unknown> = {}) =>
  published(company, (await madeInvoice(company, sale(changes))).id)
const refused = async (path: string): Promise<string> => {
  const { status, body } = await company.post(path)
  expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
  return body.message
}
const lockMay = () =>
  service.operateFor(company.id, (call) => salesAdmin.lockDays(call, { date: '2026-05-31' as Day, force: false }))
const isSound = async () => {
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
}

describe('an invoice of', () => {
  test.each(kinds)('%s is booked when it is recorded, in the period of its day', async (_, lineItems, box, account) => {
    const invoice = await recorded(company, sale({ lineItems }))
    expect(await entryOf(company, invoice)).toMatchObject({ date: '2026-05-20' })
    expect(await bookedBy(company, invoice)).toEqual({ 1510: 1000, [account]: -1000 })
    for (const sum of [400, 600]) {
      const payment = await paidAndRecorded(company, invoice.id, { sum })
      expect(await bookedBy(company, payment)).toEqual({ 1930: sum, 1510: -sum })
    }
    const boxesOf = async (days: string) => boxesIn(ok(await company.get(`/reports/vat-report?${days}`)))
    const soldTo = async (days: string): Promise<[string, number][]> => {
      const column = { '35': 'goods', '38': 'triangular', '39': 'services' }[box] ?? ''
      const { rows } = ok(await company.get(`/reports/eu-sales-list?${days}`))
      return rows
        .filter(({ kind }: { kind: string }) => kind === 'buyer')
        .map((row: Record<string, { amount: number }>) => [row.vatNumber, row[column]?.amount])
    }
    const may = 'from=2026-05-01&to=2026-05-31'
    const june = 'from=2026-06-01&to=2026-06-30'
    expect([await boxesOf(may), await soldTo(may)]).toEqual([{ [box]: 1000 }, [['FI20774740', 1000]]])
    expect([await boxesOf(june), await soldTo(june)]).toEqual([{}, []])
    await isSound()
  })

  test('goods beside what has tax is one claim', async () => {
    const invoice = await recorded(company, sale({ lineItems: [...goods, aLine()] }))
    expect(await bookedBy(company, invoice)).toEqual({ 1510: 1125, 3108: -1000, 3001: -100, 2611: -25 })
    await isSound()
  })

  const waiting: [what: string, buyer: object, changes: object][] = [
    ['what is sold with tax', inFinland, { lineItems: [aLine()] }],
    ['exports', { name: 'Kunden AS', address: address('NO') }, {}],
    ['exempt sales at home', { name: 'Kunden AB', address: address('SE') }, {}],
    ['an advance', inFinland, { type: 'advanceInvoice' }],
  ]
  test.each(waiting)('%s waits for its payment', async (_, buyer, changes) => {
    const customerRef = { id: (await madeCustomer(company, { ...buyer })).id }
    await sent({ customerRef, ...changes })
    await lockMay()
    const invoice = await recorded(company, sale({ customerRef, ...changes, invoiceDate: '2026-06-02' }))
    expect(invoice.journalEntryRef).toBeNull()
    const payment = await paidAndRecorded(company, invoice.id, { sum: invoice.totalAmount })
    expect(await bookedBy(company, payment)).toMatchObject({ 1930: invoice.totalAmount })
    await isSound()
  })
})

describe('until it is recorded', () => {
  const ofIt: [what: string, first: (id: string) => Promise<object>, after: object][] = [
    ['a payment', (id) => paidAndRecorded(company, id, { sum: 400 }), { 1510: 600, 1930: 400, 3108: -1000 }],
    [
      'a settlement',
      (id) => settledAndRecorded(company, id, { type: 'cashDiscount', sum: 20 }),
      { 1510: 980, 3108: -980 },
    ],
    [
      'a loss',
      (invoiceId) =>
        service.operateFor(company.id, (call) =>
          salesAdmin.settleInConsole(call, { invoiceId, type: 'badDebt', sum: 400 }),
        ),
      { 1510: 600, 3108: -1000, 6350: 400 },
    ],
    ['a credit note', (id) => credited(company, id), {}],
    [
      'what a bank says came in',
      async (invoiceId) => {
        const account = { name: 'Konto', iban: 'SE4550000000058398257466', account: 1930 }
        await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))
        const entries = [{ ore: 100_000n, reference: 'A', date: '2026-06-09' }]
        const file = camtFile({ statements: [{ id: 'U1', entries }] })
        const { statements } = ok(await company.upload('/bank-statements', 'utdrag.xml', file))
        const path = `/bank-statements/${statements[0].id}/transactions`
        const [transaction] = ok(await company.get(path)).items
        return ok(await company.post(`${path}/${transaction.id}/match`, { invoiceId }))
      },
      { 1930: 1000, 3108: -1000 },
    ],
  ]
  test.each(ofIt)('%s that is recorded records it first, on its own day', async (_, first, after) => {
    const { id } = await sent()
    await first(id)
    expect(await entryOf(company, ok(await company.get(`/invoices/${id}`)))).toMatchObject({ date: '2026-05-20' })
    expect(await balancesOf(company)).toEqual(after)
    expect(await refused(`/invoices/${id}/record`)).toMatch(/is already recorded/)
    await isSound()
  })

  test('what is paid later clears the claim', async () => {
    const { id } = await sent()
    const { id: payment } = await paid(company, id, { sum: 400 })
    const { id: discount } = await settled(company, id, { type: 'cashDiscount', sum: 20 })
    ok(await company.post(`/invoices/${id}/settlements/${discount}/record`))
    ok(await company.post(`/invoices/${id}/payments/${payment}/record`))
    expect(await balancesOf(company)).toEqual({ 1510: 580, 1930: 400, 3108: -980 })
    await isSound()
  })

  test('it is named when its period ends, and no reminder of it is due', async () => {
    const { id } = await sent()
    await sent({ lineItems: [aLine()] })
    const areBooked = () =>
      service.operateFor(company.id, (call) =>
        call.db.rows(sql`select number::int, is_booked from ${unpaidInvoices(call)} u order by number`),
      )
    expect(await areBooked()).toEqual([
      { number: 1, is_booked: false },
      { number: 2, is_booked: true },
    ])
    await expect(lockMay()).rejects.toThrow('Not in the books yet: invoice 1 of 2026-05-20. Record')
    ok(await company.post(`/invoices/${id}/record`))
    await lockMay()
    expect(await areBooked()).toMatchObject([{ is_booked: true }, { is_booked: true }])
  })
})

test('what comes after goes as under the accrual method', async () => {
  const companies = [company, checkedCompany(await service.newCompany())]
  for (const one of companies) {
    const customerRef = { id: (await madeCustomer(one, inFinland)).id }
    const euro = { customerRef, currency: 'EUR', currencyRate: 11 }
    const { id } = await recorded(one, sale({ customerRef }))
    await settledAndRecorded(one, id, { type: 'cashDiscount', sum: 20 })
    await settledAndRecorded(one, id, { type: 'reminderFee', sum: -60 })
    await paidAndRecorded(one, id, { sum: 1500 })
    await paidAndRecorded(one, id, { sum: -300 })
    await credited(one, (await recorded(one, sale(euro))).id)
    const other = await recorded(one, sale(euro))
    await paidAndRecorded(one, other.id, { sum: 11_200 })
    await settledAndRecorded(one, other.id, { type: 'currency', sum: -200 })
  }
  const [cash, accrual] = await Promise.all(companies.map(balancesOf))
  expect(cash).toEqual(accrual)
  expect(cash).toMatchObject({ 3108: -11_980 })
  await isSound()
})

describe('the end of a year', () => {
  const years = ['2026', '2027'].map((year) => ({
    startDate: `${year}-01-01` as Day,
    endDate: `${year}-12-31` as Day,
    accountingMethod: 'cash' as const,
  }))
  const yearOf = (year: string) => {
    const found = years.find(({ startDate }) => startDate.startsWith(year))
    if (!found) throw new Error(`No year ${year}`)
    return service.operateFor(company.id, (call) => createFiscalYear(call, found))
  }
  /** An owner, in the January after a year. */
  const inJanuary = async (year: string) => {
    service.setNow(`${year}-01-20T10:00:00Z`)
    return asMember(company, await member(service, company, 'owner'))
  }
  /** A published credit note of a share of the only line. */
  const credit = async (invoiceId: string, quantity: number, creditDate: string): Promise<{ id: string }> => {
    const draft = ok(await company.post(`/invoices/${invoiceId}/credit`))
    const lineItems = [{ ...draft.lineItems[0], quantity }]
    ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, creditDate, dueDate: creditDate, lineItems }))
    return ok(await company.post(`/credit-notes/${draft.id}/publish`))
  }

  test('books nothing of it again', async () => {
    const { id } = await recorded(company, sale())
    await sent({ lineItems: [aLine()] })
    await inJanuary('2027')
    await yearOf('2027')
    const { fiscalYearId } = company
    expect(await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId }))).toEqual({ documents: 1 })
    await paidAndRecorded(company, id, { sum: 1000, date: '2027-01-15' })
    expect(await balancesOf(company)).toEqual({ 1510: 125, 1930: 1000, 3001: -100, 2611: -25, 3108: -1000 })
    await isSound()
  })

  test('books what was not recorded on its own day, or the first open one, and stops at none of it', async () => {
    const first = await sent()
    const note = await credit(first.id, 0.4, '2026-06-02')
    const second = await sent({ invoiceDate: '2026-04-20' })
    await service.operateFor(company.id, (call) => setLockDate(call, { date: '2026-04-30' as Day }))
    const as = await inJanuary('2027')
    const path = `/fiscal-years/${company.fiscalYearId}/closing`
    const open = openOf(ok(await as('GET', path)))
    expect([open.unrecordedInvoices, open.unpaidInvoices]).toEqual([undefined, [2, 1600]])
    ok(await as('POST', path, {}))
    const entryAt = async (at: string) => {
      const { title, date } = await entryOf(company, ok(await company.get(at)))
      return [title, date]
    }
    expect(await entryAt(`/invoices/${first.id}`)).toEqual(['Faktura 1, Kunden Oy', '2026-05-20'])
    expect(await entryAt(`/credit-notes/${note.id}`)).toEqual(['Kreditfaktura 2, Kunden Oy', '2026-06-02'])
    const late = ['Faktura 3, Kunden Oy, daterad 2026-04-20', '2026-05-01']
    expect(await entryAt(`/invoices/${second.id}`)).toEqual(late)
    await isSound()
  })

  test('is stopped by what was credited in it, and by nothing of a year that is closed', async () => {
    const nothing = await sent({ lineItems: [...goods, { ...goods[0], unitPrice: -1000 }] })
    const { id } = await sent()
    const note = await credit(id, 1, '2026-06-02')
    const as = await inJanuary('2027')
    const path = (year: string) => `/fiscal-years/${year}/closing`
    const stopping = async (year: string) => (await as('POST', path(year), {})).body.errors ?? []
    const unrecorded = [{ field: '#/checks/unrecordedInvoices' }]
    expect(await stopping(company.fiscalYearId)).toMatchObject(unrecorded)
    // As years were closed before such invoices were booked.
    await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
    const next = await yearOf('2027')
    const lockTo = (date: Day) =>
      service.operateFor(company.id, (call) => salesAdmin.lockDays(call, { date, force: false }))
    await lockTo('2027-01-10' as Day)
    const later = await inJanuary('2028')
    ok(await later('POST', path(next.id), {}))
    for (const one of [nothing.id, id]) expect((await company.get(`/invoices/${one}`)).body.journalEntryRef).toBeNull()
    expect((await company.get(`/credit-notes/${note.id}`)).body.journalEntryRef).toBeNull()
  })
})

describe('from before such invoices were booked', () => {
  const behindTriggers = (statement: Sql) =>
    service.database.of(company.id).transaction(async (db) => {
      await db.rows(sql`set local session_replication_role = replica`)
      await db.rows(statement)
    })
  /** Does something with an invoice that would go as it went then: as what is exported still does. */
  const asBefore = async <Done>(id: string, what: () => Promise<Done>): Promise<Done> => {
    const called = (before: string, after: string) =>
      behindTriggers(sql`
        update sales.paper set content = replace(content::text, ${before}, ${after})::jsonb
        where company_id = ${company.id} and invoice_id = ${id}`)
    await called('"euGoods"', '"exportGoods"')
    const done = await what()
    await called('"exportGoods"', '"euGoods"')
    return done
  }
  const old = { lineItems: [{ ...goods[0], bookkeepingAccountNumber: 3108 }] }

  test('one that was sold in part as it was paid goes on like that', async () => {
    const { id } = await sent(old)
    const first = await asBefore(id, () => paidAndRecorded(company, id, { sum: 400 }))
    expect(await bookedBy(company, first)).toEqual({ 1930: 400, 3108: -400 })
    await lockMay()
    expect(ok(await company.post(`/invoices/${id}/record`)).journalEntryRef).toBeNull()
    const rest = await paidAndRecorded(company, id, { sum: 600 })
    expect(await bookedBy(company, rest)).toEqual({ 1930: 600, 3108: -600 })
    await isSound()
  })

  test('one that was recorded without an entry is left to record, by itself or with what is paid of it', async () => {
    const ids: string[] = []
    for (const one of [await sent(old), await sent(old), await sent({ lineItems: [aLine()] })]) {
      const { journalEntryRef } = await asBefore(one.id, async () =>
        ok(await company.post(`/invoices/${one.id}/record`)),
      )
      expect(journalEntryRef).toBeNull()
      ids.push(one.id)
    }
    const [alone = '', paidFirst = '', domestic = ''] = ids
    await expect(lockMay()).rejects.toThrow(
      'Not in the books yet: invoice 1 of 2026-05-20, invoice 2 of 2026-05-20. Record',
    )
    expect(await entryOf(company, ok(await company.post(`/invoices/${alone}/record`)))).toMatchObject({
      date: '2026-05-20',
    })
    await paidAndRecorded(company, paidFirst, { sum: 400 })
    expect(await balancesOf(company)).toEqual({ 1510: 1600, 1930: 400, 3108: -2000 })
    for (const id of [alone, domestic]) expect(await refused(`/invoices/${id}/record`)).toMatch(/is already recorded/)
    await lockMay()
    await isSound()
  })
})

test('to-dos find it by an index, among any other sales', async () => {
  for (const [, lineItems] of kinds) await sent({ lineItems })
  await recorded(company, sale())
  await recorded(company, sale({ lineItems: [aLine()] }))
  const parts = salesContribution.todosOfInvoices({
    company: sql`${company.id}::uuid`,
    today: '2026-06-10' as Day,
    limit: 10,
  })
  const db = service.database.of(company.id)
  const found = await db.rows<{ number: string }>(
    sql`select number from (${todosIn(parts, 10)}) t where kind = 'invoice.unrecorded'`,
  )
  expect(found.map(({ number }) => number).sort()).toEqual(['1', '2', '3'])
  const plan = await db.transaction(async (at) => {
    await at.rows(sql`set local enable_seqscan = off`)
    return at.rows(sql`explain (format json) ${todosIn(parts, 10)}`)
  })
  expect(JSON.stringify(plan)).toContain('paper_in_union')
})
