// Attacks on the way through the browser: where people are sent, what they are shown, and what is sent in their name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import {
  type AuthorizeChanges,
  answerOf,
  authorizePath,
  codeThrough,
  decide,
  newOwner,
  type Owner,
  pkce,
} from '#support/consent'
import { CALLBACK, newIntegration, type TestIntegration, VERIFIER } from '#support/integration'
import { type Service, startService } from '#support/service'
import { newVisitor, PASSWORD, plain } from '#support/visitor'

let service: Service
let trial: TestIntegration
let kassan: TestIntegration
let other: TestIntegration
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  service = await startService()
  kassan = await newIntegration(service, { redirectUris: [CALLBACK, 'https://app.example.com/callback'] })
  other = await newIntegration(service, { name: 'Annan' })
  // As one that its owner has registered, and not the operator.
  trial = await newIntegration(service)
  await service.database.rows(sql`update access.integration set approved_at = null where id = ${trial.id}`)
  owner = await newOwner(service)
  neighbour = await newOwner(service)
})
afterAll(() => service.close())

describe('redirect URI tricks end on one of our pages', () => {
  test.each([
    ['path', 'https://app.example.com/callback/../evil'],
    ['longer path', 'https://app.example.com/callback/evil'],
    ['slash at the end', 'https://app.example.com/callback/'],
    ['port', 'https://app.example.com:8443/callback'],
    ['usual port written out', 'https://app.example.com:443/callback'],
    ['case of the host', 'https://APP.example.com/callback'],
    ['case of the path', 'https://app.example.com/Callback'],
    ['user info', 'https://app.example.com@evil.example/callback'],
    ['user info before the right host', 'https://evil@app.example.com/callback'],
    ['encoded letter', 'https://app.example.com/%63allback'],
    ['encoded slash', 'https://app.example.com%2Fcallback'],
    ['suffix of the host', 'https://app.example.com.evil.example/callback'],
    ['prefix of the host', 'https://evilapp.example.com/callback'],
    ['query', 'https://app.example.com/callback?next=https://evil.example'],
    ['fragment', 'https://app.example.com/callback#evil'],
    ['http', 'http://app.example.com/callback'],
    ['script', 'javascript:alert(document.domain)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['line break', 'https://app.example.com/callback\r\nSet-Cookie: a=b'],
    ['of another integration', 'https://example.se/back2'],
  ])('%s', async (_, redirectUri) => {
    for (const visitor of [owner.visitor, newVisitor(service)]) {
      const page = await visitor.get(authorizePath(kassan, { redirect_uri: redirectUri }))
      expect([page.status, page.location]).toEqual([400, null])
      expect(page.text).not.toMatch(/(?:href|action|content)="(?:https?|javascript):/i)
    }
  })

  test('given twice', async () => {
    const page = await owner.visitor.get(`${authorizePath(kassan)}&redirect_uri=https%3A%2F%2Fevil.example%2F`)
    expect([page.status, page.location]).toEqual([400, null])
  })

  test('left out though there are two', async () => {
    const page = await owner.visitor.get(authorizePath(kassan, { redirect_uri: null }))
    expect([page.status, page.location]).toEqual([400, null])
  })
})

test.each<[string, (path: string) => string]>([
  ['an unknown client', (path) => path.replace(kassan.id, '0190c1de-0000-7000-8000-00000000000a')],
  ['a client that is no id', (path) => path.replace(kassan.id, 'kassan')],
  ['no client', (path) => path.replace(`client_id=${kassan.id}`, '')],
  ['two clients', (path) => `${path}&client_id=${other.id}`],
])('%s ends on one of our pages', async (_, change) => {
  const page = await owner.visitor.get(change(authorizePath(kassan)))
  expect([page.status, page.location]).toEqual([400, null])
})

test.each<[string, AuthorizeChanges, Record<string, string>]>([
  ['state is missing', { state: null }, { error: 'invalid_request', iss: 'http://localhost' }],
  [
    'a downgrade to PKCE plain',
    { code_challenge: VERIFIER, code_challenge_method: 'plain' },
    { error: 'invalid_request' },
  ],
  [
    'a downgrade by leaving the method out',
    { code_challenge: pkce(VERIFIER).code_challenge },
    { error: 'invalid_request' },
  ],
  [
    'a downgrade by emptying the challenge',
    { code_challenge: '', code_challenge_method: 'S256' },
    { error: 'invalid_request' },
  ],
  ['a request that no login could keep', { state: 'ö'.repeat(1900) }, { error: 'invalid_request' }],
  ['the implicit grant', { response_type: 'token' }, { error: 'unsupported_response_type' }],
  ['a scope that is not registered', { scope: 'tags:write' }, { error: 'invalid_scope' }],
  ['an elevated scope without approval', { scope: 'bank-payments:write' }, { error: 'invalid_scope' }],
  ['an agency scope for a company', { scope: 'agency-companies:read' }, { error: 'invalid_scope' }],
])('%s is refused, and told to the integration once a person is there', async (_, changes, expected) => {
  // There is no redirect before the login, nor for strangers to an unapproved integration: the page names whose request
  // it was, and the host.
  const asked = [await newVisitor(service).get(authorizePath(kassan, changes))]
  asked.push(await owner.visitor.get(authorizePath(trial, changes)))
  for (const stopped of asked) {
    expect([stopped.status, stopped.location]).toEqual([400, null])
    expect(plain(stopped.text)).toContain('Kassan (example.se)')
    expect(stopped.text).not.toMatch(/(?:href|action|content)="(?:https?|javascript):/i)
  }
  const page = await owner.visitor.get(authorizePath(kassan, changes))
  expect(page.status).toBe(302)
  expect(page.location?.startsWith(`${CALLBACK}?`)).toBe(true)
  const state = changes.state === null ? {} : { state: changes.state ?? 'state-of-the-client' }
  expect(answerOf(page)).toMatchObject({ ...expected, ...state, error_description: expect.any(String) })
  expect(answerOf(page).code).toBeUndefined()
  for (const { text } of asked) expect(plain(text)).toContain(plain(answerOf(page).error_description ?? ''))
})

test('mix-up: every answer names who gave it', async () => {
  const granted = await codeThrough(owner, kassan)
  const page = await owner.visitor.get(authorizePath(kassan))
  const refused = answerOf(await decide(owner.visitor, page, { decision: 'refuse' }))
  const { body: metadata } = await fetch(`${service.origin}/.well-known/oauth-authorization-server`).then(
    async (answer) => ({ body: (await answer.json()) as Record<string, unknown> }),
  )
  expect([granted.iss, refused.iss]).toEqual([metadata.issuer, metadata.issuer])
  expect(metadata.authorization_response_iss_parameter_supported).toBe(true)
})

test('click-jacking: no page can be framed, or load anything from elsewhere', async () => {
  for (const path of [authorizePath(kassan), authorizePath({ id: 'x' }), '/account', '/account/integrations']) {
    const { headers, text } = await owner.visitor.get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).toContain(`base-uri 'none'`)
    expect(policy).not.toMatch(/unsafe|script-src|\*/)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).not.toMatch(/<script|<iframe| on\w+=| style=/i)
  }
  const { headers } = await owner.visitor.get(authorizePath(kassan))
  expect(headers.get('content-security-policy')).toContain(
    `form-action 'self' https://example.se https://app.example.com;`,
  )
})

describe('consent CSRF', () => {
  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    owner.visitor.post(authorizePath(kassan), { tenant: owner.company.id, decision: 'grant', ...fields }, headers)
  const tokenOf = async (visitor: Owner['visitor']) =>
    /name="csrf" value="([^"]+)"/.exec((await visitor.get(authorizePath(kassan))).text)?.[1] ?? ''

  test.each<[string, () => Promise<Record<string, string>>, Record<string, string>]>([
    ['without a token', async () => ({}), {}],
    ['with an invented token', async () => ({ csrf: 'x'.repeat(43) }), {}],
    ['with the token of another person', async () => ({ csrf: await tokenOf(neighbour.visitor) }), {}],
    ['with the token of a stranger', async () => ({ csrf: await tokenOf(newVisitor(service)) }), {}],
    ['from another site', async () => ({ csrf: await tokenOf(owner.visitor) }), { 'sec-fetch-site': 'cross-site' }],
    ['from another origin', async () => ({ csrf: await tokenOf(owner.visitor) }), { origin: 'https://evil.example' }],
  ])('%s', async (_, fields, headers) => {
    const answer = await post(await fields(), headers)
    expect([answer.status, answer.location]).toEqual([403, null])
  })

  test('with a session that has ended: the login, and the question again after it', async () => {
    const page = await owner.visitor.get(authorizePath(kassan))
    const gone = newVisitor(service)
    const answer = await decide(gone, page, { tenant: owner.company.id, decision: 'grant' })
    expect([answer.status, answer.location]).toEqual([303, `/login?${new URLSearchParams({ next: page.url })}`])
  })

  test('by an address alone: nothing is granted by GET', async () => {
    const answer = await owner.visitor.get(`${authorizePath(kassan)}&decision=grant&tenant=${owner.company.id}`)
    expect([answer.status, answer.location]).toEqual([200, null])
  })
})

describe('a tampered form of consent', () => {
  /** Sends the form of one request to the address of another. */
  const swapped = async (shown: AuthorizeChanges, sent: AuthorizeChanges, client = kassan) => {
    const page = await owner.visitor.get(authorizePath(kassan, shown))
    const from = page.url.replaceAll('&', '&amp;')
    const text = page.text.replaceAll(from, authorizePath(client, sent).replaceAll('&', '&amp;'))
    expect(text).not.toBe(page.text)
    return decide(owner.visitor, { ...page, text }, { tenant: owner.company.id, decision: 'grant' })
  }
  const base = { scope: 'journal-entries:read' }

  test.each<[string, AuthorizeChanges, AuthorizeChanges]>([
    ['more scopes', base, { scope: 'accounting invoices' }],
    ['another redirect URI', base, { ...base, redirect_uri: 'https://app.example.com/callback' }],
    ['another state', base, { ...base, state: 'of-the-attacker' }],
    ['without PKCE', { ...base, ...pkce(VERIFIER) }, base],
    ['with another challenge', { ...base, ...pkce(VERIFIER) }, { ...base, ...pkce(`${VERIFIER}-x`) }],
    ['another kind of tenant', base, { ...base, service_tenanttype: 'agency' }],
  ])('%s: nothing is granted', async (_, shown, sent) => {
    const answer = await swapped(shown, sent)
    expect(answer.location).toBe(null)
    expect([400, 403]).toContain(answer.status)
  })

  test('another client: it is shown and asked for anew', async () => {
    const answer = await swapped(base, base, other)
    expect([answer.status, answer.location]).toEqual([400, null])
    expect(plain(answer.text)).toContain('Annan vill ansluta')
    expect(plain(answer.text)).toContain('Läs igenom den en gång till')
  })

  test('another tenant: only one’s own can be given', async () => {
    const page = await owner.visitor.get(authorizePath(kassan))
    for (const [tenant, status] of [
      [neighbour.company.id, 403],
      ['0190c1de-0000-7000-8000-00000000000a', 403],
      ['', 400],
      ["' or 1=1", 400],
    ] as const) {
      const answer = await decide(owner.visitor, page, { tenant, decision: 'grant' })
      expect([answer.status, answer.location]).toEqual([status, null])
    }
    const [{ count } = { count: -1 }] = await service.database.rows<{ count: number }>({
      text: 'select count(*)::int as count from access.connection where company_id = $1',
      values: [neighbour.company.id],
    } as never)
    expect(count).toBe(0)
  })

  test('a form that is too old has to be read again', async () => {
    const page = await owner.visitor.get(authorizePath(kassan))
    const now = service.now()
    service.setNow(new Date(now.getTime() + 61 * 60 * 1000))
    const answer = await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' })
    expect([answer.status, answer.location]).toEqual([400, null])
    const again = await decide(owner.visitor, answer, { tenant: owner.company.id, decision: 'grant' })
    expect(answerOf(again).code).toMatch(/^gbac_/)
    service.setNow(now)
  })

  test('an integration that changed what it says has to be read again', async () => {
    const own = await newIntegration(service)
    const page = await owner.visitor.get(authorizePath(own))
    await service.database.rows({
      text: `update access.integration set name = 'Skatteverket' where id = $1`,
      values: [own.id],
    } as never)
    const answer = await decide(owner.visitor, page, { tenant: owner.company.id, decision: 'grant' })
    expect([answer.status, answer.text.includes('Skatteverket vill ansluta')]).toEqual([400, true])
  })
})

test('session fixation: planted cookies are not a session after the login', async () => {
  const attacker = newVisitor(service)
  await attacker.get('/login')
  const invented = `gbss_${'0'.repeat(32)}_${'A'.repeat(43)}`
  const victim = newVisitor(service)
  for (const [name, value] of [...attacker.cookies, ['session', invented] as const]) victim.cookies.set(name, value)
  await victim.logIn(owner.email, PASSWORD)
  const given = victim.cookies.get('session')
  expect(given).toMatch(/^gbss_/)
  expect(given).not.toBe(invented)
  expect((await victim.get('/account')).text).toContain(owner.email)
  attacker.cookies.set('session', invented)
  expect((await attacker.get('/account')).url).toContain('/login')
})

test('what an integration calls itself is text on the page, never markup', async () => {
  const own = await newIntegration(service, { name: '<img src=x onerror=alert(1)>"&' })
  const { text } = await owner.visitor.get(authorizePath(own, { state: '"><script>alert(1)</script>' }))
  expect(text).not.toContain('<img')
  expect(text).not.toContain('<script')
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;')
})
