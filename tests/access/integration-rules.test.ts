// Pure rules of integrations: where browsers may be sent back, PKCE, and scopes.
import { describe, expect, test } from 'vitest'
import { accessService } from '#access'
import { wrongVerifier } from '#rules/access/oauth/authorize'
import { isRegistered, wrongRedirectUri } from '#rules/access/oauth/redirect-uri'
import { readScopes, stillGranted } from '#rules/access/scope'
import { challengeOf, VERIFIER } from '#support/integration'

describe('a redirect URI', () => {
  const right = [
    'https://example.se/back',
    'https://example.se',
    'https://example.se/',
    'https://example.se/back?tenant=1&x=a%20b',
    'https://example.se:8443/back',
    'https://xn--rksmrgs-5wao1o.se/back',
    'https://192.0.2.1/back',
    'https://localhost/back',
    'http://127.0.0.1/back',
    'http://127.0.0.1:3000/back',
    'http://[::1]:3000/back',
    'http://localhost:3000',
  ]

  test.each(right)('%s is taken', (uri) => expect(wrongRedirectUri(uri)).toBeNull())

  const wrong: [string, string][] = [
    ['', 'notAbsolute'],
    ['/back', 'notAbsolute'],
    ['example.se/back', 'notAbsolute'],
    ['//example.se/back', 'notAbsolute'],
    ['https:example.se', 'notAbsolute'],
    ['https:///back', 'notAbsolute'],
    ['https://', 'notAbsolute'],
    ['https://exa mple.se/', 'badCharacter'],
    ['http://example.se/back', 'notHttps'],
    ['http://127.0.0.2/back', 'notHttps'],
    ['http://127.0.0.1.example.se/back', 'notHttps'],
    ['http://localhost.example.se/back', 'notHttps'],
    ['http://[::2]/back', 'notHttps'],
    ['ftp://example.se/back', 'notHttps'],
    ['javascript://example.se/%0aalert(1)', 'notHttps'],
    ['custom.app://back', 'notHttps'],
    ['https://example.se/back#', 'fragment'],
    ['https://example.se/back#part', 'fragment'],
    ['https://*.example.se/back', 'wildcard'],
    ['https://example.se/*', 'wildcard'],
    ['https://user@example.se/back', 'userInfo'],
    ['https://user:password@example.se/back', 'userInfo'],
    ['https://@example.se/back', 'userInfo'],
    ['https://example.se\\@evil.se/back', 'badCharacter'],
    ['https://example.se\\back', 'badCharacter'],
    ['https://example.se/b\nack', 'badCharacter'],
    ['https://example.se/b\tack', 'badCharacter'],
    ['https://example.se/\u0000', 'badCharacter'],
    [' https://example.se/back', 'badCharacter'],
    ['https://example.se/back ', 'badCharacter'],
    ['https://exämple.se/back', 'badCharacter'],
    ['https://example.se/"back', 'badCharacter'],
    ['https://example.se/<back>', 'badCharacter'],
    ['https://EXAMPLE.se/back', 'notCanonical'],
    ['HTTPS://example.se/back', 'notCanonical'],
    ['https://example.se:443/back', 'notCanonical'],
    ['http://127.0.0.1:80/back', 'notCanonical'],
    ['http://0x7f.1/back', 'notCanonical'],
    ['http://2130706433/back', 'notCanonical'],
    ['http://[0:0:0:0:0:0:0:1]/back', 'notCanonical'],
    ['https://example.se/a/../back', 'notCanonical'],
    ['https://example.se/a/%2e%2e/back', 'notCanonical'],
    ['https://example.se?x=1', 'notCanonical'],
    ['https://example.se/back?code=1', 'reservedParameter'],
    ['https://example.se/back?x=1&state=', 'reservedParameter'],
    ['https://example.se/back?iss=x', 'reservedParameter'],
    [`https://example.se/${'x'.repeat(accessService.MAX_URI_LENGTH)}`, 'tooLong'],
  ]

  test.each(wrong)('%j is refused: %s', (uri, reason) => expect(wrongRedirectUri(uri)).toBe(reason))

  test('is matched letter by letter', () => {
    const registered = ['https://example.se/back']
    const tricks = ['/', '?', '?x', '/../back', '/%2e', '#', ' ', '.evil.se', '@evil.se', ':443']
    expect(isRegistered(registered, 'https://example.se/back')).toBe(true)
    for (const trick of tricks) expect(isRegistered(registered, `https://example.se/back${trick}`), trick).toBe(false)
    for (const other of ['https://example.se/Back', 'http://example.se/back', 'https://example.se:443/back', '']) {
      expect(isRegistered(registered, other), other).toBe(false)
    }
  })
})

describe('PKCE', () => {
  const challenge = challengeOf(VERIFIER)
  const cases: [string, string | null, string | undefined, string | null][] = [
    ['the verifier of the challenge', challenge, VERIFIER, null],
    ['neither', null, undefined, null],
    ['no verifier', challenge, undefined, 'missing'],
    ['no challenge', null, VERIFIER, 'unasked'],
    ['another verifier', challenge, `${VERIFIER}x`, 'different'],
    ['the challenge itself', challenge, challenge, 'different'],
    ['42 characters', challengeOf('x'.repeat(42)), 'x'.repeat(42), 'malformed'],
    ['43 characters', challengeOf('x'.repeat(43)), 'x'.repeat(43), null],
    ['128 characters', challengeOf('x'.repeat(128)), 'x'.repeat(128), null],
    ['129 characters', challengeOf('x'.repeat(129)), 'x'.repeat(129), 'malformed'],
    ['a character that it may not have', challengeOf(`${'x'.repeat(43)}!`), `${'x'.repeat(43)}!`, 'malformed'],
  ]
  test.each(cases)('with %s', (_, asked, given, wrong) => expect(wrongVerifier(asked, given)).toBe(wrong))

  test('knows the example of RFC 7636, appendix B', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect(wrongVerifier('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', verifier)).toBeNull()
  })
})

describe('scopes', () => {
  const accounting = [
    'company-information:read',
    'chart-of-accounts:read',
    'fiscal-years:read',
    'journal-entries:read',
    'journal-entries:write',
    'sie:read',
    'sie:write',
    'uploads:read',
    'uploads:write',
  ]
  const invoices = [
    'customers:read',
    'customers:write',
    'items:read',
    'items:write',
    'invoices:read',
    'invoices:write',
    'credit-notes:read',
    'credit-notes:write',
  ]
  const cases: [string, string[], string[]][] = [
    ['', [], []],
    ['uploads:read', ['uploads:read'], []],
    ['uploads:read  uploads:read', ['uploads:read'], []],
    ['accounting', accounting, []],
    ['invoices', invoices, []],
    ['accounting uploads:read', accounting, []],
    ['agency-todos:read history:read', ['history:read', 'agency-todos:read'], []],
    ['agency-todos:read agency-permissions:write', ['agency-todos:read'], []],
    ['agency-permissions:write', [], []],
    ['everything', [], ['everything']],
    ['constructor', [], ['constructor']],
    ['Accounting uploads:READ', [], ['Accounting', 'uploads:READ']],
    ['uploads:read\tsie:read', [], ['uploads:read\tsie:read']],
  ]
  test.each(cases)('%j are read', (text, scopes, unknown) => expect(readScopes(text)).toEqual({ scopes, unknown }))

  const all = {
    scopes: ['a', 'bank-payments:write'],
    elevatedScopes: ['bank-payments:write'],
    machineScopes: [] as string[],
  }
  const machine = { ...all, machineScopes: ['a', 'c'] }
  const rest: [string, string[], typeof all | typeof machine, string[] | null, string[]][] = [
    ['what connection and integration have', ['a'], all, ['a'], ['a']],
    ['nothing that the connection has not', ['a'], all, ['b'], []],
    ['nothing that the integration has not', ['b'], all, ['b'], []],
    ['nothing that was not granted', ['a'], all, ['a', 'bank-payments:write'], ['a']],
    ['what is elevated and approved', ['bank-payments:write'], all, ['bank-payments:write'], ['bank-payments:write']],
    [
      'nothing elevated without approval',
      ['bank-payments:write'],
      { ...all, elevatedScopes: [] },
      ['bank-payments:write'],
      [],
    ],
    [
      'nothing of what opens nothing',
      ['a', 'agency-permissions:write'],
      { ...all, scopes: ['a', 'agency-permissions:write'] },
      ['a', 'agency-permissions:write'],
      ['a'],
    ],
    ['to a machine what it has', ['a'], machine, null, ['a']],
    ['to a machine nothing that was added since', ['a', 'b'], { ...machine, scopes: ['a', 'b'] }, null, ['a']],
    ['to a machine nothing that was taken away since', ['a', 'c'], machine, null, ['a']],
    ['to a machine without approval nothing', ['a'], all, null, []],
  ]
  test.each(rest)('still give %s', (_, granted, integration, connection, left) =>
    expect(stillGranted(granted, integration, connection)).toEqual(left),
  )
})
