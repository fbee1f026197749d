// The structure of pain.001.001.03 and .09 as far as our files use it, by rules of our own: which elements stand in
// which, in the order of the schema, which must be there, and what their texts look like.
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** An element: its name, its attributes, and its text or its children. */
export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
})

export const read = (xml: string): Element => {
  const valid = XMLValidator.validate(xml)
  if (valid !== true) throw new Error(valid.err.msg)
  const roots = (parser.parse(xml) as Node[]).map(elementOf).filter((one) => one !== null)
  const root = roots.find(({ name }) => !name.startsWith('?'))
  if (!root) throw new Error('There is no root')
  return root
}

type Node = Record<string, unknown>

const elementOf = (node: Node): Element | null => {
  const name = Object.keys(node).find((key) => key !== ':@') ?? ''
  if (name === '#text') return null
  const inner = node[name] as Node[]
  const text = inner.map((one) => String(one['#text'] ?? '')).join('')
  const children = inner.map(elementOf).filter((one) => one !== null)
  const attributes = (node[':@'] ?? {}) as Record<string, string>
  return { name, attributes, text: children.length > 0 ? text.trim() : text, children }
}

/** The elements at a path below another one. */
export const at = (element: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce((found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)), [element])

export const textAt = (element: Element, path: string): string | undefined => at(element, path)[0]?.text

/**
 * The children of each element in the order of the schema: `!` must be there, `+` many times, `|` one of several. What
 * is looked up by its own name is told from others of that name by its parent.
 */
const structure: Record<string, string> = {
  Document: 'CstmrCdtTrfInitn!',
  CstmrCdtTrfInitn: 'GrpHdr! PmtInf!+',
  GrpHdr: 'MsgId! CreDtTm! NbOfTxs! CtrlSum InitgPty!',
  InitgPty: 'Nm PstlAdr Id',
  PmtInf:
    'PmtInfId! PmtMtd! BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt! Dbtr! DbtrAcct! DbtrAgt! ChrgBr CdtTrfTxInf!+',
  PmtTpInf: 'InstrPrty SvcLvl LclInstrm CtgyPurp',
  SvcLvl: 'Cd!',
  CtgyPurp: 'Cd!',
  Dbtr: 'Nm! PstlAdr Id',
  PstlAdr: 'TwnNm! Ctry!',
  'InitgPty/Id': 'OrgId!',
  'Dbtr/Id': 'OrgId!',
  OrgId: 'BICOrBEI Othr',
  Othr: 'Id! SchmeNm',
  SchmeNm: 'Cd|Prtry',
  DbtrAcct: 'Id! Ccy',
  'DbtrAcct/Id': 'IBAN|Othr',
  DbtrAgt: 'FinInstnId!',
  FinInstnId: 'BIC|BICFI|ClrSysMmbId|Othr',
  CdtTrfTxInf: 'PmtId! PmtTpInf Amt! ChrgBr CdtrAgt Cdtr CdtrAcct RmtInf',
  PmtId: 'InstrId EndToEndId!',
  Amt: 'InstdAmt!',
  CdtrAgt: 'FinInstnId!',
  ClrSysMmbId: 'ClrSysId MmbId!',
  ClrSysId: 'Cd!',
  Cdtr: 'Nm! PstlAdr Id',
  CdtrAcct: 'Id! Ccy',
  'CdtrAcct/Id': 'IBAN|Othr',
  RmtInf: 'Ustrd Strd',
  Strd: 'RfrdDocInf RfrdDocAmt CdtrRefInf',
  RfrdDocAmt: 'RmtdAmt!',
  CdtrRefInf: 'Tp! Ref!',
  Tp: 'CdOrPrtry!',
  CdOrPrtry: 'Cd!',
}

const TEXT = "[A-Za-zÅÄÖåäö0-9/\\-?:().,'+ ]"
const AMOUNT = '(?:0|[1-9]\\d{0,15})\\.\\d\\d'

/** What the text of an element without children looks like. */
const texts: Record<string, string> = {
  MsgId: '[A-Za-z0-9-]{1,35}',
  CreDtTm: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ',
  NbOfTxs: '[1-9]\\d{0,14}',
  CtrlSum: AMOUNT,
  Nm: `${TEXT}{1,70}`,
  PmtInfId: '[A-Za-z0-9-]{1,35}',
  PmtMtd: 'TRF',
  BtchBookg: 'true|false',
  'SvcLvl/Cd': 'NURG|SEPA',
  ChrgBr: 'SLEV|SHAR',
  'ReqdExctnDt/Dt': '\\d{4}-\\d\\d-\\d\\d',
  'CtgyPurp/Cd': 'SUPP',
  'ClrSysId/Cd': 'SESBA',
  'CdOrPrtry/Cd': 'SCOR',
  'SchmeNm/Cd': 'COID|BANK|BBAN',
  'SchmeNm/Prtry': 'BGNR',
  ReqdExctnDt: '\\d{4}-\\d\\d-\\d\\d',
  TwnNm: `${TEXT}{1,35}`,
  Ctry: '[A-Z]{2}',
  'Othr/Id': '[A-Za-z0-9-]{1,34}',
  IBAN: '[A-Z]{2}\\d{2}[A-Z0-9]{1,30}',
  BIC: '[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?',
  BICFI: '[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?',
  Ccy: 'SEK|EUR',
  EndToEndId: '[a-z0-9]{32}',
  InstdAmt: AMOUNT,
  RmtdAmt: AMOUNT,
  MmbId: '\\d{4}',
  Ref: '\\d{2,25}',
  Ustrd: `${TEXT}{1,140}`,
}

/** What is wrong with an element and all below it; empty when the structure holds. */
export const wrongIn = (element: Element, parent = ''): string[] => {
  const { name, children, text, attributes } = element
  const own = structure[`${parent}/${name}`] ?? structure[name]
  const isSum = name === 'InstdAmt' || name === 'RmtdAmt'
  const expected = name === 'Document' ? namespaces : isSum ? currencies : [{}]
  const isExpected = expected.some((one) => JSON.stringify(attributes) === JSON.stringify(one))
  const strange = isExpected ? [] : [`${name} has ${JSON.stringify(attributes)}`]
  // A day stands by itself in the older version, and in an element of its own in the newer one.
  if (name === 'ReqdExctnDt' && children.length > 0) {
    return fits(
      'Dt!',
      children.map((one) => one.name),
    )
      ? children.flatMap((one) => wrongIn(one, name))
      : [`a strange ${name}`]
  }
  const pattern = texts[`${parent}/${name}`] ?? texts[name]
  if (children.length === 0 && pattern) {
    return [...strange, ...(new RegExp(`^(?:${pattern})$`).test(text) ? [] : [`${name} is ${JSON.stringify(text)}`])]
  }
  if (!own) return [`${parent} has ${name}`]
  const wrong = fits(
    own,
    children.map((one) => one.name),
  )
    ? []
    : [`${name} has ${children.map((one) => one.name)}`]
  return [
    ...strange,
    ...wrong,
    ...(text === '' ? [] : [`${name} has text`]),
    ...children.flatMap((one) => wrongIn(one, name)),
  ]
}

const namespaces = ['03', '09'].map((version) => ({ xmlns: `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}` }))
const currencies = [{ Ccy: 'SEK' }, { Ccy: 'EUR' }]

const fits = (structured: string, names: readonly string[]): boolean => {
  const pattern = structured
    .split(' ')
    .map((one) => {
      const name = one.replace(/[!+]/g, '')
      const least = one.includes('!') || one.includes('|') ? 1 : 0
      const most = one.includes('+') ? '' : 1
      return `(?:(?:${name}) ){${least},${most}}`
    })
    .join('')
  return new RegExp(`^${pattern}$`).test(names.map((name) => `${name} `).join(''))
}
