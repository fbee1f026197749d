// The HTTP app of one process, from listening until it is stopped.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { newFreeSpace } from '#files/free-space'
import { httpService } from '#http/service'
import type { Metrics, Tracing } from '#monitoring'
import { StartupError } from '#platform/startup-error'
import { newDoctor } from '#programs/doctor/doctor'
import type { CountTogether } from '#threads/limit'
import { newApp } from './app.ts'
import { SHUTDOWN_MS } from './stopping.ts'
import type { System } from './system.ts'

export type Front = {
  /**
   * Listens from now on, and returns the port.
   * @throws {StartupError} if that fails
   */
  listen(): Promise<number>
  /** Lets running requests finish for a while. */
  stop(): Promise<void>
}

type FrontOptions = {
  logger: Logger
  clock: () => Date
  /** Counts responses; null if metrics are disabled. */
  metrics: Metrics | null
  /** Traces requests; null if tracing is disabled. */
  tracing: Tracing | null
  together?: CountTogether
}

/** The front of this process; with several processes, rate limits are counted together. */
export const openFront = async (
  system: System,
  { logger, clock, metrics, tracing, together }: FrontOptions,
): Promise<Front> => {
  const { database, standing, config } = system
  const { port, host, rateLimitPerMinute: perMinute, monthlyQuota, redisUrl } = config
  const app = await newApp({
    database,
    standing,
    logger,
    mark: config.apiBrand,
    publicUrl: config.publicUrl,
    clock,
    trustedProxies: config.trustedProxies,
    limits: { perMinute, monthlyQuota, redisUrl, together },
    needsApproval: config.approveIntegrations,
    mayRegister: config.clientRegistration,
    space: newFreeSpace(config.dataDir, config.minFreeSpace),
    life: { deprecated: config.v1Deprecated, sunset: config.v1Sunset, brownouts: config.v1Brownouts },
    listens: true,
    ...(tracing ? { tracing } : {}),
    processes: config.workers,
    metrics: metrics && { metrics, token: config.metricsPort === undefined ? (config.metricsToken ?? null) : null },
    ...(config.metricsToken === undefined ? {} : { ready: { token: config.metricsToken, look: newDoctor(system) } }),
  })
  return {
    async listen() {
      try {
        await app.listen({ port, host, listenTextResolver: (address) => `listening at ${address}` })
      } catch (cause) {
        throw notListening(cause, { port, host, setting: 'PORT' })
      }
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    stop: () => stop(app, logger),
  }
}

/** The error for a port that cannot be used, and which setting to change. */
export const notListening = (cause: unknown, where: { port: number; host: string; setting: string }): StartupError => {
  const { port, host, setting } = where
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} on ${host} is taken; set ${setting} to another one.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} on ${host} may not be used by this user; set ${setting}.`)
  return new StartupError(`Listening on ${host}, port ${port}, failed: ${message}.`, { cause })
}

/** Stops accepting requests, lets running ones finish for a while, then cuts the rest. */
const stop = async (app: FastifyInstance, logger: Logger): Promise<void> => {
  logger.info('stopping')
  const cut = setTimeout(() => {
    logger.warn(`requests that still ran ${SHUTDOWN_MS / 1000} seconds after the stop signal are cut off`)
    app.server.closeAllConnections()
  }, SHUTDOWN_MS)
  await httpService.drain(app)
  await app.close()
  clearTimeout(cut)
}
