// Which characters a PDF can show: those that one of its fonts has. Pure, so that a document can be checked before
// publication without loading fonts.
import { fontSigns } from './font-signs.rules.ts'

/** First and last code points of ranges, alternating, in ascending order. */
const parsed = (text: string): Uint32Array =>
  Uint32Array.from(
    text
      .trim()
      .split(/\s+/)
      .flatMap((run) => {
        const [first = '', last = first] = run.split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      }),
  )

const runs = new Map(Object.entries(fontSigns).map(([family, text]) => [family, parsed(text)]))

/** Whether a font family has a character, by code point. */
export const familyHas = (family: string, code: number): boolean => {
  const known = runs.get(family)
  if (!known) throw new Error(`There is no table of the signs of ${family}`)
  let from = 0
  let to = known.length / 2
  while (from < to) {
    const middle = (from + to) >> 1
    if ((known[2 * middle + 1] ?? 0) < code) from = middle + 1
    else to = middle
  }
  return (known[2 * from] ?? Number.POSITIVE_INFINITY) <= code
}

/** All families of fonts, ours first. */
const allFamilies: readonly string[] = [...runs.keys()]

/** The first family that has a character. Latin ones, such as ligatures, are not taken from fonts of other scripts. */
const familyOf = (sign: string, families: readonly string[]): string | undefined => {
  const code = sign.codePointAt(0) ?? 0
  if (familyHas(OWN, code)) return OWN
  if (LATIN.test(sign) && !FULL_WIDTH.test(sign)) return undefined
  return families.find((family) => familyHas(family, code))
}
const OWN = 'own'
const LATIN = /\p{Script=Latin}/u
/** Full-width forms used in Chinese text. */
const FULL_WIDTH = /[\uff00-\uffef]/

/** Latin letters and common punctuation, except the few that our font lacks. */
export const isPlain = (text: string): boolean => PLAIN.test(text)
const PLAIN = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u2010-\u2027\u20ac\u2212]*$/

/** Invisible characters, such as joiners, need no font. */
const NEVER_SEEN = /\p{Default_Ignorable_Code_Point}/u
/** Drawn as breaks and spaces, or removed, before fonts are used. */
const LAYOUT = /[\p{Cc}\u2028\u2029]/u

/**
 * A character without a font, in characters that have one: its compatibility decomposition (Unicode annex 15), such as
 * fi for the ligature, or its parts, such as a letter and its accent. Null if there is none.
 */
const rewritten = (sign: string, families: readonly string[]): string | null => {
  const ways = [sign.normalize('NFKC'), sign.normalize('NFKD')]
  return ways.find((way) => way !== sign && [...way].every((one) => familyOf(one, families))) ?? null
}

/** `[U+1F600]`: the replacement of a character that cannot be drawn. */
const nameOf = (sign: string): string => `[${codeOf(sign)}]`

/** `U+1F600` */
const codeOf = (sign: string): string => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The text in characters that fonts of these families have; others are replaced by their code point. */
export const shownText = (text: string, families = allFamilies): string =>
  isPlain(text)
    ? text
    : [...text]
        .map((sign) =>
          familyOf(sign, families) || NEVER_SEEN.test(sign) ? sign : (rewritten(sign, families) ?? nameOf(sign)),
        )
        .join('')

/** Maximum number of characters named per text. */
const MAX_NAMED = 5

/** The characters of a text that cannot be drawn, once each. */
const undrawn = (text: string, families: readonly string[]): string[] =>
  isPlain(text)
    ? []
    : [...new Set(text.normalize('NFC'))].filter(
        (sign) =>
          !familyOf(sign, families) &&
          !NEVER_SEEN.test(sign) &&
          !LAYOUT.test(sign) &&
          rewritten(sign, families) === null,
      )

/** The first characters of a text that fonts of these families cannot draw, each as `😀 (U+1F600)`. */
export const strangeSigns = (text: string, families = allFamilies): string[] =>
  undrawn(text, families)
    .slice(0, MAX_NAMED)
    .map((sign) => `${sign} (${codeOf(sign)})`)

/** Whether fonts of other families have a character of a text that these families lack. */
export const isInOthers = (text: string, families: readonly string[]): boolean =>
  undrawn(text, families).some((sign) => familyOf(sign, allFamilies) !== undefined)
