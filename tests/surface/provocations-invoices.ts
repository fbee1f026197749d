// How the refusals of invoices, and of what invoices and credit notes have in common, come about.
import { setAccountActive, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from './provocations.ts'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const aLine = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
const anInvoice = { invoiceDate: '2026-06-10', lineItems: [aLine] }

/** Makes a draft, for a customer unless the changes say otherwise, and answers its path. */
const drafted = async (company: TestCompany, changes: object = {}): Promise<string> => {
  const customer = (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body
  const { body } = await company.post('/invoices', { ...anInvoice, customerRef: { id: customer.id }, ...changes })
  return `/invoices/${body.id}`
}

const published = async (company: TestCompany): Promise<string> => {
  const path = await drafted(company)
  await company.post(`${path}/publish`)
  return path
}

export const ofInvoices: Record<string, Provocation> = {
  invoiceNotFound: over((company) => company.get(`/invoices/${unknown}`)),
  creditNoteNotFound: over((company) => company.get(`/credit-notes/${unknown}`)),
  notDraft: over(async (company) => company.delete(await published(company))),
  publishedAlready: over(async (company) => company.post(`${await published(company)}/publish`)),
  notPublishable: over(async (company) => company.post(`${await drafted(company, { lineItems: [] })}/publish`)),
  tooManyLines: over(async (company) => {
    const path = await drafted(company, { lineItems: Array(1000).fill(aLine) })
    return company.post(`${path}/line-items`, aLine)
  }),
}

const invoice = (changes: object): Provocation =>
  over((company) => company.post('/invoices', { ...anInvoice, ...changes }))
const line = (changes: object): Provocation => invoice({ lineItems: [{ ...aLine, ...changes }] })

/** Changes a draft that has one line. */
const relined = (...ids: number[]): Provocation =>
  over(async (company) =>
    company.put(await drafted(company), { ...anInvoice, lineItems: ids.map((id) => ({ ...aLine, id })) }),
  )

export const ofInvoiceFaults: Record<string, Provocation> = {
  required: line({ description: undefined }),
  notOfText: invoice({ lineItems: [{ itemType: 'descriptionOnlyItem', description: 'Hej', taxRate: 25 }] }),
  decimals: line({ unitPrice: 1.0000001 }),
  unknownItem: line({ itemRef: { id: unknown } }),
  unknownLine: relined(7),
  repeatedLine: relined(1, 1),
  unknownCustomer: invoice({ customerRef: { id: unknown } }),
  unknownContact: over(async (company) => {
    const { id } = (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body
    return company.post('/invoices', { ...anInvoice, customerRef: { id }, contactDetailRef: { id: unknown } })
  }),
  contactWithoutCustomer: invoice({ contactDetailRef: { id: unknown } }),
  unknownAccount: line({ bookkeepingAccountNumber: 3999 }),
  inactiveAccount: over(async (company, service) => {
    await service.operateFor(company.id, (call) => setAccountActive(call, { number: 3001, active: false }))
    return company.post('/invoices', { ...anInvoice, lineItems: [{ ...aLine, bookkeepingAccountNumber: 3001 }] })
  }),
  notIncome: line({ bookkeepingAccountNumber: 2611 }),
  notForSales: line({ bookkeepingAccountNumber: 1510 }),
  currency: invoice({ currency: 'XXX', currencyRate: 1 }),
  rateMissing: invoice({ currency: 'EUR' }),
  rateOfSek: invoice({ currencyRate: 2 }),
  rate: invoice({ currency: 'EUR', currencyRate: 0 }),
  badDate: invoice({ invoiceDate: '1899-12-31' }),
  reductionOfAdvance: invoice({
    type: 'advanceInvoice',
    taxReduction: {
      type: 'rut',
      description: 'Städning',
      deductionPeople: [{ personalNumber: '19850709-9805', deductionAmount: 1 }],
    },
  }),
  unbookableDay: over(async (company, service) => {
    const path = await drafted(company)
    await service.operateFor(company.id, (call) => setLockDate(call, { date: '2026-06-10' as Day }))
    return company.post(`${path}/publish`)
  }),
  noOpenDay: over(async (company) => company.post(`${await drafted(company, { invoiceDate: '2027-06-10' })}/publish`)),
  dueBeforeDate: invoice({ dueDate: '2026-06-09' }),
  badCountry: invoice({ deliveryAddress: { country: 'XX' } }),
  metadataKey: invoice({ metadata: { '1': 'x' } }),
  metadataValue: invoice({ metadata: { a: 'x'.repeat(501) } }),
  metadataCount: invoice({ metadata: Object.fromEntries([...'abcdefghijk'].map((key) => [key, 'x'])) }),
  negative: line({ unitPrice: -1 }),
  tooMuch: line({ quantity: 999_999_999, unitPrice: 999_999_999 }),
}
