// What of the supplier invoices can be paid from here, and the payment that each becomes.
import type { Schema } from '#client'
import { hasCheckDigit, paidAt, type Supplier } from '#console/suppliers'
import { isOwnCurrency, kronorOf, type Ore, oreOf, today } from '#ui'

/** An invoice, with the reference that its e-invoice asks for, where it has one. */
export type Invoice = Schema<'SupplierInvoiceGet'> & { paymentReference?: string | null }
export type Payment = Schema<'BankPayment'>

/** The note of a payment; by it, or by its reference, the page knows what has been prepared. */
const noteOf = ({ invoiceNumber, invoiceDate, id }: Invoice): string => invoiceNumber ?? `${invoiceDate} ${id}`

/** The currency behind an amount, where it is another one than that of the books. */
export const inCurrency = (currency: string): string => (isOwnCurrency(currency) ? '' : ` ${currency}`)

/** What a payment is in: only one to an IBAN may be in another currency. */
export const currencyOf = ({ recipientRef }: Payment): string =>
  recipientRef.kind === 'internationalPayment' ? recipientRef.currency : 'SEK'

/** Where a payment goes, as it is written. */
export const numberOf = ({ recipientRef: to }: Payment): string => {
  if (to.kind === 'bankgiro') return to.bankgiroNumber
  if (to.kind === 'plusgiro') return to.plusgiroNumber
  return to.kind === 'transfer' ? `${to.clearingNumber} ${to.accountNumber}` : to.iban
}

/** What a payment says to its recipient. */
const referenceOf = ({ recipientRef: to }: Payment): string | undefined => {
  if ('ocr' in to && to.ocr) return to.ocr
  return 'message' in to ? to.message : 'recipientReference' in to ? to.recipientReference : undefined
}

/** Payments that wait, by what they are for, so that those of an invoice are found at once. */
type Waiting = { for: ReadonlyMap<string, readonly Payment[]>; suppliers: ReadonlySet<string> }

/** `payments`: all that wait. */
export const waitingOf = (payments: readonly Payment[], suppliers: readonly Supplier[]): Waiting => {
  const found = new Map<string, Payment[]>()
  for (const payment of payments) {
    const words = new Set([payment.ownNote, referenceOf(payment)].map((text) => withoutSpaces(text ?? '')))
    words.delete('')
    for (const word of words) {
      const same = found.get(word)
      if (same) same.push(payment)
      else found.set(word, [payment])
    }
  }
  return { for: found, suppliers: new Set(suppliers.map(({ name }) => name)) }
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')

/** The payments that wait for an invoice. */
const paymentsFor = (invoice: Invoice, supplier: Supplier | undefined, waiting: Waiting): Payment[] => {
  const payments = waiting.for.get(withoutSpaces(noteOf(invoice))) ?? []
  return payments.filter((payment) => isTo(payment, supplier, waiting) || isNamed(payment, invoice.supplierRef.name))
}

const isNamed = ({ recipientRef }: Payment, name: string): boolean => recipientRef.recipientName === name

/**
 * By number, since the supplier's name may have changed. Several may have the same one: that of a factoring company.
 */
const isTo = (payment: Payment, supplier: Supplier | undefined, { suppliers }: Waiting): boolean => {
  const { recipientRef: to } = payment
  if (!supplier || to.kind !== supplier.paymentDetails?.type) return false
  const [paid, own] = [numberOf(payment), paidAt(supplier)].map((number) => number.replaceAll(/[\s-]/g, ''))
  return paid === own && (isNamed(payment, supplier.name) || !suppliers.has(to.recipientName))
}

/**
 * `paid` if the bank has paid it and it is not booked, `unknown` while the supplier is being read, `unread` while
 * pending payments are.
 */
export type Hindrance = 'prepared' | 'paid' | 'unknown' | 'noDetails' | 'currency' | 'unread' | null

/** Why an invoice cannot be paid from here; null when it can. `waiting` is null as long as it is not all known. */
export const hindranceOf = (invoice: Invoice, supplier: Supplier | undefined, waiting: Waiting | null): Hindrance => {
  const prepared = waiting ? paymentsFor(invoice, supplier, waiting) : []
  if (prepared.length > 0) return prepared.every(({ status }) => status === 'paid') ? 'paid' : 'prepared'
  if (!supplier) return 'unknown'
  if (!supplier.paymentDetails) return 'noDetails'
  const isAbroad = supplier.paymentDetails.type === 'internationalPayment'
  if (invoice.currency !== 'SEK' && !(isAbroad && invoice.currency === 'EUR')) return 'currency'
  return waiting ? null : 'unread'
}

/** A payment as it is being prepared. */
export type Prepared = { amount: Ore | null; day: string; reference: string }

export const preparedOf = ({ remainingAmount, dueDate, invoiceNumber, paymentReference }: Invoice): Prepared => ({
  amount: oreOf(remainingAmount),
  day: dueDate < today() ? today() : dueDate,
  reference: withoutGroups(paymentReference ?? '') || (invoiceNumber ?? ''),
})

/** A number without the blanks between its groups of digits; words as they are. */
const withoutGroups = (reference: string): string =>
  /^[\d\s]+$/.test(reference) ? withoutSpaces(reference) : reference.trim()

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
