// The scopes that an integration may request, was granted, and currently has.
import { agencyScopes, allScopes } from '#identity'

export type TenantType = 'company' | 'agency'

/** The resources behind two old names of scopes, which clients may still request. */
const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {
  accounting: ['journal-entries', 'uploads', 'sie', 'fiscal-years', 'chart-of-accounts', 'company-information'],
  invoices: ['customers', 'items', 'invoices', 'credit-notes'],
}

/** Scopes newer than the old names, which therefore do not include them. */
const LATER: readonly string[] = ['fiscal-years:write', 'chart-of-accounts:write']

/**
 * A scope that clients of other services request along with those they need. Only people assign roles at an agency, so
 * here it grants nothing: it is ignored, even if an earlier version has stored it.
 */
export const PASSED_OVER = 'agency-permissions:write'

/** Every scope that an integration may be registered with. */
export const registrableScopes: readonly string[] = [...allScopes, ...agencyScopes]

/** Moving money needs the operator's approval for each integration. */
export const isElevated = (scope: string): boolean => scope.startsWith('bank-payments:')

export const elevatedScopes: readonly string[] = registrableScopes.filter(isElevated)

/**
 * What a client that no person has registered may ask for: to read, and to propose. What it proposes is done only if a
 * person approves it.
 */
export const selfScopes: readonly string[] = [
  ...allScopes.filter((scope) => scope.endsWith(':read') && !isElevated(scope)),
  'proposals:write',
]

export const isAgencyScope = (scope: string): boolean => agencyScopes.includes(scope)

/**
 * Parses scopes separated by spaces: each once, in the order of our tables; old names are expanded, and ignored ones
 * left out. `unknown` contains the invalid ones.
 */
export const readScopes = (text: string): { scopes: string[]; unknown: string[] } => {
  const named = text.split(' ').filter((name) => name !== '' && name !== PASSED_OVER)
  const meant = new Set(named.flatMap(writtenOut))
  return {
    scopes: registrableScopes.filter((scope) => meant.has(scope)),
    unknown: [...meant].filter((scope) => !registrableScopes.includes(scope)),
  }
}

const writtenOut = (name: string): string[] => {
  const resources = Object.hasOwn(OLD_NAMES, name) ? OLD_NAMES[name] : undefined
  if (!resources) return [name]
  return allScopes.filter((scope) => resources.includes(scope.split(':', 1)[0] ?? '') && !LATER.includes(scope))
}

/** The registered and approved scopes of an integration; machine scopes are empty without approval. */
export type Permitted = {
  scopes: readonly string[]
  elevatedScopes: readonly string[]
  machineScopes: readonly string[]
}

/** The scopes that an integration may request from a person: those registered, elevated ones only if approved. */
const askable = ({ scopes, elevatedScopes: approved }: Permitted): string[] =>
  scopes.filter((scope) => scope !== PASSED_OVER && (!isElevated(scope) || approved.includes(scope)))

export type WrongScope = 'none' | 'unknown' | 'notRegistered' | 'notApproved' | 'agencyOnly'

/**
 * The scopes that an integration requests from a tenant, validated. Companies have no agency scopes; agencies have
 * client companies. A request without scopes means all registered ones that this tenant can grant (RFC 6749 §3.3).
 */
export const askedScopes = (
  text: string,
  type: TenantType,
  integration: Permitted,
): { scopes: string[] } | { wrong: Exclude<WrongScope, 'unknown'> } | { wrong: 'unknown'; scope: string } => {
  if (text.trim() === '') return registeredScopes(type, integration)
  const { scopes, unknown } = readScopes(text)
  const [scope] = unknown
  if (scope !== undefined) return { wrong: 'unknown', scope }
  if (scopes.length === 0) return { wrong: 'none' }
  if (type === 'company' && scopes.some(isAgencyScope)) return { wrong: 'agencyOnly' }
  if (!scopes.every((scope) => integration.scopes.includes(scope))) return { wrong: 'notRegistered' }
  const may = askable(integration)
  return scopes.every((scope) => may.includes(scope)) ? { scopes } : { wrong: 'notApproved' }
}

const registeredScopes = (
  type: TenantType,
  integration: Permitted,
): { scopes: string[] } | { wrong: Exclude<WrongScope, 'unknown'> } => {
  const may = askable(integration)
  const scopes = registrableScopes.filter(
    (scope) => may.includes(scope) && (type === 'agency' || !isAgencyScope(scope)),
  )
  if (scopes.length > 0) return { scopes }
  return { wrong: may.length > 0 ? 'agencyOnly' : integration.scopes.some(isElevated) ? 'notApproved' : 'none' }
}

/**
 * The granted scopes that remain: limited by those of the connection and the integration now. A grant without a
 * connection is a machine's, limited by the approval for machine access. Restrictions thus also affect existing tokens.
 */
export const stillGranted = (
  granted: readonly string[],
  integration: Permitted,
  connectionScopes: readonly string[] | null,
): string[] => {
  const may = askable(integration)
  const open = connectionScopes ?? integration.machineScopes
  return granted.filter((scope) => may.includes(scope) && open.includes(scope))
}
