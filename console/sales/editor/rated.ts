// The lines of a draft with the rates of VAT that they have: of a kind, that of the day of supply.
import { rateOfKind } from '#rule/vat-kinds'
import type { InvoiceDraft, LineDraft } from './draft.ts'

/** The day of supply; empty while it is not typed. */
export const supplyDay = ({ deliveryDate, invoiceDate }: Pick<InvoiceDraft, 'deliveryDate' | 'invoiceDate'>): string =>
  deliveryDate || invoiceDate

/** The lines with the rates that their kinds have on the day of supply. */
export const ratedLines = (draft: Pick<InvoiceDraft, 'lines' | 'deliveryDate' | 'invoiceDate'>): LineDraft[] =>
  draft.lines.map((line) => ratedOn(line, supplyDay(draft)))

/** A line with the rate that its kind has on a day. */
export const ratedOn = (line: LineDraft, day: string): LineDraft =>
  line.vatKind && line.taxRate !== 0 ? { ...line, taxRate: rateOfKind(line.vatKind, day) ?? line.taxRate } : line
