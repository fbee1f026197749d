// Why a webhook is refused.
import { fault, refusal } from '#platform/refusal'

export const webhookRefusals = {
  webhookNotFound: refusal('not-found', 'There is no webhook {id}'),
  deliveryNotFound: refusal('not-found', 'There is no delivery {id}'),
  onItsWay: refusal('conflict', 'The delivery {id} is on its way: it is attempted again by itself'),
  notActive: refusal('conflict', 'The webhook {id} is not active: make it active first'),
  tooManyWebhooks: refusal('limit-exceeded', 'There may be {limit} webhooks of one integration in a company at most'),
}

export const webhookFaults = {
  url: fault('must be an address that begins with https://, without user name and fragment'),
  urlTooLong: fault('must be at most {limit} characters'),
  privateAddress: fault('must lead to a public address; {host} is private to a machine or a network'),
  unreadableKind: fault('{kind} needs the scope {scope}'),
  notARange: fault('must not be before createdFrom'),
}
