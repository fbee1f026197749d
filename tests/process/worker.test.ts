// The worker as a program: several of them share the work, a killed one loses nothing, and the operator sees what has
// failed.
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  admin,
  adminJson,
  connectTo,
  type Ended,
  newServedDataDir,
  operate,
  operateJson,
  type Program,
  type RunningService,
  start,
  startMain,
  until,
} from '#support/programs'
import { newVisitor, PASSWORD } from '#support/visitor'

const dataDir = await newServedDataDir()

/** A server of mails that leaves a recipient waiting, or refuses one, as long as it is told to. */
const received: string[] = []
const asked: string[] = []
const silentFor = new Set<string>()
const refused = new Set<string>()
const post = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onRcptTo({ address }, _session, done) {
    asked.push(address)
    if (silentFor.has(address)) return
    done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
  },
  onData(stream, { envelope }, done) {
    stream.resume()
    stream.on('end', () => {
      received.push(...envelope.rcptTo.map(({ address }) => address))
      done()
    })
  },
})
post.on('error', () => {})

let service: RunningService
let env: Record<string, string>
beforeAll(async () => {
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const address = post.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  env = { DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` }
  service = await startMain({ env: { ...env, RUN_JOBS: 'false' } }, ['--no-demo'])
})
afterAll(async () => {
  await service.stop()
  await new Promise<void>((resolve) => post.close(resolve))
})

const signUp = async (email: string): Promise<void> => {
  const origin = service.base.replace(/\/v1$/, '').replace('localhost', '127.0.0.1')
  const visitor = newVisitor({ origin })
  const page = await visitor.get('/signup')
  await visitor.submit(page, { name: 'N', email, password: PASSWORD }, { action: '/signup' })
}

const startWorker = async (): Promise<Program> => {
  const worker = start([process.execPath, 'dist/worker.js'], { env })
  const failed = worker.ended.then(({ stdout, stderr }) => {
    throw new Error(`The worker has ended: ${stdout}\n${stderr}`)
  })
  failed.catch(() => {})
  await Promise.race([failed, until(() => worker.said().includes('the worker is running'))])
  return worker
}

const stop = (worker: Program): Promise<Ended> => {
  worker.kill('SIGTERM')
  return worker.ended
}

type Listed = { id: string; kind: string; state: string; lastError: string | null }

const mailJobs = async (): Promise<Listed[]> =>
  (await operateJson(dataDir, ['jobs', 'list'])).jobs.filter(({ kind }: Listed) => kind === 'mail.send')

test('workers do what the service leaves to them, and what a killed one was doing', async () => {
  silentFor.add('hang@example.com')
  await signUp('hang@example.com')
  // The service has begun nothing: what is done by itself is not even planned.
  const planned = (await adminJson(dataDir, ['jobs', 'list'])).jobs
  expect(planned).toMatchObject([{ kind: 'mail.send', state: 'waiting', attempts: 0 }])

  const first = await startWorker()
  await until(() => asked.includes('hang@example.com'))
  const [hanging, ...others] = await mailJobs()
  expect([hanging?.state, others]).toEqual(['running', []])
  first.kill('SIGKILL')
  await first.ended
  silentFor.clear()
  const addresses = Array.from({ length: 6 }, (_, number) => `nr${number}@example.com`)
  for (const address of addresses) await signUp(address)
  const workers = [await startWorker(), await startWorker()]
  await until(() => addresses.every((address) => received.includes(address)))
  // The claim of the one that was killed comes to its end; the others may have a mail that is taken and not yet noted.
  const owner = await connectTo(dataDir)
  await owner.query('update platform.job set due_at = now() where id = $1', [hanging?.id])
  await owner.query('notify grundbok_jobs')
  await until(() => received.includes('hang@example.com'))
  await until(async () => (await mailJobs()).length === 0)
  const { rows } = await owner.query(
    "select count(*)::int as count from platform.job where is_scheduled and kind ~ 'forget'",
  )
  expect(rows[0].count).toBeGreaterThan(5)
  await owner.end()
  expect([...received].sort()).toEqual(['hang@example.com', ...addresses])
  for (const worker of workers) expect(await stop(worker)).toMatchObject({ code: 0, stderr: '' })
})

test('what has failed for good is listed, attempted again, and dropped', async () => {
  const worker = await startWorker()
  for (const name of ['nej', 'aldrig']) {
    refused.add(`${name}@example.com`)
    await signUp(`${name}@example.com`)
  }
  await until(async () => (await mailJobs()).filter(({ state }) => state === 'failed').length === 2)
  const { jobs } = await adminJson(dataDir, ['jobs', 'list', '--failed'])
  const lastError = expect.stringContaining('No such mailbox')
  expect(jobs).toMatchObject([
    { state: 'failed', lastError },
    { state: 'failed', lastError },
  ])
  const { stdout } = await admin(dataDir, ['jobs', 'list', '--failed'])
  expect(stdout).toMatch(/^\S{36} {2}mail\.send {2}failed \S+ {2}attempts 1 {2}.*No such mailbox/)
  refused.clear()
  const [one, other] = jobs
  expect(await adminJson(dataDir, ['jobs', 'retry', '--id', one.id])).toEqual({ retried: 1 })
  await until(async () => (await mailJobs()).length === 1)
  expect(received.filter((address) => /nej|aldrig/.test(address))).toHaveLength(1)
  expect(await adminJson(dataDir, ['jobs', 'drop', '--id', other.id])).toEqual({ id: other.id })
  expect(await mailJobs()).toEqual([])
  const wrong: [words: string[], sentence: string][] = [
    [['retry', '--id', one.id], 'is waiting or has failed'],
    [['retry'], 'Give either --id or --kind'],
    [['drop', '--id', one.id], 'can be dropped'],
  ]
  for (const [words, sentence] of wrong) {
    const { code, stderr } = await operate(dataDir, ['jobs', ...words])
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  }
  expect(await stop(worker)).toMatchObject({ code: 0 })
})

test('the worker takes no options', async () => {
  const { code, stderr } = await start([process.execPath, 'dist/worker.js', '--all'], { env }).ended
  expect([code, stderr]).toEqual([78, expect.stringContaining('The worker takes no options, but was given: --all')])
})
