// Texts as ISO 8859-1 can carry them, for files that others read in it. Pure.

/**
 * A text of printable characters of ISO 8859-1: letters that it lacks lose their marks, control characters become
 * spaces, and what has no likeness a question mark.
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
