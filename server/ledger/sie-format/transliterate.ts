// Converts text to code page 437. Missing letters lose their diacritics, missing symbols are spelled out, so that no
// character is dropped silently.
import { hasPcByte } from './encoding.ts'
import { TEXT_MAX_CHARACTERS } from './limits.ts'

/**
 * The text as it will be read back from a file: code page 437 only, control characters as spaces, `?` for characters
 * without an equivalent, at most {@link TEXT_MAX_CHARACTERS}. A backslash at the end becomes `/`, since before the
 * closing quote it would be read as an escape (SIE 4B §2).
 */
export const pcText = (text: string): string => {
  const plain = plainText.test(text) ? text : Array.from(text.normalize('NFC'), likeness).join('')
  const cut = plain.length > TEXT_MAX_CHARACTERS ? plain.slice(0, TEXT_MAX_CHARACTERS) : plain
  return cut.endsWith('\\') ? `${cut.slice(0, -1)}/` : cut
}

/** Texts of only these characters need no conversion; most texts are such. */
const plainText = /^[ -~ÅÄÖåäöÉéÜü]*$/

const likeness = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 32 || code === 127) return ' '
  if (hasPcByte(character)) return character
  const spelled = spellings.get(character)
  if (spelled !== undefined) return spelled
  const bare = Array.from(character.normalize('NFKD').replace(/\p{M}/gu, ''), bareLikeness).join('')
  return bare === '' && !/\p{M}/u.test(character) ? '?' : bare
}

const bareLikeness = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 32 || code === 127) return ' '
  return hasPcByte(character) ? character : (spellings.get(character) ?? '?')
}

const spellings: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['‛', "'"],
  ['′', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‟', '"'],
  ['″', '"'],
  ['‐', '-'],
  ['‑', '-'],
  ['‒', '-'],
  ['–', '-'],
  ['—', '-'],
  ['―', '-'],
  ['−', '-'],
  ['…', '...'],
  ['•', '*'],
  ['©', '(c)'],
  ['®', '(R)'],
  ['™', 'TM'],
  ['×', 'x'],
  ['⁄', '/'],
  ['Ø', 'O'],
  ['ø', 'o'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['Ð', 'D'],
  ['ð', 'd'],
  ['Þ', 'Th'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ẞ', 'SS'],
  ['\u00ad', ''],
  ['\u200b', ''],
  ['\u200c', ''],
  ['\u200d', ''],
  ['\ufeff', ''],
])
