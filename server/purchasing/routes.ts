// Every endpoint of purchasing.
import type { Row } from '#http'
import { purchasingDecisionRows } from './decision-routes.ts'
import { supplierSetOffRows } from './set-off-routes.ts'
import { supplierInvoiceBookingRows } from './supplier-invoice-booking-routes.ts'
import { supplierInvoiceRows } from './supplier-invoice-routes.ts'
import { supplierRows } from './supplier-routes.ts'

export const purchasingRows: readonly Row[] = [
  ...supplierRows,
  ...supplierInvoiceRows,
  ...supplierInvoiceBookingRows,
  ...supplierSetOffRows,
  ...purchasingDecisionRows,
]
