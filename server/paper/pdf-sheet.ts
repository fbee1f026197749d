// The sheets of a PDF: their measures, colours and letters, and the few ways in which something is put on them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import PDFDocument from 'pdfkit'

/** All measures are in points, 72 to the inch. The page is A4. */
export const PAGE_WIDTH = 595.28
export const PAGE_HEIGHT = 841.89
export const LEFT = 48
export const RIGHT = PAGE_WIDTH - LEFT
export const WIDTH = RIGHT - LEFT
export const TOP = 44
export const BOTTOM = PAGE_HEIGHT - 34

export const colours = { ink: '#15181e', quiet: '#646b77', line: '#d5d9df', panel: '#f4f5f7' } as const

/** How far one line is from the next, for a size of letters. */
export const LEADING = 1.38

export type Weight = 'regular' | 'bold'
export type Style = { size: number; weight?: Weight; colour?: string }
export type Sheet = PDFKit.PDFDocument

type Shaped = ReturnType<fontkit.Font['layout']>

/** The texts whose shape a thread remembers: at most so many characters each, and all of them together. */
const MAX_REMEMBERED_LENGTH = 40
const MAX_REMEMBERED = 100_000

/**
 * A font that is read once and serves all documents. Figures of amounts have one width, so that columns align.
 * Shapes are remembered across documents: labels, words and amounts come again.
 */
const fontFrom = (path: string): fontkit.Font => {
  const font = fontkit.create(readFileSync(createRequire(import.meta.url).resolve(path))) as fontkit.Font
  const remembered = new Map<string, Shaped>()
  let characters = 0
  const shape = (text: string): Shaped => {
    const known = remembered.get(text)
    if (known) return known
    // Contextual forms would draw another character than the one that was written, and the hyphens of dates and numbers
    // of companies would be as wide as figures.
    const shaped = font.layout(text, { tnum: !text.includes('-'), calt: false })
    if (text.length > MAX_REMEMBERED_LENGTH) return shaped
    if (characters >= MAX_REMEMBERED) {
      remembered.clear()
      characters = 0
    }
    characters += text.length
    remembered.set(text, shaped)
    return shaped
  }
  return Object.create(font, {
    layout: {
      // The library scales the positions in place and then asks for their sum: each document gets its own.
      value: (text: string) => {
        const shaped = shape(text)
        const positions = shaped.positions.map((position) => ({ ...position }))
        return {
          glyphs: shaped.glyphs,
          positions,
          get advanceWidth() {
            return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
          },
        }
      },
    },
  }) as fontkit.Font
}

let fonts: Record<Weight, fontkit.Font> | undefined

const loadedFonts = (): Record<Weight, fontkit.Font> => {
  fonts ??= {
    regular: fontFrom('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    bold: fontFrom('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  }
  return fonts
}

export type Metadata = { title: string; author: string; language: string; at: Date }

/** A document without any page yet. The same content makes the same bytes: its only moment is `at`. */
export const newDocument = ({ title, author, language, at }: Metadata): Sheet => {
  const { regular, bold } = loadedFonts()
  const sheet = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: [PAGE_WIDTH, PAGE_HEIGHT],
    margin: 0,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: 'Grundbok', Producer: 'Grundbok', CreationDate: at, ModDate: at },
    // No font but ours: the one that the library begins with would have to be read.
    font: null as unknown as string,
  })
  sheet.registerFont('regular', regular as unknown as Buffer)
  sheet.registerFont('bold', bold as unknown as Buffer)
  return sheet
}

/** Text as it can be shown: composed letters, no control characters. */
export const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g, '')

const use = (sheet: Sheet, { size, weight = 'regular' }: Style): void => {
  sheet.font(weight).fontSize(size)
}

export const widthOf = (sheet: Sheet, text: string, style: Style): number => {
  use(sheet, style)
  return sheet.widthOfString(clean(text))
}

/** Puts one line on the sheet, its top at `y`; `right` makes `x` the right end. */
export const put = (
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  style: Style & { align?: 'left' | 'right' },
): void => {
  const shown = clean(text)
  if (shown === '') return
  use(sheet, style)
  const from = style.align === 'right' ? x - sheet.widthOfString(shown) : x
  sheet.fillColor(style.colour ?? colours.ink).text(shown, from, y, { lineBreak: false })
}

/** Puts lines under each other and answers where the next one would begin. */
export const putLines = (
  sheet: Sheet,
  lines: readonly string[],
  x: number,
  y: number,
  style: Style & { align?: 'left' | 'right' },
): number => {
  const step = style.size * LEADING
  for (const [index, line] of lines.entries()) put(sheet, line, x, y + index * step, style)
  return y + lines.length * step
}

/** Breaks a text into lines no wider than `width`, between words, and within a word that is wider than that. */
export const wrap = (sheet: Sheet, text: string, width: number, style: Style): string[] =>
  clean(text)
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(sheet, paragraph, width, style))

const wrapParagraph = (sheet: Sheet, paragraph: string, width: number, style: Style): string[] => {
  use(sheet, style)
  const fits = (line: string) => sheet.widthOfString(line) <= width
  if (fits(paragraph)) return [paragraph]
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = fits(word) ? [word] : piecesOf(word, fits)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

/** A word in pieces that fit, each as long as possible and at least one letter. */
const piecesOf = (word: string, fits: (piece: string) => boolean): string[] => {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && !fits(piece + letter)) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

/** A hairline. */
export const rule = (sheet: Sheet, y: number, from: number = LEFT, to: number = RIGHT, colour: string = colours.line) =>
  sheet.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(colour).stroke()

/** A quiet field behind something. */
export const panel = (sheet: Sheet, x: number, y: number, width: number, height: number): void => {
  sheet.roundedRect(x, y, width, height, 5).fill(colours.panel)
}
