// Unbooked purchases at the end of a cash-method year, supplied by the purchasing context, which is on the same level.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { port } from '#platform/port'

/** A supplier invoice not yet booked as a debt; `number` is empty if it has none. */
export type UnpaidPurchase = { id: string; kind: 'supplierInvoice'; number: string; date: Day }

/** Those unpaid when an open cash-method year ends within a period: the earliest, at most `limit`. */
export type UnpaidPurchasesIn = (
  call: CompanyCall,
  asked: { start: Day | null; end: Day; limit: number },
) => Promise<UnpaidPurchase[]>

export const unpaidPurchasesPort = port<UnpaidPurchasesIn>('supplier invoices that are unpaid as a year ends')

export const unpaidPurchases: UnpaidPurchasesIn = (call, asked) => unpaidPurchasesPort.get()(call, asked)
