// What tests of booked sales share: invoices brought to the books over HTTP, and what then stands there.
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { madeInvoice, published } from '#tests/sales/invoicing'

export { balancesOf, bookedBy, entriesOf, entryOf, ok, sumsOf } from '#support/entries'

/** Makes, publishes and records an invoice, and answers it. */
export const recorded = async (company: TestCompany, changes: Record<string, unknown> = {}) => {
  const { id } = await madeInvoice(company, changes)
  await published(company, id)
  return ok(await company.post(`/invoices/${id}/record`))
}

type Paid = { date?: string; sum: number; account?: number }

/** Adds a payment to an invoice and answers it. */
export const paid = async (company: TestCompany, invoiceId: string, { date, sum, account = 1930 }: Paid) =>
  ok(
    await company.post(`/invoices/${invoiceId}/payments`, {
      date: date ?? '2026-06-10',
      sumBaseCurrency: sum,
      bookkeepingAccountNumber: account,
    }),
  )

/** The same, recorded at once. */
export const paidAndRecorded = async (company: TestCompany, invoiceId: string, payment: Paid) => {
  const { id } = await paid(company, invoiceId, payment)
  return ok(await company.post(`/invoices/${invoiceId}/payments/${id}/record`))
}

type Settled = { type: string; sum: number; date?: string; vatScheme?: string; termsOnInvoice?: boolean }

/** Adds a settlement to an invoice and answers it. */
export const settled = async (company: TestCompany, invoiceId: string, { type, sum, date, ...rest }: Settled) =>
  ok(
    await company.post(`/invoices/${invoiceId}/settlements`, {
      type,
      invoiceSettlementDetails: {
        date: date ?? '2026-06-10',
        sumBaseCurrency: sum,
        ...rest,
      },
    }),
  )

/** The same, recorded at once. */
export const settledAndRecorded = async (company: TestCompany, invoiceId: string, settlement: Settled) => {
  const { id } = await settled(company, invoiceId, settlement)
  return ok(await company.post(`/invoices/${invoiceId}/settlements/${id}/record`))
}

/** Makes a credit note of all that remains of an invoice, publishes and records it, and answers it. */
export const credited = async (company: TestCompany, invoiceId: string, record = true) => {
  const { id } = ok(await company.post(`/invoices/${invoiceId}/credit`))
  const note = ok(await company.post(`/credit-notes/${id}/publish`))
  return record ? ok(await company.post(`/credit-notes/${id}/record`)) : note
}

export const statusOf = async (company: TestCompany, invoiceId: string): Promise<string> =>
  ok(await company.get(`/invoices/${invoiceId}`)).status
