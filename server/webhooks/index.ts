// Webhooks: external URLs that receive the events of a company.
import type { LookupFunction } from 'node:net'
import { defineJob, type Job } from '#platform/job'
import { lazy } from '#threads/lazy'
import { queueNextDeliveries } from './follow.ts'
import { deliverKind, followKind } from './kinds.ts'
import type { Sender } from './sending.ts'

export { integrationWebhookRows } from './integration-routes.ts'
export { deliverKind } from './kinds.ts'

export { webhookRows } from './routes.ts'

/** The jobs of webhooks; optionally with another sender. The code for sending is loaded at the first delivery. */
export const webhookJobs = (sender?: Sender): readonly Job[] => {
  const deliverer = lazy(async () => (await import('./deliver.ts')).delivererBy(sender))
  return [defineJob(followKind, queueNextDeliveries), defineJob(deliverKind, async (work) => (await deliverer())(work))]
}

/** Sends deliveries: to public addresses and to `allowed` ones, with name servers or another resolver. */
export const newSender = async (allowed: readonly string[], resolve?: LookupFunction): Promise<Sender> =>
  (await import('./sending.ts')).newSender(allowed, resolve)
export { webhooksContribution } from './contribution.ts'
export { webhooksService } from './service.ts'
