// What sales contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { bookingRefusals } from '#sales/booking/booking-refusals'
import { salesRemainingWork } from '#sales/booking/remaining-work'
import { sealedCustomerNumbers } from '#sales/customers/customer'
import { customerRefusals } from '#sales/customers/customer-refusals'
import { salesErasure } from '#sales/customers/erasure'
import { salesPartyParts } from '#sales/customers/party-data'
import { salesRetainedTables, salesToRemove } from '#sales/customers/removal'
import { attachmentFiles } from '#sales/invoices/attachment'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { usesPort } from '#sales/items/uses'
import { unionAccountsPort } from '#sales/publishing/union-sales'
import { chargesPort, claimsPort, unpaidPurchasesPort } from '#sales/receivables/charges'
import { sendingRefusals } from '#sales/sending/sending-refusals'
import { logoFiles } from '#sales/settings/settings-change'
import { searchSales } from './search.ts'
import { queueOfDrafts, queueOfRates, queueOfSendings, todosOfInvoices } from './todo.ts'
import { companiesWrongInSales, verifySales } from './verify.ts'

export const salesContribution = {
  attachmentFiles,
  bookingRefusals,
  chargesPort,
  claimsPort,
  companiesWrong: companiesWrongInSales,
  customerRefusals,
  erasure: salesErasure,
  invoiceRefusals,
  logoFiles,
  partyParts: salesPartyParts,
  queueOfDrafts,
  queueOfRates,
  queueOfSendings,
  remainingWork: salesRemainingWork,
  retainedTables: salesRetainedTables,
  sealedCustomerNumbers,
  search: searchSales,
  sendingRefusals,
  toRemove: salesToRemove,
  todosOfInvoices,
  unionAccountsPort,
  unpaidPurchasesPort,
  usesPort,
  verify: verifySales,
}
