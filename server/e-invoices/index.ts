// E-invoices from suppliers: received, read, and made supplier invoices.
export { eInvoiceFaults, eInvoiceRefusals } from './refusals.ts'
export { eInvoiceRows } from './routes.ts'
