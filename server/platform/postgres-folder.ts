// The folder of the embedded PostgreSQL: where its parts lie, and what the server's own notes in it say.
//
//   DATA_DIR/postgres/            private to the user who runs the server
//     data/                       PostgreSQL's data folder
//     data.init-<pid>-<number>/   a data folder in the making, renamed when it is whole
//     data-<major>/               what an upgrade has set aside, of an earlier major version
//     socket/                     the only way in, unless its path is too long for a socket
//     socket-folder               then: where the socket is instead
//     server.log                  what the server wrote; server.log.old is the one before
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { NeedsCorrection, StartupError } from './startup-error.ts'

/** Absolute paths of the parts of one server's folder. */
export type PostgresFolder = { root: string; data: string; log: string }

/**
 * Makes `dataDir` with its `postgres` folder when they are missing, and checks that we may use them.
 * @throws {StartupError} when they cannot be made, or belong to somebody else
 */
export const prepareFolder = (dataDir: string): PostgresFolder => {
  try {
    // Others may pass through but not look around: the server may have to run as another user than we do.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const root = join(realpathSync(dataDir), 'postgres')
    if (!existsSync(root)) mkdirSync(root, { recursive: true, mode: 0o700 })
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    refuseForeign(root)
    return { root, data: join(root, 'data'), log: join(root, 'server.log') }
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`The data folder ${dataDir} cannot be used (${reasonOf(cause)}).`, { cause })
  }
}

/** PostgreSQL refuses a folder of another user; only root can become that user. */
const refuseForeign = (root: string): void => {
  const uid = process.getuid?.()
  const owner = statSync(root).uid
  if (uid === undefined || uid === 0 || uid === owner) return
  throw new NeedsCorrection(
    `The folder ${root} belongs to user ${owner}, and this process runs as user ${uid}: ` +
      'start Grundbok as that user, or give the whole folder to this one.',
  )
}

/** The major version that wrote a data folder; empty when something else did, null when there is nothing. */
export const majorOf = (data: string): string | null => {
  if (!existsSync(data) || readdirSync(data).length === 0) return null
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/** The newest data folder that an upgrade has set aside; undefined when there is none. */
export const setAside = (root: string): string | undefined => {
  const majors = readdirSync(root).flatMap((name) => /^data-(\d+)$/.exec(name)?.[1] ?? [])
  const newest = majors.sort((left, right) => Number(left) - Number(right)).at(-1)
  return newest === undefined ? undefined : join(root, `data-${newest}`)
}

/** What the notes say of a server: none, a dead one's notes, one on its way up or down, or one that answers. */
export type ServerState =
  | { kind: 'absent' }
  | { kind: 'stale' }
  | { kind: 'busy'; pid: number; isStopping: boolean }
  | { kind: 'ready'; pid: number; host: string; port: number }

/** Reads postmaster.pid: process id, data folder, start, port, socket folder, address, shared memory, status. */
export const serverState = (data: string): ServerState => {
  const lines = readNotes(notesOf(data))
  if (lines === undefined) return { kind: 'absent' }
  const [pidLine = '', , , portLine = '', host = '', , , status = ''] = lines
  const pid = Number(pidLine)
  if (!isPostmaster(pid, data)) return { kind: 'stale' }
  const port = Number(portLine)
  return status.trim() === 'ready' && host !== '' && port > 0
    ? { kind: 'ready', pid, host, port }
    : { kind: 'busy', pid, isStopping: status.trim() === 'stopping' }
}

/**
 * Tells PostgreSQL that the server that wrote `file` is dead. It sees so itself, unless the number went to another
 * process since: then it refuses to start. Our own number, its parent's, is one it knows to be harmless. Removing the
 * file would also remove what tells it of backends that outlived their server.
 */
export const disown = (file: string, data: string): void => {
  const [pidLine, ...rest] = readNotes(file) ?? []
  const pid = Number(pidLine)
  if (isAlive(pid) && !isPostmaster(pid, data)) writeFileSync(file, [String(process.pid), ...rest].join('\n'))
}

/** Whether there is a process with that number. */
export const isAlive = (pid: number): boolean => {
  if (!isProcessId(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const isProcessId = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 0

const readNotes = (file: string): string[] | undefined => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Where the server notes who it is. */
export const notesOf = (data: string): string => join(data, 'postmaster.pid')

/**
 * Whether the process is the server of that data folder: after a restart another process may have its number. One of
 * ours that is hidden from us, as from a unit with ProtectProc, is taken for it: its notes must not be touched.
 */
const isPostmaster = (pid: number, data: string): boolean =>
  isProcessId(pid) && (isHidden(pid) || commandLineOf(pid).includes(` -D ${data} `))

/** Whether it runs as our own user, and cannot be seen. */
const isHidden = (pid: number): boolean => {
  if (process.platform !== 'linux' || existsSync(`/proc/${pid}`)) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A process' arguments with a space after each; empty for one that is gone, or only waits to be buried. */
const commandLineOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return `${execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()} `
  } catch {
    return ''
  }
}

/** The code of an error from Node or PostgreSQL; empty when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The operating system's or PostgreSQL's words for an error, without the stack. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of a statement that the role has no right to. */
export const INSUFFICIENT_PRIVILEGE = '42501'
