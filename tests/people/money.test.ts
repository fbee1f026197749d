// What people decide about money: losses on invoices, VAT periods, and the company's accounts at banks.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ask, callingAs, historyOfKind, walkByCursor } from '#support/calling'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany()
  ask = await callingAs(service, company, 'administrator')
})

const message = ({ status, body }: Awaited<ReturnType<Ask>>) => [status, body.message]
/** The error of one field. */
const wrong = (field: string, words: RegExp) => [400, [{ field, message: expect.stringMatching(words) }]]
const errors = ({ status, body }: Awaited<ReturnType<Ask>>) => [status, body.errors]

type Sale = { recorded?: boolean; type?: string; invoiceDate?: string }

/** An invoice of 1,250 kronor in the books, or only published. */
const invoiceIn = async ({ recorded = true, type, invoiceDate = '2026-06-01' }: Sale = {}): Promise<string> => {
  const customer = (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const draft = { type, customerRef: { id: customer.id }, invoiceDate, lineItems: [line] }
  const { id } = (await company.post('/invoices', draft)).body
  await company.post(`/invoices/${id}/publish`)
  if (recorded) await company.post(`/invoices/${id}/record`)
  return id
}

describe('a loss on an invoice', () => {
  test('is booked at once, in part and then what is left of it, by the name of who booked it', async () => {
    const bookkeeper = await callingAs(service, company, 'bookkeeper')
    const id = await invoiceIn()
    const part = await bookkeeper('POST', `/invoices/${id}/bad-debt`, { date: '2026-06-05', sumBaseCurrency: 250 })
    expect(part.body).toMatchObject({
      invoiceId: id,
      type: 'badDebt',
      journalEntryRef: { id: expect.any(String) },
      invoiceSettlementDetails: { date: '2026-06-05', sumBaseCurrency: 250 },
    })
    const entry = (await company.get(`/journal-entries/${part.body.journalEntryRef.id}`)).body
    expect(entry).toMatchObject({ date: '2026-06-05', registeredBy: { name: 'Karin Ek' } })
    const rest = await bookkeeper('POST', `/invoices/${id}/bad-debt`, {})
    expect(rest.body.invoiceSettlementDetails).toEqual({ date: '2026-06-10', sumBaseCurrency: 1000 })
    expect((await company.get(`/invoices/${id}`)).body).toMatchObject({ status: 'paid' })
    expect(await historyOfKind(company, 'invoice-settlement.created')).toMatchObject([{ actor: { kind: 'user' } }, {}])
    expect(message(await bookkeeper('POST', `/invoices/${id}/bad-debt`, {}))).toEqual([
      400,
      `Nothing is outstanding on the invoice ${id}`,
    ])
  })

  test('is above zero, at most the claim, and of no draft, no advance and no other company', async () => {
    const lose = (id: string, body: object = {}) => ask('POST', `/invoices/${id}/bad-debt`, body)
    const id = await invoiceIn()
    for (const sumBaseCurrency of [-1, 1250.01]) {
      expect(message(await lose(id, { sumBaseCurrency }))).toEqual([400, expect.stringMatching(/at most what is out/)])
    }
    expect(errors(await lose(id, { sumBaseCurrency: 0.001 }))).toEqual(
      wrong('#/sumBaseCurrency', /must be an amount with at most two decimals, and not zero/),
    )
    expect(errors(await lose(id, { date: '2026-02-31' }))).toEqual(wrong('#/date', /day|date/))
    const advance = await invoiceIn({ recorded: false, type: 'advanceInvoice' })
    expect(message(await lose(advance))[1]).toMatch(/is for an advance, so what is unpaid on it is not a loss/)
    company = await service.newCompany()
    expect((await (await callingAs(service, company, 'owner'))('POST', `/invoices/${id}/bad-debt`, {})).status).toBe(
      404,
    )
  })

  test('is booked on an open day only', async () => {
    const id = await invoiceIn()
    await ask('PATCH', '/lock-date', { lockDate: '2026-06-05' })
    const locked = await ask('POST', `/invoices/${id}/bad-debt`, { date: '2026-06-05' })
    expect(message(locked)).toEqual([400, expect.stringMatching(/2026-06-05/)])
    await ask('PATCH', '/lock-date', { lockDate: null })
    expect((await ask('POST', `/fiscal-years/${company.fiscalYearId}/close?force=true`)).status).toBe(200)
    expect(message(await ask('POST', `/invoices/${id}/bad-debt`, {}))).toEqual([400, expect.stringMatching(/closed/)])
    expect((await company.get(`/invoices/${id}/settlements`)).body.totalItems).toBe(0)
  })
})

test('a balance is adjusted in either direction', async () => {
  const id = await invoiceIn()
  const adjust = (body: object = {}) => ask('POST', `/invoices/${id}/balance-adjustment`, body)
  expect((await adjust({ sumBaseCurrency: -50 })).body).toMatchObject({ type: 'balanceAdjustment' })
  expect((await adjust()).body.invoiceSettlementDetails).toMatchObject({ sumBaseCurrency: 1300 })
  expect((await (await callingAs(service, company, 'reader'))('POST', `/invoices/${id}/bad-debt`, {})).status).toBe(403)
})

describe('VAT', () => {
  test('is reported as often as administrators say', async () => {
    expect((await ask('GET', '/vat-setting')).body).toEqual({ vatSetting: null })
    expect((await ask('GET', '/vat-periods')).body.items).toEqual([])
    expect((await ask('PATCH', '/vat-setting', { vatSetting: 'quarterly' })).body).toEqual({ vatSetting: 'quarterly' })
    expect(errors(await ask('PATCH', '/vat-setting', { vatSetting: 'daily' }))).toEqual(
      wrong('#/vatSetting', /must be one of/),
    )
    const bookkeeper = await callingAs(service, company, 'bookkeeper')
    expect((await bookkeeper('PATCH', '/vat-setting', { vatSetting: 'monthly' })).status).toBe(403)
    expect((await bookkeeper('GET', '/vat-setting')).body).toEqual({ vatSetting: 'quarterly' })
    expect(await historyOfKind(company, 'vat-setting.set')).toMatchObject([
      { actor: { kind: 'user' }, detail: { before: null, after: 'quarterly' } },
    ])
  })

  test.each([
    ['monthly', 12, '2026-12-01', '2026-12-31', '2027-02-12'],
    ['quarterly', 4, '2026-10-01', '2026-12-31', '2027-02-12'],
    ['yearly', 1, '2026-01-01', '2026-12-31', '2027-08-17'],
    ['notRegisteredForVat', 0],
  ] as const)('%s has so many periods in a year', async (vatSetting, count, startDate?, endDate?, dueDate?) => {
    await ask('PATCH', '/vat-setting', { vatSetting })
    const { body } = await ask('GET', '/vat-periods')
    expect(body.totalItems).toBe(count)
    expect(body.items[0]).toEqual(
      startDate && { startDate, endDate, status: 'ongoing', reportedDateTime: null, reportedBy: null, dueDate },
    )
  })

  test('of one period or several is reported, when they are over', async () => {
    await ask('PATCH', '/vat-setting', { vatSetting: 'monthly' })
    const report = (startDate: string, endDate: string) =>
      ask('POST', '/vat-returns', { startDate, endDate, reportedElsewhere: true })
    const statuses = async (query = '') => {
      const { body } = await ask('GET', `/vat-periods?pageSize=100${query}`)
      return Object.fromEntries(body.items.map(({ startDate, status }: Record<string, string>) => [startDate, status]))
    }
    // Nothing is asked for before the first entry.
    expect(await statuses()).toMatchObject({ '2026-01-01': 'nothingBooked', '2026-05-01': 'nothingBooked' })
    await company.post('/journal-entries', anEntry({ date: '2026-01-20' }))
    const reported = await report('2026-01-01', '2026-02-28')
    expect(reported.body).toMatchObject({ startDate: '2026-01-01', endDate: '2026-02-28', reportedElsewhere: true })
    expect(await statuses()).toMatchObject({
      '2026-01-01': 'reported',
      '2026-02-01': 'reported',
      '2026-03-01': 'unreported',
      '2026-05-01': 'unreported',
      '2026-06-01': 'ongoing',
      '2026-12-01': 'ongoing',
    })
    expect(await statuses('&query=status==reported')).toEqual({ '2026-01-01': 'reported', '2026-02-01': 'reported' })
    const [one] = (await ask('GET', '/vat-periods?query=startDate==2026-02-01')).body.items
    expect(one).toMatchObject({ reportedDateTime: '2026-06-10T10:00:00Z', reportedBy: 'Karin Ek' })
    expect(errors(await report('2026-06-01', '2026-06-30'))).toEqual(
      wrong('#/endDate', /2026-06-30 has not passed yet/),
    )
    expect(errors(await report('2026-03-31', '2026-03-01'))).toEqual(
      wrong('#/endDate', /must not be before the start date/),
    )
    expect((await (await callingAs(service, company, 'reader'))('GET', '/vat-periods')).status).toBe(200)
  })

  test('waits for what is published and not in the books, unless it is forced', async () => {
    await invoiceIn({ recorded: false, invoiceDate: '2026-05-20' })
    await ask('PATCH', '/vat-setting', { vatSetting: 'monthly' })
    const report = (query = '') =>
      ask('POST', `/vat-returns${query}`, { startDate: '2026-05-01', endDate: '2026-05-31' })
    expect(message(await report())).toEqual([400, expect.stringMatching(/^Not in the books yet: invoice /)])
    const forced = await report('?force=true')
    expect([forced.status, forced.headers.get('service-warning')]).toEqual([200, expect.stringContaining('invoice')])
  })
})

describe('a bank account', () => {
  const IBAN = 'SE4550000000058398257466'
  const given = { name: 'Företagskonto', iban: 'SE45 5000 0000 0583 9825 7466', account: 1930, bic: 'essesess' }
  const add = (changes: object = {}) => ask('POST', '/bank-accounts', { ...given, ...changes })

  test('is added, read and changed, and one of them pays', async () => {
    const first = await add()
    const shown = {
      id: first.body.id,
      name: 'Företagskonto',
      iban: IBAN,
      bic: 'ESSESESS',
      currency: 'SEK',
      account: 1930,

      bankgiro: null,
      agreement: null,
      paymentFormat: 'pain.001.001.03',
      isDefault: true,
      modifiedDateTime: '2026-06-10T10:00:00Z',
    }
    expect([first.status, first.body]).toEqual([200, shown])
    expect(decodeURIComponent(first.headers.get('service-warning') ?? '')).toMatch(/^#\/bankgiro: banks pay to/)
    const path = `/bank-accounts/${first.body.id}`
    const changed = await ask('PATCH', path, { name: 'Kassan', bankgiro: '991-2346', bic: null })
    expect(changed.body).toEqual({ ...shown, name: 'Kassan', bankgiro: '991-2346', bic: null })
    expect((await (await callingAs(service, company, 'reader'))('GET', path)).body).toEqual(changed.body)
    const blank = await ask('PATCH', path, { bankgiro: ' ', bic: '' })
    expect(blank.body).toEqual({ ...shown, name: 'Kassan', bankgiro: null, bic: null })
    expect(decodeURIComponent(blank.headers.get('service-warning') ?? '')).toMatch(/^#\/bankgiro: banks pay to/)
    expect((await ask('PATCH', path, { bankgiro: '991-2346' })).body).toEqual(changed.body)
    const second = (await add({ iban: 'SE7280000810340009783242' })).body
    expect(second.isDefault).toBe(false)
    expect((await ask('POST', `/bank-accounts/${second.id}/default`)).body).toEqual({ ...second, isDefault: true })
    const { items } = (await ask('GET', '/bank-accounts')).body
    expect(items).toEqual([
      { ...second, isDefault: true },
      { ...changed.body, isDefault: false },
    ])
    expect((await ask('GET', '/bank-accounts?query=name~Kas')).body.items).toHaveLength(1)
    expect(await historyOfKind(company, 'bank-account.default')).toMatchObject([{ actor: { kind: 'user' } }])
  })

  const faults: [object, string, RegExp][] = [
    [{ iban: 'SE4550000000058398257467' }, '#/iban', /check digits/],
    [{ bic: 'X' }, '#/bic', /BIC/],
    [{ account: 3001 }, '#/account', /3001 is not an active payment account/],
    [{ name: ' ' }, '#/name', /must not be empty/],
    [{ name: 'x'.repeat(101) }, '#/name', /at most 100 characters/],
    [{ bankgiro: '1' }, '#/bankgiro', /bankgiro number/],
    [{ agreement: 'å' }, '#/agreement', /letters, digits and hyphens/],
    [{ paymentFormat: 'MT103' }, '#/paymentFormat', /must be one of/],
    [{ currency: 'kr' }, '#/currency', /currency code/],
  ]
  test.each(faults)('with %j is refused', async (changes, field, words) => {
    expect(errors(await add(changes))).toEqual(wrong(field, words))
    expect((await ask('GET', '/bank-accounts')).body.totalItems).toBe(0)
  })

  test('is one for each IBAN, pays in SEK, and is of its company and for its administrators', async () => {
    const { id } = (await add()).body
    expect(errors(await add())).toEqual(wrong('#/iban', /already has an account with this IBAN/))
    const euro = (await add({ iban: 'FI2112345600000785', currency: 'EUR', name: 'Eurokonto' })).body
    expect(message(await ask('POST', `/bank-accounts/${euro.id}/default`))).toEqual([
      400,
      'Payments are made from accounts in SEK, and Eurokonto is in EUR',
    ])
    const bookkeeper = await callingAs(service, company, 'bookkeeper')
    expect((await bookkeeper('POST', '/bank-accounts', given)).status).toBe(403)
    expect((await bookkeeper('PATCH', `/bank-accounts/${id}`, { bic: null })).status).toBe(403)
    company = await service.newCompany()
    const stranger = await callingAs(service, company, 'owner')
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/default'],
    ] as const) {
      expect((await stranger(method, `/bank-accounts/${id}${path}`, method === 'GET' ? undefined : {})).status).toBe(
        404,
      )
    }
  })
})

test('accounts and periods come in pages, each once', async () => {
  for (const iban of ['SE4550000000058398257466', 'SE7280000810340009783242', 'FI2112345600000785']) {
    await ask('POST', '/bank-accounts', { name: 'Konto', iban, account: 1930 })
  }
  await ask('PATCH', '/vat-setting', { vatSetting: 'quarterly' })
  expect(await walkByCursor(ask, '/bank-accounts')).toHaveLength(3)
  expect(await walkByCursor(ask, '/vat-periods')).toHaveLength(4)
})
