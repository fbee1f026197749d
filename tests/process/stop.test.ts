// Stopping the service: told to, it finishes what runs and leaves a database that was shut down; killed, it loses
// nothing that it has answered.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { dayOf } from '#platform/day'
import {
  admin,
  adminJson,
  connectTo,
  isAlive,
  newUsedDataDir,
  type RunningService,
  serverOf,
  start,
  startMain,
  until,
} from '#support/programs'
import { open } from '#support/raw'
import { type Answer, anEntry, requestsWith } from '#support/service'

const { companyId, token } = inject('installation')

const api = ({ base }: RunningService) => requestsWith(`${base}/companies/${companyId}`, token)

const today = dayOf(new Date())

test.concurrent('told to stop, it takes no new requests, finishes what runs, and shuts its database down', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const server = serverOf(dataDir) ?? 0
  const books = await holdBooks(dataDir)
  let answer: Answer | undefined
  // Little: what it still has to do is done long before the ten seconds are over that a stop gives it.
  const posting = api(service)
    .post('/journal-entries', anEntry({ date: today }))
    .then((arrived) => {
      answer = arrived
    })
  await until(books.areWaitedFor)
  const ended = service.stop()
  await until(async () => !(await takesRequests(service)))
  expect(answer).toBeUndefined()
  await books.release()
  await posting
  expect(answer).toMatchObject({ status: 200, body: { journalEntryNumber: 'V1' } })
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(serverOf(dataDir)).toBeNull()
  await until(() => !isAlive(server))
  expect(readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')).toMatch(/database system is shut down\s*$/)

  const again = await startMain({ env: { DATA_DIR: dataDir } })
  expect((await api(again).get('/journal-entries')).body.totalItems).toBe(1)
  expect(await again.stop()).toMatchObject({ code: 0 })
})

/** Keeps everything from being booked until it is released. */
const holdBooks = async (dataDir: string) => {
  const other = await connectTo(dataDir)
  await other.query('begin')
  await other.query('select from ledger.book for update')
  const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  return {
    areWaitedFor: async () => (await other.query(waiting)).rowCount === 1,
    async release() {
      await other.query('rollback')
      await other.end()
    },
  }
}

const takesRequests = ({ base }: RunningService): Promise<boolean> =>
  fetch(base.replace('/v1', '/health'), { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  )

test.concurrent('told to stop while many wait, it answers each of them, and waits for no one', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const path = '/events?after=latest&wait=30'
  const waiting = Array.from({ length: 50 }, () => api(service).get(path))
  const streams = Array.from({ length: 50 }, () => api(service).get(path, { accept: 'text/event-stream' }))
  const silent = await open(new URL(service.base).origin)
  // One after the other, behind them all.
  for (let count = 0; count < 10; count += 1) await api(service).get('/events', { connection: 'close' })
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
  expect(service.said()).not.toContain('are cut off')
  for (const { status, body } of await Promise.all(waiting)) expect([status, body.items]).toEqual([200, []])
  for (const { status, text } of await Promise.all(streams))
    expect([status, text]).toEqual([200, expect.stringMatching(/\n\n$/)])
  silent.destroy()
})

test.concurrent('a stop signal that comes twice, as npm and the terminal both send it, is one', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) service.kill(signal)
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' })
  expect(serverOf(dataDir)).toBeNull()
})

test.concurrent('a stop signal during the start is heeded when the start is through', async () => {
  // A database that is there already: a new one may take longer than a start that is told to stop has.
  const { dataDir } = await newUsedDataDir()
  const program = start([process.execPath, 'dist/main.js'], { env: { DATA_DIR: dataDir, PORT: '0' } })
  await until(() => serverOf(dataDir) !== null)
  program.kill('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
  expect(serverOf(dataDir)).toBeNull()
})

test.concurrent('what runs longer than ten seconds after the stop signal is cut off and undone', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const books = await holdBooks(dataDir)
  const posting = api(service)
    .post('/journal-entries', anEntry({ date: today }))
    .then(
      ({ status }) => status,
      () => 'cut off',
    )
  await until(books.areWaitedFor)
  expect((await service.stop()).code).toBe(0)
  expect(await posting).toBe('cut off')
  expect(service.said()).toContain('requests that still ran 10 seconds after the stop signal are cut off')
  expect(serverOf(dataDir)).toBeNull()
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: 0, faults: [] })
})

/** How many clients post at once, and after how many answers everything is killed. */
const CLIENTS = 8
const ANSWERS = 300

test.concurrent('after kill -9 of service and database, everything that was answered is there', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' } })
  const booked = new Map<string, unknown>()
  const client = async (number: number): Promise<void> => {
    for (let count = 1; ; count++) {
      const entry = anEntry({ date: today, title: `Kund ${number}, rad ${count}` })
      const answer = await api(service)
        .post('/journal-entries', entry)
        .catch(() => null)
      if (answer === null) return
      expect(answer.status).toBe(200)
      booked.set(answer.body.id, answer.body)
      if (booked.size === ANSWERS) killAll(service.pid, serverOf(dataDir) ?? service.pid)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  expect((await service.ended).code).toBeNull()
  expect(booked.size).toBeGreaterThanOrEqual(ANSWERS)

  const again = await startMain({ env: { DATA_DIR: dataDir } })
  const found = await allEntries(again)
  for (const [id, entry] of booked) expect(found.get(id)).toEqual(entry)
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: found.size, faults: [] })
  const next = await api(again).post('/journal-entries', anEntry({ date: today }))
  expect(next.body.journalEntryNumber).toBe(`V${found.size + 1}`)
  expect(await again.stop()).toMatchObject({ code: 0 })
})

/** Kills a service, and its database server with all its backends, without warning. */
const killAll = (service: number, server: number): void => {
  const backends = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number)
  process.kill(service, 'SIGKILL')
  // Some may have ended by themselves in the meantime: their client is gone.
  for (const pid of [server, ...backends.filter(Boolean)]) killIfThere(pid)
}

const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}

const allEntries = async (service: RunningService): Promise<Map<string, unknown>> => {
  const found = new Map<string, unknown>()
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const { body }: Answer = await api(service).get(`/journal-entries?pageSize=100&cursor=${cursor}`)
    for (const entry of body.items) found.set(entry.id, entry)
    cursor = body.nextCursor
  }
  return found
}

test.concurrent('when only the database is killed, the service brings it back and goes on', async () => {
  const { dataDir } = await newUsedDataDir()
  // It is asked again and again.
  const service = await startMain({ env: { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' } })
  const before = await api(service).post('/journal-entries', anEntry({ date: today }))
  process.kill(serverOf(dataDir) ?? 0, 'SIGKILL')
  const after = () =>
    api(service)
      .post('/journal-entries', anEntry({ date: today }))
      .then(({ status }) => status)
  await until(async () => (await after()) === 200)
  // Another connection may still be one of before.
  await until(async () => (await api(service).get(`/journal-entries/${before.body.id}`)).status === 200)
  await until(() => service.said().includes('The embedded database answers again.'))
  expect(await admin(dataDir, ['verify'])).toMatchObject({ code: 0 })
  expect(await service.stop()).toMatchObject({ code: 0 })
})
