// What ledger contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { ledgerRetainedTables } from '#ledger/entries/booked-contents'
import { entriesRemainingWork } from '#ledger/entries/journal-entry-narrowed'
import { reversalsPort } from '#ledger/entries/reversal'
import { sieFiles } from '#ledger/sie/sie-file'
import { companiesWrongInSieFiles, verifySieFiles } from '#ledger/sie/sie-verify'
import { ledgerErasure } from './erasure.ts'
import { ledgerPartyParts } from './party-data.ts'
import { ledgerRefusals } from './refusals.ts'
import { ledgerRevokedRights } from './revoked-rights.ts'
import { searchBooks } from './search.ts'
import { companiesWrongInBooks, verifyBooks } from './verify.ts'

export const ledgerContribution = {
  companiesWrongInBooks,
  companiesWrongInSieFiles,
  entriesRemainingWork,
  erasure: ledgerErasure,
  partyParts: ledgerPartyParts,
  refusals: ledgerRefusals,
  retainedTables: ledgerRetainedTables,
  reversalsPort,
  revokedRights: ledgerRevokedRights,
  searchBooks,
  sieFiles,
  verifyBooks,
  verifySieFiles,
}
