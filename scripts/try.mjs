// A service to test against, with one command: `npm run try`, or `npx grundbok dev`. It has a test company with a year
// of books, whose ids and token are the same at every start of the same seed. What is done to it is gone at its end.
//   --port 3000       where it listens
//   --brand service   the word in the names of its headers, as of other services of this shape
//   --seed demo       which books: another seed has its own company, ids and token
//   --fresh           makes the books of the seed anew
// The books are made once and kept in GRUNDBOK_TRY (~/.cache/grundbok-try): a CI that keeps this folder begins at once.
// The first line that is printed says where the service is, as JSON; then it runs until it is stopped.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'

const root = fileURLToPath(new URL('..', import.meta.url))
const USAGE = 'grundbok dev [--port 3000] [--brand service] [--seed demo] [--fresh]'

const given = () => {
  try {
    return parseArgs({
      // Called as `grundbok dev` it has that word in front.
      args: process.argv.slice(2).filter((one) => one !== 'dev'),
      options: {
        port: { type: 'string', default: '3000' },
        brand: { type: 'string', default: 'service' },
        seed: { type: 'string', default: 'demo' },
        fresh: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (cause) {
    console.error(`${cause.message}\n${USAGE}`)
    process.exit(2)
  }
}

const values = given()
if (values.help) {
  console.log(USAGE)
  process.exit()
}

/** How long a service may take to answer, and a year to be booked, in milliseconds. */
const MAX_START_MS = 120_000
const MAX_YEAR_MS = 300_000
/** How long nothing happens in books that are done, in seconds. */
const QUIET_SECONDS = 6

const kept = process.env.GRUNDBOK_TRY ?? join(homedir(), '.cache', 'grundbok-try')
/** Books of another version of the database, or of another seed, are other books. */
const schema = createHash('sha256')
for (const file of readdirSync(join(root, 'database', 'migrations'))) schema.update(file)
schema.update(readFileSync(join(root, 'database', 'schema.sql')))
const books = join(kept, `${values.seed.replace(/[^\w-]/g, '_')}-${schema.digest('hex').slice(0, 12)}`)

/** A mail server that takes every mail and gives none on, so that what is sent by mail can come back. */
const mailServer = async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => done())
    },
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const mails = await mailServer()

/** The service on a data folder; `ended` is its exit. */
const start = async (dataDir, { port, quiet }) => {
  const SMTP_URL = `smtp://127.0.0.1:${mails.server.address().port}`
  const env = {
    ...process.env,
    SMTP_URL,
    DATA_DIR: dataDir,
    PORT: String(port),
    API_BRAND: values.brand,
    HOST: '127.0.0.1',
  }
  const main = join(root, 'dist', 'main.js')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', quiet ? 'ignore' : 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part) => {
    said += part
  })
  child.stdout?.resume()
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + MAX_START_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${said}`)
    if (await isReady(url)) return { child, ended, url }
    if (Date.now() > until) throw new Error('The service does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isReady = (url) =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The token that a first start writes once it listens. */
const tokenIn = async (dataDir) => {
  const file = join(dataDir, 'demo-token')
  const until = Date.now() + MAX_START_MS
  while (!existsSync(file) || readFileSync(file, 'utf8').trim() === '') {
    if (Date.now() > until) throw new Error('The service made no token')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return readFileSync(file, 'utf8').trim()
}

const stop = async ({ child, ended }) => {
  child.kill('SIGTERM')
  await ended
}

const ask = async (url, token, path) => {
  const answer = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Makes the books of the seed: a first start, until nothing more happens in them. */
const make = async () => {
  const building = `${books}.${process.pid}`
  rmSync(building, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  console.error('Making the test company, once: this takes a while')
  const service = await start(building, { port: Number(values.port), quiet: true })
  try {
    const token = await tokenIn(building)
    const { tenant } = await ask(service.url, token, '/me')
    const until = Date.now() + MAX_YEAR_MS
    let after = 'latest'
    for (let quiet = 0; quiet < QUIET_SECONDS; ) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const page = await ask(service.url, token, `/companies/${tenant.id}/events?after=${after}&limit=100`)
      quiet = page.items.length > 0 || page.hasMore ? 0 : quiet + 1
      after = page.after
      if (Date.now() > until) throw new Error('The year of the test company is not done')
    }
  } finally {
    await stop(service)
  }
  rmSync(books, { recursive: true, force: true })
  renameSync(building, books)
}

if (values.fresh || !existsSync(books)) await make()
const began = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'grundbok-try-'))
// PostgreSQL of root runs as another user, which has to pass through.
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
execFileSync(
  'cp',
  ['-a', '--reflink=auto', books, dataDir].filter((one) => process.platform === 'linux' || !one.startsWith('--')),
)
const service = await start(dataDir, { port: Number(values.port), quiet: true })
const token = await tokenIn(dataDir)
const { tenant } = await ask(service.url, token, '/me')
const told = {
  url: `${service.url}/v1`,
  companyId: tenant.id,
  token,
  brand: values.brand,
  startedInMs: Math.round(performance.now() - began),
}
console.log(JSON.stringify(told))
// For steps of a CI that come later.
writeFileSync(join(kept, 'running.json'), `${JSON.stringify(told)}\n`, { mode: 0o600 })

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => service.child.kill('SIGTERM'))
const [code] = await service.ended
mails.close()
rmSync(folder, { recursive: true, force: true })
process.exitCode = code ?? 1
