// Pages as words with positions, assembled into lines by position.
import { withoutInvisibleCharacters } from '#text/invisible-characters'

/** A position from the upper left corner. */
export type Box = { left: number; top: number; width: number; height: number }

/** A word in page units; `sureness` is the reader's confidence, from 0 to 1. */
export type Word = Box & { text: string; sureness: number }

/** A page as read. `slope` is how far its lines descend per unit to the right. */
export type PageRead = { width: number; height: number; slope: number; words: readonly Word[] }

/** A word of a line, with its range in the line's text. */
type Spanned = Word & { from: number; to: number }

export type Line = {
  /** From 1. */
  page: number
  /** The words separated by a space, or by two at a column gap. */
  text: string
  words: readonly Spanned[]
  of: PageRead
}

/** A text with its position; the box is in fractions of the page. */
export type Place = { page: number; box: Box; text: string; confidence: number }

/** An extracted value. Amounts are kronor with two decimals, days YYYY-MM-DD. */
export type Found = Place & { value: string }

/** A gap wider than this fraction of the height separates columns. */
const GAP = 1.2
/** The maximum vertical offset between words of a line, as a fraction of the lower one's height. */
const SAME_LINE = 0.5
const DECIMALS = 4

/**
 * Limits on the length of a word, of a line, and of all lines, and on the number of lines: no invoice exceeds them, and
 * searching more could take long. The rest is dropped.
 */
export const MAX_WORD = 200
const MAX_LINE = 1000
const MAX_TEXT = 100_000
const MAX_LINES = 2000

/** The lines of all pages, from the top down. */
export const linesOf = (pages: readonly PageRead[]): Line[] => {
  const lines: Line[] = []
  let length = 0
  for (const [index, of] of pages.entries()) {
    for (const row of rowsOf(of)) {
      const line = lineOf(of, index + 1, row)
      length += line.text.length
      if (length > MAX_TEXT || lines.length === MAX_LINES) return lines
      if (line.words.length > 0) lines.push(line)
    }
  }
  return lines
}

/** The vertical centre of a word, corrected for the slope. */
const levelOf = ({ slope }: PageRead, { left, top, width, height }: Word): number =>
  top + height / 2 - slope * (left + width / 2)

const rowsOf = (of: PageRead): Word[][] => {
  const rows: { level: number; height: number; words: Word[] }[] = []
  const short = of.words.filter(({ text }) => text.length <= MAX_WORD)
  const words = short.map(seen).filter(({ text }) => text !== '')
  for (const word of [...words].sort((one, two) => levelOf(of, one) - levelOf(of, two))) {
    const level = levelOf(of, word)
    const row = rows.at(-1)
    if (row && Math.abs(level - row.level) <= SAME_LINE * Math.min(row.height, word.height)) {
      row.words.push(word)
      row.level += (level - row.level) / row.words.length
      row.height = Math.max(row.height, word.height)
    } else rows.push({ level, height: word.height, words: [word] })
  }
  return rows.map((row) => row.words.sort((one, two) => one.left - two.left))
}

/** Removes invalid text such as lone surrogates and NUL, which PostgreSQL rejects. */
const seen = (word: Word): Word => ({
  ...word,
  text: withoutInvisibleCharacters(word.text)
    .replace(/\p{Surrogate}/gu, '')
    .trim(),
})

const lineOf = (of: PageRead, page: number, row: readonly Word[]): Line => {
  let text = ''
  let end: number | null = null
  const words: Spanned[] = []
  for (const word of row) {
    if (text.length + word.text.length > MAX_LINE) break
    if (end !== null) text += word.left - end > GAP * word.height ? '  ' : ' '
    end = word.left + word.width
    const from = text.length
    text += word.text
    words.push({ ...word, from, to: text.length })
  }
  return { page, text, words, of }
}

/** The position of a part of a line's text. */
export const placeOf = ({ page, text, words, of }: Line, from: number, to: number): Place => {
  const part = words.filter((word) => word.from < to && word.to > from)
  const left = Math.min(...part.map((word) => word.left))
  const top = Math.min(...part.map((word) => word.top))
  const right = Math.max(...part.map((word) => word.left + word.width))
  const bottom = Math.max(...part.map((word) => word.top + word.height))
  const box = {
    left: inPart(left / of.width),
    top: inPart(top / of.height),
    width: inPart((right - left) / of.width),
    height: inPart((bottom - top) / of.height),
  }
  const confidence = inPart(Math.min(...part.map(({ sureness }) => sureness)))
  return { page, box, text: text.slice(from, to), confidence }
}

const inPart = (value: number): number => Number(Math.min(1, Math.max(0, value)).toFixed(DECIMALS))

/** The horizontal extent of a part of a line. */
export const acrossOf = ({ words }: Line, from: number, to: number): readonly [left: number, right: number] => {
  const part = words.filter((word) => word.from < to && word.to > from)
  return [Math.min(...part.map(({ left }) => left)), Math.max(...part.map(({ left, width }) => left + width))]
}

/** The overlap of two ranges. */
export const sharedOf = (one: readonly [number, number], two: readonly [number, number]): number =>
  Math.min(one[1], two[1]) - Math.max(one[0], two[0])

/** The most confident reading of each value. */
export const firstOfEach = (found: readonly Found[]): Found[] => {
  const each = new Map<string, Found>()
  for (const one of found) {
    const before = each.get(one.value)
    if (!before || before.confidence < one.confidence) each.set(one.value, one)
  }
  return [...each.values()]
}
