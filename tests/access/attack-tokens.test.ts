// Attacks with codes and tokens: used twice, by another client, too late, with less or more than they are for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '#platform/db'
import type { Sql } from '#platform/sql'
import { codeThrough, newOwner, type Owner, pkce } from '#support/consent'
import {
  CALLBACK,
  historyOf,
  integrationOf,
  newIntegration,
  type TestIntegration,
  type Tokens,
  VERIFIER,
} from '#support/integration'
import { type Answer, request, type Service, startService } from '#support/service'
import { newVisitor } from '#support/visitor'

let service: Service
let kassan: TestIntegration
let other: TestIntegration
let owner: Owner

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeAll(async () => {
  service = await startService({ poolSize: 12 })
  kassan = await newIntegration(service)
  other = await newIntegration(service, { name: 'Annan' })
  owner = await newOwner(service)
})
afterAll(() => service.close())

const exchange = (client: TestIntegration, code: string, more: Record<string, string> = {}): Promise<Answer> =>
  client.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more })

const newCode = async (changes: Record<string, string> = {}, from = owner): Promise<string> =>
  (await codeThrough(from, kassan, changes)).code ?? ''

/** Tokens of a company of their own, so that one case does not touch another. */
const newTokens = async (scope = 'journal-entries:read'): Promise<{ tokens: Tokens; by: Owner }> => {
  const by = await newOwner(service)
  return { tokens: (await exchange(kassan, await newCode({ scope }, by))).body, by }
}

const entries = (by: Owner, token: string): Promise<Answer> =>
  request(`${service.base}/companies/${by.company.id}/journal-entries`, {
    headers: { authorization: `Bearer ${token}` },
  })

const refused = (answer: Answer, error = 'invalid_grant'): void => {
  expect([answer.status, answer.body.error]).toEqual([400, error])
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description'])
}

describe('codes', () => {
  test('replay: the second use is refused and ends what the first one gave', async () => {
    const by = await newOwner(service)
    const code = await newCode({}, by)
    const { body: tokens } = await exchange(kassan, code)
    expect((await entries(by, tokens.access_token)).status).toBe(200)
    refused(await exchange(kassan, code))
    expect((await entries(by, tokens.access_token)).status).toBe(401)
    refused(await kassan.refresh(tokens.refresh_token))
    const history = await historyOf(service, { companyId: by.company.id })
    expect(history.map(({ what }) => what)).toContain('token.replayed')
  })

  test('of another client: refused', async () => {
    refused(await exchange(other, await newCode()))
  })

  test('with another redirect URI: refused', async () => {
    refused(await exchange(kassan, await newCode(), { redirect_uri: 'https://evil.example/' }))
  })

  test('too late, and from a clock ahead: refused', async () => {
    const now = service.now()
    const code = await newCode()
    service.setNow(new Date(now.getTime() + 5 * MINUTE + 1))
    refused(await exchange(kassan, code))
    service.setNow(new Date(now.getTime() + 10 * MINUTE))
    const ahead = await newCode()
    service.setNow(now)
    refused(await exchange(kassan, ahead))
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['PKCE, verifier missing', pkce(VERIFIER), {}],
    ['PKCE, verifier of another request', pkce(VERIFIER), { code_verifier: `${VERIFIER}-other` }],
    ['PKCE, the challenge as verifier', pkce(VERIFIER), { code_verifier: pkce(VERIFIER).code_challenge }],
    ['PKCE, verifier too short', pkce(VERIFIER), { code_verifier: 'short' }],
    ['PKCE downgrade: a verifier though the challenge was taken away', {}, { code_verifier: VERIFIER }],
  ])('%s: refused', async (_, asked, sent) => {
    refused(await exchange(kassan, await newCode(asked), sent))
  })

  test('PKCE mixed up between two requests: refused both ways', async () => {
    const one = `${VERIFIER}-1`
    const two = `${VERIFIER}-2`
    refused(await exchange(kassan, await newCode(pkce(one)), { code_verifier: two }))
    refused(await exchange(kassan, await newCode(pkce(two)), { code_verifier: one }))
  })

  test('50 at once: exactly one succeeds, and the others end what it gave', async () => {
    const by = await newOwner(service)
    const code = await newCode({}, by)
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(kassan, code)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) refused(answer)
    expect((await entries(by, good[0]?.body.access_token)).status).toBe(401)
  })
})

describe('refresh tokens', () => {
  test('replay: the second use ends the whole family', async () => {
    const { tokens, by } = await newTokens()
    const { body: next } = await kassan.refresh(tokens.refresh_token)
    expect((await entries(by, next.access_token)).status).toBe(200)
    refused(await kassan.refresh(tokens.refresh_token))
    expect((await entries(by, next.access_token)).status).toBe(401)
    refused(await kassan.refresh(next.refresh_token))
    const history = await historyOf(service, { companyId: by.company.id })
    expect(history.map(({ what }) => what)).toContain('token.replayed')
  })

  test('of another client: refused, and still good for its own', async () => {
    const { tokens } = await newTokens()
    refused(await other.refresh(tokens.refresh_token))
    expect((await kassan.refresh(tokens.refresh_token)).status).toBe(200)
  })

  test('scope escalation: refused', async () => {
    const { tokens } = await newTokens('journal-entries:read')
    const wider = { scope: 'journal-entries:read journal-entries:write' }
    refused(await kassan.refresh(tokens.refresh_token, {}, wider), 'invalid_scope')
  })

  test('scope escalation by consenting again elsewhere: old tokens get nothing new', async () => {
    const { tokens, by } = await newTokens('customers:read')
    await codeThrough(by, kassan, { scope: 'journal-entries:read' })
    const { body } = await kassan.refresh(tokens.refresh_token)
    if (body.access_token) expect((await entries(by, body.access_token)).status).toBe(403)
    else expect(body.error).toBe('invalid_grant')
  })

  test('unused for more than 30 days: refused', async () => {
    const { tokens } = await newTokens()
    const now = service.now()
    service.setNow(new Date(now.getTime() + 30 * DAY + 1000))
    refused(await kassan.refresh(tokens.refresh_token))
    service.setNow(now)
  })

  test('50 at once: exactly one succeeds', async () => {
    const { tokens } = await newTokens()
    const answers = await Promise.all(Array.from({ length: 50 }, () => kassan.refresh(tokens.refresh_token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) refused(answer)
  })
})

describe('access tokens', () => {
  test('expired: 401; from a clock that has been put back since: good', async () => {
    const now = service.now()
    const { tokens, by } = await newTokens()
    service.setNow(new Date(now.getTime() + 3600_000))
    expect((await entries(by, tokens.access_token)).status).toBe(401)
    const ahead = (await kassan.refresh(tokens.refresh_token)).body
    service.setNow(now)
    expect((await entries(by, ahead.access_token)).status).toBe(200)
  })

  test('in the query string: 401', async () => {
    const { tokens, by } = await newTokens()
    const url = `${service.base}/companies/${by.company.id}/journal-entries?access_token=${tokens.access_token}`
    expect((await request(url)).status).toBe(401)
    expect(service.log.join('')).not.toContain(tokens.access_token)
  })

  test('of another company, and without the scope: 403', async () => {
    const { tokens, by } = await newTokens('customers:read')
    expect((await entries(by, tokens.access_token)).status).toBe(403)
    const { tokens: foreign } = await newTokens()
    expect((await entries(by, foreign.access_token)).status).toBe(403)
  })

  test('of a disconnected connection: 401 at the next call, and no refresh', async () => {
    const { tokens, by } = await newTokens()
    expect((await entries(by, tokens.access_token)).status).toBe(200)
    const page = await by.visitor.get('/account/connections')
    const after = await by.visitor.submit(page, {}, { action: '/account/connections/end' })
    expect(after.text).toContain('Anslutningen är avslutad')
    expect((await entries(by, tokens.access_token)).status).toBe(401)
    refused(await kassan.refresh(tokens.refresh_token))
  })

  test('a refresh token, a code and a secret are no access tokens: 401', async () => {
    const { tokens, by } = await newTokens()
    for (const token of [tokens.refresh_token, await newCode({}, by), kassan.secret]) {
      expect((await entries(by, token)).status).toBe(401)
    }
  })
})

describe('guessing: what is unknown is answered like what is known and wrong', () => {
  /** The same secret with its last random characters replaced: a known id, a wrong secret. */
  const wrongSecret = (text: string) => `${text.slice(0, -8)}AAAAAAAA`
  /** An id that does not exist. */
  const unknown = (text: string) => text.replace(/_[0-9a-f]{32}_/, `_${'0'.repeat(32)}_`)
  const seen = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, serviceErrorId: undefined },
    challenge: headers.get('www-authenticate'),
  })

  test('access tokens', async () => {
    const { tokens, by } = await newTokens()
    const known = await entries(by, wrongSecret(tokens.access_token))
    expect(seen(await entries(by, unknown(tokens.access_token)))).toEqual(seen(known))
    expect(known.status).toBe(401)
  })

  test('refresh tokens and codes', async () => {
    const { tokens } = await newTokens()
    const known = await kassan.refresh(wrongSecret(tokens.refresh_token))
    expect(seen(await kassan.refresh(unknown(tokens.refresh_token)))).toEqual(seen(known))
    refused(known)
    const code = await newCode()
    const knownCode = await exchange(kassan, wrongSecret(code))
    expect(seen(await exchange(kassan, unknown(code)))).toEqual(seen(knownCode))
    refused(knownCode)
  })

  test('people', async () => {
    const tried = async (email: string) => {
      const page = await newVisitor(service).logIn(email, 'not the password')
      return [page.status, page.url, page.text.replaceAll(email, 'EMAIL').replace(/name="csrf" value="[^"]*"/g, '')]
    }
    const known = await tried(owner.email)
    expect(known[0]).not.toBe(200)
    expect(await tried('unknown@example.com')).toEqual(known)
  })

  test('clients', async () => {
    const asked = async (id: string, secret: string) =>
      seen(await integrationOf(service, { id, secret, ownerId: '' }).token({ grant_type: 'client_credentials' }))
    const known = await asked(kassan.id, wrongSecret(kassan.secret))
    expect(known).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(await asked('0190c1de-0000-7000-8000-00000000000a', unknown(kassan.secret))).toEqual(known)
    expect(await asked(other.id, kassan.secret)).toEqual(known)
  })

  test('timing: the same statements for what is unknown and what is known and wrong', async () => {
    const { tokens, by } = await newTokens()
    const code = await newCode()
    const basic = (secret: string) => integrationOf(service, { id: kassan.id, secret, ownerId: '' })
    const cases: [string, string, (secret: string) => Promise<Answer>][] = [
      ['access token', tokens.access_token, (secret) => entries(by, secret)],
      ['private token', by.company.token, (secret) => entries(by, secret)],
      ['refresh token', tokens.refresh_token ?? '', (secret) => kassan.refresh(secret)],
      ['code', code, (secret) => exchange(kassan, secret)],
      ['client secret', kassan.secret, (secret) => basic(secret).token({ grant_type: 'client_credentials' })],
    ]
    for (const [name, secret, ask] of cases) {
      const known = await statementsIn(service.usedDatabase, () => ask(wrongSecret(secret)))
      expect(known.length, name).toBeGreaterThan(0)
      expect(await statementsIn(service.usedDatabase, () => ask(unknown(secret))), name).toEqual(known)
    }
  })
})

/** The statements that a service sends to its database while something is asked of it. */
const statementsIn = async (database: Database, work: () => Promise<unknown>): Promise<string[]> => {
  const seen: string[] = []
  // What was asked a moment ago comes into the log of requests meanwhile, for any caller.
  const see = ({ text }: Sql) => void (text.includes('request_log.request') || seen.push(text))
  const noting = <Kind extends Db>(db: Kind): Kind => ({
    ...db,
    rows: <Row>(statement: Sql, name?: string) => {
      see(statement)
      return db.rows<Row>(statement, name)
    },
    one: <Row>(statement: Sql, name?: string) => {
      see(statement)
      return db.one<Row>(statement, name)
    },
    maybe: <Row>(statement: Sql, name?: string) => {
      see(statement)
      return db.maybe<Row>(statement, name)
    },
  })
  const plain = { ...database }
  // Who calls is looked up on connections of its own.
  const lookUps = { ...database.lookUps }
  const transaction: Database['transaction'] = (inside, isolation) =>
    plain.transaction((db) => inside(noting(db)), isolation)
  const of: Database['of'] = (companyId) => {
    const part = plain.of(companyId)
    return { ...noting(part), lookUps: part.lookUps === database.lookUps ? part.lookUps : noting(part.lookUps) }
  }
  Object.assign(database, { ...noting(plain), transaction, of })
  Object.assign(database.lookUps, noting(lookUps))
  try {
    await work()
  } finally {
    Object.assign(database, plain)
    Object.assign(database.lookUps, lookUps)
  }
  return seen
}
