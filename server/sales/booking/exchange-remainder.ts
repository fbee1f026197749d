// The remainder after a payment of a foreign-currency invoice that tells only kronor: the customer pays at the day's
// rate, while the books have the invoice's rate. Only a person can tell if the remainder is an exchange difference.
import { proportion } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { type Ore, textFromOre } from '#platform/money'
import { isInAccountingCurrency } from '#rule/currency'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { bookingWarnings as doubts } from './booking-refusals.ts'

/** A remainder below this fraction (5 %) of an invoice is probably an exchange difference; a larger one is unpaid. */
const PART_OF_RATE = 20n

/**
 * Tells how much of the currency the money of a payment counts as, or of a remainder on the receivable that may be an
 * exchange difference.
 */
export const warnOfExchangeRemainder = (
  call: CompanyCall,
  record: Pick<InvoiceRecord, 'currency' | 'currencyRate' | 'totalOre' | 'totalBaseOre'>,
  leftOre: Ore,
  paidOre: Ore,
): void => {
  const { currency, totalOre, totalBaseOre } = record
  if (isInAccountingCurrency(record) || leftOre === 0n || totalBaseOre === 0n) return
  if (leftOre * PART_OF_RATE > totalBaseOre) {
    const amount = textFromOre(proportion(totalOre, paidOre, totalBaseOre))
    warn(call, doubts.countedAtRate({ currency, sum: textFromOre(paidOre), amount }))
    return
  }
  const doubt = leftOre < 0n ? doubts.beyondAtRate : doubts.leftAtRate
  warn(call, doubt({ currency, amount: textFromOre(leftOre < 0n ? -leftOre : leftOre) }))
}
