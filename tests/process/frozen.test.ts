// A database that is frozen: it is there, and answers nothing. The status of the backup is right, and a stop ends.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupService } from '#backup'
import { dayOf } from '#platform/day'
import { startPostgres } from '#postgres/postgres'
import { keysOf } from '#programs/backups'
import { readConfig } from '#settings/config'
import { admin, newUsedDataDir, serverOf, start, startMain, until } from '#support/programs'
import { figure } from '#support/reading/figures'
import { anEntry, request, requestsWith } from '#support/service'

const PASSPHRASE = 'en fras som ingen annan har'
const TOKEN = 'en-lang-hemlighet-for-matvarden'
/** Far longer than a stop takes, and shorter than a service may take to stop. */
const STOPPED_WITHIN_MS = 60_000
const today = dayOf(new Date())
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

const target = mkdtempSync(join(tmpdir(), 'grundbok-frozen-'))
afterAll(() => rmSync(target, { recursive: true, force: true }))

/** The processes of an embedded server, the first of which starts the others. */
const processesOf = (dataDir: string): number[] => {
  const first = serverOf(dataDir) ?? 0
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return [first, ...all.filter(([, parent]) => parent === first).map(([pid]) => pid ?? 0)]
}
const signal = (pids: readonly number[], what: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, what)
    } catch {
      // It has just ended.
    }
  }
}

test('a backup of a frozen database is stuck as far as its keeper knows, and goes on after it', async () => {
  const { dataDir } = await newUsedDataDir()
  const server = await startPostgres(dataDir)
  const said = [] as string[]
  const checked = [] as string[]
  const keeper = backupService.startKeeper({
    target: backupService.targetInFolder(join(target, 'kept')),
    source: { connection: server.connection, embedded: true, mark: 'a' },
    passphrase: PASSPHRASE,
    keys: keysOf(readConfig({ DATA_DIR: dataDir }, process.cwd())),
    files: { places: async () => [], read: async () => null, arrived: async () => [], copied: async () => {} },
    heads: async () => '[]',
    keptUntil: async () => null,
    check: async (base) => void checked.push(base),
    turns: () => [0],
    now: () => new Date(),
    keepMs: YEAR_MS,
    own: () => randomBytes(4).toString('hex'),
    silenceMs: 3000,
    report: (sentence) => void said.push(sentence),
    note: () => {},
  })
  await until(() => checked.length > 0)
  expect(keeper.trouble()).toBeNull()
  const frozen = processesOf(dataDir)
  signal(frozen, 'SIGSTOP')
  await until(() => keeper.trouble() !== null)
  expect(keeper.trouble()).toMatch(/^The backup in \S+ does not go on: the server has stopped sending$/)
  signal(frozen, 'SIGCONT')
  await until(() => keeper.trouble() === null)
  expect(said.at(-1)).toMatch(/ is being kept\.$/)
  // It stops while the server is frozen as well.
  signal(frozen, 'SIGSTOP')
  const began = Date.now()
  await keeper.stop()
  expect(Date.now() - began).toBeLessThan(STOPPED_WITHIN_MS)
  signal(frozen, 'SIGCONT')
  await server.stop()
})

test('the service ends when it is told to though its database is frozen, and does not say that all is well', async () => {
  const { dataDir } = await newUsedDataDir()
  const env = {
    DATA_DIR: dataDir,
    METRICS_TOKEN: TOKEN,
    BACKUP_TO: join(target, 'service'),
    BACKUP_PASSPHRASE: PASSPHRASE,
  }
  const service = await startMain({ env })
  const ask = (path: string) =>
    request(new URL(path, service.base).href, { headers: { authorization: `Bearer ${TOKEN}` } })
  const stuck = async () => figure((await ask('/metrics')).text, 'grundbok_backup_stuck', {})
  await until(async () => (await stuck()) === 0)
  const frozen = processesOf(dataDir)
  signal(frozen, 'SIGSTOP')
  // The service has heard nothing for a minute.
  await until(async () => (await stuck()) === 1)
  const told = await ask('/ready')
  expect([told.status, told.text]).toEqual([503, expect.not.stringContaining('everything is in the backup')])
  const doctor = await admin(dataDir, ['doctor'], env)
  expect([doctor.code, doctor.stdout]).toEqual([1, ''])
  expect(doctor.stderr).toMatch(/The embedded database .*does not answer/)
  const began = Date.now()
  const { code, stdout } = await service.stop()
  expect([code, Date.now() - began < STOPPED_WITHIN_MS]).toEqual([0, true])
  expect(stdout).toContain('The embedded database does not answer; it is left as it is.')
  signal(frozen, 'SIGCONT')
  // The next start finds it as it was.
  const again = await startMain({ env })
  expect(await again.stop()).toMatchObject({ code: 0 })
})

test.concurrent.each([
  ['all of it, with two processes that answer', { WORKERS: '2' }, processesOf],
  ['all of it, of a worker beside', { RUN_JOBS: 'false' }, processesOf],
  ['that which lets others in', {}, (dataDir: string) => [serverOf(dataDir) ?? 0]],
])('a stop ends while requests wait and this is frozen: %s', async (_, settings, frozenOf) => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir, ...settings } })
  const worker =
    'RUN_JOBS' in settings ? start([process.execPath, 'dist/worker.js'], { env: { DATA_DIR: dataDir } }) : null
  if (worker) await until(() => worker.said().includes('the worker is running'))
  const frozen = frozenOf(dataDir)
  signal(frozen, 'SIGSTOP')
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  const waiting = Array.from({ length: 4 }, () =>
    company.post('/journal-entries', anEntry({ date: today })).catch(() => {}),
  )
  const began = Date.now()
  worker?.kill('SIGTERM')
  const { code } = await service.stop()
  const others = await worker?.ended
  expect([code, others?.code ?? 0, Date.now() - began < STOPPED_WITHIN_MS]).toEqual([0, 0, true])
  await Promise.all(waiting)
  signal(frozen, 'SIGCONT')
})
