// The webhooks that an integration has created in all companies it is connected to, for its owner.
import type { Call } from '#platform/call'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { type Delivery, deliveryList } from './delivery.ts'
import { webhookRefusals as refusals } from './refusals.ts'
import { WEBHOOK_COLUMNS, type Webhook } from './subscription.ts'

/** `waiting`: the number of undelivered deliveries. */
type WebhookInCompany = Webhook & { companyId: string; waiting: bigint }

/** The state of a webhook: working, failing for a while, or switched off. */
const webhookStates = ['active', 'failing', 'off'] as const

/** A page of an integration's webhooks, newest first. */
export const listIntegrationWebhooks = (
  call: Call,
  integrationId: string,
  request: PageRequest,
): Promise<Page<WebhookInCompany>> => {
  const list: List<WebhookInCompany, WebhookInCompany> = {
    name: `webhooks of ${integrationId}`,
    columns: sql`${WEBHOOK_COLUMNS}, s.company_id as "companyId", (
      select count(*) from webhooks.delivery d
      where d.company_id = s.company_id and d.subscription_id = s.id and d.state = 'waiting') as waiting`,
    from: sql`webhooks.subscription s`,
    where: sql`s.owner_kind = 'integration' and s.owner_id = ${integrationId}`,
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        url: { type: 'string', column: sql`s.url` },
        companyId: { type: 'id', column: sql`s.company_id` },
        going: {
          type: { oneOf: webhookStates },
          column: sql`(case when not s.is_active then 'off' when s.failing_since is not null then 'failing'
            else 'active' end)`,
        },
        modifiedDateTime: { type: 'datetime', column: sql`s.changed_at` },
      },
    },
    itemOf: (webhook) => webhook,
  }
  return listPage({ ...call, companyId: integrationId }, list, request)
}

/** A page of the deliveries of one of an integration's webhooks, newest first. */
export const listIntegrationDeliveries = async (
  call: Call,
  { integrationId, webhookId }: { integrationId: string; webhookId: string },
  request: PageRequest,
): Promise<Page<Delivery>> => {
  const webhook = await call.db.maybe<{ companyId: string }>(sql`
    select s.company_id as "companyId" from webhooks.subscription s
    where s.owner_kind = 'integration' and s.owner_id = ${integrationId} and s.id = ${webhookId}`)
  if (!webhook) throw refusals.webhookNotFound({ id: webhookId })
  return listPage({ ...call, ...webhook }, deliveryList({ webhookId, ...webhook }), request)
}
