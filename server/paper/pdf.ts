// Makes the PDF of a document. Nothing is read but what is given, and the same gives the same bytes.
import type { Paper } from './paper.ts'
import { type Attachment, openAttachments, putPicturePage, withPages } from './pdf-attachments.ts'
import { footOf, putFoot, putPageNumber } from './pdf-foot.ts'
import { putHead, putLaterHead, titleOf } from './pdf-head.ts'
import { type Picture, pictureFrom } from './pdf-images.ts'
import { type Place, putTable } from './pdf-lines.ts'
import { putPayment } from './pdf-payment.ts'
import { newDocument, type Sheet } from './pdf-sheet.ts'
import { putNotes, putReduction, putSums } from './pdf-sums.ts'
import { wordsIn } from './pdf-words.ts'

/** What a PDF shows beside the document's own content. */
export type Enclosed = {
  /** A PNG or JPEG. */
  logo: Uint8Array | null
  attachments: readonly Attachment[]
  /** Those that the tax reduction is asked for, in the order of its deductions. */
  personalNumbers: readonly string[]
}

/** The bytes of the PDF. Takes its time: {@link pdfOf} does it beside the event loop. */
export const renderPdf = async (paper: Paper, enclosed: Enclosed): Promise<Uint8Array> => {
  const words = wordsIn[paper.language]
  const opened = await openAttachments(enclosed.attachments)
  const sheet = newDocument({
    title: `${titleOf(paper, words)}, ${paper.seller.name}`,
    author: paper.seller.name,
    language: words.locale,
    at: new Date(paper.publishedAt),
  })
  const bytes = bytesOf(sheet)
  const logo = enclosed.logo && (await pictureFrom(sheet, enclosed.logo))
  putPages(sheet, paper, enclosed, logo)
  const { count: ownPages } = sheet.bufferedPageRange()
  for (const { attachment, file } of opened) if (!file) await putPicturePage(sheet, attachment, words)
  numberPages(sheet, paper, ownPages, opened)
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
  sheet.addPage()
  const foot = footOf(sheet, paper, words)
  const place: Place = {
    y: putHead(sheet, paper, words, logo),
    end: foot.top - 14,
    turn: () => {
      sheet.addPage()
      place.y = putLaterHead(sheet, paper, words)
      putFoot(sheet, foot)
    },
  }
  putFoot(sheet, foot)
  putTable(sheet, paper, words, place)
  putSums(sheet, paper, words, place)
  putReduction(sheet, paper, words, personalNumbers, place)
  const names = attachments.map(({ name }) => name)
  putNotes(sheet, paper, words, names, place)
  putPayment(sheet, paper, words, place)
}

/** The pages of the document and of pictures are numbered; those of a PDF are counted and stay as they came. */
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
