// As whom the embedded PostgreSQL runs. It refuses to run as root, and people do start services as root. A user
// namespace then lets it believe that it is somebody else while its files stay root's, so that it reaches
// node_modules and data also below /root; where namespaces are forbidden we become the user nobody.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from './startup-error.ts'

type Identity = { uid: number; gid: number }

/** How to start a program of PostgreSQL. `prefix` goes before it; `identity` is set when it gets another user. */
export type Launcher = { prefix: readonly string[]; identity?: Identity }

/**
 * The first way of running `postgres` that works here and may write in `root`.
 * @throws {StartupError} when there is none
 */
export const chooseLauncher = (postgres: string, root: string): Launcher => {
  if (process.getuid?.() !== 0) return checked(postgres)
  const launcher = asOwner(postgres, root) ?? inNamespace(postgres, root) ?? asNobody(postgres, root)
  if (launcher !== undefined) return launcher
  throw new StartupError(
    'PostgreSQL does not run as root, this system allows no user namespaces (the program unshare of util-linux), ' +
      `and the user nobody cannot reach both ${postgres} and ${dirname(root)}: ` +
      'start Grundbok as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Starts a program of PostgreSQL as the launcher says, with an environment that holds nothing of ours. */
export const launch = (launcher: Launcher, line: readonly string[], options: SpawnOptions): ChildProcess => {
  const [program = '', ...rest] = [...launcher.prefix, ...line]
  return spawn(program, rest, { ...options, ...launcher.identity, cwd: '/', env: environment })
}

/** Gives a file or folder that we made to the user who runs the server. */
export const handOver = (launcher: Launcher, path: string): void => {
  if (launcher.identity !== undefined) chownSync(path, launcher.identity.uid, launcher.identity.gid)
}

/** The user id that owns the server's files. */
export const ownerOf = (launcher: Launcher): number => launcher.identity?.uid ?? process.getuid?.() ?? 0

const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const asItself: Launcher = { prefix: [] }

const checked = (postgres: string): Launcher => {
  const { status, stderr, error } = attempt(asItself, [postgres, '--version'])
  if (status === 0) return asItself
  const reason = error?.message ?? stderr.trim().split('\n')[0]
  throw new StartupError(
    `The embedded PostgreSQL ${postgres} does not run on this system (${reason}): ` +
      'set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Whoever ran the server before goes on running it. */
const asOwner = (postgres: string, root: string): Launcher | undefined => {
  const { uid, gid } = statSync(root)
  const launcher: Launcher = { prefix: [], identity: { uid, gid } }
  return uid !== 0 && canRun(launcher, postgres, root) ? launcher : undefined
}

const inNamespace = (postgres: string, root: string): Launcher | undefined => {
  const launcher: Launcher = { prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'] }
  return canRun(launcher, postgres, root) ? launcher : undefined
}

/** The user id inside the namespace: any but 0 that has a name, which initdb wants to know. */
const NOBODY = 65_534

const asNobody = (postgres: string, root: string): Launcher | undefined => {
  const identity = nobody()
  // A folder that belongs to another user is not ours to give away.
  if (identity === undefined || statSync(root).uid !== 0) return undefined
  const launcher: Launcher = { prefix: [], identity }
  // Ask before the folder changes hands, so that a refusal leaves it as it was.
  if (!canRun(launcher, postgres) || attempt(launcher, ['test', '-x', dirname(root)]).status !== 0) return undefined
  giveAway(root, identity)
  return launcher
}

const nobody = (): Identity | undefined => {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })))
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}

const giveAway = (path: string, { uid, gid }: Identity): void => {
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name)
    if (entry.isDirectory()) giveAway(below, { uid, gid })
    else lchownSync(below, uid, gid)
  }
}

const canRun = (launcher: Launcher, postgres: string, root?: string): boolean =>
  attempt(launcher, [postgres, '--version']).status === 0 &&
  (root === undefined || attempt(launcher, ['test', '-w', root]).status === 0)

const attempt = (launcher: Launcher, line: readonly string[]) => {
  const [program = '', ...rest] = [...launcher.prefix, ...line]
  const options = { ...launcher.identity, cwd: '/', env: environment, encoding: 'utf8' as const }
  return spawnSync(program, rest, { ...options, timeout: ATTEMPT_TIMEOUT_MS })
}

/** Asking a program for its version takes milliseconds; a cold disk may need longer. */
const ATTEMPT_TIMEOUT_MS = 30_000
