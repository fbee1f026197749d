// What purchasing contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { advanceRefusals } from '#purchasing/advances/advance-refusals'
import { purchaseBookingRefusals } from '#purchasing/invoices/booking-refusals'
import { supplierInvoiceRefusals } from '#purchasing/invoices/supplier-invoice-refusals'
import { purchasingErasure } from '#purchasing/suppliers/erasure'
import { purchasingPartyParts } from '#purchasing/suppliers/party-data'
import { purchasesToRemove } from '#purchasing/suppliers/removal'
import { sealedSupplierNumbers } from '#purchasing/suppliers/supplier'
import { supplierRefusals } from '#purchasing/suppliers/supplier-refusals'
import { purchasingParts } from './personal.ts'
import { purchasesRemainingWork } from './remaining-work.ts'
import { searchPurchases } from './search.ts'
import { todosOfSupplierInvoices } from './todo.ts'
import { companiesWrongInPurchasing, verifyPurchasing } from './verify.ts'

export const purchasingContribution = {
  advanceRefusals,
  companiesWrong: companiesWrongInPurchasing,
  erasure: purchasingErasure,
  parts: purchasingParts,
  partyParts: purchasingPartyParts,
  purchaseBookingRefusals,
  remainingWork: purchasesRemainingWork,
  sealedSupplierNumbers,
  search: searchPurchases,
  supplierInvoiceRefusals,
  supplierRefusals,
  toRemove: purchasesToRemove,
  todosOfSupplierInvoices,
  verify: verifyPurchasing,
}
