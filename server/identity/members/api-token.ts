// Private integrations: API tokens that a company creates for its own use. The secret is shown once and stored as a
// digest.
import { wrongName } from '#identity/people/name.rules'
import { identityFaults, identityRefusals } from '#identity/refusals'
import { type Actor, accountOf } from '#platform/actor'
import type { Call, CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { CLOCKS_APART_MS, idBefore, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { newSecret, sameDigest } from '#secrets/secret'
import { allScopes } from './scopes.ts'

export type ApiToken = {
  id: string
  name: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

export const MAX_TOKEN_NAME = 100

/** Creates a token with these scopes and returns its secret, which cannot be read later. */
export const createToken = async (
  call: CompanyCall,
  { name, scopes }: { name: string; scopes: readonly string[] },
): Promise<{ id: string; token: string }> => {
  refuseIfAny(wrongIn(name, scopes))
  const id = newId()
  const { text: token, digest } = newSecret('gb', id)
  const kept = [...new Set(scopes)].sort()
  await call.db.rows(sql`
    insert into identity.api_token (id, company_id, name, scopes, secret_digest, made_by, created_at)
    values (${id}, ${call.companyId}, ${name.trim()}, ${kept}, ${digest}, ${accountOf(call.actor)}, ${call.now})`)
  recordEvent(call, 'token.created', { id }, { id, name: name.trim(), scopes: kept })
  return { id, token }
}

const wrongIn = (name: string, scopes: readonly string[]): FieldError[] => {
  const errors: FieldError[] = wrongName(name, MAX_TOKEN_NAME)
  if (scopes.length === 0) errors.push(identityFaults.noScope('#/scopes'))
  for (const scope of scopes) {
    if (allScopes.includes(scope)) continue
    errors.push(identityFaults.unknownScope('#/scopes', { scope, known: allScopes.join(', ') }))
  }
  return errors
}

/** Revokes a token: the next request with it is refused. Revoking it twice has no effect. */
export const revokeToken = async (call: Call, { id }: { id: string }): Promise<void> => {
  const found = await call.db.maybe<{ company_id: string; revoked_at: Date | null }>(
    sql`select company_id, revoked_at from identity.api_token where id = ${id} for update`,
  )
  if (!found) throw identityRefusals.tokenNotFound({ id })
  if (found.revoked_at) return
  await call.db.rows(sql`update identity.api_token set revoked_at = ${call.now} where id = ${id}`)
  recordEvent({ ...call, companyId: found.company_id }, 'token.revoked', { id }, { id })
}

/**
 * Revokes the tokens of a company that were created by these people, according to its history; returns the tokens'
 * names.
 */
export const revokeTokensMadeBy = async (call: CompanyCall, personIds: readonly string[]): Promise<string[]> => {
  const { db, companyId, now } = call
  const working = await db.rows(sql`
    select from identity.api_token where company_id = ${companyId} and revoked_at is null limit 1`)
  // Checked first, because the whole history must be searched.
  if (personIds.length === 0 || working.length === 0) return []
  const made = await db.rows<{ id: string }>(sql`
    select h.detail ->> 'id' as id from platform.history h
    where h.company_id = ${companyId} and h.what = 'token.created' and h.actor_kind = 'user'
      and h.actor_id = any(${[...personIds]}::uuid[])`)
  const ended = await db.rows<{ id: string; name: string }>(sql`
    update identity.api_token set revoked_at = ${now}
    where company_id = ${companyId} and id = any(${made.map(({ id }) => id)}::uuid[]) and revoked_at is null
    returning id, name`)
  for (const { id } of ended) recordEvent(call, 'token.revoked', { id }, { id })
  return ended.map(({ name }) => name).sort()
}

/**
 * The people who created these tokens of the company, according to its history: the event was recorded when the token
 * got its id, give or take the difference of clocks. Ids that are not of tokens are ignored.
 */
export const makersOfTokens = async (
  { db, companyId }: CompanyCall,
  tokenIds: readonly string[],
): Promise<string[]> => {
  const asked = tokenIds.map((id) => ({
    id,
    after: idBefore(id, CLOCKS_APART_MS),
    before: idBefore(id, -CLOCKS_APART_MS),
  }))
  const made = await db.rows<{ id: string }>(sql`
    select distinct h.actor_id as id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as t (id text, after uuid, before uuid)
    join platform.history h on h.id > t.after and h.id < t.before and h.detail ->> 'id' = t.id
    where h.company_id = ${companyId} and h.what = 'token.created'`)
  return made.map(({ id }) => id)
}

/** The company's tokens, newest first, at most `limit`; never their secrets. */
export const listTokens = ({ db, companyId }: CompanyCall, limit: number): Promise<ApiToken[]> =>
  db.rows<ApiToken>(sql`
    select ${columns} from identity.api_token t where t.company_id = ${companyId} order by t.id desc limit ${limit}`)

/** One token of the company; refused as not found. `lock` prevents its revocation until the transaction ends. */
export const readToken = async (
  { db, companyId }: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ApiToken> => {
  const found = await db.maybe<ApiToken>(sql`
    select ${columns} from identity.api_token t where t.company_id = ${companyId} and t.id = ${id}
    ${lock ? sql`for update` : empty}`)
  if (!found) throw identityRefusals.tokenNotFound({ id })
  return found
}

/** A page of the company's tokens, newest first. */
export const listTokenPage = (call: CompanyCall, request: PageRequest): Promise<Page<ApiToken>> => {
  const list: List<ApiToken, ApiToken> = {
    name: 'tokens',
    columns,
    from: sql`identity.api_token t`,
    where: sql`t.company_id = ${call.companyId}`,
    key: [sql`t.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        name: { type: 'string', column: sql`t.name` },
        modifiedDateTime: { type: 'datetime', column: sql`coalesce(t.revoked_at, t.created_at)` },
      },
    },
    itemOf: (token) => token,
  }
  return listPage(call, list, request)
}

const columns = sql`t.id, t.name, t.scopes, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
  t.revoked_at as "revokedAt"`

/** The rights of the holder of a valid token. */
export type Bearer = { actor: Actor; companyId: string; scopes: ReadonlySet<string> }

/** Precision of the time of last use, in milliseconds. */
const LAST_USE_STEP_MS = 60_000

/** Finds a token by id, unless it is revoked: a statement to be combined with others. */
export const apiTokenById = (id: Sql): Sql => sql`
  select id, company_id, name, scopes, secret_digest, made_by, last_used_at
  from identity.api_token where id = ${id} and revoked_at is null`

/** The rights for the secret of this token; null if the secret is wrong. */
export const apiBearerOf = (row: ApiTokenRow | null, secretDigest: Buffer): Bearer | null => {
  // Compared for unknown tokens too, so that the timing reveals nothing.
  const right = sameDigest(secretDigest, row?.secret_digest)
  if (!row || !right) return null
  return {
    actor: { kind: 'token', id: row.id, name: row.name, madeBy: row.made_by },
    companyId: row.company_id,
    scopes: new Set(row.scopes),
  }
}

/** Saves the time of last use with limited precision, so that most uses need no statement. */
export const noteUse = async (db: Db, { id, last_used_at }: ApiTokenRow, now: Date): Promise<void> => {
  if (last_used_at && now.getTime() - last_used_at.getTime() <= LAST_USE_STEP_MS) return
  await db.rows(sql`
    update identity.api_token set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at < ${now})`)
}

/** The current scopes of a token of the company; null if it is revoked. */
export const scopesOfToken = async (
  db: Db,
  { id, companyId }: { id: string; companyId: string },
): Promise<readonly string[] | null> => {
  const found = await db.maybe<{ scopes: string[] }>(sql`
    select scopes from identity.api_token where id = ${id} and company_id = ${companyId} and revoked_at is null`)
  return found?.scopes ?? null
}

export type ApiTokenRow = {
  id: string
  company_id: string
  name: string
  scopes: string[]
  secret_digest: Buffer
  made_by: string | null
  last_used_at: Date | null
}
