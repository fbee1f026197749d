// Many at once: one success for each code and refresh token; and the repetition of a refresh whose answer was lost.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessContribution } from '#access'
import { sql } from '#platform/sql'
import { historyOf, newIntegration, type TestIntegration, type Tokens } from '#support/integration'
import { type Answer, requestsWith, type Service, START, startService } from '#support/service'

let service: Service
let client: TestIntegration

beforeAll(async () => {
  service = await startService({ alone: true })
  client = await newIntegration(service)
})

beforeEach(() => service.setNow(START))

afterAll(() => service.close())

const AT_ONCE = 50
const SECOND = 1000
const DAY = 24 * 3600 * SECOND

const later = (ms: number) => service.setNow(new Date(service.now().getTime() + ms))

const newCompany = async () => {
  const { id } = await service.newCompany({ fiscalYear: null })
  return { type: 'company', id } as const
}

const entries = (companyId: string, token: string) =>
  requestsWith(`${service.base}/companies/${companyId}`, token).get('/journal-entries')

const atOnce = (ask: () => Promise<Answer>) => Promise.all(Array.from({ length: AT_ONCE }, ask))

const REFUSED = { status: 400, body: { error: 'invalid_grant' } }

describe(`${AT_ONCE} uses at once`, () => {
  const cases: [string, (company: { type: 'company'; id: string }) => Promise<() => Promise<Answer>>][] = [
    [
      'of a code',
      async (company) => {
        const code = await client.code(company)
        return () => client.token({ grant_type: 'authorization_code', code })
      },
    ],
    [
      'of a refresh token',
      async (company) => {
        const { refresh_token: token } = await client.connect(company)
        return () => client.refresh(token)
      },
    ],
  ]

  test.each(cases)('%s give one success; the others are replays and end what it gave', async (_, prepare) => {
    const company = await newCompany()
    const answers = await atOnce(await prepare(company))
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = answers.filter(({ status }) => status !== 200)
    expect(new Set(losers.map(({ status, body }) => `${status} ${body.error}`))).toEqual(new Set(['400 invalid_grant']))
    const [winner] = winners
    expect(await entries(company.id, winner?.body.access_token)).toMatchObject({ status: 401 })
    expect(await client.refresh(winner?.body.refresh_token)).toMatchObject(REFUSED)
    const replays = (await historyOf(service, { companyId: company.id })).filter(
      ({ what }) => what === 'token.replayed',
    )
    expect(replays).toHaveLength(1)
  })

  test('of a refresh token under one Idempotency-Key all answer, and the last pair is the one that works', async () => {
    const company = await newCompany()
    const { refresh_token: token } = await client.connect(company)
    const answers = await atOnce(() => client.refresh(token, { 'idempotency-key': 'once' }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const worth = await Promise.all(answers.map(({ body }) => entries(company.id, body.access_token)))
    expect(worth.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('of a connection by several consents leave one connection', async () => {
    const company = await newCompany()
    const pairs = await Promise.all(Array.from({ length: 10 }, () => client.connect(company)))
    expect(new Set(pairs.map(({ connection_id: id }) => id)).size).toBe(1)
  })
})

describe('a refresh whose answer was lost', () => {
  const key = { 'idempotency-key': 'refresh-1' }
  let company: { type: 'company'; id: string }
  let first: Tokens

  beforeEach(async () => {
    company = await newCompany()
    first = await client.connect(company)
  })

  test('is repeated under its key within 60 seconds, as often as need be; the last pair works', async () => {
    const { body: lost } = await client.refresh(first.refresh_token, key)
    later(30 * SECOND)
    const { body: lostToo } = await client.refresh(first.refresh_token, key)
    later(30 * SECOND)
    const { status, body: found } = await client.refresh(first.refresh_token, key)
    expect([status, Object.keys(found)]).toEqual([200, Object.keys(lost)])
    for (const { access_token: token } of [lost, lostToo]) {
      expect(await entries(company.id, token)).toMatchObject({ status: 401 })
    }
    expect(await entries(company.id, found.access_token)).toMatchObject({ status: 200 })
    expect(await client.refresh(found.refresh_token)).toMatchObject({ status: 200 })
  })

  const replays: [string, () => Promise<unknown>, Record<string, string>, Record<string, string>][] = [
    ['without the key', async () => {}, {}, {}],
    ['under another key', async () => {}, { 'idempotency-key': 'refresh-2' }, {}],
    ['under its key, for another scope', async () => {}, key, { scope: 'journal-entries:read' }],
    ['after 60 seconds', async () => later(60 * SECOND + 1), key, {}],
  ]

  test.each(replays)('is a replay %s, and ends the family', async (_, meanwhile, headers, form) => {
    const { body: pair } = await client.refresh(first.refresh_token, key)
    await meanwhile()
    expect(await client.refresh(first.refresh_token, headers, form)).toMatchObject(REFUSED)
    expect(await entries(company.id, pair.access_token)).toMatchObject({ status: 401 })
    expect(await client.refresh(pair.refresh_token)).toMatchObject(REFUSED)
  })

  test('is a replay once the pair was used: then its answer did arrive', async () => {
    const { body: pair } = await client.refresh(first.refresh_token, key)
    const { body: next } = await client.refresh(pair.refresh_token)
    expect(await client.refresh(first.refresh_token, key)).toMatchObject(REFUSED)
    expect(await entries(company.id, next.access_token)).toMatchObject({ status: 401 })
  })

  test('is a replay when the pair that was taken back turns up after all', async () => {
    const { body: lost } = await client.refresh(first.refresh_token, key)
    const { body: found } = await client.refresh(first.refresh_token, key)
    expect(await client.refresh(lost.refresh_token)).toMatchObject(REFUSED)
    expect(await entries(company.id, found.access_token)).toMatchObject({ status: 401 })
  })

  test('is a replay when the first request had no key', async () => {
    await client.refresh(first.refresh_token)
    expect(await client.refresh(first.refresh_token, key)).toMatchObject(REFUSED)
  })

  test("is not another client's to repeat", async () => {
    const other = await newIntegration(service)
    const { body: pair } = await client.refresh(first.refresh_token, key)
    expect(await other.refresh(first.refresh_token, key)).toMatchObject(REFUSED)
    expect(await entries(company.id, pair.access_token)).toMatchObject({ status: 200 })
  })
})

describe('old rows', () => {
  const counts = async (integrationId: string) =>
    service.database.one<Record<string, number>>(sql`
      select (select count(*)::int from access.token_family where integration_id = ${integrationId}) as families,
        (select count(*)::int from access.access_token t join access.token_family f on f.id = t.family_id
          where f.integration_id = ${integrationId}) as access,
        (select count(*)::int from access.refresh_token t join access.token_family f on f.id = t.family_id
          where f.integration_id = ${integrationId}) as refresh,
        (select count(*)::int from access.authorization_code where integration_id = ${integrationId}) as codes`)

  test('are forgotten when they can mean nothing any more, and what works is kept', async () => {
    const own = await newIntegration(service)
    const company = await newCompany()
    await own.token({ grant_type: 'client_credentials' })
    const { refresh_token: token } = await own.connect(company)
    const forget = () => service.operate((call) => accessContribution.forgetOldTokens(call, service.now()))
    await forget()
    expect(await counts(own.id)).toEqual({ families: 2, access: 2, refresh: 1, codes: 1 })
    later(2 * DAY)
    await forget()
    expect(await counts(own.id)).toEqual({ families: 1, access: 0, refresh: 1, codes: 1 })
    expect(await own.refresh(token)).toMatchObject({ status: 200 })
    later(29 * DAY + 3600 * SECOND)
    await forget()
    // The first refresh token and the code are over; the second refresh token keeps the family.
    expect(await counts(own.id)).toEqual({ families: 1, access: 0, refresh: 1, codes: 0 })
    later(3 * DAY)
    await forget()
    expect(await counts(own.id)).toEqual({ families: 0, access: 0, refresh: 0, codes: 0 })
  })
})

describe('the database itself', () => {
  test('lets nothing that was used or ended come back', async () => {
    const company = await newCompany()
    const tokens = await client.connect(company)
    await client.post('/token/revoke', { token: tokens.access_token })
    for (let use = 0; use < 2; use += 1) await client.refresh(tokens.refresh_token)
    const wrong = [
      sql`update access.refresh_token set used_at = null where used_at is not null`,
      sql`update access.authorization_code set used_at = null where used_at is not null`,
      sql`update access.access_token set ended_at = null where ended_at is not null`,
      sql`update access.token_family set ended_at = null, ended_because = null where ended_at is not null`,
    ]
    for (const statement of wrong) {
      await expect(service.database.rows(statement), statement.text).rejects.toMatchObject({ code: 'GB031' })
    }
    const moved = [
      sql`update access.connection set integration_id = ${(await newIntegration(service)).id} where id = ${tokens.connection_id}`,
      sql`update access.token_family set connection_id = null where connection_id = ${tokens.connection_id}`,
    ]
    for (const statement of moved) {
      await expect(service.database.rows(statement), statement.text).rejects.toMatchObject({ code: 'GB032' })
    }
  })
})
