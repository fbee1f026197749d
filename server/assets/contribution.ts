// What assets contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { shiftsOfAssets } from './disposal.ts'
import { assetsToRemove } from './removal.ts'
import { assetsReversed } from './reversal.ts'

export const assetsContribution = {
  reversed: assetsReversed,
  shifts: shiftsOfAssets,
  toRemove: assetsToRemove,
}
