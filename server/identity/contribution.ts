// What identity contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { identityParts } from '#identity/people/personal'
import { sealedSecondFactors } from '#identity/people/second-factor'
import { forgetOldVisits } from './forget.ts'
import {
  accountRefusals,
  identityFaults,
  identityRefusals,
  invitationFaults,
  invitationRefusals,
  peopleRefusals,
} from './refusals.ts'
import { identityRevokedRights } from './revoked-rights.ts'

export const identityContribution = {
  accountRefusals,
  faults: identityFaults,
  forgetOldVisits,
  invitationFaults,
  invitationRefusals,
  parts: identityParts,
  peopleRefusals,
  refusals: identityRefusals,
  revokedRights: identityRevokedRights,
  sealedSecondFactors,
}
