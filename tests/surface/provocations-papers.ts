// How the refusals of downloads come about.
import type { TestCompany } from '#support/service'
import { over, type Provocation } from './provocations.ts'

const aLine = {
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 100,
  taxRate: 25,
}

const invoiceTo = async (company: TestCompany, type: 'company' | 'private'): Promise<string> => {
  const customer = await company.post('/customers', { name: 'Anna Ek', type })
  const body = { invoiceDate: '2026-06-10', customerRef: { id: customer.body.id }, lineItems: [aLine] }
  return (await company.post('/invoices', body)).body.id
}

export const ofDownloads: Record<string, Provocation> = {
  notPublished: over(async (company) => company.get(`/invoices/${await invoiceTo(company, 'company')}/download`)),
}

export const ofPapers: Record<string, Provocation> = {
  noElectronicInvoice: over(async (company) => {
    const id = await invoiceTo(company, 'private')
    await company.post(`/invoices/${id}/publish`)
    return company.get(`/invoices/${id}/download?format=ubl`)
  }),
}
