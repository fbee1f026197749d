// Reads access tokens, with everything that their validity depends on, in one statement.
import { machineScopesOf } from '#access/integration'
import { type Permitted, stillGranted } from '#access/scope.rules'
import type { Db } from '#platform/db'
import { type Sql, sql } from '#platform/sql'
import { sameDigest } from '#secrets/secret'

/** The current rights of an access token's holder. */
export type AccessBearer = {
  integrationId: string
  integrationName: string
  connectionId: string | null
  tenantType: 'company' | 'agency' | 'general'
  tenantId: string | null
  scopes: Set<string>
  tokenId: string
}

/** The lifetime of an access token, in seconds. */
export const ACCESS_SECONDS = 3600
/** Most difference between the clocks of two processes of an installation, in milliseconds. */
export const CLOCK_SKEW_MS = 5_000
export type TokenRow = {
  id: string
  digest: Buffer
  scopes: string[]
  issued_at: Date
  expires_at: Date
  alive: boolean
  family_id: string
  integration_id: string
  integration_name: string
  registered_scopes: string[]
  elevated_scopes: string[]
  machine_scopes: string[]
  connection_id: string | null
  company_id: string | null
  agency_id: string | null
  connection_scopes: string[] | null
}

/**
 * Finds a token by id with everything that it depends on: a statement to be combined with others. `offset 0` keeps each
 * subquery a single index probe, for any table sizes.
 */
export const accessTokenById = (id: Sql): Sql => sql`
  select t.id, t.digest, t.scopes, t.issued_at, t.expires_at, t.family_id, f.integration_id,
    i.name as integration_name, i.scopes as registered_scopes, i.elevated_scopes, i.machine_scopes, f.connection_id,
    c.company_id, c.agency_id, c.scopes as connection_scopes,
    num_nonnulls(t.ended_at, f.ended_at, i.ended_at, c.ended_at) = 0 as alive
  from access.access_token t
  cross join lateral (
    select f.integration_id, f.connection_id, f.ended_at from access.token_family f
    where f.id = t.family_id offset 0
  ) f
  cross join lateral (
    select i.name, i.scopes, i.elevated_scopes, ${machineScopesOf(sql`i`)} as machine_scopes, i.ended_at
    from access.integration i where i.id = f.integration_id offset 0
  ) i
  left join lateral (
    select c.company_id, c.agency_id, c.scopes, c.ended_at from access.connection c
    where c.id = f.connection_id offset 0
  ) c on true
  where t.id = ${id}`

/** The relation of a token's integration to an agency: `scopes` is null if it is not connected now. */
export type AgencyStanding = { scopes: readonly string[] | null; wasConnected: boolean }

/**
 * The relation of the integration of `token`, a row of {@link accessTokenById}, to an agency: the scopes that tokens of
 * this kind have there, by consent or as a machine, and whether it was ever connected; always one row.
 */
export const agencyStandingOf = (token: Sql, agencyId: Sql): Sql => sql`
  select (
      select case when ${token}.connection_id is null then c.machine_scopes else c.scopes end
      from access.connection c
      where c.integration_id = ${token}.integration_id and c.agency_id = ${agencyId} and c.ended_at is null
    ) as agency_scopes,
    exists (
      select from access.connection c
      where c.integration_id = ${token}.integration_id and c.agency_id = ${agencyId} and c.ended_at is not null
    ) as was_connected`

/** The current rights for the secret of this token; null if the secret is wrong, or the token has ended. */
export const accessBearerOf = (row: TokenRow | null, digest: Buffer, now: Date): AccessBearer | null => {
  // Compared for unknown tokens too, so that the timing reveals nothing.
  const right = sameDigest(digest, row?.digest)
  return row && right ? bearerOf(row, now) : null
}

type Dated = Pick<TokenRow, 'id' | 'issued_at' | 'expires_at'>

/**
 * A token with a future date was issued before a clock was turned back: it is dated as if issued now, so that it does
 * not last longer.
 */
export const dateAnew = async (db: Db, { id, issued_at: issued, expires_at: expires }: Dated, now: Date) => {
  if (issued.getTime() <= now.getTime() + CLOCK_SKEW_MS) return
  const lifetime = expires.getTime() - issued.getTime()
  await db.rows(sql`
    update access.access_token set issued_at = ${now}, expires_at = ${new Date(now.getTime() + lifetime)}
    where id = ${id} and issued_at = ${issued}`)
}

/** The current rights of a token; null if it has ended. */
export const bearerOf = (row: TokenRow, now: Date): AccessBearer | null => {
  if (!row.alive || row.expires_at <= now) return null
  return {
    integrationId: row.integration_id,
    integrationName: row.integration_name,
    connectionId: row.connection_id,
    tenantType: row.company_id ? 'company' : row.agency_id ? 'agency' : 'general',
    tenantId: row.company_id ?? row.agency_id,
    scopes: new Set(stillGranted(row.scopes, permittedOf(row), row.connection_scopes)),
    tokenId: row.id,
  }
}

/** What the integration of a token is currently permitted. */
export const permittedOf = (row: TokenRow): Permitted => ({
  scopes: row.registered_scopes,
  elevatedScopes: row.elevated_scopes,
  machineScopes: row.machine_scopes,
})
