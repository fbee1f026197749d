// Unpaid charges claimed in reminders, supplied by the reminders context.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

/** The open charges of an invoice by its latest reminder: the reminder's number, date and due date, and the amounts. */
export type OpenClaim = { number: number; date: Day; dueDate: Day; feeOre: Ore; interestOre: Ore }

export type ClaimsOf = (call: CompanyCall, invoiceIds: readonly string[]) => Promise<ReadonlyMap<string, OpenClaim>>

let claimsOf: ClaimsOf = async () => new Map()

/** Registers the source of claims; called by the top-level programs, which know all contexts. */
export const askForClaims = (asked: ClaimsOf): void => {
  claimsOf = asked
}

/** The open charges of these invoices; invoices without reminders are left out. */
export const openClaims: ClaimsOf = (call, invoiceIds) =>
  invoiceIds.length === 0 ? Promise.resolve(new Map()) : claimsOf(call, invoiceIds)
