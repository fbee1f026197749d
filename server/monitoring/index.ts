// Metrics of the service for Prometheus.
export { type Figures, readFigures } from './figures.ts'
export { type Metrics, newMetrics } from './metrics.ts'
export { addMetrics, bringsToken, countAnswers, listenForMetrics, METRICS_PATH } from './serving.ts'
export { openTracing, type Tracing } from './tracing.ts'
