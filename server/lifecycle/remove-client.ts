// Ends the relation of a client and its agency: people who had access only through the agency lose it, including
// through private tokens that they created, integrations that they connected, and webhooks.
import { accessService } from '#access'
import { leaveOrder } from '#events'
import { identityService } from '#identity'
import type { Call } from '#platform/call'
import { webhooksService } from '#webhooks'

/**
 * Ends the relation, informs the company's owners, and returns the names of the private tokens and connections that
 * ended.
 */
export const removeClient = async (
  call: Call,
  client: { agencyId: string; companyId: string },
): Promise<{ tokens: string[]; connections: string[] }> => {
  await leaveOrder(call, client)
  const { personIds, tokens } = await identityService.removeClientCompany(call, client)
  const connections = await accessService.endConnectionsGrantedBy(call, { companyId: client.companyId, personIds })
  await webhooksService.disableSetBy({ ...call, companyId: client.companyId }, personIds)
  await identityService.tellOwners(call, client, { tokens, connections })
  return { tokens, connections }
}
