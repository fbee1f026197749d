// Integrations that invite people, for an agency that lets them: with that right ends what they have sent and nobody
// has answered. Otherwise whoever was shut out could come back by a link of their own.
import { identityRefusals, withdrawSentThrough } from '#identity'
import type { Call } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { machineScopesOf } from './integration.ts'
import { type Permitted, stillGranted } from './scope.rules.ts'

/** What inviting takes. */
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
 * Refuses an integration that an agency lets invite nobody any more: the guard has asked before the request waited for
 * its turn. Integration and connection stay as they are until the end, so that whoever narrows them at this moment
 * finds what was sent. Members are locked before.
 */
export const holdInviting = async (
  { db }: Pick<Call, 'db'>,
  { integrationId, agencyId }: { integrationId: string; agencyId: string },
): Promise<void> => {
  const found = await db.maybe<LetIn>(sql`
    select ${columns} from ${letIn}
    where i.id = ${integrationId} and c.agency_id = ${agencyId} and ${isOpen} for share of i, c`)
  const challenge = (error: string) => ({ 'www-authenticate': `Bearer error="${error}"` })
  if (!found) throw identityRefusals.disconnected({}, [], challenge('invalid_token'))
  if (!mayInvite(found)) throw identityRefusals.missingScope({ scope: SCOPE }, [], challenge('insufficient_scope'))
}

/** Takes back what an integration has sent for agencies that let it invite nobody any more: after that has changed. */
export const withdrawInvitationsOf = async (call: Call, integrationId: string): Promise<void> => {
  const open = await call.db.rows<LetIn>(sql`
    select ${columns} from ${letIn} where i.id = ${integrationId} and c.agency_id is not null and ${isOpen}`)
  const keep = open.filter(mayInvite).map(({ agencyId }) => agencyId)
  await withdrawSentThrough(call, { integrationId, keep })
}
