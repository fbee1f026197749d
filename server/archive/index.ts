// The archive: documents as sent to customers.

export { archiveContribution } from './contribution.ts'
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
