// Authorization codes: the result of a person's consent, valid for five minutes, passed through the browser.
import { connect, type Tenant } from '#access/connection'
import type { Integration } from '#access/integration'
import type { Call } from '#platform/call'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { newSecret } from '#secrets/secret'

/** The lifetime of a code, in milliseconds. */
const CODE_LIFETIME_MS = 5 * 60 * 1000

type NewCode = {
  integration: Pick<Integration, 'id'>
  personId: string
  tenant: Tenant
  /** The granted scopes, already validated by `askedScopes`. */
  scopes: readonly string[]
  redirectUri: string
  /** For S256 (`isChallenge`); null if the client does not use PKCE. */
  codeChallenge: string | null
}

/**
 * Creates a code for a person's consent, and connects the tenant. The caller has checked that the person manages the
 * tenant's integrations, the integration is active, and redirect URI and scopes are its own.
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
