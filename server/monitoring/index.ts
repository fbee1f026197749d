// Metrics of the service for Prometheus.
export { type Figures, readFigures } from './figures.ts'
export { type Metrics, newMetrics } from './metrics.ts'
export {
  addMetrics,
  bringsToken,
  countAnswers,
  listenForMetrics,
  METRICS_PATH,
  type MetricsListener,
} from './serving.ts'
export { nameOf, openTracing, parentOf, type Tracing, withoutValues } from './tracing.ts'
