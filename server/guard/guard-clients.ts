// The state of an agency's clients, and a person's role there: one statement per place.
import { actingRole, identityService, type RolesRow } from '#identity'
import { type CompanyStanding, plansService, type StandingRow } from '#plans'
import { dayOf, firstOfMonth } from '#platform/day'
import { type Database, type Db, groupByPlace } from '#platform/db'
import { sql } from '#platform/sql'
import type { CompanyRole } from '#rule/roles'

type KnownClient = { standing: CompanyStanding; role: CompanyRole | null }

/** Only companies that are clients of the agency; `personId` is null if an integration calls. */
export type ClientReader = (
  companyIds: readonly string[],
  asked: { agencyId: string; personId: string | null; now: Date },
) => Promise<ReadonlyMap<string, KnownClient>>

export const clientReader =
  (database: Database): ClientReader =>
  async (companyIds, { agencyId, personId, now }) => {
    const ids = { companyId: sql`asked.company_id`, agencyId: sql`null::uuid` }
    const rightsAt = (db: Db, asked: readonly string[]) =>
      db.rows<StandingRow & RolesRow & { company_id: string }>(
        sql`
      select asked.company_id, standing.*, roles.*
      from unnest(${[...asked]}::uuid[]) as asked (company_id)
      cross join lateral (${identityService.rolesById(ids, sql`${personId}::uuid`)}) roles
      cross join lateral (${plansService.standingById(sql`asked.company_id`, firstOfMonth(dayOf(now)))}) standing`,
        'find-rights-in-clients',
      )
    const places = await groupByPlace(database, companyIds)
    const rows = (await Promise.all(places.map((place) => rightsAt(place.db, place.companyIds)))).flat()
    const clients = rows.filter(({ agencies }) => agencies.includes(agencyId))
    return new Map(
      clients.map((row) => [
        row.company_id,
        { standing: plansService.standingOf(row), role: actingRole(row.role, row.agency_roles) },
      ]),
    )
  }
