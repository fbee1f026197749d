// The jobs of webhooks: following the events of a company, and delivering what was found.
import { Id, object, Type } from '#http'
import type { JobKind } from '#platform/job'
import { LONGEST_PAUSE_MS } from './subscription.rules.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const Following = object({ companyId: Id, webhookId: Id })

/** Finds what a webhook is to be told. One that waits already is enough: it will see all that has happened. */
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

/** `resumes`: more has happened than was taken up with it, so that is looked for when it is done. */
const Delivering = object({
  companyId: Id,
  webhookId: Id,
  deliveryId: Id,
  resource: Type.String({ minLength: 1, maxLength: 100 }),
  resumes: Type.Optional(Type.Boolean()),
})

/** What deliveries keep their order by. */
export const deliveryOrder = ({ webhookId, resource }: { webhookId: string; resource: string }): string =>
  `${webhookId} ${resource}`

/** Sends a delivery: those about one resource one after the other. The attempts take three days in all. */
export const deliverKind: JobKind<typeof Delivering> = {
  name: 'webhooks.deliver',
  payload: Delivering,
  pausesMs: [
    ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
    ...[1, 2, 4, 8, 12, 14, 14, 16].map((hours) => hours * HOUR_MS),
  ],
  jitter: 0.1,
  postponedMs: LONGEST_PAUSE_MS,
  timeLimitMs: 20 * SECOND_MS,
  // Fewer than a process has hands: what hangs keeps nothing else from being done.
  atOnce: 12,
  perTenant: 4,
  orderKeyOf: deliveryOrder,
}
