// The text of a PDF, with positions. A page without text, such as a scanned one, is read from its image.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFPageProxy } from 'pdfjs-dist'
import { type Box, MAX_WORD, type PageRead, type Word } from './page.rules.ts'
import { recognized } from './picture-text.ts'
import type { ReadingFlaw } from './refusals.ts'

// On load, pdf.js needs these browser classes for drawing. Nothing is drawn here, so empty ones will do.
Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} })
const { getDocument, ImageKind, OPS, Util, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** Maximum number of pages that are read: the amount due is on the first or the last page of an invoice. */
const MAX_PAGES = 10
/** Maximum number of pages whose images are read. */
const MAX_PICTURES = 2
/** Maximum number of words on one page. */
const MAX_WORDS = 5000
/** Pieces of text closer than this fraction of their height form one word. */
const JOINED = 0.12
/** An image that covers at least this fraction of a page is a scan of the page. */
const LEAST_COVER = 0.4
const MAX_PIXELS = 52_000_000

/** The first pages; in a longer document, the last page replaces the last of them. */
export const readPdf = async (bytes: Uint8Array): Promise<PageRead[] | ReadingFlaw> => {
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: MAX_PIXELS,
    cMapUrl: partOf('cmaps'),
    standardFontDataUrl: partOf('standard_fonts'),
  })
  try {
    const document = await task.promise
    const pages: PageRead[] = []
    for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number += 1) {
      const isLast = number === MAX_PAGES
      const page = await document.getPage(isLast ? document.numPages : number)
      const read = await textOf(page)
      const hasPicture = read.words.length === 0 && number <= MAX_PICTURES
      pages.push((hasPicture ? await pictureOf(page) : null) ?? read)
    }
    return pages
  } catch (cause) {
    return cause instanceof Error && cause.name === 'PasswordException' ? 'locked' : 'broken'
  } finally {
    await task.destroy()
  }
}

const partOf = (folder: string): string => {
  const require = createRequire(import.meta.url)
  return `${join(dirname(require.resolve('pdfjs-dist/package.json')), folder)}/`
}

const textOf = async (page: PDFPageProxy): Promise<PageRead> => {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const pieces: Piece[] = []
  for (const item of items) {
    if (!('str' in item)) continue
    const [a, b, , , x, y] = Util.transform(transform, item.transform) as number[]
    // Vertical or upside-down text is a mark in the margin.
    const isLevel = Math.abs(b ?? 0) < Math.abs(a ?? 0) * 0.1 && (a ?? 0) > 0
    if (isLevel) pieces.push(...piecesOf(item.str, { x: x ?? 0, y: y ?? 0, width: item.width, height: item.height }))
    if (pieces.length > MAX_WORDS) break
  }
  return { width, height, slope: 0, words: joined(pieces).filter((word) => word.text.length <= MAX_WORD) }
}

/** A piece of text; `begins` and `ends` mark a space before and after it within its text item. */
type Piece = Box & { text: string; begins: boolean; ends: boolean }

/** The height of letters above the baseline, as a fraction of the font size. */
const ASCENT = 0.8

const piecesOf = (text: string, at: { x: number; y: number; width: number; height: number }): Piece[] => {
  const each = text.length === 0 ? 0 : at.width / text.length
  const height = at.height || each * 2
  return [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => ({
    text: part,
    left: at.x + index * each,
    top: at.y - height * ASCENT,
    width: part.length * each,
    height,
    begins: index > 0,
    ends: index + part.length < text.length,
  }))
}

/** Joins adjacent pieces into words: programs place letters one by one or in groups. */
const joined = (pieces: readonly Piece[]): Word[] => {
  const words: (Word & { ends: boolean })[] = []
  for (const { begins, ends, ...piece } of pieces) {
    const last = words.at(-1)
    const gap = last ? piece.left - (last.left + last.width) : 0
    const isLevel = last && Math.abs(last.top - piece.top) < piece.height * JOINED
    if (last && isLevel && !begins && !last.ends && Math.abs(gap) < piece.height * JOINED) {
      last.text += piece.text
      last.width = piece.left + piece.width - last.left
      last.ends = ends
    } else words.push({ ...piece, sureness: 1, ends })
  }
  return words.map(({ ends: _, ...word }) => word)
}

type Image = { width: number; height: number; kind: number; data: Uint8Array | Uint8ClampedArray }

/** The words of the image that covers a page; null if there is none, more than one, or it cannot be read. */
const pictureOf = async (page: PDFPageProxy): Promise<PageRead | null> => {
  const view = page.getViewport({ scale: 1 })
  const painted = await paintedOn(page, view.transform)
  const covering = painted.filter(({ box }) => (box.width * box.height) / (view.width * view.height) >= LEAST_COVER)
  const [only] = covering
  if (!only || covering.length > 1) return null
  const image = await imageOf(page, only.name)
  if (!image || image.width * image.height > MAX_PIXELS) return null
  const { words, slope } = await recognized(portableOf(image), image)
  const across = only.box.width / image.width
  const down = only.box.height / image.height
  const onPage = words.map(({ left, top, width, height, ...word }) => ({
    ...word,
    left: only.box.left + left * across,
    top: only.box.top + top * down,
    width: width * across,
    height: height * down,
  }))
  return { width: view.width, height: view.height, slope: (slope * down) / across, words: onPage }
}

/** The images that a page paints upright, with their positions. */
const paintedOn = async (page: PDFPageProxy, view: number[]): Promise<{ name: string; box: Box }[]> => {
  const { fnArray, argsArray } = await page.getOperatorList()
  const painted: { name: string; box: Box }[] = []
  const kept: number[][] = []
  let current = view
  for (const [index, operator] of fnArray.entries()) {
    const given = argsArray[index]
    if (operator === OPS.save) kept.push(current)
    else if (operator === OPS.restore) current = kept.pop() ?? view
    else if (operator === OPS.transform) current = Util.transform(current, [...given]) as number[]
    else if (operator === OPS.paintImageXObject) {
      const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = current
      // An image is placed by its lower left corner; rotated images are not read.
      const isUpright = a > 0 && d < 0 && Math.abs(b) < a * 0.05 && Math.abs(c) < -d * 0.05
      if (isUpright) painted.push({ name: String(given[0]), box: { left: x, top: y + d, width: a, height: -d } })
    }
  }
  return painted
}

const imageOf = (page: PDFPageProxy, name: string): Promise<Image | null> =>
  new Promise((resolve) => {
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs
    objects.get(name, (image: Image | null) => resolve(image?.data ? image : null))
  })

/** An image in the simplest of formats (PNM): its size and uncompressed pixels. */
const portableOf = ({ width, height, kind, data }: Image): Uint8Array => {
  // One bit per pixel: 1 is white in the PDF and black in PBM.
  if (kind === ImageKind.GRAYSCALE_1BPP) {
    return Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), Buffer.from(data.map((byte) => byte ^ 0xff))])
  }
  const step = kind === ImageKind.RGBA_32BPP ? 4 : 3
  const grey = Buffer.alloc(width * height)
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[at * step], data[at * step + 1], data[at * step + 2]]
    grey[at] = (red * 299 + green * 587 + blue * 114) / 1000
  }
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey])
}
