// What desk contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { deskErasure, forgetOldDrafts, sealedDrafts } from './draft.ts'
import { firstRunRefusals } from './refusals.ts'

export const deskContribution = {
  erasure: deskErasure,
  firstRunRefusals,
  forgetOldDrafts,
  sealedDrafts,
}
