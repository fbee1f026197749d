// Finds duplicate keys in objects of a JSON text. JSON.parse silently takes the last one, so the text itself is
// scanned: keys are counted first, which is cheap, and located only if there are more than in the parsed value. Also
// counts values before any of them is parsed.
import { visit } from 'jsonc-parser'

/** The total number of keys in the objects of a JSON text, which must be valid JSON. */
export const countKeys = (text: string): number => {
  let count = 0
  let at = text.indexOf('"')
  while (at >= 0) {
    const end = endOfString(text, at)
    if (isKey(text, end)) count += 1
    at = text.indexOf('"', end)
  }
  return count
}

/**
 * Whether a text has more than `most` values, valid JSON or not: commas separate values, and each object and array is
 * one. Strings are only excluded if the raw counts are high enough to matter.
 */
export const hasMoreValues = (text: string, most: number): boolean => {
  if (!hasMore(text, ',', most) && !hasMore(text, '[', most) && !hasMore(text, '{', most)) return false
  let separated = 1
  let opened = 0
  const mark = /[",[{]/g
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') mark.lastIndex = endOfString(text, found.index)
    else if (found[0] === ',') separated += 1
    else opened += 1
    if (separated > most || opened > most) return true
  }
  return false
}

/** Whether a character occurs at least so many times. */
const hasMore = (text: string, sign: string, most: number): boolean => {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1 && count < most; at = text.indexOf(sign, at + 1)) count += 1
  return count >= most
}

const COLON = 0x3a
const BACKSLASH = 0x5c

/** The index after a string that begins here. */
const endOfString = (text: string, quote: number): number => {
  const end = text.indexOf('"', quote + 1)
  if (end === -1) return text.length
  return text.charCodeAt(end - 1) === BACKSLASH ? endOfEscaped(text, quote + 1) : end + 1
}

/**
 * The same for a string with escapes. One portion at a time, because the engine allocates for each escape in a match.
 */
const endOfEscaped = (text: string, start: number): number => {
  const portion = /[^"\\]*(?:\\.[^"\\]*){0,1000}/sy
  let at = start
  for (;;) {
    portion.lastIndex = at
    portion.test(text)
    if (portion.lastIndex === at || text[portion.lastIndex] === '"') return portion.lastIndex + 1
    at = portion.lastIndex
  }
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The location of the first duplicate key of valid JSON, as the segments of a pointer; null if there is none. */
export const repeatedKey = (text: string): (string | number)[] | null => {
  const open: Set<string>[] = []
  let found: (string | number)[] | null = null
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, _offset, _length, _line, _column, path) => {
      const keys = open.at(-1)
      if (keys?.has(key)) found ??= [...path(), key]
      keys?.add(key)
    },
  })
  return found
}

/** Whether the string ending here is a key: a colon follows. */
const isKey = (text: string, end: number): boolean => {
  let next = end
  while (isBlank(text.charCodeAt(next))) next += 1
  return text.charCodeAt(next) === COLON
}
