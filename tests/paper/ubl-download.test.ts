// The e-invoice as it is downloaded: what was made and published through the API is sound, for any sale and buyer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany } from '#identity'
import { createAccount } from '#ledger'
import { changeSettings } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { officialFaults } from './official-rules.ts'
import { all, first, linesOf, rootOf, text } from './ubl-document.ts'
import { broken } from './ubl-rules.ts'
import { misplaced } from './ubl-structure.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  await service.operateFor(company.id, async (call) => {
    await changeCompany(call, { addressLine1: 'Storgatan 1', postalCode: '662 00', city: 'Åmål', phone: '0532-1' })
    const giros = { bankgiro: '5805-6201', plusgiro: '28 65 43-4', iban: 'SE4550000000058398257466', bic: 'ESSESESS' }
    const texts = { seat: 'Åmål', lateInterest: 'Dröjsmålsränta enligt räntelagen' }
    await createAccount(call, { number: 3211, name: 'Försäljning positiv vinstmarginal' })
    await changeSettings(call, { vatNumber: 'SE559999000801', fTax: true, roundsTotal: true, ...giros, ...texts })
  })
})
afterAll(() => service.close())

const made = ({ status, text: said, body }: Answer) => {
  expect(status, said).toBe(200)
  return body
}

const line = (changes: Record<string, unknown> = {}) => ({
  description: 'Åkning & <lastning>',
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'hour',
  unitPrice: 1234.5678,
  quantity: 1.5,
  taxRate: 25,
  ...changes,
})

/** A published invoice for a new customer. */
const publishedFor = async (customer: object, invoice: object): Promise<string> => {
  const { id } = made(await company.post('/customers', { name: 'Kund & Co', type: 'company', ...customer }))
  const body = { invoiceDate: '2026-06-10', customerRef: { id }, lineItems: [line()], ...invoice }
  const draft = made(await company.post('/invoices', body))
  made(await company.post(`/invoices/${draft.id}/publish`))
  return draft.id
}

/** A document as it is downloaded, after all that is known of the format was asked of it. */
const sound = async (path: string) => {
  const answer = await company.get(`${path}/download?format=ubl`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
  const xml = Buffer.from(answer.text, 'latin1').toString('utf8')
  const root = rootOf(xml)
  expect(misplaced(root)).toEqual([])
  expect(broken(root)).toEqual([])
  expect(officialFaults(xml)).toEqual([])
  return root
}

/** Lines of a long document; the official rules take time that grows with them squared. */
const MANY = 60

const BUYER = 'cac:AccountingCustomerParty/cac:Party'

const addressIn = (country: string) => ({ line1: 'Gatan 2', city: 'X', postalCode: '1234', country })
const swedish = { orgNumber: '556036-0793', vatNumber: 'SE556036079301', address: addressIn('SE') }
const german = { vatNumber: 'DE811907980', address: addressIn('DE') }
const norwegian = { vatNumber: 'NO974760673MVA', address: addressIn('NO') }
const untaxed = { taxRate: 0 }
const goods = { productType: 'goods', unitType: 'ton', ...untaxed }
const discount = { description: 'Rabatt', unitPrice: -99.995, quantity: 1 }

const documents: [string, object, object, string[]][] = [
  [
    'three rates       ',
    swedish,
    { lineItems: [line(), line({ taxRate: 12 }), line({ taxRate: 6 })] },
    ['S', 'S', 'S'],
  ],
  ['a discount        ', swedish, { lineItems: [line(), line(discount)] }, ['S']],
  ['a part exempt     ', swedish, { lineItems: [line(), line(untaxed)] }, ['S', 'E']],
  ['a reverse charge  ', swedish, { lineItems: [line({ ...untaxed, bookkeepingAccountNumber: 3231 })] }, ['AE']],
  ['goods to Germany  ', german, { lineItems: [line(goods)], currency: 'EUR', currencyRate: 11.2345 }, ['K']],
  ['triangular trade  ', german, { lineItems: [line({ ...goods, bookkeepingAccountNumber: 3107 })] }, ['AE']],
  [
    'a margin scheme   ',
    swedish,
    { lineItems: [line({ ...goods, bookkeepingAccountNumber: 3211 })], vatExemptionReason: 'Begagnade varor' },
    ['E'],
  ],
  ['work for Germany  ', german, { lineItems: [line(untaxed)], currency: 'EUR', currencyRate: 11.2345 }, ['AE']],
  ['exports to Norway ', norwegian, { lineItems: [line(goods), line(untaxed)] }, ['G']],
  ['tax in currency   ', german, { lineItems: [line()], currency: 'EUR', currencyRate: 11.2345 }, ['S']],
  ['a cash invoice    ', swedish, { type: 'cashInvoice' }, ['S']],
  ['references        ', swedish, { orderNumberReference: 'PO', projectReference: 'P', contractReference: 'A' }, ['S']],
  [
    'texts             ',
    swedish,
    { lineItems: [{ itemType: 'descriptionOnlyItem', description: 'Text' }, line()] },
    ['S'],
  ],
]

describe('an e-invoice', () => {
  test.each(documents)('of %s is sound, and so is its credit note', async (_, customer, invoice, categories) => {
    const id = await publishedFor(customer, invoice)
    const root = await sound(`/invoices/${id}`)
    const of = (element: typeof root) =>
      all(element, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory').map((each) => text(each, 'cbc:ID'))
    expect(of(root)).toEqual(categories)
    const credit = made(await company.post(`/invoices/${id}/credit`))
    const { invoiceNumber } = made(await company.post(`/credit-notes/${credit.id}/publish`))
    const note = await sound(`/credit-notes/${credit.id}`)
    expect([note.name, text(note, 'cbc:ID')]).toEqual(['CreditNote', invoiceNumber])
    expect(of(note)).toEqual(categories)
    const total = 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'
    expect(text(note, total)).toBe(text(root, total))
    expect(text(note, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')).toBe(text(root, 'cbc:ID'))
  })

  test('of a credit note whose tax is what others have left is sound', async () => {
    const lineItems = Array.from({ length: 4 }, () => line({ unitPrice: 10.1, quantity: 1 }))
    const id = await publishedFor(swedish, { lineItems })
    const taxes: (string | undefined)[] = []
    for (const index of [0, 1, 2, 3]) {
      const draft = made(await company.post(`/invoices/${id}/credit`))
      const own = draft.lineItems.filter((one: { id: number }) => one.id === index + 1)
      made(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems: own }))
      made(await company.post(`/credit-notes/${draft.id}/publish`))
      taxes.push(text(await sound(`/credit-notes/${draft.id}`), 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'))
    }
    expect(taxes).toEqual(['2.52', '2.53', '2.52', '2.53'])
  })

  test('of a triangular trade says that the buyer owes the tax, and what the seller says of why', async () => {
    const invoice = {
      lineItems: [line({ ...goods, bookkeepingAccountNumber: 3107 })],
      vatExemptionReason: 'Deliveries from Denmark',
    }
    const root = await sound(`/invoices/${await publishedFor({ ...german, language: 'en' }, invoice)}`)
    const told = first(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory')
    expect(
      ['ID', 'Percent', 'TaxExemptionReasonCode', 'TaxExemptionReason'].map((name) => text(told, `cbc:${name}`)),
    ).toEqual([
      'AE',
      '0',
      'VATEX-EU-AE',
      'Reverse charge: the buyer is liable for the VAT, triangular trade under Articles 141 and 197 of Directive ' +
        '2006/112/EC. Deliveries from Denmark',
    ])
    const numberOf = (party: string) =>
      text(root, `cac:Accounting${party}Party/cac:Party/cac:PartyTaxScheme/cbc:CompanyID`)
    expect([numberOf('Supplier'), numberOf('Customer')]).toEqual(['SE559999000801', german.vatNumber])
  })

  test('of many lines is sound', async () => {
    const lineItems = Array.from({ length: MANY }, (_, index) => line({ unitPrice: index + 0.123456 }))
    const root = await sound(`/invoices/${await publishedFor(swedish, { lineItems })}`)
    expect(linesOf(root)).toHaveLength(MANY)
  })

  test('goes where the customer is found: by the address it was given, also after publication', async () => {
    const endpointOf = async (id: string) => {
      const endpoint = first(await sound(`/invoices/${id}`), `${BUYER}/cbc:EndpointID`)
      return `${endpoint?.attributes.schemeID} ${endpoint?.text}`
    }
    const gln = { scheme: '0088', id: '7300010000001' }
    expect(await endpointOf(await publishedFor({ ...swedish, peppolAddress: gln }, {}))).toBe('0088 7300010000001')
    const american = { name: 'Buyer Inc', type: 'company', address: addressIn('US') }
    const customer = made(await company.post('/customers', american))
    const body = { invoiceDate: '2026-06-10', customerRef: { id: customer.id }, lineItems: [line(untaxed)] }
    const { id } = made(await company.post('/invoices', body))
    made(await company.post(`/invoices/${id}/publish`))
    const refused = await company.get(`/invoices/${id}/download?format=ubl`)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/give the customer a peppolAddress$/),
    ])
    const peppolAddress = { scheme: '0060', id: '12-345-6789' }
    const { peppolAddress: kept } = made(await company.put(`/customers/${customer.id}`, { ...american, peppolAddress }))
    expect(kept).toEqual(peppolAddress)
    expect(await endpointOf(id)).toBe('0060 12-345-6789')
  })

  test('says what the invoice was published with, despite later changes', async () => {
    const id = await publishedFor(swedish, {})
    const before = await company.get(`/invoices/${id}/download?format=ubl`)
    await service.operateFor(company.id, (call) => changeSettings(call, { website: null, seat: 'Mora' }))
    expect((await company.get(`/invoices/${id}/download?format=ubl`)).text).toBe(before.text)
    expect(before.text).toMatch(/Säte|S\xc3\xa4te/)
  })
})
