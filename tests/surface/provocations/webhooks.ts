// How the refusals of webhooks come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'
import { newWebhook } from '#tests/surface/webhook-world'

const URL = 'https://example.com/hook'

const made = (body: Record<string, unknown>, scopes?: readonly string[]): Provocation =>
  over((company) => company.post('/webhooks', body), scopes && { scopes })

const off = async (company: TestCompany): Promise<string> => {
  const id = await newWebhook(company)
  await company.put(`/webhooks/${id}`, { url: URL, isActive: false })
  return id
}

export const ofWebhooks: Record<string, Provocation> = {
  webhookNotFound: over((company) => company.get(`/webhooks/${newId()}`)),
  deliveryNotFound: over(async (company) =>
    company.get(`/webhooks/${await newWebhook(company)}/deliveries/${newId()}`),
  ),
  onItsWay: over(async (company) => {
    const id = await newWebhook(company)
    const { body } = await company.post(`/webhooks/${id}/test`)
    return company.post(`/webhooks/${id}/deliveries/${body.id}/redeliver`)
  }),
  notActive: over(async (company) => company.post(`/webhooks/${await off(company)}/test`)),
  tooManyWebhooks: over(async (company, { database }) => {
    const id = await newWebhook(company)
    await database.rows(sql`
      insert into webhooks.subscription
      select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
      from webhooks.subscription s cross join generate_series(1, 99)
      where s.company_id = ${company.id} and s.id = ${id}`)
    return company.post('/webhooks', { url: URL })
  }),
}

export const ofWebhookFaults: Record<string, Provocation> = {
  url: made({ url: 'http://example.com/hook' }),
  urlTooLong: made({ url: `${URL}/${'x'.repeat(2000)}` }),
  privateAddress: made({ url: 'https://127.0.0.1/hook' }),
  unreadableKind: made({ url: URL, kinds: ['item.created'] }, ['webhooks:write']),
  notARange: over(async (company) =>
    company.post(`/webhooks/${await newWebhook(company)}/redeliver`, {
      createdFrom: '2026-06-02T00:00:00Z',
      createdTo: '2026-06-01T00:00:00Z',
    }),
  ),
}
