// Makes a PDF archival (PDF/A-3, ISO 19005-3): it declares conformance, embeds a colour profile, and contains the
// e-invoice as an alternative form of the document.
import { enclosedUbl } from '#paper/e-invoice/ubl'
import type { Paper } from '#paper/paper'
import type { Attachment } from './pdf-attachments.ts'
import { isForPrint } from './pdf-images.ts'
import type { Sheet } from './pdf-sheet.ts'

/** Whether conformance can be claimed: PDFs from others and CMYK pictures need not conform. */
export const isArchival = (logo: Uint8Array | null, attachments: readonly Attachment[]): boolean =>
  attachments.every(({ contentType, bytes }) => contentType !== 'application/pdf' && !isForPrint(bytes)) &&
  !(logo && isForPrint(logo))

/** Missing in the library's types: the claimed level, and the characters of glyphs. */
type Library = { subset_conformance?: string; _fontFamilies: Record<string, { unicode?: number[][] }> }

/** Level a requires a character for every glyph; the dots of Arabic letters have none, which gives level b. */
export const claimLevel = (sheet: Sheet): void => {
  const library = sheet as unknown as Library
  const fonts = Object.values(library._fontFamilies)
  const isSilent = fonts.some(({ unicode = [] }) => unicode.some((characters) => characters.length === 0))
  if (isSilent && library.subset_conformance) library.subset_conformance = 'B'
}

/** Embeds the e-invoice, if the document can have one. */
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
