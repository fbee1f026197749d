// All suppliers of the company, for choosing one: read page by page, and searched here by name and by every number.
import { type Schema, useAllPages, useCompany } from '#client'

export type Supplier = Schema<'Supplier'>

export const useSuppliers = (): readonly Supplier[] => {
  const { id: companyId, may } = useCompany()
  return useAllPages<Supplier>('/suppliers', { companyId, enabled: may('suppliers:read') }).rows
}

/** Where a supplier is paid, as it is written. */
export const paidAt = ({ paymentDetails }: Pick<Supplier, 'paymentDetails'>): string => {
  if (!paymentDetails) return ''
  if (paymentDetails.type === 'bankgiro') return paymentDetails.bankgiroNumber
  if (paymentDetails.type === 'plusgiro') return paymentDetails.plusgiroNumber
  if (paymentDetails.type === 'transfer') return `${paymentDetails.clearingNumber} ${paymentDetails.accountNumber}`
  return paymentDetails.iban
}

/** Whether a supplier fits what was typed: every word somewhere in the name, or the digits in a number of theirs. */
export const fitsSupplier = (supplier: Supplier, text: string): boolean => {
  const name = supplier.name.toLowerCase()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.every((word) => name.includes(word))) return true
  const digits = text.replace(/\D/g, '')
  const numbers = `${supplier.orgNumber ?? ''} ${supplier.vatNumber ?? ''} ${paidAt(supplier)}`.replace(/-/g, '')
  return digits.length > 2 && numbers.replace(/[^\d ]/g, '').includes(digits)
}
