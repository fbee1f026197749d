// Which scopes an integration may ask for, was granted, and has at this moment.
import { agencyScopes, allScopes } from '#identity'

export type TenantType = 'company' | 'agency'

/** The resources that two old names of scopes stand for; clients may still ask by them. */
const OLD_NAMES: Readonly<Record<string, readonly string[]>> = {
  accounting: ['journal-entries', 'uploads', 'sie', 'fiscal-years', 'chart-of-accounts', 'company-information'],
  invoices: ['customers', 'items', 'invoices', 'credit-notes'],
}

/** Scopes that came later than the old names: integrations that were registered by those do not have them. */
const LATER: readonly string[] = ['fiscal-years:write', 'chart-of-accounts:write']

/**
 * A scope that clients of others ask for beside those that they need. Roles at an agency are for its people to give, so
 * it opens nothing here: it is passed over, also where an earlier version has kept it.
 */
export const PASSED_OVER = 'agency-permissions:write'

/** Every scope that an integration may be registered with. */
export const registrableScopes: readonly string[] = [...allScopes, ...agencyScopes]

/** Moving money needs the operator's approval, integration by integration. */
export const isElevated = (scope: string): boolean => scope.startsWith('bank-payments:')

export const elevatedScopes: readonly string[] = registrableScopes.filter(isElevated)

export const isAgencyScope = (scope: string): boolean => agencyScopes.includes(scope)

/**
 * The scopes of a text with spaces between them, each once, in the order of our tables; old names are written out, and
 * what opens nothing is left out. `unknown` has those that are no scopes.
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

/** What an integration was registered with and approved for; as a machine for nothing where it is not approved. */
export type Permitted = {
  scopes: readonly string[]
  elevatedScopes: readonly string[]
  machineScopes: readonly string[]
}

/** The scopes that an integration may ask a person for: those registered, elevated ones only once approved. */
export const askable = ({ scopes, elevatedScopes: approved }: Permitted): string[] =>
  scopes.filter((scope) => scope !== PASSED_OVER && (!isElevated(scope) || approved.includes(scope)))

export type WrongScope = 'none' | 'unknown' | 'notRegistered' | 'notApproved' | 'agencyOnly'

/**
 * What an integration asks of a tenant, judged. A company has no agency scopes; an agency has client companies. Who
 * names no scope asks for all that were registered and that this tenant can give (RFC 6749 §3.3).
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
 * What is left of the scopes that were granted: no more than the connection has now, and than the integration may have
 * now. A grant without a connection is a machine's, and gives no more than the integration is approved for as one. So
 * whatever narrows holds for tokens that are out already.
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
