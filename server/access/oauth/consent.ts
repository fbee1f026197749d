// Consent: the question to a person, the proof that exactly this question was shown, and the result of the answer.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Tenant, tenantOf } from '#access/connection'
import { type Integration, lockIntegration } from '#access/integration'
import { lockInviterRights, mayManageIntegrations } from '#identity'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { AuthorizeRequest } from './authorize.rules.ts'
import { issueCode } from './code.ts'

/** A valid request, and its integration. */
export type Asked = { integration: Integration; request: AuthorizeRequest }

/** How long the page may stay open before it must be reloaded, in milliseconds (one hour). */
const SHOWN_LIFETIME_MS = 60 * 60 * 1000

/** A proof for the form that this person was shown this question now. */
export const proofOfShown = (call: Call, personId: string, asked: Asked): string =>
  `${call.now.getTime()}.${signature(call, personId, asked, call.now.getTime()).toString('base64url')}`

/** Whether this person was shown exactly this question, recently enough. */
export const isProofOfShown = (call: Call, personId: string, asked: Asked, shown: string): boolean => {
  const [, digits = '', given = ''] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(shown) ?? []
  if (given === '') return false
  const age = call.now.getTime() - Number(digits)
  const same = timingSafeEqual(Buffer.from(given, 'base64url'), signature(call, personId, asked, Number(digits)))
  return same && age >= 0 && age < SHOWN_LIFETIME_MS
}

/** Covers everything that the person reads, and everything that the code will grant. */
const signature = (call: Call, personId: string, { integration, request }: Asked, at: number): Buffer => {
  const { id, name, description, mode, registeredBy } = integration
  const { redirectUri, state, scopes, tenantType, codeChallenge } = request
  const question = [
    at,
    personId,
    id,
    name,
    description,
    mode,
    registeredBy,
    redirectUri,
    state,
    scopes,
    tenantType,
    codeChallenge,
  ]
  return createHmac('sha256', call.keyFor('consent')).update(JSON.stringify(question)).digest()
}

/** Connects the integration and returns the code; null if the person does not manage the tenant's integrations. */
export const grant = async (
  call: Call,
  { integration, request, personId, tenant }: Asked & { personId: string; tenant: Tenant },
): Promise<string | null> => {
  const may = () => mayManageIntegrations(call, personId, tenant)
  if (!(await may())) return null
  // Locked and checked again: a concurrent transaction that ends the person's rights then sees this connection.
  await lockInviterRights(call, tenant)
  if (!(await may())) return null
  // Locked, so that a concurrent end of the integration also ends this connection.
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
  recordEvent(
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

/** Records that a person has refused; with the tenant only if one of theirs was selected. */
export const refuse = async (
  call: Call,
  { integration, request, personId, tenant }: Asked & { personId: string; tenant: Tenant | null },
): Promise<void> => {
  const own = tenant && (await mayManageIntegrations(call, personId, tenant)) ? tenantOf(tenant) : {}
  recordEvent({ ...call, ...own }, 'consent.refused', null, detailOf(integration, request))
}

const detailOf = ({ id, name }: Integration, { scopes }: AuthorizeRequest) => ({
  integrationId: id,
  integrationName: name,
  scopes,
})
