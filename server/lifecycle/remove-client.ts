// Ends the relation of a client and its agency: people who had access only through the agency lose it, including
// through private tokens that they created, integrations that they connected, and webhooks.
import { endConnectionsGrantedBy } from '#access'
import { leaveOrder } from '#events'
import { removeClientCompany, tellOwners } from '#identity'
import type { Call } from '#platform/call'
import { disableSetBy } from '#webhooks'

/**
 * Ends the relation, informs the company's owners, and returns the names of the private tokens and connections that
 * ended.
 */
export const removeClient = async (
  call: Call,
  client: { agencyId: string; companyId: string },
): Promise<{ tokens: string[]; connections: string[] }> => {
  await leaveOrder(call, client)
  const { personIds, tokens } = await removeClientCompany(call, client)
  const connections = await endConnectionsGrantedBy(call, { companyId: client.companyId, personIds })
  await disableSetBy({ ...call, companyId: client.companyId }, personIds)
  await tellOwners(call, client, { tokens, connections })
  return { tokens, connections }
}
