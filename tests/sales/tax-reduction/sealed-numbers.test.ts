// Personal numbers of customers and suppliers: sealed where they are kept, shown to who may read them, found by the
// whole number, read on with a new secret key, and masked where no key opens them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { reseal, unreadable } from '#secrets/sealed'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { anna, bo } from './household.ts'

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer]
const soleAnna = anna.slice(2)
const soleBo = bo.slice(2)

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ secretKeys: [first] })
})
afterAll(() => service.close())
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})

const address = { line1: 'Gatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' }
const aParty = { name: 'Anna Ek', address }
const add = async (path: string, body: Record<string, unknown>): Promise<string> => {
  const { status, body: made } = await company.post(path, { ...aParty, ...body })
  expect(status).toBe(200)
  return made.id
}

const rowOf = (id: string) =>
  service.database.one<{ clear: string | null; isSealed: boolean }>(sql`
    select org_number as clear, sealed_org_number is not null as "isSealed" from (
      select id, org_number, sealed_org_number from sales.customer
      union all select id, org_number, sealed_org_number from purchasing.supplier) party
    where id = ${id}`)

/** The path, the type of a customer, the number, and whether it is sealed. */
const parties: [string, string, Record<string, unknown>, string, boolean][] = [
  ['a person          ', '/customers', { type: 'private' }, anna, true],
  ['a person abroad   ', '/customers', { type: 'private', address: { ...address, country: 'NO' } }, '010190', true],
  ['a sole proprietor ', '/customers', { type: 'company' }, soleAnna, true],
  ['a company         ', '/customers', { type: 'company' }, '556036-0793', false],
  ['a sole supplier   ', '/suppliers', {}, soleBo, true],
  ['a supplier        ', '/suppliers', {}, '556036-0793', false],
]

test.each(parties)('%s is kept, shown and found by its number', async (_, path, body, orgNumber, isSealed) => {
  const id = await add(path, { ...body, orgNumber })
  const other = await add(path, { ...body, orgNumber: undefined })
  expect(await rowOf(id)).toEqual({ clear: isSealed ? null : orgNumber, isSealed })
  expect((await company.get(`${path}/${id}`)).body.orgNumber).toBe(orgNumber)
  const found = async (query: string): Promise<string[]> =>
    (await company.get(`${path}?query=${encodeURIComponent(query)}`)).body.items.map((one: { id: string }) => one.id)
  expect(await found(`orgNumber==${orgNumber}`)).toEqual([id])
  expect(await found(`orgNumber~${orgNumber}`)).toEqual([id])
  expect(await found(`orgNumber!=${orgNumber}`)).toEqual([other])
  expect(await found(`orgNumber~${orgNumber.slice(0, 5)}`)).toEqual(isSealed ? [] : [id])
  expect(await found(`orgNumber==${orgNumber}||name==Anna Ek`)).toHaveLength(2)
  const changed = await company.put(`${path}/${id}`, { ...aParty, ...body, orgNumber, name: 'Anna Öst' })
  expect(changed.body).toMatchObject({ name: 'Anna Öst', orgNumber })
  expect(await rowOf(id)).toEqual({ clear: isSealed ? null : orgNumber, isSealed })
  const emptied = await company.put(`${path}/${id}`, { ...aParty, ...body })
  expect([emptied.body.orgNumber, await rowOf(id)]).toEqual([undefined, { clear: null, isSealed: false }])
})

test('the same number of another company is not found, and has another digest', async () => {
  const other = checkedCompany(await service.newCompany())
  const mine = await add('/customers', { type: 'private', orgNumber: anna })
  const theirs = (await other.post('/customers', { ...aParty, type: 'private', orgNumber: anna })).body.id
  const list = await company.get(`/customers?query=orgNumber==${anna}`)
  expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([mine])
  const digests = await service.database.rows<{ digest: Buffer }>(sql`
    select distinct org_number_digest as digest from sales.customer where id in (${mine}, ${theirs})`)
  expect(digests).toHaveLength(2)
})

test.each([
  ['sales.customer', 'customer_number_is_sealed', '/customers', { type: 'private' }, '010190'],
  ['sales.customer', 'customer_number_is_sealed', '/customers', { type: 'company' }, soleAnna],
  ['purchasing.supplier', 'supplier_number_is_sealed', '/suppliers', {}, anna],
])('the database takes none in clear: %s', async (table, constraint, path, body, number) => {
  const id = await add(path, body)
  const spoilt = service.database.rows(
    table === 'sales.customer'
      ? sql`update sales.customer set org_number = ${number} where id = ${id}`
      : sql`update purchasing.supplier set org_number = ${number} where id = ${id}`,
  )
  await expect(spoilt).rejects.toMatchObject({ code: '23514', constraint })
})

describe.each([
  ['/customers', { type: 'private' }, anna, salesContribution.sealedCustomerNumbers],
  ['/suppliers', {}, soleBo, purchasingContribution.sealedSupplierNumbers],
])('%s', (path, body, orgNumber, column) => {
  test('with a new secret key numbers are found, sealed anew, and found without the old one', async () => {
    const id = await add(path, { ...body, orgNumber })
    const seen = async (secretKeys: readonly [Buffer, ...Buffer[]], work?: (of: Service) => Promise<unknown>) => {
      const other = await startService({ beside: service, secretKeys })
      try {
        await work?.(other)
        const requests = checkedRequests(`${other.base}/companies/${company.id}`, company.token)
        const list = await requests.get(`${path}?query=orgNumber==${orgNumber}`)
        return list.body.items.map((one: { id: string; orgNumber: string }) => [one.id, one.orgNumber])
      } finally {
        await other.close()
      }
    }
    const anew = (of: Service) => of.operate((call) => reseal(call, column, { after: null, limit: 10_000 }))
    expect(await seen([second, first])).toEqual([[id, orgNumber]])
    expect(await seen([second])).toEqual([])
    expect(await seen([second, first], anew)).toEqual([[id, orgNumber]])
    expect(await seen([second])).toEqual([[id, orgNumber]])
    expect(await seen([first, second], anew)).toEqual([[id, orgNumber]])
  })

  test('one that no key opens is masked, named by verification, and given anew', async () => {
    const spoilt = await add(path, { ...body, orgNumber })
    const sound = await add(path, { ...body, orgNumber })
    // A seal opens in its own row only.
    await service.database.rows(
      path === '/customers'
        ? sql`update sales.customer c set sealed_org_number = o.sealed_org_number from sales.customer o
            where o.id = ${sound} and c.id = ${spoilt}`
        : sql`update purchasing.supplier c set sealed_org_number = o.sealed_org_number from purchasing.supplier o
            where o.id = ${sound} and c.id = ${spoilt}`,
    )
    const { status, body: list } = await company.get(path)
    const numbers = Object.fromEntries(
      list.items.map((one: { id: string; orgNumber: string }) => [one.id, one.orgNumber]),
    )
    expect([status, numbers]).toEqual([200, { [spoilt]: '00000000-XXXX', [sound]: orgNumber }])
    const named = await service.operate(async (call) => {
      const found: string[] = []
      for await (const [, id = ''] of unreadable(call, column, [company.id])) found.push(id)
      return found
    })
    expect(named).toEqual([spoilt])
    const anew = await company.put(`${path}/${spoilt}`, { ...aParty, ...body, orgNumber })
    expect([anew.status, anew.body.orgNumber]).toEqual([200, orgNumber])
  })
})
