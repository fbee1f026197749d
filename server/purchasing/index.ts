// Purchasing: suppliers, their invoices, and payments.

export { approveSupplierInvoice } from './approving.ts'
export { namedInvoices } from './booked-payments.ts'
export { taxOn } from './booking.rules.ts'
export { purchaseBookingFaults, purchaseBookingRefusals } from './booking-refusals.ts'
export { debtEvents, debtsOn, unpaidDebts } from './debt.ts'
export { purchasingErasure } from './erasure.ts'
export { purchasesLeft } from './left.ts'
export { lockSupplierInvoices, type OpenSupplierInvoice, openSupplierInvoices } from './open.ts'
export { purchasingPartyParts, supplierNamed } from './party-data.ts'
export { paySupplierInvoice, type SupplierPaying } from './payment.ts'
export { purchasingParts } from './personal.ts'
export { purchasesToRemove } from './removal.ts'
export { type ReturnablePayment, returnablePayments, takenBack } from './returning.ts'
export { purchasingRows } from './routes.ts'
export { searchPurchases } from './search.ts'
export { changePurchasingSettings, type PurchasingChange, purchasingSettingsOf } from './settings.ts'
export type { PaymentDetails, SupplierBody } from './supplier.rules.ts'
export { createSupplier, sealedSupplierNumbers, townsOfPayees } from './supplier.ts'
export {
  listSupplierInvoices,
  listUnapproved,
  readSupplierInvoice,
  type SupplierInvoice,
  type SupplierInvoiceRecord,
  shownSupplierInvoice,
} from './supplier-invoice.ts'
export { createSupplierInvoice, setSupplierInvoiceRate } from './supplier-invoice-change.ts'
export { supplierInvoiceFaults, supplierInvoiceRefusals } from './supplier-invoice-refusals.ts'
export { SupplierInvoiceGet } from './supplier-invoice-routes.ts'
export { addUpload } from './supplier-invoice-uploads.ts'
export {
  type BookedBefore,
  type LikelySupplier,
  likelySuppliers,
  linesBefore,
  suppliersNamed,
} from './supplier-match.ts'
export { supplierFaults, supplierRefusals } from './supplier-refusals.ts'
export { todosOfSupplierInvoices } from './todo.ts'
export {
  isReversed,
  reversedAccounts,
  reversedBase,
  taxRates,
  usualRateOf,
  type VatTreatment,
  vatTreatments,
} from './vat.rules.ts'
export { companiesWrongInPurchasing, verifyPurchasing } from './verify.ts'
export { bookUnpaidPurchases, lockUnpaidPurchases, unpaidPurchasesIn } from './year-end.ts'
