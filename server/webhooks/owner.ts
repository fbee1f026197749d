// The owner of a webhook: the integration or private token that created it, or the company if a person did. A webhook
// only receives what its owner may read at that moment.
import { readIntegration, scopesInCompany } from '#access'
import { listMembers, readPerson, scopesOfToken } from '#identity'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

export type Owner = { kind: 'integration' | 'token' | 'company'; id: string; name: string }

/** The owner of webhooks created by this call. */
export const ownerOf = ({ actor, companyId }: CompanyCall): Owner =>
  actor.kind === 'integration' || actor.kind === 'token'
    ? { kind: actor.kind, id: actor.id, name: actor.name }
    : { kind: 'company', id: companyId, name: actor.name }

/** The call, with queued work counting against the account of the webhook's owner rather than the caller's. */
export const inItsName = async <Of extends CompanyCall>(
  call: Of,
  webhookId: string,
): Promise<Of & { accountId: string | null }> => {
  const found = await call.db.maybe<{ accountId: string | null }>(sql`
    select account_id as "accountId" from webhooks.subscription
    where company_id = ${call.companyId} and id = ${webhookId}`)
  return { ...call, accountId: found?.accountId ?? null }
}

/** The webhooks that a caller sees: programs their own, people all of the company. */
export const isSeenBy = (call: CompanyCall) => {
  const { kind, id } = ownerOf(call)
  return kind === 'company' ? sql`true` : sql`(s.owner_kind = ${kind} and s.owner_id = ${id})`
}

/**
 * The owner's current scopes in the company: null for the company itself, which may read everything; undefined if the
 * owner has lost access.
 */
export const scopesOf = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  { kind, id }: Pick<Owner, 'kind' | 'id'>,
): Promise<ReadonlySet<string> | null | undefined> => {
  if (kind === 'company') return null
  const scopes =
    kind === 'token'
      ? await scopesOfToken(db, { id, companyId })
      : await scopesInCompany(db, { integrationId: id, companyId })
  return scopes === null ? undefined : new Set(scopes)
}

type Reader = { email: string; language: string }

/**
 * The people informed about a webhook: the owner of the integration, otherwise the administrators of the company. Empty
 * if the owner has closed the account.
 */
export const readersOf = async (call: CompanyCall, { kind, id }: Pick<Owner, 'kind' | 'id'>): Promise<Reader[]> => {
  if (kind === 'integration') {
    const integration = await readIntegration(call, id)
    return integration?.ownerId ? readersAmong(call, [integration.ownerId]) : []
  }
  const members = await listMembers(call, { type: 'company', id: call.companyId })
  const chosen = members.filter(({ role }) => role === 'owner' || role === 'administrator').slice(0, MOST_READERS)
  return readersAmong(
    call,
    chosen.map(({ personId }) => personId),
  )
}

const readersAmong = async (call: CompanyCall, ids: readonly string[]): Promise<Reader[]> =>
  (await Promise.all(ids.map((id) => readPerson(call, id)))).filter((person) => person !== null)

/** Most people who are informed. */
const MOST_READERS = 10
