// Information about a token or a session: its owner, rights, plan and limits. Usually the first request with a new
// token.
import {
  DateOnly,
  Id,
  type Language,
  languages,
  Name,
  named,
  nullable,
  object,
  type PersonCall,
  personRow,
  type Row,
  type TokenCall,
  Type,
  tokenRow,
} from '#http'
import {
  findAgency,
  findCompany,
  identityService,
  MAX_PERSON_NAME,
  MOST_MEMBERS,
  membershipsOf,
  scopesOfRole,
} from '#identity'
import { addons, isInTrial, plans, plansService } from '#plans'
import { dayOf, firstOfMonth } from '#platform/day'
import { type AgencyRole, agencyRoles, type CompanyRole, companyRoles } from '#rule/roles'

const count = (description: string) => nullable(Type.Integer({ minimum: 0, examples: [200], description }))

const hasLetterKeys = Type.Boolean({
  description: 'Whether letters and signs are keys in the console; who dictates turns them off',
})

const Session = named(
  'Session',
  object({
    person: object({
      id: Id,
      name: Type.String({ examples: ['Anna Ek'] }),
      email: Type.String({ examples: ['anna@example.com'] }),
      language: Type.Enum([...languages]),
      hasLetterKeys,
    }),
    operates: Type.Enum(['no', 'needsProof', 'yes'], {
      description: 'Whether the person runs the service; needsProof: once the login had a second step',
    }),
    csrfToken: Type.String({ description: 'The value of the header Csrf-Token for every write of this session' }),
    memberships: Type.Array(
      object({
        tenant: object({ type: Type.Enum(['company', 'agency']), id: Id, name: Type.String() }),
        role: Type.Enum([...new Set([...companyRoles, ...agencyRoles])]),
        isSignatory: Type.Boolean({ description: 'Whether the person signs for the company' }),
        scopes: Type.Array(Type.String(), { description: 'What the role allows there through the API' }),
      }),
      { maxItems: MOST_MEMBERS },
    ),
  }),
)

const Me = named(
  'Me',
  object({
    tenant: object({
      type: Type.Enum(['company', 'agency', 'general', 'person'], {
        description: 'general: for every agency that the integration is connected to',
      }),
      id: nullable(Id),
      name: nullable(Type.String({ examples: ['Provbolaget AB'] })),
    }),
    token: object({
      type: Type.Enum(['private', 'integration', 'session']),
      name: Type.String({ examples: ['Kassan'], description: 'Of the private token, the integration or the person' }),
    }),
    session: nullable(Session),
    scopes: Type.Array(Type.String({ examples: ['journal-entries:read'] })),
    plan: nullable(
      object({
        name: Type.Enum([...plans]),
        addons: Type.Array(Type.Enum([...addons])),
        expiresOn: nullable(DateOnly),
        trialEndsOn: nullable(DateOnly),
        isInTrial: Type.Boolean(),
      }),
    ),
    limits: object({
      requestsPerMinute: count('In any 60 seconds, with this token; null: no limit'),
      requestsPerMonth: count('In a calendar month, with all private tokens of the company; null: no limit'),
      requestsThisMonth: count('How many of them have been made; null where they are not counted'),
    }),
  }),
)

const me = async (call: TokenCall) => {
  const { kind, tenantId, name, scopes, perMinute, perMonth } = call.ownToken
  const type = kind === 'private' ? ('company' as const) : kind
  const bearer = kind === 'private' ? ('private' as const) : ('integration' as const)
  return {
    tenant: { type, id: tenantId, name: await nameOf(call) },
    token: { type: kind === 'person' ? ('session' as const) : bearer, name },
    session: await sessionOf(call),
    scopes: [...scopes].sort(),
    plan: await planOf(call),
    limits: {
      requestsPerMinute: perMinute,
      requestsPerMonth: perMonth,
      requestsThisMonth: perMonth === null || tenantId === null ? null : await usedBy(call, tenantId),
    },
  }
}

const sessionOf = async (call: TokenCall) => {
  const { session } = call.ownToken
  if (!session) return null
  const { id } = session.person
  const memberships = await membershipsOf(call, id)
  return {
    ...session,
    person: { ...session.person, hasLetterKeys: await identityService.hasKeys(call, id) },
    memberships: memberships.map(({ tenant, name, role, isSignatory }) => {
      const isCompany = tenant.type === 'company'
      const held = isCompany
        ? scopesOfRole[role as CompanyRole]
        : identityService.scopesOfAgencyRole[role as AgencyRole]
      const scopes = [...held].sort()
      return { tenant: { ...tenant, name }, role, isSignatory, scopes }
    }),
  }
}

const nameOf = async (call: TokenCall): Promise<string | null> => {
  const { kind, tenantId, name } = call.ownToken
  if (tenantId === null) return null
  if (kind === 'person') return name
  return (kind === 'agency' ? await findAgency(call, tenantId) : await findCompany(call.db, tenantId)).name
}

/** Agencies have no plan; those of their client companies apply. */
const planOf = async (call: TokenCall) => {
  const { kind, tenantId } = call.ownToken
  if (tenantId === null || kind === 'agency' || kind === 'person') return null
  const plan = await plansService.readPlan({ ...call, companyId: tenantId })
  const { plan: name, addons: bought, expiresOn, trialEndsOn } = plan
  return { name, addons: [...bought], expiresOn, trialEndsOn, isInTrial: isInTrial(plan, dayOf(call.now)) }
}

const usedBy = (call: TokenCall, companyId: string): Promise<number> =>
  plansService.requestsOfMonth({ ...call, companyId }, firstOfMonth(dayOf(call.now)))

const meRow = tokenRow({
  method: 'GET',
  path: '/me',
  operationId: 'getMe',
  tag: 'Your token',
  summary: 'Read what your token is',
  description:
    'The company or agency that the token is for, its scopes, the plan of the company, and the limits. Any valid token will do. The request counts towards the limit per minute, not towards the monthly quota. A person who has logged in learns who they are, where they are a member, and the Csrf-Token that their writes need.',
  answer: { json: Me },
  refusals: [],
  run: me,
})

type MeChange = { name?: string; language?: Language; hasLetterKeys?: boolean }

/** Changes the person's name, language and keyboard shortcuts; absent fields stay. */
const changeMe = async (call: PersonCall, { name, language, hasLetterKeys: letters }: MeChange) => {
  const { session, ...own } = call.ownToken
  const { id: personId, ...before } = session.person
  const profile = { name: (name ?? before.name).trim(), language: language ?? before.language }
  await identityService.changeProfile(call, { personId, ...profile })
  if (letters !== undefined) await identityService.changeKeys(call, { personId, hasLetterKeys: letters })
  const person = { ...session.person, ...profile }
  return me({ ...call, ownToken: { ...own, name: profile.name, session: { ...session, person } } })
}

export const meRows: readonly Row[] = [
  meRow,
  personRow({
    method: 'PATCH',
    path: '/me',
    operationId: 'changeMe',
    tag: 'Your token',
    summary: 'Change your name, language or keys',
    description: 'The language is that of pages and mails. What is left out stays as it is.',
    body: named(
      'MeChange',
      object({
        name: Type.Optional(Name({ minLength: 1, maxLength: MAX_PERSON_NAME, examples: ['Anna Ek'] })),
        language: Type.Optional(Type.Enum([...languages])),
        hasLetterKeys: Type.Optional(hasLetterKeys),
      }),
    ),
    answer: { json: Me },
    events: ['person.changed'],
    refusals: [],
    example: { body: { name: 'Anna Ek', language: 'en' } },
    run: (call, { body }) => changeMe(call, body),
  }),
]
