// Examines an installation for the doctor. Every check has a time limit, and a failure is a result as well.
import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { openToOthers } from '#files/private-folder'
import { type Figures, monitoringService } from '#monitoring'
import type { Database } from '#platform/db'
import { INSTALLATION } from '#platform/job'
import { sql } from '#platform/sql'
import { reasonOf } from '#platform/startup-error'
import type { System } from '#programs/system'
import { processesOf, settings } from '#settings/config'
import { type Facts, unknownSettings } from './doctor.rules.ts'

/** How long other services may take to answer, in milliseconds. */
const PATIENCE_MS = 10_000
const DAY_MS = 24 * 3_600_000
/** The size of the test file. */
const PROBE_BYTES = 64

export const factsOf = async (system: System, env: Readonly<Record<string, string | undefined>>): Promise<Facts> => {
  const { config, database, standing } = system
  const [{ ahead, ...set }, site, files, mail, redis, figures, disk] = await Promise.all([
    databaseFacts(database),
    siteFacts(config.publicUrl),
    filesFacts(system),
    config.smtpUrl === undefined ? null : mailFacts(config.smtpUrl),
    config.redisUrl === undefined ? null : redisFacts(config.redisUrl),
    monitoringService.readFigures(database, {
      now: new Date(),
      backupPlace: standing.backupPlace,
      storage: standing.storage,
    }),
    statfs(config.dataDir),
  ])
  const overdue = [...figures.jobs].sort((one, other) => other.overdueSeconds - one.overdueSeconds)[0]
  const failed = figures.jobs.filter(({ state }) => state === 'failed').reduce((sum, { count }) => sum + count, 0)
  // Errors may have several lines, but are shown in one.
  const failing = figures.jobs.flatMap(({ kind, failing: error }) =>
    error === null ? [] : [{ kind, error: error.replace(/\s+/g, ' ') }],
  )
  const given = Object.keys(env).filter((name) => env[name]?.trim())
  const known = Object.values(settings).map(({ name }) => name)
  return {
    settings: {
      unknown: unknownSettings(given, known),
      poolSize: config.databasePoolSize,
      processes: processesOf(config.workers),
      minFreeMib: config.minFreeSpace,
      minFreePercent: config.minFreeForFiles,
    },
    clock: { databaseAheadSeconds: ahead, siteAheadSeconds: site.ahead },
    disk: {
      freeBytes: disk.bavail * disk.bsize,
      bytes: disk.blocks * disk.bsize,
      freeInodes: disk.ffree,
      inodes: disk.files,
    },
    open: openToOthers(config.dataDir),
    database: set,
    site: site.facts,
    files,
    mail,
    redis,
    verification: figures.verification,
    storage: figures.storage,
    backup: config.backupTo === undefined ? 'not kept' : backupFacts(figures.backup, system.keeping.trouble()),
    jobs: { failed, overdueSeconds: overdue?.overdueSeconds ?? 0, overdueKind: overdue?.kind ?? '', failing },
  }
}

/** The recorded state of the backup; trouble known to this process may not be recorded yet. */
const backupFacts = (noted: Figures['backup'], trouble: string | null): Facts['backup'] => {
  if (trouble === null) return noted ?? 'not begun'
  const nothing = { reachedAgeSeconds: null, baseAgeSeconds: null, checkAgeSeconds: null, faults: 0 }
  return { ...(noted ?? nothing), trouble: noted?.trouble ?? trouble }
}

/** The server's settings, and by how many seconds its clock is ahead of this machine's. */
const databaseFacts = async (database: Database): Promise<Facts['database'] & { ahead: number }> => {
  const before = Date.now()
  const { now, ...set } = await database.one<Facts['database'] & { now: Date }>(sql`
    select clock_timestamp() as now, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit", current_setting('autovacuum') as autovacuum,
      current_setting('server_encoding') as encoding, current_setting('max_connections')::int as "maxConnections",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      coalesce(inet_client_addr() = inet_server_addr(), true) as "isNear"`)
  return { ...set, ahead: (now.getTime() - (before + Date.now()) / 2) / 1000 }
}

/** The error of a failed check, in words; null if it succeeded. */
const troubleOf = (work: () => Promise<unknown>): Promise<string | null> =>
  work().then(
    () => null,
    (cause: unknown) => reasonOf(cause) || 'no reason was given',
  )

const siteFacts = async (url: string): Promise<{ facts: Facts['site']; ahead: number | null }> => {
  const { hostname, protocol } = new URL(url)
  const isPublic = !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const [found, trouble] = await askSite(`${url}/health`, protocol === 'https:').then(
    (answer) => [answer, null] as const,
    (cause: unknown) => [null, reasonOf(cause)] as const,
  )
  const facts = { url, isPublic, trouble, certificateDays: found?.certificateDays ?? null }
  return { facts, ahead: found?.ahead ?? null }
}

/** Requests our own public URL like any client; an invalid certificate is reported as the error. */
const askSite = (url: string, isSafe: boolean): Promise<{ ahead: number | null; certificateDays: number | null }> =>
  new Promise((resolve, reject) => {
    const asked = (isSafe ? requestHttps : requestHttp)(url, { timeout: PATIENCE_MS }, (answer) => {
      answer.resume()
      const date = Date.parse(answer.headers.date ?? '')
      const end = isSafe ? Date.parse((answer.socket as TLSSocket).getPeerCertificate().valid_to) : Number.NaN
      if (answer.statusCode !== 200) return reject(new Error(`it answers ${answer.statusCode} at /health`))
      resolve({
        ahead: Number.isNaN(date) ? null : (date - Date.now()) / 1000,
        certificateDays: Number.isNaN(end) ? null : Math.floor((end - Date.now()) / DAY_MS),
      })
    })
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)))
    asked.on('error', reject)
    asked.end()
  })

/** Stores, reads and deletes a test file, on disk or in the bucket. */
const filesFacts = async ({ config, standing: { files } }: System): Promise<Facts['files']> => {
  const bytes = randomBytes(PROBE_BYTES)
  const digest = createHash('sha256').update(bytes).digest()
  const path = files.newWorkFile()
  const trouble = await troubleOf(async () => {
    await writeFile(path, bytes)
    await files.keep(INSTALLATION, digest, path)
    const kept = await files.fetch(INSTALLATION, digest)
    if (!kept) throw new Error('it was not there afterwards')
    const read = await readFile(kept.path)
    if (!kept.kept) await rm(kept.path, { force: true })
    await files.remove(INSTALLATION, digest)
    if (!read.equals(bytes)) throw new Error('other bytes came back')
  })
  await rm(path, { force: true })
  return { trouble, inBucket: config.s3 !== undefined }
}

/** Connects, greets, encrypts and logs in, without sending anything. */
const mailFacts = async (smtpUrl: string): Promise<Facts['mail']> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  } as Parameters<typeof createTransport>[0])
  const trouble = await troubleOf(() => transport.verify())
  transport.close()
  return { trouble }
}

const redisFacts = async (redisUrl: string): Promise<Facts['redis']> => {
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  const trouble = await troubleOf(async () => {
    await redis.connect()
    await redis.ping()
  })
  redis.disconnect()
  return { trouble }
}
