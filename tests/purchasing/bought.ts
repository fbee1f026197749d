// What tests of booked purchases share: supplier invoices brought to the books over HTTP.
import { createFiscalYear } from '#ledger'
import type { Day } from '#platform/day'
import { purchasingContribution } from '#purchasing'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'
import { anInvoiceOf, madeAt, newSupplier } from './supplier-invoicing.ts'

/** A company with a supplier. */
export type Buyer = { company: TestCompany; supplierId: string }

export const newBuyer = async (
  service: Service,
  options: NewTestCompany = {},
  supplier: Record<string, unknown> = {},
): Promise<Buyer> => {
  const company = checkedCompany(await service.newCompany(options))
  return { company, supplierId: await newSupplier(company, supplier) }
}

/** One that keeps 2025 and 2026 by the cash method. */
export const newCashBuyer = async (service: Service, supplier: Record<string, unknown> = {}): Promise<Buyer> => {
  const options = { fiscalYear: ['2025-01-01', '2025-12-31'] as [string, string], accountingMethod: 'cash' as const }
  const buyer = await newBuyer(service, options, supplier)
  const next = { startDate: '2026-01-01' as Day, endDate: '2026-12-31' as Day, accountingMethod: 'cash' as const }
  await service.operateFor(buyer.company.id, (call) => createFiscalYear(call, next))
  return buyer
}

let numbers = 0

/** A supplier invoice with a number of its own. */
export const invoiced = (
  { company, supplierId }: Buyer,
  changes: Record<string, unknown> = {},
): Promise<Answer['body']> =>
  madeAt(company, '/supplier-invoices', anInvoiceOf(supplierId, { invoiceNumber: `F-${++numbers}`, ...changes }))

/** Paper for 10 000 with 25 % tax: what an invoice of 12 500 is for, unless something else is said. */
export const paper = { account: 6110, netAmount: 10_000 }

/** The same, recorded. */
export const recordedOne = async (
  buyer: Buyer,
  changes: Record<string, unknown> = {},
  record: Record<string, unknown> = {},
): Promise<Answer['body']> => {
  const { id } = await invoiced(buyer, changes)
  return ok(await recording(buyer, id, record))
}

export const recording = ({ company }: Buyer, id: string, record: Record<string, unknown> = {}): Promise<Answer> =>
  company.post(`/supplier-invoices/${id}/record`, { lines: [paper], ...record })

export const paying = ({ company }: Buyer, id: string, payment: Record<string, unknown>): Promise<Answer> =>
  company.post(`/supplier-invoices/${id}/payments`, { date: '2026-06-10', ...payment })

export const paidOn = async (buyer: Buyer, id: string, payment: Record<string, unknown>): Promise<Answer['body']> =>
  ok(await paying(buyer, id, payment))

/** What is wrong with the purchases of a company, by what is kept and by its books. */
export const wrongWith = (service: Service, { company }: Buyer): Promise<string[]> =>
  service.operateFor(company.id, purchasingContribution.verify)
