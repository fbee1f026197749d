// XML from plain objects. A key is an element, `@key` an attribute and `#` the text; an array repeats the element.
// Empty elements are omitted.
import { XMLBuilder } from 'fast-xml-parser'

export type XmlNode = { [name: string]: XmlValue }
type XmlValue = string | null | XmlNode | readonly (XmlNode | string)[]

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#', format: true })

/** A document with one root element. */
export const xmlText = (root: XmlNode): string =>
  builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...(filled(root) as XmlNode) })

/** Without empty elements and invalid characters. */
const filled = (value: XmlValue): XmlValue => {
  if (value === null) return null
  if (typeof value === 'string') return inXml(value).trim() || null
  if (Array.isArray(value)) {
    const items = value.map(filled).filter((item) => item !== null)
    return items.length > 0 ? (items as XmlNode[]) : null
  }
  const entries = Object.entries(value).map(([name, child]) => [name, filled(child)] as const)
  const kept = entries.filter(([, child]) => child !== null)
  return kept.some(([name]) => !name.startsWith('@')) ? Object.fromEntries(kept) : null
}

/** A text without characters that XML does not allow (XML 1.0, production 2). */
export const inXml = (text: string): string => text.replace(NOT_IN_XML, '')

const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
