// What rows of webhooks name: webhooks, and deliveries that have come to an end.
import { expect } from 'vitest'
import { sql } from '#platform/sql'
import type { Service, TestCompany } from '#support/service'

const URL = 'https://example.com/hooks/grundbok'

/** Makes a webhook of the company. */
export const newWebhook = async (company: Pick<TestCompany, 'post'>): Promise<string> => {
  const { status, text, body } = await company.post('/webhooks', { url: URL })
  expect(status, text).toBe(200)
  return body.id
}

/** Makes a webhook one that an integration has made. */
export const giveWebhook = async (
  { database }: Service,
  { webhookId = '', integrationId = '' }: Readonly<Record<string, string>>,
): Promise<void> => {
  await database.rows(sql`
    update webhooks.subscription set owner_kind = 'integration', owner_id = ${integrationId} where id = ${webhookId}`)
}

/** Makes a delivery that no receiver has accepted. */
export const failedDelivery = async (
  { database }: Service,
  company: Pick<TestCompany, 'post'>,
  webhookId: string,
): Promise<string> => {
  const { status, text, body } = await company.post(`/webhooks/${webhookId}/test`)
  expect(status, text).toBe(200)
  await database.rows(sql`update webhooks.delivery set state = 'failed' where id = ${body.id}`)
  return body.id
}
