// The two sides of the reports of open items: what customers owe, and what suppliers are owed.
import type { Schema } from '#client'

export const openSides = {
  customer: {
    word: 'customer',
    party: 'customerId',
    documents: '/invoices',
    ledger: 'customer-ledger',
    aged: 'aged-receivables',
  },
  supplier: {
    word: 'supplier',
    party: 'supplierId',
    documents: '/supplier-invoices',
    ledger: 'supplier-ledger',
    aged: 'aged-payables',
  },
} as const

export type OpenSide = (typeof openSides)[keyof typeof openSides]

export type OpenLedger = Schema<'CustomerLedger'> | Schema<'SupplierLedger'>
export type OpenItem = OpenLedger['items'][number]
export type Aged = Schema<'AgedReceivables'> | Schema<'AgedPayables'>
export type AgedParty = Aged['parties'][number]

/** The customer or the supplier. */
export const partyOf = (one: OpenItem | AgedParty): { id: string; name: string } =>
  'customer' in one ? one.customer : one.supplier

/** The invoice of a customer, or the supplier invoice. */
export const documentOf = (item: OpenItem): { id: string; invoiceNumber: string | null } =>
  'invoice' in item ? item.invoice : item.supplierInvoice

/** What is left of an advance to a supplier, in the accounting currency; null for documents. */
export const advanceOf = (item: OpenItem): number | null =>
  'supplierInvoice' in item && item.supplierInvoice.type === 'advance' ? item.advance : null
