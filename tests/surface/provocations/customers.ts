// How the refusals of customers and items come about.
import { sql } from '#platform/sql'
import { callingAs } from '#support/calling'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const aCustomer = { name: 'Kund AB', type: 'company' }
const anItem = { itemType: 'descriptionOnlyItem', description: 'Tack för förtroendet' }

/** Removes what was made at a path, after something else has happened. */
const removal = (
  path: string,
  body: object,
  happens: (company: TestCompany, id: string, service: Parameters<Provocation>[0]) => Promise<unknown>,
): Provocation =>
  over(async (company, service) => {
    const { id } = (await company.post(path, body)).body
    await happens(company, id, service)
    return company.delete(`${path}/${id}`)
  })

const invoiced = (company: TestCompany, changes: object) =>
  company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: [anItem], ...changes })

/** A recurring invoice for a customer of its own, unless the changes name one. */
const recurring = async (company: TestCompany, changes: object) => {
  const { id } = (await company.post('/customers', aCustomer)).body
  const schedule = { every: 1, unit: 'months', firstDate: '2026-12-01' }
  return company.post('/recurring-invoices', { customerRef: { id }, lineItems: [anItem], schedule, ...changes })
}

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

export const ofCustomers: Record<string, Provocation> = {
  customerHindered: over(async (company, service) => {
    const { id } = (await company.post('/customers', aCustomer)).body
    await recurring(company, { customerRef: { id } })
    return (await callingAs(service, company, 'owner'))('POST', `/customers/${id}/erasure`)
  }),
  customerNotFound: over((company) => company.get(`/customers/${unknown}`)),
  customerOfConsole: removal('/customers', aCustomer, (_, id, { database }) =>
    database.rows(sql`update sales.customer set created_by_kind = 'user' where id = ${id}`),
  ),
  customerInUse: removal('/customers', aCustomer, (company, id) => invoiced(company, { customerRef: { id } })),
  itemNotFound: over((company) => company.get(`/items/${unknown}`)),
  itemInUse: removal('/items', anItem, (company, id) =>
    invoiced(company, { lineItems: [{ ...anItem, itemRef: { id } }] }),
  ),
  customerRecurring: removal('/customers', aCustomer, (company, id) => recurring(company, { customerRef: { id } })),
  itemRecurring: removal('/items', anItem, (company, id) =>
    recurring(company, { lineItems: [{ ...anItem, itemRef: { id } }] }),
  ),
}

const customer = (changes: object): Provocation =>
  over((company) => company.post('/customers', { ...aCustomer, ...changes }))
const address = { line1: 'Storgatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' }

export const ofCustomerFaults: Record<string, Provocation> = {
  blank: customer({ name: ' ' }),
  numberTaken: over(async (company) => {
    await company.post('/customers', { ...aCustomer, customerNumber: 'K1' })
    return company.post('/customers', { ...aCustomer, customerNumber: 'K1' })
  }),
  organizationNumber: customer({ orgNumber: '556036-079' }),
  personalNumber: customer({ type: 'private', orgNumber: '556036-0793' }),
  vatNumber: customer({ vatNumber: 'SE55603607940' }),
  peppolScheme: customer({ peppolAddress: { scheme: '0213', id: 'FI20774740' } }),
  peppolNumber: customer({ peppolAddress: { scheme: '0088', id: '7300010000002' } }),
  paymentTerms: customer({ paymentTerms: '366' }),
  country: customer({ address: { ...address, country: 'XX' } }),
  countrySubdivision: customer({ address: { ...address, country: 'GB' } }),
  email: customer({ contactsDetails: [{ email: 'karin' }] }),
  secondDefault: customer({ contactsDetails: [{ isDefault: true }, { isDefault: true }] }),
  unknownContact: customer({ contactsDetails: [{ id: unknown }] }),
  repeatedContact: over(async (company) => {
    const { body } = await company.post('/customers', { ...aCustomer, contactsDetails: [{ name: 'Karin' }] })
    const [contact] = body.contactsDetails
    return company.put(`/customers/${body.id}`, { ...aCustomer, contactsDetails: [contact, { id: contact.id }] })
  }),
  ofSalesItem: over((company) => company.post('/items', { ...anItem, taxRate: 25 })),
}
