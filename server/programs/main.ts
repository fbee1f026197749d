// The service: opens the database, listens, and closes in reverse order when stopped. With WORKERS it is also each of
// the processes that answer requests, and their supervisor.
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import type { Keeper } from '#backup'
import { findDemo, makeDemo } from '#demo/demo'
import { newFreeSpace } from '#files/free-space'
import { keepAddress } from '#files/last-address'
import type { ListenerOptions, MailListener } from '#mail-in'
import type { Metrics } from '#monitoring'
import { notifyOtherProcesses } from '#platform/event-notifications'
import { removeLeftovers } from '#platform/files'
import { NeedsCorrection } from '#platform/startup-error'
import { missingWords } from '#programs/doctor/missing-files'
import { webhooksService } from '#webhooks'
import { BASE_PATH } from './app.ts'
import { addToBackup, keepBackup } from './backup-keeper.ts'
import { firstRunCode, isFirstRun } from './first-run.ts'
import { notListening, openFront } from './front.ts'
import { jobRunnerOf } from './jobs.ts'
import { newLogger } from './log.ts'
import { mailCallbacks } from './mail-callbacks.ts'
import { metricsOf, serveMetrics, tracingOf } from './metrics.ts'
import { warnOfNode } from './node-version.ts'
import { deleteUnreferencedFiles } from './restored-files.ts'
import { type Manager, managerOf } from './service-manager.ts'
import { openSideBySide, placeOfWorker } from './side-by-side.ts'
import { countByPrimary, tellFailure } from './side-by-side-words.ts'
import { runProgram, stopSignal, unlessStopped } from './stopping.ts'
import { asOperator, openSystem, type System } from './system.ts'
import { type Welcome, welcomeLines } from './welcome.ts'

const run = async (): Promise<void> => {
  const options = readArguments()
  const stopping = stopSignal()
  const logger = newLogger(process.env.LOG_LEVEL || 'info')
  const system = await unlessStopped(
    openSystem('service', (sentence) => logger.warn(sentence), { sharesPool: true }),
    stopping,
  )
  logger.level = system.config.logLevel
  warnOfNode(logger)
  try {
    await serve(system, logger, { ...options, stopping })
  } finally {
    await system.close()
    logger.info('stopped')
  }
}

/** The options for a first start: create no demo company, an empty one, or one with a year. */
type Options = { noDemo: boolean; emptyDemo: boolean }

const readArguments = (): Options => {
  try {
    const option = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ options: { 'no-demo': option, 'empty-demo': option } })
    return { noDemo: values['no-demo'], emptyDemo: values['empty-demo'] }
  } catch {
    const given = process.argv.slice(2).join(' ')
    throw new NeedsCorrection(`The only options are --no-demo and --empty-demo, but it was given: ${given}`)
  }
}

const serve = async (
  system: System,
  logger: Logger,
  { noDemo, emptyDemo, stopping }: Options & { stopping: Promise<void> },
): Promise<void> => {
  const { database, standing, config } = system
  const { workers } = config
  await removeLeftovers(standing.files, new Date())
  await tidyRestored(system, logger)
  const clock = () => new Date()
  const own = { logger, clock }
  const metrics = await metricsOf(system)
  const tracing = await tracingOf(system)
  const front =
    workers === 1
      ? await openFront(system, { ...own, metrics, tracing })
      : openSideBySide({ ...own, workers, stopping })
  const jobs = await jobRunnerOf(system, logger, { metrics, tracing })
  const manager = managerFor(system, logger)
  // The app of a single process sends notifications itself. With several processes, this one has no app.
  const giveUpTelling = workers === 1 ? () => {} : notifyOtherProcesses(database)
  let deafen = () => {}
  let mails: MailListener | null = null
  let unread = async () => {}
  let backup: Keeper | null = null
  try {
    const port = await front.listen()
    unread = await readMetrics(metrics, system, logger)
    // Only now, because the demo's token is shown once, so nothing later may prevent the start.
    const found = await asOperator(system, findDemo)
    const made = noDemo || found ? null : await asOperator(system, (call) => makeDemo(call, { isEmpty: emptyDemo }))
    const code = (await asOperator(system, isFirstRun)) ? firstRunCode(standing) : null
    welcome(port, system, { found, made, firstRunCode: code })
    const space = newFreeSpace(config.dataDir, config.minFreeSpace)
    mails = await takeMails(system, { ...own, mayChange: space.require })
    if (config.runJobs) jobs.start()
    backup = config.runJobs ? keepBackup(system, logger) : addToBackup(system, logger)
    deafen = webhooksService.tellWebhooks(database, { standing, clock, report: webhooksUntold(logger) })
    await manager.ready()
    await stopping
  } finally {
    deafen()
    await Promise.all([manager.stopping(), jobs.stop(), mails?.close(), front.stop()])
    giveUpTelling()
    // Includes everything that was answered before.
    await backup?.stop()
    await unread()
    metrics?.close()
    await tracing?.close()
  }
}

/** Runs before any file is read or backed up. After a failure, the next start tries again. */
const tidyRestored = async (system: System, logger: Logger): Promise<void> => {
  try {
    const count = await deleteUnreferencedFiles(system, (missing) =>
      logger.error({ missing: missingWords(missing) }, 'Files that the restored books reference are missing'),
    )
    if (count > 0) logger.info({ count }, 'Files from a restore that the books do not reference were deleted')
  } catch (err) {
    logger.warn({ err }, 'The files of a restore could not be checked')
  }
}

/** Notifications to systemd. The process counts as alive by the same check as at /health. */
const managerFor = ({ database }: System, logger: Logger): Manager =>
  managerOf({
    env: process.env,
    isAlive: () => !database.isStuck(),
    report: (err) => logger.warn({ err }, 'systemd could not be notified'),
  })

/** Answers requests as one of several processes, under a supervisor. */
const answer = async (stopping: Promise<void>): Promise<void> => {
  const logger = newLogger(process.env.LOG_LEVEL || 'info').child({ process: process.pid })
  const report = (sentence: string) => logger.warn(sentence)
  const system = await unlessStopped(openSystem('command', report, { sharesPool: true }), stopping)
  const { config, database, standing } = system
  logger.level = config.logLevel
  const clock = () => new Date()
  try {
    const metrics = await metricsOf(system)
    const tracing = await tracingOf(system)
    const front = await openFront(system, { logger, clock, metrics, tracing, together: countByPrimary(report) })
    let deafen = () => {}
    let unread = async () => {}
    try {
      await front.listen()
      unread = await readMetrics(metrics, system, logger, placeOfWorker())
      deafen = webhooksService.tellWebhooks(database, { standing, clock, report: webhooksUntold(logger) })
      await stopping
    } finally {
      deafen()
      await front.stop()
      await unread()
      metrics?.close()
      await tracing?.close()
    }
  } finally {
    await system.close()
  }
}

/** Serves metrics; each process behind a supervisor uses a separate port, counted from the supervisor's. */
const readMetrics = async (
  metrics: Metrics | null,
  system: System,
  logger: Logger,
  place = 0,
): Promise<() => Promise<void>> => {
  const { metricsPort = 0, metricsHost: host } = system.config
  const port = metricsPort === 0 ? 0 : metricsPort + place
  return serveMetrics(metrics, system, logger, port).catch((cause: unknown) => {
    throw notListening(cause, { port, host, setting: 'METRICS_PORT' })
  })
}

const webhooksUntold = (logger: Logger) => (err: unknown) => logger.warn({ err }, 'Webhooks could not be queued')

/** Receives documents by mail, if a domain for them is configured. */
const takeMails = async (
  { config, database, standing }: System,
  own: Pick<ListenerOptions, 'logger' | 'clock' | 'mayChange'>,
): Promise<MailListener | null> => {
  const { mailInDomain: domain, mailInPort: port, host, redisUrl } = config
  if (domain === undefined) return null
  const { listenForMail } = await import('#mail-in')
  const options = { ...own, database, standing, host, port, domain, redisUrl, callbacks: mailCallbacks }
  return await listenForMail(options).catch((cause: unknown) => {
    throw notListening(cause, { port, host, setting: 'MAIL_IN_PORT' })
  })
}

const welcome = (port: number, { config }: System, said: Pick<Welcome, 'made' | 'found' | 'firstRunCode'>): void => {
  const site = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl
  keepAddress(config.dataDir, site)
  const isTerminal = process.stdout.isTTY === true
  const lines = welcomeLines({ ...said, site, base: `${site}${BASE_PATH}`, dataDir: config.dataDir, isTerminal })
  console.log(lines.join('\n'))
}

/** Worker processes report a failed start to their supervisor. */
await (cluster.isWorker ? runProgram(() => answer(stopSignal()), tellFailure) : runProgram(run))
