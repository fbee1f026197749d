// Text in ISO 8859-1, for files whose readers expect it. Pure.

/**
 * A text with printable characters of ISO 8859-1 only: letters outside of it lose their diacritics, control characters
 * become spaces, and characters without an equivalent become question marks.
 */
export const latinText = (text: string): string =>
  [...text.normalize('NFC').replace(/\p{Cc}+/gu, ' ')].map(likeness).join('').trim()

const likeness = (character: string): string => {
  if (isLatin(character)) return character
  const bare = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  return bare.map((one) => (isLatin(one) ? one : (spellings.get(one) ?? '?'))).join('')
}

const isLatin = (character: string): boolean => character <= '\u00ff'

const spellings: ReadonlyMap<string, string> = new Map([
  ['Đ', 'D'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['‐', '-'],
  ['–', '-'],
  ['—', '-'],
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['€', 'EUR'],
])
