// What invoices, credit notes and reports look like outside: on paper and as e-invoices.

export type {
  AnnualBlock,
  AnnualCell,
  AnnualCertificate,
  AnnualFact,
  AnnualPaper,
  AnnualSignature,
  AnnualTable,
  AnnualTableRow,
  AnnualText,
} from './annual-paper.ts'
export { enclosedUbl, type PaperAttachment, ublOf } from './e-invoice/ubl.ts'
export { type XmlNode, xmlText } from './e-invoice/xml.ts'
export { needsOptionalFonts, type Strange, strangeIn } from './font-families.ts'
export {
  isToBePaid,
  type Paper,
  type PaperAddress,
  type PaperBuyer,
  type PaperLine,
  type PaperSeller,
  type PaperTax,
  type PaperTaxReduction,
  type VatTreatment,
} from './paper.ts'
export { paymentCode } from './payment-code.ts'
export type { PayslipPaper, PayslipPaperLine } from './payslip-paper.ts'
export type { Enclosed } from './pdf/pdf.ts'
export type { Attachment } from './pdf/pdf-attachments.ts'
export { bankgiroText, dayText, ibanText, moneyText, plusgiroText } from './pdf/pdf-format.ts'
export {
  type Asker,
  annualPdfOf,
  askerOf,
  PdfTooLarge,
  payslipPdfOf,
  pdfOf,
  reminderPdfOf,
  reportPdfOf,
} from './pdf/pdf-threads.ts'
export { paperRefusals } from './refusals.ts'
export type { ReminderPaper, ReminderSpan } from './reminder-paper.ts'
export type { ReportPaper } from './report-paper.ts'
export { marginSchemeIn } from './treatments.rules.ts'
