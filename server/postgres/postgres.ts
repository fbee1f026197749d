// Runs the PostgreSQL that is installed with us, so that `npm start` needs no database server. It runs in its own
// process group, where Ctrl-C does not reach it, and survives us being killed; the next process adopts it. The only way
// in is a socket in a private folder, so no password is needed.
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf, NeedsCorrection, reasonOf, StartupError } from '#platform/startup-error'
import { closeWithTimeout } from './connection-timeouts.ts'
import {
  disown,
  isAlive,
  majorOf,
  notesOf,
  type PostgresFolder,
  prepareFolder,
  serverState,
  setAside,
} from './postgres-folder.ts'
import {
  chooseLauncher,
  handOver,
  type Launcher,
  type LauncherOptions,
  launch,
  launchMaking,
} from './postgres-launcher.ts'
import { findPostgres, type PostgresPrograms } from './postgres-package.ts'
import { SOCKET_PORT, socketFolder, socketLockOf } from './postgres-socket.ts'

/** The connection settings for `pg`; `host` is the folder of the socket. */
export type EmbeddedConnection = Owned & { host: string; port: number; ssl: false }

/** A role with full rights on a database. */
export type Owned = { user: string; database: string }

/** A server that accepts connections. */
export type EmbeddedServer = {
  connection: EmbeddedConnection
  /** False if the server was already running. */
  startedHere: boolean
  /** Moves the log's contents to server.log.old if it is too large; logging continues in the same file. */
  trimLog(): void
  /**
   * Shuts the server down, even an adopted one: open transactions are rolled back, then everything is written to disk.
   */
  stop(): Promise<void>
}

/**
 * `settings` are PostgreSQL's own, by name; they override ours. Only tests use them; books are never kept without
 * fsync.
 */
export type PostgresOptions = LauncherOptions & {
  settings?: Readonly<Record<string, string>>
  /** How long to wait for a server that is neither ready nor starting, in milliseconds. */
  readyWithinMs?: number
  /** Ends the wait; a server that is starting goes on. */
  signal?: AbortSignal
  /** Programs of another version than the embedded one, for a data folder that such a version wrote. */
  programs?: PostgresPrograms
  /** The role and database in a data folder written by another server; ours if absent. */
  owned?: Owned
}

/**
 * Starts the server whose data is below `dataDir`, or adopts a running one; creates data folder and database the first
 * time. Waits without limit for a server in recovery, because a restart would begin the recovery again. When the server
 * is stopped is decided in `openEmbedded`.
 * @throws {StartupError} if it cannot start; nothing on disk was changed
 */
export const startPostgres = async (dataDir: string, options: PostgresOptions = {}): Promise<EmbeddedServer> => {
  const folder = prepareFolder(dataDir)
  const lookAgain = newPatience(folder, options)
  const owned = options.owned ?? OURS
  let launched: number | undefined
  for (;;) {
    const state = serverState(folder.data)
    let isOnItsWay = state.kind === 'busy' && !state.isStopping
    if (state.kind === 'ready') {
      const connection = { host: state.host, port: state.port, ...owned, ssl: false } as const
      const found = await (owned === OURS ? ensureDatabase(connection) : lookInto(connection))
      isOnItsWay = found === 'on its way'
      if (found === 'there') {
        return {
          connection,
          startedHere: launched === state.pid,
          trimLog: () => setLogAside(folder),
          stop: () => stopServer(folder, state.pid),
        }
      }
    } else if (state.kind !== 'busy') {
      launched = await startServer(folder, options, lookAgain)
      isOnItsWay = launched !== undefined
    }
    await lookAgain(isOnItsWay)
  }
}

/** The superuser and the database, both created by us. */
const USER = 'grundbok'
const DATABASE = 'grundbok'

const OURS: Owned = { user: USER, database: DATABASE }

/** How long to wait for a server that neither starts nor ends, in milliseconds. */
const READY_WITHIN_MS = 300_000

/** Connection timeout to a running server, in milliseconds; a suspended one never answers. */
const CONNECTING_MS = 30_000

/** Interval of reports about a server that is still starting, in milliseconds. */
const TOLD_EVERY_MS = 60_000

/** Interval of checks of the pid file. */
const POLL_MS = 10

/** A shutdown writes the dirty pages of shared_buffers to disk. */
const STOP_TIMEOUT_MS = 60_000
/** How long to wait for a suspended server, in milliseconds. */
const FROZEN_MS = 5000

/** The size above which the log is moved away, in bytes. */
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Disk space for a new database with its first write-ahead log, and some reserve, in bytes. */
const NEW_DATABASE_BYTES = 100 * 1024 * 1024

/** Every 2xx is on disk: fsync and synchronous_commit stay on. Statement errors are logged by us, not by the server. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  // The largest pool that DATABASE_POOL_SIZE allows, five more for each process of WORKERS, and a reserve for commands.
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  work_mem: '16MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  // A stalled backup must not fill the disk: it starts over instead.
  max_slot_wal_keep_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_statement: 'none',
}

/**
 * Pauses before the next check.
 * @throws {StartupError} when time is up
 */
type LookAgain = (isOnItsWay: boolean) => Promise<void>

const newPatience = (folder: PostgresFolder, options: PostgresOptions): LookAgain => {
  const { report, signal, readyWithinMs = READY_WITHIN_MS } = options
  const toldEveryMs = Math.min(TOLD_EVERY_MS, readyWithinMs)
  let told = Date.now()
  let seen = told
  return async (isOnItsWay) => {
    if (signal?.aborted) throw new StartupError('It was stopped before its database was ready.')
    const now = Date.now()
    if (isOnItsWay) seen = now
    if (now - seen >= readyWithinMs) {
      throw new StartupError(
        `The embedded database in ${folder.data} was not ready after ${readyWithinMs / 1000} seconds, and is not ` +
          `starting; see ${folder.log}.`,
      )
    }
    if (isOnItsWay && now - told >= toldEveryMs) {
      told = now
      report?.(`The embedded database is not ready yet, as when it recovers after a crash: see ${folder.log}.`)
    }
    await pause(POLL_MS)
  }
}

/** Creates our database if it is missing. */
const ensureDatabase = (connection: EmbeddedConnection) =>
  askedOnce({ ...connection, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  })

/** Checks that a database written by another server can be opened. */
const lookInto = (connection: EmbeddedConnection) => askedOnce(connection, async () => {})

/** The server may have stopped meanwhile, or may be in recovery. */
const askedOnce = async (
  connection: EmbeddedConnection,
  ask: (client: Client) => Promise<void>,
): Promise<'there' | 'on its way' | 'gone'> => {
  const client = new Client({
    ...connection,
    application_name: `grundbok ${process.pid}`,
    connectionTimeoutMillis: CONNECTING_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await ask(client)
    return 'there'
  } catch (error) {
    // A server that is shutting down returns the same code.
    if (codeOf(error) === '57P03' && !/shutting down/.test(reasonOf(error))) return 'on its way'
    if (isGone(error)) return 'gone'
    // Another process created it at the same moment.
    if (['42P04', '23505'].includes(codeOf(error))) return 'there'
    const why = reasonOf(error) === 'timeout expired' ? 'its server runs, and does not answer' : reasonOf(error)
    throw new StartupError(`The embedded database cannot be used (${why}).`, { cause: error })
  } finally {
    await closeWithTimeout(client)
  }
}

/** Whether the error means that the server is stopping, stopped or starting, so that a retry makes sense. */
export const isGone = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(codeOf(error)) ||
  (error instanceof Error && /^Connection terminated|not queryable|was closed/.test(error.message))

/** Starts a server and waits until it is ready, or yields to another one. Returns its process id. */
const startServer = async (
  folder: PostgresFolder,
  options: PostgresOptions,
  lookAgain: LookAgain,
): Promise<number | undefined> => {
  try {
    return await prepareAndRun(folder, options, lookAgain)
  } catch (cause) {
    // Failures to write files are errors of the operating system.
    if (cause instanceof StartupError || codeOf(cause) === '') throw cause
    throw new StartupError(`The data folder ${folder.root} cannot be used (${reasonOf(cause)}).`, { cause })
  }
}

const prepareAndRun = async (
  folder: PostgresFolder,
  options: PostgresOptions,
  lookAgain: LookAgain,
): Promise<number | undefined> => {
  const programs = options.programs ?? findPostgres()
  refuseOtherVersion(folder, programs.major)
  const launcher = chooseLauncher(programs.postgres, folder.root, options)
  const settings = { ...SETTINGS, ...options.settings }
  setLogAside(folder)
  const log = openSync(folder.log, 'a', 0o600)
  try {
    handOver(launcher, folder.log)
    await ensureData(folder, programs, launcher, { log, sync: settings.fsync !== 'off' })
    return await runServer(folder, programs, launcher, { log, settings, lookAgain })
  } finally {
    closeSync(log)
  }
}

const refuseOtherVersion = ({ root, data }: PostgresFolder, major: string): void => {
  const set = setAside(root)
  if (!existsSync(data) && set !== undefined) {
    throw new NeedsCorrection(
      `The upgrade of the database in ${root} was interrupted, and ${set} holds the books: run it again ` +
        `(${UPGRADE}). Nothing was started or changed.`,
    )
  }
  const version = majorOf(data)
  if (version === null || version === major) return
  if (version === '') {
    throw new NeedsCorrection(
      `The folder ${data} holds something other than a database: move it away, or set DATA_DIR to another folder.`,
    )
  }
  const then =
    Number(version) < Number(major)
      ? `upgrade it with \`${UPGRADE}\`, which keeps the old folder`
      : 'start the version of Grundbok that wrote it'
  throw new NeedsCorrection(
    `The folder ${data} was written by PostgreSQL ${version}, and this program brings PostgreSQL ${major}: ${then}. ` +
      'Nothing was started or changed.',
  )
}

const UPGRADE = './grundbok database upgrade'

/** A running server keeps appending to the file that it has open, so that file is truncated rather than renamed. */
const setLogAside = ({ log }: PostgresFolder): void => {
  if (!existsSync(log) || statSync(log).size <= LOG_LIMIT_BYTES) return
  copyFileSync(log, `${log}.old`)
  truncateSync(log)
}

type MakeOptions = { log: number; sync: boolean }

/** Creates the data folder under a temporary name, so that an incomplete one is never mistaken for a database. */
const ensureData = async (
  folder: PostgresFolder,
  programs: PostgresPrograms,
  launcher: Launcher,
  { log, sync }: MakeOptions,
): Promise<void> => {
  if (existsSync(join(folder.data, 'PG_VERSION'))) return
  removeLeftovers(folder)
  refuseFullDisk(folder)
  const making = `${folder.data}.init-${process.pid}-${inTheMaking.size}`
  inTheMaking.add(making)
  const logStart = fstatSync(log).size
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const access = [`--username=${USER}`, '--auth=trust', '--data-checksums', '--no-instructions']
  const line = [programs.initdb, '-D', making, ...access, ...locale, ...(sync ? [] : ['--no-sync'])]
  const child = launchMaking(launcher, line, { stdio: ['ignore', log, log] })
  const exitCode = await endOf(child)
  try {
    if (exitCode !== 0) throw failure(folder, logStart, 'The database folder could not be made')
    renameSync(making, folder.data)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    // Another process created it at the same moment.
    if (!existsSync(join(folder.data, 'PG_VERSION'))) throw error
  }
}

/** On a full disk, PostgreSQL could not even write that to its log. */
const refuseFullDisk = ({ root }: PostgresFolder): void => {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= NEW_DATABASE_BYTES) return
  throw new StartupError(
    `There is no space left on the disk of ${root}: a new database needs ${NEW_DATABASE_BYTES / 1024 / 1024} MiB.`,
  )
}

/** The temporary names of folders that this process has created or is creating. */
const inTheMaking = new Set<string>()

/** Removes incomplete folders of dead processes, one of which may have had our process id. */
const removeLeftovers = ({ root }: PostgresFolder): void => {
  for (const name of readdirSync(root)) {
    const pid = Number(/^data\.init-(\d+)-\d+$/.exec(name)?.[1] ?? Number.NaN)
    const isLeft = pid === process.pid ? !inTheMaking.has(join(root, name)) : pid > 0 && !isAlive(pid)
    if (isLeft) rmSync(join(root, name), { recursive: true, force: true })
  }
}

type RunOptions = { log: number; settings: Readonly<Record<string, string>>; lookAgain: LookAgain }

const runServer = async (
  folder: PostgresFolder,
  programs: PostgresPrograms,
  launcher: Launcher,
  { log, settings, lookAgain }: RunOptions,
): Promise<number | undefined> => {
  const host = socketFolder(folder.root, launcher)
  // An unknown process may have started a server since the last check.
  if (!['absent', 'stale'].includes(serverState(folder.data).kind)) return undefined
  for (const file of [notesOf(folder.data), socketLockOf(host)]) disown(file, folder.data)
  const logStart = fstatSync(log).size
  const flags = Object.entries({ ...settings, unix_socket_directories: listed(host) })
  const line = [programs.postgres, '-D', folder.data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = launch(launcher, line, { stdio: ['ignore', log, log], detached: true })
  let ended = false
  const end = endOf(child).then(() => {
    ended = true
  })
  child.unref()
  while (!ended) {
    const state = serverState(folder.data)
    if (state.kind === 'ready') return child.pid
    await Promise.race([end, lookAgain(true)])
  }
  // The start yielded to a server that another process started, or to the last backends of a killed one.
  if (serverState(folder.data).kind === 'ready' || serverState(folder.data).kind === 'busy') return undefined
  if (/pre-existing shared memory block/.test(logSince(folder, logStart))) return undefined
  throw failure(folder, logStart, `The embedded database in ${folder.data} did not start`)
}

/** A folder as an element of PostgreSQL's lists: quoted, because it may contain commas and spaces. */
const listed = (folder: string): string => `"${folder.replaceAll('"', '""')}"`

const endOf = async (child: ReturnType<typeof launch>): Promise<number | null> => {
  try {
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    return exitCode
  } catch {
    return null
  }
}

const logSince = ({ log }: PostgresFolder, start: number): string => readFileSync(log).subarray(start).toString()

const failure = (folder: PostgresFolder, logStart: number, what: string): StartupError => {
  const text = logSince(folder, logStart)
  if (/No space left on device|Disk quota exceeded/.test(text)) {
    return new StartupError(`${what}: there is no space left on the disk of ${folder.root}; see ${folder.log}.`)
  }
  const fatal = [...text.matchAll(/(?:FATAL|PANIC|error): +(.+)/gi)].at(-1)?.[1]
  const reason = fatal ?? text.trimEnd().split('\n').at(-1)
  return new StartupError(`${what}${reason === undefined ? '' : ` (${reason})`}; see ${folder.log}.`)
}

/** A fast shutdown; if that does not end, an immediate one, which leaves the rest to recovery at the next start. */
const stopServer = async (folder: PostgresFolder, pid: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + STOP_TIMEOUT_MS
    const thawing = Date.now() + FROZEN_MS
    if (!isRunning(folder, pid)) return
    process.kill(pid, signal)
    while (Date.now() < deadline) {
      if (!isRunning(folder, pid)) return
      if (Date.now() > thawing && isFrozen(pid)) throw new Frozen(`The embedded database, process ${pid}, is frozen.`)
      await pause(POLL_MS)
    }
  }
  throw new Error(`The embedded database in ${folder.data}, process ${pid}, does not stop.`)
}

/** A server that is suspended by a signal: it will see the request to stop when it continues. */
export class Frozen extends Error {}

/** Whether a process is suspended; false on systems that do not tell. */
const isFrozen = (pid: number): boolean => {
  try {
    return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const isRunning = ({ data }: PostgresFolder, pid: number): boolean => {
  const state = serverState(data)
  return 'pid' in state && state.pid === pid
}
