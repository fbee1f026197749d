// Attachments as further pages: a picture gets a page of its own, the pages of a PDF follow as they are.
import { PDFArray, PDFDict, PDFName, type PDFPage, type PDFDocument as PdfFile } from 'pdf-lib'
import { pictureFrom } from './pdf-images.ts'
import { BOTTOM, LEFT, put, type Sheet, TOP, WIDTH, wrap } from './pdf-sheet.ts'
import type { Words } from './pdf-words.ts'

export type Attachment = {
  name: string
  contentType: 'application/pdf' | 'image/png' | 'image/jpeg'
  bytes: Uint8Array
}

/** An opened attachment; `file` is null for pictures. */
type Opened = { attachment: Attachment; file: PdfFile | null; pages: number }

/** Opens the PDFs among the attachments; the library is loaded only for them. */
export const openAttachments = async (attachments: readonly Attachment[]): Promise<Opened[]> => {
  const opened: Opened[] = []
  for (const attachment of attachments) {
    if (attachment.contentType === 'application/pdf') {
      const { PDFDocument } = await import('pdf-lib')
      const file = await PDFDocument.load(attachment.bytes, { updateMetadata: false })
      opened.push({ attachment, file, pages: file.getPageCount() })
    } else {
      opened.push({ attachment, file: null, pages: 1 })
    }
  }
  return opened
}

/** A page with a picture as large as fits, but at no less than 96 of its pixels per inch. */
export const putPicturePage = async (sheet: Sheet, { name, bytes }: Attachment, words: Words): Promise<void> => {
  const picture = await pictureFrom(sheet, bytes)
  sheet.addPage()
  const style = { size: 8.6 }
  const [title = ''] = wrap(sheet, `${words.attachment}: ${name}`, WIDTH - 90, style)
  put(sheet, title, LEFT, TOP, { ...style, as: 'heading' })
  const room = { width: WIDTH, height: BOTTOM - TOP - 28 }
  const scale = Math.min(room.width / picture.width, room.height / picture.height, POINTS_PER_PIXEL)
  picture.put(sheet, LEFT, TOP + 28, { width: picture.width * scale, height: picture.height * scale, alt: title })
}

const POINTS_PER_PIXEL = 72 / 96

/** Inserts the pages of PDF attachments at their places. */
export const withPages = async (own: Uint8Array, ownPages: number, opened: readonly Opened[]): Promise<Uint8Array> => {
  if (opened.every(({ file }) => file === null)) return own
  const { PDFDocument } = await import('pdf-lib')
  const whole = await PDFDocument.load(own, { updateMetadata: false })
  let at = ownPages
  for (const { file, pages } of opened) {
    if (file) {
      const copied = await whole.copyPages(file, file.getPageIndices())
      for (const [index, page] of copied.entries()) {
        quieten(page)
        whole.insertPage(at + index, page)
      }
    }
    at += pages
  }
  return whole.save({ updateFieldAppearances: false })
}

/** Removes active content from a page: a received file is displayed, never executed. */
const quieten = ({ node }: PDFPage): void => {
  node.delete(PDFName.of('AA'))
  // The structure of its document was not copied.
  node.delete(PDFName.of('StructParents'))
  const annotations = node.lookup(PDFName.of('Annots'))
  if (!(annotations instanceof PDFArray)) return
  for (let index = 0; index < annotations.size(); index += 1) {
    const annotation = annotations.lookup(index)
    if (!(annotation instanceof PDFDict)) continue
    annotation.delete(PDFName.of('AA'))
    const action = annotation.lookup(PDFName.of('A'))
    const kind = action instanceof PDFDict ? action.lookup(PDFName.of('S')) : undefined
    if (kind !== PDFName.of('URI')) annotation.delete(PDFName.of('A'))
    else if (action instanceof PDFDict) action.delete(PDFName.of('Next'))
  }
}
