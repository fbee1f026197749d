// What the programs of the service call in webhooks, and no other context.
import { disableSetBy } from './disabling.ts'
import { deliveries } from './document.ts'
import { queueLaggingWebhooks as sweepWebhooks, tellWebhooks } from './follow.ts'
import { sendLost } from './waiting.ts'

export const webhooksService = {
  deliveries,
  disableSetBy,
  sendLost,
  sweepWebhooks,
  tellWebhooks,
}
