// Unbooked purchases at the end of a cash-method year, supplied by the purchasing context, which is on the same level.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'

/** A supplier invoice not yet booked as a debt; `number` is empty if it has none. */
export type UnpaidPurchase = { id: string; kind: 'supplierInvoice'; number: string; date: Day }

/** Those unpaid when an open cash-method year ends within a period: the earliest, at most `limit`. */
export type UnpaidPurchasesIn = (
  call: CompanyCall,
  asked: { start: Day | null; end: Day; limit: number },
) => Promise<UnpaidPurchase[]>

let unpaidIn: UnpaidPurchasesIn | null = null

/** Registers the source; called by the top-level programs, which know all contexts. */
export const askForUnpaidPurchases = (asked: UnpaidPurchasesIn): void => {
  unpaidIn = asked
}

/** @throws if no source is registered: otherwise a year would close without its debts */
export const unpaidPurchases: UnpaidPurchasesIn = (call, asked) => {
  if (!unpaidIn) throw new Error('No source of unpaid supplier invoices is registered')
  return unpaidIn(call, asked)
}
