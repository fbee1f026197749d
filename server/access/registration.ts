// Registering, changing and ending integrations, and the operator's approvals.
import { addSecret } from '#access/oauth/client-secret'
import { holdsOwnName, MAX_URIS, wrongRedirectUri } from '#access/oauth/redirect-uri.rules'
import { holdPerson } from '#identity'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { hasInvisibleCharacters } from '#text/invisible-characters'
import { approvalDigestOf } from './approval-digest.rules.ts'
import { endConnections } from './connection.ts'
import {
  findIntegration,
  type Integration,
  type IntegrationMode,
  integrationModes,
  lockIntegration,
} from './integration.ts'
import { withdrawInvitationsOf } from './invitation-right.ts'
import { accessFaults, accessRefusals, uriFaults } from './refusals.ts'
import { elevatedScopes, readScopes, registrableScopes } from './scope.rules.ts'

/** The owner's input. Scopes are separated by spaces, as in requests. */
export type IntegrationForm = {
  name: string
  description: string
  mode: string
  redirectUris: readonly string[]
  scopes: string
}

export const MAX_NAME_LENGTH = 100
export const MAX_DESCRIPTION_LENGTH = 1000
/** Most active integrations of one person. */
export const MAX_OWNED = 50

/** Registers an integration and returns its first secret, which cannot be read later. */
export const createIntegration = async (
  call: Call,
  { ownerId, ...form }: IntegrationForm & { ownerId: string },
): Promise<{ id: string; clientSecret: string }> => {
  const { name, description, mode, redirectUris, scopes } = judged(form)
  // Locked, so that two concurrent registrations cannot exceed the limit.
  await holdPerson(call, ownerId)
  const { owned } = await call.db.one<{ owned: number }>(sql`
    select count(*)::int as owned from access.integration where owner_id = ${ownerId} and ended_at is null`)
  if (owned >= MAX_OWNED) throw accessRefusals.tooManyIntegrations({ limit: MAX_OWNED })
  const id = newId()
  await call.db.rows(sql`
    insert into access.integration (
      id, owner_id, name, description, mode, redirect_uris, scopes, approved_at, created_at)
    values (${id}, ${ownerId}, ${name}, ${description}, ${mode}, ${redirectUris}, ${scopes},
      ${isOperator(call) ? call.now : null}, ${call.now})`)
  recordEvent(call, 'integration.created', { id }, { integrationId: id, ownerId, name, mode, redirectUris, scopes })
  const { secret } = await addSecret(call, { integrationId: id })
  return { id, clientSecret: secret }
}

/** Registrations by the operator are approved. */
const isOperator = ({ actor }: Call): boolean => actor.kind === 'operator'

/**
 * Changes the owner's data. Removed scopes end immediately in all tokens; new ones need a new consent. An approval
 * covers only what was reviewed: the one for production ends if the owner changes what people are shown or where they
 * are redirected, or adds scopes; those of elevated scopes end with a change of name, mode or redirect URIs; and a
 * machine keeps only the scopes that were registered at its approval. Changes by the operator are approved.
 */
export const changeIntegration = async (
  call: Call,
  { id, ...form }: IntegrationForm & { id: string },
): Promise<Integration> => {
  const { name, description, mode, redirectUris, scopes } = judged(form)
  const before = await lockIntegration(call, id)
  const seen = [name, description, mode, ...redirectUris.toSorted()]
  const same =
    JSON.stringify(seen) === JSON.stringify(seenOf(before)) && scopes.every((one) => before.scopes.includes(one))
  const approved = same || isOperator(call) ? before.approvedSince : null
  // The approval to move money does not survive a change of identity.
  const isOther = name !== before.name || mode !== before.mode || !isSameSet(redirectUris, before.redirectUris)
  const elevated = isOther && !isOperator(call) ? [] : before.elevatedScopes
  await call.db.rows(sql`
    update access.integration set name = ${name}, description = ${description}, mode = ${mode},
      redirect_uris = ${redirectUris}, scopes = ${scopes}, approved_at = ${approved}, elevated_scopes = ${elevated}
    where id = ${id}`)
  if (before.machineToMachineSince && isOperator(call)) await keepMachine(call, id, { scopes })
  await withdrawInvitationsOf(call, id)
  recordEvent(call, 'integration.changed', { id }, { integrationId: id, name, mode, redirectUris, scopes })
  return findIntegration(call, { id })
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

const seenOf = ({ name, description, mode, redirectUris }: Integration) => [
  name,
  description,
  mode,
  ...redirectUris.toSorted(),
]

/** Ends an integration with its secrets, connections and tokens, immediately. Ending it twice has no effect. */
export const endIntegration = async (call: Call, { id }: { id: string }): Promise<void> => {
  const { endedAt } = await findIntegration(call, { id, lock: true })
  if (endedAt) return
  await call.db.rows(sql`update access.integration set ended_at = ${call.now} where id = ${id}`)
  await call.db.rows(sql`
    update access.client_secret set ended_at = ${call.now} where integration_id = ${id} and ended_at is null`)
  await endConnections(call, { integrationId: id })
  recordEvent(call, 'integration.revoked', { id }, { integrationId: id })
}

/** The operator's approvals. */
export type Approval = 'machine-to-machine' | 'production' | { elevated: string }

/**
 * Approves production, machine access with the current scopes, or an elevated scope; no effect if already approved.
 * With `seen`, the digest of what was reviewed, nothing is approved if it has changed since.
 */
export const approve = async (
  call: Call,
  { id, approval, seen }: { id: string; approval: Approval; seen?: string | undefined },
): Promise<Integration> => {
  const before = await lockIntegration(call, id)
  if (before.registeredBy !== 'person') throw accessRefusals.registeredItself({ id })
  if (seen !== undefined && seen !== approvalDigestOf(before)) throw accessRefusals.changedSinceSeen({ id })
  if (approval === 'machine-to-machine') {
    if (before.machineToMachineSince && isSameSet(before.scopes, before.machineScopes)) return before
    await keepMachine(call, id, before)
    await withdrawInvitationsOf(call, id)
  } else if (approval === 'production') {
    if (before.approvedSince) return before
    await call.db.rows(sql`update access.integration set approved_at = ${call.now} where id = ${id}`)
  } else {
    const scope = requireElevated(approval.elevated)
    if (before.elevatedScopes.includes(scope)) return before
    await keepElevated(call, id, [...before.elevatedScopes, scope].sort())
  }
  recordEvent(call, 'integration.approved', { id }, { integrationId: id, ...detailOf(approval) })
  return findIntegration(call, { id })
}

/**
 * Withdraws an approval. Without machine access, all the integration's agency connections end immediately; without an
 * elevated scope, no token has it any more; without production, only the owner is redirected to it, and existing
 * connections stay.
 */
export const withdraw = async (
  call: Call,
  { id, approval }: { id: string; approval: Approval },
): Promise<Integration> => {
  const before = await lockIntegration(call, id)
  if (approval === 'machine-to-machine') {
    if (!before.machineToMachineSince) return before
    await call.db.rows(sql`update access.integration set machine_to_machine_at = null where id = ${id}`)
    await endConnections(call, { integrationId: id, type: 'agency' })
  } else if (approval === 'production') {
    if (!before.approvedSince) return before
    await call.db.rows(sql`update access.integration set approved_at = null where id = ${id}`)
  } else {
    const scope = requireElevated(approval.elevated)
    if (!before.elevatedScopes.includes(scope)) return before
    const left = before.elevatedScopes.filter((one) => one !== scope)
    await keepElevated(call, id, left)
  }
  recordEvent(call, 'integration.approval-withdrawn', { id }, { integrationId: id, ...detailOf(approval) })
  return findIntegration(call, { id })
}

/** Approves machine access with the registered scopes; keeps the date of an earlier approval. */
const keepMachine = (call: Call, id: string, { scopes }: Pick<Integration, 'scopes'>) =>
  call.db.rows(sql`
    update access.integration set machine_to_machine_at = coalesce(machine_to_machine_at, ${call.now}),
      machine_to_machine_scopes = ${scopes} where id = ${id}`)

const keepElevated = (call: Call, id: string, scopes: string[]) =>
  call.db.rows(sql`update access.integration set elevated_scopes = ${scopes} where id = ${id}`)

const detailOf = (approval: Approval) =>
  typeof approval === 'object'
    ? { elevatedScope: approval.elevated }
    : approval === 'production'
      ? { production: true }
      : { machineToMachine: true }

const requireElevated = (scope: string): string => {
  if (!elevatedScopes.includes(scope)) throw accessRefusals.notElevated({ scope, known: elevatedScopes.join(', ') })
  return scope
}

const judged = (form: IntegrationForm) => {
  refuseIfAny(wrongIn(form))
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    mode: form.mode as IntegrationMode,
    redirectUris: [...form.redirectUris],
    scopes: readScopes(form.scopes).scopes,
  }
}

/** Most characters of an unknown scope that an error repeats. */
const MAX_SHOWN = 60

/** The errors of a registration. Integrations without redirect URIs use client credentials only. */
const wrongIn = ({ name, description, mode, redirectUris, scopes }: IntegrationForm): FieldError[] => {
  const errors = [...wrongText('#/name', name, MAX_NAME_LENGTH)]
  if (name.trim() === '') errors.push(accessFaults.textMissing('#/name'))
  if (holdsOwnName(name)) errors.push(accessFaults.ownName('#/name'))
  errors.push(...wrongText('#/description', description.replace(/\r?\n/g, ' '), MAX_DESCRIPTION_LENGTH))
  if (!integrationModes.some((one) => one === mode)) errors.push(accessFaults.mode('#/mode'))
  if (redirectUris.length > MAX_URIS) errors.push(accessFaults.tooManyUris('#/redirectUris', { limit: MAX_URIS }))
  if (new Set(redirectUris).size < redirectUris.length) errors.push(accessFaults.repeatedUri('#/redirectUris'))
  for (const [index, uri] of redirectUris.entries()) {
    const wrong = wrongRedirectUri(uri)
    if (wrong) errors.push(uriFaults[wrong](`#/redirectUris/${index}`))
  }
  const named = readScopes(scopes)
  if (named.unknown.length > 0) {
    const [scope = ''] = named.unknown
    errors.push(
      accessFaults.unknownScope('#/scopes', { scope: scope.slice(0, MAX_SHOWN), known: registrableScopes.join(', ') }),
    )
  } else if (named.scopes.length === 0) errors.push(accessFaults.noScope('#/scopes'))
  return errors
}

const wrongText = (field: string, text: string, limit: number): FieldError[] => {
  const errors: FieldError[] = []
  if (text.length > limit) errors.push(accessFaults.textTooLong(field, { limit }))
  if (hasInvisibleCharacters(text)) errors.push(accessFaults.badCharacter(field))
  return errors
}
