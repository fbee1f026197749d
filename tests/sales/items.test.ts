// Items: what they may be, and that a document which uses one keeps it.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerAdmin } from '#ledger'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { madeAt, wrongIn } from '#tests/sales/customers/customer-support'

/** The clock of the tests stands still. */
const modifiedDateTime = '2026-06-10T10:00:00Z'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 3012, active: false }))
})
afterAll(() => service.close())

const anItem = (changes: Record<string, unknown> = {}) => ({
  itemType: 'salesItem',
  description: 'Konsulttimme',
  productType: 'services',
  unitType: 'hour',
  unitPrice: 950,
  taxRate: 25,
  ...changes,
})
const aText = (changes: Record<string, unknown> = {}) => ({
  itemType: 'descriptionOnlyItem',
  description: 'Tack för förtroendet',
  ...changes,
})

const made = (body: object = anItem(), by = company): Promise<Answer['body']> => madeAt(by, '/items', body)

/** Makes a draft whose line is made from an item. */
const invoiceWith = (id: string) =>
  company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: [{ ...aText(), itemRef: { id } }] })

describe('an item', () => {
  test('for sale is kept with everything that was said of it', async () => {
    const said = anItem({ unitPrice: 1234.5, bookkeepingAccountNumber: 3011 })
    const item = await made(said)
    expect(item).toEqual({ id: expect.any(String), ...said, modifiedDateTime })
    expect((await company.get(`/items/${item.id}`)).body).toEqual(item)
    expect(await made()).toMatchObject({ bookkeepingAccountNumber: null })
  })

  test('of words only has nothing else', async () => {
    const item = await made(aText({ productType: null, unitPrice: null, bookkeepingAccountNumber: null }))
    expect(item).toEqual({ id: expect.any(String), ...aText(), modifiedDateTime })
  })

  test.each([0, 6, 12, 25])('may have the tax rate %d', async (taxRate) => {
    expect(await made(anItem({ taxRate }))).toMatchObject({ taxRate })
  })

  const prices = [0, 0.000001, -0.000001, 0.1, 1.123456, 99.99, -250, 100, 123456.654321, 999999999.999999, 1e-6, 1e6]

  test.each(prices)('may cost %d', async (unitPrice) => {
    const { id } = await made(anItem({ unitPrice }))
    expect((await company.get(`/items/${id}`)).body.unitPrice).toBe(unitPrice)
    const found = await company.get(`/items?query=${encodeURIComponent(`unitPrice==${unitPrice.toFixed(6)}`)}`)
    expect(found.body.items.map((item: Answer['body']) => item.id)).toContain(id)
  })

  test('is what a change says, without what it leaves out', async () => {
    const { id } = await made(anItem({ bookkeepingAccountNumber: 3011 }))
    const changed = await company.put(`/items/${id}`, anItem({ unitPrice: 1050.5 }))
    expect(changed.body).toEqual({
      id,
      ...anItem({ unitPrice: 1050.5, bookkeepingAccountNumber: null }),
      modifiedDateTime,
    })
    expect((await company.put(`/items/${id}`, aText())).body).toEqual({ id, ...aText(), modifiedDateTime })
    expect((await company.put(`/items/${id}`, aText())).body).toEqual({ id, ...aText(), modifiedDateTime })
    const history = await service.database.rows<{ what: string; detail: object }>(sql`
      select what, detail from platform.history where company_id = ${company.id} and detail->>'id' = ${id} order by id`)
    expect(history.map(({ what }) => what)).toEqual(['item.created', 'item.changed', 'item.changed'])
    expect(history[1]?.detail).toEqual({
      id,
      before: { unitPrice: '950', account: 3011 },
      after: { unitPrice: '1050.5', account: null },
    })
  })
})

describe('refused is', () => {
  const decimals = '#/unitPrice: must be a number with at most six decimals, above -1000000000 and below 1000000000'
  const bodies: [what: string, body: Record<string, unknown>, wrong: string[]][] = [
    ['no description       ', anItem({ description: undefined }), ['#/description: is required']],
    ['a blank description  ', anItem({ description: ' ' }), ['#/description: must not be empty']],
    [
      'a long description   ',
      anItem({ description: 'x'.repeat(501) }),
      ['#/description: must have at most 500 characters'],
    ],
    ['no type              ', anItem({ itemType: undefined }), ['#/itemType: is required']],
    [
      'a type that is none  ',
      anItem({ itemType: 'text' }),
      ['#/itemType: must be one of salesItem, descriptionOnlyItem'],
    ],
    [
      'no kind, unit, price ',
      { itemType: 'salesItem', description: 'x' },
      ['#/productType: is required', '#/unitType: is required', '#/unitPrice: is required', '#/taxRate: is required'],
    ],
    ['null for a price     ', anItem({ unitPrice: null }), ['#/unitPrice: is required']],
    ['a kind that is none  ', anItem({ productType: 'land' }), ['#/productType: must be one of goods, services']],
    ['seven decimals       ', anItem({ unitPrice: 1.1234567 }), [decimals]],
    ['a price too fine     ', anItem({ unitPrice: 1e-7 }), [decimals]],
    ['a price too high     ', anItem({ unitPrice: 1e9 }), [decimals]],
    ['a price far below    ', anItem({ unitPrice: -1e9 }), [decimals]],
    ['a price of words     ', anItem({ unitPrice: '950' }), ['#/unitPrice: must be a number']],
    [
      'an unknown account   ',
      anItem({ bookkeepingAccountNumber: 3999 }),
      ['#/bookkeepingAccountNumber: account 3999 is not in the chart of accounts'],
    ],
    [
      'an account at rest   ',
      anItem({ bookkeepingAccountNumber: 3012 }),
      ['#/bookkeepingAccountNumber: account 3012 is not active'],
    ],
    [
      'words with a price   ',
      aText({ unitPrice: 1, unitType: 'hour', bookkeepingAccountNumber: 3011 }),
      [
        '#/unitType: is for items of itemType salesItem only',
        '#/unitPrice: is for items of itemType salesItem only',
        '#/bookkeepingAccountNumber: is for items of itemType salesItem only',
      ],
    ],
    [
      'a misspelt property  ',
      anItem({ unitPrise: 1 }),
      ['#/unitPrise: is not a known property; did you mean unitPrice?'],
    ],
    [
      'all together         ',
      { itemType: 'salesItem', description: '', unitPrice: 1e-7, unitType: 'x', taxRate: 7 },
      [
        '#/description: must not be empty',
        '#/productType: is required',
        '#/taxRate: must be one of ',
        decimals,
        '#/unitType: must be one of ',
      ],
    ],
  ]

  test.each(bodies)('%s', async (_, body, wrong) => {
    const before = await made()
    for (const answer of [await company.post('/items', body), await company.put(`/items/${before.id}`, body)]) {
      const told = wrongIn(answer).map((one) => one.replace(/(#\/(?:taxRate|unitType): must be one of ).*/, '$1'))
      expect(told.toSorted()).toEqual(wrong.toSorted())
    }
    expect((await company.get(`/items/${before.id}`)).body).toEqual(before)
  })

  test.each([-1, 1, 7, 24, 25.5, 100])('the tax rate %d', async (taxRate) => {
    expect(wrongIn(await company.post('/items', anItem({ taxRate })))).toEqual([
      '#/taxRate: must be one of 25, 12, 6, 0',
    ])
  })
})

test('any body is answered, and none by a failure', async () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('salesItem', 'goods', 'hour', 25, 3011, 0.5))
  const body = fc.record(
    {
      itemType: fc.oneof(fc.constantFrom('salesItem', 'descriptionOnlyItem'), value),
      description: value,
      productType: value,
      unitType: value,
      taxRate: value,
      bookkeepingAccountNumber: value,
      unitPrice: fc.oneof(value, fc.double(), fc.double({ min: -1e9, max: 1e9 })),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(body, async (item) => {
      expect([200, 400]).toContain((await company.post('/items', item)).status)
    }),
    { numRuns: 200 },
  )
})

describe('removing', () => {
  test('an item that nothing was made from', async () => {
    const { id } = await made()
    const answer = await company.delete(`/items/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await company.get(`/items/${id}`)).status).toBe(404)
  })

  test('is refused while a document refers to it', async () => {
    const { id } = await made(aText())
    const invoice = await invoiceWith(id)
    expect(invoice.status, invoice.text).toBe(200)
    const { status, body } = await company.delete(`/items/${id}`)
    const message = `Item ${id} cannot be removed: invoices or credit notes refer to it`
    expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    expect((await company.delete(`/invoices/${invoice.body.id}`)).status).toBe(204)
    expect((await company.delete(`/items/${id}`)).status).toBe(204)
  })

  test('races with documents that use it: one of them wins', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await made(aText())
      const [removed, ...invoices] = await Promise.all([
        company.delete(`/items/${id}`),
        ...Array.from({ length: 3 }, () => invoiceWith(id)),
      ])
      const done = invoices.filter(({ status }) => status === 200).length
      expect([removed.status, done > 0]).toEqual(done > 0 ? [400, true] : [204, false])
      for (const { status } of invoices) expect([200, 400]).toContain(status)
    }
  })
})

describe('If-Match', () => {
  test('lets one of ten changes at the same time through', async () => {
    const { id } = await made()
    const etag = (await company.get(`/items/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        company.put(`/items/${id}`, anItem({ unitPrice: place }), { 'if-match': etag }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    expect((await company.delete(`/items/${id}`, { 'if-match': etag })).status).toBe(412)
  })
})

describe('the list', () => {
  let own: TestCompany
  let all: Answer['body'][]
  beforeAll(async () => {
    own = checkedCompany(await service.newCompany())
    await made(anItem(), own)
    await made(anItem({ description: 'Skruv', productType: 'goods', unitType: 'piece', unitPrice: 0.25 }), own)
    await made(anItem({ description: 'Bok', productType: 'goods', unitType: 'piece', unitPrice: 200, taxRate: 6 }), own)
    await made(aText(), own)
    all = (await own.get('/items')).body.items
  })

  test('has the newest first', async () => {
    expect(all.map(({ description }) => description)).toEqual(['Tack för förtroendet', 'Bok', 'Skruv', 'Konsulttimme'])
    expect((await own.get('/items?page=2&pageSize=3')).body).toMatchObject({ totalItems: 4, items: all.slice(3) })
  })

  const filters: [string, (item: Answer['body']) => boolean][] = [
    ['description==Bok', ({ description }) => description === 'Bok'],
    ['description~k', ({ description }) => description.includes('k')],
    ['itemType==salesItem', ({ itemType }) => itemType === 'salesItem'],
    ['itemType!=salesItem', ({ itemType }) => itemType !== 'salesItem'],
    ['productType==goods', ({ productType }) => productType === 'goods'],
    ['productType!=goods', ({ productType }) => productType !== 'goods'],
    ['unitType==hour', ({ unitType }) => unitType === 'hour'],
    ['unitType~ece', ({ unitType }) => unitType?.includes('ece')],
    ['unitPrice==0.25', ({ unitPrice }) => unitPrice === 0.25],
    ['unitPrice>=200', ({ unitPrice }) => unitPrice >= 200],
    ['unitPrice<200.000001', ({ unitPrice }) => unitPrice < 200.000001],
    ['taxRate==6', ({ taxRate }) => taxRate === 6],
    ['taxRate>6', ({ taxRate }) => taxRate > 6],
    ['productType==services||taxRate==6', (item) => item.productType === 'services' || item.taxRate === 6],
  ]

  test.each(filters)('leaves what a filter says: %s', async (query, holds) => {
    const { body } = await own.get(`/items?query=${encodeURIComponent(query)}`)
    const expected = all.filter(holds)
    expect(body.items).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(all.length)
  })

  test.each(['account==3011', 'itemType==text', 'unitType==box', 'taxRate~2', 'unitPrice==dear'])(
    'refuses %s',
    async (query) => {
      const answer = await own.get(`/items?query=${encodeURIComponent(query)}`)
      expect(wrongIn(answer)[0]).toMatch(/^query: /)
    },
  )
})
