// The log: one line a request, causes under the ids that callers read, and never a secret.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityAdmin, identityService } from '#identity'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { needs } from '#support/needs'
import { exchange, requestText } from '#support/raw'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
})
beforeEach(() => {
  service.log.length = 0
})
afterAll(() => service.close())

type Line = Record<string, unknown> & { msg: string }

const lines = (): Line[] => service.log.map((line) => JSON.parse(line))

/** The line of a request is written when its answer is out, which its caller may have read by then. */
const requestLines = async (count: number): Promise<Line[]> => {
  let found: Line[] = []
  while (found.length < count) {
    await new Promise((resolve) => setImmediate(resolve))
    found = lines().filter(({ msg }) => msg === 'request')
  }
  return found
}

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('a request', () => {
  test('has one line, with who, where, what came of it and how long it took', async () => {
    await company.get('/company-information?')
    const [line] = await requestLines(1)
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: UUID,
      method: 'GET',
      route: '/v1/companies/:companyId/company-information',
      companyId: company.id,
      actor: company.tokenId,
      status: 200,
      durationMs: expect.any(Number),
      msg: 'request',
    })
    expect(service.log).toHaveLength(1)
  })

  test('has it for any outcome', async () => {
    const asked: [string, RequestInit, number][] = [
      ['/v1/nothing', {}, 404],
      ['/v1/%', {}, 400],
      [`/v1/companies/${'x'.repeat(300)}/journal-entries`, {}, 400],
      ['/v1/companies/x/journal-entries', { method: 'PATCH' }, 405],
      ['/v1/companies/x/journal-entries', { method: 'POST', body: '{' }, 401],
      ['/health', {}, 200],
      ['/ready', {}, 200],
    ]
    for (const [path, init] of asked) await request(`${service.origin}${path}`, init)
    await exchange(service.origin, 'no HTTP\r\n\r\n')
    const found = await requestLines(asked.length + 1)
    expect(found.map(({ status }) => status)).toEqual([...asked.map(([, , status]) => status), 400])
    for (const line of found) expect(line).toMatchObject({ method: expect.any(String), durationMs: expect.any(Number) })
  })

  test('that is refused has its error id in the log, with the reason', async () => {
    const { body } = await company.post('/journal-entries', anEntry({ date: '2031-01-01', title: ' ' }))
    const [cause] = lines().filter(({ errorId }) => errorId === body.serviceErrorId)
    expect(cause).toMatchObject({
      level: 'info',
      reqId: UUID,
      code: 'validation-error',
      reason: 'Validation failed with {count}',
      errors: 2,
      msg: 'refused',
    })
    const [line] = await requestLines(1)
    expect(line?.reqId).toBe(cause?.reqId)
  })

  test('that fails here has its cause in the log, and nothing of it in the answer', async () => {
    needs('one machine')
    await service.database.rows(sql`alter table identity.company rename to firm`)
    const { status, body, text } = await company.get('/company-information')
    await service.database.rows(sql`alter table identity.firm rename to company`)
    expect(status).toBe(500)
    expect(text).not.toMatch(/relation|select|identity|sql|\.ts|at /i)
    const [cause] = lines().filter(({ errorId }) => errorId === body.serviceErrorId)
    expect(cause).toMatchObject({
      level: 'error',
      err: {
        message: 'relation "identity.company" does not exist',
        code: '42P01',
        stack: expect.stringMatching(/company\.[jt]s:/),
      },
    })
    const [line] = await requestLines(1)
    expect(line).toMatchObject({ reqId: cause?.reqId, status: 500 })
  })
})

describe('no secret is in the log', () => {
  const PERSONAL = '850709-9805'
  const WORD = 'Hemligheten'

  /** Requests that carry secrets wherever a request can carry something. */
  const leave = async (token: string): Promise<void> => {
    const url = `${service.base}/companies/${company.id}`
    const send = (path: string, init: RequestInit = {}) =>
      request(`${url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
      })
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
    const secret = `${WORD} ${PERSONAL}`
    await send('/company-information', { headers: { cookie: `x=${WORD}`, 'if-none-match': `"${PERSONAL}"` } })
    await send(`/${WORD}/${PERSONAL}`)
    await send(`/journal-entries/${PERSONAL}`)
    await send(`/chart-of-accounts/${WORD}`)
    await send(`/journal-entries?${PERSONAL}=${WORD}`)
    await send(`/journal-entries?query=${encodeURIComponent(`title==${secret}`)}`)
    await send(`/journal-entries?query=${encodeURIComponent(`${WORD}==${PERSONAL}`)}`)
    await send(`/journal-entries?cursor=${WORD}${PERSONAL}`)
    await send('/journal-entries', { method: 'PUT', body: secret })
    await request(`${service.base}/companies/${PERSONAL}/journal-entries`, { headers: { authorization: WORD } })
    await request(`${service.base}/companies/${WORD}/company-information`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await post('/journal-entries', anEntry({ title: secret }), { 'idempotency-key': `${WORD}${PERSONAL}` })
    await post('/journal-entries', anEntry({ title: WORD }), { 'idempotency-key': `${WORD}${PERSONAL}` })
    await post('/journal-entries', anEntry({ title: WORD }), { 'idempotency-key': secret })
    await post('/journal-entries', anEntry({ [secret]: secret, items: [{ account: WORD }] }))
    await post('/journal-entries', { [`${WORD}\u0000`]: PERSONAL })
    await post('/journal-entries', `{"${secret}`)
    await post('/journal-entries', secret, { 'content-type': `text/${WORD}` })
    const form = new FormData()
    form.append('file', new Blob([`#${WORD} ${PERSONAL}`]), `${secret}.se`)
    const authorization = `Bearer ${token}`
    await request(`${url}/sie/import`, { method: 'POST', body: form, headers: { authorization } })
    await exchange(service.origin, requestText(`GET /${WORD}`, { Host: 'x', Authorization: token, [WORD]: '\0' }))
    await exchange(service.origin, requestText(`GET /${WORD}%`, { Host: 'x', Authorization: token }))
    await exchange(service.origin, requestText(`GET /${WORD}`, { Authorization: token, Expect: WORD }))
  }

  /** What no line may hold: what was sent, whole and in part. */
  const secretsOf = (token: string) => [
    token,
    token.slice(-43),
    token.slice(3, 35),
    'Bearer gb_',
    WORD,
    PERSONAL,
    '8507099805',
  ]

  const expectNoSecret = (token: string): void => {
    expect(service.log.length).toBeGreaterThan(20)
    for (const secret of secretsOf(token)) {
      for (const line of service.log) expect(line.toLowerCase()).not.toContain(secret.toLowerCase())
    }
  }

  test('of callers who are accepted', async () => {
    await leave(company.token)
    expectNoSecret(company.token)
  })

  test('of callers who are not', async () => {
    const revoked = await service.operateFor(company.id, async (call) => {
      const made = await identityService.createToken(call, { name: 'Slut', scopes: ['journal-entries:read'] })
      await identityAdmin.revokeToken(call, { id: made.id })
      return made.token
    })
    for (const token of [revoked, `${company.token.slice(0, -1)}_`, WORD]) {
      service.log.length = 0
      await leave(token)
      expectNoSecret(token)
    }
  })

  test('when the database repeats a value in its error', async () => {
    needs('one machine')
    const { id } = (await company.post('/journal-entries', anEntry())).body
    await service.database.rows(sql`
      alter table ledger.journal_entry_comment alter column content type integer using 0`)
    const { status, text } = await company.post(`/journal-entries/${id}/comments`, {
      content: `${WORD} "${PERSONAL}"\n1`,
    })
    await service.database.rows(sql`alter table ledger.journal_entry_comment alter column content type text using ''`)
    expect(status).toBe(500)
    expect(lines().find(({ level }) => level === 'error')).toMatchObject({
      err: { code: '22P02', message: 'invalid input syntax for type integer: "…"' },
    })
    for (const secret of [WORD, PERSONAL]) expect(service.log.join('') + text).not.toContain(secret)
  })
})

describe('the id of a request', () => {
  const ids: [string, Record<string, string>, RegExp][] = [
    ['is made', {}, /^[0-9a-f-]{36}$/],
    ['is the one that came', { 'request-id': 'shop:42/a_b.c+d=@1-2' }, /^shop:42\/a_b\.c\+d=@1-2$/],
    ['may come as others call it', { 'x-request-id': 'abc' }, /^abc$/],
    ['is made where the one that came has blanks', { 'request-id': 'a b' }, /^[0-9a-f-]{36}$/],
    ['is made where the one that came is too long', { 'request-id': 'a'.repeat(101) }, /^[0-9a-f-]{36}$/],
  ]
  test.each(ids)('%s', async (_, headers, form) => {
    for (const path of ['/health', '/v1/nothing', '/login']) {
      service.log.length = 0
      const answer = await request(`${service.origin}${path}`, { headers })
      expect(answer.headers.get('request-id')).toMatch(form)
      const [line] = await requestLines(1)
      expect(line?.reqId).toBe(answer.headers.get('request-id'))
    }
  })

  test('is there when nothing could be read', async () => {
    const answer = await exchange(service.origin, 'NONSENSE\r\n\r\n')
    expect([answer.status, answer.headers['request-id']]).toEqual([400, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })
})
