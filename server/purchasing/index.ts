// Purchasing: suppliers, their invoices, and payments.

export { purchasingAdmin } from './administration.ts'
export { paySupplierAhead, supplierCurrencyOf } from './advances/advance.ts'
export { advanceFaults } from './advances/advance-refusals.ts'
export { namedInvoices } from './booked-payments.ts'
export { purchasingContribution } from './contribution.ts'
export { debtEvents, debtsOn, unpaidDebts } from './debt.ts'
export { taxOn } from './invoices/booking.rules.ts'
export { purchaseBookingFaults } from './invoices/booking-refusals.ts'
export { readSupplierInvoice, type SupplierInvoiceRecord, shownSupplierInvoice } from './invoices/supplier-invoice.ts'
export { createSupplierInvoice } from './invoices/supplier-invoice-change.ts'
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
export { openAmountsToPay } from './open-amounts.ts'
export { paySupplierInvoice } from './payment.ts'
export { type ReturnablePayment, returnablePayments, takenBack } from './returning.ts'
export { purchasingRows } from './routes.ts'
export { purchasingSettingsOf } from './settings.ts'
export { supplierNamed } from './suppliers/party-data.ts'
export type { PaymentDetails, SupplierBody } from './suppliers/supplier.rules.ts'
export { createSupplier, townsOfPayees } from './suppliers/supplier.ts'
export {
  type BookedBefore,
  type LikelySupplier,
  likelySuppliers,
  linesBefore,
  suppliersNamed,
} from './suppliers/supplier-match.ts'
