// The pages on which people register and look after their integrations, and end the connections of their tenants.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '#access'
import { addMember } from '#identity'
import { authorizePath, codeThrough, newOwner } from '#support/consent'
import { CALLBACK, historyOf, integrationOf, newAgency, newIntegration } from '#support/integration'
import { requestsWith, type Service, startService } from '#support/service'
import { newPersonInside, newVisitor, type Page, plain, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const NEW = '/account/integrations/new'
const form = (changes: Record<string, string> = {}) => ({
  name: 'Kassan & Co',
  description: 'Dagskassor',
  mode: 'production',
  redirectUris: `${CALLBACK}\r\n\r\nhttps://example.se/second`,
  'scope-journal-entries:read': 'on',
  ...changes,
})

/** Client id and secret, as the page shows them once. */
const shownIn = ({ text }: Page): { id: string; secret: string } => {
  const [id = '', secret = ''] = [...plain(text).matchAll(/<dd><span class="copiable"[^>]*><code>([^<]+)/g)].map(
    ([, value]) => value ?? '',
  )
  return { id, secret }
}

const register = async (visitor: Visitor, changes: Record<string, string> = {}): Promise<Page> =>
  visitor.submit(await visitor.get(NEW), form(changes), { action: NEW })

test('a person registers an integration, changes it, exchanges its secret and ends it', async () => {
  const { person, visitor } = await newPersonInside(service)
  const { id, secret } = shownIn(await register(visitor))
  const list = await visitor.get('/account/integrations')
  expect(plain(list.text)).toContain('Kassan & Co')
  const at = `/account/integrations/${id}`
  const page = await visitor.get(at)
  expect(page.text).not.toContain(secret)
  expect(page.text).toContain(`${CALLBACK}\nhttps://example.se/second`)
  expect(page.text).toMatch(/name="scope-journal-entries:read" checked/)

  const changed = await visitor.submit(page, form({ name: 'Kassan', 'scope-customers:read': 'on' }), { action: at })
  expect([changed.url, changed.text.includes('Ändringen är sparad')]).toEqual([`${at}?saved=1`, true])
  expect(changed.text).toMatch(/name="scope-customers:read" checked/)

  const second = shownIn(await visitor.submit(changed, {}, { action: `${at}/secrets` })).secret
  const works = async (one: string) =>
    (await integrationOf(service, { id, secret: one, ownerId: '' }).token({ grant_type: 'client_credentials' })).status
  expect([await works(secret), await works(second)]).toEqual([200, 200])
  const full = await visitor.get(at)
  expect(full.text).not.toContain(`action="${at}/secrets"`)
  const again = await visitor.post(`${at}/secrets`, { csrf: /name="csrf" value="([^"]+)"/.exec(full.text)?.[1] ?? '' })
  expect(again.status).toBe(400)
  await visitor.submit(full, {}, { action: `${at}/secrets/revoke` })
  expect([await works(secret), await works(second)]).toEqual([401, 200])

  const gone = await visitor.submit(await visitor.get(at), {}, { action: `${at}/end` })
  expect([gone.url, gone.text.includes('Kassan')]).toEqual(['/account/integrations', false])
  expect([await works(second), (await visitor.get(at)).status]).toEqual([401, 404])
  expect((await visitor.get(authorizePath({ id }))).status).toBe(400)
  const history = await historyOf(service, { actorId: person.id })
  expect(history.map(({ what }) => what).filter((what) => what.startsWith('integration.'))).toEqual([
    'integration.created',
    'integration.secret-added',
    'integration.changed',
    'integration.secret-added',
    'integration.secret-revoked',
    'integration.revoked',
  ])
})

test.each<[string, Record<string, string>, string, string]>([
  ['no name', { name: ' ' }, 'Namn får inte vara tomt', 'Name must not be empty'],
  ['a long name', { name: 'x'.repeat(101) }, 'Namn får ha högst 100 tecken', 'Name must be at most 100 characters'],
  ['another mode', { mode: 'live' }, 'Läge ska vara test eller production', 'Mode must be test or production'],
  ['no encryption', { redirectUris: 'http://example.se/' }, 'ska börja med https://', 'must begin with https://'],
  ['a fragment', { redirectUris: 'https://example.se/#x' }, 'får inte ha ett fragment', 'must not have a fragment'],
  ['a wildcard', { redirectUris: 'https://*.example.se/' }, 'får inte ha jokertecken', 'must not have a wildcard'],
  ['a user', { redirectUris: 'https://a@example.se/' }, 'får inte ha användarnamn', 'must not have a user name'],
  ['an address twice', { redirectUris: `${CALLBACK}\n${CALLBACK}` }, 'bara en gång', 'name each address only once'],
])('a registration with %s is shown again, in both languages', async (_, changes, swedish, english) => {
  const { visitor } = await newPersonInside(service)
  const page = await register(visitor, changes)
  expect([page.status, plain(page.text).includes(swedish)]).toEqual([400, true])
  await visitor.get('/login?lang=en')
  expect(plain((await register(visitor, changes)).text)).toContain(english)
  expect(plain(page.text)).toContain('Dagskassor')
  expect(page.text).toMatch(/name="scope-journal-entries:read" checked/)
})

test('a registration without scopes is shown again', async () => {
  const { visitor } = await newPersonInside(service)
  const { 'scope-journal-entries:read': _, ...without } = form()
  const page = await visitor.submit(await visitor.get(NEW), without, { action: NEW })
  expect([page.status, page.text.includes('Rättigheter ska namnge minst en behörighet')]).toEqual([400, true])
})

test('another user’s integration is not found, to read or to change', async () => {
  const { visitor: owner } = await newPersonInside(service)
  const { visitor } = await newPersonInside(service)
  const { id } = shownIn(await register(owner))
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get(NEW)).text)?.[1] ?? ''
  const at = `/account/integrations/${id}`
  const answers = [
    await visitor.get(at),
    await visitor.post(at, { ...form({ name: 'Stulen' }), csrf }),
    await visitor.post(`${at}/secrets`, { csrf }),
    await visitor.post(`${at}/secrets/revoke`, { csrf, secret: id }),
    await visitor.post(`${at}/end`, { csrf }),
    await visitor.get('/account/integrations/x'),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await owner.get(at)).status).toBe(200)
})

test('strangers are sent to the login', async () => {
  for (const path of ['/account/integrations', NEW, '/account/connections']) {
    expect((await newVisitor(service).get(path)).url).toContain('/login?next=')
  }
})

test('the operator’s approvals are told', async () => {
  const { visitor } = await newPersonInside(service)
  const { id } = shownIn(await register(visitor, { 'scope-bank-payments:write': 'on' }))
  const before = await visitor.get(`/account/integrations/${id}`)
  expect(before.text).toContain('kräver godkännande')
  await service.operate(async (call) => {
    await approve(call, { id, approval: 'production' })
    await approve(call, { id, approval: 'machine-to-machine' })
    await approve(call, { id, approval: { elevated: 'bank-payments:write' } })
  })
  const after = await visitor.get(`/account/integrations/${id}`)
  expect(after.text).toContain('(godkänd)')
  expect(after.text).toContain('Godkänd: integrationen kan ansluta till byråer')
  const owner = await newOwner(service)
  const page = await owner.visitor.get(authorizePath({ id }, { scope: 'bank-payments:write' }))
  expect(page.text).toContain('Särskild rätt')
  expect(page.text).toContain('Det här rör pengar')
})

test('connections are shown to those who manage the tenant, and ended by them only', async () => {
  const kassan = await newIntegration(service, { name: 'Ansluten' })
  const owner = await newOwner(service)
  const { code = '' } = await codeThrough(owner, kassan)
  const { body: tokens } = await kassan.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  const tenant = { type: 'company', id: owner.company.id } as const
  const reader = await newPersonInside(service)
  await service.operate((call) => addMember(call, { tenant, personId: reader.person.id, role: 'reader' }))
  const seen = await reader.visitor.get('/account/connections')
  expect(seen.text).not.toContain('Ansluten</strong>')
  const csrf = /name="csrf" value="([^"]+)"/.exec(seen.text)?.[1] ?? ''
  const fields = { csrf, type: 'company', tenant: tenant.id, id: tokens.connection_id }
  await reader.visitor.post('/account/connections/end', fields)
  await reader.visitor.post('/account/connections/end', { ...fields, type: 'planet', tenant: 'x' })
  expect((await owner.visitor.get('/account/connections')).text).toContain('Ansluten</strong>')
  const ended = await owner.visitor.submit(
    await owner.visitor.get('/account/connections'),
    {},
    { action: '/account/connections/end' },
  )
  expect(ended.text).not.toContain('Ansluten</strong>')
  const history = await historyOf(service, { companyId: tenant.id })
  expect(history.slice(-2)).toMatchObject([
    { what: 'connection.deleted', actor_kind: 'user' },
    { what: 'token.revoked', actor_kind: 'user' },
  ])
})

test('an agency’s connections are shown to its administrators', async () => {
  const agency = await newAgency(service, 'Byrån Nio')
  const kassan = await newIntegration(service, { name: 'Byråhjälpen' })
  await kassan.connect(agency, { scopes: ['agency-companies:read'] })
  const { person, visitor } = await newPersonInside(service)
  await service.operate((call) => addMember(call, { tenant: agency, personId: person.id, role: 'administrator' }))
  const page = plain((await visitor.get('/account/connections')).text)
  for (const text of ['Byråhjälpen', 'Byrån Nio', 'Klientföretag: ']) expect(page).toContain(text)
})

test('a machine whose connection the agency has ended is kept out until the agency allows it again', async () => {
  const agency = await newAgency(service, 'Byrån Tio')
  const scope = 'agency-connections:write agency-companies:read'
  const machine = await newIntegration(service, { name: 'Maskinen', scopes: scope })
  await service.operate((call) => approve(call, { id: machine.id, approval: 'machine-to-machine' }))
  const { body: tokens } = await machine.token({ grant_type: 'client_credentials', scope })
  const api = requestsWith(service.base, tokens.access_token)
  const connected = async () => (await api.post('/agency-connections', { agencyId: agency.id })).status
  const { person, visitor } = await newPersonInside(service)
  await service.operate((call) => addMember(call, { tenant: agency, personId: person.id, role: 'administrator' }))
  expect(await connected()).toBe(201)
  const path = '/account/connections'
  const ended = await visitor.submit(await visitor.get(path), {}, { action: `${path}/end` })
  expect(plain(ended.text)).toContain('Utestängda integrationer')
  expect(await connected()).toBe(403)
  // No one else grants it access.
  const stranger = await newPersonInside(service)
  const other = await stranger.visitor.get(path)
  expect(other.text).not.toContain('Maskinen')
  const csrf = /name="csrf" value="([^"]+)"/.exec(other.text)?.[1] ?? ''
  await stranger.visitor.post(`${path}/allow`, { csrf, agency: agency.id, integration: machine.id })
  expect(await connected()).toBe(403)
  const allowed = await visitor.submit(ended, {}, { action: `${path}/allow` })
  expect(plain(allowed.text)).toContain('Integrationen får ansluta sig igen.')
  expect(allowed.text).not.toContain('Maskinen')
  expect((await historyOf(service, { agencyId: agency.id })).at(-1)).toMatchObject({
    what: 'connection.allowed',
    actor_kind: 'user',
    detail: { integrationName: 'Maskinen' },
  })
  expect(await connected()).toBe(201)
})

test('every scope that may be registered stands in words, in both languages', async () => {
  const { visitor } = await newPersonInside(service)
  for (const language of ['sv', 'en']) {
    const page = await visitor.get(`${NEW}?lang=${language}`)
    const titles = [...page.text.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, title = '']) => title)
    expect(titles.length).toBeGreaterThan(20)
    expect(titles.filter((title) => /^[a-z-]+$/.test(title))).toEqual([])
    expect(page.text).not.toMatch(/<label[^>]*>\s*(?:<code>|[a-z-]+:[a-z-]+ )/)
  }
})
