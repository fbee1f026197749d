// The remainder after a payment of a foreign-currency invoice: the customer pays kronor at the day's rate, while the
// books have the invoice's rate. Only a person can tell whether the remainder is an exchange difference.
import { BASE_CURRENCY } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { type Ore, textFromOre } from '#platform/money'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { bookingWarnings as doubts } from './booking-refusals.ts'

/** A remainder below this fraction (5 %) of an invoice is probably an exchange difference; a larger one is unpaid. */
const PART_OF_RATE = 20n

/** Warns of a remainder on the receivable that may be an exchange difference. */
export const warnOfExchangeRemainder = (
  call: CompanyCall,
  { currency, totalBaseOre }: Pick<InvoiceRecord, 'currency' | 'totalBaseOre'>,
  leftOre: Ore,
): void => {
  if (currency === BASE_CURRENCY || leftOre === 0n || leftOre * PART_OF_RATE > totalBaseOre) return
  const doubt = leftOre < 0n ? doubts.beyondAtRate : doubts.leftAtRate
  warn(call, doubt({ currency, amount: textFromOre(leftOre < 0n ? -leftOre : leftOre) }))
}
