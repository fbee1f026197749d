// An XML document as the checks of e-invoices walk it, and its decimal numbers without floating point.
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
})

const TEXT = '#text'
const ATTRIBUTES = ':@'

/** A node as the parser gives it: one name with what is in it, and the attributes beside. */
type Parsed = Record<string, Parsed[] | string | Record<string, string>>

/** The root of a document; throws when it is not well-formed. */
export const rootOf = (xml: string): Element => {
  const sound = XMLValidator.validate(xml)
  if (sound !== true) throw new Error(sound.err.msg)
  const [, root] = (parser.parse(xml) as Parsed[]).map(elementOf).filter((each) => each !== null)
  if (!root) throw new Error('The document has no root')
  return root
}

const elementOf = (node: Parsed): Element | null => {
  const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? TEXT
  if (name === TEXT) return null
  const nodes = node[name] as Parsed[]
  const children = nodes.map(elementOf).filter((child) => child !== null)
  const texts = nodes.map((each) => String(each[TEXT] ?? ''))
  return {
    name,
    attributes: (node[ATTRIBUTES] ?? {}) as Record<string, string>,
    text: children.length > 0 ? '' : texts.join(''),
    children,
  }
}

/** The elements at a path below one, such as `cac:TaxTotal/cac:TaxSubtotal`. */
export const all = (element: Element | undefined, path: string): Element[] =>
  path
    .split('/')
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    )

/** Elements of a name, anywhere. */
export const anywhere = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => anywhere(child, name)),
]

export const first = (element: Element | undefined, path: string): Element | undefined => all(element, path)[0]

/** The text at a path; undefined where there is none. */
export const text = (element: Element | undefined, path: string): string | undefined => first(element, path)?.text

/** Millionths: the smallest unit of a decimal here. */
export const micro = (decimal: string | undefined): bigint => {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(decimal ?? '') ?? []
  if (whole === '') throw new Error(`${decimal} is no decimal number`)
  const digits = BigInt(whole + decimals.padEnd(6, '0'))
  return sign === '-' ? -digits : digits
}

export const sum = (elements: Element[]): bigint => elements.reduce((total, each) => total + micro(each.text), 0n)

/** Rounded half away from zero. */
export const divided = (number: bigint, by: bigint): bigint => {
  const half = (number < 0n ? -number : number) + by / 2n
  return number < 0n ? -(half / by) : half / by
}

/**
 * Whether the tax of a group is its base by its rate, rounded to two decimals. That of a credit note is what others
 * have left, which is a cent more or less at most; the standard allows a whole unit.
 */
export const isTaxOf = (root: Element, group: Element, percent?: bigint): boolean => {
  const rate = percent ?? micro(text(group, 'cac:TaxCategory/cbc:Percent') ?? '0')
  const exact = micro(text(group, 'cbc:TaxableAmount')) * rate
  const apart = micro(text(group, 'cbc:TaxAmount')) - divided(exact, 1_000_000_000_000n) * CENT
  const most = root.name === 'CreditNote' && rate > 0n ? CENT : 0n
  return apart >= -most && apart <= most
}

/** In millionths. */
const CENT = 10_000n

export const linesOf = (root: Element): Element[] => [
  ...all(root, 'cac:InvoiceLine'),
  ...all(root, 'cac:CreditNoteLine'),
]

export const quantityOf = (line: Element): Element | undefined =>
  first(line, 'cbc:InvoicedQuantity') ?? first(line, 'cbc:CreditedQuantity')
