// Recording of invoices and credit notes: which accounts, which day, once, and never reversed but credited.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, ledgerAdmin, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { changeSettings } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'
import { balancesOf, bookedBy, credited, entriesOf, entryOf, ok, recorded } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const address = { line1: 'Main Street 1', city: 'Town', postalCode: '12345' }
const buyers: Record<string, Record<string, unknown>> = {
  home: { name: 'Kund AB', vatNumber: 'SE556036079301', address: { ...address, country: 'SE', postalCode: '111 22' } },
  unknown: { name: 'Kund utan adress' },
  berlin: { name: 'Berlin GmbH', vatNumber: 'DE136695976', address: { ...address, country: 'DE' } },
  berliner: { name: 'Hans', type: 'private', address: { ...address, country: 'DE' } },
  oslo: { name: 'Oslo AS', address: { ...address, country: 'NO', postalCode: '0155' } },
}

const sold = async (buyer: string, lineItems: object[], changes: Record<string, unknown> = {}) => {
  const customerRef = { id: (await madeCustomer(company, buyers[buyer])).id }
  return recorded(company, { customerRef, lineItems, ...changes })
}

const services = { productType: 'services' }

describe('accounts by role, and their sums', () => {
  const cases: [what: string, buyer: string, lines: object[], changes: object, booked: Record<number, number>][] = [
    ['goods at home', 'home', [aLine()], {}, { 1510: 125, 3001: -100, 2611: -25 }],
    ['to a customer without an address', 'unknown', [aLine(services)], {}, { 1510: 125, 3011: -100, 2611: -25 }],
    [
      'every rate',
      'home',
      [aLine(), aLine({ taxRate: 12 }), aLine({ taxRate: 6, ...services }), aLine({ taxRate: 0 })],
      {},
      { 1510: 443, 3001: -100, 2611: -25, 3002: -100, 2621: -12, 3013: -100, 2631: -6, 3004: -100 },
    ],
    [
      'to another member state',
      'berlin',
      [aLine({ taxRate: 0 }), aLine({ taxRate: 0, ...services })],
      {},
      { 1510: 200, 3108: -100, 3308: -100 },
    ],
    ['to a consumer there', 'berliner', [aLine()], {}, { 1510: 125, 3001: -100, 2611: -25 }],
    [
      'export',
      'oslo',
      [aLine({ taxRate: 0 }), aLine({ taxRate: 0, ...services })],
      {},
      { 1510: 200, 3105: -100, 3305: -100 },
    ],
    [
      'domestic reverse charge',
      'home',
      [aLine({ taxRate: 0, bookkeepingAccountNumber: 3231, ...services })],
      {},
      { 1510: 100, 3231: -100 },
    ],
    [
      'an account of the line',
      'home',
      [aLine({ bookkeepingAccountNumber: 3911 }), aLine()],
      {},
      { 1510: 250, 3911: -100, 3001: -100, 2611: -50 },
    ],
    ['a discount', 'home', [aLine(), aLine({ unitPrice: -10 })], {}, { 1510: 112.5, 3001: -90, 2611: -22.5 }],
    [
      'a currency',
      'berlin',
      [aLine({ taxRate: 0 })],
      { currency: 'EUR', currencyRate: 11.2345 },
      { 1510: 1123.45, 3108: -1123.45 },
    ],
    [
      'a currency with tax',
      'home',
      [aLine()],
      { currency: 'EUR', currencyRate: 11.2345 },
      { 1510: 1404.31, 3001: -1123.45, 2611: -280.86 },
    ],
  ]
  test.each(cases)('%s', async (_, buyer, lines, changes, booked) => {
    const invoice = await sold(buyer, lines, { ...changes })
    expect(await bookedBy(company, invoice)).toEqual(booked)
    const note = await credited(company, invoice.id)
    expect(await entryOf(company, note)).toMatchObject({ title: `Kreditfaktura 2, ${invoice.customerRef.name}` })
    expect(await balancesOf(company)).toEqual({})
  })

  test('rounded to whole kronor', async () => {
    await service.operateFor(company.id, (call) => changeSettings(call, { roundsTotal: true }))
    const invoice = await sold('home', [aLine({ unitPrice: 3035 })])
    expect(await bookedBy(company, invoice)).toEqual({ 1510: 3794, 3001: -3035, 2611: -758.75, 3740: -0.25 })
  })

  test('other accounts for roles, from then on', async () => {
    const draft = await madeInvoice(company)
    await published(company, draft.id)
    await service.operateFor(company.id, async (call) => {
      await createAccount(call, { number: 3055, name: 'Försäljning webb' })
      const roles = { receivable: 1511, salesGoods25: 3055, outputVat25: 2610 }
      for (const [role, account] of Object.entries(roles)) await ledgerAdmin.setAccountRole(call, { role, account })
    })
    const invoice = ok(await company.post(`/invoices/${draft.id}/record`))
    expect(await bookedBy(company, invoice)).toEqual({ 1511: 125, 3055: -100, 2610: -25 })
  })

  test('as the customer was at publication', async () => {
    const customer = await madeCustomer(company, buyers.berlin)
    const draft = await madeInvoice(company, { customerRef: { id: customer.id }, lineItems: [aLine({ taxRate: 0 })] })
    await published(company, draft.id)
    ok(
      await company.put(`/customers/${customer.id}`, {
        name: 'Berlin GmbH',
        type: 'company',
        address: buyers.oslo?.address,
      }),
    )
    const invoice = ok(await company.post(`/invoices/${draft.id}/record`))
    expect(await bookedBy(company, invoice)).toEqual({ 1510: 100, 3108: -100 })
  })
})

test('the entry has the day and the words of the invoice, is shown on it, and is credited instead of reversed', async () => {
  const invoice = await sold('home', [aLine()], { invoiceDate: '2026-05-20' })
  const entry = await entryOf(company, invoice)
  expect(entry).toMatchObject({ title: 'Faktura 1, Kund AB', date: '2026-05-20', journalEntryNumber: 'V1' })
  expect(ok(await company.get(`/invoices/${invoice.id}`)).journalEntryRef).toEqual({ id: entry.id })
  const reversed = await company.post(`/journal-entries/${entry.id}/reverse`)
  expect([reversed.status, reversed.body.code]).toEqual([400, 'operation-not-allowed'])
})

test('a draft is not recorded, and nothing twice', async () => {
  const { id } = await madeInvoice(company)
  expect((await company.post(`/invoices/${id}/record`)).body.message).toContain(`${id} is a draft`)
  await published(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  expect((await company.post(`/invoices/${id}/record`)).body.message).toContain(`${id} is already recorded`)
  const note = await credited(company, id)
  expect((await company.post(`/credit-notes/${note.id}/record`)).body.message).toContain(
    `${note.id} is already recorded`,
  )
  expect((await company.post(`/invoices/${note.id}/record`)).status).toBe(404)
  expect(await entriesOf(company)).toHaveLength(2)
})

test('an invoice that comes to nothing is recorded without an entry, unless accounts change places', async () => {
  const nothing = await sold('home', [aLine(), aLine({ unitPrice: -100 })])
  expect([nothing.status, nothing.journalEntryRef]).toEqual(['paid', null])
  const moved = await sold('home', [aLine(), aLine({ unitPrice: -100, bookkeepingAccountNumber: 3911 })])
  expect(await bookedBy(company, moved)).toEqual({ 3001: -100, 3911: 100 })
})

describe('what cannot be booked says why, and is recorded when that is over', () => {
  const cases: [what: string, date: string, before: (id: string) => Promise<void>, reason: RegExp][] = [
    [
      'a locked day, with no open one after it',
      '2026-06-01',
      (id) => service.operateFor(id, (call) => setLockDate(call, { date: '2026-12-31' as Day })),
      /locked up to and including 2026-12-31/,
    ],
    [
      'a locked day, when the first open one is too far ahead',
      '2026-06-01',
      (id) => service.operateFor(id, (call) => setLockDate(call, { date: '2026-06-30' as Day })),
      /2026-07-01 is more than two business days ahead/,
    ],
    ['a day too far ahead', '2026-06-20', async () => {}, /more than two business days ahead/],
    [
      'a closed account',
      '2026-06-01',
      (id) => service.operateFor(id, (call) => ledgerAdmin.setAccountActive(call, { number: 2611, active: false })),
      /account 2611 is not active/,
    ],
  ]
  test.each(cases)('%s', async (_, invoiceDate, before, reason) => {
    const { id } = await published(company, (await madeInvoice(company, { invoiceDate })).id)
    await before(company.id)
    const answer = await company.post(`/invoices/${id}/record`)
    expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(answer.body.message).toMatch(reason)
    expect(ok(await company.get(`/invoices/${id}`)).journalEntryRef).toBeNull()
    expect(await entriesOf(company)).toEqual([])
  })
})

test('credit notes of several documents count one after the other', async () => {
  const invoice = await sold('home', [aLine({ quantity: 4 })])
  for (const quantity of [1, 2]) {
    const draft = ok(await company.post(`/invoices/${invoice.id}/credit`))
    const [line] = draft.lineItems
    ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: [{ ...line, quantity }] }))
    ok(await company.post(`/credit-notes/${draft.id}/publish`))
    const note = ok(await company.post(`/credit-notes/${draft.id}/record`))
    expect(await bookedBy(company, note)).toEqual({ 1510: -125 * quantity, 3001: 100 * quantity, 2611: 25 * quantity })
  }
  expect(await balancesOf(company)).toEqual({ 1510: 125, 3001: -100, 2611: -25 })
})
