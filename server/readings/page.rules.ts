// Pages as readers give them, words with their places, put together into lines as eyes do it: by where words stand.
import { withoutUnseen } from '#platform/unseen'

/** Where something stands, from the upper left corner. */
export type Box = { left: number; top: number; width: number; height: number }

/** A word in the page's own units; `sureness` is how sure its reader is of the letters, from 0 to 1. */
export type Word = Box & { text: string; sureness: number }

/** What a reader gives of a page. `slope` is by how much its lines go down for each unit to the right. */
export type PageRead = { width: number; height: number; slope: number; words: readonly Word[] }

/** A word of a line, with its letters' places in the line's text. */
type Spanned = Word & { from: number; to: number }

export type Line = {
  /** From 1. */
  page: number
  /** The words with a blank between them, and two where there is a gap: columns. */
  text: string
  words: readonly Spanned[]
  of: PageRead
}

/** What was read at a place; its box is in fractions of the page. */
export type Place = { page: number; box: Box; text: string; confidence: number }

/** Something that was read. Amounts are kronor with two decimals, days YYYY-MM-DD. */
export type Found = Place & { value: string }

/** From how much of its height on a gap is one between columns. */
const GAP = 1.2
/** By how much of the lower one's height two words of a line may differ in height. */
const SAME_LINE = 0.5
const DECIMALS = 4

/**
 * Most characters of a word, of a line, and of all lines, and most lines: no invoice has more, and what is looked for
 * in them could take long. What is beyond is left out.
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

/** Where the middle of a word would be, were the lines level. */
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

/** Programs write what is no text, such as halves of characters and zeros, which the database does not take. */
const seen = (word: Word): Word => ({
  ...word,
  text: withoutUnseen(word.text)
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

/** Where a part of a line's text stands. */
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

/** How far a part of a line goes across. */
export const acrossOf = ({ words }: Line, from: number, to: number): readonly [left: number, right: number] => {
  const part = words.filter((word) => word.from < to && word.to > from)
  return [Math.min(...part.map(({ left }) => left)), Math.max(...part.map(({ left, width }) => left + width))]
}

/** How much two stretches share. */
export const sharedOf = (one: readonly [number, number], two: readonly [number, number]): number =>
  Math.min(one[1], two[1]) - Math.max(one[0], two[0])

/** Of what says the same the surest. */
export const firstOfEach = (found: readonly Found[]): Found[] => {
  const each = new Map<string, Found>()
  for (const one of found) {
    const before = each.get(one.value)
    if (!before || before.confidence < one.confidence) each.set(one.value, one)
  }
  return [...each.values()]
}
