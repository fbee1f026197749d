// Who uses the embedded PostgreSQL, and who turns off the light. The service and the operator's commands share one
// server, come and go in any order, and may be killed. So each holds a shared lock in the server for as long as it
// lives, and who leaves stops the server only when nobody else holds one. A killed process loses its lock at once.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { endSoon } from './ending.ts'
import { type AdvisoryLock, advisoryLocks, holderOf } from './locks.ts'
import {
  type EmbeddedConnection,
  type EmbeddedServer,
  Frozen,
  isGone,
  type PostgresOptions,
  startPostgres,
} from './postgres.ts'
import { reasonOf } from './postgres-folder.ts'
import { StartupError } from './startup-error.ts'

/** The service is the only one of its kind on a data folder; commands come beside it and beside each other. */
export type Role = 'service' | 'command'

/** The use of the embedded server by this process. Call `close` last, when all other connections are closed. */
export type Tenancy = { connection: EmbeddedConnection; close(): Promise<void> }

/** `report` hears, in a sentence, of a server that was lost and of how bringing it back goes. */
export type TenancyOptions = PostgresOptions

/**
 * Starts or adopts the server below `dataDir` and uses it until `close`, which stops the server unless others use it.
 * A server that dies meanwhile is started again; open connections are lost then, new ones find it at the same place.
 * @throws {StartupError} when it cannot start, or when a second service wants in
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
      report('The embedded database went away; it is being started again.')
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
      // A full disk has no room for what is set aside; it is tried again.
      report(`The log of the embedded database could not be set aside: ${reasonOf(error)}`)
    }
  }
  const trimming = setInterval(trim, TRIM_MS).unref()

  const leave = async (): Promise<void> => {
    clearInterval(trimming)
    present.letGo()
    // Who comes next adopts a server that still recovers then.
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

/** How often the server's log is looked at, in milliseconds. */
const TRIM_MS = 60_000

/** Between two attempts to bring a lost server back. */
const RETRY_MS = 1_000

/** How long a server that is being brought back is waited for when we leave, in milliseconds. */
const LEAVING_MS = 5_000

/** How long we wait for a server that another process is just stopping. */
const MOVE_IN_TIMEOUT_MS = 120_000

/** A killed service needs a moment to lose its lock. */
const SERVICE_LOCK_TIMEOUT_MS = 1_000

const POLL_MS = 20

/** How long a server may take to let us in, or to answer, in milliseconds: one that is frozen never does. */
const CONNECTING_MS = 30_000
const ANSWERING_MS = 15_000

/** `lost` ends when the connection that holds the locks does, or with `letGo`. */
type Presence = { server: EmbeddedServer; client: Client; lost: Promise<void>; letGo(): void }

const moveIn = async (dataDir: string, role: Role, options: PostgresOptions): Promise<Presence> => {
  const deadline = Date.now() + MOVE_IN_TIMEOUT_MS
  while (Date.now() < deadline) {
    // Commands come and go: who runs the server is said where it is read.
    const server = await startPostgres(dataDir, role === 'service' ? options : { ...options, report: undefined })
    const present = presenceIn(server)
    try {
      await present.client.connect()
      if (await lock(present.client, 'pg_try_advisory_lock_shared', advisoryLocks.use)) {
        if (role === 'service') await becomeTheService(present, dataDir)
        return present
      }
    } catch (error) {
      await endSoon(present.client)
      if (isSilent(error)) throw new StartupError(`The embedded database in ${dataDir} does not answer.`)
      if (!isGone(error)) throw error
    }
    // Somebody is stopping the server: wait, and start it again.
    await endSoon(present.client)
    await pause(POLL_MS)
  }
  throw new StartupError(`The embedded database in ${dataDir} is being stopped by another process, and does not stop.`)
}

/** The locks belong to a database, so all of us hold them in the one that is always there. */
const presenceIn = (server: EmbeddedServer): Presence => {
  const client = new Client({
    ...{ ...server.connection, database: 'postgres', application_name: `grundbok ${process.pid}` },
    ...{ connectionTimeoutMillis: CONNECTING_MS, query_timeout: ANSWERING_MS },
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

/** Gives the use up. When we are the last, the lock that nobody can share keeps others out until the server is down. */
const moveOut = async ({ client, server }: Presence, report: (sentence: string) => void): Promise<void> => {
  try {
    await client.query('select pg_advisory_unlock_shared($1, $2)', [...advisoryLocks.use])
    if (await lock(client, 'pg_try_advisory_lock', advisoryLocks.use)) await server.stop()
  } catch (error) {
    // A connection that is lost holds no lock, and a server that is gone needs no stopping.
    if (isSilent(error) || error instanceof Frozen) report(LEFT)
    else if (!isGone(error)) throw error
  } finally {
    await endSoon(client)
  }
}

const LEFT = 'The embedded database does not answer; it is left as it is.'

/** Whether a server did not answer in time, in the words of the package. */
const isSilent = (error: unknown): boolean =>
  error instanceof Error && /^(?:timeout expired|Query read timeout)$/.test(error.message)

type TryLock = 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'

const lock = async (client: Client, tryLock: TryLock, which: AdvisoryLock): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>(`select ${tryLock}($1, $2) as taken`, [...which])
  return rows[0]?.taken === true
}
