// The PDF document: dimensions, colours, and drawing primitives.
import PDFDocument from 'pdfkit'
import { compactDocument } from './pdf-compact.ts'
import { writeFacts } from './pdf-facts.ts'
import { fontNamed, ownFont, type Weight } from './pdf-fonts.ts'
import { type Run, runsOf } from './pdf-runs.ts'
import { artifact, beginStructure, type Part, part } from './pdf-structure.ts'

/** All measures are in points, 72 to the inch. The page is A4. */
export const PAGE_WIDTH = 595.28
export const PAGE_HEIGHT = 841.89
export const LEFT = 48
export const RIGHT = PAGE_WIDTH - LEFT
export const WIDTH = RIGHT - LEFT
export const TOP = 44
export const BOTTOM = PAGE_HEIGHT - 34

export const colours = { ink: '#15181e', quiet: '#646b77', line: '#d5d9df', panel: '#f4f5f7' } as const

/** Line spacing as a factor of the font size. */
export const LEADING = 1.38

/** `as` is the role of a text in the document's structure, a paragraph by default. */
export type Style = { size: number; weight?: Weight; colour?: string; as?: Part; columns?: number }
export type Sheet = PDFKit.PDFDocument

/** `archival`: the document claims PDF/A-3 (ISO 19005-3), with which its content must conform. */
type Metadata = { title: string; author: string; language: string; at: Date; archival: boolean }

/** A document without pages. Equal content gives equal bytes: its only timestamp is `at`. */
export const newDocument = ({ title, author, language, at, archival }: Metadata): Sheet => {
  const sheet = compactDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: [PAGE_WIDTH, PAGE_HEIGHT],
    margin: 0,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    ...(archival ? { subset: 'PDF/A-3a' } : {}),
    info: { Title: title, Author: author, Creator: 'Grundbok', Producer: 'Grundbok', CreationDate: at, ModDate: at },
    // No default font: the library's would have to be loaded.
    font: null as unknown as string,
  })
  writeFacts(sheet)
  beginStructure(sheet)
  return sheet
}

/** A scratch document for measuring, never written. */
export const newScratch = (): Sheet =>
  new PDFDocument({ size: [PAGE_WIDTH, PAGE_HEIGHT], margin: 0, font: null as unknown as string })

/** Printable text: composed letters, no control characters. */
const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g, '')

/** The fonts registered with a document. */
const toldOf = new WeakMap<Sheet, Set<string>>()

const use = (sheet: Sheet, font: string, size: number): void => {
  const told = toldOf.get(sheet) ?? new Set()
  toldOf.set(sheet, told)
  if (!told.has(font)) sheet.registerFont(font, fontNamed(font) as unknown as Buffer)
  told.add(font)
  sheet.font(font).fontSize(size)
}

/** A whole run is not split at spaces, as the library would otherwise do. */
const optionsOf = ({ isWhole }: Run) => (isWhole ? { features: [] } : {})

const widthOfRun = (sheet: Sheet, run: Run, size: number): number => {
  use(sheet, run.font, size)
  return sheet.widthOfString(run.text, optionsOf(run))
}

const measured = (sheet: Sheet, text: string, { size, weight = 'regular' }: Style): number =>
  runsOf(text, weight).reduce((sum, run) => sum + widthOfRun(sheet, run, size), 0)

export const widthOf = (sheet: Sheet, text: string, style: Style): number => measured(sheet, clean(text), style)

type Aligned = Style & { align?: 'left' | 'right' }

/** Writes one line with its top at `y`; with `right`, `x` is the right end. */
export const put = (sheet: Sheet, text: string, x: number, y: number, style: Aligned): void => {
  // An empty cell is still a cell in the structure.
  if (clean(text) !== '' || style.as === 'cell') markLines(sheet, [text], x, y, style)
}

/** Draws lines as one structural element, spaced by line height. */
const markLines = (sheet: Sheet, lines: readonly string[], x: number, y: number, style: Aligned): void => {
  const { as = 'paragraph', size, columns = 1 } = style
  const step = size * LEADING
  const draw = () => {
    // A space separates words where lines are read as one text.
    const read = (line: string, index: number) => (index < lines.length - 1 ? `${line} ` : line)
    for (const [index, line] of lines.entries()) drawLine(sheet, read(line, index), x, y + index * step, style)
  }
  part(sheet, as, draw, { columns })
}

const drawLine = (sheet: Sheet, text: string, x: number, y: number, style: Aligned): void => {
  const shown = clean(text)
  if (shown === '') return
  const { size, weight = 'regular' } = style
  const runs = runsOf(shown, weight)
  const widths = runs.map((run) => widthOfRun(sheet, run, size))
  let at = style.align === 'right' ? x - widths.reduce((sum, width) => sum + width, 0) : x
  // All fonts are aligned on the baseline of our own.
  const { ascent, unitsPerEm } = fontNamed(ownFont(weight))
  const line = y + (ascent / unitsPerEm) * size
  for (const [index, run] of runs.entries()) {
    use(sheet, run.font, size)
    sheet.fillColor(style.colour ?? colours.ink)
    sheet.text(run.text, at, line, { lineBreak: false, baseline: 'alphabetic', ...optionsOf(run) })
    at += widths[index] ?? 0
  }
}

/** Writes lines as one paragraph, and returns the position of the next line. */
export const putLines = (sheet: Sheet, lines: readonly string[], x: number, y: number, style: Aligned): number => {
  if (lines.length > 0) markLines(sheet, lines, x, y, style)
  return y + lines.length * style.size * LEADING
}

/** Wraps a text into lines of at most `width`, between words, and within a word that is wider. */
export const wrap = (sheet: Sheet, text: string, width: number, style: Style): string[] =>
  clean(text)
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(sheet, paragraph, width, style))

/** Longer than any line: measuring such a word would take longer than splitting it at once. */
const NO_LINE = 400

const wrapParagraph = (sheet: Sheet, paragraph: string, width: number, style: Style): string[] => {
  const widthOfText = (text: string) => measured(sheet, text, style)
  const fits = (text: string) => text.length <= NO_LINE && widthOfText(text) <= width
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
    const pieces = fits(word) ? [word] : piecesOf(word, width, widthOfText)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line]
}

/** Splits a word into pieces that fit, each as long as possible and at least one letter. */
const piecesOf = (word: string, width: number, widthOfText: (text: string) => number): string[] => {
  const letters = [...word]
  const pieces: string[] = []
  let guess = FIRST_GUESS
  for (let from = 0; from < letters.length; from += guess) {
    const upTo = (count: number) => letters.slice(from, from + count).join('')
    guess = Math.max(
      1,
      mostThatFit(letters.length - from, guess, (count) => widthOfText(upTo(count)) / width),
    )
    pieces.push(upTo(guess))
  }
  return pieces
}

/** Approximate number of letters in a line. */
const FIRST_GUESS = 60

/**
 * The number of letters that fit; `share` returns the fraction of the width that so many letters take. The next guess
 * is based on the last one, alternating with bisection, since letters may have no width.
 */
const mostThatFit = (all: number, guess: number, share: (count: number) => number): number => {
  let fits = 0
  let tooMany = all + 1
  let count = Math.min(guess, all)
  for (let tries = 1; tooMany - fits > 1; tries += 1) {
    const taken = share(count)
    if (taken <= 1) fits = count
    else tooMany = count
    const next = tries % 3 === 0 ? Math.floor((fits + tooMany) / 2) : Math.round(count / Math.max(taken, 1 / all))
    count = Math.min(Math.max(next, fits + 1), tooMany - 1)
  }
  return fits
}

/** A hairline. */
export const rule = (sheet: Sheet, y: number, from: number = LEFT, to: number = RIGHT, colour: string = colours.line) =>
  artifact(sheet, 'Layout', () => sheet.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(colour).stroke())

/** A shaded panel. */
export const panel = (sheet: Sheet, x: number, y: number, width: number, height: number): void => {
  artifact(sheet, 'Layout', () => sheet.roundedRect(x, y, width, height, 5).fill(colours.panel))
}
