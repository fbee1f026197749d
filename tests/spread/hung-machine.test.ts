// One machine of a cluster hangs: its connections stay open, and nothing is answered on them. The companies of the
// others go on at once, those of the one that hangs are told so, and what needs all machines is refused; when it goes
// on, so does the service.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { command } from '#support/commands'
import { newDataDir, type RunningService, startFailing, startMain, until } from '#support/programs'
import { newOwnCluster, type OwnCluster, programsOf, runOnServer } from '#support/servers/own-cluster'
import { type CompanyOn, newCompaniesOn, operatedIn, titlesOf, writing } from '#support/servers/writers'
import { anEntry, request } from '#support/service'
import { newVisitor } from '#support/visitor'

const dataDir = newDataDir()
let cluster: OwnCluster
let service: RunningService
let companies: CompanyOn[]
beforeAll(async () => {
  cluster = await newOwnCluster({ programs: await programsOf(inject('postgres').url) })
  const few = { DATABASE_POOL_SIZE: `${POOL}`, RATE_LIMIT_PER_MINUTE: '0', MONTHLY_QUOTA: '0' }
  service = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: cluster.url, ...few } })
  companies = await newCompaniesOn(cluster, { folder: dataDir, base: service.base, ofEach: OF_EACH })
})
afterAll(async () => {
  for (const place of [0, 1, 2]) cluster?.goOn(place)
  await service?.stop('SIGKILL')
  cluster?.remove()
})

const HUNG = 1
/** Those of one machine, with all their hands, want more connections than there are. */
const POOL = 4
const OF_EACH = 3
const HANDS = 2
/** So much goes on on the other machine before it is even known that one hangs: more than was under way. */
const UNKNOWING = 2 * HANDS
/** And when it is. */
const MEANWHILE = 30
/** So long a connection is waited for where nothing is known of the machine, in milliseconds. */
const CONNECTION_MS = 8000

const isOnHung = ({ port }: CompanyOn): boolean => port === cluster.nodes[HUNG]?.port
const here = () => ({ folder: dataDir, databaseUrl: cluster.url })

test('under load: the others go on, and all that was acknowledged is there once when it goes on', async () => {
  let hasEnded = false
  const writers = companies.map((company, place) => ({
    company,
    ...writing(company, { mark: `${place}`, hands: HANDS, hasEnded: () => hasEnded }),
  }))
  const onHung = writers.filter(({ company }) => isOnHung(company))
  const onOthers = writers.filter(({ company }) => !isOnHung(company))
  const counted = (some: typeof writers) => Math.min(...some.map(({ kept }) => kept.acknowledged.length))
  try {
    await until(() => counted(writers) > 3)
    cluster.hang(HUNG)
    const then = counted(onOthers)
    const isKnown = () => onHung.some(({ kept }) => kept.statuses.has(503))
    await until(() => isKnown() || counted(onOthers) > then + UNKNOWING)
    expect(isKnown(), 'the others waited until it was known').toBe(false)
    await until(() => onHung.every(({ kept }) => kept.statuses.has(503)))
    const known = counted(onOthers)
    await until(() => counted(onOthers) > known + MEANWHILE)
    cluster.goOn(HUNG)
    const refused = counted(onHung)
    await until(() => counted(onHung) > refused + 3)
  } finally {
    hasEnded = true
    cluster.goOn(HUNG)
    await Promise.all(writers.map(({ done }) => done))
  }
  for (const { kept } of onOthers) expect([...kept.statuses]).toEqual([200])
  for (const { kept } of onHung) expect([...kept.statuses].sort()).toEqual([200, 503])
  // What was not acknowledged is sent again under its key, as a client would.
  for (const { company, kept } of writers)
    for (const title of kept.unclear) {
      const { status } = await company.api.post('/journal-entries', anEntry({ title }), { 'idempotency-key': title })
      expect(status).toBe(200)
    }
  for (const { company, kept } of writers)
    expect(await titlesOf(company)).toEqual([...kept.acknowledged, ...kept.unclear].sort())
  await operatedIn(here(), ['verify'])
})

/** Which of the two is over first. */
const firstOf = (one: Promise<unknown>, other: Promise<unknown>) =>
  Promise.race([one.then(() => 'one'), other.then(() => 'other')])

/** A connection to the machine that is waited for as long as one of the service; it is never made. */
const connectionInVain = async (): Promise<void> => {
  const client = new Client({ connectionString: cluster.nodes[HUNG]?.url, connectionTimeoutMillis: CONNECTION_MS })
  client.on('error', () => {})
  await client.connect().then(
    () => expect.unreachable('The machine hangs'),
    () => {},
  )
}

const logIn = () =>
  newVisitor({ origin: new URL(service.base).origin }).logIn(service.owner.email, service.owner.password)

test('while it hangs answers come soon, people are told, and nothing of a healthy company needs it', async () => {
  const [well] = companies.filter((company) => !isOnHung(company))
  const [hung] = companies.filter(isOnHung)
  const read = (company: CompanyOn | undefined) => company?.api.get('/journal-entries')
  expect(await logIn()).toMatchObject({ status: 200, url: '/' })
  // The use of each token is to be noted anew, which is written on all machines.
  await runOnServer(cluster.url, `update identity.api_token set last_used_at = now() - interval '2 days'`)
  cluster.hang(HUNG)
  expect((await read(well))?.status).toBe(200)
  expect((await well?.api.post('/journal-entries', anEntry()))?.status).toBe(200)
  expect((await read(hung))?.status).toBe(503)
  const inVain = connectionInVain()
  expect(await firstOf(Promise.all([read(hung), read(hung), logIn()]), inVain)).toBe('one')
  expect(await firstOf(Promise.all([read(well), read(well)]), inVain)).toBe('one')
  expect(await read(hung)).toMatchObject({ status: 503, body: { code: 'service-unavailable' } })
  expect((await logIn()).status).toBe(503)
  expect((await request(`${new URL(service.base).origin}/ready`)).status).toBe(200)
  await inVain

  const sentence = new RegExp(`The machine 127.0.0.1:${cluster.nodes[HUNG]?.port} of the database cannot be reached`)
  for (const words of [['company', 'list'], ['verify']])
    expect(await command(here(), words)).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
  expect(await startFailing({ DATA_DIR: dataDir, DATABASE_URL: cluster.url })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(sentence),
  })

  cluster.goOn(HUNG)
  await until(async () => (await read(hung))?.status === 200)
  await until(async () => (await logIn()).status === 200)
  expect((await hung?.api.post('/journal-entries', anEntry()))?.status).toBe(200)
  await operatedIn(here(), ['verify'])
})
