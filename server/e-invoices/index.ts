// E-invoices from suppliers: received, read, and turned into supplier invoices.

export { eInvoicePartyParts } from './party-data.ts'
export { judgeEInvoice, XML_TYPE } from './reading.ts'
export { receivedAs, receiveEInvoice } from './receiving.ts'
export { eInvoiceRefusals } from './refusals.ts'
export { eInvoiceRows } from './routes.ts'
