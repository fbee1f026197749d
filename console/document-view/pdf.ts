// Pages of a PDF file, drawn; loaded when the first of them is shown. The file is read by a worker of our own origin.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/build/pdf.min.mjs'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs'

GlobalWorkerOptions.workerSrc = new URL(worker, import.meta.url).href

export type Pdf = PDFDocumentProxy

/** Throws when the bytes are no PDF that can be read. */
export const openPdf = async (bytes: ArrayBuffer): Promise<Pdf> => getDocument({ data: bytes }).promise

/** Draws a page, `width` pixels of the page across at zoom 1; resolves with its text, for those who cannot see it. */
export const drawPage = async (
  pdf: Pdf,
  canvas: HTMLCanvasElement,
  { number, width, turns }: { number: number; width: number; turns: number },
): Promise<string> => {
  const page = await pdf.getPage(number)
  const rotation = (page.rotate + turns * 90) % 360
  const plain = page.getViewport({ scale: 1, rotation })
  const viewport = page.getViewport({ scale: (width * devicePixelRatio) / plain.width, rotation })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport }).promise
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}
