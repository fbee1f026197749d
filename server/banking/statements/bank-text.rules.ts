// Converts text for Swedish payment files: the Latin letters, digits and punctuation of ISO 20022's basic character
// set, and å, ä and ö. Stored text is unchanged; only files contain the converted text.

/**
 * The text in the bank's character set: diacritics are removed, symbols spelled out. Null if a character has no
 * equivalent.
 */
export const bankText = (text: string): string | null => {
  const likened = [...text.normalize('NFC')].map(likeness)
  return likened.includes(null) ? null : likened.join('').replace(/ {2,}/g, ' ').trim()
}

/** The same with `?` for characters without an equivalent, cut to `limit` characters. */
export const bankTextOf = (text: string, limit: number): string => {
  const likened = [...text.normalize('NFC')].map((character) => likeness(character) ?? '?').join('')
  return likened.replace(/ {2,}/g, ' ').trim().slice(0, limit).trim()
}

/** The distinct characters of a text without an equivalent. */
export const unlikeable = (text: string): string[] => [
  ...new Set([...text.normalize('NFC')].filter((character) => likeness(character) === null)),
]

const TAKEN = /^[A-Za-zÅÄÖåäö0-9/\-?:().,'+ ]$/

const likeness = (character: string): string | null => {
  if (TAKEN.test(character)) return character
  const spelled = spellings.get(character)
  if (spelled !== undefined) return spelled
  if (/\s/u.test(character)) return ' '
  const bare = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  if (bare.length === 0 || bare.join('') === character) return null
  const parts = bare.map((part) => (TAKEN.test(part) ? part : (spellings.get(part) ?? null)))
  return parts.includes(null) ? null : parts.join('')
}

const spellings: ReadonlyMap<string, string> = new Map([
  ['&', '+'],
  ['_', '-'],
  ['~', '-'],
  ['=', '-'],
  ['*', '+'],
  [';', ','],
  ['!', '.'],
  ['"', "'"],
  ['`', "'"],
  ['´', "'"],
  ['^', "'"],
  ['\\', '/'],
  ['|', '/'],
  ['[', '('],
  [']', ')'],
  ['{', '('],
  ['}', ')'],
  ['<', '('],
  ['>', ')'],
  ['@', '(at)'],
  ['#', 'nr '],
  ['%', ' procent'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['§', 'par '],
  ['°', ' gr'],
  ['·', '-'],
  ['•', '-'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['“', "'"],
  ['”', "'"],
  ['„', "'"],
  ['«', "'"],
  ['»', "'"],
  ['‐', '-'],
  ['‑', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['×', 'x'],
  ['⁄', '/'],
  ['Æ', 'Ä'],
  ['æ', 'ä'],
  ['Ø', 'Ö'],
  ['ø', 'ö'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['Ð', 'D'],
  ['ð', 'd'],
  ['Þ', 'Th'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['©', '(c)'],
  ['®', '(R)'],
  ['™', 'TM'],
  ['\u00ad', ''],
  ['\u200b', ''],
  ['\ufeff', ''],
])
