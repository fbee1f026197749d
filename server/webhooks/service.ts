// What the programs of the service call in webhooks, and no other context.

import { lazy } from '#threads/lazy'
import { disableSetBy } from './disabling.ts'
import { deliveries } from './document.ts'
import { queueLaggingWebhooks as sweepWebhooks, tellWebhooks } from './follow.ts'
import { sendLost } from './waiting.ts'

/** Reads documents at addresses that users name; the code for that is loaded at the first one. */
const documentReader = (allowed: readonly string[]) => {
  const reader = lazy(async () => (await import('./sending.ts')).newReader(allowed))
  return async (url: string) => (await reader())(url)
}

export const webhooksService = {
  deliveries,
  documentReader,
  disableSetBy,
  sendLost,
  sweepWebhooks,
  tellWebhooks,
}
