// What mail-in contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { mailInErasure } from './erasure.ts'
import { mailInPartyParts } from './party-data.ts'
import { forgetOldMailsIn } from './received.ts'

export const mailInContribution = {
  erasure: mailInErasure,
  forgetOldMailsIn,
  partyParts: mailInPartyParts,
}
