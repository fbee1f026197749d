// Counts the contents of an XML text before it is parsed: an element, an attribute or a reference takes microseconds
// and some hundred bytes, and a character of text between elements 32 bytes. Pure.

/** Most elements (including comments and the like), attributes, and references such as `&amp;`. */
export type XmlSize = { elements: number; attributes: number; references: number }

/** Most attributes of one element: real ones have five, and ten at the root. */
const MAX_OF_ELEMENT = 100
/** Most characters between two elements. */
const MAX_TEXT = 500_000

/** What a text has too much of, and the limit; null if it is within all limits. */
export const tooMuchIn = (text: string, most: XmlSize): { what: keyof XmlSize | 'text'; limit: number } | null => {
  const beyond = (what: keyof XmlSize) => ({ what, limit: most[what] })
  if (hasMore(text, '&', most.references)) return beyond('references')
  let elements = 0
  let attributes = 0
  let end = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', end)) {
    if (at - end > MAX_TEXT) break
    const next = text[at + 1]
    if (next === '/') {
      end = at + 1
      continue
    }
    elements += 1
    if (elements > most.elements) return beyond('elements')
    if (next === '!') {
      const close = text.indexOf(text.startsWith('<!--', at) ? '-->' : ']]>', at)
      end = close === -1 ? text.length : close
      continue
    }
    const tag = tagFrom(text, at + 1)
    attributes += tag.names - 1
    if (tag.names - 1 > MAX_OF_ELEMENT || attributes > most.attributes) return beyond('attributes')
    end = tag.end
  }
  const next = text.indexOf('<', end)
  return (next === -1 ? text.length : next) - end > MAX_TEXT ? { what: 'text', limit: MAX_TEXT } : null
}

const hasMore = (text: string, sign: string, most: number): boolean => {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    count += 1
    if (count > most) return true
  }
  return false
}

const BLANK = 0x20
const EQUALS = 0x3d
const SLASH = 0x2f
const END = 0x3e
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const LAST_OF_ASCII = 0x7f

/**
 * Counts the names of an element and its attributes from after its opening bracket on, and finds the closing bracket.
 * Non-ASCII characters may be blanks to the parser, so each counts as a separate name.
 */
const tagFrom = (text: string, from: number): { names: number; end: number } => {
  let names = 0
  let isName = false
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === END) return { names, end: at }
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      const closing = text.indexOf(text[at] ?? '', at + 1)
      if (closing === -1) return { names, end: text.length }
      at = closing
      isName = false
    } else if (code <= BLANK || code === EQUALS) isName = false
    else if (code === SLASH && text.charCodeAt(at + 1) === END) continue
    else if (!isName || code > LAST_OF_ASCII) {
      isName = true
      names += 1
    }
  }
  return { names, end: text.length }
}
