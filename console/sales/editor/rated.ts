// The lines of a draft with the rates of VAT that they have: of a kind, that of the day of supply.
import { isUnionCountry, standardRateOn } from '#rule/union-vat'
import { rateOfKind } from '#rule/vat-kinds'
import type { InvoiceDraft, LineDraft, UnionDraft } from './draft.ts'

/** The day of supply; empty while it is not typed. */
export const supplyDay = ({ deliveryDate, invoiceDate }: Pick<InvoiceDraft, 'deliveryDate' | 'invoiceDate'>): string =>
  deliveryDate || invoiceDate

/** A line with the rate that it is charged with, in percent: Swedish, or of another country. */
export type RatedLine = Omit<LineDraft, 'taxRate'> & { taxRate: number }

/** The lines with the rates that their kinds, or their countries, have on the day of supply. */
export const ratedLines = (draft: Pick<InvoiceDraft, 'lines' | 'deliveryDate' | 'invoiceDate'>): RatedLine[] =>
  draft.lines.map((line) => ratedOn(line, supplyDay(draft)))

/** A line with the rate that its kind, or its country, has on a day. */
export const ratedOn = (line: LineDraft, day: string): RatedLine => {
  const { unionVat, vatKind } = line
  if (unionVat) return { ...line, taxRate: unionRateOn(unionVat, day) }
  return vatKind && line.taxRate !== 0 ? { ...line, taxRate: rateOfKind(vatKind, day) ?? line.taxRate } : line
}

const unionRateOn = ({ country, rate }: UnionDraft, day: string): number => {
  if (rate !== '') return Number(rate)
  return (isUnionCountry(country) ? standardRateOn(country, day) : null) ?? 0
}
