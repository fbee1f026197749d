// E-invoices from suppliers: received, read, and turned into supplier invoices.

export { eInvoicesContribution } from './contribution.ts'
export { judgeEInvoice, XML_TYPE } from './reading.ts'
export { receivedAs, receiveEInvoice } from './receiving.ts'
export { eInvoiceRows } from './routes.ts'
