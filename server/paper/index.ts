// What invoices, credit notes and reports look like outside: on paper and as e-invoices.

export { enclosedUbl, type PaperAttachment, ublOf } from './e-invoice/ubl.ts'
export { type XmlNode, xmlText } from './e-invoice/xml.ts'
export type {
  Paper,
  PaperAddress,
  PaperAmount,
  PaperBuyer,
  PaperLine,
  PaperSeller,
  PaperTax,
  PaperTaxReduction,
  VatTreatment,
} from './paper.ts'
export { isToBePaid } from './paper.ts'
export { paymentCode } from './payment-code.ts'
export type { Enclosed } from './pdf/pdf.ts'
export type { Attachment } from './pdf/pdf-attachments.ts'
export { bankgiroText, dayText, ibanText, moneyText, plusgiroText } from './pdf/pdf-format.ts'
export { type Asker, askerOf, PDF_THREADS, PdfTooLarge, pdfOf, reminderPdfOf, reportPdfOf } from './pdf/pdf-threads.ts'
export { strangeSigns } from './pdf/signs.rules.ts'
export { paperRefusals } from './refusals.ts'
export type { ReminderPaper, ReminderSpan } from './reminder-paper.ts'
export type { ReportPaper } from './report-paper.ts'
export { marginSchemeIn } from './treatments.rules.ts'
