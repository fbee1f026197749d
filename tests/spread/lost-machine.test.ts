// One machine of a cluster is killed while programs post: the companies of the others go on, those of the lost one are
// told so, and what is done for all companies at once ends: the service is what it was when the machine is back.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { command } from '#support/commands'
import { admin, newDataDir, type RunningService, startMain, until } from '#support/programs'
import { newOwnCluster, type OwnCluster, programsOf, runOnServer } from '#support/servers/own-cluster'
import { type CompanyOn, newCompaniesOn, operatedIn, titlesOf, writing } from '#support/servers/writers'
import { anEntry, request } from '#support/service'

const dataDir = newDataDir()
let cluster: OwnCluster
let service: RunningService
let companies: CompanyOn[]
const METRICS_TOKEN = 'figures-of-this-test-and-of-no-one-else'
beforeAll(async () => {
  cluster = await newOwnCluster({ programs: await programsOf(inject('postgres').url) })
  const limits = { RATE_LIMIT_PER_MINUTE: '0', MONTHLY_QUOTA: '0', METRICS_TOKEN }
  service = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: cluster.url, ...limits } }, ['--no-demo'])
  companies = await newCompaniesOn(cluster, { folder: dataDir, base: service.base, ofEach: OF_EACH })
})
afterAll(async () => {
  await service?.stop('SIGKILL')
  cluster?.remove()
})

/** Which machine is lost. */
const LOST = 1
/** How many companies each machine has at least. */
const OF_EACH = 2
/** How many programs post for each company. */
const HANDS = 2
/** So much goes on on the other machine while one is away. */
const MEANWHILE = 30

const operated = (words: readonly string[]) => operatedIn({ folder: dataDir, databaseUrl: cluster.url }, words)

const isOnLost = ({ port }: CompanyOn): boolean => port === cluster.nodes[LOST]?.port

const jobs = () =>
  runOnServer<{ kind: string; isLeft: boolean; attempts: number; error: string | null }>(
    cluster.url,
    `select kind, claim_id is not null or due_at <= now() as "isLeft", attempts, last_error as error from platform.job
     where is_scheduled order by kind`,
  )

test('kill -9 under load: the others go on, and all that was acknowledged is there once', async () => {
  let hasEnded = false
  const writers = companies.map((company, place) => ({
    company,
    ...writing(company, { mark: `${place}`, hands: HANDS, hasEnded: () => hasEnded }),
  }))
  const onLost = writers.filter(({ company }) => isOnLost(company))
  const onOthers = writers.filter(({ company }) => !isOnLost(company))
  const counted = (some: typeof writers) => Math.min(...some.map(({ kept }) => kept.acknowledged.length))
  await until(() => counted(writers) > 3)
  await cluster.kill(LOST)
  await until(() => onLost.every(({ kept }) => kept.statuses.has(503)))
  const then = counted(onOthers)
  await until(() => counted(onOthers) > then + MEANWHILE)
  cluster.start(LOST)
  const refused = counted(onLost)
  await until(() => counted(onLost) > refused + 3)
  hasEnded = true
  await Promise.all(writers.map(({ done }) => done))
  for (const { kept } of onOthers) expect([...kept.statuses]).toEqual([200])
  for (const { kept } of onLost) expect([...kept.statuses].sort()).toEqual([200, 503])
  // What was not acknowledged is sent again under its key, as a client would.
  for (const { company, kept } of writers)
    for (const title of kept.unclear) {
      const { status } = await company.api.post('/journal-entries', anEntry({ title }), { 'idempotency-key': title })
      expect(status).toBe(200)
    }
  for (const { company, kept } of writers)
    expect(await titlesOf(company)).toEqual([...kept.acknowledged, ...kept.unclear].sort())
  await operated(['verify'])
})

test('what is said to all companies at once ends while one machine is away, and is done when it is back', async () => {
  const [alive] = companies.filter((company) => !isOnLost(company))
  const [lost] = companies.filter(isOnLost)
  // The use of each token is to be noted anew, which is written on all machines.
  await runOnServer(cluster.url, `update identity.api_token set last_used_at = now() - interval '2 days'`)
  await cluster.kill(LOST)
  const before = new Map((await jobs()).map((one) => [one.kind, one]))
  expect(before.size).toBeGreaterThan(10)
  await runOnServer(cluster.url, 'update platform.job set due_at = now() where is_scheduled')
  await runOnServer(cluster.url, 'notify grundbok_jobs')
  // Each has had its turn: it was done, or it failed and says why.
  await until(async () => (await jobs()).every(({ isLeft }) => !isLeft))
  const failed = (await jobs()).filter(({ error }) => error !== null)
  expect(failed.length).toBeGreaterThan(0)
  for (const { error } of failed) expect(error).toMatch(/connect|terminat|ECONNREFUSED|connection/i)

  for (const words of [
    ['company', 'list'],
    ['jobs', 'list'],
    ['mail', 'list'],
    ['agency', 'list'],
    ['user', 'list'],
  ]) {
    const { code, stderr } = await command({ folder: dataDir, databaseUrl: cluster.url }, [...words, '--json'])
    expect({ words, code, stderr }).toEqual({
      words,
      code: 1,
      stderr: expect.stringMatching(/cannot be reached|ECONNREFUSED|connection/),
    })
  }
  const origin = new URL(service.base).origin
  expect((await request(`${origin}/ready`)).status).toBe(200)
  expect((await request(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).status).toBe(
    200,
  )
  expect((await alive?.api.post('/journal-entries', anEntry()))?.status).toBe(200)
  expect((await lost?.api.post('/journal-entries', anEntry()))?.status).toBe(503)

  cluster.start(LOST)
  await until(async () => (await lost?.api.get('/journal-entries'))?.status === 200)
  await runOnServer(cluster.url, 'update platform.job set due_at = now() where is_scheduled')
  await runOnServer(cluster.url, 'notify grundbok_jobs')
  await until(async () => (await jobs()).every(({ isLeft, error }) => !isLeft && error === null))
  expect(await admin(dataDir, ['verify'], { DATABASE_URL: cluster.url })).toMatchObject({ code: 0 })
})
