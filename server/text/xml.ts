// Parses XML from outside to a tree: without document types, with only XML's own five entities, and with limits on
// depth and size. Pure, and for threads: a megabyte takes a second.
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { DeclaredSentence } from '#platform/sentences'
import { repeated } from './truncate.ts'
import { xmlProblems as problems } from './xml-problems.ts'
import { tooMuchIn, type XmlSize } from './xml-size.ts'

/** An element, by the names of its contents; a name that occurs once is not an array. */
export type XmlElement = { readonly [name: string]: unknown }

/**
 * The messages about an unreadable file, with what the file should have been, so that the sender knows what to provide.
 */
type XmlWords = {
  notXml: { said(): DeclaredSentence }
  malformed: { said(values: { line: number }): DeclaredSentence }
  unreadable: { said(): DeclaredSentence }
}

/** An error in a file, for its sender: a sentence that follows the location. */
export class XmlFault extends Error {
  readonly said: DeclaredSentence
  constructor(said: DeclaredSentence) {
    super(said.in('en'))
    this.said = said
  }
}

/** Deepest nesting of elements. Real files have about 15 levels. */
const MAX_DEPTH = 40

/** The tree of a file. Throws {@link XmlFault} if it is not well formed, too large, or has unsupported parts. */
export const readXml = (bytes: Uint8Array, words: XmlWords, most: XmlSize): XmlElement => {
  const text = textOf(bytes)
  if (text.trim() === '') throw new XmlFault(problems.empty.said())
  const control = /[^\P{Cc}\t\n\r\u0080-\u009f]|[\ufffe\uffff]/u.exec(text)
  if (control) throw new XmlFault(problems.character.said({ code: codeOf(control[0]) }))
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new XmlFault(problems.documentType.said())
  if (!/^\ufeff?\s*</.test(text)) throw new XmlFault(words.notXml.said())
  const tooMuch = tooMuchIn(text, most)
  if (tooMuch) throw new XmlFault(problems[tooMuch.what].said({ limit: tooMuch.limit }))
  const tree = parsed(text, words)
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new XmlFault(words.malformed.said({ line: valid.err.line }))
  return tree
}

const parsed = (text: string, words: XmlWords): XmlElement => {
  try {
    return new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      textNodeName: '#',
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: true,
      ignoreDeclaration: true,
      ignorePiTags: true,
      jPath: false,
      maxNestedTags: MAX_DEPTH,
      processEntities: true,
      entityDecoder,
    }).parse(text) as XmlElement
  } catch (cause) {
    if (cause instanceof XmlFault) throw cause
    throw new XmlFault(words.unreadable.said())
  }
}

/** The decoded text, by the byte order mark or the declaration; UTF-8 by default. */
const textOf = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head.replace(/^ï»¿/, ''))?.[1]
  const encoding = (declared ?? 'UTF-8').toUpperCase()
  // The Encoding Standard decodes ISO-8859-1 as windows-1252, which only differs in control characters.
  if (LATIN_1.has(encoding)) return new TextDecoder('latin1').decode(bytes)
  if (!UTF_8.has(encoding)) throw new XmlFault(problems.encoding.said({ encoding: repeated(encoding) }))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlFault(problems.notUtf8.said())
  }
}

const LATIN_1 = new Set(['ISO-8859-1', 'ISO8859-1', 'LATIN1', 'LATIN-1'])
const UTF_8 = new Set(['UTF-8', 'UTF8', 'US-ASCII', 'ASCII'])

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's five entities and character references; files cannot define entities. */
const decode = (text: string): string => {
  if (!text.includes('&')) return text
  return text.replace(/&(?:(\w+);|#(\d{1,7});|#x([0-9a-fA-F]{1,6});)?/g, (found, name?: string, ...codes) => {
    const known = name === undefined ? characterOf(codes[0], codes[1]) : named[name]
    if (known === undefined) throw new XmlFault(problems.entity.said({ entity: repeated(found) }))
    return known
  })
}

const characterOf = (decimal?: string, hexadecimal?: string): string | undefined => {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  const isText = code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0x10ffff)
  const isNone = (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
  return isText && !isNone ? String.fromCodePoint(code) : undefined
}

const entityDecoder = {
  setExternalEntities: () => {},
  addInputEntities: () => {},
  reset: () => {},
  setXmlVersion: () => {},
  decode,
}

const codeOf = (character: string): string => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** The elements reached by a path of names, in order; for each step but the last, the first element is taken. */
export const elements = (of: unknown, ...names: [string, ...string[]]): unknown[] => {
  const [name, ...rest] = names
  const value = isElement(of) && Object.hasOwn(of, name) ? of[name] : undefined
  const found = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const [next, ...further] = rest
  return next === undefined ? found : elements(found[0], next, ...further)
}

/** The first element reached by these names. */
export const element = (of: unknown, ...names: [string, ...string[]]): unknown => elements(of, ...names)[0]

/** The text of the element reached by these names, with whitespace collapsed; null if missing or empty. */
export const text = (of: unknown, ...names: [string, ...string[]]): string | null => textIn(element(of, ...names))

/** The text of an element. */
export const textIn = (value: unknown): string | null => {
  const own = isElement(value) ? value['#'] : value
  const plain = typeof own === 'string' ? own.replace(/\s+/g, ' ').trim() : ''
  return plain === '' ? null : plain
}

const isElement = (value: unknown): value is XmlElement =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
