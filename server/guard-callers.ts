// Who calls, and where the company stands that they call for: one statement for all requests that wait. Nothing is
// remembered, so what was revoked, narrowed, disconnected or sold holds for the very next request.
import { type AccessBearer, type AccessTokenRow, accessBearerOf, accessTokenById } from '#access'
import { type ApiTokenRow, apiBearerOf, apiTokenById, type Bearer, noteUse } from '#identity'
import { type CompanyStanding, type StandingRow, standingById, standingOf } from '#plans'
import { type Day, dayOf, firstOfMonth } from '#platform/day'
import type { Database } from '#platform/db'
import { gather } from '#platform/gather'
import { readSecret } from '#platform/secret'
import { type Sql, sql } from '#platform/sql'

/** Somebody whose token is good: a private integration of one company, or an integration of somebody else. */
export type Caller = { private: Bearer } | { integration: AccessBearer }

/** The caller, null for a token that is none of ours or over; and the standing of the company, if one was asked for. */
export type Known = { caller: Caller | null; standing: CompanyStanding | null }

export type CallerReader = (token: string, companyId: string | null, now: Date) => Promise<Known>

/** Most callers looked up in one statement. */
const LOOKUP_LIMIT = 64

export const callerReader = (database: Database): CallerReader => {
  const findPrivate = lookUp<ApiTokenRow>(database, 'find-private-callers', apiTokenById)
  const findIntegration = lookUp<AccessTokenRow>(database, 'find-integration-callers', accessTokenById)

  const readPrivate = async ({ id, digest }: Secret, companyId: string | null, now: Date): Promise<Known> => {
    const { row, standing } = await findPrivate(monthOf(now), { tokenId: id, companyId })
    const bearer = apiBearerOf(row, digest)
    if (!row || !bearer) return NOBODY
    await noteUse(database, row, now)
    return { caller: { private: bearer }, standing }
  }

  const readIntegration = async ({ id, digest }: Secret, companyId: string | null, now: Date): Promise<Known> => {
    const { row, standing } = await findIntegration(monthOf(now), { tokenId: id, companyId })
    const bearer = accessBearerOf(row, digest, now)
    return bearer ? { caller: { integration: bearer }, standing } : NOBODY
  }

  return async (token, companyId, now) => {
    const own = readSecret('gb', token)
    if (own) return readPrivate(own, companyId, now)
    const access = readSecret('gbat', token)
    return access ? readIntegration(access, companyId, now) : NOBODY
  }
}

type Secret = { id: string; digest: Buffer }
type Asked = { tokenId: string; companyId: string | null }
type Row<TokenRow> = { [Column in keyof TokenRow]: TokenRow[Column] | null } & StandingRow & { place: bigint }

const NOBODY: Known = { caller: null, standing: null }

const monthOf = (now: Date): Day => firstOfMonth(dayOf(now))

/**
 * Requests that arrive while a look-up is under way share the next one. The limit is the number of requests and takes
 * none away: by it the server expects few rows, and so keeps one plan instead of making one each time.
 */
const lookUp = <TokenRow extends { id: string }>(database: Database, name: string, tokenById: (id: Sql) => Sql) =>
  gather<Asked, { row: TokenRow | null; standing: CompanyStanding | null }>(LOOKUP_LIMIT, async (month, asked) => {
    const tokens = asked.map(({ tokenId }) => tokenId)
    const companies = asked.map(({ companyId }) => companyId)
    const rows = await database.rows<Row<TokenRow>>(
      sql`
      select asked.place, token.*, standing.*
      from (
        select * from unnest(${tokens}::uuid[], ${companies}::uuid[])
          with ordinality as one (token_id, company_id, place)
        limit ${asked.length}
      ) asked
      left join lateral (${tokenById(sql`asked.token_id`)}) token on true
      cross join lateral (${standingById(sql`asked.company_id`, month as Day)}) standing`,
      name,
    )
    const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
    return asked.map(({ companyId }, index) => {
      const row = byPlace.get(index + 1)
      if (!row) throw new Error('A look-up of callers left one out')
      return {
        row: row.id === null ? null : (row as TokenRow),
        standing: companyId === null ? null : standingOf(row),
      }
    })
  })
