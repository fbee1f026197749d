// What only people decide: the lock date, fiscal years, the account map, and purchases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '#identity'
import type { Role } from '#rule/roles'
import { type Ask, callingAs, historyOfKind, walkByCursor } from '#support/calling'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside } from '#support/visitor'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany()
})

const as = (role: Role): Promise<Ask> => callingAs(service, company, role)
const told = (what: string) => historyOfKind(company, what)

describe('the lock date', () => {
  test('is set, holds, is told and taken back', async () => {
    const ask = await as('bookkeeper')
    expect((await ask('GET', '/lock-date')).body).toEqual({ lockDate: null, vatLockDate: null })
    const set = await ask('PATCH', '/lock-date', { lockDate: '2026-06-05' })
    expect([set.status, set.body]).toEqual([
      200,
      { lockDate: '2026-06-05', vatLockDate: null, unrecordedDocuments: [] },
    ])
    expect((await ask('GET', '/lock-date')).body).toEqual({ lockDate: '2026-06-05', vatLockDate: null })
    const locked = await company.post('/journal-entries', anEntry({ date: '2026-06-05' }))
    expect(locked.body.errors).toMatchObject([{ field: '#/date' }])
    expect(await told('lock-date.set')).toMatchObject([{ actor: { kind: 'user' }, detail: { after: '2026-06-05' } }])
    await ask('PATCH', '/lock-date', { lockDate: null })
    expect((await company.post('/journal-entries', anEntry({ date: '2026-06-05' }))).status).toBe(200)
  })

  test.each(['2026-02-31', 'tomorrow', '', 20260605])('%j is no day', async (lockDate) => {
    const { status, body } = await (await as('owner'))('PATCH', '/lock-date', { lockDate })
    expect([status, body.errors]).toEqual([400, [{ field: '#/lockDate', message: expect.any(String) }]])
  })

  test('waits for what is published and not in the books, unless it is forced', async () => {
    const ask = await as('owner')
    const customer = (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
    const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
    const { id } = (await company.post('/invoices', draft)).body
    expect((await company.post(`/invoices/${id}/publish`)).status).toBe(200)
    const refused = await ask('PATCH', '/lock-date', { lockDate: '2026-06-05' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^Not in the books yet: invoice /),
    ])
    const forced = await ask('PATCH', '/lock-date?force=true', { lockDate: '2026-06-05' })
    expect(forced.body.unrecordedDocuments).toMatchObject([{ id, kind: 'invoice', date: '2026-06-01' }])
  })
})

test('fiscal years are added and closed, and go by the method of the year before', async () => {
  const ask = await as('bookkeeper')
  const made = await ask('POST', '/fiscal-years', { startDate: '2027-01-01', endDate: '2027-12-31' })
  expect(made.body).toMatchObject({ accountingMethod: 'accrual', status: 'open' })
  const hole = await ask('POST', '/fiscal-years', { startDate: '2029-01-01', endDate: '2029-12-31' })
  expect([hole.status, hole.body.code]).toEqual([400, 'operation-not-allowed'])
  const closed = await ask('POST', `/fiscal-years/${company.fiscalYearId}/close?force=true`)
  expect(closed.body).toMatchObject({ fiscalYear: { id: company.fiscalYearId, status: 'closed' } })
  expect((await ask('POST', `/fiscal-years/${company.fiscalYearId}/close`)).status).toBe(400)
  expect((await company.post('/journal-entries', anEntry())).status).toBe(400)
})

test('a role gets another account, and what claims stand on is shared with nothing', async () => {
  const ask = await as('administrator')
  const { roles } = (await ask('PATCH', '/account-map', { role: 'rounding', account: 3960 })).body
  expect(roles).toContainEqual({ role: 'rounding', account: 3960 })
  expect((await ask('GET', '/account-map')).body).toEqual({ roles })
  const shared = await ask('PATCH', '/account-map', { role: 'receivable', account: 3960 })
  expect(shared.body.errors).toMatchObject([{ field: '#/account' }])
})

test('a supplier invoice waits for a person, and is paid then', async () => {
  const ask = await as('owner')
  await ask('PATCH', '/purchasing-settings', { approves: true })
  const usual = { approvesOwn: true, twoApproversFrom: null, twoSignersFrom: null, approvers: [] }
  expect((await ask('GET', '/purchasing-settings')).body).toEqual({ approves: true, ...usual })
  const supplier = (await company.post('/suppliers', { name: 'Papper AB' })).body
  const { id } = (
    await company.post('/supplier-invoices', {
      supplierRef: { id: supplier.id },
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 125,
    })
  ).body
  await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount: 100 }] })
  const pay = () => company.post(`/supplier-invoices/${id}/payments`, { date: '2026-06-09', amount: 125 })
  expect((await pay()).status).toBe(400)
  expect((await ask('POST', `/supplier-invoices/${id}/approve`)).body).toMatchObject({ id, remainingAmount: 125 })
  expect((await ask('POST', `/supplier-invoices/${id}/approve`)).body.code).toBe('operation-not-allowed')
  expect((await pay()).status).toBe(200)
})

describe('members', () => {
  const inCompany = async (role: Role) => {
    const { person } = await newPersonInside(service)
    const tenant = { type: 'company', id: company.id } as const
    await service.operate((call) => addMember(call, { tenant, personId: person.id, role }))
    return person
  }

  test('are seen by all, changed by administrators, and owners by owners', async () => {
    const reader = await as('reader')
    const administrator = await as('administrator')
    const owner = await as('owner')
    const { id, name, email } = await inCompany('reader')
    const shown = { id, name, email, role: 'reader', isSignatory: false }
    const { modifiedDateTime } = (await reader('GET', `/members/${id}`)).body
    const shownNow = { ...shown, modifiedDateTime }
    expect((await reader('GET', `/members/${id}`)).body).toEqual(shownNow)
    expect((await reader('GET', '/members?query=role==reader')).body.items).toContainEqual(shownNow)
    expect((await reader('PATCH', `/members/${id}`, { role: 'owner' })).status).toBe(403)
    const changed = await administrator('PATCH', `/members/${id}`, { role: 'bookkeeper' })
    expect(changed.body).toMatchObject({ ...shown, role: 'bookkeeper' })
    for (const body of [{ role: 'owner' }, { isSignatory: true }]) {
      const refused = await administrator('PATCH', `/members/${id}`, body)
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'Only owners of the company decide who owns it, and who signs for it',
      ])
    }
    const made = await owner('PATCH', `/members/${id}`, { role: 'owner', isSignatory: true })
    expect(made.body).toMatchObject({ ...shown, role: 'owner', isSignatory: true })
    expect((await administrator('DELETE', `/members/${id}`)).body.message).toMatch(/^Only owners/)
    expect((await owner('DELETE', `/members/${id}`)).status).toBe(204)
    expect((await owner('GET', `/members/${id}`)).status).toBe(404)
    expect(await told('member.removed')).toMatchObject([{ actor: { kind: 'user' }, detail: { personId: id } }])
  })

  test('of another company are not found, and the last owner stays', async () => {
    const elsewhere = await inCompany('reader')
    company = await service.newCompany()
    const owner = await as('owner')
    expect((await owner('PATCH', `/members/${elsewhere.id}`, { role: 'owner' })).status).toBe(404)
    const [last] = (await owner('GET', '/members')).body.items
    expect((await owner('DELETE', `/members/${last.id}`)).body.message).toMatch(/must have an owner/)
  })
})

test('a private token is made, read once, listed and ended, by administrators of its company', async () => {
  const ask = await as('administrator')
  const made = await ask('POST', '/tokens', { name: 'Kassan', scopes: ['customers:read'] })
  const { id, token } = made.body
  const call = () => fetch(`${company.url}/customers`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status).toBe(200)
  const listed = (await ask('GET', '/tokens?query=name==Kassan')).body.items
  expect(listed).toMatchObject([{ id, name: 'Kassan', scopes: ['customers:read'], revokedDateTime: null }])
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await (await as('bookkeeper'))('GET', '/tokens')).status).toBe(403)
  const first = company
  company = await service.newCompany()
  expect((await (await as('owner'))('DELETE', `/tokens/${id}`)).status).toBe(404)
  company = first
  expect((await ask('DELETE', `/tokens/${id}`)).status).toBe(204)
  expect((await call()).status).toBe(401)
  expect((await ask('GET', '/tokens')).body.items[0]).toMatchObject({ revokedDateTime: '2026-06-10T10:00:00Z' })
})

test('members and tokens come in pages, each once', async () => {
  const ask = await as('owner')
  for (const role of ['reader', 'bookkeeper'] as const) await as(role)
  for (const name of ['A', 'B']) await ask('POST', '/tokens', { name, scopes: ['tags:read'] })
  expect(await walkByCursor(ask, '/members')).toHaveLength(3)
  expect(await walkByCursor(ask, '/tokens')).toHaveLength(3)
})
