// Every endpoint refuses strangers, wrong scopes and foreign companies, before it reads the body or looks anything up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#app'
import { isWrite } from '#http'
import { allScopes, createToken, revokeToken } from '#identity'
import { newId } from '#platform/id'
import { exchange, requestText } from '#support/raw'
import { type Service, startService, type TestCompany } from '#support/service'
import { bearer, initOf, parametersFor, pathOf, type Sample, sampleOf, saying, send } from './world.ts'

let service: Service
let company: TestCompany
let other: TestCompany
let revoked: string

beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  other = await service.newCompany({ name: 'Grannbolaget AB' })
  revoked = await service.operateFor(company.id, async (call) => {
    const { id, token } = await createToken(call, { name: 'Slut', scopes: allScopes })
    await revokeToken(call, { id })
    return token
  })
})
afterAll(() => service.close())

const tokenWith = (scopes: readonly string[]) =>
  service.operateFor(company.id, async (call) => (await createToken(call, { name: 'Prov', scopes })).token)

const unknownToken = () => `gb_${newId().replaceAll('-', '')}_${'A'.repeat(43)}`
const wrongSecret = () => `${company.token.slice(0, -43)}${'A'.repeat(43)}`

const NO_TOKEN = 'Bearer'
const BAD_TOKEN = 'Bearer error="invalid_token"'

/** Headers of callers whom nobody knows, and how they are asked to come back. */
const strangers: [string, () => Record<string, string>, string][] = [
  ['no Authorization        ', () => ({}), NO_TOKEN],
  ['an empty one            ', () => ({ authorization: '' }), NO_TOKEN],
  ['no token in it          ', () => ({ authorization: 'Bearer' }), NO_TOKEN],
  ['another scheme          ', () => ({ authorization: `Basic ${company.token}` }), NO_TOKEN],
  ['the bare token          ', () => ({ authorization: company.token }), NO_TOKEN],
  ['two tokens              ', () => ({ authorization: `Bearer ${company.token} ${other.token}` }), NO_TOKEN],
  ['a token of no form      ', () => bearer('token'), BAD_TOKEN],
  ['a token cut short       ', () => bearer(company.token.slice(0, -1)), BAD_TOKEN],
  ['a token in capitals     ', () => bearer(company.token.toUpperCase()), BAD_TOKEN],
  ['a token of an unknown id', () => bearer(unknownToken()), BAD_TOKEN],
  ['a token of wrong secret ', () => bearer(wrongSecret()), BAD_TOKEN],
  ['a revoked token         ', () => bearer(revoked), BAD_TOKEN],
]

describe.each(rows)('$operationId', (row) => {
  test.each(strangers)('refuses %s', async (_, headers, challenge) => {
    const sample = await sampleOf(row, company)
    const answer = await send(service, sample, headers())
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('unauthorized')
    expect(answer.headers.get('www-authenticate')).toBe(challenge)
  })

  test('takes a token with its scope alone, and none that lacks it', async () => {
    const [lacking, alone] = [
      await tokenWith(allScopes.filter((scope) => scope !== row.scope)),
      await tokenWith([row.scope]),
    ]
    const sample = await sampleOf(row, company)
    const refused = await send(service, sample, bearer(lacking))
    expect(saying(refused)).toEqual({
      status: 403,
      code: 'forbidden',
      message: `The access token lacks the scope ${row.scope}`,
    })
    const answer = await send(service, sample, { authorization: `bearer  ${alone} ` })
    // What another integration wrote may still be out of reach; who calls is not the reason.
    expect([401, 403], answer.text).not.toContain(answer.status)
  })

  test('tells nobody whether another company is there', async () => {
    const parameters = await parametersFor(row, other)
    const ids = [other.id, newId(), other.id.toUpperCase(), 'x', "'", '..%2F', ' ']
    for (const companyId of ids) {
      const sample: Sample = { path: pathOf(row, { ...parameters, companyId }), init: initOf(row) }
      expect(saying(await send(service, sample, bearer(company.token))), companyId).toEqual({
        status: 403,
        code: 'forbidden',
        message: 'The access token is not for this company',
      })
    }
  })

  test('looks at nothing else before it knows who calls', async () => {
    const parameters = { companyId: company.id, journalEntryId: 'x', commentId: 'x', fiscalYearId: 'x', account: 'x' }
    const path = `${pathOf(row, parameters)}?unknown=1`
    const init = isWrite(row) ? { body: '{', headers: { 'content-type': 'text/plain' } } : {}
    const answer = await send(service, { path, init: { ...init, method: row.method } })
    expect(answer.status).toBe(401)
  })
})

describe.each(rows.filter(isWrite))('$operationId', (row) => {
  test('refuses before the body is there', async () => {
    const { path } = await sampleOf(row, company)
    const lacking = await tokenWith(allScopes.filter((scope) => scope !== row.scope))
    const type = row.upload ? 'multipart/form-data; boundary=x' : 'application/json'
    const callers: [number, Record<string, string>][] = [
      [401, {}],
      [401, bearer(revoked)],
      [403, bearer(lacking)],
      [403, bearer(other.token)],
    ]
    for (const [status, headers] of callers) {
      const head = { host: 'localhost', ...headers, 'content-type': type, 'content-length': 1000 }
      const answer = await exchange(service.origin, requestText(`${row.method} /v1${path}`, head))
      expect(answer.status).toBe(status)
    }
  })
})
