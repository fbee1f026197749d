// The letters of PDFs: one family for Latin, Greek and Cyrillic, and others for scripts that it has not. Those are read
// when a name or a text needs them for the first time, and serve all documents of the thread from then on.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as fontkit from 'fontkit'
import { familyHas } from './signs.rules.ts'

export type Weight = 'regular' | 'bold'
export type Font = fontkit.Font
type Shaped = ReturnType<Font['layout']>

/** A family: the package, the files in it, and the scripts that it is for; the first is for all that it has. */
type Family = { name: string; package: string; files: Record<Weight, string>; script: RegExp | null }

const google = (name: string, folder: string, file: string, script: RegExp | null): Family => ({
  name,
  package: `@expo-google-fonts/${folder}`,
  files: { regular: `400Regular/${file}_400Regular.ttf`, bold: `600SemiBold/${file}_600SemiBold.ttf` },
  script,
})

const embed = (name: string, folder: string, file: string, script: RegExp): Family => ({
  name,
  package: `@embedpdf/${folder}`,
  files: { regular: `../fonts/${file}-Regular.otf`, bold: `../fonts/${file}-Bold.otf` },
  script,
})

const OWN = google('own', 'inter', 'Inter', null)
const FAMILIES: readonly Family[] = [
  google('arabic', 'noto-sans-arabic', 'NotoSansArabic', /\p{Script=Arabic}/u),
  google('hebrew', 'noto-sans-hebrew', 'NotoSansHebrew', /\p{Script=Hebrew}/u),
  google('thai', 'noto-sans-thai', 'NotoSansThai', /\p{Script=Thai}/u),
  google('devanagari', 'noto-sans-devanagari', 'NotoSansDevanagari', /\p{Script=Devanagari}/u),
  google('ethiopic', 'noto-sans-ethiopic', 'NotoSansEthiopic', /\p{Script=Ethiopic}/u),
  google('georgian', 'noto-sans-georgian', 'NotoSansGeorgian', /\p{Script=Georgian}/u),
  google('armenian', 'noto-sans-armenian', 'NotoSansArmenian', /\p{Script=Armenian}/u),
  embed('korean', 'fonts-kr', 'NotoSansKR', /\p{Script=Hangul}/u),
  embed(
    'chinese',
    'fonts-sc',
    'NotoSansHans',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
  ),
]

const require = createRequire(import.meta.url)
const opened = new Map<string, Font>()

/** A font by the name that documents know it by, such as `own bold`. */
export const fontNamed = (name: string): Font => {
  const known = opened.get(name)
  if (known) return known
  const [family, weight] = name.split(' ')
  const row = family === OWN.name ? OWN : FAMILIES.find((one) => one.name === family)
  if (!row) throw new Error(`There is no font ${name}`)
  const font = fontFrom(fileOf(row, weight as Weight), { isOwn: row === OWN, isTurned: runsToLeft(name) })
  opened.set(name, font)
  return font
}

const fileOf = ({ package: folder, files }: Family, weight: Weight): string =>
  // Some packages let nobody name their files: those are beside what they do name.
  files[weight].startsWith('..')
    ? join(dirname(require.resolve(folder)), files[weight])
    : require.resolve(`${folder}/${files[weight]}`)

export const ownFont = (weight: Weight): string => `${OWN.name} ${weight}`

/** Whether the letters of a font run from right to left: it turns them round by itself. */
export const runsToLeft = (name: string): boolean => /^(?:arabic|hebrew) /.test(name)

/**
 * The font that has a character: our own when it can, otherwise the one of its script, otherwise the one before it, so
 * that marks and blanks stay with the letters that they belong to, and then any. Null when none has it.
 */
export const fontFor = (character: string, weight: Weight, before: string | null): string | null => {
  const code = character.codePointAt(0) ?? 0
  const isBefore = before !== null && familyHas(familyOf(before), code)
  if (isBefore && before !== ownFont(weight) && /[\s\p{Script=Inherited}]/u.test(character)) return before
  if (familyHas(OWN.name, code)) return ownFont(weight)
  const having = FAMILIES.filter(({ name }) => familyHas(name, code))
  const ofScript = having.find(({ script }) => script?.test(character))
  if (!ofScript && isBefore) return before
  const found = ofScript ?? having[0]
  return found ? `${found.name} ${weight}` : null
}

const familyOf = (font: string): string => font.split(' ', 1)[0] ?? ''

/** All families, ours first: what the table of signs is made of. */
export const familyNames: readonly string[] = [OWN, ...FAMILIES].map(({ name }) => name)

/** The words whose shape a thread remembers: at most so many characters each, and all of a font together. */
const MAX_REMEMBERED_LENGTH = 200
const MAX_REMEMBERED = 100_000

/** A blank ends a word, unless it bears a mark. */
const WORD_END = /(?<= )(?![\p{M}\u200c\u200d])/u

/**
 * A font that is read once and serves all documents. Figures of amounts have one width, so that columns align. To shape
 * a word costs far more than anything else that is done to it, in some scripts milliseconds: shapes are remembered
 * across documents, and a text is put together of those of its words. Labels, words and amounts come again.
 */
const fontFrom = (path: string, { isOwn, isTurned }: { isOwn: boolean; isTurned: boolean }): Font => {
  const font = fontkit.create(readFileSync(path)) as Font
  const remembered = new Map<string, Shaped>()
  let characters = 0
  const shapeWord = (word: string): Shaped => {
    const known = remembered.get(word)
    if (known) return known
    // A font remembers as what it first met a glyph; where letters are made of parts, that depends on earlier texts.
    if (!isOwn) (font as unknown as { _glyphs: object })._glyphs = {}
    // Contextual forms would draw another character than the one that was written, and the hyphens of dates and numbers
    // of companies would be as wide as figures. Other scripts cannot do without theirs.
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
      // The library scales the positions in place and then asks for their sum: each document gets its own.
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
 * Says of each glyph which character it shows, as far as that is plain. One that was first met as a part of another,
 * such as the o of an ö, knows none, and no search would find it in the document.
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
