// A reference that is written in the style of another service would be lost if it were passed over: an invoice without
// its customer. Every body and every list tells which name was meant.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#http'
import { httpService } from '#http/service'
import { rows } from '#programs/app'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

type Node = {
  format?: string
  const?: unknown
  readOnly?: boolean
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  discriminator?: { propertyName: string }
}

/** A reference of a schema: where it stands, the names beside it, and a body that has only what `inner` is there. */
type Place = { path: string; name: string; siblings: readonly string[]; bodyOf: (inner: object) => unknown }

const refers = ({ format, items, anyOf = [], properties }: Node): boolean =>
  format === 'uuid' || properties?.id?.format === 'uuid' || (items ? refers(items) : anyOf.some(refers))

const placesIn = (node: Node, path = '#', bodyOf: Place['bodyOf'] = (inner) => inner): Place[] => {
  const { properties = {}, items, anyOf = [], oneOf = [], discriminator } = node
  if (items) return placesIn(items, `${path}/0`, (inner) => bodyOf([inner]))
  const kinds = oneOf.flatMap((kind) => {
    const tag = discriminator?.propertyName ?? ''
    return placesIn(kind, path, (inner) => bodyOf({ [tag]: kind.properties?.[tag]?.const, ...inner }))
  })
  const own = Object.entries(properties).filter(([, property]) => !property.readOnly)
  const siblings = Object.keys(properties).map((name) => name.toLowerCase())
  return [
    ...kinds,
    ...anyOf.flatMap((kind) => placesIn(kind, path, bodyOf)),
    ...own.filter(([, property]) => refers(property)).map(([name]) => ({ path, name, siblings, bodyOf })),
    ...own.flatMap(([name, property]) => placesIn(property, `${path}/${name}`, (inner) => bodyOf({ [name]: inner }))),
  ]
}

/** The name in the styles of others; nothing of `id` itself. */
const stylesOf = (name: string, siblings: readonly string[]): string[] => {
  const bare = name.replace(/(?:Ref|Id)s?$/, '')
  if (bare === '' || bare.toLowerCase() === 'id') return []
  const snake = bare.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const styles = [bare, `${bare}Id`, `${bare}Ref`, `${bare}Reference`, `${bare}_id`, `${snake}_id`, `${snake}_ref`]
  return styles.filter((style) => !siblings.includes(style.toLowerCase()))
}

const bodies = rows.flatMap((row) =>
  placesIn((row.body ?? {}) as Node).map((place) => ({ row, place, name: `${row.operationId} ${place.path}` })),
)

const errorsOf = async (row: Row, body: unknown): Promise<string[]> => {
  const params = Object.fromEntries([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, ID]))
  const request = { params, query: {}, url: '/', headers: {}, body, isMultipart: () => false }
  const { errors } = await httpService.inputReader(row)(request, false)
  return errors.map(({ field, message }) => `${field}: ${message}`)
}

const ID = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

test('each reference of each body is meant by its name in another style', async () => {
  const known = bodies.map(({ place }) => place.name)
  expect(known).toEqual(expect.arrayContaining(['customerRef', 'supplierRef', 'itemRef', 'uploadRef', 'tagId']))
  await every(
    bodies,
    ({ name, place }) => `${name}/${place.name}`,
    async ({ row, place: { path, name, siblings, bodyOf } }) => {
      for (const style of stylesOf(name, siblings)) {
        const errors = await errorsOf(row, bodyOf({ [style]: { id: ID } }))
        const told = errors.filter((error) => error.startsWith(`${path}/${style}: `))
        expect(told, style).toHaveLength(1)
        const bare = name.replace(/(?:Ref|Id)s?$/, '')
        expect(told[0], style).toMatch(new RegExp(`: is not a known property; did you mean ${bare}\\w*\\?$`))
      }
    },
  )
})

test.each(['customerId', 'customer', 'customer_id', 'CustomerID', 'customerReference', 'customer_ref', 'customer.id'])(
  'an invoice with %s is not made without its customer',
  async (name) => {
    const customer = await company.post('/customers', { name: 'Kunden AB', type: 'company' })
    const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 950, taxRate: 25 }
    const before = (await company.get('/invoices')).body.totalItems
    const draft = { invoiceDate: '2026-06-10', lineItems: [line], [name]: customer.body.id }
    const answer = await company.post('/invoices', draft)
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ field: `#/${name}`, message: 'is not a known property; did you mean customerRef?' }],
    ])
    expect((await company.get('/invoices')).body.totalItems).toBe(before)
  },
)

test('beside a file as well, and in a query', async () => {
  const beside = await company.upload('/uploads', 'kvitto.pdf', Buffer.from('%PDF-1.4'), {}, { journal_entry: ID })
  expect(beside.body.errors).toContainEqual({
    field: '#/journal_entry',
    message: 'is not a known property; did you mean journalEntryId?',
  })
  const listed = await company.get(`/journal-entries?tag=${ID}`)
  expect(listed.body.errors).toEqual([
    { field: 'tag', message: 'is not a parameter of this endpoint; did you mean tagId?' },
  ])
})

test('a name that refers to nothing is ignored and told as before', async () => {
  const answer = await company.post('/customers', { name: 'Kunden AB', type: 'company', colourId: 1, uuid: ID })
  expect([answer.status, answer.headers.get('service-ignored')]).toEqual([200, '#/colourId, #/uuid'])
})
