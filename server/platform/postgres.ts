// Runs the PostgreSQL that is installed with us, so that `npm start` needs no database server. It runs beside us, not
// below us: in its own process group, where Ctrl-C does not reach it, and on when we are killed. Who comes next adopts
// it. Only a socket in a private folder leads in, so nothing needs a password.
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
import { endSoon } from './ending.ts'
import {
  codeOf,
  disown,
  isAlive,
  majorOf,
  notesOf,
  type PostgresFolder,
  prepareFolder,
  reasonOf,
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
import { NeedsCorrection, StartupError } from './startup-error.ts'

/** What `pg` needs to connect; `host` is the folder of the socket. */
export type EmbeddedConnection = Owned & { host: string; port: number; ssl: false }

/** A role that may do everything with a database. */
export type Owned = { user: string; database: string }

/** A server that answers. */
export type EmbeddedServer = {
  connection: EmbeddedConnection
  /** False when the server already ran. */
  startedHere: boolean
  /** Sets the log aside when it has become large; what is logged goes on in the same file. */
  trimLog(): void
  /** Shuts the server down, also an adopted one: open transactions are rolled back, then all is written to disk. */
  stop(): Promise<void>
}

/** `settings` are PostgreSQL's own, by name; they replace ours. Tests use them; books are never kept without fsync. */
export type PostgresOptions = LauncherOptions & {
  settings?: Readonly<Record<string, string>>
  /** How long a server is waited for that is neither ready nor on its way up, in milliseconds. */
  readyWithinMs?: number
  /** Ends the waiting; a server that is on its way up goes on. */
  signal?: AbortSignal
  /** Programs of another version than the one that comes along; it starts what that version has written. */
  programs?: PostgresPrograms
  /** The role and the database of a data folder that somebody else's server has written; ours when left out. */
  owned?: Owned
}

/**
 * Starts the server whose data lies below `dataDir`, or adopts the one that runs there; makes data folder and database
 * the first time. One that recovers is waited for however long that takes: given up, it would begin anew. Who may stop
 * it is not decided here: see `openEmbedded`.
 * @throws {StartupError} when it cannot start; what was there is left as it was
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

/** The superuser and the database, both made by us. */
const USER = 'grundbok'
const DATABASE = 'grundbok'

const OURS: Owned = { user: USER, database: DATABASE }

/** How long a server is waited for that neither comes up nor ends, in milliseconds. */
const READY_WITHIN_MS = 300_000

/** How long a server that runs may take to let us in, in milliseconds: one that is frozen never does. */
const CONNECTING_MS = 30_000

/** How often it is said that a server is still on its way up, in milliseconds. */
const TOLD_EVERY_MS = 60_000

/** How often we look at the server's notes. */
const POLL_MS = 10

/** Shutting down writes the changed part of shared_buffers to disk. */
const STOP_TIMEOUT_MS = 60_000
/** How long one that is frozen is waited for, in milliseconds. */
const FROZEN_MS = 5000

/** The log is set aside when it is larger, in bytes. */
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** What a new database takes on disk with its first write-ahead log, and some room to begin with, in bytes. */
const NEW_DATABASE_BYTES = 100 * 1024 * 1024

/** Every 2xx is on disk: fsync and synchronous_commit stay on. Errors are the caller's to log, not the server's. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  // The largest pool that DATABASE_POOL_SIZE allows, five more for each process of WORKERS, and room for commands.
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
  // A backup that does not come on must not fill the disk: it begins anew instead.
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

/** Ends in a moment, when it is time to look at the server again. @throws {StartupError} when it is given up */
type LookAgain = (isOnItsWay: boolean) => Promise<void>

const newPatience = (folder: PostgresFolder, options: PostgresOptions): LookAgain => {
  const { report, signal, readyWithinMs = READY_WITHIN_MS } = options
  const toldEveryMs = Math.min(TOLD_EVERY_MS, readyWithinMs)
  let told = Date.now()
  let seen = told
  return async (isOnItsWay) => {
    if (signal?.aborted) throw new StartupError('It was told to stop before its database was open.')
    const now = Date.now()
    if (isOnItsWay) seen = now
    if (now - seen >= readyWithinMs) {
      throw new StartupError(
        `The embedded database in ${folder.data} was not ready after ${readyWithinMs / 1000} seconds, and is not on ` +
          `its way; see ${folder.log}.`,
      )
    }
    if (isOnItsWay && now - told >= toldEveryMs) {
      told = now
      report?.(`The embedded database is not ready yet, as when it recovers after a crash: see ${folder.log}.`)
    }
    await pause(POLL_MS)
  }
}

/** Makes our database when it is missing. */
const ensureDatabase = (connection: EmbeddedConnection) =>
  askedOnce({ ...connection, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  })

/** Whether the database of somebody else can be had. */
const lookInto = (connection: EmbeddedConnection) => askedOnce(connection, async () => {})

/** The server may have gone away meanwhile, or may recover. */
const askedOnce = async (
  connection: EmbeddedConnection,
  ask: (client: Client) => Promise<void>,
): Promise<'there' | 'on its way' | 'gone'> => {
  const client = new Client({
    ...{ ...connection, application_name: `grundbok ${process.pid}` },
    connectionTimeoutMillis: CONNECTING_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await ask(client)
    return 'there'
  } catch (error) {
    // The same code is given by one that shuts down.
    if (codeOf(error) === '57P03' && !/shutting down/.test(reasonOf(error))) return 'on its way'
    if (isGone(error)) return 'gone'
    // Another process made it at the same moment.
    if (['42P04', '23505'].includes(codeOf(error))) return 'there'
    const why = reasonOf(error) === 'timeout expired' ? 'its server runs, and does not answer' : reasonOf(error)
    throw new StartupError(`The embedded database cannot be used (${why}).`, { cause: error })
  } finally {
    await endSoon(client)
  }
}

/** Whether the error says that the server is stopping, stopped or not yet up, so that trying again makes sense. */
export const isGone = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(codeOf(error)) ||
  (error instanceof Error && /^Connection terminated|not queryable|was closed/.test(error.message))

/** Starts a server and waits until it is ready, or gives way to another. Returns its process id. */
const startServer = async (
  folder: PostgresFolder,
  options: PostgresOptions,
  lookAgain: LookAgain,
): Promise<number | undefined> => {
  try {
    return await prepareAndRun(folder, options, lookAgain)
  } catch (cause) {
    // Files that cannot be written come as errors of the operating system.
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
      `The upgrade of the database in ${root} was broken off, and ${set} holds the books: run it again ` +
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

/** A server that runs writes to the file that it has open, always at its end: so that file is emptied, and stays. */
const setLogAside = ({ log }: PostgresFolder): void => {
  if (!existsSync(log) || statSync(log).size <= LOG_LIMIT_BYTES) return
  copyFileSync(log, `${log}.old`)
  truncateSync(log)
}

type MakeOptions = { log: number; sync: boolean }

/** Makes the data folder under another name first, so that a half made one is never taken for a database. */
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
    // Somebody else made it at the same moment.
    if (!existsSync(join(folder.data, 'PG_VERSION'))) throw error
  }
}

/** On a full disk the log would not even say so. */
const refuseFullDisk = ({ root }: PostgresFolder): void => {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= NEW_DATABASE_BYTES) return
  throw new StartupError(
    `There is no space left on the disk of ${root}: a new database needs ${NEW_DATABASE_BYTES / 1024 / 1024} MiB.`,
  )
}

/** The folders that this process made or is making under their first name. */
const inTheMaking = new Set<string>()

/** Removes the half made folders of processes that are gone; one of them may have had our number. */
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
  // A process that we do not know may have started one since we looked.
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
  // It gives way to a server that another process started, or to the last backends of a killed one.
  if (serverState(folder.data).kind === 'ready' || serverState(folder.data).kind === 'busy') return undefined
  if (/pre-existing shared memory block/.test(logSince(folder, logStart))) return undefined
  throw failure(folder, logStart, `The embedded database in ${folder.data} did not start`)
}

/** A folder as an element of PostgreSQL's lists: in quotes, so that commas and spaces are its own. */
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

/** A fast shutdown, and where that does not end, one that leaves the rest to the recovery at the next start. */
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

/** A server that was halted by a signal: it hears that it is to stop when it goes on. */
export class Frozen extends Error {}

/** Whether a process was halted; on systems that do not say so it is taken for one that runs. */
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
