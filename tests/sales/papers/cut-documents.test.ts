// Invoices that are cut into credit notes line by line, beside payments, discounts and tax reductions: at the end the
// books have nothing of them, on any account and in any box of the VAT return, under either method.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountingMethod } from '#ledger'
import { sql } from '#platform/sql'
import { bookUnpaid, changeSettings, salesContribution } from '#sales'
import { boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'
import { balancesOf, ok, paidAndRecorded, settledAndRecorded, statusOf } from '#tests/sales/booking/booked'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'
import { anna, madePerson, rut, work } from '#tests/sales/tax-reduction/household'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Line = Record<string, unknown> & { id: number }
const many = (count: number, changes: Record<string, unknown>) => Array.from({ length: count }, () => aLine(changes))

/** What of a line a note has. */
type Some = { id: number; quantity?: number; unitPrice?: number }

/** Cuts a note out of an invoice, publishes and records it. */
const note = async (id: string, some: readonly Some[]): Promise<Answer['body']> => {
  const draft = ok(await company.post(`/invoices/${id}/credit`))
  const lineItems = some.map((one) => ({ ...draft.lineItems.find((line: Line) => line.id === one.id), ...one }))
  ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems }))
  return recordedNote(draft.id)
}
const recordedNote = async (id: string): Promise<Answer['body']> => {
  const made = ok(await company.post(`/credit-notes/${id}/publish`))
  ok(await company.post(`/credit-notes/${id}/record`))
  return made
}

/** What happens to an invoice between its publication and the note of all that is left. */
type Cut = (id: string) => Promise<unknown>
const noteOf =
  (...some: Some[]): Cut =>
  (id) =>
    note(id, some)
const pay =
  (sum: number): Cut =>
  (id) =>
    paidAndRecorded(company, id, { sum })
const discount =
  (sum: number): Cut =>
  (id) =>
    settledAndRecorded(company, id, { type: 'cashDiscount', sum })

const twoRates = [...many(2, { unitPrice: 10.1 }), ...many(2, { unitPrice: 0.1, taxRate: 12, productType: 'services' })]
const euro = { currency: 'EUR', currencyRate: 11.123456 }
const mixed = [
  ...many(3, { unitPrice: 33.37 }),
  aLine({ unitPrice: 7.77, taxRate: 6, bookkeepingAccountNumber: 3990 }),
  aLine({ unitPrice: 19.99, taxRate: 0, productType: 'services' }),
]

const cases: [what: string, changes: Record<string, unknown>, cuts: Cut[]][] = [
  ['four lines of 10.10', { lineItems: many(4, { unitPrice: 10.1 }) }, [1, 2, 3].map((id) => noteOf({ id }))],
  [
    'parts of lines',
    { lineItems: twoRates },
    [noteOf({ id: 1, unitPrice: 3.33 }, { id: 3 }), noteOf({ id: 1, unitPrice: 0.01 })],
  ],
  ['a payment in between', { lineItems: twoRates }, [pay(7.77), noteOf({ id: 2 }), pay(3.33), noteOf({ id: 4 })]],
  [
    'a discount that is taken back',
    { lineItems: twoRates },
    [discount(0.99), noteOf({ id: 3 }), pay(5), discount(-0.99)],
  ],
  [
    'another currency',
    { ...euro, lineItems: mixed },
    [noteOf({ id: 1 }, { id: 4 }), noteOf({ id: 2 }), noteOf({ id: 5, unitPrice: 6.66 })],
  ],
]

const methods: AccountingMethod[] = ['accrual', 'cash']
const begin = async (accountingMethod: AccountingMethod): Promise<void> => {
  service.setNow(START)
  company = checkedCompany(await service.newCompany({ accountingMethod }))
}

/** Publishes and records an invoice, which is cut, credited to the end and paid back. */
const cutUp = async (changes: Record<string, unknown>, cuts: readonly Cut[]): Promise<string> => {
  const { id } = await madeInvoice(company, changes)
  await published(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  for (const cut of cuts) await cut(id)
  await recordedNote(ok(await company.post(`/invoices/${id}/credit`)).id)
  const { paidAmount } = ok(await company.get(`/invoices/${id}`))
  if (paidAmount !== 0) await paidAndRecorded(company, id, { sum: -paidAmount })
  return id
}

const expectNothing = async (id: string, method: AccountingMethod): Promise<void> => {
  expect(await statusOf(company, id)).toBe('credited')
  if (method === 'cash') {
    service.setNow('2027-01-20T10:00:00Z')
    await service.operateFor(company.id, (call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
  }
  expect(await balancesOf(company)).toEqual({})
  expect(await boxesOfCompany(company)).toEqual({})
  expect(await service.operateFor(company.id, salesContribution.verify)).toEqual([])
}

describe.each(methods)('nothing is left under the %s method', (method) => {
  test.each(cases)('of %s', async (_, changes, cuts) => {
    await begin(method)
    await expectNothing(await cutUp(changes, cuts), method)
  })

  test('of whole kronor', async () => {
    await begin(method)
    await service.operateFor(company.id, (call) => changeSettings(call, { roundsTotal: true }))
    const cuts = [noteOf({ id: 2 }), pay(3), noteOf({ id: 3 }, { id: 1, unitPrice: 0.49 })]
    await expectNothing(await cutUp({ lineItems: twoRates }, cuts), method)
  })

  test('of household work of which the tax authority is asked for a share', async () => {
    await begin(method)
    const lineItems = [work({ unitPrice: 100.1 }), work({ unitPrice: 33.33 }), aLine({ unitPrice: 10.1 })]
    const customerRef = { id: (await madePerson(company)).id }
    const cuts = [noteOf({ id: 1, unitPrice: 33.33 }), pay(20), noteOf({ id: 3 }), noteOf({ id: 2, unitPrice: 0.01 })]
    await expectNothing(await cutUp({ customerRef, lineItems, taxReduction: rut([[anna, 80]]) }, cuts), method)
  })
})

describe('what the papers of the notes say', () => {
  test('is each its own, and together what the invoice said', async () => {
    await begin('accrual')
    const { id } = await madeInvoice(company, { lineItems: many(4, { unitPrice: 10.1 }) })
    await published(company, id)
    const notes: Answer['body'][] = []
    for (const line of [1, 2, 3, 4]) {
      const draft = ok(await company.post(`/invoices/${id}/credit`))
      const lineItems = draft.lineItems.filter((one: Line) => one.id === line)
      ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems }))
      notes.push(ok(await company.post(`/credit-notes/${draft.id}/publish`)))
    }
    expect(notes.map(({ totalTax, totalAmount }) => [totalTax, totalAmount])).toEqual([
      [2.52, 12.62],
      [2.53, 12.63],
      [2.52, 12.62],
      [2.53, 12.63],
    ])
    const papers = await service.database.rows<{ taxes: { tax: number }[] }>(sql`
      select content -> 'taxes' as taxes from sales.paper
      where company_id = ${company.id} and invoice_id = any(${notes.map((one) => one.id)}::uuid[]) order by invoice_id`)
    expect(papers.map(({ taxes }) => taxes.map(({ tax }) => tax))).toEqual([[252], [253], [252], [253]])
  })

  test('and the database refuses more tax of a rate than was charged (GB043)', async () => {
    await begin('accrual')
    const lineItems = [aLine(), aLine({ unitPrice: 500, taxRate: 6 })]
    const { id } = await madeInvoice(company, { lineItems })
    await published(company, id)
    const draft = ok(await company.post(`/invoices/${id}/credit`))
    const publish = (taxes: object) =>
      service.database.rows(sql`
        update sales.invoice set number = 2, published_at = now(), total_ore = 100, total_base_ore = 100,
          credited_parts = ${JSON.stringify({ taxes, parts: {} })}::jsonb
        where company_id = ${company.id} and id = ${draft.id}`)
    for (const taxes of [{ 25: '2501' }, { 6: '-1' }, { 12: '1' }]) {
      await expect(publish(taxes), JSON.stringify(taxes)).rejects.toMatchObject({ code: 'GB043' })
    }
    await publish({ 25: '2500', 6: '3000' })
  })
})

test('many operations in one request cut like one after the other', async () => {
  await begin('accrual')
  const { id } = await madeInvoice(company, { lineItems: many(4, { unitPrice: 10.1 }) })
  await published(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  const operations = [1, 2, 3, 4].flatMap((line) => {
    const path = `/credit-notes/{note${line}#/id}`
    const body = { creditDate: '2026-06-10', dueDate: '2026-06-10', lineItems: [{ id: line, itemType: 'salesItem' }] }
    return [
      { name: `note${line}`, method: 'POST', path: `/invoices/${id}/credit` },
      { method: 'PUT', path, body },
      { method: 'POST', path: `${path}/publish` },
      { method: 'POST', path: `${path}/record` },
    ]
  })
  ok(await company.post('/bulk', { mode: 'atomic', operations }))
  expect(await balancesOf(company)).toEqual({})
})

test('a discount is credited together with what it is on, and the refusal says how much is left', async () => {
  await begin('accrual')
  const lineItems = [aLine(), aLine({ unitPrice: -20 }), aLine({ taxRate: 12 })]
  const { id } = await madeInvoice(company, { lineItems })
  await published(company, id)
  const draft = ok(await company.post(`/invoices/${id}/credit`))
  const alone = await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: [draft.lineItems[0]] })
  expect(alone.body.errors).toEqual([
    {
      field: '#/lineItems',
      message:
        'the lines credit 100.00 of sales at 25 %, excluding tax, but only 80.00 is left to credit: credit a discount ' +
        'together with the line that it applies to',
    },
  ])
  ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: draft.lineItems.slice(0, 2) }))
  expect(ok(await company.post(`/credit-notes/${draft.id}/publish`))).toMatchObject({ totalAmount: 100, totalTax: 20 })
})
