// The traces of a program, if an endpoint is configured.
import { openTracing, type Tracing } from '#monitoring'
import { versionOfProgram } from './metrics.ts'
import type { System } from './system.ts'

/** Null without an endpoint: then nothing is loaded or traced. */
export const tracingOf = async ({ config }: Pick<System, 'config'>): Promise<Tracing | null> => {
  const { traceEndpoint: endpoint, traceHeaders: headers, traceServiceName: name, traceShare: share } = config
  return endpoint === undefined ? null : openTracing({ endpoint, headers, name, share, version: versionOfProgram() })
}
