// The other databases for tests: Debian's PostgreSQL 15, and a cluster of three local machines. Each is started for a
// run and deleted afterwards.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bundle.mjs'
import { testSettings } from './test-settings.mjs'

/** @typedef {{ env: Record<string, string>, stop(): void }} Engine */

/** The databases of a run are many and short-lived, so they are in memory if there is enough. */
const newFolder = () => {
  const memory = '/dev/shm'
  const PLENTY = 6 * 2 ** 30
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  const folder = mkdtempSync(join(bavail * bsize > PLENTY ? memory : tmpdir(), 'grundbok-engine-'))
  chmodSync(folder, 0o711)
  return folder
}

const BINARIES = '/usr/lib/postgresql/15/bin'
const isRoot = process.getuid?.() === 0
/** PostgreSQL refuses to run as root. */
const asPostgres = (line) =>
  isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', ...line] : line

const idOf = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))

const freePort = () =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `const s = require('node:net').createServer().listen(0, '127.0.0.1', () => {
         process.stdout.write(String(s.address().port)); s.close() })`,
    ],
    { encoding: 'utf8' },
  )

/**
 * Starts Debian's PostgreSQL 15; null if it is not installed.
 * @returns {Engine | null}
 */
export const startPostgres15 = () => {
  if (!existsSync(join(BINARIES, 'postgres'))) return null
  const folder = newFolder()
  const own = join(folder, 'postgres')
  const data = join(own, 'data')
  mkdirSync(own)
  if (isRoot) chownSync(own, idOf('-u'), idOf('-g'))
  const run = (program, ...words) => {
    const [command, ...line] = asPostgres([join(BINARIES, program), ...words])
    execFileSync(command, line, { stdio: ['ignore', 'ignore', 'inherit'], cwd: own })
  }
  const port = freePort()
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
  const options = Object.entries({ ...testSettings, listen_addresses: '127.0.0.1', unix_socket_directories: own }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  run('pg_ctl', 'start', '-D', data, '-w', '-s', '-l', join(own, 'server.log'), '-o', `-p ${port} ${options.join(' ')}`)
  return {
    env: { TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` },
    stop() {
      run('pg_ctl', 'stop', '-D', data, '-m', 'immediate', '-s')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The cluster's engine is only available next to the checkout. */
const CLUSTER = join(root, '..', 'shared', 'engines', 'citus-cluster')
const WORKERS = '2'

/**
 * Starts a cluster of three machines; null if its engine is not available.
 * @returns {Engine | null}
 */
export const startCluster = () => {
  if (!existsSync(CLUSTER)) return null
  const folder = newFolder()
  const place = join(folder, 'cluster')
  const { status, stdout } = spawnSync('bash', [CLUSTER, 'start', place, WORKERS], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => {
    spawnSync('bash', [CLUSTER, 'stop', place], { stdio: 'inherit' })
    rmSync(folder, { recursive: true, force: true })
  }
  if (status === 0)
    return { env: { TEST_CLUSTER: '1', TEST_DATABASE_URL: stdout.trim().replace('DATABASE_URL=', '') }, stop }
  stop()
  throw new Error('The cluster could not be started')
}
