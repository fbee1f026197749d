// What accruals contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { accrualsReversed, shiftsOfAccruals } from './accrual.ts'
import { accrualPartyParts } from './party-data.ts'
import { accrualsToRemove } from './removal.ts'

export const accrualsContribution = {
  partyParts: accrualPartyParts,
  reversed: accrualsReversed,
  shifts: shiftsOfAccruals,
  toRemove: accrualsToRemove,
}
