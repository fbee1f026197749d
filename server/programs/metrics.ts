// The metrics of a program, if enabled: on a separate port, or beside the API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Metrics, monitoringService, type Tracing } from '#monitoring'
import { rootFolder, type System } from './system.ts'

/** Null if metrics are disabled: then nothing is loaded or counted. */
export const metricsOf = async ({ config, database, standing, keeping }: System): Promise<Metrics | null> => {
  const { metricsPort, metricsToken, dataDir } = config
  if (metricsPort === undefined && metricsToken === undefined) return null
  const { backupPlace } = standing
  const backupTrouble = () => keeping.trouble()
  return monitoringService.newMetrics({
    database,
    dataDir,
    clock: () => new Date(),
    version: versionOfProgram(),
    backupPlace,
    backupTrouble,
    storage: standing.storage,
  })
}

/** Serves them on METRICS_PORT, if it is set; returns a function that stops this. */
export const serveMetrics = async (
  metrics: Metrics | null,
  { config }: System,
  logger: Logger,
  port = config.metricsPort ?? 0,
): Promise<() => Promise<void>> => {
  const { metricsPort, metricsHost: host, metricsToken: token } = config
  if (!metrics || metricsPort === undefined) return async () => {}
  const listener = await monitoringService.listenForMetrics(metrics, { port, host, token })
  logger.info(
    `metrics are served at http://${host.includes(':') ? `[${host}]` : host}:${listener.port}` +
      monitoringService.METRICS_PATH,
  )
  return listener.close
}

const versionOfProgram = (): string => JSON.parse(readFileSync(join(rootFolder(), 'package.json'), 'utf8')).version

/** Null without an endpoint: then nothing is loaded or traced. */
export const tracingOf = async ({ config }: Pick<System, 'config'>): Promise<Tracing | null> => {
  const { traceEndpoint: endpoint, traceHeaders: headers, traceServiceName: name, traceShare: share } = config
  return endpoint === undefined
    ? null
    : monitoringService.openTracing({ endpoint, headers, name, share, version: versionOfProgram() })
}
