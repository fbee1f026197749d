// What archive contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { paperFiles, paperLogos } from './files.ts'
import { sealedPaperKeys } from './keys.ts'
import { archivePartyParts } from './party-data.ts'
import { archiveRefusals } from './refusals.ts'
import { archiveRetainedTables, archiveRevokedRights } from './revoked-rights.ts'
import { companiesWrongInPapers, verifyPapers } from './verify.ts'

export const archiveContribution = {
  companiesWrongInPapers,
  paperFiles,
  paperLogos,
  partyParts: archivePartyParts,
  refusals: archiveRefusals,
  retainedTables: archiveRetainedTables,
  revokedRights: archiveRevokedRights,
  sealedPaperKeys,
  verifyPapers,
}
