// The copy of what the books hold about a customer or supplier: that it has everything, nothing of anybody else, and a
// user who may not read all of it gets none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endConnections } from '#access'
import { addClientCompany } from '#identity'
import { raw, sql } from '#platform/sql'
import { partyParts } from '#server/records/party-copy'

import { newAgency, newIntegration } from '#support/callers'
import { ok } from '#support/entries'
import { asMember, member, type Owned, owned } from '#support/owned'
import { mark, marksByTable, marksIn } from '#support/reading/marks'
import { type Service, startService } from '#support/service'
import { withMarkedParties } from './marked-parties.ts'

let service: Service
let company: Owned
let of: { customerId: string; supplierId: string }
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await owned(service, { name: 'Bygg AB' })
  of = await withMarkedParties(service, company)
})
afterAll(() => service.close())

const pathOf = (kind: 'customer' | 'supplier') => `/${kind}s/${of[`${kind}Id`]}/personal-data`

type Copy = {
  about: Record<string, string>
  parts: { name: string; why: string; from: string; to?: string; items: Record<string, unknown>[] }[]
}
const copyOf = async (kind: 'customer' | 'supplier', headers: Record<string, string> = {}): Promise<Copy> =>
  ok(await company.as('GET', pathOf(kind), undefined, headers))
const partOf = ({ parts }: Copy, name: string) => parts.find((part) => part.name === name)?.items ?? []

/** Tables of customers or suppliers that are not parts of the copy, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'sales.open_days': 'on which days an invoice was unpaid: worked out from it and its payments',
  'purchasing.open_days': 'the same of supplier invoices',
}

const told = new Set(partyParts.flatMap(({ tables }) => tables))

test('every text about a customer or supplier is told', async () => {
  const copies = marksIn(JSON.stringify([await copyOf('customer'), await copyOf('supplier')]))
  const found = await marksByTable(service)
  expect(found.size).toBeGreaterThan(25)
  expect([...found.keys()].filter((table) => !told.has(table))).toEqual([])
  const untold = [...found].flatMap(([table, marks]) =>
    [...marks].filter((one) => !copies.has(one)).map((one) => `${table} ${one}`),
  )
  expect(untold).toEqual([])
})

test('every table that refers to one of them is in the copy, or has a reason why not', async () => {
  // By a foreign key, through however many tables, or by a column of that name where there is none.
  const belonging = await service.database.rows<{ name: string }>(sql`
    with recursive tables as (
      select c.oid, n.nspname || '.' || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'
    ),
    belonging as (
      select oid, name from tables where name in ('sales.customer', 'purchasing.supplier')
        or oid in (select attrelid from pg_attribute where not attisdropped and attname in ${raw(
          "('customer_id', 'supplier_id', 'invoice_id', 'supplier_invoice_id')",
        )})
      union
      select t.oid, t.name from belonging b
      join pg_constraint k on k.confrelid = b.oid and k.contype = 'f' join tables t on t.oid = k.conrelid
    )
    select name from belonging order by name`)
  const names = belonging.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !told.has(name) && !(name in elsewhere))).toEqual([])
  expect(Object.keys(elsewhere).filter((name) => told.has(name) || !names.includes(name))).toEqual([])
})

test('each part says what it is kept for, by which law, and where it is from', async () => {
  const copy = await copyOf('customer')
  expect(copy.parts.map(({ name }) => name)).toEqual(
    partyParts.flatMap(({ name, of: kinds }) => (kinds.includes('customer') ? [name] : [])),
  )
  for (const { why, from } of copy.parts) expect([why.length > 20, from.length > 20]).toEqual([true, true])
  expect(copy.parts.find(({ name }) => name === 'invoices')?.why).toContain('7 kap. 2 §')
  expect(copy.about).toMatchObject({ ansvarig: expect.stringContaining('Bygg AB') })
  expect(copy.about.dinaRättigheter).toContain('imy.se')
  expect(partOf(copy, 'customer')).toMatchObject([{ name: mark('cname'), orgNumber: '19850709-9805' }])
  expect(partOf(copy, 'taxReductions')).toMatchObject([
    { people: [{ personalNumber: '19850709-9805', deduction: 300 }], type: 'rot' },
  ])
  const invoices = partOf(copy, 'invoices')
  expect(invoices).toHaveLength(5)
  expect(invoices[0]).toMatchObject({ total: 10000, payments: [{ sumBase: 400 }] })
  expect(invoices[0]?.links).toHaveLength(2)
  expect(JSON.stringify(copy)).not.toMatch(/digest|chainHash|sealed/i)
  const english = await copyOf('supplier', { 'accept-language': 'en' })
  expect(english.about.yourRights).toContain('imy.se')
  expect(partOf(english, 'bankPayments')).toHaveLength(1)
})

test('holds no word of anybody else', async () => {
  const customer = JSON.stringify(await copyOf('customer'))
  const supplier = JSON.stringify(await copyOf('supplier'))
  expect([...marksIn(customer)].filter((one) => one.startsWith('zlqxv'))).toEqual([])
  expect([...marksIn(supplier)].filter((one) => !one.startsWith('zlqxv'))).toEqual([])
})

test('names the programs that may read it, also those that an agency of the company has let in', async () => {
  const agency = await newAgency(service, [company.id], 'Byrån i Norr AB')
  const other = await newAgency(service, [], 'En annan byrå AB')
  const later = await newAgency(service, [], 'Byrån i Söder AB')
  const connect = async (name: string, tenant: { type: 'company' | 'agency'; id: string }, scopes: string[]) => {
    const integration = await newIntegration(service, name)
    await integration.connect(tenant, scopes)
    return integration
  }
  await connect('Kassan', { type: 'company', id: company.id }, ['invoices:read'])
  await connect('Läsaren', { type: 'agency', id: agency.id }, ['agency-companies:read', 'customers:read'])
  await connect('Inköparen', { type: 'agency', id: agency.id }, ['supplier-invoices:read'])
  await connect('Bokföraren', { type: 'agency', id: agency.id }, ['journal-entries:read'])
  await connect('Främlingen', { type: 'agency', id: other.id }, ['customers:read'])
  // What has ended before the company became a client has read nothing of it.
  const { id: integrationId } = await connect('Föregångaren', { type: 'agency', id: later.id }, ['customers:read'])
  await service.operate(async (call) => {
    await endConnections(call, { integrationId })
    await addClientCompany(call, { agencyId: later.id, companyId: company.id })
  })
  const programs = async (kind: 'customer' | 'supplier') =>
    new Map(partOf(await copyOf(kind), 'programs').map((one) => [one.name, one]))
  const ofCustomer = await programs('customer')
  expect(ofCustomer.get('Läsaren')).toMatchObject({
    agency: 'Byrån i Norr AB',
    connectedAt: expect.stringMatching(/^2026-06-10/),
    scopes: expect.arrayContaining(['customers:read']),
  })
  expect(ofCustomer.get('Kassan')).toMatchObject({ scopes: ['invoices:read'] })
  expect(ofCustomer.get('Kassan')).not.toHaveProperty('agency')
  for (const name of ['Inköparen', 'Bokföraren', 'Främlingen', 'Föregångaren'])
    expect([name, ofCustomer.has(name)]).toEqual([name, false])
  const ofSupplier = await programs('supplier')
  expect(ofSupplier.get('Inköparen')).toMatchObject({ agency: 'Byrån i Norr AB' })
  expect(ofSupplier.has('Läsaren')).toBe(false)
})

test('is made by people of the company alone, and it is noted who has', async () => {
  expect((await company.get(pathOf('customer'))).status).toBe(403)
  const as = async (role: 'reader' | 'bookkeeper') => asMember(company, await member(service, company, role))
  expect((await (await as('reader'))('GET', pathOf('supplier'))).status).toBe(403)
  expect((await (await as('bookkeeper'))('GET', pathOf('supplier'))).status).toBe(200)
  expect((await company.as('GET', `/customers/${of.supplierId}/personal-data`)).status).toBe(404)
  expect((await company.as('GET', `/suppliers/${of.customerId}/personal-data`)).status).toBe(404)
  const stranger = await owned(service)
  expect((await stranger.as('GET', `/customers/${of.customerId}/personal-data`)).status).toBe(404)
  const { items } = ok(await company.as('GET', '/history?query=what~copied'))
  expect(items[0]).toMatchObject({ what: 'supplier.copied', detail: { id: of.supplierId } })
})
