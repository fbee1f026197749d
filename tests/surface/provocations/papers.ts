// How the refusals of downloads come about.
import { sql } from '#platform/sql'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'
import { asked } from './reductions.ts'

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

/** A draft with a tax reduction, whose PDF shows a personal number. */
const workOf = async (company: TestCompany): Promise<string> => (await asked(company)).body.id

export const ofDownloads: Record<string, Provocation> = {
  notPublished: over(async (company) => company.get(`/invoices/${await invoiceTo(company, 'company')}/download`)),
  noCustomer: over(async (company) => {
    const { id } = (await company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: [aLine] })).body
    return company.get(`/invoices/${id}/preview`)
  }),
  textsTooLong: over(async (company, { database }) => {
    const id = await invoiceTo(company, 'company')
    await database.rows(sql`
      update sales.invoice_line set description = repeat('क', 40001) where invoice_id = ${id}`)
    return company.get(`/invoices/${id}/preview`)
  }),
  signsUnknown: over(async (company) => {
    const { id } = (await company.post('/customers', { name: 'Glada Ek 😀', type: 'company' })).body
    const body = { invoiceDate: '2026-06-10', customerRef: { id }, lineItems: [aLine] }
    return company.get(`/invoices/${(await company.post('/invoices', body)).body.id}/preview`)
  }),
  keyMissing: over(async (company, { database }) => {
    const id = await workOf(company)
    await company.post(`/invoices/${id}/publish`)
    await database.rows(sql`
      update sales.paper set pdf_key = set_byte(pdf_key, 40, get_byte(pdf_key, 40) # 1) where invoice_id = ${id}`)
    return company.get(`/invoices/${id}/download`)
  }),
}

export const ofPapers: Record<string, Provocation> = {
  noElectronicInvoice: over(async (company) => {
    const id = await invoiceTo(company, 'private')
    await company.post(`/invoices/${id}/publish`)
    return company.get(`/invoices/${id}/download?format=ubl`)
  }),
}
