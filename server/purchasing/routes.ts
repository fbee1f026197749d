// Every endpoint of purchasing.
import type { Row } from '#http'
import { supplierAdvanceRows } from '#purchasing/advances/advance-routes'
import { purchasingDecisionRows } from '#purchasing/invoices/decision-routes'
import { supplierInvoiceBookingRows } from '#purchasing/invoices/supplier-invoice-booking-routes'
import { supplierInvoiceRows } from '#purchasing/invoices/supplier-invoice-routes'
import { supplierRows } from '#purchasing/suppliers/supplier-routes'
import { supplierSetOffRows } from './set-off-routes.ts'

export const purchasingRows: readonly Row[] = [
  ...supplierRows,
  ...supplierInvoiceRows,
  ...supplierInvoiceBookingRows,
  ...supplierSetOffRows,
  ...supplierAdvanceRows,
  ...purchasingDecisionRows,
]
