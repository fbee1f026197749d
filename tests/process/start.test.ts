// Starting the service: what a first and a second start say and do, and what keeps it from starting. For any reason, it
// is one sentence and exit code 1, and the data folder is as good as it was.
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { openEmbedded } from '#postgres/tenancy-of-server'
import {
  adminJson,
  connectTo,
  freePort,
  isAlive,
  newDataDir,
  newServedDataDir,
  newUsedDataDir,
  paste,
  serverOf,
  start,
  startFailing,
  startMain,
  until,
  welcomed,
} from '#support/programs'
import { anEntry, request, requestsWith } from '#support/service'
import { newVisitor } from '#support/visitor'

test.concurrent('the first start makes a demo whose line works when pasted; the second keeps its books', async () => {
  const dataDir = newDataDir()
  const first = await startMain({ env: { DATA_DIR: dataDir } })
  expect(first.base).toMatch(/^http:\/\/localhost:\d+\/v1$/)
  // What is kept of the output has no secrets in it: those are in files that their owner alone reads.
  expect(first.said()).not.toMatch(/gb_/)
  expect(first.said()).toContain('/login')
  expect(first.said()).toContain(`asks for a code: ${join(dataDir, 'first-run-code')}`)
  for (const name of ['demo-token', 'demo-password', 'first-run-code'])
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  expect(first.owner).toEqual({ email: 'demo@example.com', password: expect.stringMatching(/^[\w-]{16}$/) })
  const owner = newVisitor({ origin: new URL(first.base).origin })
  expect((await owner.logIn(first.owner.email, first.owner.password)).url).toBe('/')
  expect((await owner.get('/account')).text).toContain('Demobolaget AB')
  expect(await request(first.docs)).toMatchObject({ status: 200 })
  expect(JSON.parse(await paste(first.curl))).toMatchObject({ id: first.companyId, name: 'Demobolaget AB' })
  const path = `/companies/${first.companyId}`
  const today = dayOf(new Date())
  const booked = await requestsWith(first.base, first.token).post(`${path}/journal-entries`, anEntry({ date: today }))
  expect(booked).toMatchObject({ status: 200, body: { journalEntryNumber: 'V1' } })
  expect(await first.stop()).toMatchObject({ code: 0, stderr: '' })
  expect(serverOf(dataDir)).toBeNull()

  const second = await startMain({ env: { DATA_DIR: dataDir } })
  expect(second.said()).not.toMatch(/gb_|curl/)
  expect(second.said()).toContain(`Company  ${first.companyId}`)
  expect(second.said()).toContain('./grundbok demo token')
  // The port was the system's choice: every address shown has that port.
  const { servers } = (await request(`${second.base}/openapi.json`)).body
  expect(servers).toEqual([{ url: second.base }])
  const kept = await requestsWith(second.base, first.token).get(`${path}/journal-entries/${booked.body.id}`)
  expect(kept.body).toEqual(booked.body)
  expect(await second.stop()).toMatchObject({ code: 0, stderr: '' })
})

test.concurrent('npm start passes signals and options on; a first start that broke off is made good by the next', {
  tags: ['rest'],
}, async () => {
  const dataDir = newDataDir()
  const leftBehind = join(dataDir, 'postgres', 'data.init-999999-0')
  mkdirSync(leftBehind, { recursive: true, mode: 0o700 })
  const npm = await welcomed(start(['npm', 'start', '--', '--no-demo'], { env: { DATA_DIR: dataDir, PORT: '0' } }))
  const server = serverOf(dataDir) ?? 0
  expect(npm.said()).not.toMatch(/gb_|curl|Company/)
  expect(await adminJson(dataDir, ['company', 'list'])).toEqual({ companies: [] })
  expect(existsSync(leftBehind)).toBe(false)
  expect(await npm.stop('SIGINT')).toMatchObject({ code: 0 })
  expect(serverOf(dataDir)).toBeNull()
  await until(() => !isAlive(server))
})

/** The exit code is 78 where nothing but a correction helps. */
type Wrong = [env: Record<string, string>, code: number, says: RegExp]
const wrong: Wrong[] = [
  [{ PORT: 'http' }, 78, /^Wrong settings: PORT is "http" and must be a whole number from 0 to 65535\.$/],
  [
    { API_BRAND: 'A B', SECRET_KEY: 'x' },
    78,
    /^Wrong settings: API_BRAND is "A B" and must be .+; SECRET_KEY must be .+\.$/,
  ],
  [{ DATABASE_URL: 'mysql://u:hush@h/d' }, 78, /^Wrong settings: DATABASE_URL must be an address that starts with /],
  [{ HOST: '203.0.113.1' }, 1, /^Listening on 203\.0\.113\.1, port 0, failed: .+\.$/],
]

test.concurrent.each(wrong)('with %o it does not start, and says why', { tags: ['rest'] }, async (env, code, says) => {
  const { code: ended, stdout, stderr } = await startFailing({ DATA_DIR: await newServedDataDir(), ...env })
  expect(ended).toBe(code)
  expect(stdout).not.toContain('Grundbok is running')
  expect(sentenceOf(stderr)).toMatch(says)
  expect(stderr).not.toContain('hush')
})

/** The one line that a start that failed says. */
const sentenceOf = (stderr: string): string => {
  const [sentence = '', ...more] = stderr.split('\n')
  expect(more).toEqual([''])
  expect(sentence).toMatch(/^Grundbok did not start\. /)
  return sentence.replace('Grundbok did not start. ', '')
}

test.concurrent('words that it does not know are refused', { tags: ['rest'] }, async () => {
  const { code, stderr } = await startFailing({ DATA_DIR: newDataDir() }, ['--demo', 'x'])
  expect(code).toBe(78)
  expect(sentenceOf(stderr)).toBe('The only options are --no-demo and --empty-demo, but it was given: --demo x')
})

test.concurrent('on a port that is taken it does not start, and the demo is still to come', {
  tags: ['rest'],
}, async () => {
  // The port is not given to another process when it is free again.
  const port = String(await freePort())
  const other = createServer().listen(Number(port), '127.0.0.1')
  await once(other, 'listening')
  const dataDir = newDataDir()
  const { code, stderr } = await startFailing({ DATA_DIR: dataDir, PORT: port })
  expect(code).toBe(1)
  expect(sentenceOf(stderr)).toBe(`Port ${port} on 127.0.0.1 is taken; set PORT to another one.`)
  expect(serverOf(dataDir)).toBeNull()
  other.close()
  await once(other, 'close')
  const service = await startMain({ env: { DATA_DIR: dataDir, PORT: port } })
  expect(service.base).toBe(`http://localhost:${port}/v1`)
  expect(service.token).toMatch(/^gb_/)
  await service.stop()
})

test.concurrent('a second service on the same data folder does not start, and the first goes on', {
  tags: ['rest'],
}, async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const { code, stderr } = await startFailing({ DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(sentenceOf(stderr)).toBe(
    `The data folder ${dataDir} is already in use by another Grundbok process (pid ${service.pid}).`,
  )
  expect(await request(service.base.replace('/v1', '/ready'))).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await service.stop()).toMatchObject({ code: 0 })
})

test.concurrent('without its database it does not start, and keeps the password to itself', {
  tags: ['rest'],
}, async () => {
  const address = `127.0.0.1:${await freePort()}`
  const { code, stderr } = await startFailing({
    DATA_DIR: newDataDir(),
    DATABASE_URL: `postgres://anna:hush@${address}/books`,
  })
  expect(code).toBe(1)
  expect(sentenceOf(stderr)).toBe(`The database cannot be reached (connect ECONNREFUSED ${address}).`)
})

test.concurrent('a database that a newer program has used is refused, and left as it is', {
  tags: ['rest'],
}, async () => {
  const { dataDir } = await newUsedDataDir()
  await change(dataDir, `insert into platform.migration (number, name, checksum) values (9999, '9999-later.sql', '')`)
  const outOfOrder = await startFailing({ DATA_DIR: dataDir })
  expect(outOfOrder.code).toBe(78)
  expect(sentenceOf(outOfOrder.stderr)).toMatch(/^The database lacks migration \d+ although it has migration 9999 /)
  await change(
    dataDir,
    `update platform.migration set number = (select count(*) from platform.migration), name = '0099-later.sql'
     where number = 9999`,
  )
  const newer = await startFailing({ DATA_DIR: dataDir })
  expect(newer.code).toBe(78)
  expect(sentenceOf(newer.stderr)).toMatch(/^The database was used by a newer Grundbok: it has migration \d+ \(0099-/)
  await change(dataDir, `delete from platform.migration where name = '0099-later.sql'`)
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  expect(await service.stop()).toMatchObject({ code: 0 })
})

/** Runs a statement in the database of a data folder whose service is stopped. */
const change = async (dataDir: string, text: string): Promise<void> => {
  const { connection, close } = await openEmbedded(dataDir, 'command')
  const client = new Client(connection)
  await client.connect()
  await client.query(text)
  await client.end()
  await close()
}

const SECRET_KEY = 'correct horse battery staple ???'

test.concurrent('a data folder that cannot be one is refused with a sentence', { tags: ['rest'] }, async () => {
  const file = newDataDir()
  writeFileSync(file, 'not a folder')
  const below = join(file, 'data')
  const cases: [env: Record<string, string>, says: RegExp][] = [
    [{ DATA_DIR: file }, /^The secret key .+ could be neither read nor created \(.+\)\.$/],
    [{ DATA_DIR: below, SECRET_KEY }, /^The data folder .+ cannot be used \(.+\)\.$/],
    [
      { DATA_DIR: below, SECRET_KEY, DATABASE_URL: 'postgres://u@127.0.0.1:1/d' },
      /^The data folder .+ cannot be used /,
    ],
  ]
  for (const [env, says] of cases) {
    const { code, stderr } = await startFailing(env)
    expect(code).toBe(1)
    expect(sentenceOf(stderr)).toMatch(says)
  }
})

test.concurrent('what is over is forgotten at the start already, and nothing else', { tags: ['rest'] }, async () => {
  const { dataDir } = await newUsedDataDir()
  const counted = async (...statements: string[]): Promise<number> => {
    const client = await connectTo(dataDir)
    try {
      let count = 0
      for (const one of statements) count = Number((await client.query(one)).rows[0]?.count ?? 0)
      return count
    } finally {
      await client.end()
    }
  }
  const guesses = 'select count(*) from identity.guess'
  const service = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
  // Its first turn is over, and the next one is due when the service starts again.
  const itsTurn = `where kind = 'visits.forget' and is_scheduled and claim_id is null and due_at > now()`
  await until(async () => (await counted(`select count(*) from platform.job ${itsTurn}`)) === 1)
  const made = `insert into identity.guess (key, count, last_at) values
    (sha256('old'), 1, now() - interval '1 year'), (sha256('new'), 1, now())`
  expect(await counted(made, `update platform.job set due_at = now() ${itsTurn}`, guesses)).toBeGreaterThan(0)
  await service.stop()
  const again = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
  await until(async () => (await counted(guesses)) < 2)
  expect(await counted(guesses)).toBe(1)
  await again.stop()
})

test.concurrent('a log that cannot be written stops nothing', { tags: ['rest'] }, async () => {
  const dataDir = await newServedDataDir()
  const port = await freePort()
  // Every write to that device is refused, as on a disk that is full.
  const line = ['sh', '-c', 'exec "$0" "$@" > /dev/full', process.execPath, 'dist/main.js', '--empty-demo']
  const service = start(line, { env: { DATA_DIR: dataDir, PORT: String(port) } })
  let hasEnded = false
  const ended = service.ended.finally(() => {
    hasEnded = true
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(async () => hasEnded || (await isReady()))
  // Each of them has a line.
  for (let count = 0; count < 20 && !hasEnded; count += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/me`).catch(() => null)
    expect(answer?.status).toBe(401)
  }
  expect(await isReady()).toBe(true)
  service.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})
