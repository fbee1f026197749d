// What tests of open items share: customers and suppliers, what they are sold and sell, and what is paid of it.
import { ledgerAdmin } from '#ledger'
import { luhnDigit } from '#numbers/luhn'
import { ok } from '#support/entries'
import type { Answer, Service, TestCompany } from '#support/service'

type Changes = Record<string, unknown>
type Made = Promise<Answer['body']>

export const aLine = (changes: Changes = {}) => ({
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 100,
  taxRate: 25,
  ...changes,
})

export const madeCustomer = async (company: TestCompany, changes: Changes = {}): Made =>
  ok(await company.post('/customers', { name: 'Kund AB', type: 'company', ...changes }))

/** A published invoice, not recorded. */
export const published = async (company: TestCompany, customerId: string, changes: Changes): Made => {
  const body = { customerRef: { id: customerId }, lineItems: [aLine()], ...changes }
  const { id } = ok(await company.post('/invoices', body))
  return ok(await company.post(`/invoices/${id}/publish`))
}

/** The same, recorded. */
export const sold = async (company: TestCompany, customerId: string, changes: Changes): Made => {
  const { id } = await published(company, customerId, changes)
  return ok(await company.post(`/invoices/${id}/record`))
}

type Paid = { date: string; sum: number }

/** Adds an unrecorded payment. */
export const paid = async (company: TestCompany, invoiceId: string, { date, sum }: Paid): Made =>
  ok(
    await company.post(`/invoices/${invoiceId}/payments`, {
      date,
      sumBaseCurrency: sum,
      bookkeepingAccountNumber: 1930,
    }),
  )

export const paidAndRecorded = async (company: TestCompany, invoiceId: string, payment: Paid): Made => {
  const { id } = await paid(company, invoiceId, payment)
  return ok(await company.post(`/invoices/${invoiceId}/payments/${id}/record`))
}

/** A fee for a reminder, of 60 kronor. */
export const charged = async (company: TestCompany, invoiceId: string, date: string): Made => {
  const body = { type: 'reminderFee', invoiceSettlementDetails: { date, sumBaseCurrency: -60 } }
  const { id } = ok(await company.post(`/invoices/${invoiceId}/settlements`, body))
  return ok(await company.post(`/invoices/${invoiceId}/settlements/${id}/record`))
}

/** Credits all that remains of an invoice, recorded. */
export const credited = async (company: TestCompany, invoiceId: string): Made => {
  const { id } = ok(await company.post(`/invoices/${invoiceId}/credit`))
  ok(await company.post(`/credit-notes/${id}/publish`))
  return ok(await company.post(`/credit-notes/${id}/record`))
}

/** Household work for 1 000 kronor, half of it asked of the tax authority, recorded. */
export const soldWork = async (company: TestCompany): Made => {
  const birth = '850709980'
  const personalNumber = `19850709-980${luhnDigit(birth)}`
  const customer = await madeCustomer(company, { name: 'Kim Kund', type: 'private', orgNumber: personalNumber })
  const taxReduction = { taxReductionType: 'rut', jobType: 'rutCleaning' }
  const line = { productType: 'services', unitType: 'hour', unitPrice: 800, taxReduction }
  const deductionPeople = [{ personalNumber, deductionAmount: 500 }]
  return sold(company, customer.id, {
    invoiceDate: '2026-06-10',
    lineItems: [aLine(line)],
    taxReduction: { type: 'rut', description: 'Fönsterputs', deductionPeople },
  })
}

export const newSupplier = async (company: TestCompany, changes: Changes = {}): Promise<string> =>
  ok(await company.post('/suppliers', { name: 'Papper AB', ...changes })).id

/** Loads rates of currencies, written as lines of a file. */
export const loaded = (service: Service, ...lines: string[]) =>
  service.operate((call) => ledgerAdmin.loadRates(call, { name: 'rates.csv', text: lines.join('\n') }))
