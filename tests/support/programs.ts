// The real programs as an operator meets them: built as `npm start` builds them, started as processes of their own on a
// data folder of the test's, told to stop by signals.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { openEmbedded } from '#postgres/tenancy-of-server'
import { command, type Said } from '#support/commands'
import type { Installation } from '#support/run/installation'
import { createDatabase } from '#support/servers/database'

export { freePort } from '#support/servers/ports'

/** How a program ended, and what it said. */
export type Ended = { code: number | null; stdout: string; stderr: string }

export type Program = {
  pid: number
  /** What it has said on standard output so far. */
  said(): string
  /** The same on standard error. */
  told(): string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

/** A running service, as its welcome describes it; `companyId`, `token` and `curl` are there with a new demo only. */
export type RunningService = Program & {
  base: string
  docs: string
  companyId: string
  token: string
  /** Of the demo company. */
  owner: { email: string; password: string }
  /** The line to paste into a shell. */
  curl: string
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** Settings of a program, by their names in the environment. `prefix` goes before the program on its command line. */
type Run = { env?: Record<string, string>; prefix?: readonly string[] }

/** What a file of tests leaves: the folder of its data folders, what runs, and databases of the test server. */
let top: string | undefined
const running = new Set<ChildProcess>()
const databases = new Map<string, { url: string; drop(): Promise<void> }>()

/** Undoes what a file of tests has left; each file ends with it. */
export const endPrograms = async (): Promise<void> => {
  const exits = [...running].map((child) => isOver(child) || once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(exits)
  if (top === undefined) return
  for (const pid of serversBelow(top)) killIfThere(pid)
  // What a killed server ran may still be writing for a moment.
  rmSync(top, { recursive: true, force: true, maxRetries: 100, retryDelay: 100 })
  top = undefined
  const dropped = [...databases.values()]
  databases.clear()
  for (const { drop } of dropped) await drop()
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Ends a process without warning; it may have ended by itself. */
export const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** A path for a data folder that does not exist yet: the first program makes it and all that is in it. */
export const newDataDir = (): string => {
  top ??= mkdtempSync(join(tmpdir(), 'grundbok-programs-'))
  return join(mkdtempSync(join(top, 'run-')), 'data')
}

/**
 * A path for a data folder whose programs use a database of the test server, of the newest schema and empty: for tests
 * to which it does not matter where the database is. It has no server to be made, started and stopped.
 */
export const newServedDataDir = async (): Promise<string> => {
  const dataDir = newDataDir()
  databases.set(dataDir, await createDatabase())
  return dataDir
}

/** A data folder whose service has stopped, with the demo company and its token: a copy of one for all tests. */
export const newUsedDataDir = async (): Promise<Installation> => {
  const used = inject('installation')
  return { ...used, dataDir: await copyDataDir(used.dataDir) }
}

/** Starts any program. It inherits nothing of the settings that the tests themselves run with. */
export const start = (line: readonly string[], { env = {}, prefix = [] }: Run = {}): Program => {
  const [command = '', ...rest] = [...prefix, ...line]
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? tmpdir() }
  const served = databases.get(env.DATA_DIR ?? '')
  const given = served ? { DATABASE_URL: served.url } : {}
  const child = spawn(command, rest, { env: { ...inherited, ...given, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const texts = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text
    })
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    running.delete(child)
    return { code: code ?? null, ...texts }
  })
  const said = () => texts.stdout
  const told = () => texts.stderr
  return { pid: child.pid ?? 0, said, told, kill: (signal) => void child.kill(signal), ended }
}

const main = [process.execPath, 'dist/main.js']

/** Starts the service and waits for its welcome; it listens on a free port. The books of its demo are empty. */
export const startMain = async (
  { env, prefix = [] }: Run,
  words: readonly string[] = ['--empty-demo'],
): Promise<RunningService> => welcomed(start([...main, ...words], { env: { PORT: '0', ...env }, prefix }))

/** Starts the service where it cannot start, and waits for its end. */
export const startFailing = (env: Record<string, string>, words: readonly string[] = []): Promise<Ended> =>
  start([...main, ...words], { env: { PORT: '0', ...env } }).ended

/** Waits until a started service says that it runs. */
export const welcomed = async (program: Program): Promise<RunningService> => {
  const failed = program.ended.then(({ stdout, stderr }) => {
    throw new Error(`The service has ended: ${stdout}\n${stderr}`)
  })
  failed.catch(() => {})
  const isThere = () => /^ {2}Docs .+\n(\n|(.*\n)*.*demo (?:token|oauth)\n\n)/m.test(program.said())
  while (!isThere()) await Promise.race([failed, pause()])
  const read = (pattern: RegExp) => pattern.exec(program.said())?.[1] ?? ''
  return {
    ...program,
    base: read(/^ {2}API +(\S+)$/m),
    docs: read(/^ {2}Docs +(\S+)$/m),
    companyId: read(/^ {2}Company +(\S+)/m),
    // No terminal reads along: the secrets are in files.
    token: contentOf(read(/^ {2}Token +(\S+)$/m)),
    owner: { email: read(/^ {2}Owner +(\S+),/m), password: contentOf(read(/^ {2}Owner .+ password (\S+)$/m)) },
    curl: read(/^ +(curl .+)$/m),
    stop: (signal = 'SIGTERM') => {
      program.kill(signal)
      return program.ended
    },
  }
}

/** Pastes a line into a shell, as a newcomer does, and answers what it printed; without curl, asks what it asks. */
export const paste = async (line: string): Promise<string> => {
  const { error, stdout } = spawnSync('sh', ['-c', `command -v curl > /dev/null && ${line}`], { encoding: 'utf8' })
  if (error) throw error
  if (stdout !== '') return stdout
  const [, name = '', value = '', path = '', url = ''] =
    /^curl -H "(.+?): (.+?)\$\(cat '(.+?)'\)" (\S+)$/.exec(line) ?? []
  return (await fetch(url, { headers: { [name]: `${value}${contentOf(path)}` } })).text()
}

const contentOf = (path: string): string => (path === '' ? '' : readFileSync(path, 'utf8'))

const POLL_MS = 10

/** Looks again and again until something that another process does has come about. */
export const until = async (hasComeAbout: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await hasComeAbout())) await pause()
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS))

/** Runs a command of the operator. */
export const admin = (dataDir: string, words: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  start([process.execPath, 'dist/admin.js', ...words], { env: { DATA_DIR: dataDir, ...env } }).ended

/** Runs a command of the operator that succeeds, and reads the one JSON object that it prints. */
export const adminJson = async (
  dataDir: string,
  words: readonly string[],
  env: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: any output of the command; assertions say what it should be
): Promise<any> => {
  const { code, stdout, stderr } = await admin(dataDir, [...words, '--json'], env)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/**
 * Runs a command of the operator on a data folder that is served, in the process of the test: without the third of a
 * second that a program takes. The service beside it is one all the same.
 */
export const operate = (dataDir: string, words: readonly string[]): Promise<Said> => {
  const { url = '' } = databases.get(dataDir) ?? {}
  return command({ folder: dataDir, databaseUrl: url }, words)
}

/** The same for a command that succeeds; the one JSON object that it prints. */
// biome-ignore lint/suspicious/noExplicitAny: any output of the command; assertions say what it should be
export const operateJson = async (dataDir: string, words: readonly string[]): Promise<any> => {
  const { code, stdout, stderr } = await operate(dataDir, [...words, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

/** The process id of the embedded server of a data folder, or null when none runs. */
export const serverOf = (dataDir: string): number | null => {
  const notes = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  try {
    return pidIn(notes)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    return null
  }
}

const pidIn = (notes: string): number => Number(readFileSync(notes, 'utf8').split('\n')[0])

/** Those that run; the number that a dead one has left may be another program's by now. */
const serversBelow = (folder: string): number[] =>
  execFileSync('find', [folder, '-name', 'postmaster.pid'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .flatMap((notes) => [pidIn(notes)].filter((pid) => worksIn(pid, dirname(notes))))

const worksIn = (pid: number, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

/** Whether a process with that number runs; one that is dead and only waits to be buried does not. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Copies the data folder of a service that has stopped. */
const copyDataDir = async (from: string): Promise<string> => {
  const to = newDataDir()
  await start(['cp', '-a', from, to]).ended
  return to
}

/** A connection to the database of a running service; it does not keep the server from being stopped. */
export const connectTo = async (dataDir: string): Promise<Client> => {
  const served = databases.get(dataDir)
  if (served) return connected(new Client({ connectionString: served.url }))
  const { connection, close } = await openEmbedded(dataDir, 'command')
  const client = await connected(new Client(connection))
  await close()
  return client
}

/** Makes a database of the test server unreachable until this is noticed. */
export const makeUnreachable = async (url: string, isNoticed: () => Promise<boolean>): Promise<void> => {
  const name = new URL(url).pathname.slice(1)
  const server = await connected(new Client({ connectionString: url.replace(name, 'postgres') }))
  await server.query(`alter database ${name} allow_connections false`)
  await until(async () => {
    // Again and again: one that was on its way in when the others were ended is there after them.
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    return isNoticed()
  })
  await server.query(`alter database ${name} allow_connections true`)
  await server.end()
}

const connected = async (client: Client): Promise<Client> => {
  client.on('error', () => {})
  await client.connect()
  return client
}
