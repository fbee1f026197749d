// The service under fire: the program of production in a process of its own, on a PostgreSQL that does not wait for the
// disk. Beside it a connection as the owner of the tables, to make what requests stand on and to look at what they
// left.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Program, startProgram } from '#bench/service'
import type { Workshop } from '#bench/workshop'
import { revokedRights } from '#lifecycle/revoked-rights'
import { operator } from '#platform/actor'
import { connect } from '#platform/db-connection'
import { newId } from '#platform/id'
import { startPostgres } from '#postgres/postgres'
import { processContextOf, rootFolder } from '#programs/system'
import { SERVICE_ROLE } from '#schema/grants'
import { migrate, schemaFolders } from '#schema/migrate'
import { ensureSecretKey } from '#settings/secret-key'
import { MAIL_DOMAIN } from '#support/mail-in'
import { urlOfDatabase, urlOfService } from '#support/run/global-setup'
import { openPost } from '#support/servers/post'
import { makeCompany, type Service } from '#support/service'

/** What tests know of a service, and its program. */
export type Target = Service & {
  program: Program
  postmaster: number
  logFile: string
  settings: Readonly<Record<string, string>>
}

/** The memory in use after unused memory was released, in MiB. */
export type Memory = { resident: number; heap: number; outside: number }

const DATABASE = 'grundbok'
/** Nothing of a run has to survive a power cut. */
const DATABASE_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '100' }
/** Connections of our own. */
const POOL_SIZE = 12
/** How long the service may take to write down what memory it has, in milliseconds. */
const MEMORY_WITHIN_MS = 10_000
const POLL_MS = 20
const MIB = 2 ** 20

type Started = { url: string; postmaster: number }

/** A database with all tables and no rows, and the settings by which a program uses it. */
export const startDatabase = async (workshop: Workshop): Promise<Started> => {
  const folder = join(workshop.folder, 'database')
  mkdirSync(folder, { mode: 0o755 })
  const server = await startPostgres(folder, { settings: DATABASE_SETTINGS })
  workshop.later(() => server.stop())
  const { host, port, user, database } = server.connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&sslmode=disable`
  await migrate({ connectionString: url }, schemaFolders(rootFolder()), {
    role: SERVICE_ROLE,
    make: true,
    revoked: revokedRights,
  })
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return { postmaster, url: database === DATABASE ? url : urlOfDatabase(url, database) }
}

/** Starts the program, on what an earlier one left where there is something. */
export const startTarget = async (workshop: Workshop, { url, postmaster }: Started): Promise<Target> => {
  const dataDir = join(workshop.folder, 'data')
  // Mails are accepted and discarded.
  const post = await openPost({ onData: (stream, _, done) => void stream.on('end', done).resume() })
  workshop.later(() => post.close())
  const settings = {
    DATABASE_URL: urlOfService(url),
    MIGRATION_DATABASE_URL: url,
    MAIL_IN_DOMAIN: MAIL_DOMAIN,
    MAIL_IN_PORT: '0',
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    FUZZ_MEMORY: join(workshop.folder, 'memory'),
    NODE_OPTIONS: `--import=${pathToFileURL(join(rootFolder(), 'fuzz', 'quiet.mjs')).href}`,
  }
  const program = await startProgram(workshop, dataDir, { settings })
  const common = { onIdleError: () => {}, poolSize: POOL_SIZE }
  const database = connect({ connection: { connectionString: url }, ...common })
  workshop.later(() => database.close())
  // What is made ready beside the program is sealed with its key.
  const own = processContextOf(dataDir, ensureSecretKey({ secretKey: undefined, dataDir }))
  const standing = { ...own, outgoing: [], takesMail: true, mailDomain: MAIL_DOMAIN, readsDocuments: true }
  const { origin } = program
  const base = `${origin}/v1`
  const now = () => new Date()
  const operate: Service['operate'] = (work) =>
    database.transaction((db) => work({ ...standing, db, now: now(), actor: operator, from: null }))
  return {
    origin,
    base,
    database,
    usedDatabase: database,
    standing,
    databaseUrl: url,
    spread: null,

    folder: dataDir,
    metrics: null,
    log: [],
    setNow: () => {},
    now,
    operate,
    program,
    postmaster,
    settings,
    logFile: `${dataDir}.log`,
    operateFor: (companyId, work) => operate((call) => work({ ...call, companyId })),
    newCompany: (options = {}) => operate((call) => makeCompany({ ...call, companyId: newId() }, base, options)),
    drain: async () => {},
    close: () => program.stop(),
  }
}

/** Makes the service release unused memory, and returns what is left; null if the service does not report it. */
export const memoryOf = async ({ program, settings }: Target): Promise<Memory | null> => {
  const file = settings.FUZZ_MEMORY ?? ''
  rmSync(file, { force: true })
  try {
    process.kill(program.pid, 'SIGUSR2')
  } catch {
    return null
  }
  const deadline = Date.now() + MEMORY_WITHIN_MS
  while (!existsSync(file) && Date.now() < deadline) await pause(POLL_MS)
  if (!existsSync(file)) return null
  const { rss, heapUsed, external } = JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage
  const inMib = (bytes: number) => Math.round((bytes / MIB) * 10) / 10
  return { resident: inMib(rss), heap: inMib(heapUsed), outside: inMib(external) }
}
