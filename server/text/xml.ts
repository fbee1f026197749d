// Parses XML from outside to a tree: without document types, with only XML's own five entities, and with limits on
// depth and size. Pure, and for threads: a megabyte takes a second.
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { phrase } from '#platform/refusal'
import { truncate } from './truncate.ts'
import { tooMuchIn, type XmlSize } from './xml-size.ts'

/** An element, by the names of its contents; a name that occurs once is not an array. */
export type XmlElement = { readonly [name: string]: unknown }

export const xmlProblems = {
  empty: phrase('xml.empty', 'it is empty', 'den är tom'),
  character: phrase(
    'xml.character',
    'it has the character {code}, which XML does not allow',
    'den har tecknet {code}, som XML inte tillåter',
  ),
  documentType: phrase(
    'xml.document-type',
    'it has a document type declaration, which is not accepted',
    'den har en dokumenttypsdeklaration, och sådana tas inte emot',
  ),
  encoding: phrase(
    'xml.encoding',
    'it is written in {encoding}: UTF-8 and ISO-8859-1 are read',
    'den är skriven i {encoding}: bara UTF-8 och ISO-8859-1 går att läsa',
  ),
  notUtf8: phrase(
    'xml.not-utf8',
    'it is not in UTF-8, which it declares or is the default',
    'den är inte i UTF-8, fast den säger det eller inte säger något annat',
  ),
  entity: phrase(
    'xml.entity',
    'it has the entity {entity}, which is not one of XML itself',
    'den har entiteten {entity}, som inte hör till XML',
  ),
  oneRoot: phrase('xml.one-root', 'it does not have one root element', 'den har inte ett enda rotelement'),
  elements: phrase('xml.elements', 'it has more than {limit} elements', 'den har fler än {limit} element'),
  attributes: phrase(
    'xml.attributes',
    'it has more than {limit} attributes, or an element with more than 100',
    'den har fler än {limit} attribut, eller ett element med fler än 100',
  ),
  references: phrase(
    'xml.references',
    'it has more than {limit} references to characters',
    'den har fler än {limit} teckenreferenser',
  ),
  text: phrase('xml.text', 'it has a text of more than {limit} characters', 'den har en text på mer än {limit} tecken'),
}
const problems = xmlProblems

/**
 * The messages about an unreadable file, with what the file should have been, so that the sender knows what to provide.
 */
type XmlWords = {
  notXml: () => string
  malformed: (values: { line: number }) => string
  unreadable: () => string
}

/** An error in a file, for its sender: a sentence that follows the location. */
export class XmlFault extends Error {}

/** Deepest nesting of elements. Real files have about 15 levels. */
const MAX_DEPTH = 40
/** Most characters of a value that an error repeats. */
const MAX_REPEATED = 60

/** The tree of a file. Throws {@link XmlFault} if it is not well formed, too large, or has unsupported parts. */
export const readXml = (bytes: Uint8Array, words: XmlWords, most: XmlSize): XmlElement => {
  const text = textOf(bytes)
  if (text.trim() === '') throw new XmlFault(problems.empty())
  const control = /[^\P{Cc}\t\n\r\u0080-\u009f]|[\ufffe\uffff]/u.exec(text)
  if (control) throw new XmlFault(problems.character({ code: codeOf(control[0]) }))
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new XmlFault(problems.documentType())
  if (!/^\ufeff?\s*</.test(text)) throw new XmlFault(words.notXml())
  const tooMuch = tooMuchIn(text, most)
  if (tooMuch) throw new XmlFault(problems[tooMuch.what]({ limit: tooMuch.limit }))
  const tree = parsed(text, words)
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new XmlFault(words.malformed({ line: valid.err.line }))
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
    throw new XmlFault(words.unreadable())
  }
}

/** The decoded text, by the byte order mark or the declaration; UTF-8 by default. */
const textOf = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head.replace(/^ï»¿/, ''))?.[1]
  const encoding = (declared ?? 'UTF-8').toUpperCase()
  // The Encoding Standard decodes ISO-8859-1 as windows-1252, which only differs in control characters.
  if (LATIN_1.has(encoding)) return new TextDecoder('latin1').decode(bytes)
  if (!UTF_8.has(encoding)) throw new XmlFault(problems.encoding({ encoding: repeated(encoding) }))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlFault(problems.notUtf8())
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
    if (known === undefined) throw new XmlFault(problems.entity({ entity: repeated(found) }))
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

/**
 * A value as an error repeats it: cut between characters, because the database does not accept half a surrogate pair.
 */
export const repeated = (text: string): string => {
  const kept = truncate(text, MAX_REPEATED)
  return kept.length < text.length ? `${kept}…` : text
}

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
