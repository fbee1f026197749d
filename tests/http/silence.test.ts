// Connections to the database that fall silent: there is no notice that they ended, and nothing comes on them any more.
// The service finds out by itself, answers, and goes on.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#platform/db-connection'
import { type Sql, sql } from '#platform/sql'
import { type DatabaseProxy, startProxy } from '#support/servers/database-proxy'
import {
  type Answer,
  anEntry,
  request,
  requestsWith,
  type Service,
  startService,
  type TestCompany,
} from '#support/service'

/** Far beyond the seconds that it takes, and far below the two minutes that a statement may take. */
const ANSWERED_MS = 60_000

const POOL = 4
/** A statement without an answer is asked after sooner than in production: what is only slow says so, in the end. */
const PATIENCE = { silenceMs: 3_000, probeMs: 5_000, connectionMs: 8_000 }
/** Longer than any test: no side finds out by itself. */
const NEVER_MS = 600_000

/** The service that makes companies, beside one that reaches the same database by the proxy. */
let direct: Service
let behind: Service
let proxy: DatabaseProxy
let companies: TestCompany[]

beforeAll(async () => {
  direct = await startService({ alone: true })
  proxy = await startProxy(direct.databaseUrl)
  const beside = proxy.before(direct)
  behind = await startService({ beside, poolSize: POOL, patience: PATIENCE })
  companies = await Promise.all([1, 2, 3].map(() => direct.newCompany())).then((made) => made.map(at(behind)))
})
afterEach(() => proxy.heal())
afterAll(async () => {
  await behind.close()
  await proxy.close()
  await direct.close()
})

/** The same company, asked by way of another service. */
const at =
  ({ base }: Service) =>
  (company: TestCompany): TestCompany => {
    const url = `${base}/companies/${company.id}`
    return { ...company, url, ...requestsWith(url, company.token) }
  }

const read = (company: TestCompany) => company.get('/journal-entries')
const post = (company: TestCompany) => company.post('/journal-entries', anEntry())
const ready = () => request(`${behind.origin}/ready`)

/**
 * Where companies are on machines of their own the first one has not been queried since: its connections are silent.
 */
const expectReady = async () => {
  if (direct.spread) await expect.poll(async () => (await ready()).status).toBe(200)
  else expect((await ready()).status).toBe(200)
}

/** Reads and posts of all companies at once: more than there are connections. */
const crowd = (): Promise<Answer[]> =>
  Promise.all([...companies, ...companies, ...companies].flatMap((company) => [read(company), post(company)]))

/** The different statuses, with the reason of those that refuse. */
const statusesOf = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status, body }) => (status === 200 ? status : `${status}: ${body.message}`)))].sort()

const expectAway = ({ status, body, headers }: Answer) => {
  expect([status, body.code]).toEqual([503, 'service-unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Has a transaction hold what a statement locks, until it is told to let go. */
const held = async (lock: Sql): Promise<() => Promise<void>> => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let over: Promise<void> = released
  await new Promise<void>((locked) => {
    over = direct.operate(async ({ db }) => {
      await db.rows(lock)
      locked()
      await released
    })
  })
  return () => {
    release()
    return over
  }
}

describe('connections that fall silent', () => {
  test(
    'are cut, and the next requests are served on others',
    async () => {
      expect(statusesOf(await crowd())).toEqual([200])
      proxy.swallow('open')
      for (const answer of await crowd()) if (answer.status !== 200) expectAway(answer)
      expect(statusesOf(await crowd())).toEqual([200])
      await expectReady()
    },
    ANSWERED_MS,
  )

  test(
    'and new ones with them: every answer says so, and the first one after it is a right one',
    async () => {
      await crowd()
      proxy.swallow('all')
      const [answers, isReady] = await Promise.all([crowd(), ready()])
      for (const answer of answers) expectAway(answer)
      expect(isReady.status).toBe(503)
      expect((await request(`${behind.origin}/health`)).status).toBe(200)
      proxy.heal()
      expect(statusesOf(await crowd())).toEqual([200])
      await expectReady()
    },
    ANSWERED_MS,
  )

  test(
    'and one that asked while they did does not speak for those who come after it',
    async () => {
      await crowd()
      proxy.swallow('all')
      for (const answer of await crowd()) expectAway(answer)
      const comes = proxy.nextComes()
      const asked = ready()
      await comes
      proxy.heal()
      expect(statusesOf(await crowd())).toEqual([200])
      expect([200, 503]).toContain((await asked).status)
    },
    ANSWERED_MS,
  )

  test('one at the look-up of a token holds up no other request', async () => {
    const patience = { ...PATIENCE, silenceMs: NEVER_MS }
    const patient = await startService({ beside: proxy.before(direct), poolSize: POOL, patience })
    const [one, ...others] = companies.map(at(patient)) as [TestCompany, ...TestCompany[]]
    // That the tokens were used is noted by now.
    for (const company of [one, ...others]) await read(company)
    const swallowed = proxy.swallowAt(one.tokenId)
    let isAnswered = false
    const stuck = read(one).finally(() => {
      isAnswered = true
    })
    await swallowed
    // Everything that arrives while that look-up is in progress.
    expect(statusesOf(await Promise.all(others.map(read)))).toEqual([200])
    expect(isAnswered).toBe(false)
    proxy.cut()
    expectAway(await stuck)
    await patient.close()
  })

  test(
    'in the middle of a transaction leave no lock behind',
    async () => {
      const [company] = companies as [TestCompany]
      const before = (await read(company)).body.totalItems
      const swallowed = proxy.swallowAt('post-entries')
      const cut = await company.post('/journal-entries', anEntry(), { 'idempotency-key': 'silent' })
      await swallowed
      expectAway(cut)
      expect(cut.body.message).toContain('nothing was changed')
      const again = await company.post('/journal-entries', anEntry(), { 'idempotency-key': 'silent' })
      expect(again.status).toBe(200)
      expect((await read(company)).body.totalItems).toBe(before + 1)
    },
    ANSWERED_MS,
  )
})

describe('a statement that takes long', () => {
  test('is not taken for a silent one', async () => {
    const hasty = await startService({ beside: direct, patience: { silenceMs: 100 } })
    const asked = <Found>(what: Sql) => hasty.operate(({ db }) => db.one<Found>(what))
    expect(await asked(sql`select pg_sleep(1)::text as slept`)).toEqual({ slept: '' })
    const many = await asked<{ text: string }>(sql`select repeat('x', 5000000) as text`)
    expect(many.text).toHaveLength(5_000_000)
    await hasty.close()
  })

  test('that was answered while the process was busy keeps its connection', async () => {
    const connection = { connectionString: direct.databaseUrl }
    const patience = { silenceMs: 200 }
    const database = connect({ connection, poolSize: 1, onIdleError: () => {}, patience })
    const answer = await database.transaction(async (db) => {
      const asked = db.rows(sql`select pg_sleep(0.1)`)
      await direct.database.rows(sql`select 1`)
      // Nothing is read meanwhile, and the watch looks before what has come is read.
      const end = performance.now() + 3 * patience.silenceMs
      while (performance.now() < end);
      await asked
      // Meanwhile the server is asked, and what is silent is cut.
      await direct.database.rows(sql`select pg_sleep(1)`)
      return db.one<{ here: number }>(sql`select 1 as here`)
    })
    expect(answer.here).toBe(1)
    await database.close()
  })

  test('beyond the time in which anything ends makes the process count as stuck', async () => {
    const hasty = await startService({ beside: direct, patience: { stuckMs: 50 } })
    expect((await request(`${hasty.origin}/health`)).status).toBe(200)
    const lock = sql`select pg_advisory_xact_lock(1)::text as had`
    const release = await held(lock)
    const waiting = hasty.operate(({ db }) => db.one(lock))
    for (let status = 200; status !== 503; ) ({ status } = await request(`${hasty.origin}/health`))
    await release()
    await waiting
    expect((await request(`${hasty.origin}/health`)).status).toBe(200)
    await hasty.close()
  })
})

describe('a lock that is not had', () => {
  test('in time is reported to all that wait for it together, once', async () => {
    const hasty = await startService({ beside: direct, patience: { lockMs: 1000 } })
    const company = companies[0] as TestCompany
    const door = requestsWith(company.url.replace(behind.base, hasty.base), company.token)
    const release = await held(sql`select from ledger.book where company_id = ${company.id} for update`)
    hasty.log.length = 0
    const answers = await Promise.all(Array.from({ length: 12 }, () => door.post('/journal-entries', anEntry())))
    for (const answer of answers) expectAway(answer)
    const errors = hasty.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(errors.map(({ err }) => err.code)).toEqual(['55P03'])
    await release()
    expect((await door.post('/journal-entries', anEntry())).status).toBe(200)
    await hasty.close()
  })
})
