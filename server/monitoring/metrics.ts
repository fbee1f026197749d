// Metrics for Prometheus. Events are counted as they occur, which takes a microsecond per request; states are read when
// metrics are requested. Labels never contain a company, a person or a client's address.
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Gauge, Registry } from 'prom-client'
import type { Database } from '#platform/db'
import { waitingForBatches } from '#threads/batching'
import type { Measures } from '#threads/measures'
import { type Figures, readFigures } from './figures.ts'

type MetricsOptions = {
  database: Database
  clock: () => Date
  /** The folder whose disk is measured. */
  dataDir: string
  /** Of this program. */
  version: string
  /** The configured place of backups; null if there is none. */
  backupPlace: string | null
  /** How much a company may keep in files, in bytes; anything when left out. */
  storage?: { perCompany: number } | undefined
  /** What this process knows of the trouble with it; nothing when left out. */
  backupTrouble?: () => string | null
}

/** Figures that only the app has: waiting requests, and open connections. */
type AppFigures = () => Promise<{ listeners: number; connections: number }>

export type Metrics = {
  measures: Measures
  /** Includes an app's figures. */
  lookAt(app: AppFigures): void
  /** All metrics in Prometheus's text format. */
  text(): Promise<string>
  contentType: string
  close(): void
}

/** Buckets of the histograms, in seconds: for requests, for news, and for jobs, which take longer. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const NEWS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]
/** Sampling interval of the event loop's delay, in milliseconds. */
const LOOP_RESOLUTION_MS = 20
const NS_IN_SECOND = 1e9
const LOOP_QUANTILES = [0.5, 0.99, 1] as const
/** How long the database may take before the rest is returned without it, in milliseconds. */
const DATABASE_MS = 5000

/** Every gauge that is set on reading: its name, description and labels. */
const gaugeRows = {
  build: ['grundbok_build_info', 'Always 1; what runs here', ['version', 'node_version']],
  connections: ['grundbok_http_connections', 'Connections of callers that are open', []],
  poolSize: ['grundbok_database_pool_size', 'Most connections that a pool has', ['pool']],
  pool: ['grundbok_database_pool_connections', 'Connections of a pool that are open', ['pool', 'state']],
  poolWaiting: ['grundbok_database_pool_waiting', 'Who waits for a connection of a pool', ['pool']],
  reachable: ['grundbok_database_up', 'Whether the database answered when this was read', []],
  gathered: ['grundbok_gathered_waiting', 'Requests that wait to be done together', ['what']],
  jobs: ['grundbok_jobs', 'Jobs that are not done', ['kind', 'state']],
  overdue: ['grundbok_job_overdue_seconds', 'How long the job that waits longest has been due', ['kind']],
  failing: ['grundbok_job_failing', '1 for a scheduled job that has failed at several attempts in a row', ['kind']],
  mails: ['grundbok_mails', 'Mails of the last week', ['state']],
  deliveries: ['grundbok_webhook_deliveries_waiting', 'Deliveries of webhooks that are not through', []],
  oldest: ['grundbok_webhook_oldest_seconds', 'Age of the oldest of them', []],
  listeners: ['grundbok_feed_listeners', 'Requests and streams that wait for events', []],
  heard: ['grundbok_notices_heard', 'Whether notices of other processes arrive', []],
  verified: ['grundbok_verification_age_seconds', 'How long ago the last verification ended', []],
  faults: ['grundbok_verification_faults', 'What the last verification found; -1: it broke off', []],
  kept: ['grundbok_backup_age_seconds', 'How long ago everything was in the backup, as noted every five minutes', []],
  base: ['grundbok_backup_base_age_seconds', 'How long ago the last base of the backup was made', []],
  unsound: ['grundbok_backup_faults', 'What the last check of a base found', []],
  stuck: ['grundbok_backup_stuck', '1 while the backup does not go on', []],
  stored: ['grundbok_storage_bytes', 'What companies keep in files', []],
  full: ['grundbok_storage_companies', 'Companies with little room left for files', ['level']],
  loop: ['grundbok_event_loop_delay_seconds', 'How late the event loop came since this was last read', ['quantile']],
  free: ['grundbok_disk_free_bytes', 'Free on the disk of the data folder', []],
  disk: ['grundbok_disk_size_bytes', 'Size of the disk of the data folder', []],
  resident: ['process_resident_memory_bytes', 'Memory of the process', []],
  heap: ['nodejs_heap_size_used_bytes', 'Memory of its objects', []],
  started: ['process_start_time_seconds', 'When the process started, in seconds since 1970', []],
} as const satisfies Record<string, readonly [name: string, help: string, labels: readonly string[]]>

type Gauges = Record<keyof typeof gaugeRows, Gauge<string>>

const setBackup = (gauges: Gauges, backup: Figures['backup']): void => {
  if (backup === null) return
  if (backup.reachedAgeSeconds !== null) gauges.kept.set(backup.reachedAgeSeconds)
  if (backup.baseAgeSeconds !== null) gauges.base.set(backup.baseAgeSeconds)
  if (backup.checkAgeSeconds !== null) gauges.unsound.set(backup.faults)
  gauges.stuck.set(backup.trouble === null ? 0 : 1)
}

/** The package is only loaded if metrics are enabled. */
export const newMetrics = async (options: MetricsOptions): Promise<Metrics> => {
  const prom = await import('prom-client')
  const registry = new prom.Registry()
  const gauges = Object.fromEntries(
    Object.entries(gaugeRows).map(([key, [name, help, labelNames]]) => [
      key,
      new prom.Gauge({ name, help, labelNames, registers: [registry] }),
    ]),
  ) as Gauges
  gauges.build.set({ version: options.version, node_version: process.version }, 1)
  gauges.started.set(Math.round(Date.now() / 1000 - process.uptime()))
  const processor = new prom.Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time that the process has used',
    registers: [registry],
  })
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  let used = 0
  let lookAtApp: AppFigures = async () => ({ listeners: 0, connections: 0 })
  const look = async (): Promise<void> => {
    const { user, system } = process.cpuUsage()
    processor.inc((user + system) / 1e6 - used)
    used = (user + system) / 1e6
    for (const quantile of LOOP_QUANTILES) {
      const late = loop.percentile(quantile * 100) / NS_IN_SECOND - LOOP_RESOLUTION_MS / 1000
      gauges.loop.set({ quantile }, Math.max(0, Number.isFinite(late) ? late : 0))
    }
    loop.reset()
    const { listeners, connections } = await lookAtApp()
    gauges.listeners.set(listeners)
    gauges.connections.set(connections)
    await lookAround(gauges, options)
  }
  return {
    measures: measuresIn(prom, registry),
    lookAt(app) {
      lookAtApp = app
    },
    async text() {
      await look()
      return registry.metrics()
    },
    contentType: registry.contentType,
    close: () => void loop.disable(),
  }
}

/** Counters that are updated as events occur. */
const measuresIn = (prom: typeof import('prom-client'), registry: Registry): Measures => {
  const registers = [registry]
  const requests = new prom.Counter({
    name: 'grundbok_http_requests_total',
    help: 'Requests that were answered, by the pattern of their address',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new prom.Histogram({
    name: 'grundbok_http_request_duration_seconds',
    help: 'How long requests took, without those that waited for news',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const attempts = new prom.Counter({
    name: 'grundbok_job_attempts_total',
    help: 'Attempts at jobs that have ended',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const jobDurations = new prom.Histogram({
    name: 'grundbok_job_duration_seconds',
    help: 'How long attempts at jobs took',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers,
  })
  const news = new prom.Histogram({
    name: 'grundbok_feed_delay_seconds',
    help: 'From when an event was heard of here to when a waiting reader had read it',
    buckets: NEWS_SECONDS,
    registers,
  })
  return {
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      if (seconds !== null) durations.observe({ method, route }, seconds)
    },
    attempted({ kind, outcome, seconds }) {
      attempts.inc({ kind, outcome })
      jobDurations.observe({ kind }, seconds)
    },
    caughtUp: (seconds) => news.observe(seconds),
  }
}

/** Sets the gauges of the process, its disk and its database. */
const lookAround = async (gauges: Gauges, options: MetricsOptions): Promise<void> => {
  const { database, dataDir } = options
  const { rss, heapUsed } = process.memoryUsage()
  gauges.resident.set(rss)
  gauges.heap.set(heapUsed)
  gauges.heard.set(database.notices.areHeard() ? 1 : 0)
  for (const { name: pool, size, inUse, idle, waiting } of database.pools()) {
    gauges.poolSize.set({ pool }, size)
    gauges.pool.set({ pool, state: 'in-use' }, inUse)
    gauges.pool.set({ pool, state: 'idle' }, idle)
    gauges.poolWaiting.set({ pool }, waiting)
  }
  for (const [what, count] of waitingForBatches()) gauges.gathered.set({ what }, count)
  const { bavail, blocks, bsize } = await statfs(dataDir)
  gauges.free.set(bavail * bsize)
  gauges.disk.set(blocks * bsize)
  // Earlier values must not be reported as current.
  for (const key of databaseGauges) {
    gauges[key].reset()
    // A gauge without labels would be reported as 0.
    if (gaugeRows[key][2].length === 0) gauges[key].remove()
  }
  const figures = await figuresIn(DATABASE_MS, options)
  gauges.reachable.set(figures === null ? 0 : 1)
  if (figures !== null) setFigures(gauges, figures)
  // If the database does not answer, the trouble could not be recorded there.
  if (options.backupTrouble?.()) gauges.stuck.set(1)
}

/** Gauges whose values come from the database. */
const databaseGauges = [
  ...(['jobs', 'overdue', 'failing', 'mails', 'deliveries', 'oldest'] as const),
  ...(['verified', 'faults', 'kept', 'base', 'unsound', 'stuck', 'stored', 'full'] as const),
]

/** Uses the connections of look-ups, which are available even when requests use all others. */
const figuresIn = async (
  withinMs: number,
  { database: { lookUps }, clock, backupPlace, storage }: MetricsOptions,
): Promise<Figures | null> => {
  const tooLate = new AbortController()
  const late = pause(withinMs, null, { signal: tooLate.signal }).catch(() => null)
  const figures = await Promise.race([
    readFigures(lookUps, { now: clock(), backupPlace, storage }).catch(() => null),
    late,
  ])
  tooLate.abort()
  return figures
}

const setFigures = (gauges: Gauges, { jobs, mails, webhooks, verification, backup, storage }: Figures): void => {
  for (const { kind, state, count } of jobs) gauges.jobs.set({ kind, state }, count)
  for (const kind of new Set(jobs.map((one) => one.kind))) {
    const own = jobs.filter((one) => one.kind === kind)
    gauges.overdue.set({ kind }, Math.max(...own.map(({ overdueSeconds }) => overdueSeconds)))
    gauges.failing.set({ kind }, own.some(({ failing }) => failing !== null) ? 1 : 0)
  }
  for (const { state, count } of mails) gauges.mails.set({ state }, count)
  gauges.stored.set(storage.bytes)
  for (const level of ['nearlyFull', 'almostFull'] as const) gauges.full.set({ level }, storage[level])
  gauges.deliveries.set(webhooks.waiting)
  gauges.oldest.set(webhooks.oldestSeconds)
  setBackup(gauges, backup)
  if (verification === null) return
  gauges.verified.set(verification.ageSeconds)
  gauges.faults.set(verification.state === 'failed' ? -1 : verification.faults)
}
