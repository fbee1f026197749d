// The measured service: the production program in a separate process, on an embedded PostgreSQL with the durability of
// real books. Also a connection for creating companies and counting.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { allScopes, createCompany, identityService } from '#identity'
import { createFiscalYear, openBooks } from '#ledger'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { connect } from '#platform/db-connection'
import { sql } from '#platform/sql'
import type { EmbeddedConnection } from '#postgres/postgres'
import { openEmbedded } from '#postgres/tenancy-of-server'
import { asOperator, processContextOf, rootFolder } from '#programs/system'
import { freePort } from '#support/servers/ports'
import { postmasterOf } from './processor-time.ts'
import { tell, type Workshop } from './workshop.ts'

export type Service = {
  /** `http://127.0.0.1:PORT` */
  origin: string
  connection: EmbeddedConnection
  database: Database
  standing: ProcessContext
  /** The process that answers requests. */
  pid: number
  /** The parent process of the database server. */
  postmaster: number | null
}

/** A company with books, and its token. */
export type Company = { id: string; token: string; path: string }

/** Timeouts for the service to start, and to stop, in milliseconds. */
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 10
/** The size of our own connection pool. */
const POOL_SIZE = 4

/** Options for starting a program: its settings, and the Node that runs it. */
type Launch = { settings?: Readonly<Record<string, string>>; node?: string }

/** A running program: its address, the time until it answered in milliseconds, and how to stop it early. */
export type Program = { origin: string; pid: number; tookMs: number; stop(): Promise<void> }

/** Starts a service on an empty data folder, with additional settings; the workshop stops it. */
export const startService = async (
  workshop: Workshop,
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> => {
  const dataDir = join(workshop.folder, name)
  return reach(workshop, dataDir, await startProgram(workshop, dataDir, { settings }))
}

/** Starts the program on a data folder, which may exist from an earlier start. */
export const startProgram = async (workshop: Workshop, dataDir: string, launched: Launch = {}): Promise<Program> => {
  mkdirSync(dataDir, { recursive: true })
  const log = `${dataDir}.log`
  const port = launched.settings?.PORT ?? String(await freePort())
  const started = performance.now()
  const child = launch(dataDir, log, { ...launched, settings: { PORT: port, ...launched.settings } })
  workshop.later(() => stop(child))
  const origin = `http://127.0.0.1:${port}`
  await answering(child, origin, log)
  return { origin, pid: child.pid ?? 0, tookMs: performance.now() - started, stop: () => stop(child) }
}

/** A running program with a connection to its database. */
export const reach = async (workshop: Workshop, dataDir: string, { origin, pid }: Program): Promise<Service> => {
  const { connection, close } = await openEmbedded(dataDir, 'command')
  workshop.later(close)
  const database = connect({ connection, poolSize: POOL_SIZE, onIdleError: () => {} })
  workshop.later(() => database.close())
  const { backend } = await database.one<{ backend: number }>(sql`select pg_backend_pid() as backend`)
  const postmaster = postmasterOf(backend)
  return { origin, connection, database, standing: processContextOf(dataDir), pid, postmaster }
}

/** The flags with which `npm start` and the files in `deploy/` start the service. */
const NODE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50']
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Production settings, without rate limits unless given; the environment is ignored. */
const launch = (dataDir: string, log: string, { settings, node = process.execPath }: Launch): ChildProcess => {
  const { PATH, HOME } = process.env
  const unlimited = { RATE_LIMIT_PER_MINUTE: '0', MONTHLY_QUOTA: '0' }
  const environment = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir, ...MALLOC, ...unlimited, ...settings }
  const file = openSync(log, 'a')
  try {
    const program = join(rootFolder(), 'dist', 'main.js')
    return spawn(node, [...NODE_FLAGS, program, '--no-demo'], { stdio: ['ignore', file, file], env: environment })
  } finally {
    closeSync(file)
  }
}

const answering = async (child: ChildProcess, origin: string, log: string): Promise<void> => {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${origin}/ready`).catch(() => null)
    if (answer?.ok) return
    await pause(POLL_MS)
  }
  throw new Error(`The service did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const limit = setTimeout(() => {
    tell('The service did not stop and is killed.')
    child.kill('SIGKILL')
  }, STOP_TIMEOUT_MS)
  await ended
  clearTimeout(limit)
}

/** Creates companies, each with the default chart and open fiscal years for the given calendar years. */
export const makeCompanies = (
  service: Pick<Service, 'database' | 'standing'>,
  count: number,
  years: readonly number[],
): Promise<Company[]> =>
  asOperator(service, async (call) => {
    const made: Company[] = []
    for (let at = 1; at <= count; at++) {
      const { id } = await createCompany(call, { name: `Bolaget ${at} AB`, organizationNumber: '559999-0008' })
      const own = { ...call, companyId: id }
      await openBooks(own)
      for (const year of years) {
        const accountingMethod = 'accrual'
        await createFiscalYear(own, { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod })
      }
      const { token } = await identityService.createToken(own, { name: 'Bench', scopes: allScopes })
      made.push({ id, token, path: `/v1/companies/${id}` })
    }
    return made
  })

/** The number of entries of all companies of the service. */
export const countEntries = async ({ database }: Service): Promise<number> => {
  const { total } = await database.one<{ total: bigint }>(
    sql`select coalesce(sum(entry_count), 0)::bigint as total from ledger.book`,
  )
  return Number(total)
}
