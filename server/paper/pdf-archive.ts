// What makes a PDF one for archives (PDF/A-3, ISO 19005-3): it says so of itself, shows colours by a profile that it
// carries, and has the e-invoice inside as another form of the same document.
import type { Paper } from './paper.ts'
import type { Attachment } from './pdf-attachments.ts'
import { isForPrint } from './pdf-images.ts'
import type { Sheet } from './pdf-sheet.ts'
import { enclosedUbl } from './ubl.ts'

/** Whether it may be said: what others have made, and pictures for print, need not keep to the rules of archives. */
export const isArchival = (logo: Uint8Array | null, attachments: readonly Attachment[]): boolean =>
  attachments.every(({ contentType, bytes }) => contentType !== 'application/pdf' && !isForPrint(bytes)) &&
  !(logo && isForPrint(logo))

/** Puts the e-invoice inside; there is none for those that no network reaches. */
export const encloseElectronic = (sheet: Sheet, paper: Paper): void => {
  const xml = enclosedUbl(paper)
  if (xml === null) return
  const at = new Date(paper.publishedAt)
  const file = {
    name: `${paper.number}.xml`,
    type: 'application/xml',
    description: 'Peppol BIS Billing 3.0',
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  }
  sheet.file(Buffer.from(xml), file as PDFKit.Mixins.PDFAttachmentOptions)
}
