// The secrets of integrations, two at a time so that one can be replaced while the other still works; and client
// authentication by HTTP Basic (RFC 6749 §2.3.1).
import { lockIntegration } from '#access/integration'
import { accessRefusals } from '#access/refusals'
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { MAX_SECRETS } from '#rule/limits'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'

export type ClientSecret = { id: string; createdAt: Date; endedAt: Date | null }

/** Creates a secret and returns its text, which cannot be read later. */
export const addSecret = async (
  call: Call,
  { integrationId }: { integrationId: string },
): Promise<{ id: string; secret: string }> => {
  await lockIntegration(call, integrationId)
  const taken = await call.db.rows<{ slot: number }>(
    sql`select slot from access.client_secret where integration_id = ${integrationId} and ended_at is null`,
  )
  const slot = [1, 2].find((one) => !taken.some((other) => other.slot === one))
  if (slot === undefined) throw accessRefusals.tooManySecrets({ limit: MAX_SECRETS })
  const id = newId()
  const { text: secret, digest } = newSecret('gbcs', id)
  await call.db.rows(sql`
    insert into access.client_secret (id, integration_id, slot, digest, created_at)
    values (${id}, ${integrationId}, ${slot}, ${digest}, ${call.now})`)
  recordEvent(call, 'integration.secret-added', { id: integrationId }, { integrationId, secretId: id })
  return { id, secret }
}

/** Revokes a secret: the next request with it is refused. Revoking it twice has no effect. */
export const revokeSecret = async (
  call: Call,
  { integrationId, id }: { integrationId: string; id: string },
): Promise<void> => {
  const found = await call.db.maybe<{ ended_at: Date | null }>(sql`
    select ended_at from access.client_secret where id = ${id} and integration_id = ${integrationId} for update`)
  if (!found) throw accessRefusals.secretNotFound({ id })
  if (found.ended_at) return
  await call.db.rows(sql`update access.client_secret set ended_at = ${call.now} where id = ${id}`)
  recordEvent(call, 'integration.secret-revoked', { id: integrationId }, { integrationId, secretId: id })
}

/** The active secrets of an integration, oldest first, without their texts. */
export const listSecrets = (call: Call, { integrationId }: { integrationId: string }): Promise<ClientSecret[]> =>
  call.db.rows<ClientSecret>(sql`
    select id, created_at as "createdAt", ended_at as "endedAt" from access.client_secret
    where integration_id = ${integrationId} and ended_at is null order by id`)

/** The same for several integrations. */
export const listSecretsOf = (
  call: Call,
  integrations: readonly { id: string }[],
): Promise<(ClientSecret & { integrationId: string })[]> => {
  const ids = integrations.map(({ id }) => id)
  return call.db.rows(sql`
    select integration_id as "integrationId", id, created_at as "createdAt", ended_at as "endedAt"
    from access.client_secret where integration_id = any(${ids}) and ended_at is null order by id`)
}

type Client = { id: string; name: string }

/**
 * The integration that an Authorization header authenticates; null if it is invalid. An unknown secret takes the same
 * statement and comparison as a known one, so that the timing reveals nothing.
 */
export const authenticate = async (db: Db, authorization: string | undefined): Promise<Client | null> => {
  const { user, password } = basicOf(authorization) ?? { user: '', password: '' }
  const parts = readSecret('gbcs', password)
  const found = await db.maybe<{ id: string; name: string; digest: Buffer }>(
    sql`
    select i.id, i.name, s.digest from access.client_secret s join access.integration i on i.id = s.integration_id
    where s.id = ${parts?.id ?? NO_ID} and s.ended_at is null and i.ended_at is null`,
    'find-client-secret',
  )
  const right = sameDigest(parts?.digest ?? NO_DIGEST, found?.digest)
  return found && right && user.toLowerCase() === found.id ? { id: found.id, name: found.name } : null
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
const NO_DIGEST = Buffer.alloc(32)
/** Most characters of credentials that are parsed; ours are much shorter. */
const MAX_CREDENTIALS = 1000

/** User and password of HTTP Basic, both form-encoded before they were joined (RFC 6749 §2.3.1). */
const basicOf = (authorization = ''): { user: string; password: string } | null => {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization.slice(0, MAX_CREDENTIALS))?.[1]
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  try {
    return { user: decoded(text.slice(0, colon)), password: decoded(text.slice(colon + 1)) }
  } catch {
    return null
  }
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
