// `npm run stored-dump -- NAME [FOLDER]`: stores the database of a released version, for the test that migrates it to
// the current version: the demo company after its year and further actions of its owner (`stored-more.mjs`), as a
// `pg_dump`, with its files and the API's answers about it.
// FOLDER is the built checkout of that version; by default this one. It needs Debian's PostgreSQL, and root.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { root } from './bundle.mjs'
import { doMore } from './stored-more.mjs'

const PROGRAMS = '/usr/lib/postgresql'
const ACCOUNT = 'postgres'
const DATABASE_PORT = '15439'
const PORT = '13900'
/** Largest size of a stored version, in bytes. */
const MOST_BYTES = 600_000
/** The demo's year is complete if no entry was added for this long, in milliseconds. */
const QUIET_MS = 20_000
/** Short-lived tables, which would be most of the file. */
const PASSING = ['platform.idempotency_key', 'platform.job', 'request_log.*']

/** Lists and reports that cover every kind of row, and do not depend on the current day. */
const lists = [
  'company-information',
  'chart-of-accounts',
  'fiscal-years',
  'journal-entries',
  'tag-groups',
  'entry-templates',
  'customers',
  'items',
  'invoices',
  'credit-notes',
  'uploads',
  'suppliers',
  'supplier-invoices',
  'bank-payments',
  'bank-payments/files',
  'bank-statements',
  'bank-transactions',
  'matching-rules',
  'vat-returns',
  'fixed-assets',
  'accruals',
  'recurring-invoices',
  'reminders',
  'reminder-holds',
  'reminder-settings',
  'sales-settings',
  'purchasing-settings',
  'vat-setting',
  'bank-accounts',
  'webhooks',
  'members',
  'invitations',
]
const reports = ['trial-balance', 'income-statement', 'balance-sheet', 'general-ledger', 'journal', 'vat-report']

const [name, given = root] = process.argv.slice(2)
const [version] = readdirSync(PROGRAMS).sort((one, other) => Number(other) - Number(one))
if (!name || !version) throw new Error('npm run stored-dump -- NAME [FOLDER], with PostgreSQL of Debian')
const programs = join(PROGRAMS, version, 'bin')
const work = mkdtempSync(join(tmpdir(), 'grundbok-dump-'))
const home = join(work, 'postgres')
const data = join(home, 'data')
const database = `postgres://${ACCOUNT}@127.0.0.1:${DATABASE_PORT}/${ACCOUNT}`

/** @param {string} program @param {string[]} words */
const asAccount = (program, ...words) =>
  execFileSync('setpriv', [`--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--init-groups', program, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: '/',
  })

const startDatabase = () => {
  chmodSync(work, 0o711)
  mkdirSync(home)
  execFileSync('chown', [ACCOUNT, home])
  const making = ['-U', ACCOUNT, '--auth=trust', '--encoding=UTF8', '--locale=C']
  asAccount(join(programs, 'initdb'), '-D', data, ...making)
  const options = `-p ${DATABASE_PORT} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home}`
  asAccount(join(programs, 'pg_ctl'), '-D', data, '-w', '-l', join(home, 'log'), '-o', options, 'start')
}

const dataDir = join(work, 'data')

const origin = `http://127.0.0.1:${PORT}`
const idOfCompany = () => JSON.parse(readFileSync(join(work, 'company'), 'utf8')).companyId
const writtenBy = (/** @type {string} */ name) => readFileSync(join(dataDir, name), 'utf8').trim()

/** The number of entries in the books, read with the demo's token; none before that exists. */
const countEntries = async () => {
  const headers = { authorization: `Bearer ${writtenBy('demo-token')}` }
  const answer = await fetch(`${origin}/v1/companies/${idOfCompany()}/journal-entries?pageSize=1`, { headers })
  return (await answer.json()).totalItems ?? 0
}

/** Waits until the demo's year is complete: no new entry for a while. */
const untilWhole = async () => {
  let entries = 0
  let since = Date.now()
  while (entries === 0 || Date.now() - since < QUIET_MS) {
    await pause(1000)
    const now = await countEntries().catch(() => 0)
    if (now !== entries) [entries, since] = [now, Date.now()]
  }
}

/** @param {(path: string) => Promise<any>} ask */
const showing = async (ask) => {
  /** @type {Record<string, unknown>} */
  const shown = {}
  const keep = async (/** @type {string} */ path) => {
    const body = await ask(path).catch((refused) => console.log(`  left out: ${refused.message}`) ?? null)
    if (body !== null) shown[path] = body
    return body
  }
  for (const path of lists) {
    const first = await keep(`${path}?pageSize=100`).then((body) => body ?? keep(path))
    for (let page = 2; page <= (first?.totalPages ?? 1); page += 1) await keep(`${path}?pageSize=100&page=${page}`)
  }
  const { items } = await ask('fiscal-years')
  for (const { id } of items) for (const report of reports) await keep(`reports/${report}?fiscalYearId=${id}`)
  return shown
}

/** Stored files, by their paths below the data folder, in base64. */
const keptFiles = () => {
  const paths = /** @type {string[]} */ (readdirSync(join(dataDir, 'files'), { recursive: true }))
  const files = paths.filter((path) => statSync(join(dataDir, 'files', path)).isFile())
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(dataDir, 'files', path), 'base64')]))
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let service
try {
  startDatabase()
  const env = { ...process.env, DATA_DIR: dataDir, PORT, DATABASE_URL: database, MONTHLY_QUOTA: '0' }
  service = spawn(process.execPath, [join(resolve(given), 'dist', 'main.js')], {
    env: { ...env, RATE_LIMIT_PER_MINUTE: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  service.stdout?.on('data', (text) => {
    const [, companyId] = /Company +(\S+)/.exec(String(text)) ?? []
    if (companyId) writeFileSync(join(work, 'company'), JSON.stringify({ companyId }))
  })
  await untilWhole()
  const login = { email: 'demo@example.com', password: writtenBy('demo-password') }
  const shown = await showing(await doMore(origin, idOfCompany(), login))
  const ended = new Promise((resolveEnd) => service?.once('exit', resolveEnd))
  service.kill('SIGTERM')
  await ended
  const left = PASSING.map((table) => `--exclude-table-data=${table}`)
  const words = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=200', ...left, `--dbname=${database}`]
  const dump = execFileSync(join(programs, 'pg_dump'), words, { maxBuffer: 2 ** 28, encoding: 'utf8' })
  // Commands for psql, which a server does not accept.
  const statements = dump.replaceAll(/^\\.*$/gm, '')
  const of = { companyId: idOfCompany(), secretKey: readFileSync(join(dataDir, 'secret-key'), 'utf8'), login }
  const stored = gzipSync(JSON.stringify({ ...of, shown, statements, files: keptFiles() }), { level: 9 })
  if (stored.length > MOST_BYTES) throw new Error(`${stored.length} bytes are more than ${MOST_BYTES}`)
  writeFileSync(join(root, 'tests', 'upgrade', `${name}.json.gz`), stored)
  console.log(`${name}: ${Object.keys(shown).length} answers, ${stored.length} bytes`)
} finally {
  service?.kill('SIGKILL')
  asAccount(join(programs, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop')
  rmSync(work, { recursive: true, force: true })
}
