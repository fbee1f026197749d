// Integrations of mode production are approved by the operator before anybody but their owner is sent to them, and none
// takes the name of this service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessAdmin, approve, findIntegration, withdraw } from '#access'
import { addMember } from '#identity'
import { changeIntegration } from '#server/access/registration'
import { answerOf, authorizePath, codeThrough, decide, newOwner, type Owner } from '#support/consent'
import { CALLBACK, integrationOf, newIntegration } from '#support/integration'
import { type Service, startService } from '#support/service'
import { newPersonInside, plain, type Visitor } from '#support/visitor'

let service: Service
let stranger: Owner
let developer: { id: string; visitor: Visitor }

beforeAll(async () => {
  service = await startService()
  stranger = await newOwner(service)
  const { person, visitor } = await newPersonInside(service)
  developer = { id: person.id, visitor }
})
afterAll(() => service.close())

const form = (changes: Record<string, unknown> = {}) => ({
  name: 'Kassan',
  description: 'Dagskassor',
  mode: 'production',
  redirectUris: [CALLBACK],
  scopes: 'journal-entries:read uploads:read',
  ...changes,
})

/** Registered and changed as people do it on the pages. */
const asDeveloper = <T>(work: (call: Parameters<Parameters<Service['operate']>[0]>[0]) => Promise<T>) =>
  service.operate((call) => work({ ...call, actor: { kind: 'user', id: developer.id, name: 'Utvecklaren' } }))
const register = async (changes: Record<string, unknown> = {}) =>
  asDeveloper((call) => accessAdmin.createIntegration(call, { ...form(changes), ownerId: developer.id }))
const change = (id: string, changes: Record<string, unknown>) =>
  asDeveloper((call) => changeIntegration(call, { ...form(changes), id }))
const approval = 'production' as const

test('a stranger is not sent on before the operator has approved it, and is after', async () => {
  const { id } = await register()
  for (const changes of [{}, { scope: 'tags:write' }, { state: null }]) {
    const page = await stranger.visitor.get(authorizePath({ id }, changes))
    expect([page.status, page.location]).toEqual([403, null])
    expect(plain(page.text)).toMatch(/Kassan vill skicka dig vidare till example\.se/)
    expect(page.text).not.toMatch(/(?:href|action)="https?:/)
  }
  const posted = await stranger.visitor.post(authorizePath({ id }), {
    csrf: /name="csrf" value="([^"]+)"/.exec((await stranger.visitor.get('/account')).text)?.[1] ?? '',
    decision: 'grant',
    tenant: stranger.company.id,
  })
  expect([posted.status, posted.location]).toEqual([403, null])
  await service.operate((call) => approve(call, { id, approval }))
  expect((await codeThrough(stranger, { id })).code).toMatch(/^gbac_/)
  await service.operate((call) => withdraw(call, { id, approval }))
  expect((await stranger.visitor.get(authorizePath({ id }))).status).toBe(403)
})

test('its owner tries it before, and one of mode test says what it is', async () => {
  const { id } = await register()
  const company = await service.newCompany()
  const tenant = { type: 'company', id: company.id } as const
  await service.operate((call) => addMember(call, { tenant, personId: developer.id, role: 'owner' }))
  const page = await developer.visitor.get(authorizePath({ id }))
  const granted = await decide(developer.visitor, page, { tenant: company.id, decision: 'grant' })
  expect(answerOf(granted).code).toMatch(/^gbac_/)
  const waiting = await developer.visitor.get(`/account/integrations/${id}`)
  expect(plain(waiting.text)).toContain('Inte godkänd än')
  await service.operate((call) => approve(call, { id, approval }))
  expect(plain((await developer.visitor.get(`/account/integrations/${id}`)).text)).toContain('Godkänd för skarp drift')
  const trial = await register({ mode: 'test' })
  expect(plain((await stranger.visitor.get(authorizePath(trial))).text)).toContain('märkt som test')
})

describe('an approval is of what was seen', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['another name', { name: 'Banken' }, false],
    ['another description', { description: 'Något annat' }, false],
    ['another address', { redirectUris: ['https://annan.example/back'] }, false],
    ['one more scope', { scopes: 'journal-entries:read uploads:read customers:read' }, false],
    ['one scope less', { scopes: 'uploads:read' }, true],
    ['nothing', {}, true],
  ])('%s', async (_, changes, stays) => {
    const { id } = await register()
    await service.operate((call) => approve(call, { id, approval }))
    await change(id, changes)
    const { approvedSince } = await findIntegration({ db: service.database }, { id })
    expect(approvedSince !== null).toBe(stays)
  })

  test('a machine gets no scope that was added since, until it is approved again', async () => {
    const own = await newIntegration(service, { scopes: 'agency-information:read' })
    const machine = { id: own.id, approval: 'machine-to-machine' } as const
    await service.operate((call) => approve(call, machine))
    const ask = (scope: string) => own.token({ grant_type: 'client_credentials', scope })
    await service.operate((call) =>
      changeIntegration(
        { ...call, actor: { kind: 'user', id: own.ownerId, name: 'Utvecklaren' } },
        { ...form({ scopes: 'agency-information:read agency-users:write' }), id: own.id },
      ),
    )
    expect((await ask('agency-information:read')).status).toBe(200)
    expect(await ask('agency-users:write')).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
    await service.operate((call) => approve(call, machine))
    expect((await ask('agency-users:write')).status).toBe(200)
  })

  test('a token that is out has no more than was approved last, and its owner reads what waits', async () => {
    const both = 'agency-information:read agency-users:write'
    const { id, clientSecret: secret } = await register({ scopes: both })
    const own = integrationOf(service, { id, secret, ownerId: developer.id })
    const approveMachine = () => service.operate((call) => approve(call, { id, approval: 'machine-to-machine' }))
    await approveMachine()
    const { access_token: token } = (await own.token({ grant_type: 'client_credentials', scope: both })).body
    const worth = async () => (await own.post('/token/introspect', { token })).body.scope
    expect(await worth()).toBe(both)
    // It is taken away, approved without, and added again within the hour of the token.
    await change(id, { scopes: 'agency-information:read' })
    await approveMachine()
    await change(id, { scopes: both })
    expect(await worth()).toBe('agency-information:read')
    const read = async () => (await developer.visitor.get(`/account/integrations/${id}`)).text
    const waits = 'väntar på den som driver tjänsten: <code>agency-users:write</code>'
    expect(await read()).toContain(waits)
    await approveMachine()
    expect(await worth()).toBe(both)
    expect(await read()).not.toContain(waits)
  })

  test('what the operator changes is approved', async () => {
    const scopes = 'agency-information:read bank-payments:write'
    const { id, clientSecret: secret } = await register({ scopes })
    await service.operate(async (call) => {
      await approve(call, { id, approval: 'machine-to-machine' })
      await approve(call, { id, approval: { elevated: 'bank-payments:write' } })
      await changeIntegration(call, { ...form({ name: 'Banken', scopes: `${scopes} agency-users:write` }), id })
    })
    const own = integrationOf(service, { id, secret, ownerId: developer.id })
    expect((await own.token({ grant_type: 'client_credentials', scope: 'agency-users:write' })).status).toBe(200)
    const { elevatedScopes } = await findIntegration({ db: service.database }, { id })
    expect(elevatedScopes).toEqual(['bank-payments:write'])
  })

  test.each<[string, Record<string, unknown>, boolean]>([
    ['another name', { name: 'Banken' }, false],
    ['another mode', { mode: 'test' }, false],
    ['another address', { redirectUris: ['https://annan.example/back'] }, false],
    ['another description', { description: 'Något annat' }, true],
  ])('that of an elevated scope: %s', async (_, changes, stays) => {
    const scopes = 'bank-payments:write'
    const { id } = await register({ scopes })
    await service.operate((call) => approve(call, { id, approval: { elevated: 'bank-payments:write' } }))
    await change(id, { scopes, ...changes })
    const { elevatedScopes } = await findIntegration({ db: service.database }, { id })
    expect(elevatedScopes).toEqual(stays ? ['bank-payments:write'] : [])
  })

  test('test first, production later', async () => {
    const { id } = await register({ mode: 'test' })
    await change(id, {})
    expect((await stranger.visitor.get(authorizePath({ id }))).status).toBe(403)
  })

  test('what the operator registers is approved', async () => {
    const made = await service.operate((call) =>
      accessAdmin.createIntegration(call, { ...form(), ownerId: developer.id }),
    )
    expect((await stranger.visitor.get(authorizePath(made))).status).toBe(200)
  })
})

test('an operator who wants it so asks for no approval', async () => {
  const open = await startService({ needsApproval: false })
  try {
    const owner = await newOwner(open)
    const { person } = await newPersonInside(open)
    const made = await open.operate((call) => {
      const own = { ...call, actor: { kind: 'user', id: person.id, name: person.name } as const }
      return accessAdmin.createIntegration(own, { ...form(), ownerId: person.id })
    })
    expect((await owner.visitor.get(authorizePath(made))).status).toBe(200)
  } finally {
    await open.close()
  }
})

test.each([
  ['Grundbok', true],
  ['grundbok support', true],
  ['GRUND-BOK', true],
  ['Grund bok', true],
  ['Grundb0k', true],
  ['Grundb\u043ek', true],
  ['Grundb\u00f6k', true],
  ['\uff27\uff52\uff55\uff4e\uff44\uff42\uff4f\uff4b', true],
  ['Kassan', false],
  ['Bokgrunden', false],
])('the name %s is the service’s own: %s', async (name, isOwn) => {
  const made = register({ name })
  if (!isOwn) return expect((await made).id).toBeTruthy()
  await expect(made).rejects.toMatchObject({ errors: [{ field: '#/name' }] })
})
