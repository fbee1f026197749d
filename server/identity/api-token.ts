// Private integrations: API tokens that a company makes for its own use. The secret is shown once and kept as a digest.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Actor, type Call, type CompanyCall, remember } from '#platform/call'
import type { Database } from '#platform/db'
import { gather } from '#platform/gather'
import { newId } from '#platform/id'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { identityFaults, identityRefusals } from './refusals.ts'
import { allScopes } from './scopes.ts'

export type ApiToken = {
  id: string
  name: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** `gb_`, the token's id as 32 hexadecimal digits, and its secret: 32 random bytes in base64url. */
const FORM = /^gb_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/
const SECRET_BYTES = 32
const MAX_NAME_LENGTH = 100

/** Makes a token with these scopes and answers it in clear: the only time it can be read. */
export const createToken = async (
  call: CompanyCall,
  { name, scopes }: { name: string; scopes: readonly string[] },
): Promise<{ id: string; token: string }> => {
  refuseIfAny(wrongIn(name, scopes))
  const id = newId()
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const kept = [...new Set(scopes)].sort()
  await call.db.rows(sql`
    insert into identity.api_token (id, company_id, name, scopes, secret_digest, created_at)
    values (${id}, ${call.companyId}, ${name.trim()}, ${kept}, ${digestOf(secret)}, ${call.now})`)
  await remember(call, 'token.created', { id, name: name.trim(), scopes: kept })
  return { id, token: `gb_${id.replaceAll('-', '')}_${secret}` }
}

const wrongIn = (name: string, scopes: readonly string[]): FieldError[] => {
  const errors: FieldError[] = []
  if (name.trim() === '') errors.push(identityFaults.nameMissing('#/name'))
  if (name.length > MAX_NAME_LENGTH) errors.push(identityFaults.nameTooLong('#/name', { limit: MAX_NAME_LENGTH }))
  if (scopes.length === 0) errors.push(identityFaults.noScope('#/scopes'))
  for (const scope of scopes) {
    if (allScopes.includes(scope)) continue
    errors.push(identityFaults.unknownScope('#/scopes', { scope, known: allScopes.join(', ') }))
  }
  return errors
}

/** Ends a token: the next request with it is refused. Ending it twice changes nothing. */
export const revokeToken = async (call: Call, { id }: { id: string }): Promise<void> => {
  const found = await call.db.maybe<{ company_id: string; revoked_at: Date | null }>(
    sql`select company_id, revoked_at from identity.api_token where id = ${id} for update`,
  )
  if (!found) throw identityRefusals.tokenNotFound({ id })
  if (found.revoked_at) return
  await call.db.rows(sql`update identity.api_token set revoked_at = ${call.now} where id = ${id}`)
  await remember({ ...call, companyId: found.company_id }, 'token.revoked', { id })
}

/** The company's tokens, newest first, at most `limit`; never their secrets. */
export const listTokens = ({ db, companyId }: CompanyCall, limit: number): Promise<ApiToken[]> =>
  db.rows<ApiToken>(sql`
    select id, name, scopes, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from identity.api_token where company_id = ${companyId} order by id desc limit ${limit}`)

/** What a token lets its holder do, when it is one of ours and still alive. */
export type Bearer = { actor: Actor; companyId: string; scopes: ReadonlySet<string> }

/** Most tokens looked up in one statement. */
const LOOKUP_LIMIT = 64
/** How exact the time of last use is, in milliseconds. */
const LAST_USE_STEP_MS = 60_000

/**
 * Looks tokens up; requests that arrive while a look-up is under way share the next one. Nothing is remembered: a
 * revoked token is refused by the very next request.
 */
export const tokenReader = (database: Database): ((token: string, now: Date) => Promise<Bearer | null>) => {
  const find = gather<string, TokenRow | null>(LOOKUP_LIMIT, async (_, ids) => {
    const rows = await database.rows<TokenRow>(
      sql`
      select id, company_id, name, scopes, secret_digest, last_used_at
      from identity.api_token where id = any(${ids}::uuid[]) and revoked_at is null`,
      'find-tokens',
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id) ?? null)
  })
  return async (token, now) => {
    const parts = FORM.exec(token)
    const [, hex = '', secret = ''] = parts ?? []
    const found = parts ? await find('', idOf(hex)) : null
    // The digest is compared for unknown tokens too, so that the time taken tells nothing.
    const right = timingSafeEqual(digestOf(secret), found?.secret_digest ?? NO_DIGEST)
    if (!found || !right) return null
    if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > LAST_USE_STEP_MS) {
      await database.rows(sql`
        update identity.api_token set last_used_at = ${now}
        where id = ${found.id} and (last_used_at is null or last_used_at < ${now})`)
    }
    return {
      actor: { kind: 'token', id: found.id, name: found.name },
      companyId: found.company_id,
      scopes: new Set(found.scopes),
    }
  }
}

type TokenRow = {
  id: string
  company_id: string
  name: string
  scopes: string[]
  secret_digest: Buffer
  last_used_at: Date | null
}

const NO_DIGEST = Buffer.alloc(32)

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const idOf = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
