// What the programs of the service call in monitoring, and no other context.
import { readFigures } from './figures.ts'
import { newMetrics } from './metrics.ts'
import { addMetrics, bringsToken, countAnswers, listenForMetrics, METRICS_PATH } from './serving.ts'
import { openTracing } from './tracing.ts'

export const monitoringService = {
  METRICS_PATH,
  addMetrics,
  bringsToken,
  countAnswers,
  listenForMetrics,
  newMetrics,
  openTracing,
  readFigures,
}
