// What a payment of an invoice in another currency leaves: the customer pays kronor at the rate of the day, the invoice
// stands in the books at its own, and only people know whether the difference is of the rate.
import { BASE_CURRENCY } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { type Ore, textFromOre } from '#platform/money'
import { bookingDoubts as doubts } from './booking-refusals.ts'
import type { InvoiceRecord } from './invoice.ts'

/** Less than this part of an invoice (5 %) is what rates come to; more is a part that is not paid yet. */
const PART_OF_RATE = 20n

/** Says what a payment leaves on the receivable, where that may be a difference of rates. */
export const warnOfLeft = (
  call: CompanyCall,
  { currency, totalBaseOre }: Pick<InvoiceRecord, 'currency' | 'totalBaseOre'>,
  leftOre: Ore,
): void => {
  if (currency === BASE_CURRENCY || leftOre === 0n || leftOre * PART_OF_RATE > totalBaseOre) return
  const doubt = leftOre < 0n ? doubts.beyondAtRate : doubts.leftAtRate
  warn(call, doubt({ currency, amount: textFromOre(leftOre < 0n ? -leftOre : leftOre) }))
}
