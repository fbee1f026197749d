// What access contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { forgetUnused } from '#access/oauth/self-registration'
import { forgetOldTokens } from '#access/oauth/token'
import { accessRetainedTables } from './connection.ts'
import { accessPartyParts } from './party-data.ts'
import { accessParts } from './personal.ts'
import { accessRefusals } from './refusals.ts'

export const accessContribution = {
  forgetOldTokens,
  forgetUnused,
  parts: accessParts,
  partyParts: accessPartyParts,
  refusals: accessRefusals,
  retainedTables: accessRetainedTables,
}
