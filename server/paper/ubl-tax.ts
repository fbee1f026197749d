// Value added tax as e-invoices tell of it: categories of EN 16931 (UNCL 5305), with the reason where none is charged.
import { type Ore, textFromOre } from '#platform/money'
import type { Paper, PaperSeller, PaperTax, VatTreatment } from './paper.ts'
import { treatmentNote } from './pdf-words.ts'
import type { XmlNode } from './xml.ts'

/**
 * S by its rate, E exempt, AE the buyer owes it, K to another member state, G export, O the seller is not registered
 * for the tax at all. Z, a rate of zero, is not in Swedish law.
 */
export type TaxCategory = 'S' | 'E' | 'AE' | 'K' | 'G' | 'O'

const categories: Record<VatTreatment, TaxCategory> = {
  rate: 'S',
  exempt: 'E',
  reverseCharge: 'AE',
  euGoods: 'K',
  euServices: 'AE',
  exportGoods: 'G',
  exportServices: 'G',
}

/** Codes of the CEF list VATEX; for sales that are exempt we do not know by which article. */
const reasonCodes: Partial<Record<TaxCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

export const categoryOf = (treatment: VatTreatment, { vatNumber }: Pick<PaperSeller, 'vatNumber'>): TaxCategory =>
  treatment === 'exempt' && vatNumber === null ? 'O' : categories[treatment]

/** The category as a line has it. What is outside the tax has no rate, not even zero (BR-O-05). */
export const lineCategory = (category: TaxCategory, taxRate: number): XmlNode => ({
  'cbc:ID': category,
  'cbc:Percent': category === 'O' ? null : String(taxRate),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

/** The tax of the whole document by category and rate; and its sum in SEK when the document has another currency. */
export const taxTotals = (paper: Paper): XmlNode[] => {
  const { currency, tax, taxes } = paper
  const own: XmlNode = {
    'cbc:TaxAmount': amount(tax, currency),
    'cac:TaxSubtotal': groupsOf(paper).map((group) => subtotal(paper, group)),
  }
  if (currency === ACCOUNTING_CURRENCY) return [own]
  const baseTax = taxes.reduce((sum, each) => sum + (each.baseTax ?? 0), 0)
  return [own, { 'cbc:TaxAmount': amount(baseTax, ACCOUNTING_CURRENCY) }]
}

export const ACCOUNTING_CURRENCY = 'SEK'

/** An amount with its currency. */
export const amount = (cents: number, currency: string): XmlNode => ({
  '@currencyID': currency,
  '#': textFromOre(BigInt(cents) satisfies Ore),
})

type Group = { category: TaxCategory; taxRate: number; net: number; tax: number; treatments: VatTreatment[] }

/** Treatments of one category are told of together: a document has each category and rate once (BR-AE-01). */
const groupsOf = ({ taxes, seller }: Paper): Group[] => {
  const groups = new Map<string, Group>()
  for (const { treatment, taxRate, net, tax } of taxes satisfies PaperTax[]) {
    const category = categoryOf(treatment, seller)
    const key = `${category} ${taxRate}`
    const group = groups.get(key) ?? { category, taxRate, net: 0, tax: 0, treatments: [] }
    groups.set(key, {
      ...group,
      net: group.net + net,
      tax: group.tax + tax,
      treatments: [...group.treatments, treatment],
    })
  }
  return [...groups.values()]
}

const subtotal = (paper: Paper, { category, taxRate, net, tax, treatments }: Group): XmlNode => {
  const { currency, language } = paper
  const notes = treatments.map((treatment) => treatmentNote(treatment, paper)).filter((note) => note !== null)
  return {
    'cbc:TaxableAmount': amount(net, currency),
    'cbc:TaxAmount': amount(tax, currency),
    'cac:TaxCategory': {
      'cbc:ID': category,
      'cbc:Percent': category === 'O' ? null : String(taxRate),
      'cbc:TaxExemptionReasonCode': reasonCodes[category] ?? null,
      'cbc:TaxExemptionReason': category === 'O' ? notRegistered[language] : [...new Set(notes)].join(' ') || null,
      'cac:TaxScheme': { 'cbc:ID': 'VAT' },
    },
  }
}

const notRegistered: Record<Paper['language'], string> = {
  sv: 'Säljaren är inte registrerad för moms.',
  en: 'The seller is not registered for VAT.',
}
