// What remains to pay of an invoice, in its own currency, and its status as shown to the payer.
import type { Ore } from '#platform/money'
import { type InvoiceStatus, outstandingOf, type StatusFacts } from '#sales/invoices/invoice-status.rules'

type Facts = Omit<StatusFacts, 'kind' | 'publishedAt' | 'currency' | 'currencyRate' | 'owedOn'> & {
  totalOre: Ore
  status: InvoiceStatus
}

/**
 * The amount left to pay, in öre of the invoice's currency. Zero for a paid invoice despite rounding, and never more
 * than the invoice's total.
 */
export const unpaidOf = (facts: Facts): Ore => {
  if (facts.status === 'paid' || facts.status === 'overPaid' || facts.status === 'credited') return 0n
  const left = outstandingOf(facts)
  if (left <= 0n || facts.totalBaseOre <= 0n) return 0n
  return facts.totalOre === facts.totalBaseOre ? left : rounded(left * facts.totalOre, facts.totalBaseOre)
}

/** Rounds half up; both are positive. */
const rounded = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)

/** The status of the invoice as shown to the payer. */
export const standingOf = ({ unpaid, status, wasPaid }: { unpaid: Ore; status: InvoiceStatus; wasPaid: boolean }) => {
  if (unpaid > 0n) return status === 'overdue' ? 'overdue' : wasPaid ? 'partlyPaid' : 'unpaid'
  return status === 'credited' ? 'credited' : 'paid'
}
