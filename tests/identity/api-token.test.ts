// Tokens of private integrations: shown once, kept as a digest, refused from the moment they are revoked.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allScopes, identityAdmin, identityService, listTokens } from '#identity'
import { newId } from '#platform/id'
import { Refusal } from '#platform/refusal'
import { raw, sql } from '#platform/sql'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const READ = 'company-information:read'

const newToken = (name = 'Prov', scopes: readonly string[] = [READ], { id } = company) =>
  service.operateFor(id, (call) => identityService.createToken(call, { name, scopes }))

const revoke = (id: string) => service.operateFor(company.id, (call) => identityAdmin.revokeToken(call, { id }))

const kept = (id: string) =>
  service.database.one<Record<string, unknown>>(sql`
  select name, scopes, secret_digest, created_at, last_used_at, revoked_at from identity.api_token where id = ${id}`)

const statusWith = async (token: string, { url } = company) =>
  (await checkedRequests(url, token).get('/company-information')).status

/** What is wrong with a token that is asked for. */
const errorsOf = async (name: string, scopes: readonly string[]) => {
  const refused: unknown = await newToken(name, scopes).catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(Refusal)
  return (refused as Refusal).errors
}

/** Every row of every table, as text. */
const dump = async (): Promise<string> => {
  const tables = await service.database.rows<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('identity', 'ledger', 'platform') and table_type = 'BASE TABLE'`)
  expect(tables.length).toBeGreaterThan(10)
  const texts = await Promise.all(
    tables.map(({ name }) =>
      service.database.rows<{ text: string }>(sql`select to_jsonb(kept)::text as text from ${raw(name)} as kept`),
    ),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

describe('a new token', () => {
  test('is the mark, its id and a secret of its own', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => newToken()))
    for (const { id, token } of made) {
      expect(token).toMatch(/^gb_[0-9a-f]{32}_[A-Za-z0-9_-]{43}$/)
      expect(token.slice(3, 35)).toBe(id.replaceAll('-', ''))
      expect(await statusWith(token)).toBe(200)
    }
    expect(new Set(made.map(({ token }) => token.slice(-43))).size).toBe(20)
  })

  test('is kept as a digest, and nowhere else', async () => {
    const { id, token } = await newToken()
    await statusWith(token)
    const secret = token.slice(-43)
    expect((await kept(id)).secret_digest).toEqual(createHash('sha256').update(secret).digest())
    const everything = await dump()
    expect(everything).toContain(id)
    for (const part of [
      token,
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ]) {
      expect(everything).not.toContain(part)
    }
  })

  test('is not shown again', async () => {
    const twin = await service.newCompany({ scopes: [READ] })
    const { id, token } = await newToken('Andra', [READ, 'sie:read'], twin)
    const shown = await service.operateFor(twin.id, (call) => listTokens(call, 10))
    const alive = { createdAt: START, lastUsedAt: null, revokedAt: null }
    expect(shown).toEqual([
      { ...alive, id, name: 'Andra', scopes: [READ, 'sie:read'] },
      { ...alive, id: twin.tokenId, name: 'Prov', scopes: [READ] },
    ])
    expect(JSON.stringify(shown)).not.toContain(token.slice(-43))
  })

  test('has a name and known scopes, each once', async () => {
    const { id } = await newToken('  Kassan ', ['sie:write', READ, READ])
    expect(await kept(id)).toMatchObject({ name: 'Kassan', scopes: [READ, 'sie:write'] })
    expect((await kept((await newToken('Alla', allScopes)).id)).scopes).toEqual([...allScopes].sort())
    const known = allScopes.join(', ')
    const wrong: [string, readonly string[], object[]][] = [
      ['', [READ], [{ field: '#/name', message: 'must not be empty' }]],
      [' ', [READ], [{ field: '#/name', message: 'must not be empty' }]],
      ['x'.repeat(101), [READ], [{ field: '#/name', message: 'must be at most 100 characters' }]],
      ['Prov', [], [{ field: '#/scopes', message: 'must name at least one scope' }]],
      ['Prov', ['all'], [{ field: '#/scopes', message: `all is not a scope; the scopes are ${known}` }]],
      [
        '',
        [READ, 'x', READ.toUpperCase()],
        [
          { field: '#/name', message: 'must not be empty' },
          { field: '#/scopes', message: `x is not a scope; the scopes are ${known}` },
          { field: '#/scopes', message: `${READ.toUpperCase()} is not a scope; the scopes are ${known}` },
        ],
      ],
    ]
    for (const [name, scopes, errors] of wrong) expect(await errorsOf(name, scopes)).toEqual(errors)
  })

  test('of a wrong request is not there', async () => {
    const twin = await service.newCompany()
    await expect(newToken('Prov', ['x'], twin)).rejects.toThrow()
    expect(await service.operateFor(twin.id, (call) => listTokens(call, 10))).toHaveLength(1)
  })
})

describe('a revoked token', () => {
  test('is refused by the very next request', async () => {
    const { id, token } = await newToken()
    for (let round = 0; round < 3; round++) expect(await statusWith(token)).toBe(200)
    await revoke(id)
    expect(await statusWith(token)).toBe(401)
    expect(await Promise.all(Array.from({ length: 10 }, () => statusWith(token)))).toEqual(Array(10).fill(401))
  })

  test('stays revoked since the first time', async () => {
    const { id } = await newToken()
    await revoke(id)
    const { revoked_at } = await kept(id)
    try {
      service.setNow('2026-06-11T10:00:00Z')
      await revoke(id)
    } finally {
      service.setNow(START)
    }
    expect((await kept(id)).revoked_at).toEqual(revoked_at)
    expect(revoked_at).toEqual(START)
  })

  test('that never was is not found', async () => {
    const id = newId()
    await expect(revoke(id)).rejects.toThrow(`There is no token ${id}`)
  })

  test('and its making stand in the processing history, without the secret', async () => {
    const { id, token } = await newToken('Spårad')
    await revoke(id)
    await revoke(id)
    const found = await service.database.rows<Record<string, unknown>>(sql`
      select what, company_id, actor_kind, actor_name, detail from platform.history
      where detail ->> 'id' = ${id} order by id`)
    const by = { company_id: company.id, actor_kind: 'operator', actor_name: 'Operator' }
    expect(found).toEqual([
      { ...by, what: 'token.created', detail: { id, name: 'Spårad', scopes: [READ] } },
      { ...by, what: 'token.revoked', detail: { id } },
    ])
    expect(JSON.stringify(found)).not.toContain(token.slice(-43))
  })
})

describe('the last use', () => {
  test('is known to the minute, of requests that were let in', async () => {
    const { id, token } = await newToken()
    const used = async (moment: string, sent = token) => {
      service.setNow(moment)
      await statusWith(sent)
      return (await kept(id)).last_used_at as Date | null
    }
    // No request waits for a note that is late: then it is there later, or with one of the next requests.
    const expectNoted = (moment: string) => expect.poll(() => used(moment)).toEqual(new Date(moment))
    try {
      expect(await used('2026-06-10T11:00:00Z', `${token.slice(0, -43)}${'A'.repeat(43)}`)).toBeNull()
      await expectNoted('2026-06-10T11:00:00Z')
      expect(await used('2026-06-10T11:01:00Z')).toEqual(new Date('2026-06-10T11:00:00Z'))
      await expectNoted('2026-06-10T11:01:00.001Z')
      expect(await used('2026-06-10T10:00:00Z')).toEqual(new Date('2026-06-10T11:01:00.001Z'))
      await revoke(id)
      expect(await used('2026-06-10T12:00:00Z')).toEqual(new Date('2026-06-10T11:01:00.001Z'))
    } finally {
      service.setNow(START)
    }
  })
})

describe('many tokens at once', () => {
  test('each open their own company, and no other', async () => {
    const companies = await Promise.all(
      Array.from({ length: 4 }, (_, index) => service.newCompany({ name: `Bolag ${index}` })),
    )
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => newToken('Prov', [READ], companies[index % 4] as TestCompany)),
    )
    const unknown = () => `gb_${newId().replaceAll('-', '')}_${'A'.repeat(43)}`
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const at = companies[index % 4] as TestCompany
        const token = index % 5 === 0 ? unknown() : (made[index % 40]?.token ?? '')
        return checkedRequests(at.url, token).get('/company-information')
      }),
    )
    for (const [index, { status, body }] of answers.entries()) {
      if (index % 5 === 0) expect(status).toBe(401)
      else expect([status, body.id]).toEqual([200, companies[index % 4]?.id])
    }
  })
})
