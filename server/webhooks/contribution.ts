// What webhooks contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { forgetOldDeliveries } from './delivery.ts'
import { webhookPartyParts } from './party-data.ts'
import { sealedWebhookSecrets } from './subscription.ts'

export const webhooksContribution = {
  forgetOldDeliveries,
  partyParts: webhookPartyParts,
  sealedWebhookSecrets,
}
