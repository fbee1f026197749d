// What /authorize makes of a request, by values alone: parameters, redirect URIs, scopes, PKCE, and the way back.
import { describe, expect, test } from 'vitest'
import { agencyScopes, allScopes } from '#identity'
import { answerAddress, clientOf, formTargetOf, redirectOf, requestOf, stateOf } from '#rules/access/oauth/authorize'

const CALLBACK = 'https://app.example.com/callback?from=books'
const CLIENT = '0190c1de-0000-7000-8000-00000000000a'
const TENANT = '0190c1de-0000-7000-8000-00000000000b'
/** Of RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const client = {
  scopes: [...allScopes.filter((scope) => !scope.startsWith('tags:')), ...agencyScopes],
  elevatedScopes: ['bank-payments:write'],
  machineScopes: [],
}
const good = { response_type: 'code', client_id: CLIENT, scope: 'journal-entries:read', state: 'abc' }
const redirect = { redirectUri: CALLBACK }

/** What becomes of the good request with changes; null takes a parameter away. */
const judged = (changes: Record<string, string | null>, repeated: string[] = [], mark = 'service') => {
  const query = Object.fromEntries(Object.entries({ ...good, ...changes }).filter(([, value]) => value !== null))
  return requestOf({ query: query as Record<string, string>, repeated }, redirect, client, mark)
}

describe('a request', () => {
  test('is read', () => {
    expect(judged({})).toEqual({
      redirectUri: CALLBACK,
      state: 'abc',
      scopes: ['journal-entries:read'],
      tenantType: 'company',
      tenantId: null,
      codeChallenge: null,
    })
    const full = judged({
      scope: 'agency-companies:read customers:read',
      service_tenanttype: 'agency',
      service_tenantid: TENANT.toUpperCase(),
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      prompt: 'none',
      acme_tenanttype: 'planet',
    })
    expect(full).toMatchObject({
      scopes: ['customers:read', 'agency-companies:read'],
      tenantType: 'agency',
      tenantId: TENANT,
      codeChallenge: CHALLENGE,
    })
  })

  test.each([
    ['absent', null],
    ['empty', ''],
    ['blank', '  '],
  ])('asks for the registered scopes where scope is %s', (_, scope) => {
    // What has not been approved is not asked for, nor what only an agency can give.
    const ofCompany = allScopes.filter((each) => !each.startsWith('tags:') && each !== 'bank-payments:read-limited')
    expect(judged({ scope })).toMatchObject({ scopes: ofCompany })
    expect(judged({ scope, service_tenanttype: 'agency' })).toMatchObject({ scopes: [...ofCompany, ...agencyScopes] })
  })

  test.each<[string, string[], string]>([
    ['agency scopes alone', ['agency-users:read'], 'needs an agency'],
    ['what waits for approval', ['bank-payments:write'], 'not approved'],
    ['none', [], 'No scope is named'],
  ])('without scope is refused where %s is registered', (_, scopes, description) => {
    const { scope: _scope, ...query } = good
    const registered = { scopes, elevatedScopes: [], machineScopes: [] }
    const answer = requestOf({ query, repeated: [] }, redirect, registered, 'service')
    expect(answer).toEqual({ error: 'invalid_scope', description: expect.stringContaining(description) })
  })

  test('names our own parameters by the mark', () => {
    const changes = { acme_tenanttype: 'agency', acme_tenantid: TENANT, service_tenanttype: 'planet' }
    expect(judged(changes, [], 'acme')).toMatchObject({ tenantType: 'agency', tenantId: TENANT })
  })

  const missing = 'is missing'
  test.each<[string, Record<string, string | null>, string, string]>([
    ['no response type', { response_type: null }, 'invalid_request', `response_type ${missing}`],
    ['an empty response type', { response_type: '' }, 'invalid_request', `response_type ${missing}`],
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type', 'must be code'],
    ['a hybrid', { response_type: 'code token' }, 'unsupported_response_type', 'must be code'],
    ['another case', { response_type: 'Code' }, 'unsupported_response_type', 'must be code'],
    ['no state', { state: null }, 'invalid_request', `state ${missing}`],
    ['an empty state', { state: '' }, 'invalid_request', `state ${missing}`],
    ['a long state', { state: 's'.repeat(2001) }, 'invalid_request', 'state has more than 2000 characters'],
    ['a scope that opens nothing', { scope: 'agency-permissions:write' }, 'invalid_scope', 'No scope is named'],
    [
      'an unknown scope',
      { scope: 'journal-entries:read everything' },
      'invalid_scope',
      'The scope everything is unknown',
    ],
    ['a scope in another case', { scope: 'Accounting' }, 'invalid_scope', 'The scope Accounting is unknown'],
    ['what an object has by nature', { scope: 'toString' }, 'invalid_scope', 'The scope toString is unknown'],
    [
      'a misspelt scope',
      { scope: 'journal-entry:read journal-entries:raed' },
      'invalid_scope',
      'The scope journal-entry:read is unknown',
    ],
    [
      'a scope nearly right',
      { scope: 'journal-entries:raed' },
      'invalid_scope',
      'The scope journal-entries:raed is unknown; did you mean journal-entries:read?',
    ],
    ['what cannot be a scope', { scope: 'å' }, 'invalid_scope', 'A scope is unknown'],
    ['a scope that is not registered', { scope: 'tags:read' }, 'invalid_scope', 'not registered'],
    ['an elevated scope without approval', { scope: 'bank-payments:read-limited' }, 'invalid_scope', 'not approved'],
    ['a scope of agencies', { scope: 'agency-users:read' }, 'invalid_scope', 'needs an agency'],
    ['an unknown kind of tenant', { service_tenanttype: 'planet' }, 'invalid_request', 'company or agency'],
    ['a tenant that is no id', { service_tenantid: '1' }, 'invalid_request', 'must be a UUID'],
    ['PKCE without a method', { code_challenge: CHALLENGE }, 'invalid_request', 'must be S256'],
    [
      'PKCE plain',
      { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
      'invalid_request',
      'code_challenge_method must be S256',
    ],
    [
      'PKCE in small letters',
      { code_challenge: CHALLENGE, code_challenge_method: 's256' },
      'invalid_request',
      'code_challenge_method must be S256',
    ],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request', 'without code_challenge'],
    [
      'a short challenge',
      { code_challenge: CHALLENGE.slice(1), code_challenge_method: 'S256' },
      'invalid_request',
      'not 43 characters',
    ],
    [
      'a padded challenge',
      { code_challenge: `${CHALLENGE.slice(0, 42)}=`, code_challenge_method: 'S256' },
      'invalid_request',
      'not 43 characters',
    ],
    [
      'a challenge with spare bits',
      { code_challenge: `${CHALLENGE.slice(0, 42)}N`, code_challenge_method: 'S256' },
      'invalid_request',
      'not 43 characters',
    ],
  ])('is refused with %s', (_, changes, error, description) => {
    expect(judged(changes)).toEqual({ error, description: expect.stringContaining(description) })
  })

  test.each(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'service_tenanttype'])(
    'is refused with %s twice',
    (name) => {
      expect(judged({}, [name])).toEqual({ error: 'invalid_request', description: `${name} is given more than once` })
    },
  )

  test('may repeat what we ignore', () => {
    expect(judged({ prompt: 'login' }, ['prompt'])).toMatchObject({ state: 'abc' })
  })

  test('is described in characters that RFC 6749 allows', () => {
    const answer = judged({ scope: 'å"\\\u0007'.repeat(40) })
    expect(answer).toMatchObject({ error: 'invalid_scope' })
    expect('description' in answer && answer.description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,100}$/)
  })

  test('has its state repeated in errors only when there is one', () => {
    expect(stateOf({ query: { state: 'abc' }, repeated: [] })).toBe('abc')
    expect(stateOf({ query: { state: 'abc' }, repeated: ['state'] })).toBe(null)
    expect(stateOf({ query: { state: '' }, repeated: [] })).toBe(null)
  })
})

describe('the client', () => {
  test.each<[string, Record<string, string>, string[], object]>([
    ['is there', { client_id: CLIENT }, [], { clientId: CLIENT }],
    ['is there in capitals', { client_id: CLIENT.toUpperCase() }, [], { clientId: CLIENT }],
    ['is missing', {}, [], { problem: 'client-missing' }],
    ['is empty', { client_id: '' }, [], { problem: 'client-missing' }],
    ['is there twice', { client_id: CLIENT }, ['client_id'], { problem: 'client-missing' }],
    ['is no id', { client_id: `${CLIENT}'--` }, [], { problem: 'client-unknown' }],
  ])('%s', (_, query, repeated, expected) => {
    expect(clientOf({ query, repeated })).toEqual(expected)
  })
})

describe('the redirect URI', () => {
  const unknown = { problem: 'redirect-unknown' }
  test.each<[string, string, object]>([
    ['is the registered one', CALLBACK, redirect],
    ['without its query', 'https://app.example.com/callback', unknown],
    ['with more of a query', `${CALLBACK}&next=1`, unknown],
    ['with another path', 'https://app.example.com/other?from=books', unknown],
    ['with a longer path', 'https://app.example.com/callback/x?from=books', unknown],
    ['with a slash at the end', 'https://app.example.com/callback/?from=books', unknown],
    ['with dots in the path', 'https://app.example.com/x/../callback?from=books', unknown],
    ['with the port written out', 'https://app.example.com:443/callback?from=books', unknown],
    ['with another port', 'https://app.example.com:8443/callback?from=books', unknown],
    ['in capitals', 'https://APP.example.com/callback?from=books', unknown],
    ['without encryption', 'http://app.example.com/callback?from=books', unknown],
    ['with a user', 'https://app.example.com@evil.example/callback?from=books', unknown],
    ['with its host as a user', 'https://x:y@app.example.com/callback?from=books', unknown],
    ['with an encoded letter', 'https://app.example.com/%63allback?from=books', unknown],
    ['with a longer host', 'https://app.example.com.evil.example/callback?from=books', unknown],
    ['with a host below', 'https://evil.app.example.com/callback?from=books', unknown],
    ['with a fragment', `${CALLBACK}#x`, unknown],
    ['with a space at the end', `${CALLBACK} `, unknown],
    ['with a backslash', 'https://evil.example\\@app.example.com/callback?from=books', unknown],
    ['as a script', 'javascript:alert(1)', unknown],
    ['as data', 'data:text/html,x', unknown],
    ['without a scheme', '//app.example.com/callback?from=books', unknown],
  ])('%s', (_, given, expected) => {
    expect(redirectOf({ query: { redirect_uri: given }, repeated: [] }, [CALLBACK])).toEqual(expected)
  })

  test('may be left out when there is only one', () => {
    const left = (registered: string[]) => redirectOf({ query: {}, repeated: [] }, registered)
    expect(left([CALLBACK])).toEqual({ redirectUri: CALLBACK })
    expect(left([CALLBACK, `${CALLBACK}2`])).toEqual({ problem: 'redirect-missing' })
    expect(left([])).toEqual({ problem: 'redirect-missing' })
  })

  test('is refused twice', () => {
    const twice = { query: { redirect_uri: CALLBACK }, repeated: ['redirect_uri'] }
    expect(redirectOf(twice, [CALLBACK])).toEqual({ problem: 'redirect-missing' })
  })
})

test('answers keep the query of the redirect URI', () => {
  const answer = { code: 'gbac_x', state: 'a b&c=å', iss: 'https://books.example', error: null }
  const added = 'code=gbac_x&state=a%20b%26c%3D%C3%A5&iss=https%3A%2F%2Fbooks.example'
  expect(answerAddress('https://app.example.com/', answer)).toBe(`https://app.example.com/?${added}`)
  expect(answerAddress(CALLBACK, answer)).toBe(`${CALLBACK}&${added}`)
  expect(answerAddress('https://app.example.com/?', answer)).toBe(`https://app.example.com/?${added}`)
})

test('a policy names where the form may lead', () => {
  expect(formTargetOf('https://app.example.com:8443/x?y')).toBe('https://app.example.com:8443')
  expect(formTargetOf('http://127.0.0.1:4000/x')).toBe('http://127.0.0.1:4000')
  expect(formTargetOf('http://[::1]:4000/x')).toBe('http:')
})
