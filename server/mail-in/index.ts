// Documents by mail: each company has an address, and attachments of mail to it become uploads and supplier invoices.

export { mailInErasure } from './erasure.ts'
export { type ListenerOptions, listenForMail, type MailListener } from './listener.ts'
export { mailInPartyParts } from './party-data.ts'
export { forgetOldMailsIn } from './received.ts'

export { mailInRows } from './routes.ts'
