// What people may do through the API, by the role that they have in a company, or in the agency that looks after it.
import { agencyPeopleScopes, agencyScopes, allScopes, peopleScopes } from './scopes.ts'

/** Roles, the most powerful first. */
export const companyRoles = ['owner', 'administrator', 'bookkeeper', 'reader'] as const
export const agencyRoles = ['administrator', 'consultant'] as const

export type CompanyRole = (typeof companyRoles)[number]
export type AgencyRole = (typeof agencyRoles)[number]
export type Role = CompanyRole | AgencyRole

/** What those do who administrate a company, and nobody else. */
const OF_ADMINISTRATORS: readonly string[] = ['history:read', 'webhooks:read', 'webhooks:write']

const isRead = (scope: string): boolean => /:read(?:-limited)?$/.test(scope)

const without = (scopes: readonly string[], some: readonly string[]) => scopes.filter((scope) => !some.includes(scope))

/** What only people do and this role may. */
const ofPeople = (role: CompanyRole): string[] =>
  Object.entries(peopleScopes).flatMap(([scope, least]) =>
    companyRoles.indexOf(role) <= companyRoles.indexOf(least) ? [scope] : [],
  )

/** The scopes of each role in a company. */
export const scopesOfRole: Readonly<Record<CompanyRole, ReadonlySet<string>>> = {
  owner: new Set([...allScopes, ...ofPeople('owner')]),
  administrator: new Set([...allScopes, ...ofPeople('administrator')]),
  bookkeeper: new Set([...without(allScopes, OF_ADMINISTRATORS), ...ofPeople('bookkeeper')]),
  reader: new Set([...without(allScopes.filter(isRead), OF_ADMINISTRATORS), ...ofPeople('reader')]),
}

/** What integrations do at an agency for themselves. */
const OF_INTEGRATIONS: readonly string[] = [
  'agency-connections:read',
  'agency-connections:write',
  'agency-company-navigation:write',
]

const peopleAtAgency = (role: AgencyRole): string[] =>
  Object.entries(agencyPeopleScopes).flatMap(([scope, least]) =>
    agencyRoles.indexOf(role) <= agencyRoles.indexOf(least) ? [scope] : [],
  )

/** The scopes of each role in an agency, at the agency itself: consultants read, and work in its client companies. */
export const scopesOfAgencyRole: Readonly<Record<AgencyRole, ReadonlySet<string>>> = {
  administrator: new Set([...without(agencyScopes, OF_INTEGRATIONS), ...peopleAtAgency('administrator')]),
  consultant: new Set([...without(agencyScopes.filter(isRead), OF_INTEGRATIONS), ...peopleAtAgency('consultant')]),
}

/** What a role in an agency is worth in its client companies. */
const inClients: Readonly<Record<AgencyRole, CompanyRole>> = {
  administrator: 'administrator',
  consultant: 'bookkeeper',
}

/**
 * The role that a person acts in for a company: the most powerful of their own there and those through agencies; null
 * where they have none.
 */
export const actingRole = (own: CompanyRole | null, atAgencies: readonly AgencyRole[]): CompanyRole | null => {
  const held = new Set([own, ...atAgencies.map((role) => inClients[role])])
  return companyRoles.find((role) => held.has(role)) ?? null
}

/**
 * Whether somebody may invite others to have a role in a company: who may manage its users, and for that of an owner
 * only those who own it themselves.
 */
export const mayInvite = (own: CompanyRole | null, atAgencies: readonly AgencyRole[], role: Role): boolean => {
  if (role === 'owner') return own === 'owner'
  const acting = actingRole(own, atAgencies)
  return acting !== null && scopesOfRole[acting].has('members:write')
}
