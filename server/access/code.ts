// Authorization codes: what a person's consent becomes, for five minutes, on its way through the browser.
import type { Call } from '#platform/call'
import { newId } from '#platform/id'
import { newSecret } from '#platform/secret'
import { sql } from '#platform/sql'
import { connect, type Tenant } from './connection.ts'
import type { Integration } from './integration.ts'

/** How long a code may be exchanged, in milliseconds. */
export const CODE_LIFETIME_MS = 5 * 60 * 1000

export type NewCode = {
  integration: Pick<Integration, 'id'>
  personId: string
  tenant: Tenant
  /** What the person has granted: judged by `askedScopes` before. */
  scopes: readonly string[]
  redirectUri: string
  /** Of S256 (`isChallenge`); null when the client asked without PKCE. */
  codeChallenge: string | null
}

/**
 * Makes a code for what a person has granted, and connects the tenant. The caller has judged everything: the person may
 * manage the tenant's integrations, the integration is live, address and scopes are its own.
 */
export const issueCode = async (
  call: Call,
  { integration, personId, tenant, scopes, redirectUri, codeChallenge }: NewCode,
): Promise<{ code: string; connectionId: string; isNew: boolean }> => {
  const { db, now } = call
  const { id: connectionId, isNew } = await connect(call, { integrationId: integration.id, tenant, scopes, personId })
  const id = newId()
  const { text: code, digest } = newSecret('gbac', id)
  const expires = new Date(now.getTime() + CODE_LIFETIME_MS)
  await db.rows(sql`
    insert into access.authorization_code (
      id, digest, integration_id, connection_id, person_id, scopes, redirect_uri, code_challenge, issued_at,
      expires_at)
    values (${id}, ${digest}, ${integration.id}, ${connectionId}, ${personId}, ${[...scopes]}, ${redirectUri},
      ${codeChallenge}, ${now}, ${expires})`)
  return { code, connectionId, isNew }
}
