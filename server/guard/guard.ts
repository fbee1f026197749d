// Authorizes requests with a token or of a logged-in person, before the body is read, in this order: identity (401),
// rate limit (429), tenant (403, or 401 at an agency that has ended its connection), scope (403), plan (403), monthly
// quota (403). Callers without access never see the plan. A refused request counts against the minute, but not against
// the month. A long request is checked again, and counted once.
import type { Admission, AgencyRights, Audience, Brand, GuardedRequest, OwnRights, OwnToken, Tenant } from '#http'
import { identityContribution } from '#identity'
import {
  type CompanyPlan,
  type CompanyStanding,
  type Feature,
  isExpired,
  isInTrial,
  planRefusals,
  plansService,
  type Usage,
} from '#plans'
import { addDays, aheadBy, dayOf, firstOfMonth, lastOfMonth, startOf } from '#platform/day'
import { isId } from '#platform/id'
import { withBody } from '#platform/refusal'
import type { Caller, CallerReader, Known, Wanted } from './guard-callers.ts'
import type { ClientReader } from './guard-clients.ts'
import { admitPerson, type PeopleOptions } from './guard-people.ts'
import type { RateGate } from './guard-rate.ts'

export type GuardOptions = {
  readCaller: CallerReader
  readClients: ClientReader
  brand: Brand
  /** Null disables the rate limit. */
  rate: RateGate | null
  /** Null disables the monthly quota of private integrations. */
  monthly: { quota: number; usage: Usage } | null
  people: Omit<PeopleOptions, 'underPlan' | 'readClients'>
}

/** Tells a client that its token is not valid here (RFC 6750 §3.1). */
const INVALID_TOKEN = 'Bearer error="invalid_token"'

/** Admits requests, or throws the refusal. */
export const newGuard =
  ({ readCaller, readClients, brand, rate, monthly, people }: GuardOptions) =>
  async (request: GuardedRequest): Promise<Admission> => {
    const { session } = request
    if (session !== null) {
      const underPlan: PeopleOptions['underPlan'] = ({ plan, clockDays }, feature) =>
        peopleUnderPlan(plan, { ...request, feature, now: aheadBy(request.now, clockDays) }, brand)
      return admitPerson({ ...request, session }, { ...people, readClients, underPlan })
    }
    const token = tokenIn(request)
    if (!request.isAgain) rate?.refuseKnown(token, request.tell)
    const { caller, standing, agency } = await readCaller(token, wantedBy(request), request.now)
    if (!caller) throw identityContribution.refusals.badToken({}, [], { 'www-authenticate': INVALID_TOKEN })
    request.note({ actor: actorOf(caller), holderId: holderOf(caller) })
    if (!request.isAgain) await rate?.take(token, tokenIdOf(caller), request.tell)
    const limits = { perMinute: rate?.limit ?? null, quota: monthly?.quota ?? null }
    const judged = { request, caller, agencyScopes: agency?.scopes ?? null, brand }
    const rights = rightsUnder(standing, judged)
    const { requireFeature, requireRow } = rights
    const takeMore = async (count: number) => {
      for (let taken = 0; taken < count; taken += 1) {
        await rate?.take(token, tokenIdOf(caller), request.tell)
        if (monthly && standing && 'private' in caller) await withinMonth(monthly, request, standing.requests)
      }
    }
    const tenant =
      request.audience === 'token' || request.audience === 'person'
        ? { ownToken: ownTokenOf(caller, limits) }
        : tenantFor(
            { ...request, audience: request.audience },
            caller,
            { standing, agency },
            {
              ...rights,
              ...clientRights(judged, readClients),
            },
          )
    // Whether the plan includes it is checked below, together with access to the API.
    requireRow({ ...request, feature: undefined })
    const actor = actorOf(caller)
    if (!standing) return { actor, tenant }
    const now = aheadBy(request.now, standing.clockDays)
    const onSuccess = underPlan(standing.plan, featuresFor(request, caller), now, brand)
    if (monthly && 'private' in caller && !request.isAgain) await withinMonth(monthly, request, standing.requests)
    return { actor, tenant, onSuccess, requireFeature, takeMore }
  }

type Judged = { request: GuardedRequest; caller: Caller; agencyScopes: readonly string[] | null; brand: Brand }

/** The rights of a token under a company's plan. */
const rightsUnder = (
  standing: CompanyStanding | null,
  { request, caller, agencyScopes, brand }: Judged,
): Omit<OwnRights, 'scopes'> => {
  const requireFeature = (feature: Feature) => {
    if (standing) underPlan(standing.plan, [feature], aheadBy(request.now, standing.clockDays), brand)
  }
  const requireRow: OwnRights['requireRow'] = ({ by, scope, orScope, feature }) => {
    if (by === 'people') throw identityContribution.refusals.ofPeople()
    requireScope({ ...request, scope, orScope }, caller, agencyScopes)
    if (feature) requireFeature(feature)
  }
  return { requireFeature, requireRow, clockDays: standing?.clockDays ?? 0, lastEvent: standing?.lastEvent ?? '0' }
}

/** The rights of a token in the clients of its agency; a general token has none there. */
const clientRights = (judged: Judged, readClients: ClientReader): Pick<AgencyRights, 'rightsIn'> => ({
  async rightsIn(companyIds) {
    const { request, caller } = judged
    const { agencyId, now } = request
    if (!('integration' in caller) || caller.integration.tenantId !== agencyId) return new Map()
    const clients = await readClients(companyIds, { agencyId, personId: null, now })
    const ofCompany: Judged = { ...judged, request: { ...request, audience: 'company' } }
    return new Map(
      [...clients]
        .filter(
          ([, { standing }]) =>
            plansService.denialOf(standing.plan, ['PublicApi'], dayOf(aheadBy(now, standing.clockDays))) === null,
        )
        .map(([id, { standing }]) => [id, { scopes: scopesOf(caller), ...rightsUnder(standing, ofCompany) }]),
    )
  },
})

/** The tenant whose state matters. An invalid id becomes null. */
const wantedBy = ({ audience, companyId, agencyId }: GuardedRequest): Wanted => {
  if (audience === 'agency') return { agencyId: isId(agencyId) ? agencyId : null }
  return { companyId: audience === 'company' && isId(companyId) ? companyId : null }
}

/** The token according to RFC 6750 §2.1; tokens in a form or in the URL (§2.2, §2.3) are not accepted. */
const tokenIn = ({ authorization = '' }: GuardedRequest): string => {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (!token) throw identityContribution.refusals.noToken({}, [], { 'www-authenticate': 'Bearer' })
  return token
}

const tokenIdOf = (caller: Caller): string =>
  'private' in caller ? caller.private.actor.id : caller.integration.tokenId

const holderOf = (caller: Caller): string =>
  'private' in caller ? caller.private.companyId : caller.integration.integrationId

const scopesOf = (caller: Caller): ReadonlySet<string> =>
  'private' in caller ? caller.private.scopes : caller.integration.scopes

const actorOf = (caller: Caller): Admission['actor'] => {
  if ('private' in caller) return caller.private.actor
  const { integrationId: id, integrationName: name } = caller.integration
  return { kind: 'integration', id, name }
}

/** A token as shown to its holder. The monthly quota only applies to private ones. */
const ownTokenOf = (
  caller: Caller,
  { perMinute, quota }: { perMinute: number | null; quota: number | null },
): OwnToken => {
  if ('private' in caller) {
    const { actor, companyId, scopes } = caller.private
    const own = { kind: 'private', tenantId: companyId, name: actor.name, scopes: [...scopes] } as const
    return { ...own, perMinute, perMonth: quota }
  }
  const { tenantType: kind, tenantId, integrationName: name, scopes } = caller.integration
  return { kind, tenantId, name, scopes: [...scopes], perMinute, perMonth: null }
}

/** The tenant of the path, if the caller's token is for it. Whether another tenant exists is not revealed. */
const tenantFor = (
  { audience, companyId, agencyId }: GuardedRequest & { audience: Exclude<Audience, 'token' | 'person'> },
  caller: Caller,
  { standing, agency }: Omit<Known, 'caller'>,
  { rightsIn, ...rights }: Omit<OwnRights, 'scopes'> & Pick<AgencyRights, 'rightsIn'>,
): Tenant => {
  const access = 'integration' in caller ? caller.integration : null
  const { integrationId = '', tenantType = null, tenantId = null } = access ?? {}
  const token = { isGeneral: tenantType === 'general', tenantId, scopes: [...(access?.scopes ?? [])] }
  switch (audience) {
    case 'company': {
      const own = 'private' in caller ? caller.private.companyId : tenantType === 'company' ? tenantId : null
      const ofClient = tenantType === 'agency' && tenantId !== null && standing?.agencies.includes(tenantId)
      if (token.isGeneral) throw identityContribution.refusals.generalToken()
      if (own !== companyId && !ofClient) throw identityContribution.refusals.otherCompany()
      return { companyId, scopes: scopesOf(caller), ...rights }
    }
    case 'agency': {
      if (!access) throw identityContribution.refusals.notIntegration()
      // A token by a person's consent is for that tenant only; a general token is for all connected ones.
      const isOfAgency = tenantType === 'agency' && tenantId === agencyId
      if (tenantType !== 'general' && !isOfAgency) throw identityContribution.refusals.otherAgency()
      if (!agency?.scopes) {
        if (!agency?.wasConnected) throw identityContribution.refusals.neverConnected()
        throw identityContribution.refusals.disconnected({}, [], { 'www-authenticate': INVALID_TOKEN })
      }
      const scopes = new Set(agency.scopes.filter((scope) => access.scopes.has(scope)))
      return { agencyId, integrationId, token, scopes, rightsIn }
    }
    case 'general':
      // Any token of the integration is accepted, because it only reads its own data here.
      if (!access) throw identityContribution.refusals.notIntegration()
      return { integrationId, token }
  }
}

/** At an agency, a token is also limited by what the agency allows its integration. */
const requireScope = (
  { audience, scope, orScope }: Pick<GuardedRequest, 'audience' | 'scope' | 'orScope'>,
  caller: Caller,
  agencyScopes: readonly string[] | null,
): void => {
  if (scope === undefined) return
  const scopes = scopesOf(caller)
  const isLetDo = (one: string) => scopes.has(one) && (audience !== 'agency' || agencyScopes?.includes(one) === true)
  if (isLetDo(scope) || (orScope !== undefined && isLetDo(orScope))) return
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
  throw identityContribution.refusals.missingScope({ scope }, [], { 'www-authenticate': challenge })
}

const featuresFor = ({ feature }: GuardedRequest, caller: Caller): Feature[] => [
  'private' in caller ? 'PrivateApi' : 'PublicApi',
  ...(feature ? [feature] : []),
]

/**
 * People can always read the books, even without a plan, since they must be kept for seven years (bokföringslagen 7
 * kap. 2 §).
 */
export const peopleUnderPlan = (
  plan: CompanyPlan,
  { feature, isWrite, now }: Pick<GuardedRequest, 'feature' | 'isWrite' | 'now'>,
  brand: Brand,
): Record<string, string> => {
  const today = dayOf(now)
  if (isWrite && isExpired(plan, today) && !isInTrial(plan, today)) {
    throw planRefusals.expired({ plan: plan.plan, day: plan.expiresOn ?? '' })
  }
  return underPlan(plan, feature && isWrite ? [feature] : [], now, brand)
}

/** Headers about the plan for responses; refused if the plan does not include what the request needs. */
const underPlan = (plan: CompanyPlan, features: Feature[], now: Date, brand: Brand): Record<string, string> => {
  const today = dayOf(now)
  const details = plansService.denialOf(plan, features, today)
  if (details) {
    const refused = isExpired(plan, today)
      ? planRefusals.expired({ plan: plan.plan, day: plan.expiresOn ?? '' })
      : planRefusals.lacking({ plan: plan.plan, feature: details.requiredFeature })
    throw withBody(refused, { error: 'price_plan_feature_required', message: refused.message, details })
  }
  const end = plansService.endInSight(plan, today)
  if (!end) return {}
  const after = plan.trialEndsOn !== null && plan.trialEndsOn > end ? '' : '; after that day the API refuses requests'
  return { [brand.planWarning]: `The plan ${plan.plan} ends on ${end}${after}` }
}

const withinMonth = async (
  { quota, usage }: { quota: number; usage: Usage },
  { companyId, now }: GuardedRequest,
  stored: number,
): Promise<void> => {
  const today = dayOf(now)
  if (await usage.take(companyId, firstOfMonth(today), stored)) return
  const next = startOf(addDays(lastOfMonth(today), 1))
  const seconds = Math.ceil((next.getTime() - now.getTime()) / 1000)
  throw planRefusals.quotaSpent({ quota, seconds }, [], { 'retry-after': seconds })
}
