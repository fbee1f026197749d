// Invoices as tests of sales make them.
import { expect } from 'vitest'
import type { Answer, TestCompany } from '#support/service'

export { warningsOf } from '#support/entries'

/** A line that sells something: one of it, for 100 at 25 %. */
export const aLine = (changes: Record<string, unknown> = {}) => ({
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 100,
  taxRate: 25,
  ...changes,
})

/** An invoice of the day that tests begin on, with one line. */
export const anInvoice = (changes: Record<string, unknown> = {}) => ({
  invoiceDate: '2026-06-10',
  lineItems: [aLine()],
  ...changes,
})

const made = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

/** Makes a customer and answers it. */
export const madeCustomer = async (company: TestCompany, changes: Record<string, unknown> = {}) =>
  made(await company.post('/customers', { name: 'Kund AB', type: 'company', ...changes }))

/** Makes an item that is sold, and answers it. */
export const madeItem = async (company: TestCompany, changes: Record<string, unknown> = {}) => {
  const item = { itemType: 'salesItem', description: 'Bord', productType: 'goods', unitType: 'piece' }
  return made(await company.post('/items', { ...item, unitPrice: 500, taxRate: 25, ...changes }))
}

/** Makes a draft for a customer of its own, unless the changes name one, and answers it. */
export const madeInvoice = async (company: TestCompany, changes: Record<string, unknown> = {}) => {
  const customerRef = 'customerRef' in changes ? changes.customerRef : { id: (await madeCustomer(company)).id }
  return made(await company.post('/invoices', anInvoice({ ...changes, customerRef })))
}

/** Publishes an invoice and answers it. */
export const published = async (company: TestCompany, id: string) => made(await company.post(`/invoices/${id}/publish`))

/** The fields with errors of a refused body. */
export const fieldsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ field }: { field: string }) => field)
