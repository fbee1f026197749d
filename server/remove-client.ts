// A company that stops being a client of an agency: whoever reached it through the agency alone does so no more,
// neither by a token that they have made there, nor through an integration that they have let in, nor by a webhook.
import { endConnectionsGrantedBy } from '#access'
import { leaveOrder } from '#events'
import { removeClientCompany, tellOwners } from '#identity'
import type { Call } from '#platform/call'
import { disableSetBy } from '#webhooks'

/** Ends it, tells the company's owners, and answers by name which private tokens and connections have ended with it. */
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
