// Drafts of invoices over HTTP: what they come to, what they take from customers and items, and all that they refuse.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { ledgerAdmin } from '#ledger'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, anInvoice, fieldsOf, madeCustomer, madeInvoice, madeItem } from './invoicing.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})

const address = { line1: 'Storgatan 1', line2: null, city: 'Umeå', postalCode: '903 26', country: 'SE' }

describe('a draft', () => {
  test('comes to what its lines come to, with tax by rate', async () => {
    const customer = await madeCustomer(company, { address, contactsDetails: [{ email: 'a@kund.se', phone: '090-1' }] })
    const lineItems = [
      aLine({ unitPrice: 3500 }),
      aLine({ unitPrice: 720 }),
      { itemType: 'descriptionOnlyItem', description: 'Frakt' },
      aLine({
        productType: 'services',
        unitType: 'hour',
        quantity: 2.5,
        unitPrice: 99.1,
        bookkeepingAccountNumber: 3003,
      }),
    ]
    const body = { customerRef: { id: customer.id }, lineItems, buyerReference: 'Anna', metadata: { project: 'P 1' } }
    const answer = await company.post('/invoices', anInvoice({ ...body, deliveryAddress: { city: 'Kiruna' } }))
    const whole = { unitType: 'unspecified', quantity: 1, itemRef: null, bookkeepingAccountNumber: null }
    expect(answer.body).toEqual({
      id: expect.any(String),
      modifiedDateTime: '2026-06-10T10:00:00Z',
      type: 'invoice',
      customerRef: { id: customer.id, name: 'Kund AB', customerNumber: customer.customerNumber },
      contactDetailRef: { id: customer.contactsDetails[0].id, email: 'a@kund.se', phone: '090-1' },
      invoiceNumber: null,
      paymentReference: null,
      publishedDateTime: null,
      status: 'draft',
      orderNumberReference: null,
      projectReference: null,
      buyerReference: 'Anna',
      contractReference: null,
      currency: 'SEK',
      currencyRate: 1,
      totalAmount: 5584.69,
      totalTax: 1116.94,
      paidAmount: 0,
      invoiceDate: '2026-06-10',
      dueDate: '2026-07-10',
      lineItems: [
        { id: 1, ...whole, taxReduction: null, ...lineItems[0] },
        { id: 2, ...whole, taxReduction: null, ...lineItems[1] },
        { id: 3, itemRef: null, ...lineItems[2] },
        { id: 4, ...whole, taxReduction: null, ...lineItems[3] },
      ],
      billingAddress: { ...address, countrySubdivision: null },
      deliveryAddress: { city: 'Kiruna' },

      taxReduction: null,
      attachmentRefs: [],
      journalEntryRef: null,
      bookedBy: null,
      creditNoteRefs: [],
      writtenOffAmount: 0,
      metadata: { project: 'P 1' },
    })
    expect((await company.get(`/invoices/${answer.body.id}`)).body).toEqual(answer.body)
  })

  test('may be without a customer and without lines', async () => {
    const { body } = await company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: [] })
    expect(body).toMatchObject({ totalAmount: 0, totalTax: 0, contactDetailRef: null, dueDate: '2026-07-10' })
    expect(body).not.toHaveProperty('customerRef')
    expect(body).not.toHaveProperty('billingAddress')
  })

  test.each([
    ['a discount as a negative line', [aLine(), aLine({ unitPrice: -20 })], 100, 20],
    ['a negative quantity          ', [aLine(), aLine({ quantity: -0.5 })], 62.5, 12.5],
    ['a discount of another rate   ', [aLine(), aLine({ unitPrice: -20, taxRate: 12 })], 102.6, 22.6],
    ['no tax                       ', [aLine({ taxRate: 0 })], 100, 0],
    ['six decimals                 ', [aLine({ quantity: 3, unitPrice: 33.333333 })], 125, 25],
    ['what cancels out             ', [aLine(), aLine({ unitPrice: -100 })], 0, 0],
    ['the most                     ', [aLine({ quantity: 799_999_999, unitPrice: 1000 })], 999999998750, 199999999750],
  ])('with %s', async (_, lineItems, totalAmount, totalTax) => {
    const { body } = await company.post('/invoices', anInvoice({ lineItems }))
    expect(body).toMatchObject({ totalAmount, totalTax })
  })

  test('in another currency keeps its rate, and its total in kronor', async () => {
    const { id, ...body } = await madeInvoice(company, { currency: 'EUR', currencyRate: 11.234567 })
    expect(body).toMatchObject({ currency: 'EUR', currencyRate: 11.234567, totalAmount: 125 })
    const row = await service.database.one(sql`select total_base_ore from sales.invoice where id = ${id}`)
    expect(row).toEqual({ total_base_ore: 140432n })
  })

  test('comes to whole kronor where the company rounds, in kronor alone', async () => {
    await service.operateFor(company.id, (call) => changeSettings(call, { roundsTotal: true }))
    const lineItems = [aLine({ unitPrice: 100.39 })]
    expect(await madeInvoice(company, { lineItems })).toMatchObject({ totalAmount: 125, totalTax: 25.1 })
    const euros = await madeInvoice(company, { lineItems, currency: 'EUR', currencyRate: 11 })
    expect(euros).toMatchObject({ totalAmount: 125.49, totalTax: 25.1 })
    const { id } = await madeInvoice(company, { lineItems })
    await company.post(`/invoices/${id}/line-items`, aLine({ unitPrice: 0.4 }))
    expect((await company.get(`/invoices/${id}`)).body).toMatchObject({ totalAmount: 126, totalTax: 25.2 })
  })
})

describe('the due date', () => {
  test.each([
    ['is the one that is given        ', '10', 20, '2026-06-15', '2026-06-15'],
    ["follows the customer's terms    ", '10', 20, undefined, '2026-06-20'],
    ['follows them with a word as well', '10 dagar', 20, undefined, '2026-06-20'],
    ['may be the day itself           ', '0', 20, undefined, '2026-06-10'],
    ["follows the company's terms     ", 'Kontant', 20, undefined, '2026-06-30'],
    ['is 30 days later otherwise      ', undefined, undefined, undefined, '2026-07-10'],
    ['also when the company says none ', 'Kontant', null, undefined, '2026-07-10'],
  ])('%s', async (_, paymentTerms, paymentTermsDays, dueDate, due) => {
    if (paymentTermsDays === null) {
      await service.operateFor(company.id, (call) => changeSettings(call, { paymentTermsDays: 14 }))
    }
    if (paymentTermsDays !== undefined)
      await service.operateFor(company.id, (call) => changeSettings(call, { paymentTermsDays }))
    const { id } = await madeCustomer(company, { paymentTerms })
    expect(await madeInvoice(company, { customerRef: { id }, dueDate })).toMatchObject({ dueDate: due })
  })
})

describe('the contact', () => {
  test('is the default one, another one, or none', async () => {
    const contactsDetails = [{ email: 'a@kund.se' }, { email: 'b@kund.se', isDefault: true }]
    const customer = await madeCustomer(company, { contactsDetails })
    const customerRef = { id: customer.id }
    const [first, second] = customer.contactsDetails
    expect(await madeInvoice(company, { customerRef })).toMatchObject({ contactDetailRef: { email: 'b@kund.se' } })
    const other = await madeInvoice(company, { customerRef, contactDetailRef: { id: first.id } })
    expect(other.contactDetailRef).toEqual({ id: first.id, email: 'a@kund.se', phone: null })
    for (const none of [null, { id: null }]) {
      expect((await madeInvoice(company, { customerRef, contactDetailRef: none })).contactDetailRef).toBeNull()
    }
    await company.put(`/customers/${customer.id}`, { ...customer, contactsDetails: [second] })
    expect((await company.get(`/invoices/${other.id}`)).body.contactDetailRef).toBeNull()
  })
})

describe('a line from an item', () => {
  test('takes the values of the item, except type, quantity and price', async () => {
    const item = await madeItem(company, { bookkeepingAccountNumber: 3003, taxRate: 12, unitPrice: 500 })
    const itemRef = { id: item.id }
    const own = aLine({ itemRef, unitType: 'hour', quantity: 2, unitPrice: 400, bookkeepingAccountNumber: 3002 })
    const lineItems = [
      own,
      { itemType: 'salesItem', itemRef },
      { itemType: 'descriptionOnlyItem', itemRef, description: 'X' },
    ]
    const invoice = await madeInvoice(company, { lineItems })
    const taken = { description: 'Bord', productType: 'goods', unitType: 'piece', bookkeepingAccountNumber: 3003 }
    const ref = { id: item.id, description: 'Bord' }
    expect(invoice.lineItems).toEqual([
      {
        id: 1,
        itemType: 'salesItem',
        itemRef: ref,
        ...taken,
        quantity: 2,
        unitPrice: 400,
        taxRate: 12,
        taxReduction: null,
      },
      {
        id: 2,
        itemType: 'salesItem',
        itemRef: ref,
        ...taken,
        quantity: 1,
        unitPrice: 500,
        taxRate: 12,
        taxReduction: null,
      },
      { id: 3, itemType: 'descriptionOnlyItem', itemRef: ref, description: 'Bord' },
    ])
    expect(invoice).toMatchObject({ totalAmount: 1456, totalTax: 156 })
  })

  test('keeps what it took when the item changes later', async () => {
    const item = await madeItem(company)
    const { id } = await madeInvoice(company, { lineItems: [{ itemType: 'salesItem', itemRef: { id: item.id } }] })
    await company.put(`/items/${item.id}`, { ...item, description: 'Pall', unitPrice: 1 })
    const [line] = (await company.get(`/invoices/${id}`)).body.lineItems
    expect(line).toMatchObject({ description: 'Bord', unitPrice: 500, itemRef: { description: 'Pall' } })
  })

  test('of a text takes the rest from itself', async () => {
    const { id } = await madeItem(company, {
      itemType: 'descriptionOnlyItem',
      description: 'Tack',
      productType: undefined,
      unitType: undefined,
      unitPrice: undefined,
      taxRate: undefined,
    })
    const invoice = await madeInvoice(company, { lineItems: [aLine({ itemRef: { id } })] })
    expect(invoice.lineItems[0]).toMatchObject({ description: 'Tack', unitPrice: 100, itemType: 'salesItem' })
  })
})

/** So many times nearly a thousand million kronor, on an account. */
const on = (bookkeepingAccountNumber: number, quantity: number) =>
  aLine({ quantity, unitPrice: 999_999_999, bookkeepingAccountNumber })

/** Bodies with one thing wrong: the change, where it is told, and what it says. */
const wrong: [string, Record<string, unknown>, string, RegExp][] = [
  ['no date                ', { invoiceDate: undefined }, '#/invoiceDate', /is required/],
  ['no day                 ', { invoiceDate: '2026-02-30' }, '#/invoiceDate', /day as YYYY-MM-DD/],
  ['a day before all time  ', { invoiceDate: '1899-12-31' }, '#/invoiceDate', /must be a day/],
  ['no due date at the end ', { invoiceDate: '2199-12-31' }, '#/dueDate', /is required/],
  ['due before its date    ', { dueDate: '2026-06-09' }, '#/dueDate', /must not be before 2026-06-10/],
  ['no lines               ', { lineItems: undefined }, '#/lineItems', /is required/],
  ['too many lines         ', { lineItems: Array(1001).fill(aLine()) }, '#/lineItems', /1000/],
  ['an unknown type        ', { type: 'offer' }, '#/type', /invoice, cashInvoice/],
  ['an unknown customer    ', { customerRef: { id: newId() } }, '#/customerRef/id', /no customer/],
  ['a contact, no customer ', { contactDetailRef: { id: newId() } }, '#/contactDetailRef/id', /needs the customer/],
  ['an unknown currency    ', { currency: 'SKR', currencyRate: 1 }, '#/currency', /ISO 4217/],
  ['a currency of the past ', { currency: 'BGN', currencyRate: 1 }, '#/currency', /ISO 4217/],
  ['no rate                ', { currency: 'EUR' }, '#/currencyRate', /required when the currency is EUR/],
  ['a rate of kronor       ', { currencyRate: 1.1 }, '#/currencyRate', /must be 1/],
  ['a rate of zero         ', { currency: 'EUR', currencyRate: 0 }, '#/currencyRate', /above zero/],
  ['a rate too fine        ', { currency: 'EUR', currencyRate: 1.1234567 }, '#/currencyRate', /six decimals/],
  ['a long reference       ', { buyerReference: 'x'.repeat(201) }, '#/buyerReference', /200/],
  ['an unknown country     ', { deliveryAddress: { country: 'XX' } }, '#/deliveryAddress/country', /ISO 3166/],
  ['a metadata key         ', { metadata: { '1a': 'x' } }, '#/metadata/1a', /does not begin with a digit/],
  ['a long metadata key    ', { metadata: { ['k'.repeat(26)]: 'x' } }, `#/metadata/${'k'.repeat(26)}`, /25/],
  ['a long metadata value  ', { metadata: { k: 'x'.repeat(501) } }, '#/metadata/k', /500/],
  ['a metadata number      ', { metadata: { k: 1 } }, '#/metadata/k', /must be a text/],
  [
    'eleven metadata keys   ',
    { metadata: Object.fromEntries([...'abcdefghijk'].map((k) => [k, ''])) },
    '#/metadata',
    /10/,
  ],
  ['less than nothing      ', { lineItems: [aLine({ unitPrice: -1 })] }, '#/lineItems', /-1.25.*credit note/],
  [
    'more than may be       ',
    { lineItems: [aLine({ quantity: 999_999_999, unitPrice: 1001 })] },
    '#/lineItems',
    /most/,
  ],
  [
    'lines that cancel out  ',
    { lineItems: [1, -1].map((side) => aLine({ quantity: side * 999_999_999, unitPrice: 999_999_999 })) },
    '#/lineItems',
    /most/,
  ],
  ['more than an account   ', { lineItems: [on(3001, 2000), on(3041, -2000)] }, '#/lineItems', /most/],
  [
    'more in kronor         ',
    { currency: 'EUR', currencyRate: 1001, lineItems: [aLine({ quantity: 1e6, unitPrice: 1000 })] },
    '#/lineItems',
    /most/,
  ],
  ['a misspelt property    ', { curency: 'EUR' }, '#/curency', /did you mean currency/],
]

test.each(wrong)('refuses %s', async (_, changes, field, message) => {
  const answer = await company.post('/invoices', anInvoice(changes))
  expect(answer.body.errors).toEqual([{ field, message: expect.stringMatching(message) }])
})

const wrongLines: [string, Record<string, unknown>, string, RegExp][] = [
  ['no type                ', { itemType: undefined }, 'itemType', /is required/],
  ['no description         ', { description: undefined }, 'description', /is required/],
  ['an empty description   ', { description: ' ' }, 'description', /is required/],
  ['a long description     ', { description: 'x'.repeat(2001) }, 'description', /2000/],
  ['no product type        ', { productType: undefined }, 'productType', /is required/],
  ['no price               ', { unitPrice: undefined }, 'unitPrice', /is required/],
  ['no rate                ', { taxRate: undefined }, 'taxRate', /is required/],
  ['a rate of the past     ', { taxRate: 7 }, 'taxRate', /0, 6, 12, 25/],
  ['an unknown unit        ', { unitType: 'furlong' }, 'unitType', /piece/],
  ['a price too fine       ', { unitPrice: 1.0000001 }, 'unitPrice', /six decimals/],
  ['a price too large      ', { unitPrice: 1_000_000_000 }, 'unitPrice', /1000000000/],
  ['a quantity too large   ', { quantity: -1_000_000_000 }, 'quantity', /1000000000/],
  ['an unknown account     ', { bookkeepingAccountNumber: 3999 }, 'bookkeepingAccountNumber', /not in the chart/],
  ['the receivable         ', { bookkeepingAccountNumber: 1510 }, 'bookkeepingAccountNumber', /for money, receivables/],
  ['the bank               ', { bookkeepingAccountNumber: 1930 }, 'bookkeepingAccountNumber', /for money, receivables/],
  ['an unknown item        ', { itemRef: { id: newId() } }, 'itemRef/id', /no item/],
]

test.each(wrongLines)('refuses a line with %s', async (_, changes, name, message) => {
  const errors = (prefix: string) => [{ field: `${prefix}/${name}`, message: expect.stringMatching(message) }]
  const answer = await company.post('/invoices', anInvoice({ lineItems: [aLine(), aLine(changes)] }))
  expect(answer.body.errors).toEqual(errors('#/lineItems/1'))
  const { id } = await madeInvoice(company)
  expect((await company.post(`/invoices/${id}/line-items`, aLine(changes))).body.errors).toEqual(errors('#'))
})

test('refuses values of sales lines on a text, each of them', async () => {
  const text = aLine({ itemType: 'descriptionOnlyItem', quantity: 1, unitType: 'hour', bookkeepingAccountNumber: 3001 })
  const answer = await company.post('/invoices', anInvoice({ lineItems: [text] }))
  const names = ['productType', 'unitType', 'quantity', 'unitPrice', 'taxRate', 'bookkeepingAccountNumber']
  expect(fieldsOf(answer)).toEqual(names.map((name) => `#/lineItems/0/${name}`))
})

test("refuses an account that is closed, and an item's that was closed since", async () => {
  const item = await madeItem(company, { bookkeepingAccountNumber: 3003 })
  await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 3003, active: false }))
  for (const line of [aLine({ bookkeepingAccountNumber: 3003 }), aLine({ itemRef: { id: item.id } })]) {
    const { body } = await company.post('/invoices', anInvoice({ lineItems: [line] }))
    const field = '#/lineItems/0/bookkeepingAccountNumber'
    expect(body.errors).toEqual([{ field, message: 'account 3003 is not active' }])
  }
})

test('refuses the contact of another customer', async () => {
  const other = await madeCustomer(company, { contactsDetails: [{ name: 'Bo' }] })
  const customerRef = { id: (await madeCustomer(company)).id }
  const contactDetailRef = { id: other.contactsDetails[0].id }
  const answer = await company.post('/invoices', anInvoice({ customerRef, contactDetailRef }))
  expect(fieldsOf(answer)).toEqual(['#/contactDetailRef/id'])
})

test('tells everything that is wrong together, of form and of content', async () => {
  const lineItems = [
    aLine({ unitPrice: 'x', bookkeepingAccountNumber: 3999 }),
    'x',
    aLine({ quantity: 1e10, unitPrise: 1 }),
  ]
  const changes = { lineItems, dueDate: '2026-06-01', currency: 'SKR', metadata: { 'a b': 'x', c: 2 } }
  const answer = await company.post('/invoices', anInvoice({ ...changes, customerRef: { id: newId() } }))
  expect(fieldsOf(answer).sort()).toEqual([
    '#/currency',
    '#/currencyRate',
    '#/customerRef/id',
    '#/dueDate',
    '#/lineItems/0/bookkeepingAccountNumber',
    '#/lineItems/0/unitPrice',
    '#/lineItems/1',
    '#/lineItems/2/quantity',
    '#/lineItems/2/unitPrise',
    '#/metadata/a b',
    '#/metadata/c',
  ])
})

describe('a change', () => {
  test('with what was read changes nothing', async () => {
    const invoice = await madeInvoice(company, {
      currency: 'EUR',
      currencyRate: 11.5,
      metadata: { a: 'b' },
      deliveryAddress: address,
      lineItems: [aLine(), { itemType: 'descriptionOnlyItem', description: 'Text' }],
    })
    expect((await company.put(`/invoices/${invoice.id}`, invoice)).body).toEqual(invoice)
  })

  test('replaces everything; lines that name their id keep it', async () => {
    const lineItems = ['A', 'B', 'C'].map((description) => aLine({ description }))
    const { id } = await madeInvoice(company, { lineItems, metadata: { a: 'b' }, buyerReference: 'Anna' })
    const changed = [
      aLine({ description: 'C2', id: 3 }),
      aLine({ description: 'D' }),
      aLine({ description: 'A2', id: 1 }),
    ]
    const { body } = await company.put(`/invoices/${id}`, anInvoice({ lineItems: changed, type: 'cashInvoice' }))
    const shown = body.lineItems.map((line: { id: number; description: string }) => [line.id, line.description])
    expect(shown).toEqual([
      [3, 'C2'],
      [4, 'D'],
      [1, 'A2'],
    ])
    expect(body).toMatchObject({ type: 'cashInvoice', metadata: {}, buyerReference: null, totalAmount: 375 })
    expect(body).not.toHaveProperty('customerRef')
  })

  test('refuses lines that the draft does not have, or has once', async () => {
    const { id } = await madeInvoice(company)
    const lineItems = [aLine({ id: 1 }), aLine({ id: 1 }), aLine({ id: 7 })]
    const { body } = await company.put(`/invoices/${id}`, anInvoice({ lineItems }))
    expect(body.errors).toEqual([
      { field: '#/lineItems/1/id', message: 'line 1 is given twice' },
      { field: '#/lineItems/2/id', message: 'there is no line 7 on this document' },
    ])
  })

  test('waits for the right ETag', async () => {
    const { id } = await madeInvoice(company)
    const read = await company.get(`/invoices/${id}`)
    const etag = read.headers.get('etag') ?? ''
    const changed = await company.put(`/invoices/${id}`, anInvoice(), { 'if-match': etag })
    expect(changed.status).toBe(200)
    for (const late of [
      company.put(`/invoices/${id}`, anInvoice(), { 'if-match': etag }),
      company.delete(`/invoices/${id}`, { 'if-match': etag }),
      company.post(`/invoices/${id}/publish`, {}, { 'if-match': etag }),
    ]) {
      expect((await late).status).toBe(412)
    }
    const now = changed.headers.get('etag') ?? ''
    expect((await company.get(`/invoices/${id}`, { 'if-none-match': now })).status).toBe(304)
    const customerRef = { id: (await madeCustomer(company)).id }
    const other = await company.post('/invoices', anInvoice({ customerRef }))
    const right = { 'if-match': other.headers.get('etag') ?? '' }
    expect((await company.post(`/invoices/${other.body.id}/publish`, {}, right)).body.status).toBe('published')
    expect((await company.delete(`/invoices/${id}`, { 'if-match': now })).status).toBe(204)
    expect((await company.get(`/invoices/${id}`)).status).toBe(404)
  })

  test('leaves nothing of a removed draft', async () => {
    const { id } = await madeInvoice(company)
    expect((await company.delete(`/invoices/${id}`)).status).toBe(204)
    const left = await service.database.rows(sql`select from sales.invoice_line where invoice_id = ${id}`)
    expect(left).toEqual([])
  })
})

describe('a line', () => {
  test('comes last, and counts', async () => {
    const item = await madeItem(company)
    const { id } = await madeInvoice(company)
    const line = { itemType: 'salesItem', itemRef: { id: item.id }, quantity: 2, id: 99 }
    const { body } = await company.post(`/invoices/${id}/line-items`, line)
    expect(body).toMatchObject({
      id: 2,
      description: 'Bord',
      unitPrice: 500,
      itemRef: { id: item.id, description: 'Bord' },
    })
    const text = { itemType: 'descriptionOnlyItem', description: 'Slut' }
    expect((await company.post(`/invoices/${id}/line-items`, text)).body).toEqual({ id: 3, itemRef: null, ...text })
    const invoice = (await company.get(`/invoices/${id}`)).body
    expect(invoice.lineItems.map((one: { id: number }) => one.id)).toEqual([1, 2, 3])
    expect(invoice).toMatchObject({ totalAmount: 1375, totalTax: 275 })
    const discount = await company.post(`/invoices/${id}/line-items`, aLine({ unitPrice: -1200 }))
    expect(discount.body.errors).toEqual([{ field: '#', message: expect.stringMatching(/-125.00/) }])
    const much = await company.post(`/invoices/${id}/line-items`, aLine({ quantity: 1001, unitPrice: 999_999_999 }))
    expect(much.body.errors).toEqual([{ field: '#', message: expect.stringMatching(/at most 1000000000000/) }])
  })

  test('is one of a thousand at most', async () => {
    const { id } = await madeInvoice(company, { lineItems: Array(1000).fill(aLine()) })
    const { body } = await company.post(`/invoices/${id}/line-items`, aLine())
    expect(body).toMatchObject({ code: 'limit-exceeded', message: 'A document can have at most 1000 lines' })
  })

  test('of many that come at once is not lost', async () => {
    const { id } = await madeInvoice(company, { lineItems: [] })
    await Promise.all(Array.from({ length: 8 }, () => company.post(`/invoices/${id}/line-items`, aLine())))
    const { body } = await company.get(`/invoices/${id}`)
    expect(body.lineItems.map((one: { id: number }) => one.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(body.totalAmount).toBe(1000)
  })
})

test("tax reduction on lines is its owner's: what another integration sends is ignored", async () => {
  const taxReduction = { taxReductionType: 'rut', jobType: 'rutCleaning' }
  const { id } = await madeInvoice(company)
  const { token } = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes: ['invoices:write', 'invoices:read'] }),
  )
  const other = checkedRequests(company.url, token)
  const line = aLine({ productType: 'services', unitType: 'hour', taxReduction })
  expect((await other.post(`/invoices/${id}/line-items`, line)).body.taxReduction).toBeNull()
  const { body } = await other.put(`/invoices/${id}`, anInvoice({ lineItems: [line] }))
  expect(body.lineItems[0].taxReduction).toBeNull()
  expect(fieldsOf(await company.post(`/invoices/${id}/line-items`, line))).toEqual(['#/taxReduction'])
})

test("another company's invoices, customers and items are not there", async () => {
  const stranger = checkedCompany(await service.newCompany())
  const invoice = await madeInvoice(company)
  const item = await madeItem(company)
  const path = `/invoices/${invoice.id}`
  const asked = [
    stranger.get(path),
    stranger.put(path, anInvoice()),
    stranger.delete(path),
    stranger.post(`${path}/publish`),
  ]
  for (const answer of await Promise.all([...asked, stranger.post(`${path}/line-items`, aLine())])) {
    expect([answer.status, answer.body.message]).toEqual([404, `There is no invoice ${invoice.id} in this company`])
  }
  const body = anInvoice({ customerRef: invoice.customerRef, lineItems: [aLine({ itemRef: { id: item.id } })] })
  expect(fieldsOf(await stranger.post('/invoices', body))).toEqual(['#/customerRef/id', '#/lineItems/0/itemRef/id'])
  expect((await stranger.get('/invoices')).body).toMatchObject({ totalItems: 0, items: [] })
})
