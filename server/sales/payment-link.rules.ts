// What an invoice leaves to pay, in its own currency, and how it stands for who is to pay it.
import type { Ore } from '#platform/money'
import { type InvoiceStatus, outstandingOf, type StatusFacts } from './invoice-status.rules.ts'

type Facts = Omit<StatusFacts, 'kind' | 'publishedAt' | 'currency' | 'owedOn'> & {
  totalOre: Ore
  status: InvoiceStatus
}

/**
 * What is left to pay, in öre of the invoice's currency. Nothing is left of what is paid but for a rounding, and more
 * is never asked for than the invoice says.
 */
export const unpaidOf = (facts: Facts): Ore => {
  if (facts.status === 'paid' || facts.status === 'overPaid' || facts.status === 'credited') return 0n
  const left = outstandingOf(facts)
  if (left <= 0n || facts.totalBaseOre <= 0n) return 0n
  return facts.totalOre === facts.totalBaseOre ? left : rounded(left * facts.totalOre, facts.totalBaseOre)
}

/** Half an öre goes up; both are above zero. */
const rounded = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)

/** How the invoice stands for who is to pay it. */
export const standingOf = ({ unpaid, status, wasPaid }: { unpaid: Ore; status: InvoiceStatus; wasPaid: boolean }) => {
  if (unpaid > 0n) return status === 'overdue' ? 'overdue' : wasPaid ? 'partlyPaid' : 'unpaid'
  return status === 'credited' ? 'credited' : 'paid'
}
