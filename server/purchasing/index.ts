// Purchasing: suppliers, their invoices, and payments.

export { namedInvoices } from './booked-payments.ts'
export { debtEvents, debtsOn, unpaidDebts } from './debt.ts'
export { approveSupplierInvoice } from './invoices/approving.ts'
export { taxOn } from './invoices/booking.rules.ts'
export { purchaseBookingFaults, purchaseBookingRefusals } from './invoices/booking-refusals.ts'
export {
  listSupplierInvoices,
  listUnapproved,
  readSupplierInvoice,
  type SupplierInvoiceRecord,
  shownSupplierInvoice,
} from './invoices/supplier-invoice.ts'
export { createSupplierInvoice, setSupplierInvoiceRate } from './invoices/supplier-invoice-change.ts'
export { supplierInvoiceRefusals } from './invoices/supplier-invoice-refusals.ts'
export { SupplierInvoiceGet } from './invoices/supplier-invoice-routes.ts'
export { addUpload } from './invoices/supplier-invoice-uploads.ts'
export {
  isReversed,
  reversedAccounts,
  reversedBase,
  taxRates,
  usualRateOf,
  type VatTreatment,
  vatTreatments,
} from './invoices/vat.rules.ts'
export { bookUnpaidPurchases, lockUnpaidPurchases, unpaidPurchasesIn } from './invoices/year-end.ts'
export { lockSupplierInvoices, type OpenSupplierInvoice, openSupplierInvoices } from './open.ts'
export { paySupplierInvoice } from './payment.ts'
export { purchasingParts } from './personal.ts'
export { purchasesRemainingWork } from './remaining-work.ts'
export { type ReturnablePayment, returnablePayments, takenBack } from './returning.ts'
export { purchasingRows } from './routes.ts'
export { searchPurchases } from './search.ts'
export { changePurchasingSettings, purchasingSettingsOf } from './settings.ts'
export { purchasingErasure } from './suppliers/erasure.ts'
export { purchasingPartyParts, supplierNamed } from './suppliers/party-data.ts'
export { purchasesToRemove } from './suppliers/removal.ts'
export type { PaymentDetails, SupplierBody } from './suppliers/supplier.rules.ts'
export { createSupplier, sealedSupplierNumbers, townsOfPayees } from './suppliers/supplier.ts'
export {
  type BookedBefore,
  type LikelySupplier,
  likelySuppliers,
  linesBefore,
  suppliersNamed,
} from './suppliers/supplier-match.ts'
export { supplierRefusals } from './suppliers/supplier-refusals.ts'
export { todosOfSupplierInvoices } from './todo.ts'
export { companiesWrongInPurchasing, verifyPurchasing } from './verify.ts'
