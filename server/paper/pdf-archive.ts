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

/** What the types of the library leave out: the level that is claimed, and which characters the glyphs of fonts are. */
type Library = { subset_conformance?: string; _fontFamilies: Record<string, { unicode?: number[][] }> }

/** Level a holds where every glyph says which character it is; the dots of Arabic letters say nothing: level b. */
export const claimLevel = (sheet: Sheet): void => {
  const library = sheet as unknown as Library
  const fonts = Object.values(library._fontFamilies)
  const isSilent = fonts.some(({ unicode = [] }) => unicode.some((characters) => characters.length === 0))
  if (isSilent && library.subset_conformance) library.subset_conformance = 'B'
}

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
