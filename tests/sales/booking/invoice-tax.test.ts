// What invoices say of tax, of the day of supply and of being paid at once; what they lack when they are published.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany, setVatSetting, type VatSetting } from '#identity'
import type { Paper } from '#paper'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import type { SettingsChanges } from '#server/sales/settings/settings-change'
import { checkedCompany } from '#support/checked'
import { textOf } from '#support/reading/pages'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { aLine, fieldsOf, madeCustomer, madeInvoice, published, warningsOf } from '#tests/sales/invoicing'
import { bookedBy, ok } from './booked.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (settings: SettingsChanges = {}) => {
  const company = checkedCompany(await service.newCompany())
  await service.operateFor(company.id, (call) => changeSettings(call, { bankgiro: '5050-1055', ...settings }))
  return company
}

const untaxed = (changes: Record<string, unknown> = {}) => aLine({ taxRate: 0, ...changes })
const addressIn = (country: string) => ({
  line1: 'Gatan 1',
  city: 'Orten',
  postalCode: '12345',
  country,
  ...(country === 'GB' ? { countrySubdivision: 'Northern Ireland' } : {}),
})

type Changes = Record<string, unknown>

/** A draft for a customer of its own. */
const draftFor = async (company: TestCompany, customer: Changes, invoice: Changes = {}): Promise<string> =>
  (await madeInvoice(company, { ...invoice, customerRef: { id: (await madeCustomer(company, customer)).id } })).id

const publishing = (company: TestCompany, id: string): Promise<Answer> => company.post(`/invoices/${id}/publish`)

const paperOf = async (company: TestCompany, id: string): Promise<Paper> =>
  (
    await service.database.one<{ content: Paper }>(sql`
      select content from sales.paper where company_id = ${company.id} and invoice_id = ${id}`)
  ).content

const downloaded = async (company: TestCompany, path: string): Promise<Buffer> =>
  Buffer.from((await company.get(path)).text, 'latin1')

/** The text of a PDF without spaces: where those are is the reader's guess. */
const pageOf = async (company: TestCompany, id: string, kind = 'invoices') =>
  textOf(await downloaded(company, `/${kind}/${id}/download`)).replaceAll(/\s/g, '')

const xmlOf = async (company: TestCompany, id: string) =>
  (await downloaded(company, `/invoices/${id}/download?format=ubl`)).toString('utf8')

describe('the VAT number of the seller', () => {
  const made = 'SE559999000801'
  const exempt = { lineItems: [untaxed()] }
  const abroad = { address: addressIn('NO') }
  const cases: [string, VatSetting | null, SettingsChanges, Changes, Changes, string | null][] = [
    ['stands on what is exempt too', 'quarterly', {}, {}, exempt, made],
    ['is the one that was set     ', 'yearly', { vatNumber: 'SE559999000802' }, {}, exempt, 'SE559999000802'],
    ['stands where tax is charged ', null, {}, {}, {}, made],
    ['stands where the buyer owes ', null, {}, { vatNumber: 'DE811907980', address: addressIn('DE') }, exempt, made],
    ['is not made up              ', null, {}, {}, exempt, null],
    ['is none without registration', 'notRegisteredForVat', {}, {}, exempt, null],
    ['is none for exports alone   ', null, {}, abroad, exempt, null],
  ]
  test.each(cases)('%s', async (_, setting, settings, customer, invoice, expected) => {
    const company = await newCompany(settings)
    if (setting) await service.operateFor(company.id, (call) => setVatSetting(call, setting))
    const id = await draftFor(company, customer, invoice)
    await published(company, id)
    expect((await paperOf(company, id)).seller.vatNumber).toBe(expected)
  })

  test('stands on what is exempt once the company has charged tax', async () => {
    const company = await newCompany()
    await published(company, await draftFor(company, {}))
    const id = await draftFor(company, {}, exempt)
    await published(company, id)
    expect((await paperOf(company, id)).seller.vatNumber).toBe(made)
  })
})

describe('a company that is not registered, by its own setting,', () => {
  const unregistered = (company: TestCompany) =>
    service.operateFor(company.id, (call) => setVatSetting(call, 'notRegisteredForVat'))

  test('publishes no invoice with tax', async () => {
    const company = await newCompany()
    await unregistered(company)
    const id = await draftFor(company, {}, { lineItems: [untaxed(), aLine()] })
    const refused = await publishing(company, id)
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['#/lineItems/1/taxRate']])
    await published(company, await draftFor(company, {}, { lineItems: [untaxed()] }))
  })

  test('nor one whose tax the buyer owes, which has to state its number', async () => {
    const company = await newCompany()
    await unregistered(company)
    const german = { vatNumber: 'DE811907980', address: addressIn('DE') }
    const refused = await publishing(company, await draftFor(company, german, { lineItems: [untaxed()] }))
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['#/lineItems/0/taxRate']])
    const small = { lineItems: [untaxed({ bookkeepingAccountNumber: 3004 })], vatExemptionReason: 'Litet företag' }
    await published(company, await draftFor(company, german, small))
  })

  test('credits what it has sold with tax before, with the number that it had', async () => {
    const company = await newCompany()
    const id = await draftFor(company, {})
    await published(company, id)
    await unregistered(company)
    const note = ok(await company.post(`/invoices/${id}/credit`))
    ok(await company.post(`/credit-notes/${note.id}/publish`))
    expect((await paperOf(company, note.id)).seller.vatNumber).toBe('SE559999000801')
  })
})

describe('a sale without tax', () => {
  const company = () => newCompany({ vatNumber: 'SE559999000801' })
  const services = untaxed({ productType: 'services', unitType: 'hour' })

  /** The customer, the line, and the account of its income. */
  const sold: [string, Changes, Changes, number][] = [
    ['goods to Northern Ireland     ', { vatNumber: 'XI123456789', address: addressIn('GB') }, untaxed(), 3108],
    ['goods to XI, sent to Germany  ', { vatNumber: 'XI123456789', address: addressIn('DE') }, untaxed(), 3108],
    ['goods to XI, kept in Sweden   ', { vatNumber: 'XI123456789', address: addressIn('SE') }, untaxed(), 3004],
    ['services to Northern Ireland  ', { vatNumber: 'XI123456789', address: addressIn('GB') }, services, 3305],
    ['goods to Great Britain        ', { vatNumber: 'GB123456789', address: addressIn('GB') }, untaxed(), 3105],
    ['goods to Germany              ', { vatNumber: 'DE811907980', address: addressIn('DE') }, untaxed(), 3108],
    ['goods to who says no address  ', { vatNumber: 'EL094014298' }, untaxed(), 3108],
    ['goods to a Swede              ', { vatNumber: 'SE556036079301' }, untaxed(), 3004],
  ]
  test.each(sold)('of %s is booked as what it is', async (_, customer, line, account) => {
    const at = await company()
    const id = await draftFor(at, customer, { lineItems: [line] })
    await published(at, id)
    ok(await at.post(`/invoices/${id}/record`))
    expect(await bookedBy(at, ok(await at.get(`/invoices/${id}`)))).toMatchObject({ [account]: -100 })
  })

  const taxed = { lineItems: [aLine(), aLine({ bookkeepingAccountNumber: 3231 })] }
  const reverse = { lineItems: [aLine(), untaxed({ bookkeepingAccountNumber: 3231 })] }
  const triangular = untaxed({ bookkeepingAccountNumber: 3107 })
  const place = '#/lineItems/1/taxRate'
  const germany = { address: addressIn('DE') }
  const claims: [string, Changes, Changes, string[], RegExp][] = [
    ['reverse charge to a person       ', { type: 'private' }, reverse, [place], /is for businesses/],
    ['reverse charge with tax          ', { orgNumber: '556036-0793' }, taxed, [place], /on which no tax is charged/],
    ['reverse charge, unknown customer ', {}, reverse, [place], /has to state the VAT number/],
    [
      'reverse charge by org number     ',
      { orgNumber: '556036-0793' },
      reverse,
      [place],
      /has to state the VAT number/,
    ],
    ['reverse charge by VAT number     ', { vatNumber: 'SE556036079301' }, reverse, [], /^$/],
    [
      'goods to a German without number ',
      germany,
      { lineItems: [untaxed()] },
      ['#/lineItems/0/taxRate'],
      /to DE needs/,
    ],
    [
      'work for a German person         ',
      { ...germany, type: 'private' },
      { lineItems: [services] },
      ['#/lineItems/0/taxRate'],
      /vatExemptionReason/,
    ],
    [
      'the same with a reason           ',
      { ...germany, type: 'private' },
      { lineItems: [services], vatExemptionReason: 'Vård' },
      [],
      /^$/,
    ],
    [
      'a blank is no reason             ',
      germany,
      { lineItems: [untaxed()], vatExemptionReason: '  ' },
      ['#/lineItems/0/taxRate'],
      /to DE needs/,
    ],
    [
      'goods to a German who is Swedish ',
      { ...germany, vatNumber: 'SE556036079301' },
      { lineItems: [untaxed()] },
      ['#/lineItems/0/taxRate'],
      /to DE needs/,
    ],
    [
      'goods to a German, left here     ',
      { ...germany, vatNumber: 'DE811907980' },
      { lineItems: [untaxed()], deliveryAddress: addressIn('SE') },
      ['#/lineItems/0/taxRate'],
      /delivered in Sweden are sold with tax/,
    ],
    [
      'services to a German, done here  ',
      { ...germany, vatNumber: 'DE811907980' },
      { lineItems: [services], deliveryAddress: addressIn('SE') },
      [],
      /^$/,
    ],
    [
      'triangular trade, no number      ',
      germany,
      { lineItems: [triangular] },
      ['#/lineItems/0/taxRate'],
      /in a triangular trade the invoice has to state/,
    ],
    ['with tax nothing is asked        ', germany, {}, [], /^$/],
    ['at home nothing is asked         ', {}, { lineItems: [untaxed()] }, [], /^$/],
  ]
  test.each(claims)('%s', async (_, customer, invoice, fields, sentence) => {
    const at = await company()
    const answer = await publishing(at, await draftFor(at, customer, invoice))
    expect([answer.status, fieldsOf(answer)]).toEqual([fields.length > 0 ? 400 : 200, fields])
    expect(answer.body.errors?.[0]?.message ?? '').toMatch(sentence)
  })

  test('says why, on paper and in the e-invoice, and so does its credit note', async () => {
    const at = await company()
    const vatExemptionReason = 'Artikel 151 i direktiv 2006/112/EG'
    const buyer = { address: addressIn('DE'), peppolAddress: { scheme: '0088', id: '7300010000001' } }
    const id = await draftFor(at, buyer, { lineItems: [untaxed()], vatExemptionReason })
    expect(ok(await at.get(`/invoices/${id}`)).vatExemptionReason).toBe(vatExemptionReason)
    await published(at, id)
    expect(await pageOf(at, id)).toContain(vatExemptionReason.replaceAll(' ', ''))
    expect(await xmlOf(at, id)).toContain(`<cbc:TaxExemptionReason>${vatExemptionReason}</cbc:TaxExemptionReason>`)
    const note = ok(await at.post(`/invoices/${id}/credit`))
    ok(await at.post(`/credit-notes/${note.id}/publish`))
    expect(await pageOf(at, note.id, 'credit-notes')).toContain(vatExemptionReason.replaceAll(' ', ''))
  })
})

describe('the day of supply', () => {
  test('stands on paper and in the e-invoice, and stays', async () => {
    const company = await newCompany()
    const id = await draftFor(company, { orgNumber: '556036-0793' }, { deliveryDate: '2026-05-28' })
    expect(ok(await company.get(`/invoices/${id}`)).deliveryDate).toBe('2026-05-28')
    await published(company, id)
    expect(await pageOf(company, id)).toContain('Leveransdatum2026-05-28')
    expect(await xmlOf(company, id)).toContain('<cbc:ActualDeliveryDate>2026-05-28</cbc:ActualDeliveryDate>')
    const change = service.database.rows(sql`update sales.invoice set delivery_date = null where id = ${id}`)
    await expect(change).rejects.toMatchObject({ code: 'GB041' })
    const note = ok(await company.post(`/invoices/${id}/credit`))
    expect(note.deliveryDate).toBe('2026-05-28')
  })

  test('is taken away by a change that leaves it out, and must be a day', async () => {
    const company = await newCompany()
    const customerRef = { id: (await madeCustomer(company)).id }
    const draft = await madeInvoice(company, { customerRef, deliveryDate: '2026-05-28' })
    const body = { customerRef, invoiceDate: '2026-06-10', lineItems: [aLine()] }
    expect(ok(await company.put(`/invoices/${draft.id}`, body))).not.toHaveProperty('deliveryDate')
    const wrong = await company.put(`/invoices/${draft.id}`, { ...body, deliveryDate: '2026-02-30' })
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ['#/deliveryDate']])
  })
})

test('an invoice that is paid at once says so, instead of when and how it is paid', async () => {
  const company = await newCompany()
  const id = await draftFor(company, { orgNumber: '556036-0793', paymentTerms: '20' }, { type: 'cashInvoice' })
  const { paymentReference } = await published(company, id)
  const page = await pageOf(company, id)
  expect(page).toContain('Betaladesvidköpet2026-06-10')
  for (const word of ['Förfallodatum', 'Betalningsvillkor', 'OCR', 'Attbetala', paymentReference]) {
    expect(page).not.toContain(word)
  }
  const xml = await xmlOf(company, id)
  expect(xml).toMatch(/<cbc:PrepaidAmount currencyID="SEK">125.00</)
  expect(xml).toMatch(/<cbc:PayableAmount currencyID="SEK">0.00</)
  expect(xml).not.toMatch(/DueDate|PaymentID/)
})

describe('an invoice that lacks what the law asks for', () => {
  const large = { lineItems: [aLine({ unitPrice: 3200.01 })] }
  const limit = { lineItems: [aLine({ unitPrice: 3200 })] }
  const home = { address: addressIn('SE') }
  const seller = '#: the address of the company is missing: set it with the command company update'
  const buyer = '#/customerRef: the address of the customer is missing: add it to the customer'
  const account = '#: there is no account to pay to: set bankgiro, plusgiro or IBAN with the command sales-settings set'
  const cases: [string, Changes, Changes, SettingsChanges, boolean, string[]][] = [
    ['both addresses        ', {}, large, {}, false, [seller, buyer]],
    ["the buyer's address   ", {}, large, {}, true, [buyer]],
    ["the seller's address  ", home, large, {}, false, [seller]],
    ['nothing               ', home, large, {}, true, []],
    ['nothing, being small  ', {}, limit, {}, false, []],
    ['an account            ', home, limit, { bankgiro: null }, true, [account]],
    ['none, being paid      ', home, { ...limit, type: 'cashInvoice' }, { bankgiro: null }, true, []],
    [
      'addresses in a foreign currency',
      {},
      { currency: 'EUR', currencyRate: 11, lineItems: [aLine({ unitPrice: 300 })] },
      {},
      false,
      [seller, buyer],
    ],
  ]
  const placed = async (settings: SettingsChanges, hasAddress: boolean) => {
    const company = await newCompany(settings)
    const address = { addressLine1: 'Gatan 1', postalCode: '111 22', city: 'Orten' }
    if (hasAddress) await service.operateFor(company.id, (call) => changeCompany(call, address))
    return company
  }
  test.each(cases)('is published and tells: %s', async (_, customer, invoice, settings, hasAddress, warnings) => {
    const company = await placed(settings, hasAddress)
    const answer = await publishing(company, await draftFor(company, customer, invoice))
    expect([answer.status, warningsOf(answer)]).toEqual([200, warnings])
  })

  test.each(cases)(
    'is refused where the company wants it: %s',
    async (_, customer, invoice, settings, has, warnings) => {
      const company = await placed({ ...settings, refusesIncomplete: true }, has)
      const answer = await publishing(company, await draftFor(company, customer, invoice))
      const told = (answer.body.errors ?? []).map(
        (one: { field: string; message: string }) => `${one.field}: ${one.message}`,
      )
      expect([answer.status, told]).toEqual([warnings.length > 0 ? 400 : 200, warnings])
      expect(warningsOf(answer)).toEqual([])
    },
  )
})
