// The lines of an e-invoice. Each is a sale: text lines are attached to the preceding sale.
import type { Paper, PaperLine } from '#paper/paper'
import { categoryOf } from '#paper/treatments.rules'
import { line as oneLine } from './ubl-party.ts'
import { amount, lineCategory } from './ubl-tax.ts'
import type { XmlNode } from './xml.ts'

type SaleLine = Extract<PaperLine, { kind: 'sale' }>

/** The sales, each with its texts: those after it, and for the first also those before. */
export const salesOf = (lines: readonly PaperLine[]): { sale: SaleLine; texts: string[] }[] => {
  const sales: { sale: SaleLine; texts: string[] }[] = []
  const before: string[] = []
  for (const line of lines) {
    if (line.kind === 'sale') sales.push({ sale: line, texts: sales.length === 0 ? before : [] })
    else (sales.at(-1)?.texts ?? before).push(line.description)
  }
  return sales
}

export const documentLine = (
  { currency, seller, kind }: Paper,
  { sale, texts }: { sale: SaleLine; texts: string[] },
  index: number,
): XmlNode => {
  const { quantity, unitPrice } = signed(sale)
  const { code, times } = unitOf(sale.unitType)
  const quantityName = kind === 'creditNote' ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'
  return {
    'cbc:ID': String(index + 1),
    'cbc:Note': texts.map((text) => text.trim()).join('\n'),
    [quantityName]: { '@unitCode': code, '#': shifted(quantity, times) },
    'cbc:LineExtensionAmount': amount(sale.net, currency),
    'cac:Item': {
      'cbc:Name': oneLine(sale.description) || '-',
      'cac:ClassifiedTaxCategory': lineCategory(categoryOf(sale.treatment, seller), sale.taxRate),
    },
    'cac:Price': {
      'cbc:PriceAmount': { '@currencyID': currency, '#': plain(unitPrice) },
      'cbc:BaseQuantity': times === 0 ? null : { '@unitCode': code, '#': shifted('1', times) },
    },
  }
}

/** Prices may not be negative (BR-27): a discount has a negative quantity instead. */
const signed = ({ quantity, unitPrice }: SaleLine): { quantity: string; unitPrice: string } =>
  unitPrice.startsWith('-')
    ? { quantity: quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`, unitPrice: unitPrice.slice(1) }
    : { quantity, unitPrice }

/** Codes of UN/ECE recommendation 20. `times` is the power of ten between our unit and the code's. */
const units: Readonly<Record<string, string | { code: string; times: number }>> = {
  unspecified: 'C62',
  piece: 'H87',
  hour: 'HUR',
  day: 'DAY',
  week: 'WEE',
  month: 'MON',
  year: 'ANN',
  minute: 'MIN',
  gram: 'GRM',
  kilogram: 'KGM',
  ton: 'TNE',
  liter: 'LTR',
  millimeter: 'MMT',
  centimeter: 'CMT',
  meter: 'MTR',
  kilometer: 'KMT',
  // The Scandinavian mile (mil, ten kilometres) has no code: kilometres at a tenth of the price.
  mile: { code: 'KMT', times: 1 },
  meterSquared: 'MTK',
  // A square hectometre, which is a hectare.
  hectar: 'H18',
  meterCubic: 'MTQ',
  megabyte: '4L',
  gigabyte: 'E34',
  words: 'D68',
}

const unitOf = (unitType: string): { code: string; times: number } => {
  const unit = units[unitType]
  if (unit === undefined) throw new Error(`The unit ${unitType} has no code`)
  return typeof unit === 'string' ? { code: unit, times: 0 } : unit
}

/** Decimal text times a power of ten. */
const shifted = (decimal: string, times: number): string => {
  const [whole = '', decimals = ''] = plain(decimal).split('.')
  const digits = decimals.padEnd(times, '0')
  return plain(`${whole}${digits.slice(0, times)}.${digits.slice(times)}`)
}

/** Decimal text without redundant zeros. */
const plain = (decimal: string): string => {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(decimal) ?? []
  if (whole === '') throw new Error(`${decimal} is not decimal text`)
  const number = decimals === '' ? whole : `${whole}.${decimals}`
  return Number(number) === 0 ? '0' : `${sign}${number}`
}
