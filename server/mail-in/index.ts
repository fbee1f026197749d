// Documents by mail: each company has an address, and attachments of mail to it become uploads and supplier invoices.

export { mailInContribution } from './contribution.ts'
export { listenForMail, type MailListener } from './listener.ts'
export { readReportFile } from './reading.ts'
export type { ListenerOptions } from './reporting.ts'
export { mailInRows } from './routes.ts'
