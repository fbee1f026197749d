// The figures of a program, where the settings want them read: on a port of their own, or beside the API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { listenForMetrics, METRICS_PATH, type Metrics, newMetrics } from '#monitoring'
import { rootFolder, type System } from './system.ts'

/** Null where nobody is to read them: then nothing is loaded, and nothing is counted. */
export const metricsOf = async ({ config, database, standing, keeping }: System): Promise<Metrics | null> => {
  const { metricsPort, metricsToken, dataDir } = config
  if (metricsPort === undefined && metricsToken === undefined) return null
  const { backupPlace } = standing
  const backupTrouble = () => keeping.trouble()
  return newMetrics({
    database,
    dataDir,
    clock: () => new Date(),
    version: versionOfProgram(),
    backupPlace,
    backupTrouble,
    storage: standing.storage,
  })
}

/** Serves them on this port, if METRICS_PORT is set; answers how that ends. */
export const serveMetrics = async (
  metrics: Metrics | null,
  { config }: System,
  logger: Logger,
  port = config.metricsPort ?? 0,
): Promise<() => Promise<void>> => {
  const { metricsPort, metricsHost: host, metricsToken: token } = config
  if (!metrics || metricsPort === undefined) return async () => {}
  const listener = await listenForMetrics(metrics, { port, host, token })
  logger.info(`figures are read at http://${host.includes(':') ? `[${host}]` : host}:${listener.port}${METRICS_PATH}`)
  return listener.close
}

export const versionOfProgram = (): string =>
  JSON.parse(readFileSync(join(rootFolder(), 'package.json'), 'utf8')).version
