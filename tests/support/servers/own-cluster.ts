// A cluster of one's own on this machine: for tests that kill its machines, or bring them back elsewhere, while others
// work on that of the run. Each machine is a server of PostgreSQL with the extension, in a folder of its own.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './ports.ts'

export type Node = { port: number; folder: string; url: string }

export type OwnCluster = {
  /** The first machine, and those that have shards behind it. */
  nodes: Node[]
  /** The address of the first machine. */
  url: string
  folder: string
  /** kill -9 of a machine's server and of all that it runs. */
  kill(place: number): Promise<void>
  /** Stops a machine's server and all its processes in the middle of their work, without notice. */
  hang(place: number): void
  /** They go on from there. */
  goOn(place: number): void
  start(place: number): void
  stop(place: number): void
  /** Stops all, and removes them. */
  remove(): void
}

type OwnClusterOptions = {
  /** Where the programs of PostgreSQL are. */
  programs: string
  /** Those that have shards; none makes a plain server. */
  machines?: number
  /** Lines of every machine's settings; in them BACKUP is a folder beside those of the machines, NAME that of one. */
  settings?: readonly string[]
  /** How many groups of shards. */
  groups?: number
}

const DATABASE = 'grundbok'
const GROUPS = 8

/** The programs of a server that runs. */
export const programsOf = async (url: string): Promise<string> => {
  const [found] = await runOnServer<{ setting: string }>(url, `select setting from pg_config where name = 'BINDIR'`)
  return found?.setting ?? ''
}

export const newOwnCluster = async (options: OwnClusterOptions): Promise<OwnCluster> => {
  const { programs, machines = 2, settings = [], groups = GROUPS } = options
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-cluster-'))
  chmodSync(folder, 0o777)
  const nodes: Node[] = []
  const server = serverIn(programs)
  for (let place = 0; place <= machines; place += 1) {
    const port = await freePort()
    const node = { port, folder: join(folder, `machine-${place}`), url: addressOf(port) }
    server.make(node, settings)
    server.start(node)
    nodes.push(node)
    await runOnServer(node.url.replace(`/${DATABASE}`, '/postgres'), `create database ${DATABASE}`)
    if (machines > 0) await runOnServer(node.url, 'create extension citus')
  }
  const [first] = nodes
  if (!first) throw new Error('A cluster has a first machine')
  if (machines > 0) await runOnServer(first.url, `select citus_set_coordinator_host('127.0.0.1', ${first.port})`)
  for (const { port } of nodes.slice(1)) await runOnServer(first.url, `select citus_add_node('127.0.0.1', ${port})`)
  if (machines > 0) await runOnServer(first.url, `alter database ${DATABASE} set citus.shard_count = ${groups}`)
  const at = (place: number): Node => {
    const node = nodes[place]
    if (!node) throw new Error(`There is no machine ${place}`)
    return node
  }
  return {
    nodes,
    folder,
    url: first.url,
    kill: (place) => server.kill(at(place)),
    hang: (place) => signalAll(at(place), 'SIGSTOP'),
    goOn: (place) => signalAll(at(place), 'SIGCONT'),
    start: (place) => server.start(at(place)),
    stop: (place) => server.stop(at(place)),
    remove() {
      for (const node of nodes) server.stop(node)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const addressOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/${DATABASE}`

/** The process that all others of a server come from. */
export const postmasterIn = ({ folder }: Node): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The server comes first: it starts no others then. */
const signalAll = (node: Node, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  const server = postmasterIn(node)
  process.kill(server, signal)
  for (const pid of childrenOf(server)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      // The name of the program is in parentheses, and may be anything.
      const [, parentOfIt] = /^.*\) \S (\d+) /s.exec(readFileSync(join('/proc', name, 'stat'), 'utf8')) ?? []
      return Number(parentOfIt) === parent ? [Number(name)] : []
    } catch {
      return []
    }
  })

/** How a server is handled by the programs in a folder; root lets the user of Debian's PostgreSQL do it. */
export const serverIn = (programs: string) => {
  const as = (program: string, ...words: string[]): void => {
    const [command, rest] = asPostgres([join(programs, program), ...words])
    // Its connections to other machines look for certificates at home, which has to be its own.
    execFileSync(command, rest, { stdio: 'ignore', cwd: '/', env: { ...process.env, HOME: '/tmp' } })
  }
  return {
    make(node: Node, settings: readonly string[]) {
      as('initdb', '-D', node.folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
      configure(node, settings)
    },
    start: ({ folder }: Node) => as('pg_ctl', '-D', folder, '-w', '-s', '-l', `${folder}/server.log`, 'start'),
    stop({ folder }: Node) {
      try {
        as('pg_ctl', '-D', folder, '-w', '-s', '-m', 'immediate', 'stop')
      } catch {
        // It does not run.
      }
    },
    /** Those that it has started end when it does, and hold its memory until then. */
    async kill(node: Node) {
      const pid = postmasterIn(node)
      process.kill(pid, 'SIGKILL')
      for (let isThere = true; isThere; ) {
        try {
          process.kill(pid, 0)
          await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        } catch {
          isThere = false
        }
      }
    },
  }
}

/** A line of a command as the user who runs the servers. */
export const asPostgres = (line: readonly string[]): [command: string, words: string[]] => {
  const [command = '', ...rest] = process.getuid?.() === 0 ? ['setpriv', ...AS_POSTGRES, ...line] : line
  return [command, rest]
}

const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups']
const POLL_MS = 10

/** The last line of a setting counts. */
const configure = ({ port, folder }: Node, settings: readonly string[]): void =>
  appendFileSync(
    join(folder, 'postgresql.conf'),
    [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      `shared_preload_libraries = 'citus'`,
      `citus.node_conninfo = 'sslmode=disable'`,
      'max_connections = 200',
      'max_prepared_transactions = 200',
      'wal_level = logical',
      ...settings.map((line) =>
        line.replaceAll('BACKUP', join(dirname(folder), 'BACKUP')).replaceAll('NAME', basename(folder)),
      ),
      '',
    ].join('\n'),
  )

/** Makes a folder that the servers may write to. */
export const sharedFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  return folder
}

/** Says one thing to a server; its rows. */
export const runOnServer = async <Row>(url: string, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}
