// Refusals of webhooks.
import { fault, refusal } from '#platform/refusal'

export const webhookRefusals = {
  webhookNotFound: refusal('not-found', 'There is no webhook {id}'),
  deliveryNotFound: refusal('not-found', 'There is no delivery {id}'),
  onItsWay: refusal('conflict', 'The delivery {id} is still on its way: further attempts are made automatically'),
  notActive: refusal('conflict', 'The webhook {id} is not active: switch it on first'),
  tooManyWebhooks: refusal('limit-exceeded', 'An integration has at most {limit} webhooks in a company'),
}

export const webhookFaults = {
  url: fault('must be an address that begins with https://, without a user name and a fragment'),
  urlTooLong: fault('must be at most {limit} characters'),
  privateAddress: fault(
    'must lead to a public address; {host} is private to a machine or a network: the operator may name it in WEBHOOK_ADDRESSES',
  ),
  unreadableKind: fault('{kind} needs the scope {scope}'),
  notARange: fault('must not be before createdFrom'),
}
