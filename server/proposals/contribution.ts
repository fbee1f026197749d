// What proposals contributes to what is made of all contexts: sealed columns, personal data and its erasure, and what
// waits in the queue.
import { proposalErasure, proposalPartyParts } from './party-data.ts'
import { sealedProposals } from './proposal.ts'
import { queueOfProposals } from './todo.ts'

export const proposalsContribution = {
  erasure: proposalErasure,
  partyParts: proposalPartyParts,
  queue: queueOfProposals,
  sealedProposals,
}
