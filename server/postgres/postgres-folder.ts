// The folder of the embedded PostgreSQL: the paths of its parts, and the server's state as recorded there.
//
//   DATA_DIR/postgres/            private to the user who runs the server
//     data/                       PostgreSQL's data folder
//     data.init-<pid>-<number>/   an unfinished data folder, renamed when complete
//     data-<major>/               the old data folder after an upgrade from that major version
//     socket/                     the only way in, unless its path is too long for a socket
//     socket-folder               then: the path of the socket's folder
//     server.log                  the server's log; server.log.old is the one before
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
import { codeOf, NeedsCorrection, reasonOf, StartupError } from '#platform/startup-error'

/** Absolute paths of the parts of one server's folder. */
export type PostgresFolder = { root: string; data: string; log: string }

/**
 * Creates `dataDir` and its `postgres` folder if they are missing, and checks that we may use them.
 * @throws {StartupError} if they cannot be created, or belong to another user
 */
export const prepareFolder = (dataDir: string): PostgresFolder => {
  try {
    // Others may traverse it but not list it: the server may have to run as another user than this process.
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

/** The major version that wrote a data folder; empty if it is not a data folder, null if there is nothing. */
export const majorOf = (data: string): string | null => {
  if (!existsSync(data) || readdirSync(data).length === 0) return null
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/** The newest data folder that an upgrade has set aside; undefined if there is none. */
export const setAside = (root: string): string | undefined => {
  const majors = readdirSync(root).flatMap((name) => /^data-(\d+)$/.exec(name)?.[1] ?? [])
  const newest = majors.sort((left, right) => Number(left) - Number(right)).at(-1)
  return newest === undefined ? undefined : join(root, `data-${newest}`)
}

/**
 * The server's state by its pid file: no file, a file of a dead server, a server starting or stopping, or one that
 * answers.
 */
type ServerState =
  | { kind: 'absent' }
  | { kind: 'stale' }
  | { kind: 'busy'; pid: number; isStopping: boolean }
  | { kind: 'ready'; pid: number; host: string; port: number }

/** Parses postmaster.pid: process id, data folder, start, port, socket folder, address, shared memory, status. */
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
 * Makes PostgreSQL see that the server that wrote `file` is dead. It does so itself unless the process id has been
 * reused since; then it refuses to start. We write our own id, the parent's, which it accepts. Deleting the file would
 * also lose the information about backends that outlived their server.
 */
export const disown = (file: string, data: string): void => {
  const [pidLine, ...rest] = readNotes(file) ?? []
  const pid = Number(pidLine)
  if (isAlive(pid) && !isPostmaster(pid, data)) writeFileSync(file, [String(process.pid), ...rest].join('\n'))
}

/** Whether a process with that id exists. */
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

/** The server's pid file. */
export const notesOf = (data: string): string => join(data, 'postmaster.pid')

/**
 * Whether the process is the server of that data folder: after a restart another process may have its id. A process of
 * our own user that is hidden from us, such as from a unit with ProtectProc, is assumed to be it, because its pid file
 * must not be touched.
 */
const isPostmaster = (pid: number, data: string): boolean =>
  isProcessId(pid) && (isHidden(pid) || commandLineOf(pid).includes(` -D ${data} `))

/** Whether it runs as our own user and cannot be seen. */
const isHidden = (pid: number): boolean => {
  if (process.platform !== 'linux' || existsSync(`/proc/${pid}`)) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A process's arguments with a space after each; empty if it is gone or a zombie. */
const commandLineOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return `${execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()} `
  } catch {
    return ''
  }
}
