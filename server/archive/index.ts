// The archive: documents as sent to customers.
export { paperFiles, paperLogos } from './files.ts'
export { sealedPaperKeys } from './keys.ts'
export {
  draftAnswer,
  electronicAnswer,
  fileNameOf,
  hasPaper,
  isPaperInUnion,
  type KeptPaper,
  keepPaper,
  lacksPdf,
  type MadePaper,
  makePaper,
  makePdf,
  paperOf,
  papersInUnion,
  pdfAnswer,
  pdfBytes,
  treatmentsSql,
  vatNumbersOnPapers,
} from './paper.ts'
export { archivePartyParts } from './party-data.ts'
export { archiveRefusals } from './refusals.ts'
export { archiveRetainedTables, archiveRevokedRights } from './revoked-rights.ts'
export { companiesWrongInPapers, verifyPapers } from './verify.ts'
