// Fonts of PDFs, loaded on first use and then shared by all documents of the thread.
import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { fontFile, installedOthers, OWN, type Weight } from '#paper/font-families'
import { familyHas } from './signs.rules.ts'

export type { Weight }

type Font = fontkit.Font
type Shaped = ReturnType<Font['layout']>

const opened = new Map<string, Font>()

/** A font by its name, such as `own bold`. */
export const fontNamed = (name: string): Font => {
  const known = opened.get(name)
  if (known) return known
  const [family, weight] = name.split(' ')
  const row = family === OWN.name ? OWN : installedOthers().find((one) => one.name === family)
  if (!row) throw new Error(`There is no font ${name}`)
  const font = fontFrom(fontFile(row, weight as Weight), { isOwn: row === OWN, isTurned: runsToLeft(name) })
  opened.set(name, font)
  return font
}

export const ownFont = (weight: Weight): string => `${OWN.name} ${weight}`

/** Whether a font is written from right to left, which it handles itself. */
export const runsToLeft = (name: string): boolean => /^(?:arabic|hebrew) /.test(name)

/**
 * The font for a character: our own if it has it, otherwise that of its script, otherwise the preceding one, so that
 * marks and spaces stay with their letters, and then any. Null if none has it.
 */
export const fontFor = (character: string, weight: Weight, before: string | null): string | null => {
  const code = character.codePointAt(0) ?? 0
  const isBefore = before !== null && familyHas(familyOf(before), code)
  if (isBefore && before !== ownFont(weight) && /[\s\p{Script=Inherited}]/u.test(character)) return before
  if (familyHas(OWN.name, code)) return ownFont(weight)
  const having = installedOthers().filter(({ name }) => familyHas(name, code))
  const ofScript = having.find(({ script }) => script?.test(character))
  if (!ofScript && isBefore) return before
  const found = ofScript ?? having[0]
  return found ? `${found.name} ${weight}` : null
}

const familyOf = (font: string): string => font.split(' ', 1)[0] ?? ''

/** The cache of shaped words per thread: maximum length of a word, and total length per font, in characters. */
const MAX_REMEMBERED_LENGTH = 200
const MAX_REMEMBERED = 100_000

/** A space ends a word, unless it carries a mark. */
const WORD_END = /(?<= )(?![\p{M}\u200c\u200d])/u

/**
 * A font that is loaded once and serves all documents. Digits have equal width, so that columns align. Shaping a word
 * costs far more than everything else, in some scripts milliseconds: shapes are cached across documents, and a text is
 * assembled from its words. Labels, words and amounts recur.
 */
const fontFrom = (path: string, { isOwn, isTurned }: { isOwn: boolean; isTurned: boolean }): Font => {
  const font = fontkit.create(readFileSync(path)) as Font
  const remembered = new Map<string, Shaped>()
  let characters = 0
  const shapeWord = (word: string): Shaped => {
    const known = remembered.get(word)
    if (known) return known
    // A font caches a glyph as first seen; for letters composed of parts, that would depend on earlier texts.
    if (!isOwn) (font as unknown as { _glyphs: object })._glyphs = {}
    // Contextual forms would draw another character than the written one, and hyphens in dates and organization numbers
    // would be as wide as digits. Other scripts need them.
    const features = isOwn ? { tnum: !word.includes('-'), calt: false } : {}
    const shaped = isTurned ? font.layout(word, features, undefined, undefined, 'rtl') : font.layout(word, features)
    nameGlyphs(font, word, shaped)
    if (word.length > MAX_REMEMBERED_LENGTH) return shaped
    if (characters >= MAX_REMEMBERED) {
      remembered.clear()
      characters = 0
    }
    characters += word.length
    remembered.set(word, shaped)
    return shaped
  }
  return Object.create(font, {
    layout: {
      // The library scales the positions in place and then asks for their sum: each document gets a copy.
      value: (text: string) => {
        const words = text.split(WORD_END).map(shapeWord)
        if (isTurned) words.reverse()
        const positions = words.flatMap((word) => word.positions.map((position) => ({ ...position })))
        return {
          glyphs: words.flatMap(({ glyphs }) => glyphs),
          positions,
          get advanceWidth() {
            return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
          },
        }
      },
    },
  }) as Font
}

/**
 * Assigns each glyph the character it shows, if clear. A glyph first met as a part of another, such as the o of an ö,
 * has none, and text search would not find it.
 */
const nameGlyphs = (font: Font, text: string, { glyphs }: Shaped): void => {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  for (const code of codes) {
    const glyph = font.glyphForCodePoint(code)
    if (glyph.codePoints.length === 0) glyph.codePoints = [code]
  }
  const isPlain = glyphs.length === codes.length
  for (const [index, glyph] of glyphs.entries()) {
    if (glyph.codePoints.length > 0) continue
    // Else only a glyph that is a character by itself, such as the second half of a Thai sara am.
    const [known = ''] = isPlain ? [] : font.stringsForGlyph(glyph.id)
    glyph.codePoints = isPlain ? [codes[index] ?? 0] : [...known].map((one) => one.codePointAt(0) ?? 0)
  }
}
