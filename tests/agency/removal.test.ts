// Removing an agency of one's own: what is in the way, what goes and is found nowhere, what stays, and who may.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addClientCompany,
  createAgency,
  findAgencyByNumber,
  identityAdmin,
  identityService,
  type Tenant,
} from '#identity'
import { retainedTablesOfAgency } from '#lifecycle/remove-agency'
import { raw, sql } from '#platform/sql'
import { referringFirst, tenantTables } from '#privacy/tenant-rows'
import { connectByCompany, LOCK_WAITS } from '#support/by-company'
import { freshNumber, newIntegration } from '#support/callers'
import { type Ask, asking, logInAs } from '#support/calling'
import { checkedRequests } from '#support/checked'
import { mark, marksByTable } from '#support/reading/marks'
import { type Service, START, startService } from '#support/service'
import { newVisitor, PASSWORD } from '#support/visitor'
import { ok } from './support.ts'
import { account, entryTemplate, made, preview, rollOut, useService } from './templating.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
  useService(service)
})
afterAll(() => service.close())

type Mine = { id: string; number: string; ask: Ask; at: Ask; email: string; personId: string }

/** An agency, and an administrator who asks for what is their own, and at the agency. */
const mine = async (name = 'Byrån AB'): Promise<Mine> => {
  const number = freshNumber()
  const { id } = await service.operate((call) => createAgency(call, { name, organizationNumber: number }))
  const { person, headers } = await logInAs(service, { type: 'agency', id }, 'administrator')
  const [ask, at] = [service.base, `${service.base}/agencies/${id}`].map((url) => asking(url, headers)) as [Ask, Ask]
  return { id, number, ask, at, email: person.email, personId: person.id }
}

const inEnglish = { 'accept-language': 'en' }
const look = async ({ id, ask }: Mine) => ok(await ask('GET', `/me/agencies/${id}/removal`, undefined, inEnglish))
const remove = ({ id, ask }: Mine) => ask('DELETE', `/me/agencies/${id}`, undefined, inEnglish)

const withClient = async (agencyId: string, name = 'Klient 1 AB') => {
  const company = await service.newCompany({ name })
  await service.operate((call) => addClientCompany(call, { agencyId, companyId: company.id }))
  const leave = () =>
    service.operate((call) => identityService.removeClientCompany(call, { agencyId, companyId: company.id }))
  return { company, leave }
}

/** How many rows of an agency each table has, as far as it has any. */
const rowsOf = async (agencyId: string): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const { name } of await tenantTables(service.database, 'agency')) {
    const rows = await service.database.rows(sql`select 1 from ${raw(name)} where agency_id = ${agencyId}`)
    if (rows.length > 0) found[name] = rows.length
  }
  return found
}

/** All that an agency comes to have, with marks of whom it is about; its client has left it. */
const filled = async ({ id, at, personId }: Mine) => {
  const { company, leave } = await withClient(id, 'Klient 1 AB')
  const used = await made(at, { ...account, name: mark('account') })
  await rollOut(at, [used])
  await preview(at, [await made(at, { ...entryTemplate, name: mark('template') })])
  ok(await at('POST', '/invitations', { email: `${mark('invited')}@example.com` }))
  await logInAs(service, { type: 'agency', id }, 'consultant')
  const integration = await newIntegration(service)
  const { token } = await integration.connect({ type: 'agency', id })
  await integration.reach(id)
  const general = await integration.general()
  const api = checkedRequests(`${service.base}/agencies/${id}`, token)
  ok(await at('POST', `/members/${personId}/clients`, { companyIds: [company.id], isMember: true }))
  ok(await api.get(`/companies/${company.id}/navigation?userId=${personId}`))
  ok(await at('GET', '/events?after=latest'))
  await leave()
  ok(await at('GET', '/events?after=latest'))
  return { company, token, general }
}

describe('an agency without clients', () => {
  test('goes with all that says which it was and whom it knew; what clients have got from it stays', async () => {
    const one = await mine(mark('agency'))
    const { id, ask, at, email } = one
    const { company, token, general } = await filled(one)
    const had = Object.keys(await rowsOf(id))
    expect(had).toEqual(
      expect.arrayContaining(['agency.template_use', 'agency.navigation_link', 'events.agency_order']),
    )
    expect(await look(one)).toEqual({ canRemove: true, hindrances: [] })
    expect((await remove(one)).status).toBe(204)

    const left = await rowsOf(id)
    expect(Object.keys(left).filter((name) => !retainedTablesOfAgency.has(name))).toEqual([])
    const marked = await marksByTable(service)
    // Who did what, an invitation on its way, which is forgotten in a week, and the account that the client has.
    const excused = ['platform.event', 'platform.mail', 'ledger.account']
    expect([...marked.keys()].filter((name) => !excused.includes(name))).toEqual([])
    expect(ok(await company.get(`/chart-of-accounts/${account.account}`)).name).toBe(mark('account'))
    const row = await service.database.one<object>(sql`
      select name, organization_number, removed_at is not null as "isRemoved" from identity.agency where id = ${id}`)
    expect(row).toEqual({ name: 'Borttagen byrå', organization_number: null, isRemoved: true })
    const [last] = await service.database.rows<object>(sql`
      select kind, actor_name, detail from platform.event where tenant_id = ${id} order by number desc limit 1`)
    expect(last).toMatchObject({ kind: 'agency.removed', detail: { id } })

    expect((await remove(one)).status).toBe(404)
    expect((await at('GET', '/members')).status).toBe(403)
    const { memberships } = ok(await ask('GET', '/me')).session
    expect(memberships.filter(({ tenant }: { tenant: Tenant }) => tenant.type === 'agency')).toEqual([])
    for (const held of [token, general]) {
      const { status } = await checkedRequests(`${service.base}/agencies/${id}`, held).get('/agency-information')
      expect(status).toBe(401)
    }

    const visitor = newVisitor(service)
    await visitor.logIn(email, PASSWORD)
    const closing = await visitor.submit(await visitor.get('/account/close'), { password: PASSWORD })
    expect(closing.text).toContain('Kontot är avslutat')
  })

  test('is in no list, and its number is free for a new registration', async () => {
    const one = await mine()
    const other = await mine()
    const { number: organizationNumber } = one
    expect((await remove(one)).status).toBe(204)
    await service.operate(async (call) => {
      expect(await findAgencyByNumber(call, organizationNumber)).toBeNull()
      const listed = (await identityAdmin.listAgencies(call, 1000)).map(({ id }) => id)
      expect([listed.includes(one.id), listed.includes(other.id)]).toEqual([false, true])
    })
    const { id } = await service.operate((call) => createAgency(call, { name: 'Byrån igen AB', organizationNumber }))
    expect(id).not.toBe(one.id)
    const machine = await newIntegration(service)
    const api = checkedRequests(
      service.base,
      await machine.general(['agency-connections:write', 'agency-information:read']),
    )
    expect((await api.post('/agency-connections', { agencyId: one.id })).status).toBe(404)
    expect((await api.post('/agency-connections', { agencyId: id })).status).toBe(201)
  })

  test('is removed once, of two who ask at the same moment', async () => {
    const one = await mine()
    const statuses = (await Promise.all([remove(one), remove(one)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 404])
  })

  test('leaves other agencies, and those who work at both, as they are', async () => {
    const one = await mine()
    const other = await mine()
    const { company } = await withClient(other.id)
    await made(other.at, account)
    const before = await rowsOf(other.id)
    await filled(one)
    expect((await remove(one)).status).toBe(204)
    expect(await rowsOf(other.id)).toEqual(before)
    expect(ok(await other.at('GET', '/companies')).items).toMatchObject([{ id: company.id }])
    expect(ok(await other.at('POST', '/templates', { content: entryTemplate })).version).toBe(1)
  })
})

test('clients are in the way, and are told', async () => {
  const one = await mine()
  const { company, leave } = await withClient(one.id)
  const reason = 'Clients: 1. One leaves when the service operator ends it, or when its owner removes the company.'
  expect(await look(one)).toEqual({ canRemove: false, hindrances: [{ reason }] })
  const { status, body } = await remove(one)
  expect([status, body.code, body.message]).toEqual([
    400,
    'operation-not-allowed',
    `The agency was not removed. ${reason}`,
  ])
  expect(ok(await one.at('GET', '/companies')).items).toMatchObject([{ id: company.id }])
  await leave()
  expect((await remove(one)).status).toBe(204)
  expect((await company.get('/customers')).status).toBe(200)
})

test('only administrators remove an agency, and others are not told that it is there', async () => {
  const one = await mine()
  const { headers } = await logInAs(service, { type: 'agency', id: one.id }, 'consultant')
  const asConsultant = asking(service.base, headers)
  expect((await asConsultant('GET', `/me/agencies/${one.id}/removal`)).status).toBe(403)
  expect((await asConsultant('DELETE', `/me/agencies/${one.id}`)).status).toBe(403)
  const stranger = await mine()
  expect((await stranger.ask('GET', `/me/agencies/${one.id}/removal`)).status).toBe(404)
  expect((await stranger.ask('DELETE', `/me/agencies/${one.id}`)).status).toBe(404)
  expect(ok(await one.at('GET', '/members')).items).toHaveLength(2)
})

test('a client that comes when the agency is to go comes before, or not at all', async () => {
  const one = await mine()
  const { id: companyId } = await service.newCompany()
  const client = await connectByCompany(service)
  await client.query('begin')
  await client.query(`
    insert into identity.agency_company (agency_id, company_id, name, created_at)
    values ('${one.id}', '${companyId}', 'Klienten AB', now())`)
  const asked = remove(one)
  const watcher = await connectByCompany(service)
  await expect.poll(async () => (await watcher.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
  await client.query(`select platform.count_events('${one.id}', 1)`)
  await client.query('commit')
  await Promise.all([client.end(), watcher.end()])
  expect((await asked).status).toBe(400)
  expect((await look(one)).hindrances).toHaveLength(1)
})

test('what was under way when the agency went is undone', async () => {
  const one = await mine()
  const { company, leave } = await withClient(one.id)
  await leave()
  await made(one.at, account)
  await service.database.rows(sql`
    update platform.event_counter set ended_at = ${START} where tenant_id = ${one.id}`)
  const late = [
    await one.at('POST', '/templates', { content: entryTemplate }),
    await one.at('POST', '/templates', { content: entryTemplate }, { 'idempotency-key': 'late' }),
    await one.at('POST', '/invitations', { email: 'sen@example.com' }),
  ]
  expect(late.map(({ status, body }) => [status, body.code])).toEqual(late.map(() => [410, 'gone']))
  const adding = service.operate((call) => addClientCompany(call, { agencyId: one.id, companyId: company.id }))
  await expect(adding).rejects.toMatchObject({ code: 'GB013' })
  expect(ok(await one.at('GET', '/templates')).items).toHaveLength(1)
  expect(ok(await one.at('GET', '/invitations')).items).toEqual([])
  expect(ok(await one.at('GET', '/companies')).items).toEqual([])
})

test('every table that outlasts an agency is one, and tables come before those that they refer to', async () => {
  const tables = await tenantTables(service.database, 'agency')
  const names = tables.map(({ name }) => name)
  expect([...retainedTablesOfAgency].filter((name) => !names.includes(name))).toEqual([])
  expect(names.length).toBeGreaterThan(10)
  const ordered = referringFirst(tables).map(({ name }) => name)
  for (const [early, late] of [
    ['agency.template_use', 'agency.template'],
    ['agency.template_rollout_step', 'agency.template_rollout'],
  ] as const)
    expect(ordered.indexOf(early)).toBeLessThan(ordered.indexOf(late))
})
