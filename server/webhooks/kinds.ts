// The jobs of webhooks: following the events of a company, and delivering them.
import { Id, object, Type } from '#http'
import type { JobKind } from '#platform/job'
import { LONGEST_PAUSE_MS } from './subscription.rules.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const Following = object({ companyId: Id, webhookId: Id })

/** Writes the deliveries of a webhook. One queued job is enough: it will see all events so far. */
export const followKind: JobKind<typeof Following> = {
  name: 'webhooks.follow',
  payload: Following,
  pausesMs: [SECOND_MS, 10 * SECOND_MS, MINUTE_MS],
  timeLimitMs: MINUTE_MS,
  atOnce: 8,
  perTenant: 2,
  orderKeyOf: ({ webhookId }) => webhookId,
  isOneEnough: true,
}

/** `resumes`: not all events were processed, so the next ones are looked for after this delivery. */
const Delivering = object({
  companyId: Id,
  webhookId: Id,
  deliveryId: Id,
  resource: Type.String({ minLength: 1, maxLength: 100 }),
  resumes: Type.Optional(Type.Boolean()),
})

/** Deliveries with the same key are sent in order. */
export const deliveryOrder = ({ webhookId, resource }: { webhookId: string; resource: string }): string =>
  `${webhookId} ${resource}`

/** Sends a delivery, in order for each resource. The attempts take three days in all. */
export const deliverKind: JobKind<typeof Delivering> = {
  name: 'webhooks.deliver',
  payload: Delivering,
  pausesMs: [
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    ...[1, 2, 4, 8, 12, 14, 14, 16].map((hours) => hours * HOUR_MS),
  ],
  jitter: 0.1,
  postponedMs: LONGEST_PAUSE_MS,
  timeLimitMs: 20 * SECOND_MS,
  // Fewer than a process's slots, so that hanging receivers do not block other jobs.
  atOnce: 12,
  perTenant: 4,
  orderKeyOf: deliveryOrder,
}
