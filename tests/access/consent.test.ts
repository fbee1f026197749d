// The page of consent: who sees it, what stands on it, and what comes of the answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, createCompany, lockMembers, removeMember } from '#identity'
import { raw } from '#platform/sql'
import { companyRoles } from '#rule/roles'
import { LOCK_WAITS } from '#support/by-company'
import { answerOf, authorizePath, codeThrough, decide, newOwner, type Owner, pkce } from '#support/consent'
import { CALLBACK, historyOf, newAgency, newIntegration, type TestIntegration, VERIFIER } from '#support/integration'
import { needs } from '#support/needs'
import { type Service, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, plain } from '#support/visitor'

let service: Service
let kassan: TestIntegration
let owner: Owner

beforeAll(async () => {
  service = await startService()
  kassan = await newIntegration(service)
  owner = await newOwner(service)
})
afterAll(() => service.close())

test('a stranger logs in first, and comes back with everything', async () => {
  const visitor = newVisitor(service)
  const path = authorizePath(kassan, { ...pkce(VERIFIER), scope: 'accounting invoices', state: 'å&ä=ö +"' })
  const login = await visitor.get(path)
  expect([login.status, login.url]).toEqual([200, `/login?${new URLSearchParams({ next: path })}`])
  const page = await visitor.submit(login, { email: owner.email, password: PASSWORD }, { action: '/login' })
  expect(page.url).toBe(path)
  const answer = await decide(visitor, page, { tenant: owner.company.id, decision: 'grant' })
  expect(answer.status).toBe(302)
  expect(answerOf(answer)).toEqual({
    code: expect.stringMatching(/^gbac_/),
    state: 'å&ä=ö +"',
    iss: 'http://localhost',
  })
})

test('without scope the person reads, and grants, all that is registered', async () => {
  const words = 'Läsa kunder'
  const narrow = plain((await owner.visitor.get(authorizePath(kassan))).text)
  const path = authorizePath(kassan, { scope: null })
  const whole = plain((await owner.visitor.get(path)).text)
  expect([narrow.includes(words), whole.includes(words)]).toEqual([false, true])
  const { code } = await codeThrough(owner, kassan, { scope: null })
  expect(code).toMatch(/^gbac_/)
})

test('a test company is marked as such', async () => {
  const { id } = await service.operate((call) =>
    createCompany(call, { name: 'Att prova i AB', organizationNumber: '559999-0008', isTest: true }),
  )
  const { visitor } = await newOwner(service, { ...owner.company, id })
  const { text } = await visitor.get(authorizePath(kassan))
  expect(plain(text)).toContain('Att prova i AB <span class="tag">Testföretag</span>')
  expect(plain((await owner.visitor.get(authorizePath(kassan))).text)).not.toContain('Testföretag')
})

test('the page tells who asks, for what, for whom and for how long, in both languages', async () => {
  const path = authorizePath(kassan, { scope: 'accounting customers:read' })
  const swedish = plain((await owner.visitor.get(path)).text)
  for (const text of [
    'Kassan vill ansluta till ett företag',
    'Dagskassor',
    'Test',
    'Karin Ek',
    'example.se',
    'Ägarens AB',
    'Verifikationer',
    'Bokföra, rätta och kommentera verifikationer',
    'Läsa kunder',
    '30 dagar',
    'Godkänn',
    'Neka',
    owner.email,
    'Inte du? Logga ut',
  ]) {
    expect(swedish).toContain(text)
  }
  expect(swedish).not.toContain('Ändra och ta bort kunder')
  const english = plain((await owner.visitor.get(`${path}&lang=en`)).text)
  for (const text of [
    'Kassan wants to connect to a company',
    'Read customers',
    'Approve',
    'Refuse',
    'Not you? Log out',
  ]) {
    expect(english).toContain(text)
  }
  await owner.visitor.get('/login?lang=sv')
})

test('an agency is told that its client companies come along', async () => {
  const agency = await newAgency(service, 'Siffror & Sånt')
  const { person, visitor } = await newPersonInside(service)
  await service.operate((call) => addMember(call, { tenant: agency, personId: person.id, role: 'administrator' }))
  // What clients of others ask for and opens nothing here is passed over.
  const scope = 'agency-companies:read journal-entries:read agency-permissions:write'
  const path = authorizePath(kassan, { scope, service_tenanttype: 'agency' })
  const page = await visitor.get(path)
  expect(plain(page.text)).toContain('Siffror & Sånt')
  expect(plain(page.text)).toContain('alla klientföretag som byrån hanterar')
  const { code = '' } = answerOf(await decide(visitor, page, { tenant: agency.id, decision: 'grant' }))
  const { body } = await kassan.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  expect(body).toMatchObject({ tenant_id: agency.id, tenant_type: 'agency', connection_id: expect.any(String) })
})

test('a refusal is reported to the integration, and noted', async () => {
  const page = await owner.visitor.get(authorizePath(kassan))
  const answer = await decide(owner.visitor, page, { decision: 'refuse' })
  expect(answer.status).toBe(302)
  expect(answerOf(answer)).toMatchObject({
    error: 'access_denied',
    state: 'state-of-the-client',
    iss: 'http://localhost',
  })
  const history = await historyOf(service, { actorId: owner.personId })
  expect(history.at(-1)).toMatchObject({
    what: 'consent.refused',
    actor_kind: 'user',
    from_address: '127.0.0.1',
    detail: { integrationId: kassan.id, scopes: ['journal-entries:read'] },
  })
})

test('consent again keeps the connection, replaces its scopes and is written down', async () => {
  const own = await newOwner(service)
  const exchange = async (scope: string) => {
    const { code = '' } = await codeThrough(own, kassan, { scope })
    return (await kassan.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).body
  }
  const first = await exchange('journal-entries:read customers:read')
  const second = await exchange('items:read')
  expect(second.connection_id).toBe(first.connection_id)
  const history = await historyOf(service, { companyId: own.company.id })
  const granted = history.filter(({ what }) => what === 'consent.granted').map(({ detail }) => detail.scopes)
  expect(granted).toEqual([['journal-entries:read', 'customers:read'], ['items:read']])
})

describe('the chooser', () => {
  test('has only tenants where the person manages integrations', async () => {
    const { person, visitor } = await newPersonInside(service)
    for (const role of companyRoles) {
      const { id } = await service.newCompany({ name: `Bolag ${role}` })
      await service.operate((call) => addMember(call, { tenant: { type: 'company', id }, personId: person.id, role }))
    }
    const { text } = await visitor.get(authorizePath(kassan))
    expect([...text.matchAll(/Bolag (\w+)<\/label>/g)].map(([, role]) => role)).toEqual(['administrator', 'owner'])
  })

  test('has the wanted tenant chosen, and says so when it is not the person’s', async () => {
    const own = await newOwner(service)
    const { id } = await service.newCompany({ name: 'Andra bolaget' })
    const tenant = { type: 'company', id } as const
    await service.operate((call) => addMember(call, { tenant, personId: own.personId, role: 'administrator' }))
    const checked = async (changes: Record<string, string>) => {
      const { text } = await own.visitor.get(authorizePath(kassan, changes))
      return /value="([^"]+)"[^>]* checked/.exec(text)?.[1] ?? null
    }
    expect(await checked({})).toBe(null)
    expect(await checked({ service_tenantid: id })).toBe(id)
    const foreign = { service_tenantid: owner.company.id }
    expect(await checked(foreign)).toBe(null)
    const { text } = await own.visitor.get(authorizePath(kassan, foreign))
    expect(text).toContain('bad om ett visst företag')
    expect(text).not.toContain(owner.company.id.concat('" name'))
  })

  test('is bounded and can be searched when there are many', async () => {
    const own = await newOwner(service)
    for (let number = 10; number < 34; number += 1) {
      const { id } = await service.newCompany({ name: `Kedja ${number} AB`, fiscalYear: null })
      const tenant = { type: 'company', id } as const
      await service.operate((call) => addMember(call, { tenant, personId: own.personId, role: 'owner' }))
    }
    const listed = (text: string) => [...text.matchAll(/<label for="tenant-[^>]+>([^<]+)/g)].map(([, name]) => name)
    const all = await own.visitor.get(authorizePath(kassan))
    expect(listed(all.text)).toHaveLength(20)
    expect(plain(all.text)).toContain('20 av 25 visas')
    const found = await own.visitor.get(`${authorizePath(kassan)}&tenant_search=kedja+3`)
    expect(listed(found.text)).toEqual(['Kedja 30 AB', 'Kedja 31 AB', 'Kedja 32 AB', 'Kedja 33 AB'])
    const none = await own.visitor.get(`${authorizePath(kassan)}&tenant_search=<b>`)
    expect(none.text).toContain('Inget namn innehåller ”&lt;b&gt;”')
    const [, id = ''] = /<label for="tenant-([^"]+)">Kedja 33/.exec(found.text) ?? []
    expect(answerOf(await decide(own.visitor, found, { tenant: id, decision: 'grant' })).code).toMatch(/^gbac_/)
  })

  test('tells a person without any tenant, who can only go back', async () => {
    const { visitor } = await newPersonInside(service)
    const page = await visitor.get(authorizePath(kassan))
    expect([page.status, page.text.includes('Det finns inget företag att ansluta')]).toEqual([403, true])
    expect(answerOf(await decide(visitor, page, { decision: 'refuse' }))).toMatchObject({ error: 'access_denied' })
  })

  test('wants a choice', async () => {
    const page = await owner.visitor.get(authorizePath(kassan))
    const again = await decide(owner.visitor, page, { decision: 'grant' })
    expect([again.status, again.text.includes('Välj ett företag.')]).toEqual([400, true])
    const undecided = await decide(owner.visitor, page, { tenant: owner.company.id })
    expect(undecided.status).toBe(400)
  })
})

test('“not you” logs out and comes back to the same request', async () => {
  const person = await newPerson(service)
  const visitor = newVisitor(service)
  await visitor.logIn(person.email, PASSWORD)
  const path = authorizePath(kassan)
  const login = await visitor.submit(await visitor.get(path), {})
  expect(login.url).toBe(`/login?${new URLSearchParams({ next: path })}`)
  const page = await visitor.submit(login, { email: owner.email, password: PASSWORD }, { action: '/login' })
  expect([page.url, page.text.includes('Ägarens AB')]).toEqual([path, true])
})

test('a membership that ended while the page stood open is not used', async () => {
  const own = await newOwner(service)
  await newOwner(service, own.company)
  const page = await own.visitor.get(authorizePath(kassan))
  const { id } = await service.newCompany({ name: 'Det som är kvar' })
  await service.operate(async (call) => {
    await addMember(call, { tenant: { type: 'company', id }, personId: own.personId, role: 'owner' })
    await removeMember(call, { tenant: { type: 'company', id: own.company.id }, personId: own.personId })
  })
  const answer = await decide(own.visitor, page, { tenant: own.company.id, decision: 'grant' })
  expect([answer.status, answer.location]).toEqual([403, null])
  expect(answer.text).toContain('Du får inte hantera integrationer i det företaget')
})

test('a membership that ends at the moment of the answer is not used either', async () => {
  needs('one machine')
  const own = await newOwner(service)
  await newOwner(service, own.company)
  const tenant = { type: 'company', id: own.company.id } as const
  const kept = { type: 'company', id: (await service.newCompany({ name: 'Det som är kvar' })).id } as const
  await service.operate((call) => addMember(call, { tenant: kept, personId: own.personId, role: 'owner' }))
  const page = await own.visitor.get(authorizePath(kassan))
  const waiting = async () => (await service.database.rows(raw(LOCK_WAITS))).length
  const { answer } = await service.operate(async (call) => {
    await lockMembers(call, tenant)
    const asked = decide(own.visitor, page, { tenant: own.company.id, decision: 'grant' })
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
    await removeMember(call, { tenant, personId: own.personId })
    return { answer: asked }
  })
  const { status, location } = await answer
  expect([status, location]).toEqual([403, null])
})

test('below a path of another site, and under another mark, all addresses fit', async () => {
  const elsewhere = await startService({ mark: 'acme', publicUrl: 'https://books.example/grundbok' })
  try {
    const client = await newIntegration(elsewhere)
    const person = await newPerson(elsewhere)
    const { id } = await elsewhere.newCompany({ name: 'Vald AB' })
    const tenant = { type: 'company', id } as const
    await elsewhere.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
    const visitor = newVisitor(elsewhere)
    const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/login')).text)?.[1] ?? ''
    await visitor.post('/login', { csrf, email: person.email, password: PASSWORD })
    const changes = { acme_tenantid: id, acme_tenanttype: 'company', service_tenanttype: 'planet' }
    const path = authorizePath(client, changes)
    const page = await visitor.get(path)
    expect(plain(page.text)).toContain(`action="/grundbok${path}"`)
    expect(page.text).toMatch(new RegExp(`value="${id}"[^>]* checked`))
    const inner = { ...page, text: page.text.replaceAll('"/grundbok/', '"/') }
    expect(answerOf(await decide(visitor, inner, { tenant: id, decision: 'grant' }))).toMatchObject({
      code: expect.stringMatching(/^gbac_/),
      iss: 'https://books.example/grundbok',
    })
    const stranger = await fetch(`${elsewhere.origin}${path}`, { redirect: 'manual' })
    expect(stranger.headers.get('location')).toBe(`/grundbok/login?${new URLSearchParams({ next: path })}`)
  } finally {
    await elsewhere.close()
  }
})
