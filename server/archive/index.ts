// The archive: what was sent to customers, kept as it was sent.
export { sealedPaperKeys } from './keys.ts'
export {
  electronicAnswer,
  hasPaper,
  type KeptPaper,
  keepPaper,
  paperOf,
  pdfAnswer,
  treatmentsOnPapers,
} from './paper.ts'
export { archiveRefusals } from './refusals.ts'
export { verifyPapers } from './verify.ts'
export { archiveWithheld } from './withheld.ts'
