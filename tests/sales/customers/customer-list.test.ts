// The list of customers: its order, its pages and its filters.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { type Answer, nextCursorOf, type Service, startService, type TestCompany } from '#support/service'
import { aCustomer, anAddress, madeAt, wrongIn } from './customer-support.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

describe('the list', () => {
  let own: TestCompany
  let all: Answer['body'][]
  beforeAll(async () => {
    own = checkedCompany(await service.newCompany())
    const customers = [
      { name: 'Kund AB', vatNumber: 'SE556036079301', orgNumber: '556036-0793' },
      { name: 'Kund i Umeå AB', customerNumber: 'K-17', orgNumber: '556703-7485' },
      { name: 'Anna Ek', type: 'private', orgNumber: '850709-9805' },
      { name: 'Dansk ApS', vatNumber: 'DK13585628', address: anAddress({ country: 'DK' }) },
      { name: 'kund ab' },
    ]
    for (const [index, customer] of customers.entries()) {
      service.setNow(`2026-06-1${index}T10:00:00Z`)
      await madeAt(own, '/customers', aCustomer(customer))
    }
    all = (await own.get('/customers')).body.items
  })

  test('has the newest first, in pages and by cursor', async () => {
    expect(all.map(({ name }) => name)).toEqual(['kund ab', 'Dansk ApS', 'Anna Ek', 'Kund i Umeå AB', 'Kund AB'])
    const page = await own.get('/customers?page=2&pageSize=2')
    expect(page.body).toMatchObject({ totalItems: 5, totalPages: 3, currentPage: 2, items: all.slice(2, 4) })
    expect((await own.get(`/customers?pageSize=2&cursor=${nextCursorOf(page)}`)).body.items).toEqual(all.slice(4))
  })

  const filters: [string, (customer: Answer['body']) => boolean][] = [
    ['name==Kund AB', ({ name }) => name === 'Kund AB'],
    ['name!=Kund AB', ({ name }) => name !== 'Kund AB'],
    ['name~Umeå', ({ name }) => name.includes('Umeå')],
    ['type==private', ({ type }) => type === 'private'],
    ['type!=private', ({ type }) => type !== 'private'],
    ['customerNumber==K-17', ({ customerNumber }) => customerNumber === 'K-17'],
    ['customerNumber~-', ({ customerNumber }) => customerNumber.includes('-')],
    ['vatNumber==DK13585628', ({ vatNumber }) => vatNumber === 'DK13585628'],
    ['vatNumber~SE', ({ vatNumber }) => vatNumber?.includes('SE')],
    ['vatNumber!=DK13585628', ({ vatNumber }) => vatNumber !== 'DK13585628'],
    ['orgNumber==556703-7485', ({ orgNumber }) => orgNumber === '556703-7485'],
    ['orgNumber~556703', ({ orgNumber }) => orgNumber?.includes('556703')],
    // A personal number is sealed: it is found whole.
    ['orgNumber==19850709-9805', ({ orgNumber }) => orgNumber === '19850709-9805'],
    ['orgNumber~19850709-9805', ({ orgNumber }) => orgNumber === '19850709-9805'],
    ['modifiedDateTime>=2026-06-13', ({ modifiedDateTime }) => modifiedDateTime >= '2026-06-13'],
    ['modifiedDateTime<2026-06-12T12:00:00Z', ({ modifiedDateTime }) => modifiedDateTime < '2026-06-12T12'],
    ['modifiedDateTime==2026-06-10T10:00:00Z', ({ modifiedDateTime }) => modifiedDateTime === '2026-06-10T10:00:00Z'],
    ['type==company&&name~AB||name==Anna Ek', ({ name }) => name.includes('AB') || name === 'Anna Ek'],
  ]

  test.each(filters)('leaves what a filter says: %s', async (query, holds) => {
    const { body } = await own.get(`/customers?query=${encodeURIComponent(query)}`)
    const expected = all.filter(holds)
    expect(body.items).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(all.length)
  })

  test.each(['address~x', 'type==public', 'name>A', 'modifiedDateTime==yesterday', 'id==x'])(
    'refuses %s',
    async (query) => {
      const answer = await own.get(`/customers?query=${encodeURIComponent(query)}`)
      expect(wrongIn(answer)[0]).toMatch(/^query: /)
      expect(answer.body.errors[0].message).toContain(query)
    },
  )
})
