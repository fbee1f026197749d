// How the refusals of invoices, and of what invoices and credit notes have in common, come about.
import { changeCompany, setVatSetting } from '#identity'
import { createAccount, ledgerAdmin, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { callingAs } from '#support/calling'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const aLine = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
const unionLine = { ...aLine, taxRate: undefined, unionVat: { country: 'DE' } }
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
  unionCountry: invoice({ lineItems: [{ ...unionLine, unionVat: { country: 'NO', taxRate: 25 } }] }),
  unionRate: invoice({ lineItems: [{ ...unionLine, unionVat: { country: 'DE', taxRate: 19.123 } }] }),
  unionRateUnknown: invoice({ invoiceDate: '2024-06-10', lineItems: [unionLine] }),
  unionBeside: invoice({ lineItems: [{ ...unionLine, taxRate: 25 }] }),
  unionOfWork: invoice({
    lineItems: [{ ...unionLine, taxReduction: { taxReductionType: 'rot', jobType: 'rotPainting' } }],
  }),
  unionOfAdvance: invoice({ type: 'advanceInvoice', lineItems: [unionLine] }),
  unionMixed: invoice({ lineItems: [unionLine, aLine] }),
  unknownRate: invoice({ invoiceDate: '2024-06-10', lineItems: [{ ...aLine, taxRate: undefined, vatKind: 'art' }] }),
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
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 3001, active: false }))
    return company.post('/invoices', { ...anInvoice, lineItems: [{ ...aLine, bookkeepingAccountNumber: 3001 }] })
  }),
  notIncome: line({ bookkeepingAccountNumber: 2611 }),
  notForSales: line({ bookkeepingAccountNumber: 1510 }),
  currency: invoice({ currency: 'XXX', currencyRate: 1 }),
  rateMissing: invoice({ currency: 'EUR' }),
  rateOfOwn: invoice({ currencyRate: 2 }),
  rateOfOne: invoice({ currency: 'EUR', currencyRate: 1 }),
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
  tooLong: invoice({ lineItems: Array(201).fill({ ...aLine, description: 'x'.repeat(2000) }) }),
  tooLongInOtherScripts: invoice({ lineItems: Array(21).fill({ ...aLine, description: 'क'.repeat(2000) }) }),
  negative: line({ unitPrice: -1 }),
  tooMuch: line({ quantity: 999_999_999, unitPrice: 999_999_999 }),
  tooLarge: over(async (company, { database }) => {
    const path = await drafted(company)
    const id = path.slice('/invoices/'.length)
    await database.rows(sql`update sales.invoice_line set net_ore = 200000000000000 where invoice_id = ${id}`)
    return company.post(`${path}/publish`)
  }),
}

const untaxed = { ...aLine, taxRate: 0 }
const reverse = { lineItems: [{ ...untaxed, bookkeepingAccountNumber: 3231 }] }

const home = { addressLine1: 'Gatan 1', postalCode: '111 22', city: 'Orten' }
const address = { line1: 'Gatan 1', city: 'Orten', postalCode: '111 22', country: 'SE' }
const consumer = { type: 'private', address: { ...address, country: 'DE' } }

/** Publishes an invoice for such a customer, in a company that has all it needs and takes no incomplete ones. */
const publishing = (customer: object, changes: object = {}, { seller = home, bankgiro = '5050-1055' } = {}) =>
  over(async (company, service) => {
    await service.operateFor(company.id, async (call) => {
      await changeSettings(call, { refusesIncomplete: true, bankgiro: bankgiro || null })
      await changeCompany(call, seller)
    })
    const { id } = (await company.post('/customers', { name: 'Kund', type: 'company', ...customer })).body
    return company.post(`${await drafted(company, { customerRef: { id }, ...changes })}/publish`)
  })

const large = { lineItems: [{ ...aLine, unitPrice: 4000 }] }

export const ofPublishing: Record<string, Provocation> = {
  notRegistered: over(async (company, service) => {
    await service.operateFor(company.id, (call) => setVatSetting(call, 'notRegisteredForVat'))
    return company.post(`${await drafted(company)}/publish`)
  }),
  reverseChargeOfPerson: publishing({ type: 'private' }, reverse),
  reverseChargeWithoutNumber: publishing({}, reverse),
  triangularWithoutNumber: publishing({}, { lineItems: [{ ...untaxed, bookkeepingAccountNumber: 3107 }] }),
  unnamedMarginScheme: over(async (company, service) => {
    await service.operateFor(company.id, (call) => createAccount(call, { number: 3211, name: 'Vinstmarginal' }))
    const lineItems = [{ ...untaxed, bookkeepingAccountNumber: 3211 }]
    return company.post(`${await drafted(company, { lineItems })}/publish`)
  }),
  marginWithTax: over(async (company, service) => {
    await service.operateFor(company.id, (call) => createAccount(call, { number: 3211, name: 'Vinstmarginal' }))
    const lineItems = [{ ...aLine, bookkeepingAccountNumber: 3211 }]
    return company.post(`${await drafted(company, { lineItems })}/publish`)
  }),
  numberOfUnregistered: over(async (company, service) => {
    await service.operateFor(company.id, (call) => setVatSetting(call, 'notRegisteredForVat'))
    const buyer = { address: { ...address, country: 'DE' }, vatNumber: 'DE136695976' }
    const { id } = (await company.post('/customers', { name: 'Kund', type: 'company', ...buyer })).body
    return company.post(`${await drafted(company, { customerRef: { id }, lineItems: [untaxed] })}/publish`)
  }),
  reverseChargeWithTax: publishing(
    { orgNumber: '556036-0793' },
    { lineItems: [{ ...aLine, bookkeepingAccountNumber: 3231 }] },
  ),
  untaxedInUnion: publishing({ address: { ...address, country: 'DE' } }, { lineItems: [untaxed] }),
  untaxedAtHome: publishing(
    { address: { ...address, country: 'DE' }, vatNumber: 'DE136695976' },
    { lineItems: [untaxed], deliveryAddress: { country: 'SE' } },
  ),
  unionToBusiness: publishing(
    { address: { ...address, country: 'DE' }, vatNumber: 'DE136695976' },
    { lineItems: [unionLine] },
  ),
  unionElsewhere: publishing(consumer, { lineItems: [{ ...unionLine, unionVat: { country: 'FI' } }] }),
  unionAccount: over(async (company, service) => {
    const own = { account: 3990, from: '2025-01-01', country: 'DE', taxRate: 19, supply: 'goods' }
    await (await callingAs(service, company, 'owner'))('PUT', '/oss-accounts', { accounts: [own] })
    const { id } = (await company.post('/customers', { name: 'Kund', ...consumer })).body
    const lineItems = [{ ...unionLine, bookkeepingAccountNumber: 3990 }]
    return company.post(`${await drafted(company, { customerRef: { id }, lineItems })}/publish`)
  }),
  sellerAddress: publishing({ address }, large, { seller: { ...home, city: '' } }),
  buyerAddress: publishing({}, large),
  paymentAccount: publishing({}, {}, { bankgiro: '' }),
}
