// The rights of people in the API, by their role in a company, or in the agency that manages it.
import { type AgencyRole, agencyRoles, type CompanyRole, companyRoles, type Role } from '#rule/roles'
import { agencyPeopleScopes, agencyScopes, allScopes, peopleScopes } from './scopes.ts'

/** Reserved for owners and administrators of a company. */
const OF_ADMINISTRATORS: readonly string[] = [
  'history:read',
  'payroll:read',
  'payroll:write',
  'webhooks:read',
  'webhooks:write',
]

const isRead = (scope: string): boolean => /:read(?:-limited)?$/.test(scope)

const without = (scopes: readonly string[], some: readonly string[]) => scopes.filter((scope) => !some.includes(scope))

/** The scopes only for people that this role has. */
const ofPeople = (role: CompanyRole): string[] =>
  Object.entries(peopleScopes).flatMap(([scope, least]) =>
    companyRoles.indexOf(role) <= companyRoles.indexOf(least) ? [scope] : [],
  )

export const scopesOfRole: Readonly<Record<CompanyRole, ReadonlySet<string>>> = {
  owner: new Set([...allScopes, ...ofPeople('owner')]),
  administrator: new Set([...allScopes, ...ofPeople('administrator')]),
  bookkeeper: new Set([...without(allScopes, OF_ADMINISTRATORS), ...ofPeople('bookkeeper')]),
  // Keeps payroll, and reads the books.
  payroll: new Set([
    ...without(allScopes.filter(isRead), OF_ADMINISTRATORS),
    'payroll:read',
    'payroll:write',
    ...ofPeople('payroll'),
  ]),
  // Reads everything that can be read, history and archive included, and writes nothing.
  auditor: new Set([...allScopes, ...Object.keys(peopleScopes)].filter(isRead)),
  reader: new Set([...without(allScopes.filter(isRead), OF_ADMINISTRATORS), ...ofPeople('reader')]),
}

/** Scopes of an agency that are only for integrations. */
const OF_INTEGRATIONS: readonly string[] = [
  'agency-connections:read',
  'agency-connections:write',
  'agency-company-navigation:write',
]

const peopleAtAgency = (role: AgencyRole): string[] =>
  Object.entries(agencyPeopleScopes).flatMap(([scope, least]) =>
    agencyRoles.indexOf(role) <= agencyRoles.indexOf(least) ? [scope] : [],
  )

/** The scopes of each role at the agency itself: consultants read there, and work in its client companies. */
export const scopesOfAgencyRole: Readonly<Record<AgencyRole, ReadonlySet<string>>> = {
  administrator: new Set([...without(agencyScopes, OF_INTEGRATIONS), ...peopleAtAgency('administrator')]),
  consultant: new Set([...without(agencyScopes.filter(isRead), OF_INTEGRATIONS), ...peopleAtAgency('consultant')]),
}

/** The role in client companies that corresponds to a role in an agency. */
const inClients: Readonly<Record<AgencyRole, CompanyRole>> = {
  administrator: 'administrator',
  consultant: 'bookkeeper',
}

/**
 * The effective role of a person for a company: the most powerful of their own and those through agencies; null if they
 * have none.
 */
export const actingRole = (own: CompanyRole | null, atAgencies: readonly AgencyRole[]): CompanyRole | null => {
  const held = new Set([own, ...atAgencies.map((role) => inClients[role])])
  return companyRoles.find((role) => held.has(role)) ?? null
}

/**
 * Whether a person may invite others to a role in a company: those who may manage its users, and for owners only
 * owners.
 */
export const mayInvite = (own: CompanyRole | null, atAgencies: readonly AgencyRole[], role: Role): boolean => {
  if (role === 'owner') return own === 'owner'
  const acting = actingRole(own, atAgencies)
  return acting !== null && scopesOfRole[acting].has('members:write')
}
