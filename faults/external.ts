// A PostgreSQL of the machine's own, as Debian installs it, started for the run on a folder and a port of its own.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Workshop } from '#bench/workshop'
import { freePort } from '#support/servers/ports'
import { kill, postmasterIn, type Server } from './stage.ts'

/** The oldest version that the service works with, and the account that Debian has for it. */
const OLDEST = 15
const ACCOUNT = 'postgres'
const PROGRAMS = '/usr/lib/postgresql'
/** How long a server may take until it accepts connections, in milliseconds. */
const START_LIMIT_MS = 120_000
const POLL_MS = 20

/** A server, and the address of its database. */
type ExternalServer = Required<Server> & { url: string }

/** The folder of the programs of the oldest version that suits; null where none is installed. */
export const programsOfPostgres = (): string | null => {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).map(Number) : []
  const suits = versions.filter((version) => version >= OLDEST).sort((left, right) => left - right)
  const found = suits.map((version) => join(PROGRAMS, String(version), 'bin')).find((path) => existsSync(path))
  return found ?? null
}

/** Starts one; `environment` is that of its processes beside what they need. */
export const startExternal = async (
  workshop: Workshop,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ExternalServer> => {
  const programs = programsOfPostgres()
  if (programs === null) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const home = join(folder, 'postgres')
  const data = join(home, 'data')
  mkdirSync(home)
  if (isRoot()) execFileSync('chown', [ACCOUNT, home])
  // The account has to reach its folder through ours.
  chmodSync(folder, 0o711)
  // What is loaded before a program keeps things of its user: nothing may be loaded before the user has changed.
  const loaded = ['env', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)]
  const as = (program: string, ...words: string[]): [string, string[]] => {
    const line = [...loaded, join(programs, program), ...words]
    if (!isRoot()) return ['env', line.slice(1)]
    return ['setpriv', [`--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--init-groups', ...line]]
  }
  const making = ['-D', data, '-U', ACCOUNT, '--auth=trust', '--encoding=UTF8', '--locale=C']
  execFileSync(...as('initdb', ...making), { stdio: 'ignore', cwd: '/' })
  const port = await freePort()
  const connection = { host: '127.0.0.1', port, user: ACCOUNT, database: ACCOUNT }
  const settings = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${home}`]
  const start = async (): Promise<void> => {
    // One that was killed leaves processes that end by themselves, and a new one waits for them.
    for (const deadline = performance.now() + START_LIMIT_MS; performance.now() < deadline; await pause(POLL_MS)) {
      if (postmasterIn(data) === null) launch(as('postgres', '-D', data, ...settings), join(home, 'log'))
      if (await answers(connection)) return
    }
    throw new Error(`PostgreSQL in ${data} did not start`)
  }
  await start()
  const postmaster = () => postmasterIn(data)
  workshop.later(async () => {
    const pid = postmaster()
    if (pid !== null) await kill(pid)
  })
  return { connection, postmaster, restart: start, url: `postgres://${ACCOUNT}@127.0.0.1:${port}/${ACCOUNT}` }
}

const isRoot = (): boolean => process.getuid?.() === 0

/** What has just been launched has its notes only after a moment. */
const LAUNCH_MS = 300
let launchedAt = Number.NEGATIVE_INFINITY

const launch = ([program, words]: [string, string[]], log: string): void => {
  if (performance.now() - launchedAt < LAUNCH_MS) return
  launchedAt = performance.now()
  const file = openSync(log, 'a')
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  spawn(program, words, { stdio: ['ignore', file, file], env, cwd: '/', detached: true }).unref()
  closeSync(file)
}

const answers = async (connection: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: START_LIMIT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
