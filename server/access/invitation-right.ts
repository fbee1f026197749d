// Integrations that invite people on behalf of an agency. When this right ends, their pending invitations are
// withdrawn; otherwise a person who lost access could return by an invitation of their own.
import { identityContribution, withdrawSentThrough } from '#identity'
import type { Call } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { machineScopesOf } from './integration.ts'
import { type Permitted, stillGranted } from './scope.rules.ts'

const SCOPE = 'agency-users:write'

type LetIn = Permitted & { agencyId: string; consented: string[]; asMachine: string[] }

const columns: Sql = sql`c.agency_id as "agencyId", c.scopes as consented,
  coalesce(c.machine_scopes, '{}') as "asMachine", i.scopes, i.elevated_scopes as "elevatedScopes",
  ${machineScopesOf(sql`i`)} as "machineScopes"`
const letIn: Sql = sql`access.integration i join access.connection c on c.integration_id = i.id`
const isOpen: Sql = sql`i.ended_at is null and c.ended_at is null`

/** By a person's consent, or as a machine. */
const mayInvite = ({ consented, asMachine, ...permitted }: LetIn): boolean =>
  stillGranted([SCOPE], permitted, consented).length > 0 ||
  (asMachine.includes(SCOPE) && stillGranted([SCOPE], permitted, null).length > 0)

/**
 * Refuses an integration that may no longer invite for an agency, because the guard has checked this before the request
 * waited for its turn. Integration and connection are locked until the transaction ends, so that concurrent
 * restrictions see the invitation. Members must be locked before.
 */
export const lockInvitationRight = async (
  { db }: Pick<Call, 'db'>,
  { integrationId, agencyId }: { integrationId: string; agencyId: string },
): Promise<void> => {
  const found = await db.maybe<LetIn>(sql`
    select ${columns} from ${letIn}
    where i.id = ${integrationId} and c.agency_id = ${agencyId} and ${isOpen} for share of i, c`)
  const challenge = (error: string) => ({ 'www-authenticate': `Bearer error="${error}"` })
  if (!found) throw identityContribution.refusals.disconnected({}, [], challenge('invalid_token'))
  if (!mayInvite(found))
    throw identityContribution.refusals.missingScope({ scope: SCOPE }, [], challenge('insufficient_scope'))
}

/** Withdraws an integration's invitations for agencies that no longer allow it to invite; called after the change. */
export const withdrawInvitationsOf = async (call: Call, integrationId: string): Promise<void> => {
  const open = await call.db.rows<LetIn>(sql`
    select ${columns} from ${letIn} where i.id = ${integrationId} and c.agency_id is not null and ${isOpen}`)
  const keep = open.filter(mayInvite).map(({ agencyId }) => agencyId)
  await withdrawSentThrough(call, { integrationId, keep })
}
