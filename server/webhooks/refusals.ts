// Refusals of webhooks.
import { fault, refusal } from '#platform/refusal'

export const webhookRefusals = {
  webhookNotFound: refusal(
    'not-found',
    'webhook.not-found',
    'There is no webhook {id}',
    'Det finns ingen webhook {id}',
  ),
  deliveryNotFound: refusal(
    'not-found',
    'webhook.delivery-not-found',
    'There is no delivery {id}',
    'Det finns ingen leverans {id}',
  ),
  onItsWay: refusal(
    'conflict',
    'webhook.on-its-way',
    'The delivery {id} is still on its way: further attempts are made automatically',
    'Leveransen {id} är fortfarande på väg: fler försök görs av sig själva',
  ),
  notActive: refusal(
    'conflict',
    'webhook.not-active',
    'The webhook {id} is not active: switch it on first',
    'Webhooken {id} är inte aktiv: slå på den först',
  ),
  tooManyWebhooks: refusal(
    'limit-exceeded',
    'webhook.too-many-webhooks',
    'An integration has at most {limit} webhooks in a company',
    'En integration har högst {limit} webhookar i ett företag',
  ),
}

export const webhookFaults = {
  url: fault(
    'webhook.url',
    'must be an address that begins with https://, without a user name and a fragment',
    'ska vara en adress som börjar med https://, utan användarnamn och fragment',
  ),
  urlTooLong: fault('webhook.url-too-long', 'must be at most {limit} characters', 'får ha högst {limit} tecken'),
  privateAddress: fault(
    'webhook.private-address',
    'must lead to a public address; {host} is private to a machine or a network: the operator may name it in WEBHOOK_ADDRESSES',
    'ska leda till en allmän adress; {host} är privat för en maskin eller ett nätverk: den som driver tjänsten kan ange den i WEBHOOK_ADDRESSES',
  ),
  unreadableKind: fault(
    'webhook.unreadable-kind',
    '{kind} needs the scope {scope}',
    '{kind} kräver behörigheten {scope}',
  ),
  notARange: fault('webhook.not-a-range', 'must not be before createdFrom', 'får inte vara före createdFrom'),
}
