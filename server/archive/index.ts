// The archive: what was sent to customers, kept as it was sent.
export { sealedPaperKeys } from './keys.ts'
export { electronicAnswer, type KeptPaper, keepPaper, paperOf, pdfAnswer } from './paper.ts'
export { archiveRefusals } from './refusals.ts'
export { verifyPapers } from './verify.ts'
export { archiveWithheld } from './withheld.ts'
