// The end of a year under the cash method: what is unpaid is booked, and later money clears the receivable.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiscalYear, ledgerContribution } from '#ledger'
import type { Day } from '#platform/day'
import { bookUnpaid, salesAdmin, salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'
import { balancesOf, bookedBy, entriesOf, ok, paid, paidAndRecorded, statusOf, sumsOf } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A company that keeps 2025 and 2026 by the cash method, in January 2026. */
beforeEach(async () => {
  service.setNow('2026-01-20T10:00:00Z')
  const years = { fiscalYear: ['2025-01-01', '2025-12-31'] as [string, string], accountingMethod: 'cash' as const }
  company = checkedCompany(await service.newCompany(years))
  const next = { startDate: '2026-01-01' as Day, endDate: '2026-12-31' as Day, accountingMethod: 'cash' as const }
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
})

const book = async () => {
  const { fiscalYearId } = company
  const { documents } = await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId }))
  return documents
}

/** After each test, the books and the data beside them must agree. */
const expectSound = async () => expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])

const close = async () => {
  const documents = await book()
  await expectSound()
  return documents
}

const sent = async (changes: Record<string, unknown> = {}) => {
  const body = { invoiceDate: '2025-12-10', lineItems: [aLine({ unitPrice: 1000 })], ...changes }
  return published(company, (await madeInvoice(company, body)).id)
}

const pay = (id: string, sum: number, date: string) => paidAndRecorded(company, id, { sum, date })

/** A published credit note of a share of the only line. */
const credit = async (invoiceId: string, quantity: number, creditDate: string) => {
  const draft = ok(await company.post(`/invoices/${invoiceId}/credit`))
  const lineItems = [{ ...draft.lineItems[0], quantity }]
  ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, creditDate, dueDate: creditDate, lineItems }))
  return ok(await company.post(`/credit-notes/${draft.id}/publish`))
}

/** What stands on the accounts at the end of 2025, and now. */
const balances = async () => {
  const entries = await entriesOf(company)
  return [sumsOf(entries.filter(({ date }) => date <= '2025-12-31')), await balancesOf(company)]
}

const whole = { 3001: -1000, 2611: -250 }

test('an unpaid invoice is booked on the last day, once, and later money clears the receivable', async () => {
  const { id } = await sent()
  expect(await close()).toBe(1)
  const invoice = ok(await company.get(`/invoices/${id}`))
  const entry = ok(await company.get(`/journal-entries/${invoice.journalEntryRef.id}`))
  expect(entry).toMatchObject({ title: 'Faktura 1, Kund AB (obetald vid årets slut)', date: '2025-12-31' })
  expect(sumsOf([entry])).toEqual({ 1510: 1250, ...whole })
  expect(await close()).toBe(0)
  expect((await company.post(`/invoices/${id}/record`)).body.message).toMatch(/is already recorded/)
  expect(await bookedBy(company, await pay(id, 1251, '2026-01-15'))).toEqual({ 1930: 1251, 1510: -1250, 2420: -1 })
  expect(await statusOf(company, id)).toBe('overPaid')
})

describe('what is booked of an invoice over 1 250 kronor', () => {
  type Done = (id: string) => Promise<unknown>
  const cases: [what: string, before: Done, documents: number, atEnd: object, now: object][] = [
    ['that is paid', (id) => pay(id, 1250, '2025-12-20'), 0, { 1930: 1250, ...whole }, { 1930: 1250, ...whole }],
    [
      'that is paid in part',
      (id) => pay(id, 500, '2025-12-20'),
      1,
      { 1930: 500, 1510: 750, ...whole },
      { 1930: 500, 1510: 750, ...whole },
    ],
    [
      'that was paid before its year was closed, but after its end',
      (id) => pay(id, 1250, '2026-01-15'),
      1,
      { 1510: 1250, ...whole },
      { 1930: 1250, ...whole },
    ],
    [
      'that was paid in part on either side of the end',
      async (id) => {
        await pay(id, 333.33, '2025-12-20')
        await pay(id, 400, '2026-01-15')
      },
      1,
      { 1930: 333.33, 1510: 916.67, ...whole },
      { 1930: 733.33, 1510: 516.67, ...whole },
    ],
    ['that is credited', (id) => credit(id, 1, '2025-12-20'), 0, {}, {}],
    [
      'that is credited in part',
      (id) => credit(id, 0.4, '2025-12-20'),
      2,
      { 1510: 750, 3001: -600, 2611: -150 },
      { 1510: 750, 3001: -600, 2611: -150 },
    ],
    [
      'that is credited in the next year, and recorded',
      async (id) => ok(await company.post(`/credit-notes/${(await credit(id, 0.4, '2026-01-10')).id}/record`)),
      2,
      { 1510: 1250, ...whole },
      { 1510: 750, 3001: -600, 2611: -150 },
    ],
    [
      'that is paid, credited, and not yet paid back',
      async (id) => {
        await pay(id, 1250, '2025-12-15')
        await credit(id, 1, '2025-12-20')
      },
      1,
      { 1930: 1250, 1510: -1250 },
      { 1930: 1250, 1510: -1250 },
    ],
    [
      'that was lost after the end',
      (invoiceId) =>
        service.operateFor(company.id, (call) =>
          salesAdmin.settleInConsole(call, { invoiceId, type: 'badDebt', date: '2026-01-15' as Day }),
        ),
      1,
      { 1510: 1250, ...whole },
      { 6351: 1000, 3001: -1000 },
    ],
    [
      'that is of the next year',
      () => sent({ invoiceDate: '2026-01-05' }),
      1,
      { 1510: 1250, ...whole },
      { 1510: 1250, ...whole },
    ],
  ]
  test.each(cases)('%s', async (_, before, documents, atEnd, now) => {
    const { id } = await sent()
    await before(id)
    expect(await close()).toBe(documents)
    expect(await balances()).toEqual([atEnd, now])
    expect(await close()).toBe(0)
  })
})

describe('the last day belongs to the year', () => {
  const last = '2025-12-31'
  const first = '2026-01-01'
  const cases: [
    what: string,
    invoiceDate: string,
    then: (id: string) => Promise<unknown>,
    documents: number,
    atEnd: object,
  ][] = [
    ['an invoice of it is booked', last, async () => {}, 1, { 1510: 1250, ...whole }],
    ['an invoice of the day after is not', first, async () => {}, 0, {}],
    ['what is paid on it is paid', last, (id) => pay(id, 1250, last), 0, { 1930: 1250, ...whole }],
    ['what is paid the day after was owed', last, (id) => pay(id, 1250, first), 1, { 1510: 1250, ...whole }],
    [
      'what is credited on it is not owed',
      last,
      (id) => credit(id, 0.4, last),
      2,
      { 1510: 750, 3001: -600, 2611: -150 },
    ],
    ['what is credited the day after was owed', last, (id) => credit(id, 0.4, first), 1, { 1510: 1250, ...whole }],
  ]
  test.each(cases)('%s', async (_, invoiceDate, then, documents, atEnd) => {
    const { id } = await sent({ invoiceDate })
    await then(id)
    expect(await close()).toBe(documents)
    expect((await balances())[0]).toEqual(atEnd)
  })
})

test('what is credited and paid back after the end leaves nothing', async () => {
  const { id } = await sent()
  await pay(id, 1250, '2025-12-15')
  await credit(id, 1, '2025-12-20')
  await close()
  expect(await bookedBy(company, await pay(id, -1250, '2026-01-15'))).toEqual({ 1930: -1250, 1510: 1250 })
  expect(await balancesOf(company)).toEqual({})
})

test('a credit note of the next year is booked when it is recorded', async () => {
  const { id } = await sent()
  await close()
  const note = await credit(id, 1, '2026-01-10')
  expect(await bookedBy(company, ok(await company.post(`/credit-notes/${note.id}/record`)))).toEqual({
    1510: -1250,
    3001: 1000,
    2611: 250,
  })
})

test('what is left after a credit note decides, though half was paid before it', async () => {
  const lines = [aLine({ unitPrice: 1000 }), aLine({ unitPrice: 1250, taxRate: 0 })]
  const { id } = await sent({ lineItems: lines })
  expect(await bookedBy(company, await pay(id, 1250, '2025-12-15'))).toEqual({
    1930: 1250,
    3001: -500,
    2611: -125,
    3004: -625,
  })
  await credit(id, 1, '2025-12-20')
  expect(await statusOf(company, id)).toBe('paid')
  expect(await close()).toBe(2)
  expect(await balancesOf(company)).toEqual({ 1930: 1250, 3004: -1250 })
  expect(await close()).toBe(0)
})

test('what the tax authority is to pay is booked beside it', async () => {
  const labour = { taxReductionType: 'rut', jobType: 'rutCleaning' }
  await sent({
    customerRef: { id: (await madeCustomer(company, { name: 'Karin Ek', type: 'private' })).id },
    lineItems: [aLine({ productType: 'services', unitType: 'hour', unitPrice: 1000, taxReduction: labour })],
    taxReduction: {
      type: 'rut',
      description: 'Städning',
      deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount: 625 }],
    },
  })
  expect(await close()).toBe(1)
  expect(await balancesOf(company)).toEqual({ 1510: 625, 1513: 625, 3011: -1000, 2611: -250 })
})

test('many invoices of several customers in one run, and the books are right', async () => {
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1)
    ids.push((await sent({ lineItems: [aLine({ unitPrice: 10 * count + 11.11 })] })).id)
  for (const id of ids.slice(0, 3)) await pay(id, 1, '2025-12-20')
  expect(await close()).toBe(8)
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
})

test('payments that are recorded meanwhile are sold or clear the receivable, and nothing is booked twice', async () => {
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push((await sent()).id)
  const payments = await Promise.all(
    ids.map(async (id) => [id, await paid(company, id, { sum: 1250, date: '2026-01-15' })]),
  )
  const recordings = payments.map(async ([id, { id: payment }]) =>
    ok(await company.post(`/invoices/${id}/payments/${payment}/record`)),
  )
  // It is verified when all of them are over: while they go on, one statement sees what the one before did not.
  await Promise.all([...recordings.slice(0, 3), book(), ...recordings.slice(3)])
  await expectSound()
  expect(await balances()).toEqual([
    { 1510: 7500, 3001: -6000, 2611: -1500 },
    { 1930: 7500, 3001: -6000, 2611: -1500 },
  ])
})

describe('is refused', () => {
  const booking = (fiscalYearId: string) => service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId }))

  test('for a year that is not there, or is not kept by the cash method', async () => {
    await expect(booking('019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d')).rejects.toThrow(/There is no fiscal year/)
    const next = { startDate: '2027-01-01' as Day, endDate: '2027-12-31' as Day, accountingMethod: 'accrual' as const }
    const { id } = await service.operateFor(company.id, (call) => createFiscalYear(call, next))
    await expect(booking(id)).rejects.toThrow(/uses the accrual method/)
  })

  test('while the year goes on, and then nothing is booked', async () => {
    await sent()
    await sent()
    service.setNow('2025-12-20T10:00:00Z')
    await expect(booking(company.fiscalYearId)).rejects.toThrow(/more than two business days ahead/)
    expect(await entriesOf(company)).toEqual([])
  })
})

test('an invoice of a cash year that is paid in a year of the accrual method is sold when it is paid', async () => {
  const next = { startDate: '2027-01-01' as Day, endDate: '2027-12-31' as Day, accountingMethod: 'accrual' as const }
  await service.operateFor(company.id, (call) => createFiscalYear(call, next))
  service.setNow('2027-01-20T10:00:00Z')
  const { id } = await sent({ invoiceDate: '2026-12-10' })
  ok(await company.post(`/invoices/${id}/record`))
  expect(await bookedBy(company, await pay(id, 1250, '2027-01-15'))).toEqual({ 1930: 1250, ...whole })
})
