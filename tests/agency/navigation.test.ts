// Links into the console: made for one member of a client company, opened once by that member only, and no login.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeMember } from '#identity'
import { newId } from '#platform/id'
import { newIntegration } from '#support/callers'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside, newVisitor, PASSWORD } from '#support/visitor'
import { asToken, faultsOf, type Member, newMember, newStaffedAgency, ok, type Requests, said } from './support.ts'

const MINUTE_MS = 60_000

let service: Service
let api: Requests
let token: string
let path: string
let client: TestCompany
let member: Member

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  client = checkedCompany(await service.newCompany({ name: 'Klienten AB' }))
  const agency = await newStaffedAgency(service, [client.id])
  token = (await (await newIntegration(service)).connect({ type: 'agency', id: agency.id })).token
  api = asToken(service, token)
  path = `${agency.path}/companies/${client.id}/navigation`
  member = await newMember(service, { type: 'company', id: client.id })
})

/** The path and query of a link. */
const linkTo = async (todoType?: string): Promise<string> => {
  const asked = new URLSearchParams({ userId: member.id, ...(todoType === undefined ? {} : { todoType }) })
  const { url, ...others } = ok(await api.get(`${path}?${asked}`))
  expect(others).toEqual({})
  expect(url).toMatch(/^http:\/\/localhost\/open\?token=/)
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

const logInFrom = async (link: string) => {
  const visitor = newVisitor(service)
  const login = await visitor.get(link)
  expect(login.url).toContain('/login')
  return {
    visitor,
    page: await visitor.submit(login, { email: member.email, password: PASSWORD }, { action: '/login' }),
  }
}

describe('a link', () => {
  test.each([
    ['receipt.unrecorded', '/documents'],
    ['supplierInvoice.unpaid', '/payments'],
    ['supplierInvoice.unapproved', '/supplier-invoices?show=toApprove'],
    ['invoice.unpaid', '/invoices?status=unpaid'],
    ['invoice.unrecorded', '/invoices'],
    ['invoicePayment.unrecorded', ''],
    ['payment.unsigned', '/payments?show=toSign'],
    ['vat.unreported', '/vat'],
    ['something.else', ''],
    [undefined, ''],
  ])('to %s opens that list after the login, once', async (todoType, list) => {
    const link = await linkTo(todoType)
    const { visitor, page } = await logInFrom(link)
    expect(page.url).toBe(`/companies/${client.id}${list}`)
    const again = await visitor.get(link)
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('gäller inte längre')])
  })

  test('is no login by itself, and is no resource of the API', async () => {
    const link = await linkTo()
    for (const headers of [{}, { authorization: `Bearer ${token}` }, { accept: 'application/json' }]) {
      const answer = await fetch(`${service.origin}${link}`, { headers, redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')?.startsWith('/login')]).toEqual([303, true])
      const cookies = answer.headers.getSetCookie().join()
      expect(cookies).not.toMatch(/session=\w/)
    }
    expect((await logInFrom(link)).page.status).toBe(200)
  })

  test('says so to another person, and stays unused', async () => {
    const link = await linkTo()
    const { visitor } = await newPersonInside(service)
    const refused = await visitor.get(link)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('för någon annan')])
    const login = await visitor.submit(refused, {})
    const page = await visitor.submit(login, { email: member.email, password: PASSWORD }, { action: '/login' })
    expect([page.status, page.url]).toEqual([200, `/companies/${client.id}`])
  })

  test('works for ten minutes', async () => {
    const begun = service.now()
    const first = await linkTo()
    const second = await linkTo()
    const { visitor } = await logInFrom(await linkTo())
    service.setNow(new Date(begun.getTime() + 10 * MINUTE_MS - 1))
    expect((await visitor.get(first)).status).toBe(200)
    service.setNow(new Date(begun.getTime() + 10 * MINUTE_MS))
    expect((await visitor.get(second)).status).toBe(404)
    service.setNow(begun)
  })

  test('leads nowhere for a former member', async () => {
    const link = await linkTo()
    await service.operate((call) =>
      removeMember(call, { tenant: { type: 'company', id: client.id }, personId: member.id }),
    )
    const { page } = await logInFrom(link)
    expect([page.status, page.text.includes('Klienten AB')]).toEqual([404, false])
  })

  test('opened twice at once opens once', async () => {
    const { visitor } = await logInFrom(await linkTo())
    const link = await linkTo()
    const answers = await Promise.all([visitor.get(link), visitor.get(link), visitor.get(link)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })
})

test('is made for members only, of client companies only', async () => {
  const stranger = await newMember(service, { type: 'company', id: (await service.newCompany()).id })
  for (const id of [stranger.id, newId()]) {
    expect(said(await api.get(`${path}?userId=${id}`))).toEqual([
      400,
      'navigation-not-allowed',
      `The user ${id} is not a member of the company`,
    ])
  }
  expect(faultsOf(await api.get(path))).toEqual({ userId: 'is required' })
  expect(faultsOf(await api.get(`${path}?userId=x`))).toHaveProperty('userId')
  const foreign = path.replace(client.id, newId())
  expect((await api.get(`${foreign}?userId=${member.id}`)).status).toBe(404)
})

test('is made with the scope for links alone as well, which opens nothing else', async () => {
  const integration = await newIntegration(service)
  const agencyId = path.split('/')[2] ?? ''
  const asked = `${path}?userId=${member.id}`
  const consentTo = async (scopes: readonly string[]) =>
    (await integration.connect({ type: 'agency', id: agencyId }, scopes)).token
  const links = ['agency-company-navigation:write']
  await integration.reach(agencyId, links)
  for (const own of [await consentTo(links), await integration.general(links)]) {
    const linking = asToken(service, own)
    expect(ok(await linking.get(asked)).url).toMatch(/^http:\/\/localhost\/open\?token=/)
    expect((await linking.get(`/agencies/${agencyId}/companies`)).status).toBe(403)
  }
  const refused = await asToken(service, await consentTo(['agency-todos:read'])).get(asked)
  expect(said(refused)).toEqual([403, 'forbidden', 'The access token lacks the scope agency-companies:read'])
})
