// How the refusals of e-invoices come about.
import { newId } from '#platform/id'
import { type IncomingInvoice, incoming } from '#support/samples/e-invoice-file'
import type { Answer, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const received = (company: TestCompany, invoice: IncomingInvoice = {}): Promise<Answer> =>
  company.upload('/supplier-invoices/e-invoices', 'faktura.xml', Buffer.from(incoming(invoice)))

/** Receives one, and then another. */
const twice = (second: IncomingInvoice): Provocation =>
  over(async (company) => {
    await received(company)
    return received(company, second)
  })

export const ofEInvoices: Record<string, Provocation> = {
  noElectronicInvoice: over(async (company) => {
    const supplierRef = { id: (await company.post('/suppliers', { name: 'Papper AB' })).body.id }
    const dated = { invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 1 }
    const { id } = (await company.post('/supplier-invoices', { supplierRef, ...dated })).body
    return company.get(`/supplier-invoices/${id ?? newId()}/e-invoice`)
  }),
  alreadyReceived: twice({}),
  numberReceived: twice({ reference: '4712' }),
  addressedToAnother: over((company) => received(company, { buyer: 'Grannen AB', buyerNumber: '556703-7485' })),
  supplierMissing: over((company) => received(company), {
    scopes: ['supplier-invoices:write', 'company-information:read'],
  }),
}
