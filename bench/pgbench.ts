// The yardstick: PostgreSQL's own load generator, with the same statements on the same server.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from './service.ts'
import { shareOf } from './statistics.ts'
import { output } from './workshop.ts'
import { GRACE_SECONDS, type Sample } from './wrk.ts'

/** Warm-up time of clients, in which new connections make their plans, in seconds. */
const WARM_SECONDS = 1

export const findPgbench = (): string | null => findProgram('pgbench')

/** A program of PostgreSQL, from the path or Debian's folder; null if there is none. */
export const findProgram = (name: string): string | null => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const places = [name, ...versions.map((version) => join(debian, version, 'bin', name))]
  return places.find((place) => spawnSync(place, ['--version']).status === 0) ?? null
}

/**
 * Runs randomly chosen scripts for some seconds from this many clients. `total` includes the warm-up.
 * @throws if a statement fails
 */
export const postByPgbench = async (
  pgbench: string,
  { connection: { host, port, user, database } }: Pick<Service, 'connection'>,
  scripts: readonly string[],
  { clients, seconds, folder }: { clients: number; seconds: number; folder: string },
): Promise<Sample & { total: number }> => {
  const logs = mkdtempSync(join(folder, 'pgbench-'))
  const server = ['-h', host, '-p', String(port), '-U', user]
  const shape = ['-n', '-M', 'prepared', '-j1', `-c${clients}`, `-T${seconds + WARM_SECONDS}`]
  const log = ['-l', '--log-prefix', join(logs, 'log')]
  const files = scripts.flatMap((script) => ['-f', script])
  try {
    await output(pgbench, [...server, ...shape, ...log, ...files, database], seconds + GRACE_SECONDS)
    const runs = readdirSync(logs).flatMap((name) => runsIn(readFileSync(join(logs, name), 'utf8')))
    return { ...sampleOf(runs), total: runs.length }
  } finally {
    rmSync(logs, { recursive: true, force: true })
  }
}

/** When a run ended, in seconds, and how long it took, in milliseconds. */
type Run = { end: number; took: number }

/** Lines of `client number microseconds script seconds microseconds`. */
const runsIn = (log: string): Run[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, , took, , seconds, microseconds] = line.split(' ').map(Number)
      return { end: (seconds ?? 0) + (microseconds ?? 0) / 1e6, took: (took ?? Number.NaN) / 1e3 }
    })

const sampleOf = (runs: Run[]): Sample => {
  const ends = runs.map(({ end }) => end).sort((left, right) => left - right)
  const from = shareOf(ends, 0) + WARM_SECONDS
  const counted = runs.filter(({ end }) => end > from)
  const times = counted.map(({ took }) => took).sort((left, right) => left - right)
  if (times.some(Number.isNaN)) throw new Error('pgbench reports runs that failed')
  const seconds = shareOf(ends, 1) - from
  return { done: counted.length, rate: counted.length / seconds, p50: shareOf(times, 0.5), p99: shareOf(times, 0.99) }
}
