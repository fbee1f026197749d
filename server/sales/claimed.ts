// What reminders claim beside invoices, as far as nobody has paid it: asked of whoever reminds.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

/** What is open of the claims on an invoice, by the latest reminder: its number, its day, and the day that it gives. */
export type OpenClaim = { number: number; date: Day; dueDate: Day; feeOre: Ore; interestOre: Ore }

export type ClaimsOf = (call: CompanyCall, invoiceIds: readonly string[]) => Promise<ReadonlyMap<string, OpenClaim>>

let claimsOf: ClaimsOf = async () => new Map()

/** Says who knows what is claimed; the programs do, which know everybody. */
export const askForClaims = (asked: ClaimsOf): void => {
  claimsOf = asked
}

/** What is claimed beside these invoices, of those that were reminded of. */
export const openClaims: ClaimsOf = (call, invoiceIds) =>
  invoiceIds.length === 0 ? Promise.resolve(new Map()) : claimsOf(call, invoiceIds)
