// Whose a webhook is: of the integration or the private token that made it, or of the company when a person did. What
// it hears is what its owner may read at that moment.
import { readIntegration, scopesInCompany } from '#access'
import { listMembers, readPerson, scopesOfToken } from '#identity'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

export type Owner = { kind: 'integration' | 'token' | 'company'; id: string; name: string }

/** Who owns what is made by this call. */
export const ownerOf = ({ actor, companyId }: CompanyCall): Owner =>
  actor.kind === 'integration' || actor.kind === 'token'
    ? { kind: actor.kind, id: actor.id, name: actor.name }
    : { kind: 'company', id: companyId, name: actor.name }

/** The call, with what it queues in turns of the account that a webhook is of, whoever asks for it. */
export const inItsName = async <Of extends CompanyCall>(
  call: Of,
  webhookId: string,
): Promise<Of & { accountId: string | null }> => {
  const found = await call.db.maybe<{ accountId: string | null }>(sql`
    select account_id as "accountId" from webhooks.subscription
    where company_id = ${call.companyId} and id = ${webhookId}`)
  return { ...call, accountId: found?.accountId ?? null }
}

/** Which webhooks a caller sees: programs their own, people all of the company. */
export const isSeenBy = (call: CompanyCall) => {
  const { kind, id } = ownerOf(call)
  return kind === 'company' ? sql`true` : sql`(s.owner_kind = ${kind} and s.owner_id = ${id})`
}

/**
 * What an owner may read in the company now: everything for the company itself (null); undefined when the owner no
 * longer has access.
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
 * Who is told of what becomes of a webhook: the owner of the integration, otherwise those who administrate the
 * company. Nobody where the owner has closed their account.
 */
export const readersOf = async (call: CompanyCall, { kind, id }: Pick<Owner, 'kind' | 'id'>): Promise<Reader[]> => {
  if (kind === 'integration') {
    const integration = await readIntegration(call, id)
    return integration ? readersAmong(call, [integration.ownerId]) : []
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

/** How many people are told. */
const MOST_READERS = 10
