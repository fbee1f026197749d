// The figures of the VAT returns of some periods, by the current books.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { figuresOf, knownAt } from '#reports/figures'
import type { Period } from '#reports/period.rules'
import { type VatFigures, vatFiguresIn } from './vat-report.rules.ts'

/** The figures of each period, and the last registration number included. */
export const vatFigures = async (
  call: CompanyCall,
  periods: readonly Period[],
): Promise<{ registration: number; figures: readonly VatFigures[] }> => {
  const { years } = await bookOf(call, true)
  const known = await knownAt(call, undefined)
  const figures = await figuresOf(call, { years, periods, known, forVat: true })
  return { registration: known.registration, figures: vatFiguresIn(figures, periods) }
}
