// The service: opens the database, listens, and closes in reverse order when it is told to stop.
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { drain } from '#http'
import type { ListenerOptions, MailListener } from '#mail-in'
import { removeLeftovers } from '#platform/files'
import { newFreeSpace } from '#platform/free-space'
import { StartupError } from '#platform/startup-error'
import { tellWebhooks } from '#webhooks'
import { BASE_PATH, newApp } from './app.ts'
import { findDemo, makeDemo } from './demo.ts'
import { firstRunCode, isFirstRun } from './first-run.ts'
import { jobRunnerOf, mailErrands } from './jobs.ts'
import { newLogger } from './log.ts'
import { runProgram, SHUTDOWN_MS, stopSignal, unlessStopped } from './stopping.ts'
import { asOperator, openSystem, type System } from './system.ts'
import { type Welcome, welcomeLines } from './welcome.ts'

const run = async (): Promise<void> => {
  const options = readArguments()
  const stopping = stopSignal()
  const logger = newLogger(process.env.LOG_LEVEL || 'info')
  const system = await unlessStopped(
    openSystem('service', (sentence) => logger.warn(sentence)),
    stopping,
  )
  logger.level = system.config.logLevel
  try {
    await serve(system, logger, { ...options, stopping })
  } finally {
    await system.close()
    logger.info('stopped')
  }
}

/** What a first start makes: nothing, a demo company without anything in its books, or one with a year in them. */
type Options = { noDemo: boolean; emptyDemo: boolean }

const readArguments = (): Options => {
  try {
    const option = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ options: { 'no-demo': option, 'empty-demo': option } })
    return { noDemo: values['no-demo'], emptyDemo: values['empty-demo'] }
  } catch {
    const given = process.argv.slice(2).join(' ')
    throw new StartupError(`The only options are --no-demo and --empty-demo, and it was given: ${given}`)
  }
}

const serve = async (
  system: System,
  logger: Logger,
  { noDemo, emptyDemo, stopping }: Options & { stopping: Promise<void> },
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
    listens: true,
  })
  const jobs = await jobRunnerOf(system, logger)
  let deafen = () => {}
  let mails: MailListener | null = null
  try {
    await listen(app, system)
    // Only now: the token of the demo is shown once, so nothing may keep the service from running any more.
    const found = await asOperator(system, findDemo)
    const made = noDemo || found ? null : await asOperator(system, (call) => makeDemo(call, { isEmpty: emptyDemo }))
    const code = (await asOperator(system, isFirstRun)) ? firstRunCode(standing) : null
    welcome(app, system, { found, made, firstRunCode: code })
    mails = await takeMails(system, { logger, clock, mayChange: space.require })
    if (config.runJobs) jobs.start()
    const report = (err: unknown) => logger.warn({ err }, 'Webhooks could not be told')
    deafen = tellWebhooks(database, { standing, clock, report })
    await stopping
  } finally {
    deafen()
    await Promise.all([jobs.stop(), mails?.close(), stop(app, logger)])
  }
}

/** Takes mails with documents, where the settings name a domain for them. */
const takeMails = async (
  { config, database, standing }: System,
  own: Pick<ListenerOptions, 'logger' | 'clock' | 'mayChange'>,
): Promise<MailListener | null> => {
  const { mailInDomain: domain, mailInPort: port, host, redisUrl } = config
  if (domain === undefined) return null
  const { listenForMail } = await import('#mail-in')
  const options = { ...own, database, standing, host, port, domain, redisUrl, errands: mailErrands }
  return await listenForMail(options).catch((cause: unknown) => {
    throw notListening(cause, { port, host, setting: 'MAIL_IN_PORT' })
  })
}

const listen = async (app: FastifyInstance, { config: { port, host } }: System): Promise<void> => {
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening at ${address}` })
  } catch (cause) {
    throw notListening(cause, { port, host, setting: 'PORT' })
  }
}

const notListening = (cause: unknown, where: { port: number; host: string; setting: string }): StartupError => {
  const { port, host, setting } = where
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} on ${host} is taken; set ${setting} to another one.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} on ${host} may not be used by this user; set ${setting}.`)
  return new StartupError(`Listening on ${host}, port ${port}, failed: ${message}.`, { cause })
}

const welcome = (
  app: FastifyInstance,
  { config }: System,
  said: Pick<Welcome, 'made' | 'found' | 'firstRunCode'>,
): void => {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const site = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl
  const isTerminal = process.stdout.isTTY === true
  const lines = welcomeLines({ ...said, site, base: `${site}${BASE_PATH}`, dataDir: config.dataDir, isTerminal })
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

await runProgram(run)
