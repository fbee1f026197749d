// Consent: what a person is asked, what shows later that they were asked just that, and what comes of the answer.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { holdSenders, mayManageIntegrations } from '#identity'
import type { Call } from '#platform/call'
import { happen } from '#platform/event'
import type { AuthorizeRequest } from './authorize.rules.ts'
import { issueCode } from './code.ts'
import { type Tenant, tenantOf } from './connection.ts'
import { type Integration, lockIntegration } from './integration.ts'

/** A request that was judged, and whose it is. */
export type Asked = { integration: Integration; request: AuthorizeRequest }

/** How long a page may stand open before it has to be read again, in milliseconds (one hour). */
const SHOWN_LIFETIME_MS = 60 * 60 * 1000

/** Shows that this person was shown this question now: it stands in the form. */
export const shownNow = (call: Call, personId: string, asked: Asked): string =>
  `${call.now.getTime()}.${signature(call, personId, asked, call.now.getTime()).toString('base64url')}`

/** Whether this person was shown this very question, and not long ago. */
export const wasShown = (call: Call, personId: string, asked: Asked, shown: string): boolean => {
  const [, digits = '', given = ''] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(shown) ?? []
  if (given === '') return false
  const age = call.now.getTime() - Number(digits)
  const same = timingSafeEqual(Buffer.from(given, 'base64url'), signature(call, personId, asked, Number(digits)))
  return same && age >= 0 && age < SHOWN_LIFETIME_MS
}

/** Over all that the person reads, and all that the code will carry. */
const signature = (call: Call, personId: string, { integration, request }: Asked, at: number): Buffer => {
  const { id, name, description, mode } = integration
  const { redirectUri, state, scopes, tenantType, codeChallenge } = request
  const question = [at, personId, id, name, description, mode, redirectUri, state, scopes, tenantType, codeChallenge]
  return createHmac('sha256', call.keyFor('consent')).update(JSON.stringify(question)).digest()
}

/** Lets the integration in and answers the code; null when the person may not manage the tenant's integrations. */
export const grant = async (
  call: Call,
  { integration, request, personId, tenant }: Asked & { personId: string; tenant: Tenant },
): Promise<string | null> => {
  const may = () => mayManageIntegrations(call, personId, tenant)
  if (!(await may())) return null
  // Held, and asked once more: whoever takes the tenant from them at this moment finds this connection.
  await holdSenders(call, tenant)
  if (!(await may())) return null
  // Held, so that an integration that ends at this moment takes this connection with it.
  await lockIntegration(call, integration.id)
  const { scopes, redirectUri, codeChallenge } = request
  const { code, connectionId } = await issueCode(call, {
    integration,
    personId,
    tenant,
    scopes,
    redirectUri,
    codeChallenge,
  })
  happen(
    { ...call, ...tenantOf(tenant) },
    'consent.granted',
    { id: connectionId },
    {
      ...detailOf(integration, request),
      connectionId,
    },
  )
  return code
}

/** Notes that a person has said no; with a tenant only when they chose one of theirs. */
export const refuse = async (
  call: Call,
  { integration, request, personId, tenant }: Asked & { personId: string; tenant: Tenant | null },
): Promise<void> => {
  const own = tenant && (await mayManageIntegrations(call, personId, tenant)) ? tenantOf(tenant) : {}
  happen({ ...call, ...own }, 'consent.refused', null, detailOf(integration, request))
}

const detailOf = ({ id, name }: Integration, { scopes }: AuthorizeRequest) => ({
  integrationId: id,
  integrationName: name,
  scopes,
})
