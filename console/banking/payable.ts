// What of the supplier invoices can be paid from here, and the payment that each becomes.
import type { Schema } from '#client'
import { hasCheckDigit, type Supplier } from '#console/suppliers'
import { kronorOf, type Ore, oreOf, today } from '#ui'

export type Invoice = Schema<'SupplierInvoiceGet'>
export type Payment = Schema<'BankPayment'>

/** What the note of a payment begins with; by it the page knows what has been prepared. */
export const noteOf = ({ invoiceNumber, invoiceDate, id }: Invoice): string => invoiceNumber ?? `${invoiceDate} ${id}`

/** The currency behind an amount, where it is another one than that of the books. */
export const inCurrency = (currency: string): string => (currency === 'SEK' ? '' : ` ${currency}`)

/** What a payment is in: only one to an IBAN may be in another currency. */
export const currencyOf = ({ recipientRef }: Payment): string =>
  recipientRef.kind === 'internationalPayment' ? recipientRef.currency : 'SEK'

/** `unknown` while the supplier has not been read. */
export type Hindrance = 'prepared' | 'unknown' | 'noDetails' | 'currency' | null

/** Why an invoice cannot be paid from here; null when it can. */
export const hindranceOf = (
  invoice: Invoice,
  supplier: Supplier | undefined,
  waiting: readonly Payment[],
): Hindrance => {
  const isPrepared = waiting.some(
    ({ ownNote, recipientRef }) =>
      ownNote === noteOf(invoice) && recipientRef.recipientName === invoice.supplierRef.name,
  )
  if (isPrepared) return 'prepared'
  if (!supplier) return 'unknown'
  if (!supplier.paymentDetails) return 'noDetails'
  const isAbroad = supplier.paymentDetails.type === 'internationalPayment'
  return invoice.currency === 'SEK' || (isAbroad && invoice.currency === 'EUR') ? null : 'currency'
}

/** A payment as it is being prepared. */
export type Prepared = { amount: Ore | null; day: string; reference: string }

export const preparedOf = ({ remainingAmount, dueDate, invoiceNumber }: Invoice): Prepared => ({
  amount: oreOf(remainingAmount),
  day: dueDate < today() ? today() : dueDate,
  reference: invoiceNumber ?? '',
})

/** Whether a reference is an OCR number: digits of which the last is right. */
export const isOcr = (reference: string): boolean => /^\d{2,25}$/.test(reference.trim()) && hasCheckDigit(reference)

export const paymentOf = (
  invoice: Invoice,
  { name, address, paymentDetails }: Supplier,
  { amount, day, reference }: Prepared,
): Schema<'BankPaymentWrite'> => ({
  amount: kronorOf(amount ?? 0),
  paymentDate: day,
  ownNote: noteOf(invoice),
  recipientRef: {
    recipientName: name,
    ...(address?.city ? { recipientCity: address.city, recipientCountry: address.country } : {}),
    ...recipientOf(paymentDetails, reference.trim(), invoice.currency),
  },
})

type Recipient = Omit<Schema<'BankPaymentRecipientWrite'>, 'recipientName'>

const recipientOf = (details: Supplier['paymentDetails'], reference: string, currency: string): Recipient => {
  if (!details) throw new Error('There is nothing to pay to.')
  const told = isOcr(reference) ? { ocr: reference } : { message: reference }
  if (details.type === 'bankgiro') return { kind: 'bankgiro', bankgiroNumber: details.bankgiroNumber, ...told }
  if (details.type === 'plusgiro') return { kind: 'plusgiro', plusgiroNumber: details.plusgiroNumber, ...told }
  const named = reference === '' ? {} : { recipientReference: reference }
  if (details.type === 'transfer') {
    const { clearingNumber, accountNumber } = details
    return { kind: 'transfer', clearingNumber, accountNumber, ...named }
  }
  const { iban, bic } = details
  return { kind: 'internationalPayment', iban, bic, currency: currency === 'EUR' ? 'EUR' : 'SEK', ...named }
}
