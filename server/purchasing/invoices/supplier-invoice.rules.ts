// Validation of supplier invoices, and their stored form.
import { type Day, isDay } from '#platform/day'
import { MAX_AMOUNT, type Ore, oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { supplierInvoiceFaults as faults } from './supplier-invoice-refusals.ts'

/** A supplier invoice in a request, in the supplier's currency; negative for a credit note. */
export type SupplierInvoiceBody = {
  supplierRef: { id: string }
  invoiceNumber?: string | null
  invoiceDate: string
  dueDate: string
  totalAmount: number
}

/** The stored form. */
export type SupplierInvoiceContent = {
  supplierId: string
  /** The supplier's own number. */
  invoiceNumber: string | null
  invoiceDate: Day
  dueDate: Day
  totalOre: Ore
}

/** All errors in a body by itself, which may be any object; errors that the schema reports are not repeated. */
export const wrongInSupplierInvoice = (body: unknown): FieldError[] => {
  const { invoiceDate, dueDate, totalAmount } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof invoiceDate === 'string' && !isDay(invoiceDate)) errors.push(faults.badDate('#/invoiceDate'))
  if (typeof dueDate === 'string' && !isDay(dueDate)) errors.push(faults.badDate('#/dueDate'))
  else if (typeof dueDate === 'string' && typeof invoiceDate === 'string' && dueDate < invoiceDate) {
    errors.push(faults.dueBeforeDate('#/dueDate', { date: invoiceDate }))
  }
  if (typeof totalAmount === 'number' && oreFromNumber(totalAmount) === null) {
    errors.push(faults.totalAmount('#/totalAmount', { limit: MAX_AMOUNT }))
  }
  return errors
}

/** Converts a validated body to its stored form. */
export const contentOf = (body: SupplierInvoiceBody): SupplierInvoiceContent => {
  const { supplierRef, invoiceNumber, invoiceDate, dueDate, totalAmount } = body
  const totalOre = oreFromNumber(totalAmount)
  if (!isDay(invoiceDate) || !isDay(dueDate) || totalOre === null) throw new Error('A wrong body was not refused')
  const supplierId = supplierRef.id.toLowerCase()
  return { supplierId, invoiceNumber: invoiceNumber?.trim() || null, invoiceDate, dueDate, totalOre }
}
