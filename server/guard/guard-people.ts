// People who call the API with their session cookie, with the rights of their role in the company. Checked in the same
// order as tokens: identity (401), rate limit (429), CSRF (403), company or agency (403), role (403), plan (403).
import {
  type Admission,
  type AgencyRights,
  type GuardedRequest,
  isToken,
  type OwnRights,
  type OwnToken,
  type Visitor,
} from '#http'
import {
  actingRole,
  identityContribution,
  identityService,
  type RolesRow,
  type SessionRow,
  scopesOfRole,
} from '#identity'
import { type CompanyStanding, plansService, type StandingRow } from '#plans'
import { dayOf, firstOfMonth } from '#platform/day'
import type { Database } from '#platform/db'
import { isId } from '#platform/id'
import { sql } from '#platform/sql'
import type { AgencyRole, CompanyRole, Role } from '#rule/roles'
import { readSecret } from '#secrets/secret'
import { newBestEffortWrites } from '#threads/best-effort-writes'
import type { ClientReader } from './guard-clients.ts'
import type { RateGate } from './guard-rate.ts'

/** The logged-in person, with the effective role for the company of the path, and the state of that company. */
type KnownPerson = {
  visitor: Visitor
  role: CompanyRole | null
  /** The role in the agency of the path. */
  agencyRole: AgencyRole | null
  standing: CompanyStanding
}
type PersonRow = SessionRow & StandingRow & RolesRow

type PersonReader = (session: string, request: GuardedRequest) => Promise<KnownPerson | null>

/** One statement, as for tokens: nothing is cached, so a removed person is refused from the next request on. */
export const personReader = (whole: Database): PersonReader => {
  const note = newBestEffortWrites()
  return async (session, { companyId: asked, agencyId: askedAgency, now, from, agent }) => {
    const parts = readSecret('gbss', session)
    if (!parts) return null
    const company = sql`${isId(asked) ? asked : null}::uuid`
    const agency = sql`${isId(askedAgency) ? askedAgency : null}::uuid`
    const lane = whole.laneOf(isId(asked) ? asked : null)
    const { lookUps: database } = lane === '' ? whole : whole.of(lane)
    const row = await database.maybe<PersonRow>(
      sql`
      select session.*, standing.*, roles.*
      from (${identityService.sessionById(sql`${parts.id}::uuid`)}) session
      cross join lateral (
        ${identityService.rolesById({ companyId: company, agencyId: agency }, sql`session.person_id`)}) roles
      cross join lateral (${plansService.standingById(company, firstOfMonth(dayOf(now)))}) standing`,
      'find-person-who-calls',
    )
    const visitor = identityService.visitorOf(row, parts.digest, now)
    if (!row || !visitor) return null
    await note(() => identityService.noteSession(whole.lookUps, row, { now, from, agent }))
    const role = actingRole(row.role, row.agency_roles)
    return { visitor, role, agencyRole: row.role_at_agency, standing: plansService.standingOf(row) }
  }
}

export type PeopleOptions = {
  readPerson: PersonReader
  readClients: ClientReader
  /** Null disables the rate limit. */
  rate: RateGate | null
  /** The CSRF token of a session, as in the forms of our pages. */
  csrfOf: (session: string) => string
  /** Headers about the plan for responses; throws if the plan does not include what the request needs. */
  underPlan: (standing: CompanyStanding, feature: GuardedRequest['feature']) => Record<string, string>
}

export const admitPerson = async (
  request: GuardedRequest & { session: string },
  { readPerson, readClients, rate, csrfOf, underPlan }: PeopleOptions,
): Promise<Admission> => {
  const { session, audience, companyId, agencyId } = request
  if (!request.isAgain) rate?.refuseKnown(session, request.tell)
  const known = await readPerson(session, request)
  if (!known) throw identityContribution.refusals.sessionOver({}, [], { 'www-authenticate': 'Bearer' })
  const { visitor, role, agencyRole, standing } = known
  if (!request.isAgain) await rate?.take(session, visitor.sessionId, request.tell)
  if (request.isWrite && !isToken(request.csrf, csrfOf(session))) throw identityContribution.refusals.noCsrf()
  const { id, name } = visitor.person
  if (request.operators) requireOperator(visitor)
  const actor = { kind: request.operators ? 'operator' : 'user', id, name } as const
  if (audience === 'token' || audience === 'person')
    return { actor, tenant: { ownToken: ownSessionOf(visitor, csrfOf(session), rate) } }
  if (audience === 'general' || request.by === 'integrations') throw identityContribution.refusals.ofIntegrations()
  if (audience === 'agency') {
    if (agencyRole === null) throw identityContribution.refusals.noAgencyMember()
    const scopes = identityService.scopesOfAgencyRole[agencyRole]
    requireScope(request, agencyRole, scopes)
    const rightsIn: AgencyRights['rightsIn'] = async (companyIds) => {
      const clients = await readClients(companyIds, { agencyId, personId: id, now: request.now })
      return new Map(
        [...clients].flatMap(([client, known]): [string, OwnRights][] =>
          known.role === null ? [] : [[client, rightsOf(known.role, known.standing, underPlan)]],
        ),
      )
    }
    return { actor, tenant: { agencyId, integrationId: null, token: null, scopes, rightsIn } }
  }
  if (role === null) throw identityContribution.refusals.noMember()
  requireScope(request, role, scopesOfRole[role])
  const onSuccess = underPlan(standing, request.feature)
  const rights = rightsOf(role, standing, underPlan)
  const takeMore = async (count: number) => {
    for (let taken = 0; taken < count; taken += 1) await rate?.take(session, visitor.sessionId, request.tell)
  }
  const { requireFeature } = rights
  return { actor, tenant: { companyId, ...rights }, onSuccess, requireFeature, takeMore }
}

export const rightsOf = (
  role: CompanyRole,
  standing: CompanyStanding,
  underPlan: PeopleOptions['underPlan'],
): OwnRights => ({
  scopes: scopesOfRole[role],
  clockDays: standing.clockDays,
  lastEvent: standing.lastEvent,
  requireFeature: (feature) => void underPlan(standing, feature),
  requireRow: ({ scope, feature }) => {
    requireScope({ scope }, role, scopesOfRole[role])
    underPlan(standing, feature)
  },
})

/** Operators need more than a password, because their actions affect everyone. */
const requireOperator = ({ operates }: Visitor): void => {
  if (operates === 'no') throw identityContribution.refusals.notOperator()
  if (operates === 'needsProof') throw identityContribution.refusals.operatorUnproven()
}

type Scoped = { scope?: string | undefined }

const requireScope = ({ scope }: Scoped, role: Role, scopes: ReadonlySet<string>): void => {
  if (scope !== undefined && !scopes.has(scope))
    throw identityContribution.refusals.roleLacks({ role, deed: identityService.deedOf(scope) })
}

const ownSessionOf = ({ person, language, operates }: Visitor, csrfToken: string, rate: RateGate | null): OwnToken => ({
  kind: 'person',
  tenantId: person.id,
  name: person.name,
  scopes: [],
  perMinute: rate?.limit ?? null,
  perMonth: null,
  session: { person: { ...person, language }, csrfToken, operates },
})
