// Splits a line of text into runs of one font and one direction, in visual order. Lines run from left to right; within
// them Hebrew and Arabic run the other way, and numbers beside those do not (Unicode annex 9).
import bidiFactory from 'bidi-js'
import { drawableText } from '#paper/font-families'
import { fontFor, ownFont, runsToLeft, type Weight } from './pdf-fonts.ts'
import { isPlain } from './signs.rules.ts'

/** A run in one font, by name. In a whole run the font handles spaces and direction itself. */
export type Run = { text: string; font: string; isWhole: boolean }

type Piece = { text: string; font: string; level: number }

const bidi = bidiFactory()

/** The runs of a text, in characters that the fonts have. */
export const runsOf = (text: string, weight: Weight): Run[] => {
  const pieces = piecesOf(drawableText(text), weight)
  const own = ownFont(weight)
  return inOrder(pieces).map(({ text: shown, font, level }) => {
    const isTurned = level % 2 === 1
    const letters = isTurned === runsToLeft(font) ? shown : turned(shown, isTurned)
    return { text: letters, font, isWhole: font !== own }
  })
}

/** The runs in logical order. */
const piecesOf = (text: string, weight: Weight): Piece[] => {
  if (isPlain(text)) return [{ text, font: ownFont(weight), level: 0 }]
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const pieces: Piece[] = []
  let place = 0
  for (const character of text) {
    const level = levels[place] ?? 0
    place += character.length
    const last = pieces.at(-1)
    const font = fontFor(character, weight, last?.font ?? null)
    // Only invisible characters, such as a joiner.
    if (font === null) continue
    if (last && last.font === font && last.level === level) last.text += character
    else pieces.push({ text: character, font, level })
  }
  return pieces.length > 0 ? pieces : [{ text: '', font: ownFont(weight), level: 0 }]
}

/** Reorders runs visually: from the highest level down, sequences are reversed (rule L2). */
const inOrder = (pieces: readonly Piece[]): Piece[] => {
  const ordered = [...pieces]
  const most = Math.max(...pieces.map(({ level }) => level))
  for (let level = most; level >= 1; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = Math.max(from, to - 1)
    }
  }
  return ordered
}

/** Reverses the characters; brackets of right-to-left runs are mirrored. */
const turned = (text: string, isMirrored: boolean): string =>
  [...text]
    .reverse()
    .map((character) => (isMirrored ? (bidi.getMirroredCharacter(character) ?? character) : character))
    .join('')
