// What the end of a year of the cash method lacks of purchases: asked of purchasing, which stands beside sales.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'

/** A supplier invoice that no entry has booked as a debt yet; without a number of its own that is empty. */
export type UnpaidPurchase = { id: string; kind: 'supplierInvoice'; number: string; date: Day }

/** Those that are unpaid as an open year of the cash method ends among some days: the earliest, at most `limit`. */
export type UnpaidPurchasesIn = (
  call: CompanyCall,
  asked: { start: Day | null; end: Day; limit: number },
) => Promise<UnpaidPurchase[]>

let unpaidIn: UnpaidPurchasesIn | null = null

/** Says who knows; the programs do, which know everybody. */
export const askForUnpaidPurchases = (asked: UnpaidPurchasesIn): void => {
  unpaidIn = asked
}

/** @throws where no program has said who is asked: a year would end without its debts */
export const unpaidPurchases: UnpaidPurchasesIn = (call, asked) => {
  if (!unpaidIn) throw new Error('Nobody has said which supplier invoices are unpaid as a year ends')
  return unpaidIn(call, asked)
}
