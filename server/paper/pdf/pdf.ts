// Makes the PDF of a document. It reads only its input, and equal input gives equal bytes.
import type { Paper } from '#paper/paper'
import { claimLevel, encloseElectronic, isArchival } from './pdf-archive.ts'
import { type Attachment, openAttachments, putPicturePage, withPages } from './pdf-attachments.ts'
import { footOf, putFoot, putPageNumber } from './pdf-foot.ts'
import { LATER_TOP, putHead, putLaterHead, titleOf } from './pdf-head.ts'
import { type Picture, pictureFrom } from './pdf-images.ts'
import { type Place, putTable } from './pdf-lines.ts'
import { addPageOf } from './pdf-mark.ts'
import { paymentHeight, putPayment } from './pdf-payment.ts'
import { newDocument, newScratch, type Sheet } from './pdf-sheet.ts'
import { artifact } from './pdf-structure.ts'
import { putNotes, putReduction, putSums } from './pdf-sums.ts'
import { wordsIn } from './pdf-words.ts'

/** The content of a PDF beside the document itself. */
export type Enclosed = {
  /** A PNG or JPEG. */
  logo: Uint8Array | null
  attachments: readonly Attachment[]
  /** The personal numbers for the tax reduction, in the order of its deductions. */
  personalNumbers: readonly string[]
}

/** The bytes of the PDF. Slow: {@link pdfOf} runs it in a thread. */
export const renderPdf = async (paper: Paper, enclosed: Enclosed): Promise<Uint8Array> => {
  const words = wordsIn[paper.language]
  const opened = await openAttachments(enclosed.attachments)
  const sheet = newDocument({
    title: `${titleOf(paper, words)}, ${paper.seller.name}`,
    author: paper.seller.name,
    language: words.locale,
    at: new Date(paper.publishedAt),
    archival: !paper.isDraft && isArchival(enclosed.logo, enclosed.attachments),
  })
  const bytes = bytesOf(sheet)
  const logo = enclosed.logo && (await pictureFrom(sheet, enclosed.logo))
  putPages(sheet, paper, enclosed, logo)
  const { count: ownPages } = sheet.bufferedPageRange()
  if (!paper.isDraft) encloseElectronic(sheet, paper)
  for (const { attachment, file } of opened) if (!file) await putPicturePage(sheet, attachment, words)
  numberPages(sheet, paper, ownPages, opened)
  claimLevel(sheet)
  sheet.end()
  return withPages(await bytes, ownPages, opened)
}

const putPages = (
  sheet: Sheet,
  paper: Paper,
  { attachments, personalNumbers }: Enclosed,
  logo: Picture | null,
): void => {
  const words = wordsIn[paper.language]
  addPageOf(sheet, paper, words)
  const foot = footOf(sheet, paper, words)
  const place: Place = {
    y: putHead(sheet, paper, words, logo),
    end: foot.top - 14,
    turn: () => {
      addPageOf(sheet, paper, words)
      place.y = putLaterHead(sheet, paper, words)
      artifact(sheet, 'Pagination', () => putFoot(sheet, foot))
    },
  }
  putTable(sheet, paper, words, place)
  const names = attachments.map(({ name }) => name)
  const blocks: Block[] = [
    (on, at) => putSums(on, paper, words, at),
    (on, at) => putReduction(on, paper, words, personalNumbers, at),
    (on, at) => putNotes(on, paper, words, names, at),
  ]
  putEnd(sheet, blocks, paymentHeight(sheet, paper, words), place)
  putPayment(sheet, paper, words, place)
  // The footer is read once, after everything else.
  sheet.switchToPage(0)
  putFoot(sheet, foot)
}

/** A part below the lines; it starts a new page if this one has no room for it. */
type Block = (sheet: Sheet, place: Place) => void

/**
 * Places the parts below the lines so that the payment box is never alone on the last page: the totals go with it, or,
 * if all of it exceeds a page, the last nonempty part.
 */
const putEnd = (sheet: Sheet, blocks: readonly Block[], payment: number, place: Place): void => {
  const scratch = newScratch()
  const heights = blocks.map((block) => {
    const tried: Place = { y: 0, end: Number.POSITIVE_INFINITY, turn: () => undefined }
    block(scratch, tried)
    return tried.y
  })
  const from = (first: number) => heights.slice(first).reduce((sum, height) => sum + height, payment)
  const last = heights.findLastIndex((height) => height > 0)
  const first = from(0) <= place.end - LATER_TOP ? 0 : last
  for (const [index, block] of blocks.entries()) {
    if (index === first && place.y + from(index) > place.end) place.turn()
    block(sheet, place)
  }
}

/** Numbers the pages of the document and of pictures; those of PDF attachments are counted but unchanged. */
const numberPages = (
  sheet: Sheet,
  { language }: Paper,
  ownPages: number,
  opened: readonly { file: unknown; pages: number }[],
): void => {
  const all = opened.reduce((sum, { pages }) => sum + pages, ownPages)
  const numbers = Array.from({ length: ownPages }, (_, index) => index + 1)
  let next = ownPages + 1
  for (const { file, pages } of opened) {
    if (!file) numbers.push(next)
    next += pages
  }
  for (const [index, number] of numbers.entries()) {
    sheet.switchToPage(index)
    putPageNumber(sheet, wordsIn[language], number, all)
  }
}

const bytesOf = (sheet: Sheet): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk))
    sheet.on('end', () => resolve(Buffer.concat(chunks)))
    sheet.on('error', reject)
  })
