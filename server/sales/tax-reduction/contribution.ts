// What tax-reduction contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { taxReductionPartyParts } from './party-data.ts'
import { sealedPersonalNumbers } from './person.ts'
import { reductionsToRemove } from './removal.ts'
import { reductionComparisons } from './verify.ts'

export const taxReductionContribution = {
  partyParts: taxReductionPartyParts,
  reductionComparisons,
  reductionsToRemove,
  sealedPersonalNumbers,
}
