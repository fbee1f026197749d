// The traces of a program, where the settings say where they go.
import { openTracing, type Tracing } from '#monitoring'
import { versionOfProgram } from './metrics.ts'
import type { System } from './system.ts'

/** Null where they go nowhere: then nothing is loaded, and nothing is traced. */
export const tracingOf = async ({ config }: Pick<System, 'config'>): Promise<Tracing | null> => {
  const { traceEndpoint: endpoint, traceHeaders: headers, traceServiceName: name, traceShare: share } = config
  return endpoint === undefined ? null : openTracing({ endpoint, headers, name, share, version: versionOfProgram() })
}
