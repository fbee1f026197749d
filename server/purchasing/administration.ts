// What the operator's commands call in purchasing, and nothing else.
import { approveSupplierInvoice } from '#purchasing/invoices/approving'
import { listSupplierInvoices, listUnapproved } from '#purchasing/invoices/supplier-invoice'
import { setSupplierInvoiceRate } from '#purchasing/invoices/supplier-invoice-change'
import { changePurchasingSettings } from './settings.ts'

export const purchasingAdmin = {
  approveSupplierInvoice,
  changePurchasingSettings,
  listSupplierInvoices,
  listUnapproved,
  setSupplierInvoiceRate,
}
