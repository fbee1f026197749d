// Tax categories: what each asks of lines, groups and parties. BR-S (by rate), BR-E (exempt), BR-AE (the buyer owes the
// tax), BR-IC (to another member state), BR-G (export), BR-O (the seller is outside the tax).
import { all, type Element, first, isTaxOf, linesOf, micro, text } from './ubl-document.ts'
import type { PaperName } from './ubl-papers.ts'
import type { Rule } from './ubl-rules.ts'

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'

const categoryOf = (line: Element) => text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID')
const rateOf = (line: Element) => text(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:Percent')
const groupsOf = (root: Element, code: string) =>
  all(root, 'cac:TaxTotal/cac:TaxSubtotal').filter((each) => text(each, 'cac:TaxCategory/cbc:ID') === code)
const linesWith = (root: Element, code: string) => linesOf(root).filter((line) => categoryOf(line) === code)

const vatNumber = (root: Element, party: string) =>
  all(root, `${party}/cac:PartyTaxScheme`).some((each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT')
const registered = (root: Element, party: string) => all(root, `${party}/cac:PartyTaxScheme`).length > 0
const legalNumber = (root: Element, party: string) =>
  first(root, `${party}/cac:PartyLegalEntity/cbc:CompanyID`) !== undefined

const NO_SCHEMES: Rule['breaks'] = [/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/g, '']

type Family = {
  /** What the rules of the category begin with, its code, and a document that has it. */
  prefix: string
  code: string
  of: PaperName
  /** BR-x-02: the numbers that seller and buyer must have, or may not have. */
  parties: (root: Element) => boolean
  withoutParties: Rule['breaks']
}

const families: Family[] = [
  { prefix: 'BR-S', code: 'S', of: 'plain', parties: (root) => registered(root, SELLER), withoutParties: NO_SCHEMES },
  { prefix: 'BR-E', code: 'E', of: 'exempt', parties: (root) => registered(root, SELLER), withoutParties: NO_SCHEMES },
  {
    prefix: 'BR-AE',
    code: 'AE',
    of: 'reverseCharge',
    parties: (root) => registered(root, SELLER) && (vatNumber(root, BUYER) || legalNumber(root, BUYER)),
    withoutParties: NO_SCHEMES,
  },
  {
    prefix: 'BR-IC',
    code: 'K',
    of: 'euGoods',
    parties: (root) => vatNumber(root, SELLER) && vatNumber(root, BUYER),
    withoutParties: NO_SCHEMES,
  },
  {
    prefix: 'BR-G',
    code: 'G',
    of: 'exportGoods',
    parties: (root) => vatNumber(root, SELLER),
    withoutParties: NO_SCHEMES,
  },
  {
    prefix: 'BR-O',
    code: 'O',
    of: 'outside',
    parties: (root) => !vatNumber(root, SELLER) && !vatNumber(root, BUYER),
    withoutParties: [/<cbc:ID>TAX/, '<cbc:ID>VAT'],
  },
]

/** Another amount in the first group, which is of the category in the family's document. */
const otherAmount = (name: string): Rule['breaks'] => [
  new RegExp(`(<cac:TaxSubtotal>[\\s\\S]*?<cbc:${name} [^>]*>)`),
  '$17',
]

const rulesOf = (family: Family): Rule[] => [...rulesOfLines(family), ...rulesOfGroups(family)]

const rulesOfLines = ({ prefix, code, of, parties, withoutParties }: Family): Rule[] => {
  const isTaxed = code === 'S'
  const has = (root: Element) => linesWith(root, code).length > 0
  return [
    {
      id: `${prefix}-01`,
      says: `lines of ${code} have their group`,
      of,
      holds: (root) => {
        const count = groupsOf(root, code).length
        return has(root) ? (isTaxed ? count > 0 : count === 1) : count === 0
      },
      breaks: [new RegExp(`(<cac:TaxCategory>\\s*<cbc:ID>)${code}<`), '$1Z<'],
    },
    {
      id: `${prefix}-02`,
      says: `seller and buyer have the numbers that ${code} asks for`,
      of,
      holds: (root) => !has(root) || parties(root),
      breaks: withoutParties,
    },
    {
      id: `${prefix}-05`,
      says: isTaxed ? 'a line of S has a rate above zero' : `a line of ${code} has ${code === 'O' ? 'no' : 'the'} rate`,
      of,
      holds: (root) =>
        linesWith(root, code).every((line) => {
          const rate = rateOf(line)
          if (code === 'O') return rate === undefined
          return isTaxed ? micro(rate) > 0n : micro(rate) === 0n
        }),
      breaks: [
        new RegExp(`(<cac:ClassifiedTaxCategory>\\s*<cbc:ID>${code}</cbc:ID>)(\\s*<cbc:Percent>\\d+</cbc:Percent>)?`),
        `$1<cbc:Percent>${isTaxed ? 0 : 5}</cbc:Percent>`,
      ],
    },
  ]
}

const rulesOfGroups = ({ prefix, code, of }: Family): Rule[] => {
  const isTaxed = code === 'S'
  return [
    {
      id: `${prefix}-08`,
      says: `the base of a group of ${code} is the sum of its lines`,
      of,
      holds: (root) =>
        groupsOf(root, code).every((group) => micro(text(group, 'cbc:TaxableAmount')) === baseOf(root, group)),
      breaks: otherAmount('TaxableAmount'),
    },
    {
      id: `${prefix}-09`,
      says: isTaxed ? 'the tax of S is its base by its rate' : `there is no tax on ${code}`,
      of,
      holds: (root) => groupsOf(root, code).every((group) => isTaxOf(root, group, isTaxed ? undefined : 0n)),
      breaks: otherAmount('TaxAmount'),
    },
    {
      id: `${prefix}-10`,
      says: isTaxed ? 'S has no reason for an exemption' : `${code} says why there is no tax`,
      of,
      holds: (root) =>
        groupsOf(root, code).every((group) => {
          const category = first(group, 'cac:TaxCategory')
          const reasons = ['cbc:TaxExemptionReason', 'cbc:TaxExemptionReasonCode']
          return reasons.some((name) => first(category, name) !== undefined) !== isTaxed
        }),
      breaks: isTaxed
        ? [/(<cac:TaxCategory>[\s\S]*?<\/cbc:Percent>)/, '$1<cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>']
        : [/<cbc:TaxExemptionReason[\s\S]*<\/cbc:TaxExemptionReason>/, ''],
    },
  ]
}

/** What the lines of the group's category and rate come to. */
const baseOf = (root: Element, group: Element): bigint => {
  const category = first(group, 'cac:TaxCategory')
  return linesWith(root, text(category, 'cbc:ID') ?? '')
    .filter((line) => rateOf(line) === text(category, 'cbc:Percent'))
    .reduce((sum, line) => sum + micro(text(line, 'cbc:LineExtensionAmount')), 0n)
}

const alone: Rule[] = [
  {
    id: 'BR-IC-11',
    says: 'a supply to another member state has its day',
    of: 'creditEuGoods',
    holds: (root) =>
      linesWith(root, 'K').length === 0 || first(root, 'cac:Delivery/cbc:ActualDeliveryDate') !== undefined,
    breaks: [/<cbc:ActualDeliveryDate>.*/, ''],
  },
  {
    id: 'BR-IC-12',
    says: 'a supply to another member state has the country it goes to',
    of: 'creditEuGoods',
    holds: (root) =>
      linesWith(root, 'K').length === 0 ||
      first(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode') !== undefined,
    breaks: [/<cac:DeliveryLocation>[\s\S]*<\/cac:DeliveryLocation>/, ''],
  },
  {
    id: 'BR-O-11',
    says: 'what is outside the tax stands alone',
    of: 'outside',
    holds: (root) => groupsOf(root, 'O').length === 0 || linesOf(root).every((line) => categoryOf(line) === 'O'),
    breaks: [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)O</, '$1S<'],
  },
]

export const categoryRules: readonly Rule[] = [...families.flatMap(rulesOf), ...alone]
