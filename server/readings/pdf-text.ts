// The text that a PDF has, with its places. A page that has none, as a scanner makes it, is read from its picture.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFPageProxy } from 'pdfjs-dist'
import { type Box, MAX_WORD, type PageRead, type Word } from './page.rules.ts'
import { recognized } from './picture-text.ts'
import type { ReadingFlaw } from './refusals.ts'

// The library makes things to draw with when it is loaded, which are of no use where nothing is drawn.
Object.assign(globalThis, { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} })
const { getDocument, ImageKind, OPS, Util, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

/** Maximum number of pages that are read: what is to be paid stands on the first or the last of an invoice. */
const MAX_PAGES = 10
/** Maximum number of pages whose pictures are read. */
const MAX_PICTURES = 2
/** Maximum number of words on one page. */
const MAX_WORDS = 5000
/** The part of its height up to which two pieces of text are one word. */
const JOINED = 0.12
/** What a picture covers of a page, at least, if it is the page. */
const LEAST_COVER = 0.4
const MAX_PIXELS = 52_000_000

/** The pages that are read, the last one too. */
export const readPdf = async (bytes: Uint8Array): Promise<PageRead[] | ReadingFlaw> => {
  const task = getDocument({
    ...{ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS, isEvalSupported: false },
    ...{ disableFontFace: true, useSystemFonts: false, maxImageSize: MAX_PIXELS },
    ...{ cMapUrl: partOf('cmaps'), standardFontDataUrl: partOf('standard_fonts') },
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
    // What stands upright or upside down is a mark at the edge.
    const isLevel = Math.abs(b ?? 0) < Math.abs(a ?? 0) * 0.1 && (a ?? 0) > 0
    if (isLevel) pieces.push(...piecesOf(item.str, { x: x ?? 0, y: y ?? 0, width: item.width, height: item.height }))
    if (pieces.length > MAX_WORDS) break
  }
  return { width, height, slope: 0, words: joined(pieces).filter((word) => word.text.length <= MAX_WORD) }
}

/** A part of a word; `isOpen` says that the next one may go on with it. */
type Piece = Box & { text: string; begins: boolean; ends: boolean }

/** The height of letters above their line, in parts of the font's size. */
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

/** Programs place letters one by one, or in groups: what touches is one word. */
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

/** What stands in the picture that covers a page; null where there is none, or several. */
const pictureOf = async (page: PDFPageProxy): Promise<PageRead | null> => {
  const view = page.getViewport({ scale: 1 })
  const painted = await paintedOn(page, view.transform)
  const covering = painted.filter(({ box }) => (box.width * box.height) / (view.width * view.height) >= LEAST_COVER)
  const [only] = covering
  if (!only || covering.length > 1) return null
  const image = await imageOf(page, only.name)
  if (!image || image.width * image.height > MAX_PIXELS) return null
  const { words, slope } = await recognized(portableOf(image), image)
  const [across, down] = [only.box.width / image.width, only.box.height / image.height]
  const onPage = words.map(({ left, top, width, height, ...word }) => ({
    ...{ ...word, left: only.box.left + left * across, top: only.box.top + top * down },
    ...{ width: width * across, height: height * down },
  }))
  return { width: view.width, height: view.height, slope: (slope * down) / across, words: onPage }
}

/** The pictures that a page paints upright, with where. */
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
      // On the page a picture stands on its lower left corner; what is turned is left to the eye.
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

/** A picture in the plainest of formats (PNM): its size and its bare pixels. */
const portableOf = ({ width, height, kind, data }: Image): Uint8Array => {
  // One bit each, where here 1 is white and there it is black.
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
