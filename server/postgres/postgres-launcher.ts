// Chooses the user that runs the embedded PostgreSQL, which refuses to run as root, while people do start services as
// root. It then gets another user: the account that a setting names, otherwise the account grundbok, otherwise a user
// id without an account. That user becomes the owner of the database files, which identifies it at later starts. If no
// other user can reach the program and the data, as below /root, PostgreSQL runs in a user namespace, where it is not
// root although its files stay root's.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NeedsCorrection, StartupError } from '#platform/startup-error'

type Identity = { uid: number; gid: number }

/**
 * How to start a program of PostgreSQL. `prefix` goes before its command line; `identity` is set if it runs as another
 * user. initdb requires a user with a name: `naming` goes before its command line.
 */
export type Launcher = { prefix: readonly string[]; identity?: Identity; naming?: readonly string[] }

export type LauncherOptions = {
  /** The account or user id that runs the server when root starts it. */
  user?: string | undefined
  /** Receives a sentence about the user that runs the server, for the operator. */
  report?: ((sentence: string) => void) | undefined
}

/**
 * The first way of running `postgres` that works here and may write in `root`.
 * @throws {StartupError} if there is none, or if the configured user cannot run it
 */
export const chooseLauncher = (postgres: string, root: string, options: LauncherOptions = {}): Launcher => {
  if (process.getuid?.() !== 0) return checked(postgres)
  const { user, report = () => {} } = options
  const launcher = asOwner(postgres, root) ?? asNamed(postgres, root, user) ?? asOwnUser(postgres, root, report)
  if (launcher !== undefined) return launcher
  const shared = inNamespace(postgres, root) ?? asNobody(postgres, root)
  if (shared !== undefined) {
    report(
      `The database server has no user of its own: none can reach both ${postgres} and ${dirname(root)}. ` +
        'Keep the program and the data where other users may enter, or name a user in DATABASE_SYSTEM_USER.',
    )
    return shared
  }
  throw new StartupError(
    'PostgreSQL does not run as root, this system allows no user namespaces (the program unshare of util-linux), ' +
      `and no other user can reach both ${postgres} and ${dirname(root)}: ` +
      'start Grundbok as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Starts initdb, which requires the name of its user. */
export const launchMaking = (launcher: Launcher, line: readonly string[], options: SpawnOptions): ChildProcess =>
  launch({ ...launcher, prefix: [...(launcher.naming ?? []), ...launcher.prefix] }, line, options)

/** Starts a program of PostgreSQL as the launcher says, without our own environment variables. */
export const launch = (launcher: Launcher, line: readonly string[], options: SpawnOptions): ChildProcess => {
  const [program = '', ...rest] = [...launcher.prefix, ...line]
  return spawn(program, rest, { ...options, ...launcher.identity, cwd: '/', env: environment })
}

/** Changes the owner of a file or folder that we created to the user who runs the server. */
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

/** The user who ran the server before still runs it. */
const asOwner = (postgres: string, root: string): Launcher | undefined => {
  const { uid, gid } = statSync(root)
  const launcher: Launcher = {
    prefix: [],
    identity: { uid, gid },
    ...(isThere(`-nu ${uid}`) ? {} : { naming: NAMESPACE }),
  }
  return uid !== 0 && canRun(launcher, postgres, root) ? launcher : undefined
}

/** The configured user; no other user is tried instead. */
const asNamed = (postgres: string, root: string, user: string | undefined): Launcher | undefined => {
  if (user === undefined) return undefined
  const launcher = handedTo(accountOf(user) ?? unnamed(user), postgres, root)
  if (launcher !== undefined) return launcher
  throw new NeedsCorrection(
    `DATABASE_SYSTEM_USER names ${user}, who is not a user of this system, or cannot reach both ${postgres} and ` +
      `${dirname(root)}: name another one, or leave the setting out.`,
  )
}

/** The account that our package or systemd unit creates. */
const OWN_ACCOUNT = 'grundbok'
/** User ids that neither Debian nor systemd assigns (systemd's UIDS-GIDS). */
const FIRST_FREE_ID = 60_706
const LAST_FREE_ID = 61_183
/** How many of them are tried. */
const TRIED_IDS = 20

const asOwnUser = (postgres: string, root: string, report: (sentence: string) => void): Launcher | undefined => {
  const account = accountOf(OWN_ACCOUNT)
  const user = account ?? freeUser()
  const launcher = handedTo(user, postgres, root)
  if (launcher === undefined) return undefined
  const who = account ? `the account ${OWN_ACCOUNT}` : `user id ${user?.uid}, which no account has`
  report(`The database server runs as ${who}; the files below ${root} belong to it from now on.`)
  return launcher
}

const freeUser = (): Identity | undefined => {
  for (let tried = 0; tried < TRIED_IDS; tried += 1) {
    const user = unnamed(String(randomInt(FIRST_FREE_ID, LAST_FREE_ID + 1)))
    if (user) return user
  }
  return undefined
}

/** Changes the owner of the folder to a user who can run the server there. */
const handedTo = (identity: Identity | undefined, postgres: string, root: string): Launcher | undefined => {
  // A folder that belongs to another user must not be given away.
  if (identity === undefined || identity.uid === 0 || statSync(root).uid !== 0) return undefined
  const isNamed = isThere(`-nu ${identity.uid}`)
  const launcher: Launcher = { prefix: [], identity, ...(isNamed ? {} : { naming: NAMESPACE }) }
  // Check before changing the owner, so that a failure leaves the folder unchanged.
  if (!canRun(launcher, postgres) || attempt(launcher, ['test', '-x', dirname(root)]).status !== 0) return undefined
  if (!isNamed && attempt({ ...launcher, prefix: NAMESPACE }, [postgres, '--version']).status !== 0) return undefined
  giveAway(root, identity)
  return launcher
}

/** The user and group of an account, by its name or user id. */
const accountOf = (name: string): Identity | undefined => {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], QUIETLY)))
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}

/** A user id without an account, with the group of the same number. */
const unnamed = (text: string): Identity | undefined => {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id > 0 && !isThere(`-nu ${id}`) ? { uid: id, gid: id } : undefined
}

/** Whether `id` succeeds with these arguments. */
const isThere = (question: string): boolean => spawnSync('id', question.split(' '), { stdio: 'ignore' }).status === 0

const QUIETLY = { encoding: 'utf8' as const, stdio: ['ignore' as const, 'pipe' as const, 'ignore' as const] }

/** The user id inside the namespace: any that has a name, which initdb requires, except 0. */
const MAPPED_ID = 65_534
const NAMESPACE = ['unshare', '--user', `--map-user=${MAPPED_ID}`, `--map-group=${MAPPED_ID}`, '--']

const inNamespace = (postgres: string, root: string): Launcher | undefined => {
  const launcher: Launcher = { prefix: NAMESPACE }
  return canRun(launcher, postgres, root) ? launcher : undefined
}

/** The last resort, because other programs may use that account too. */
const asNobody = (postgres: string, root: string): Launcher | undefined => handedTo(accountOf('nobody'), postgres, root)

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

/** A version check takes milliseconds; a cold disk may need longer. */
const ATTEMPT_TIMEOUT_MS = 30_000
