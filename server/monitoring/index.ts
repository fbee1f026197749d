// Metrics of the service for Prometheus.
export type { Figures } from './figures.ts'
export type { Metrics } from './metrics.ts'
export { monitoringService } from './service.ts'
export type { Tracing } from './tracing.ts'
