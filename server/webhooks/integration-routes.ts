// The endpoints of an integration's webhooks, for its owner.
import { accessContribution, findIntegration } from '#access'
import { Id, named, object, pageOf, pageQuery, personRow, type Row, Type } from '#http'
import { listIntegrationDeliveries, listIntegrationWebhooks } from './of-integration.ts'
import { webhookRefusals as refusals } from './refusals.ts'
import { deliveryFacts, deliveryFactsShown, webhook, webhookShown } from './routes.ts'

const path = '/me/integrations/{integrationId}/webhooks'
const tag = 'Your integrations'

const IntegrationWebhook = named(
  'IntegrationWebhook',
  object({
    ...webhook,
    companyId: Id,
    waitingDeliveries: Type.Integer({ minimum: 0, description: 'Deliveries that are still on their way' }),
  }),
)

const IntegrationDelivery = named('IntegrationWebhookDelivery', object(deliveryFacts))

export const integrationWebhookRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path,
    operationId: 'listIntegrationWebhooks',
    tag,
    summary: 'List the webhooks of your integration',
    description:
      'Those that it has made, in all companies that have let it in, newest first. `query` filters on url, companyId, modifiedDateTime, and going: active, failing (nothing has arrived for a while) or off.',
    query: pageQuery('going==failing'),
    answer: { json: pageOf(IntegrationWebhook) },
    refusals: [accessContribution.refusals.integrationNotFound],
    run: async (call, { params: { integrationId: id = '' }, query }) => {
      await findIntegration(call, { id, ownerId: call.ownToken.session.person.id })
      const page = await listIntegrationWebhooks(call, id, query)
      const items = page.items.map(({ companyId, waiting, ...one }) => ({
        ...webhookShown(one),
        companyId,
        waitingDeliveries: Number(waiting),
      }))
      return { ...page, items }
    },
  }),
  personRow({
    method: 'GET',
    path: `${path}/{webhookId}/deliveries`,
    operationId: 'listIntegrationWebhookDeliveries',
    tag,
    summary: 'List the deliveries of a webhook of your integration',
    description:
      'Newest first, kept for 30 days, without what was in them: that is for the program that got them. `query` filters on state, kind and createdDateTime.',
    query: pageQuery('state==failed'),
    answer: { json: pageOf(IntegrationDelivery) },
    refusals: [accessContribution.refusals.integrationNotFound, refusals.webhookNotFound],
    run: async (call, { params: { integrationId = '', webhookId = '' }, query }) => {
      await findIntegration(call, { id: integrationId, ownerId: call.ownToken.session.person.id })
      const page = await listIntegrationDeliveries(call, { integrationId, webhookId }, query)
      return { ...page, items: page.items.map(deliveryFactsShown) }
    },
  }),
]
