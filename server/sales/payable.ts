// Invoices that money is put on: locked, so that what is paid changes one after the other.
import type { CompanyCall } from '#platform/call'
import { bookingRefusals } from './booking-refusals.ts'
import type { Sale } from './sale.rules.ts'
import { saleOf } from './sale.ts'

/** Most payments, and most settlements, of one invoice. */
export const MAX_ON_INVOICE = 1000

/** The sale of an invoice, locked: what is paid on it changes one after the other. Drafts take no money. */
export const payableSale = async (call: CompanyCall, id: string): Promise<Sale> => {
  const sale = await saleOf(call, id, { kind: 'invoice', lock: true })
  if (sale.record.publishedAt === null) throw bookingRefusals.noMoneyOnDraft({ id })
  return sale
}

export const refuseTooMany = ({ length }: readonly unknown[]): void => {
  if (length >= MAX_ON_INVOICE) throw bookingRefusals.tooMany({ limit: MAX_ON_INVOICE })
}
