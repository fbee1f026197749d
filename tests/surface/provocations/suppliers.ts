// How the refusals of suppliers come about.
import { sql } from '#platform/sql'
import { callingAs } from '#support/calling'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const aSupplier = { name: 'Papper AB' }
const anInvoice = { invoiceDate: '2026-06-01', dueDate: '2026-06-30', totalAmount: 100 }
const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const added = async (company: TestCompany): Promise<string> => (await company.post('/suppliers', aSupplier)).body.id

const invoiced = async (company: TestCompany): Promise<string> => {
  const id = await added(company)
  await company.post('/supplier-invoices', { ...anInvoice, supplierRef: { id } })
  return id
}

export const ofSuppliers: Record<string, Provocation> = {
  supplierHindered: over(async (company, service) =>
    (await callingAs(service, company, 'owner'))('POST', `/suppliers/${await invoiced(company)}/erasure`),
  ),
  supplierNotFound: over((company) => company.get(`/suppliers/${unknown}`)),
  supplierOfConsole: over(async (company, { database }) => {
    const id = await added(company)
    await database.rows(sql`update purchasing.supplier set created_by_kind = 'user' where id = ${id}`)
    return company.delete(`/suppliers/${id}`)
  }),
  supplierInUse: over(async (company) => company.delete(`/suppliers/${await invoiced(company)}`)),
}

const supplier = (changes: object): Provocation =>
  over((company) => company.post('/suppliers', { ...aSupplier, ...changes }))
const paid = (type: string, details: object): Provocation => supplier({ paymentDetails: { type, ...details } })
const iban = 'SE4550000000058398257466'

export const ofSupplierFaults: Record<string, Provocation> = {
  blank: supplier({ name: ' ' }),
  organizationNumber: supplier({ orgNumber: '556036-079' }),
  vatNumber: supplier({ vatNumber: 'SE55603607940' }),
  country: supplier({ address: { country: 'XX' } }),
  countrySubdivision: supplier({ address: { country: 'GB' } }),
  currency: supplier({ currency: 'XXX' }),
  currencyInUse: over(async (company) =>
    company.put(`/suppliers/${await invoiced(company)}`, { ...aSupplier, currency: 'EUR' }),
  ),
  bankgiroNumber: paid('bankgiro', { bankgiroNumber: '5050-105' }),
  plusgiroNumber: paid('plusgiro', { plusgiroNumber: '28-65-43-4' }),
  clearingNumber: paid('transfer', { clearingNumber: '8424-1', accountNumber: '9831892246' }),
  accountNumber: paid('transfer', { clearingNumber: '5000', accountNumber: '123456' }),
  iban: paid('internationalPayment', { iban: 'SE28 8000 0832 7900 0001 234', bic: 'SWEDSESS' }),
  bic: paid('internationalPayment', { iban, bic: 'ESSE' }),
  bicOfOtherCountry: paid('internationalPayment', { iban, bic: 'DEUTDEFF' }),
}
