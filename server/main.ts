// The service: opens the database, listens, and closes in reverse order when it is told to stop.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { forgetOldTokens } from '#access'
import { forgetOldLinks } from '#agency'
import { deleteDroppedFiles, uploadFiles } from '#documents'
import { drain, forgetOldAnswers } from '#http'
import { forgetOldVisits } from '#identity'
import { removeLeftovers } from '#platform/files'
import { newFreeSpace } from '#platform/free-space'
import type { MailWorker } from '#platform/mail-worker'
import { StartupError } from '#platform/startup-error'
import { attachmentFiles } from '#sales'
import { BASE_PATH, newApp } from './app.ts'
import { findDemo, makeDemo } from './demo.ts'
import { newLogger } from './log.ts'
import { asOperator, openSystem, type System } from './system.ts'
import { type Welcome, welcomeLines } from './welcome.ts'

/** How long running requests, or a start that is under way, have to finish after a stop signal, in milliseconds. */
const SHUTDOWN_MS = 10_000
/** How often, beside the start, old answers, codes and tokens are forgotten, in milliseconds. */
const CLEANING_MS = 60 * 60 * 1000

const run = async (): Promise<void> => {
  const { noDemo } = readArguments()
  const stopping = stopSignal()
  const logger = newLogger(process.env.LOG_LEVEL || 'info')
  const system = await unlessStopped(
    openSystem('service', (sentence) => logger.warn(sentence)),
    stopping,
  )
  logger.level = system.config.logLevel
  try {
    await serve(system, logger, { noDemo, stopping })
  } finally {
    await system.close()
    logger.info('stopped')
  }
}

const readArguments = (): { noDemo: boolean } => {
  try {
    const { values } = parseArgs({ options: { 'no-demo': { type: 'boolean', default: false } } })
    return { noDemo: values['no-demo'] }
  } catch {
    const given = process.argv.slice(2).join(' ')
    throw new StartupError(`It takes no other option than --no-demo, and was given: ${given}`)
  }
}

/** Ends with the first stop signal. Later ones change nothing: npm passes on what the terminal has sent us already. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  })

/** A start that is told to stop goes on to its end, so that it can be undone in order; but not for long. */
const unlessStopped = <T>(start: Promise<T>, stopping: Promise<void>): Promise<T> => {
  const tooLate = stopping.then(async () => {
    await pause(SHUTDOWN_MS, undefined, { ref: false })
    throw new StartupError('It was told to stop before its database was open.')
  })
  tooLate.catch(() => {})
  return Promise.race([start, tooLate])
}

const serve = async (
  system: System,
  logger: Logger,
  { noDemo, stopping }: { noDemo: boolean; stopping: Promise<void> },
): Promise<void> => {
  const { database, standing, config } = system
  const { apiBrand: mark, publicUrl, trustedProxies, rateLimitPerMinute: perMinute, monthlyQuota, redisUrl } = config
  const limits = { perMinute, monthlyQuota, redisUrl }
  const needsApproval = config.approveIntegrations
  await removeLeftovers(standing.files, new Date())
  const clock = () => new Date()
  const space = newFreeSpace(config.dataDir, config.minFreeSpace)
  const life = { deprecated: config.v1Deprecated, sunset: config.v1Sunset, brownouts: config.v1Brownouts }
  const app = await newApp({
    database,
    standing,
    logger,
    mark,
    publicUrl,
    clock,
    trustedProxies,
    limits,
    needsApproval,
    space,
    life,
  })
  try {
    await listen(app, system)
    // Only now: the token of the demo is shown once, so nothing may keep the service from running any more.
    const found = await asOperator(system, findDemo)
    welcome(app, system, { found, made: noDemo || found ? null : await asOperator(system, makeDemo) })
    void clean(system, logger)
    const cleaning = setInterval(() => void clean(system, logger), CLEANING_MS)
    const mails = await sendMails(system, logger)
    await stopping
    clearInterval(cleaning)
    await mails?.stop()
  } finally {
    await stop(app, logger)
  }
}

/** Forgets what is over, and deletes the files that nothing has any more. */
const clean = async ({ database, standing }: System, logger: Logger): Promise<void> => {
  const now = new Date()
  try {
    await Promise.all([
      forgetOldAnswers(database, now),
      forgetOldTokens({ db: database }, now),
      forgetOldVisits(database, now),
      forgetOldLinks({ db: database }, now),
      ...[attachmentFiles, uploadFiles].map((corner) => deleteDroppedFiles(database, standing, now, corner)),
    ])
  } catch (cause) {
    logger.error({ err: cause }, 'Cleaning failed')
  }
}

/** Without a server that takes mails they stay in the outbox, where the operator reads them. */
const sendMails = async ({ database, standing, config }: System, logger: Logger): Promise<MailWorker | null> => {
  const { smtpUrl, mailFrom: from } = config
  if (smtpUrl === undefined) return null
  const { startMailWorker } = await import('#platform/mail-worker')
  const report = (sentence: string, cause: unknown) => logger.warn({ err: cause }, sentence)
  return startMailWorker({ database, keysFor: standing.keysFor, smtpUrl, from, clock: () => new Date(), report })
}

const listen = async (app: FastifyInstance, { config: { port, host } }: System): Promise<void> => {
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening at ${address}` })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} on ${host} is taken; set PORT to another one.`)
    if (code === 'EACCES') throw new StartupError(`Port ${port} on ${host} may not be used by this user; set PORT.`)
    throw new StartupError(`Listening on ${host}, port ${port}, failed: ${(cause as Error).message}.`, { cause })
  }
}

const welcome = (app: FastifyInstance, { config }: System, demo: Pick<Welcome, 'made' | 'found'>): void => {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const site = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl
  const isTerminal = process.stdout.isTTY === true
  const lines = welcomeLines({ ...demo, site, base: `${site}${BASE_PATH}`, dataDir: config.dataDir, isTerminal })
  console.log(lines.join('\n'))
}

/** Sends everybody elsewhere, takes no new requests, lets running ones finish for a while, then cuts what is left. */
const stop = async (app: FastifyInstance, logger: Logger): Promise<void> => {
  logger.info('stopping')
  const cut = setTimeout(() => {
    logger.warn(`requests that still ran ${SHUTDOWN_MS / 1000} seconds after the stop signal are cut off`)
    app.server.closeAllConnections()
  }, SHUTDOWN_MS)
  await drain(app)
  await app.close()
  clearTimeout(cut)
}

try {
  await run()
  // Statements of requests that were cut off end with the process.
  process.exit(0)
} catch (cause) {
  console.error(cause instanceof StartupError ? `Grundbok did not start. ${cause.message}` : cause)
  process.exit(1)
}
