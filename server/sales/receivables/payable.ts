// Invoices to pay, locked so that their payments change one at a time.
import type { CompanyCall } from '#platform/call'
import { bookingRefusals } from '#sales/booking/booking-refusals'
import { saleOf } from '#sales/booking/sale'
import type { Sale } from '#sales/booking/sale.rules'

/** Maximum number of payments, and of settlements, of one invoice. */
export const MAX_ON_INVOICE = 1000

/** The sale of an invoice, locked so that its payments change one at a time. Drafts cannot be paid. */
export const payableSale = async (call: CompanyCall, id: string): Promise<Sale> => {
  const sale = await saleOf(call, id, { kind: 'invoice', lock: true })
  if (sale.record.publishedAt === null) throw bookingRefusals.noMoneyOnDraft({ id })
  return sale
}

export const refuseTooMany = ({ length }: readonly unknown[]): void => {
  if (length >= MAX_ON_INVOICE) throw bookingRefusals.tooMany({ limit: MAX_ON_INVOICE })
}
