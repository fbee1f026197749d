// Tracks who uses the embedded PostgreSQL, and stops it after the last use. The service and the operator's commands
// share one server, start and end in any order, and may be killed. Each holds a shared lock in the server while it
// runs, and on exit stops the server only if no other process holds one. A killed process loses its lock at once.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type AdvisoryLock, advisoryLocks, holderOf } from '#platform/locks'
import { reasonOf, StartupError } from '#platform/startup-error'
import { closeWithTimeout } from './connection-timeouts.ts'
import {
  type EmbeddedConnection,
  type EmbeddedServer,
  Frozen,
  isGone,
  type PostgresOptions,
  startPostgres,
} from './postgres.ts'

/** Only one service may run on a data folder; any number of commands may run beside it. */
export type Role = 'service' | 'command'

/** This process's use of the embedded server. Call `close` last, after closing all other connections. */
type Tenancy = { connection: EmbeddedConnection; close(): Promise<void> }

/** `report` receives a sentence when the server was lost, and about attempts to restart it. */
type TenancyOptions = PostgresOptions

/**
 * Starts or adopts the server below `dataDir` and uses it until `close`, which stops the server unless others use it. A
 * server that dies meanwhile is restarted at the same address; open connections are lost.
 * @throws {StartupError} if it cannot start, or if another service is running
 */
export const openEmbedded = async (dataDir: string, role: Role, options: TenancyOptions = {}): Promise<Tenancy> => {
  const report = options.report ?? (() => {})
  let closed: Promise<void> | undefined
  const leaving = new AbortController()
  let present = await moveIn(dataDir, role, options)

  const stay = async (): Promise<void> => {
    while (closed === undefined) {
      await present.lost
      if (closed !== undefined) return
      report('The embedded database stopped; it is being restarted.')
      while (closed === undefined && !(await comeBack())) await pause(RETRY_MS)
    }
  }
  const comeBack = async (): Promise<boolean> => {
    try {
      present = await moveIn(dataDir, role, { ...options, signal: leaving.signal })
      report('The embedded database answers again.')
      return true
    } catch (error) {
      if (!leaving.signal.aborted) report(`The embedded database could not be started again: ${reasonOf(error)}`)
      return false
    }
  }
  const staying = stay()
  const trim = () => {
    try {
      present.server.trimLog()
    } catch (error) {
      // On a full disk the log cannot be copied; this is tried again.
      report(`The log of the embedded database could not be set aside: ${reasonOf(error)}`)
    }
  }
  const trimming = setInterval(trim, TRIM_MS).unref()

  const leave = async (): Promise<void> => {
    clearInterval(trimming)
    present.letGo()
    // If the server is still in recovery after this time, the next process adopts it.
    const late = setTimeout(() => leaving.abort(), LEAVING_MS)
    await staying
    clearTimeout(late)
    await moveOut(present, report)
  }
  const close = (): Promise<void> => {
    closed ??= Promise.resolve().then(leave)
    return closed
  }
  return { connection: present.server.connection, close }
}

/** Interval of checks of the server's log, in milliseconds. */
const TRIM_MS = 60_000

/** Pause between two attempts to restart a lost server. */
const RETRY_MS = 1_000

/** How long closing waits for a server that is being restarted, in milliseconds. */
const LEAVING_MS = 5_000

/** How long to wait for a server that another process is stopping. */
const MOVE_IN_TIMEOUT_MS = 120_000

/** The lock of a killed service takes a moment to disappear. */
const SERVICE_LOCK_TIMEOUT_MS = 1_000

const POLL_MS = 20

/** Timeouts for connecting and for an answer, in milliseconds: a suspended server never answers. */
const CONNECTING_MS = 30_000
const ANSWERING_MS = 15_000

/** `lost` resolves when the connection that holds the locks ends, or with `letGo`. */
type Presence = { server: EmbeddedServer; client: Client; lost: Promise<void>; letGo(): void }

const moveIn = async (dataDir: string, role: Role, options: PostgresOptions): Promise<Presence> => {
  const deadline = Date.now() + MOVE_IN_TIMEOUT_MS
  while (Date.now() < deadline) {
    // Commands do not report which user runs the server.
    const server = await startPostgres(dataDir, role === 'service' ? options : { ...options, report: undefined })
    const present = presenceIn(server)
    try {
      await present.client.connect()
      if (await lock(present.client, 'pg_try_advisory_lock_shared', advisoryLocks.use)) {
        if (role === 'service') await becomeTheService(present, dataDir)
        return present
      }
    } catch (error) {
      await closeWithTimeout(present.client)
      if (isSilent(error)) throw new StartupError(`The embedded database in ${dataDir} does not answer.`)
      if (!isGone(error)) throw error
    }
    // Another process is stopping the server: wait, and start it again.
    await closeWithTimeout(present.client)
    await pause(POLL_MS)
  }
  throw new StartupError(`The embedded database in ${dataDir} is being stopped by another process, and does not stop.`)
}

/** Locks belong to a database, so all processes use the one that always exists. */
const presenceIn = (server: EmbeddedServer): Presence => {
  const client = new Client({
    ...server.connection,
    database: 'postgres',
    application_name: `grundbok ${process.pid}`,
    connectionTimeoutMillis: CONNECTING_MS,
    query_timeout: ANSWERING_MS,
  })
  let letGo = (): void => {}
  const lost = new Promise<void>((resolve) => {
    letGo = resolve
  })
  client.on('error', letGo)
  client.on('end', letGo)
  return { server, client, lost, letGo }
}

const becomeTheService = async (present: Presence, dataDir: string): Promise<void> => {
  const deadline = Date.now() + SERVICE_LOCK_TIMEOUT_MS
  do {
    if (await lock(present.client, 'pg_try_advisory_lock', advisoryLocks.service)) return
    await pause(POLL_MS)
  } while (Date.now() < deadline)
  const holder = (await holderOf(present.client, advisoryLocks.service)).replace(/^grundbok /, '')
  await moveOut(present, () => {})
  throw new StartupError(`The data folder ${dataDir} is already in use by another Grundbok process (pid ${holder}).`)
}

/** Ends the use. If this is the last, the exclusive lock keeps others out until the server is down. */
const moveOut = async ({ client, server }: Presence, report: (sentence: string) => void): Promise<void> => {
  try {
    await client.query('select pg_advisory_unlock_shared($1, $2)', [...advisoryLocks.use])
    if (await lock(client, 'pg_try_advisory_lock', advisoryLocks.use)) await server.stop()
  } catch (error) {
    // A lost connection holds no lock, and a server that is gone need not be stopped.
    if (isSilent(error) || error instanceof Frozen) report(LEFT)
    else if (!isGone(error)) throw error
  } finally {
    await closeWithTimeout(client)
  }
}

const LEFT = 'The embedded database does not answer; it is left as it is.'

/** Whether a server did not answer in time, by the error messages of the package. */
const isSilent = (error: unknown): boolean =>
  error instanceof Error && /^(?:timeout expired|Query read timeout)$/.test(error.message)

type TryLock = 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'

const lock = async (client: Client, tryLock: TryLock, which: AdvisoryLock): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>(`select ${tryLock}($1, $2) as taken`, [...which])
  return rows[0]?.taken === true
}
