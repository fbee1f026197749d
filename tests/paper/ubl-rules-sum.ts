// Sums that must agree, and how many decimals amounts have: BR-CO-10 to BR-CO-18 and BR-DEC.
import { all, anywhere, type Element, first, isTaxOf, linesOf, micro, sum, text } from './ubl-document.ts'
import type { PaperName } from './ubl-papers.ts'
import type { Rule } from './ubl-rules.ts'

const TOTAL = 'cac:LegalMonetaryTotal'

/** An amount of the totals; zero where it may be left out. */
const total = (root: Element, name: string): bigint => micro(text(root, `${TOTAL}/cbc:${name}`) ?? '0')

/** The tax total that is in the currency of the document. */
const taxTotal = (root: Element): Element | undefined =>
  all(root, 'cac:TaxTotal').find((each) => first(each, 'cac:TaxSubtotal') !== undefined)

/** Changes the amount of an element below the totals. */
const otherTotal = (name: string): Rule['breaks'] => [
  new RegExp(`(<cac:LegalMonetaryTotal>[\\s\\S]*?<cbc:${name} [^>]*>)-?`),
  '$17',
]

const sums: Rule[] = [
  {
    id: 'BR-CO-10',
    says: 'the sum of the lines is the sum of the lines',
    of: 'everything',
    holds: (root) =>
      total(root, 'LineExtensionAmount') === sum(linesOf(root).flatMap((line) => all(line, 'cbc:LineExtensionAmount'))),
    breaks: otherTotal('LineExtensionAmount'),
  },
  {
    id: 'BR-CO-13',
    says: 'the total without tax is the sum of the lines',
    of: 'everything',
    holds: (root) => total(root, 'TaxExclusiveAmount') === total(root, 'LineExtensionAmount'),
    breaks: otherTotal('TaxExclusiveAmount'),
  },
  {
    id: 'BR-CO-14',
    says: 'the tax is the sum of the groups',
    of: 'everything',
    holds: (root) =>
      micro(text(taxTotal(root), 'cbc:TaxAmount')) === sum(all(taxTotal(root), 'cac:TaxSubtotal/cbc:TaxAmount')),
    breaks: [/(<cac:TaxTotal>\s*<cbc:TaxAmount [^>]*>)/, '$17'],
  },
  {
    id: 'BR-CO-15',
    says: 'the total with tax is the total without and the tax',
    of: 'credit',
    holds: (root) =>
      total(root, 'TaxInclusiveAmount') ===
      total(root, 'TaxExclusiveAmount') + micro(text(taxTotal(root), 'cbc:TaxAmount')),
    breaks: otherTotal('TaxInclusiveAmount'),
  },
  {
    id: 'BR-CO-16',
    says: 'what is to be paid is the total less what is prepaid, with the rounding',
    of: 'prepaid',
    holds: (root) =>
      total(root, 'PayableAmount') ===
      total(root, 'TaxInclusiveAmount') - total(root, 'PrepaidAmount') + total(root, 'PayableRoundingAmount'),
    breaks: otherTotal('PrepaidAmount'),
  },
  {
    id: 'BR-CO-17',
    says: 'the tax of a group is its base by its rate, rounded to two decimals; of a credit note, to what others left',
    of: 'everything',
    holds: (root) => all(taxTotal(root), 'cac:TaxSubtotal').every((group) => isTaxOf(root, group)),
    breaks: [/(<cac:TaxSubtotal>[\s\S]*?<cbc:TaxAmount [^>]*>)/, '$17'],
  },
  {
    id: 'BR-CO-18',
    says: 'there is a tax group',
    of: 'plain',
    holds: (root) => all(taxTotal(root), 'cac:TaxSubtotal').length > 0,
    breaks: [/<cac:TaxSubtotal>[\s\S]*<\/cac:TaxSubtotal>/, ''],
  },
]

const twoDecimals = (id: string, name: string, of: PaperName): Rule => ({
  id,
  says: `${name} has at most two decimals`,
  of,
  holds: (root) => anywhere(root, `cbc:${name}`).every((each) => /^-?\d+(?:\.\d{1,2})?$/.test(each.text)),
  breaks: [new RegExp(`(<cbc:${name} [^>]*>-?\\d+\\.\\d\\d)`), '$11'],
})

export const sumRules: readonly Rule[] = [
  ...sums,
  twoDecimals('BR-DEC-09', 'LineExtensionAmount', 'plain'),
  twoDecimals('BR-DEC-12', 'TaxExclusiveAmount', 'plain'),
  twoDecimals('BR-DEC-13', 'TaxAmount', 'foreignCurrency'),
  twoDecimals('BR-DEC-14', 'TaxInclusiveAmount', 'plain'),
  twoDecimals('BR-DEC-16', 'PrepaidAmount', 'prepaid'),
  twoDecimals('BR-DEC-17', 'PayableRoundingAmount', 'everything'),
  twoDecimals('BR-DEC-18', 'PayableAmount', 'plain'),
  twoDecimals('BR-DEC-19', 'TaxableAmount', 'plain'),
]
