// Looks up callers and the state of their company: one statement for all waiting requests. Nothing is cached, so every
// revocation, restriction, disconnection or sale takes effect with the next request.
import { type AccessBearer, type AccessTokenRow, type AgencyStanding, accessService } from '#access'
import { type ApiTokenRow, type Bearer, identityService } from '#identity'
import { type CompanyStanding, plansService, type StandingRow } from '#plans'
import { type Day, dayOf, firstOfMonth } from '#platform/day'
import type { Database, Db } from '#platform/db'
import { type Sql, sql } from '#platform/sql'
import { readSecret } from '#secrets/secret'
import { newBatching } from '#threads/batching'
import { newBestEffortWrites } from '#threads/best-effort-writes'

/** The holder of a valid token: a private integration of one company, or a third-party integration. */
export type Caller = { private: Bearer } | { integration: AccessBearer }

/** The tenant of the path; an invalid id becomes null. */
export type Wanted = { companyId: string | null } | { agencyId: string | null }

/**
 * The caller, null for an invalid or expired token; the state of the company, if requested; and the relation of the
 * caller's integration to the agency, if requested.
 */
export type Known = {
  caller: Caller | null
  standing: CompanyStanding | null
  agency: AgencyStanding | null
}

export type CallerReader = (token: string, wanted: Wanted, now: Date) => Promise<Known>

/** Most callers looked up by one statement. */
const LOOKUP_LIMIT = 64
/** How long the next look-up waits for the previous one, in milliseconds; one usually takes one. */
const LOOKUP_PATIENCE_MS = 250

export const callerReader = (whole: Database): CallerReader => {
  const { lookUps: database } = whole
  const note = newBestEffortWrites()
  const findPrivate = lookUp<ApiTokenRow>(whole, 'find-private-callers', identityService.apiTokenById)
  const findIntegration = lookUp<AccessTokenRow>(whole, 'find-integration-callers', accessService.tokenById)

  const findAtAgency = agencyLookUp(database)

  const readPrivate = async ({ id, digest }: Secret, wanted: Wanted, now: Date): Promise<Known> => {
    const { row, standing } = await findPrivate(keyOf(whole, wanted, now), {
      tokenId: id,
      companyId: companyOf(wanted),
    })
    const bearer = identityService.apiBearerOf(row, digest)
    if (!row || !bearer) return UNKNOWN
    await note(() => identityService.noteUse(database, row, now))
    return { caller: { private: bearer }, standing, agency: null }
  }

  const readIntegration = async ({ id, digest }: Secret, wanted: Wanted, now: Date): Promise<Known> => {
    if ('agencyId' in wanted) {
      const { row, agency } = await findAtAgency('', { tokenId: id, agencyId: wanted.agencyId })
      const bearer = accessService.bearerOf(row, digest, now)
      if (row && bearer) await accessService.dateAnew(database, row, now)
      return bearer ? { caller: { integration: bearer }, standing: null, agency } : UNKNOWN
    }
    const { row, standing } = await findIntegration(keyOf(whole, wanted, now), {
      tokenId: id,
      companyId: wanted.companyId,
    })
    const bearer = accessService.bearerOf(row, digest, now)
    if (row && bearer) await accessService.dateAnew(database, row, now)
    return bearer ? { caller: { integration: bearer }, standing, agency: null } : UNKNOWN
  }

  return async (token, wanted, now) => {
    const own = readSecret('gb', token)
    if (own) return readPrivate(own, wanted, now)
    const access = readSecret('gbat', token)
    return access ? readIntegration(access, wanted, now) : UNKNOWN
  }
}

type Secret = { id: string; digest: Buffer }
type Asked = { tokenId: string; companyId: string | null }
type Row<TokenRow> = { [Column in keyof TokenRow]: TokenRow[Column] | null } & StandingRow & { place: bigint }

const UNKNOWN: Known = { caller: null, standing: null, agency: null }

const companyOf = (wanted: Wanted): string | null => ('companyId' in wanted ? wanted.companyId : null)

/**
 * What may be combined in one statement: requests in the same month, and in a distributed database those in the same
 * place.
 */
const keyOf = (database: Database, wanted: Wanted, now: Date): string =>
  `${firstOfMonth(dayOf(now))}${database.laneOf(companyOf(wanted))}`

const partsOf = (key: string) => ({ month: key.slice(0, DAY_LENGTH) as Day, lane: key.slice(DAY_LENGTH) })

const DAY_LENGTH = 10

/**
 * Requests that arrive during a look-up share the next one. The limit equals the number of requests and so removes
 * none; it makes the planner expect few rows and reuse one generic plan.
 */
const lookUp = <TokenRow extends { id: string }>(database: Database, name: string, tokenById: (id: Sql) => Sql) =>
  newBatching<Asked, { row: TokenRow | null; standing: CompanyStanding | null }>(
    { name: 'callers', limit: LOOKUP_LIMIT, patienceMs: LOOKUP_PATIENCE_MS },
    async (key, asked) => {
      const tokens = asked.map(({ tokenId }) => tokenId)
      const companies = asked.map(({ companyId }) => companyId)
      const { month, lane } = partsOf(key)
      const rows = await (lane === '' ? database : database.of(lane)).lookUps.rows<Row<TokenRow>>(
        sql`
      select asked.place, token.*, standing.*
      from (
        select * from unnest(${tokens}::uuid[], ${companies}::uuid[])
          with ordinality as one (token_id, company_id, place)
        limit ${asked.length}
      ) asked
      left join lateral (${tokenById(sql`asked.token_id`)}) token on true
      cross join lateral (${plansService.standingById(sql`asked.company_id`, month)}) standing`,
        name,
      )
      const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
      return asked.map(({ companyId }, index) => {
        const row = byPlace.get(index + 1)
        if (!row) throw new Error('The caller lookup returned no row for one of its tokens')
        return {
          row: row.id === null ? null : (row as TokenRow),
          standing: companyId === null ? null : plansService.standingOf(row),
        }
      })
    },
  )

type AgencyRow = { [Column in keyof AccessTokenRow]: AccessTokenRow[Column] | null } & {
  place: bigint
  agency_scopes: string[] | null
  was_connected: boolean
}

/** The same for tokens at agencies, with the relation of each integration to the agency. */
const agencyLookUp = (database: Db) =>
  newBatching<{ tokenId: string; agencyId: string | null }, { row: AccessTokenRow | null; agency: AgencyStanding }>(
    { name: 'callers', limit: LOOKUP_LIMIT, patienceMs: LOOKUP_PATIENCE_MS },
    async (_, asked) => {
      const tokens = asked.map(({ tokenId }) => tokenId)
      const agencies = asked.map(({ agencyId }) => agencyId)
      const rows = await database.rows<AgencyRow>(
        sql`
      select asked.place, token.*, connection.*
      from (
        select * from unnest(${tokens}::uuid[], ${agencies}::uuid[])
          with ordinality as one (token_id, agency_id, place)
        limit ${asked.length}
      ) asked
      left join lateral (${accessService.tokenById(sql`asked.token_id`)}) token on true
      cross join lateral (${accessService.agencyStandingOf(sql`token`, sql`asked.agency_id`)}) connection`,
        'find-callers-at-agency',
      )
      const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
      return asked.map((_, index) => {
        const row = byPlace.get(index + 1)
        return {
          row: row?.id ? (row as AccessTokenRow) : null,
          agency: { scopes: row?.agency_scopes ?? null, wasConnected: row?.was_connected ?? false },
        }
      })
    },
  )
