// Keys that an object of a JSON text has twice. JSON.parse takes the last one and says nothing, so the text itself is
// looked at: keys are counted first, which is cheap, and named only when there are more than the value has.

/** How many keys the objects of a JSON text have together. The text is one that JSON.parse takes. */
export const countKeys = (text: string): number => {
  let count = 0
  let at = text.indexOf('"')
  while (at >= 0) {
    let end = text.indexOf('"', at + 1)
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
    let next = end + 1
    while (isBlank(text.charCodeAt(next))) next += 1
    if (text.charCodeAt(next) === COLON) count += 1
    at = text.indexOf('"', next)
  }
  return count
}

const COLON = 0x3a
const BACKSLASH = 0x5c

/** Whether a quote belongs to its string: an odd number of backslashes is before it. */
const isEscaped = (text: string, quote: number): boolean => {
  let at = quote
  while (text.charCodeAt(at - 1) === BACKSLASH) at -= 1
  return (quote - at) % 2 === 1
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** An object or array that the walk is in: the keys seen, or null for an array, and where it is among its members. */
type Open = { keys: Set<string> | null; member: string | number }

/** Where the first key stands that its object has twice, as the segments of a pointer; null when there is none. */
export const repeatedKey = (text: string): (string | number)[] | null => {
  const open: Open[] = []
  for (const { 0: token } of text.matchAll(TOKENS)) {
    const inner = open.at(-1)
    if (token === '{') open.push({ keys: new Set(), member: '' })
    else if (token === '[') open.push({ keys: null, member: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (inner?.keys === null) inner.member = Number(inner.member) + 1
    } else if (inner?.keys && token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1)) as string
      inner.member = key
      if (inner.keys.has(key)) return open.map(({ member }) => member)
      inner.keys.add(key)
    }
  }
  return null
}

/** Punctuation, and strings with the colon that makes keys of them. */
const TOKENS = /[{}[\],]|"[^"\\]*(?:\\.[^"\\]*)*"(?:[ \t\r\n]*:)?/g
