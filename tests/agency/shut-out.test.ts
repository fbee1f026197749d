// An integration that is shut out of an agency, or may no longer invite there, comes back by no invitation that it has
// sent: unanswered invitations are withdrawn, at the agency and at its clients.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endIntegration, findIntegration, withdraw } from '#access'
import { agencyScopes, allScopes, identityService, invite } from '#identity'
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'
import { disconnect } from '#server/access/connection'
import { changeIntegration } from '#server/access/registration'
import { newIntegration, type TestIntegration } from '#support/callers'
import { asking, logInAs } from '#support/calling'
import { linkTo } from '#support/outbox'
import { type Service, startService, type TestCompany } from '#support/service'
import { newVisitor } from '#support/visitor'
import { asToken, type Member, newMember, newStaffedAgency, ok, type Requests } from './support.ts'

let service: Service
let client: TestCompany
let agency: { id: string; path: string; administrator: Member }
let owner: Member
let integration: TestIntegration
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  client = await service.newCompany({ name: 'Klienten AB' })
  agency = await newStaffedAgency(service, [client.id])
  owner = await newMember(service, { type: 'company', id: client.id }, 'owner')
  integration = await newIntegration(service)
})

const tenant = () => ({ type: 'agency', id: agency.id }) as const
const SCOPE = 'agency-users:write'
const without = (scopes: readonly string[]) => scopes.filter((scope) => scope !== SCOPE)

let count = 0
const newEmail = () => {
  count += 1
  return `ute${count}@example.com`
}

/** Makes it invite one person to the agency and one to the client; returns their addresses. */
const inviting = async (api: Requests): Promise<[toAgency: string, toClient: string]> => {
  const toAgency = newEmail()
  const toClient = newEmail()
  ok(await api.post(`${agency.path}/invitations`, { email: toAgency }))
  ok(await api.post(`${agency.path}/companies/${client.id}/invitations`, { email: toClient }))
  return [toAgency, toClient]
}

const pending = async (): Promise<string[]> => {
  const found = await service.database.rows<{ email: string }>(sql`
    select email from identity.invitation where (agency_id = ${agency.id} or company_id = ${client.id})
      and accepted_at is null and withdrawn_at is null order by created_at, email`)
  return found.map(({ email }) => email)
}

/** A user invites people in their own name: to the agency and to the client. */
const invitedByPeople = async (): Promise<string[]> => {
  const emails = [newEmail(), newEmail()] as const
  const { administrator } = agency
  await service.operate(async (call) => {
    const inviter = { kind: 'user', id: administrator.id, name: administrator.name }
    await invite(call, { tenant: tenant(), email: emails[0], inviter })
    const own = { kind: 'user', id: owner.id, name: owner.name }
    await invite(call, { tenant: { type: 'company', id: client.id }, email: emails[1], inviter: own })
  })
  return [...emails]
}

const registered = async (call: Call, scopes: readonly string[]): Promise<void> => {
  const { id, name, description, mode, redirectUris } = await findIntegration(call, { id: integration.id })
  await changeIntegration(call, { id, name, description, mode, redirectUris, scopes: scopes.join(' ') })
}

const changes: [what: string, change: (call: Call, connectionId: string) => Promise<unknown>][] = [
  ['that the agency disconnects', (call, id) => disconnect(call, { tenant: tenant(), id })],
  ['that has ended', (call) => endIntegration(call, { id: integration.id })],
  ['that is no machine any more', (call) => withdraw(call, { id: integration.id, approval: 'machine-to-machine' })],
  ['that is registered without the scope', (call) => registered(call, without([...allScopes, ...agencyScopes]))],
]

test.each(changes)('an integration %s leaves no invitation behind', async (_, change) => {
  const { token, connectionId } = await integration.connect(tenant())
  const [toAgency, toClient] = await inviting(asToken(service, token))
  const others = await invitedByPeople()
  expect(await pending()).toHaveLength(4)
  const links = [await linkTo(service, toAgency), await linkTo(service, toClient)]
  await service.operate((call) => change(call, connectionId))
  expect((await pending()).sort()).toEqual(others.sort())
  for (const link of links) {
    const page = await newVisitor(service).get(link)
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('tagits tillbaka')])
  }
})

test('a new consent without the scope withdraws them, and one with it does not', async () => {
  const { token } = await integration.connect(tenant())
  const sent = await inviting(asToken(service, token))
  await integration.connect(tenant())
  expect((await pending()).sort()).toEqual([...sent].sort())
  await integration.connect(tenant(), without([...allScopes, ...agencyScopes]))
  expect(await pending()).toEqual([])
})

describe('a machine', () => {
  test('that connects anew without the scope withdraws what it has sent', async () => {
    await integration.reach(agency.id)
    const sent = await inviting(asToken(service, await integration.general(agencyScopes)))
    await integration.reach(agency.id)
    expect((await pending()).sort()).toEqual([...sent].sort())
    await integration.reach(agency.id, without(agencyScopes))
    expect(await pending()).toEqual([])
  })

  test('that a person lets invite as well may still do so', async () => {
    await integration.reach(agency.id)
    await integration.connect(tenant())
    const sent = await inviting(asToken(service, await integration.general(agencyScopes)))
    await integration.reach(agency.id, without(agencyScopes))
    expect((await pending()).sort()).toEqual([...sent].sort())
  })
})

test('at a client that leaves the agency they are withdrawn, at the agency they stay', async () => {
  const { token } = await integration.connect(tenant())
  const [toAgency] = await inviting(asToken(service, token))
  const others = await invitedByPeople()
  await service.operate((call) =>
    identityService.removeClientCompany(call, { agencyId: agency.id, companyId: client.id }),
  )
  expect((await pending()).sort()).toEqual([toAgency, ...others].sort())
})

test('what a person sends again is theirs', async () => {
  const { token, connectionId } = await integration.connect(tenant())
  const [, toClient] = await inviting(asToken(service, token))
  const { headers } = await logInAs(service, { type: 'company', id: client.id }, 'owner')
  const ask = asking(service.base, headers)
  const { items } = ok(await ask('GET', `/companies/${client.id}/invitations`))
  expect(items).toMatchObject([{ email: toClient }])
  ok(await ask('POST', `/companies/${client.id}/invitations/${items[0].id}/send-again`))
  await service.operate((call) => disconnect(call, { tenant: tenant(), id: connectionId }))
  expect(await pending()).toEqual([toClient])
})
