// Kinds of supply in place of a rate: the rate follows from the kind and the day of supply, whenever it is invoiced,
// and what is credited keeps the rate that it had.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { type VatKind, vatKinds } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import { isFoodIn, warningsInRates } from '#rules/sales/items/food'
import { checkedCompany } from '#support/checked'
import { every } from '#support/every'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { aLine, fieldsOf, madeCustomer, madeInvoice, madeItem, published, warningsOf } from '#tests/sales/invoicing'

/** Mervärdesskattelagen 2023:200, 9 kap.; food by SFS 2026:118 and 2026:119, dances from 2026-07-01. */
const rates: [kind: VatKind, day: string, rate: number | null][] = [
  ['standard          ', '2026-06-10', 25],
  ['food              ', '2026-03-31', 12],
  ['food              ', '2026-04-01', 6],
  ['food              ', '2027-12-31', 6],
  ['food              ', '2028-01-01', 12],
  ['restaurant        ', '2026-04-01', 12],
  ['lodging           ', '2026-06-10', 12],
  ['art               ', '2024-12-31', null],
  ['art               ', '2025-01-01', 12],
  ['alcohol           ', '2026-06-10', 25],
  ['books             ', '2026-06-10', 6],
  ['passengerTransport', '2026-06-10', 6],
  ['culture           ', '2026-06-10', 6],
  ['dance             ', '2026-06-30', 25],
  ['dance             ', '2026-07-01', 6],
  ['sport             ', '2026-06-10', 6],
  ['copyright         ', '2026-06-10', 6],
  ['repair            ', '2026-06-10', 25],
].map(([kind, ...rest]) => [String(kind).trim(), ...rest]) as never

test('a kind has the rate of the law on the day of supply', () => {
  every(
    rates,
    ([kind, day]) => `${kind} on ${day}`,
    ([kind, day, rate]) => expect(rateOfKind(kind, day)).toBe(rate),
  )
  expect([...new Set(rates.map(([kind]) => kind))]).toEqual([...vatKinds])
})

const texts: [text: string, is: boolean][] = [
  ['Surdegsbröd', false],
  ['Bröd, 500 g', true],
  ['Brödkorg', true],
  ['Kaffe', true],
  ['Ost och smör', true],
  ['Färska grönsaker', true],
  ['Matkasse vecka 20', true],
  ['Coffee beans', true],
  ['Kostnadsersättning', false],
  ['Material', false],
  ['Test av teknik', false],
  ['Lunch med servering', false],
  ['Catering, smörgåsar', false],
  ['Kaffemaskin', false],
  ['Service av kaffemaskin', false],
  ['Hotellrum med frukost', false],
  ['Kurs i bröd', false],
  ['Stol', false],
]

test('a text says that something is food, or not', () =>
  every(
    texts,
    ([text]) => text,
    ([text, is]) => expect(isFoodIn(text)).toBe(is),
  ))

const doubts: [what: string, line: object, day: string, told: boolean][] = [
  ['food at 12 % before the change', { taxRate: 12 }, '2026-03-31', false],
  ['food at 12 % after it', { taxRate: 12 }, '2026-04-01', true],
  ['food at 12 % on its last day', { taxRate: 12 }, '2027-12-31', true],
  ['food at 12 % once that is right again', { taxRate: 12 }, '2028-01-01', false],
  ['food at 6 %', { taxRate: 6 }, '2026-04-01', false],
  ['food that is not taxed', { taxRate: 0 }, '2026-04-01', false],
  ['what says its kind', { taxRate: 12, vatKind: 'restaurant' }, '2026-04-01', false],
  ['something else', { taxRate: 12, description: 'Hotellrum' }, '2026-04-01', false],
]

test('food at the rate that it no longer has is told', () =>
  every(
    doubts,
    ([what]) => what,
    ([, line, day, told]) => {
      const found = warningsInRates([null, { description: 'Bröd', taxRate: 0, ...line }], day)
      expect(found.map(({ field }) => field)).toEqual(told ? ['#/lineItems/1/taxRate'] : [])
    },
  ))

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const food = (changes: object = {}) => aLine({ description: 'Varor', taxRate: undefined, vatKind: 'food', ...changes })
const lineOf = ({ lineItems }: Answer['body']) => {
  const [{ taxRate, vatKind = null }] = lineItems
  return [taxRate, vatKind]
}

describe('a line', () => {
  const days: [what: string, invoice: object, line: [number, string | null]][] = [
    ['by the day of the invoice', { invoiceDate: '2026-03-31' }, [12, 'food']],
    ['by the day of the invoice, after', { invoiceDate: '2026-04-01' }, [6, 'food']],
    ['by the day of supply, invoiced late', { invoiceDate: '2026-04-15', deliveryDate: '2026-03-31' }, [12, 'food']],
    ['by the day of supply, invoiced before', { invoiceDate: '2026-03-20', deliveryDate: '2026-04-02' }, [6, 'food']],
    ['not by a rate that comes along', { lineItems: [food({ taxRate: 25 })] }, [6, 'food']],
    ['but not where it is not taxed', { lineItems: [food({ taxRate: 0 })] }, [0, 'food']],
    ['of its own, as clients of others send it', { lineItems: [aLine({ taxRate: 12 })] }, [12, null]],
  ]
  test.each(days)('has its rate %s', async (_, invoice, line) => {
    const made = await madeInvoice(company, { lineItems: [food()], ...invoice })
    expect(lineOf(made)).toEqual(line)
    expect(lineOf((await company.get(`/invoices/${made.id}`)).body)).toEqual(line)
  })

  test('follows the day until it is published, and then keeps what it has', async () => {
    const draft = await madeInvoice(company, { invoiceDate: '2026-03-31', lineItems: [food()] })
    expect([draft.totalTax, draft.totalAmount]).toEqual([12, 112])
    const { body } = await company.put(`/invoices/${draft.id}`, { ...draft, invoiceDate: '2026-04-01' })
    expect([lineOf(body), body.totalTax, body.totalAmount]).toEqual([[6, 'food'], 6, 106])
    expect(lineOf(await published(company, draft.id))).toEqual([6, 'food'])
  })

  test('that is added to a draft has the rate of its day', async () => {
    const { id } = await madeInvoice(company, { invoiceDate: '2026-04-02', deliveryDate: '2026-03-30' })
    expect((await company.post(`/invoices/${id}/line-items`, food())).body).toMatchObject({ taxRate: 12 })
  })

  test('needs a rate or a kind, and a day on which the law says the rate', async () => {
    const draft = (changes: object, line: object) =>
      company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: [food(line)], ...changes })
    expect(fieldsOf(await draft({}, { vatKind: null }))).toEqual(['#/lineItems/0/taxRate'])
    expect(fieldsOf(await draft({}, { vatKind: 'fodd' }))).toContain('#/lineItems/0/vatKind')
    expect(fieldsOf(await draft({ invoiceDate: '2024-06-10' }, { vatKind: 'art' }))).toEqual(['#/lineItems/0/vatKind'])
  })

  test('at the old rate of food is told of, on the draft and as it is published', async () => {
    const customerRef = { id: (await madeCustomer(company)).id }
    const lineItems = [aLine({ description: 'Bröd', taxRate: 12 })]
    const drafted = await company.post('/invoices', { customerRef, invoiceDate: '2026-06-10', lineItems })
    const told = '#/lineItems/0/taxRate: this looks like food, whose rate is 6 percent on 2026-06-10, not 12'
    expect(warningsOf(drafted).join()).toContain(told)
    expect(warningsOf(await company.post(`/invoices/${drafted.body.id}/publish`)).join()).toContain(told)
    const served = [aLine({ description: 'Bröd', taxRate: undefined, vatKind: 'restaurant' })]
    const other = await company.post('/invoices', { customerRef, invoiceDate: '2026-06-10', lineItems: served })
    expect([lineOf(other.body), warningsOf(other).join()]).toEqual([
      [12, 'restaurant'],
      expect.not.stringContaining('looks like food'),
    ])
  })
})

describe('an item', () => {
  test('with a kind has the rate of today, and gives its lines that of their day', async () => {
    const item = await madeItem(company, { taxRate: undefined, vatKind: 'food' })
    expect(item).toMatchObject({ taxRate: 6, vatKind: 'food' })
    const itemRef = { id: item.id }
    const on = async (invoiceDate: string) =>
      lineOf(await madeInvoice(company, { invoiceDate, lineItems: [aLine({ itemRef, taxRate: 25 })] }))
    expect([await on('2026-03-31'), await on('2026-04-01')]).toEqual([
      [12, 'food'],
      [6, 'food'],
    ])
  })

  test('keeps its kind when it is sent back, and has a rate of its own without it', async () => {
    const item = await madeItem(company, { vatKind: 'dance', taxRate: undefined })
    expect(item).toMatchObject({ taxRate: 25, vatKind: 'dance' })
    const { body: same } = await company.put(`/items/${item.id}`, { ...item, unitPrice: 120 })
    expect(same).toMatchObject({ vatKind: 'dance', unitPrice: 120 })
    const { body: own } = await company.put(`/items/${item.id}`, { ...same, vatKind: undefined })
    expect(own).toMatchObject({ taxRate: 25 })
    expect(own).not.toHaveProperty('vatKind')
  })

  test('is found by its rate of today and by its kind', async () => {
    const { id } = await madeItem(company, { description: 'Tidning', taxRate: undefined, vatKind: 'books' })
    const found = async (query: string) =>
      (await company.get(`/items?query=${encodeURIComponent(query)}`)).body.items.map((one: { id: string }) => one.id)
    expect(await found('vatKind==books')).toEqual([id])
    expect(await found('taxRate==6&&description==Tidning')).toEqual([id])
    expect(await found('taxRate==25&&description==Tidning')).toEqual([])
  })

  test('at the old rate of food is told of, and one of words only has no kind', async () => {
    const item = { itemType: 'salesItem', productType: 'goods', unitType: 'piece', unitPrice: 30, taxRate: 12 }
    expect(warningsOf(await company.post('/items', { ...item, description: 'Kaffe' })).join()).toContain('#/taxRate: ')
    const text = { itemType: 'descriptionOnlyItem', description: 'Tack', vatKind: 'food' }
    expect(fieldsOf(await company.post('/items', text))).toEqual(['#/vatKind'])
  })
})

test('a credit note has the rate of what it credits, however much later', async () => {
  const other = checkedCompany(await service.newCompany())
  await service.operateFor(other.id, (call) =>
    createFiscalYear(call, { startDate: '2025-01-01' as never, endDate: '2025-12-31' as never }),
  )
  const invoice = await madeInvoice(other, { invoiceDate: '2026-03-31', lineItems: [food()] })
  await published(other, invoice.id)
  const { body: note } = await other.post(`/invoices/${invoice.id}/credit`)
  expect([lineOf(note), note.totalTax, note.creditDate >= '2026-04-01']).toEqual([[12, 'food'], 12, true])
  const cut = await other.put(`/credit-notes/${note.id}`, {
    ...note,
    lineItems: [{ ...note.lineItems[0], unitPrice: 50 }],
  })
  expect([lineOf(cut.body), cut.body.totalTax]).toEqual([[12, 'food'], 6])
  expect(lineOf((await other.post(`/credit-notes/${note.id}/publish`)).body)).toEqual([12, 'food'])
})
