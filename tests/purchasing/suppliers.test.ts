// Suppliers: what they may be, where their money goes, who may remove them.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'

/** The clock of the tests stands still. */
const modifiedDateTime = '2026-06-10T10:00:00Z'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())
beforeEach(() => service.setNow(START))

const aSupplier = (changes: Record<string, unknown> = {}) => ({ name: 'Papper AB', ...changes })

const made = async (changes: Record<string, unknown> = {}, by = company): Promise<Answer['body']> => {
  const answer = await by.post('/suppliers', aSupplier(changes))
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** What is wrong by an answer: `field: message`. */
const wrongIn = ({ status, body, text }: Answer): string[] => {
  expect([status, body.code], text).toEqual([400, 'validation-error'])
  return body.errors.map(({ field, message }: Answer['body']) => `${field}: ${message}`)
}

const remembered = (id: string) =>
  service.database.rows<{ what: string; detail: unknown }>(sql`
    select what, detail from platform.history where company_id = ${company.id} and detail->>'id' = ${id} order by id`)

const invoiceOf = (id: string, by = company): Promise<Answer> =>
  by.post('/supplier-invoices', {
    supplierRef: { id },
    invoiceNumber: '4711',
    invoiceDate: '2026-06-01',
    dueDate: '2026-06-30',
    totalAmount: 1250,
  })

const setBusinessAccount = (id: string, has: boolean) =>
  service.database.rows(sql`update identity.company set has_business_account = ${has} where id = ${id}`)

const bankgiro = { type: 'bankgiro', bankgiroNumber: '5050-1055' }
const wise = { type: 'internationalPayment', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }

describe('a supplier', () => {
  test('is kept with everything that was said of it', async () => {
    const own = checkedCompany(await service.newCompany())
    const said = {
      name: 'Papper AB',
      orgNumber: '556036-0793',
      vatNumber: 'SE556036079301',
      currency: 'EUR',
      address: { line1: 'Storgatan 1', line2: 'c/o Berg', city: 'Umeå', postalCode: '903 26', country: 'SE' },
      paymentDetails: bankgiro,
    }
    const supplier = await made(said, own)
    expect(supplier).toEqual({ id: expect.any(String), ...said, modifiedDateTime })
    expect((await own.get(`/suppliers/${supplier.id}`)).body).toEqual(supplier)
    expect((await own.get('/suppliers')).body.items).toEqual([supplier])
  })

  test('needs a name only, and invoices in SEK', async () => {
    expect(await made()).toEqual({ id: expect.any(String), name: 'Papper AB', currency: 'SEK', modifiedDateTime })
  })

  /** What is sent, and what is kept of it. */
  const forms: [what: string, sent: Record<string, unknown>, kept: Record<string, unknown>][] = [
    ['blanks around      ', { name: ' Papper AB ' }, { name: 'Papper AB' }],
    ['no hyphen          ', { orgNumber: '165560360793' }, { orgNumber: '556036-0793' }],
    ['a sole proprietor  ', { orgNumber: '198507099805' }, { orgNumber: '850709-9805' }],
    ['a VAT number       ', { vatNumber: 'se 556036-0793-01' }, { vatNumber: 'SE556036079301' }],
    [
      'a Dane             ',
      { orgNumber: '13585628', vatNumber: 'DK 13 58 56 28', address: { country: 'DK' } },
      { orgNumber: '13585628', vatNumber: 'DK13585628', address: { country: 'DK' } },
    ],
    ['an address at home ', { address: {} }, { address: { country: 'SE' } }],
    [
      'half an address    ',
      { address: { line1: ' Storgatan 1 ', line2: null, city: ' ', country: null } },
      { address: { line1: 'Storgatan 1', country: 'SE' } },
    ],
    [
      'a British address  ',
      { address: { city: 'Cardiff', country: 'GB', countrySubdivision: ' Wales ' } },
      { address: { city: 'Cardiff', country: 'GB', countrySubdivision: 'Wales' } },
    ],
  ]

  test.each(forms)('is brought to one form: %s', async (_, sent, kept) => {
    const supplier = await made(sent)
    for (const [name, value] of Object.entries(kept)) expect(supplier[name]).toEqual(value)
  })

  test('has nothing where null or blanks were sent', async () => {
    const nothing = { currency: null, address: null, paymentDetails: null }
    for (const blank of [null, '', '  ']) {
      const supplier = await made({ ...nothing, orgNumber: blank, vatNumber: blank })
      expect(Object.keys(supplier)).toEqual(['id', 'name', 'currency', 'modifiedDateTime'])
    }
  })

  test('is what a change says, without what it leaves out', async () => {
    const before = await made({ orgNumber: '556036-0793', currency: 'EUR', paymentDetails: bankgiro })
    const { body } = await company.put(`/suppliers/${before.id}`, { name: 'Papper i Umeå AB', paymentDetails: wise })
    expect(body).toEqual({
      id: before.id,
      name: 'Papper i Umeå AB',
      currency: 'SEK',
      paymentDetails: wise,
      modifiedDateTime,
    })
    expect((await company.get(`/suppliers/${before.id}`)).body).toEqual(body)
    const changed = ['name', 'orgNumber', 'currency', 'paymentDetails']
    expect(await remembered(before.id)).toEqual([
      { what: 'supplier.created', detail: { id: before.id, name: 'Papper AB' } },
      {
        what: 'supplier.changed',
        detail: { id: before.id, changed, paymentDetails: { before: bankgiro, after: wise } },
      },
    ])
  })

  test('is not changed by what it says already', async () => {
    const before = await made({ address: { city: 'Umeå' }, orgNumber: '5560360793', paymentDetails: wise })
    expect((await company.put(`/suppliers/${before.id}`, before)).body).toEqual(before)
    expect(await remembered(before.id)).toHaveLength(1)
  })

  test('is found by name, VAT number and org number', async () => {
    const own = checkedCompany(await service.newCompany())
    await made({ name: 'Papper AB', orgNumber: '5560360793', vatNumber: 'SE556036079301' }, own)
    await made({ name: 'Pennor AB', orgNumber: '556703-7485' }, own)
    await made({ name: 'Papier GmbH', vatNumber: 'DE136695976', address: { country: 'DE' } }, own)
    const found: [query: string, names: string[]][] = [
      ['name==Papper AB', ['Papper AB']],
      ['name~Pap', ['Papier GmbH', 'Papper AB']],
      ['name~pap', []],
      ['orgNumber==556036-0793', ['Papper AB']],
      ['orgNumber!=556036-0793', ['Papier GmbH', 'Pennor AB']],
      ['vatNumber~DE', ['Papier GmbH']],
      ['vatNumber==SE556036079301||orgNumber~7485', ['Pennor AB', 'Papper AB']],
    ]
    for (const [query, names] of found) {
      const { body } = await own.get(`/suppliers?query=${encodeURIComponent(query)}`)
      expect(
        body.items.map(({ name }: Answer['body']) => name),
        query,
      ).toEqual(names)
    }
    for (const query of ['currency==SEK', 'name>A', 'id==1']) {
      expect((await own.get(`/suppliers?query=${encodeURIComponent(query)}`)).status).toBe(400)
    }
  })
})

describe('payment details', () => {
  /** What is sent, and what is kept of it: the numbers, in the one form of each. */
  const right: [type: string, sent: Record<string, string>, kept: Record<string, string>][] = [
    ['bankgiro', { bankgiroNumber: '50501055' }, { bankgiroNumber: '5050-1055' }],
    ['bankgiro', { bankgiroNumber: '991-2346' }, { bankgiroNumber: '991-2346' }],
    ['plusgiro', { plusgiroNumber: '2865434' }, { plusgiroNumber: '28 65 43-4' }],
    ['plusgiro', { plusgiroNumber: '4-2' }, { plusgiroNumber: '4-2' }],
    [
      'transfer',
      { clearingNumber: '9071', accountNumber: '417 238 3' },
      { clearingNumber: '9071', accountNumber: '4172383' },
    ],
    [
      'transfer',
      { clearingNumber: '8424-4', accountNumber: '983 189 224-6' },
      { clearingNumber: '84244', accountNumber: '9831892246' },
    ],
    // an old account without a check digit that could be verified
    [
      'transfer',
      { clearingNumber: '8424', accountNumber: '9831892247' },
      { clearingNumber: '8424', accountNumber: '9831892247' },
    ],
    [
      'internationalPayment',
      { iban: 'se45 5000 0000 0583 9825 7466', bic: 'essesess' },
      { iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
    ],
    // a French territory, which has French accounts
    [
      'internationalPayment',
      { iban: 'FR14 2004 1010 0505 0001 3M02 606', bic: 'AGRIMQMX' },
      { iban: 'FR1420041010050500013M02606', bic: 'AGRIMQMX' },
    ],
  ]

  test.each(right)('by %s: %j are kept as %j', async (type, sent, kept) => {
    const { id, paymentDetails } = await made({ paymentDetails: { type, ...sent } })
    expect(paymentDetails).toEqual({ type, ...kept })
    expect((await company.get(`/suppliers/${id}`)).body.paymentDetails).toEqual(paymentDetails)
  })

  const iban = 'SE4550000000058398257466'
  const giro = 'must be a bankgiro number with its check digit, such as 5050-1055'
  const account = (bank: string) => `must be an account number at ${bank}, with its check digit`
  const clearing = 'must be the clearing number of a Swedish bank, such as 5000 or 8424-4'
  const wrongIban = 'must be an IBAN with its check digits, such as SE45 5000 0000 0583 9825 7466'
  const wrongBic = 'must be a BIC of 8 or 11 characters, such as ESSESESS'

  /** What is sent, and what is wrong with it, below #/paymentDetails. */
  const wrong: [what: string, details: Record<string, unknown>, errors: string[]][] = [
    ['a plusgiro number  ', { type: 'bankgiro', bankgiroNumber: '28 65 43-4' }, [`/bankgiroNumber: ${giro}`]],
    ['nothing            ', { type: 'bankgiro', bankgiroNumber: '' }, [`/bankgiroNumber: ${giro}`]],
    [
      'a hyphen too many  ',
      { type: 'plusgiro', plusgiroNumber: '41-54-0' },
      ['/plusgiroNumber: must be a plusgiro number with its check digit, such as 28 65 43-4'],
    ],
    [
      'a bank that is none',
      { type: 'transfer', clearingNumber: '1000', accountNumber: '1' },
      [`/clearingNumber: ${clearing}`],
    ],
    [
      'a wrong fifth digit',
      { type: 'transfer', clearingNumber: '8424-1', accountNumber: '9831892246' },
      [`/clearingNumber: ${clearing}`],
    ],
    [
      'an account too short',
      { type: 'transfer', clearingNumber: '5000', accountNumber: '123456' },
      [`/accountNumber: ${account('SEB')}`],
    ],
    [
      'an account too long',
      { type: 'transfer', clearingNumber: '8424', accountNumber: '49831892246' },
      [`/accountNumber: ${account('Swedbank')}`],
    ],
    ['a digit missing    ', { iban: 'SE28 8000 0832 7900 0001 234', bic: 'SWEDSESS' }, [`/iban: ${wrongIban}`]],
    ['both of them wrong ', { iban: '5000', bic: 'ESSE' }, [`/iban: ${wrongIban}`, `/bic: ${wrongBic}`]],
    ['another country    ', { iban, bic: 'DEUTDEFF' }, ['/bic: is of a bank in DE, and the IBAN is not']],
    // errors refer to the given kind only
    ['no number          ', { type: 'bankgiro' }, ['/bankgiroNumber: is required']],
    ['half an account    ', { type: 'transfer', clearingNumber: '5000' }, ['/accountNumber: is required']],
    ['the number of other', { type: 'bankgiro', plusgiroNumber: '4-2' }, ['/bankgiroNumber: is required']],
    ['a number of digits ', { type: 'bankgiro', bankgiroNumber: 50501055 }, ['/bankgiroNumber: must be a text']],
    ['no type            ', { type: undefined, bankgiroNumber: '5050-1055' }, ['/type: is required']],
    [
      'a type that is none',
      { type: 'cheque' },
      ['/type: must be one of bankgiro, plusgiro, transfer, internationalPayment'],
    ],
  ]

  test.each(wrong)('are refused with %s: %j', async (_, details, errors) => {
    const paymentDetails = { type: 'internationalPayment', ...details }
    const told = errors.map((error) => `#/paymentDetails${error}`)
    const supplier = await made({ paymentDetails: bankgiro })
    expect(wrongIn(await company.post('/suppliers', aSupplier({ paymentDetails })))).toEqual(told)
    expect(wrongIn(await company.put(`/suppliers/${supplier.id}`, aSupplier({ paymentDetails })))).toEqual(told)
    expect((await company.get(`/suppliers/${supplier.id}`)).body).toEqual(supplier)
  })
})

describe('refused is', () => {
  const bodies: [what: string, changes: Record<string, unknown>, wrong: string[]][] = [
    ['no name                 ', { name: undefined }, ['#/name: is required']],
    ['a blank name            ', { name: ' ' }, ['#/name: must not be empty']],
    [
      'an org number           ',
      { orgNumber: '850709-9806' },
      ['#/orgNumber: must be an organization number, such as 556036-0793'],
    ],
    [
      'a VAT number of another ',
      { vatNumber: 'DE1366959', address: { country: 'DE' } },
      ['#/vatNumber: must be a VAT number in the form of DE, with its country prefix, such as SE556036079301'],
    ],
    [
      'a country that is none  ',
      { address: { country: 'UK' }, vatNumber: 'GB1' },
      ['#/address/country: must be a country code of ISO 3166-1 alpha-2, such as SE'],
    ],
    [
      'Britain as a whole      ',
      { address: { country: 'GB' } },
      ['#/address/countrySubdivision: is required for addresses in GB'],
    ],
    ['a misspelt property     ', { nam: 'x' }, ['#/nam: is not a known property; did you mean name?']],
    ['payment details as text ', { paymentDetails: '5050-1055' }, ['#/paymentDetails: must be an object']],
    ['a name too long         ', { name: 'x'.repeat(201) }, ['#/name: must have at most 200 characters']],
    [
      'everything together     ',
      { name: '', orgNumber: '1', vatNumber: 1, paymentDetails: { ...bankgiro, bankgiroNumber: '1', Type: 'x' } },
      [
        '#/paymentDetails/type: must be given only once',
        '#/vatNumber: must be a text',
        '#/name: must not be empty',
        '#/orgNumber: must be an organization number, such as 556036-0793',
      ],
    ],
  ]

  test.each(bodies)('%s', async (_, changes, wrong) => {
    const { id } = await made()
    expect(wrongIn(await company.post('/suppliers', aSupplier(changes)))).toEqual(wrong)
    expect(wrongIn(await company.put(`/suppliers/${id}`, aSupplier(changes)))).toEqual(wrong)
  })

  test('any body is answered, and none by a failure', async () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('SE', 'GB', 'SEK', '5050-1055', '8424-4'))
    const keys = ['line1', 'country', 'bankgiroNumber', 'clearingNumber', 'accountNumber', 'iban', 'bic']
    const part = fc.dictionary(fc.constantFrom(...keys), value)
    const kind = fc.constantFrom('bankgiro', 'plusgiro', 'transfer', 'internationalPayment')
    const details = fc.tuple(kind, part).map(([type, rest]) => ({ type, ...rest }))
    const body = fc.record(
      {
        name: fc.oneof(fc.constant('Papper AB'), value),
        orgNumber: value,
        vatNumber: value,
        currency: value,
        address: fc.oneof(value, part),
        paymentDetails: fc.oneof(value, details),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(body, async (supplier) => {
        expect([200, 400]).toContain((await company.post('/suppliers', supplier)).status)
      }),
      { numRuns: 100 },
    )
  })
})

describe('currencies', () => {
  const without =
    'SEK GBP EUR USD NOK DKK AUD BRL CAD CHF CNY CZK HKD HUF IDR INR ISK JPY KRW MAD MXN NZD PLN RUB SAR SGD THB TRY ZAR'
  const accounts: [what: string, has: boolean, currencies: string][] = [
    ['without a business account', false, without],
    ['with a business account   ', true, 'SEK EUR NOK USD DKK GBP PLN RON CZK HUF ISK CHF'],
  ]

  test.each(accounts)('%s', async (_, has, listed) => {
    const own = checkedCompany(await service.newCompany())
    await setBusinessAccount(own.id, has)
    const currencies = listed.split(' ')
    const all = [...new Set(accounts.flatMap(([, , some]) => some.split(' '))), 'XXX', 'sek', '']
    for (const currency of all) {
      const answer = await own.post('/suppliers', aSupplier({ currency, paymentDetails: bankgiro }))
      if (currencies.includes(currency)) expect(answer.body, answer.text).toMatchObject({ currency })
      else expect(wrongIn(answer)).toEqual([`#/currency: must be one of ${currencies.join(', ')}`])
    }
  })

  test('that new suppliers may not have any more may stay', async () => {
    const own = checkedCompany(await service.newCompany())
    const { id } = await made({ currency: 'AUD' }, own)
    await setBusinessAccount(own.id, true)
    const put = (changes: object) => own.put(`/suppliers/${id}`, aSupplier({ currency: 'AUD', ...changes }))
    expect((await put({ name: 'Pennor AB' })).body).toEqual({
      id,
      name: 'Pennor AB',
      currency: 'AUD',
      modifiedDateTime,
    })
    expect(wrongIn(await put({ name: 1 }))).toEqual(['#/name: must be a text'])
    expect((await put({ currency: 'NZD' })).status).toBe(400)
    expect((await put({ currency: 'RON' })).status).toBe(200)
    expect((await put({})).status).toBe(400)
  })

  test('stay while invoices are in them', async () => {
    const { id } = await made()
    expect((await invoiceOf(id)).status).toBe(200)
    const refused = ['#/currency: must stay SEK: supplier invoices refer to the supplier']
    expect(wrongIn(await company.put(`/suppliers/${id}`, aSupplier({ currency: 'EUR' })))).toEqual(refused)
    const nameless = aSupplier({ name: ' ', currency: 'EUR' })
    expect(wrongIn(await company.put(`/suppliers/${id}`, nameless))).toEqual(['#/name: must not be empty', ...refused])
    expect((await company.put(`/suppliers/${id}`, aSupplier({ name: 'Pennor AB' }))).status).toBe(200)
  })
})

describe('removing', () => {
  test('a supplier that was added through the API', async () => {
    const { id } = await made()
    const answer = await company.delete(`/suppliers/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const gone of [await company.get(`/suppliers/${id}`), await company.delete(`/suppliers/${id}`)]) {
      expect([gone.status, gone.body.message]).toEqual([404, `There is no supplier ${id} in this company`])
    }
    expect((await remembered(id)).at(-1)).toEqual({ what: 'supplier.deleted', detail: { id, name: 'Papper AB' } })
  })

  test.each(['user', 'operator'])('is refused of one that a %s added', async (kind) => {
    const { id } = await made()
    await service.database.rows(sql`update purchasing.supplier set created_by_kind = ${kind} where id = ${id}`)
    const { status, body } = await company.delete(`/suppliers/${id}`)
    const message = `Supplier ${id} was not added through the API: remove it in the console`
    expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    expect((await company.get(`/suppliers/${id}`)).status).toBe(200)
  })

  test('is refused while a supplier invoice refers to it', async () => {
    const { id } = await made()
    const invoice = await invoiceOf(id)
    expect(invoice.status, invoice.text).toBe(200)
    const { status, body } = await company.delete(`/suppliers/${id}`)
    const message = `Supplier ${id} cannot be removed: supplier invoices refer to it`
    expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    expect((await company.delete(`/supplier-invoices/${invoice.body.id}`)).status).toBe(204)
    expect((await company.delete(`/suppliers/${id}`)).status).toBe(204)
  })

  test('and other currencies race with invoices: one of them wins', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await made()
      const away = round % 2 === 0
      const change = away
        ? company.delete(`/suppliers/${id}`)
        : company.put(`/suppliers/${id}`, aSupplier({ currency: 'RUB' }))
      const [changed, ...invoices] = await Promise.all([change, ...Array.from({ length: 3 }, () => invoiceOf(id))])
      const done = invoices.filter(({ status }) => status === 200)
      if (done.length > 0) expect(changed.status).toBe(400)
      for (const { status } of [changed, ...invoices]) expect([200, 204, 400]).toContain(status)
    }
  })
})

test('If-Match lets one of five changes at the same time through', async () => {
  const { id } = await made()
  const etag = (await company.get(`/suppliers/${id}`)).headers.get('etag') ?? ''
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, place) =>
      company.put(`/suppliers/${id}`, aSupplier({ name: `Papper ${place}` }), { 'if-match': etag }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(412)])
  expect((await company.delete(`/suppliers/${id}`, { 'if-match': etag })).status).toBe(412)
  const now = answers.find(({ status }) => status === 200)?.headers.get('etag') ?? ''
  expect((await company.delete(`/suppliers/${id}`, { 'if-match': now })).status).toBe(204)
})

describe('another company', () => {
  test('neither sees, changes nor removes a supplier', async () => {
    const other = checkedCompany(await service.newCompany())
    const supplier = await made()
    expect((await other.get(`/suppliers/${supplier.id}`)).status).toBe(404)
    expect((await other.put(`/suppliers/${supplier.id}`, aSupplier({ paymentDetails: wise }))).status).toBe(404)
    expect((await other.delete(`/suppliers/${supplier.id}`)).status).toBe(404)
    expect((await other.get('/suppliers')).body.items).toEqual([])
    expect((await company.get(`/suppliers/${supplier.id}`)).body).toEqual(supplier)
  })
})

describe('the database', () => {
  test('holds that the currency of invoices is their supplier’s, and that these stay', async () => {
    const { id } = await made()
    expect((await invoiceOf(id)).status).toBe(200)
    const refused = { code: '23503' }
    const run = (statement: ReturnType<typeof sql>) => service.database.rows(statement)
    await expect(run(sql`update purchasing.supplier set currency = 'EUR' where id = ${id}`)).rejects.toMatchObject(
      refused,
    )
    await expect(run(sql`delete from purchasing.supplier where id = ${id}`)).rejects.toMatchObject(refused)
    await expect(
      run(sql`update purchasing.supplier set payment_details = '{"type": "cheque"}' where id = ${id}`),
    ).rejects.toMatchObject({ code: '23514' })
  })
})
