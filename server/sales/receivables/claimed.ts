// Unpaid charges claimed in reminders, supplied by the reminders context.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { port } from '#platform/port'

/** The open charges of an invoice by its latest reminder: the reminder's number, date and due date, and the amounts. */
export type OpenClaim = { number: number; date: Day; dueDate: Day; feeOre: Ore; interestOre: Ore }

export type ClaimsOf = (call: CompanyCall, invoiceIds: readonly string[]) => Promise<ReadonlyMap<string, OpenClaim>>

export const claimsPort = port<ClaimsOf>('what reminders claim')

/** The open charges of these invoices; invoices without reminders are left out. */
export const openClaims: ClaimsOf = (call, invoiceIds) =>
  invoiceIds.length === 0 ? Promise.resolve(new Map()) : claimsPort.get()(call, invoiceIds)
