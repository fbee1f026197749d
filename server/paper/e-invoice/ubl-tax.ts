// VAT in e-invoices: by category and rate, with the reason for untaxed sales.
import { ownCurrencyOf, type Paper, type PaperTax, type VatTreatment } from '#paper/paper'
import { categoryOf, notesOn, reasonCodeOf, type TaxCategory } from '#paper/treatments.rules'
import { type Ore, textFromOre } from '#platform/money'
import type { XmlNode } from './xml.ts'

/** The category of a line. Sales outside the scope of VAT have no rate, not even zero (BR-O-05). */
export const lineCategory = (category: TaxCategory, taxRate: number): XmlNode => ({
  'cbc:ID': category,
  'cbc:Percent': category === 'O' ? null : String(taxRate),
  'cac:TaxScheme': { 'cbc:ID': 'VAT' },
})

/** The VAT of the document by category and rate; and its sum in the accounting currency if the document has another. */
export const taxTotals = (paper: Paper): XmlNode[] => {
  const { currency, tax, taxes } = paper
  const own: XmlNode = {
    'cbc:TaxAmount': amount(tax, currency),
    'cac:TaxSubtotal': groupsOf(paper).map((group) => subtotal(paper, group)),
  }
  const accounting = ownCurrencyOf(paper)
  if (currency === accounting) return [own]
  const baseTax = taxes.reduce((sum, each) => sum + (each.baseTax ?? 0), 0)
  return [own, { 'cbc:TaxAmount': amount(baseTax, accounting) }]
}

/** An amount with its currency. */
export const amount = (cents: number, currency: string): XmlNode => ({
  '@currencyID': currency,
  '#': textFromOre(BigInt(cents) satisfies Ore),
})

type Group = { category: TaxCategory; taxRate: number; net: number; tax: number; treatments: VatTreatment[] }

/** Groups treatments of one category: a document has each category and rate once (BR-AE-01). */
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
  const { currency, language, vatExemptionReason: own } = paper
  const notes = category === 'O' ? [notRegistered[language], own?.trim() ?? ''] : notesOn(treatments, paper)
  return {
    'cbc:TaxableAmount': amount(net, currency),
    'cbc:TaxAmount': amount(tax, currency),
    'cac:TaxCategory': {
      'cbc:ID': category,
      'cbc:Percent': category === 'O' ? null : String(taxRate),
      'cbc:TaxExemptionReasonCode': reasonCodeOf(category, treatments, paper),
      'cbc:TaxExemptionReason': notes.join(' ').trim() || null,
      'cac:TaxScheme': { 'cbc:ID': 'VAT' },
    },
  }
}

const notRegistered: Record<Paper['language'], string> = {
  sv: 'Säljaren är inte registrerad för moms.',
  en: 'The seller is not registered for VAT.',
}
