// Issues and ends tokens. The tokens of one authorization are a family: if a refresh token or code is used twice, it
// was copied, and the whole family ends (RFC 6819 §5.2.1.1, RFC 9700 §4.14.2).
import { type Tenant, tenantOf } from '#access/connection'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { forgetOld } from '#privacy/forget'
import { newSecret } from '#secrets/secret'
import { ACCESS_SECONDS } from './access-token.ts'

/** How long an unused refresh token is valid, in milliseconds. */
const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** A call of an authenticated integration. */
export type ClientCall = Call & { client: { id: string; name: string } }

export type Family = { id: string; connectionId: string | null; tenant: Tenant | null }

/** The body of a token response, its fields in the order of the specification. */
export type TokenBody = {
  tenant_id: string
  tenant_type: 'company' | 'agency' | 'general'
  access_token: string
  token_type: 'bearer'
  expires_in: number
  refresh_token?: string
  connection_id?: string
}

export const startFamily = async (
  { db, now, client }: ClientCall,
  { connectionId, tenant, scopes }: Omit<Family, 'id'> & { scopes: readonly string[] },
): Promise<Family> => {
  const id = newId()
  await db.rows(sql`
    insert into access.token_family (id, integration_id, connection_id, scopes, created_at)
    values (${id}, ${client.id}, ${connectionId}, ${[...scopes]}, ${now})`)
  return { id, connectionId, tenant }
}

/**
 * Issues an access token of a family, and a refresh token if it was requested with one or with a code. They cannot be
 * read later.
 */
export const giveTokens = async (
  { db, now }: Call,
  { family, scopes, givenFor }: { family: Family; scopes: readonly string[]; givenFor: string | null },
): Promise<TokenBody> => {
  const { tenant, connectionId } = family
  const accessId = newId()
  const access = newSecret('gbat', accessId)
  const accessEnds = new Date(now.getTime() + ACCESS_SECONDS * 1000)
  await db.rows(sql`
    insert into access.access_token (id, family_id, digest, given_for, scopes, issued_at, expires_at)
    values (${accessId}, ${family.id}, ${access.digest}, ${givenFor}, ${[...scopes]}, ${now}, ${accessEnds})`)
  return {
    tenant_id: tenant?.id ?? '',
    tenant_type: tenant?.type ?? 'general',
    access_token: access.text,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    ...(givenFor ? { refresh_token: await giveRefreshToken({ db, now }, family.id, givenFor) } : {}),
    ...(connectionId ? { connection_id: connectionId } : {}),
  }
}

const giveRefreshToken = async (
  { db, now }: Pick<Call, 'db' | 'now'>,
  familyId: string,
  givenFor: string,
): Promise<string> => {
  const id = newId()
  const { text, digest } = newSecret('gbrt', id)
  const ends = new Date(now.getTime() + REFRESH_LIFETIME_MS)
  await db.rows(sql`
    insert into access.refresh_token (id, family_id, digest, given_for, issued_at, expires_at)
    values (${id}, ${familyId}, ${digest}, ${givenFor}, ${now}, ${ends})`)
  return text
}

/** Ends a family with all its tokens. Only the first end counts, and is recorded in the history. */
export const endFamily = async (
  call: ClientCall,
  family: Family,
  { because, used }: { because: 'replayed' | 'revoked'; used: 'code' | 'refresh token' },
): Promise<void> => {
  const ended = await call.db.rows(sql`
    update access.token_family set ended_at = ${call.now}, ended_because = ${because}
    where id = ${family.id} and ended_at is null returning id`)
  if (ended.length > 0) rememberToken(call, family, `token.${because}`, { used })
}

/** Records an event about a token in its tenant's history. */
export const rememberToken = (
  call: ClientCall,
  { id, connectionId, tenant }: Family,
  kind: Kind,
  detail: Record<string, unknown>,
): void =>
  recordEvent(
    { ...call, ...(tenant ? tenantOf(tenant) : {}) },
    kind,
    { id },
    {
      integrationId: call.client.id,
      ...(connectionId ? { connectionId } : {}),
      familyId: id,
      ...detail,
    },
  )

/** How long a code is kept after its expiry, so that a replay is recognized, in milliseconds. */
const CODE_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** How long other rows are kept after their expiry, in milliseconds. */
const TOKEN_KEPT_MS = 24 * 60 * 60 * 1000

/** Deletes codes and tokens that expired long ago, and families without any. */
export const forgetOldTokens = async ({ db }: Pick<Call, 'db'>, now: Date, signal?: AbortSignal): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const expired = { at: sql`expires_at`, upto: before(TOKEN_KEPT_MS), signal }
  await forgetOld(db, { table: sql`access.access_token`, ...expired })
  await forgetOld(db, { table: sql`access.refresh_token`, ...expired })
  await db.rows(sql`delete from access.authorization_code where expires_at < ${before(CODE_KEPT_MS)}`)
  await db.rows(sql`
    delete from access.token_family f where f.created_at < ${before(TOKEN_KEPT_MS)}
      and not exists (select from access.access_token t where t.family_id = f.id)
      and not exists (select from access.refresh_token r where r.family_id = f.id)
      and not exists (select from access.authorization_code k where k.family_id = f.id)`)
}
