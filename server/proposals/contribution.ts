// What proposals contributes to what is made of all contexts: sealed columns, personal data and its erasure.
import { proposalErasure, proposalPartyParts } from './party-data.ts'
import { sealedProposals } from './proposal.ts'

export const proposalsContribution = {
  erasure: proposalErasure,
  partyParts: proposalPartyParts,
  sealedProposals,
}
