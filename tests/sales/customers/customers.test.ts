// Customers: what they may be, their numbers and contacts, who may remove them.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { momentText } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'
import { aCustomer, anAddress, madeAt, wrongIn } from './customer-support.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())
beforeEach(() => service.setNow(START))

const made = (changes: Record<string, unknown> = {}, by = company): Promise<Answer['body']> =>
  madeAt(by, '/customers', aCustomer(changes))

const remembered = (id: string) =>
  service.database.rows<{ what: string; detail: unknown }>(sql`
    select what, detail from platform.history where company_id = ${company.id} and detail->>'id' = ${id} order by id`)

/** Makes an invoice of the company, a draft. */
const invoiceTo = (customerId: string, changes: Record<string, unknown> = {}, by = company) =>
  by.post('/invoices', {
    invoiceDate: '2026-06-10',
    customerRef: { id: customerId },
    lineItems: [{ itemType: 'descriptionOnlyItem', description: 'Tack' }],
    ...changes,
  })

describe('a customer', () => {
  test('is kept with everything that was said of it', async () => {
    const own = checkedCompany(await service.newCompany())
    const said = {
      name: 'Kund AB',
      type: 'company',
      customerNumber: 'K-17',
      vatNumber: 'SE556036079301',
      orgNumber: '556036-0793',
      paymentTerms: '20 dagar netto',
      language: 'en',
      peppolAddress: { scheme: '0088', id: '7300010000001' },
    }
    const contacts = [{ name: 'Karin Berg', email: 'karin@example.com', phone: '070-174 06 05' }, { name: 'Växeln' }]
    const address = anAddress({ line2: 'c/o Berg', countrySubdivision: 'Västerbotten' })
    const customer = await made({ ...said, contactsDetails: contacts, address }, own)
    expect(customer).toEqual({
      id: expect.any(String),
      ...said,
      address,
      contactsDetails: [
        { id: expect.any(String), ...contacts[0], isDefault: true },
        { id: expect.any(String), ...contacts[1], isDefault: false },
      ],
      modifiedDateTime: momentText(START),
    })
    expect((await own.get(`/customers/${customer.id}`)).body).toEqual(customer)
    expect((await own.get('/customers')).body.items).toEqual([customer])
  })

  test('needs a name and a type only', async () => {
    const { id, customerNumber, modifiedDateTime: _, ...rest } = await made()
    expect(rest).toEqual({ name: 'Kund AB', type: 'company', contactsDetails: [], language: 'sv' })
    expect(id).not.toBe(customerNumber)
  })

  /** What is sent, and what is kept of it. */
  const forms: [what: string, sent: Record<string, unknown>, kept: Record<string, unknown>][] = [
    ['blanks around     ', { name: ' Kund AB ', paymentTerms: ' 30 ' }, { name: 'Kund AB', paymentTerms: '30' }],
    ['no hyphen         ', { orgNumber: '5560360793' }, { orgNumber: '556036-0793' }],
    ['a prefix          ', { orgNumber: '165560360793' }, { orgNumber: '556036-0793' }],
    ['a sole proprietor ', { orgNumber: '198507099805' }, { orgNumber: '850709-9805' }],
    ['a person          ', { type: 'private', orgNumber: '8507099805' }, { orgNumber: '19850709-9805' }],
    ['a very old person ', { type: 'private', orgNumber: '121212+1212' }, { orgNumber: '19121212-1212' }],
    ['a coordination no.', { type: 'private', orgNumber: '701063-2391' }, { orgNumber: '19701063-2391' }],
    ['a VAT number      ', { vatNumber: 'se 556036-0793-01' }, { vatNumber: 'SE556036079301' }],
    [
      'a Dane            ',
      { orgNumber: '13585628', vatNumber: 'DK 13 58 56 28', address: anAddress({ country: 'DK' }) },
      { orgNumber: '13585628', vatNumber: 'DK13585628' },
    ],
    [
      'a person abroad   ',
      { type: 'private', orgNumber: '010190-1234', address: anAddress({ country: 'FI' }) },
      { orgNumber: '010190-1234' },
    ],
    [
      'an address        ',
      { address: anAddress({ line1: ' A ', line2: ' ' }) },
      { address: anAddress({ line1: 'A', line2: null, countrySubdivision: null }) },
    ],
    [
      'a British address ',
      { address: anAddress({ country: 'GB', countrySubdivision: 'Wales' }) },
      { address: anAddress({ country: 'GB', line2: null, countrySubdivision: 'Wales' }) },
    ],
  ]

  test.each(forms)('is brought to one form: %s', async (_, sent, kept) => {
    expect(await made(sent)).toMatchObject(kept)
  })

  test('has nothing where null or blanks were sent', async () => {
    const names = ['customerNumber', 'vatNumber', 'orgNumber', 'paymentTerms']
    for (const nothing of [null, '', '  ']) {
      const customer = await made(Object.fromEntries(names.map((name) => [name, nothing])))
      expect(Object.keys(customer).filter((name) => names.includes(name))).toEqual(['customerNumber'])
      expect(customer.customerNumber).toMatch(/^\d+$/)
    }
    const customer = await made({ contactsDetails: null, address: null, language: null })
    expect(Object.keys(customer)).toEqual([
      'id',
      'name',
      'type',
      'customerNumber',
      'contactsDetails',
      'language',
      'modifiedDateTime',
    ])
    expect(customer.language).toBe('sv')
  })

  test('is what a change says, without what it leaves out; its number stays', async () => {
    const before = await made({ vatNumber: 'SE556036079301', paymentTerms: '30', address: anAddress() })
    service.setNow('2026-06-11T10:00:00Z')
    const { body } = await company.put(`/customers/${before.id}`, {
      name: 'Kund i Umeå AB',
      type: 'company',
      language: 'sv',
    })
    expect(body).toEqual({
      id: before.id,
      name: 'Kund i Umeå AB',
      type: 'company',
      customerNumber: before.customerNumber,
      contactsDetails: [],
      language: 'sv',
      modifiedDateTime: '2026-06-11T10:00:00Z',
    })
    const changed = ['name', 'vatNumber', 'paymentTerms', 'address']
    expect(await remembered(before.id)).toEqual([
      { what: 'customer.created', detail: { id: before.id, customerNumber: before.customerNumber } },
      { what: 'customer.changed', detail: { id: before.id, changed } },
    ])
  })

  test('is not changed by what it says already', async () => {
    const contactsDetails = [{ name: 'Karin' }, { name: 'Per', isDefault: true }]
    const before = await made({ address: anAddress(), orgNumber: '5560360793', contactsDetails })
    service.setNow('2026-06-11T10:00:00Z')
    expect((await company.put(`/customers/${before.id}`, before)).body).toEqual(before)
    expect(await remembered(before.id)).toHaveLength(1)
  })
})

describe('refused is', () => {
  const bodies: [what: string, changes: Record<string, unknown>, wrong: string[]][] = [
    ['no name                 ', { name: undefined }, ['#/name: is required']],
    ['a blank name            ', { name: ' ' }, ['#/name: must not be empty']],
    ['a type that is none     ', { type: 'public' }, ['#/type: must be one of company, private']],
    [
      'an org number           ',
      { orgNumber: '556036-079' },
      ['#/orgNumber: must be an organization number, such as 556036-0793'],
    ],
    [
      'a company for a person  ',
      { type: 'private', orgNumber: '556036-0793' },
      ['#/orgNumber: must be a personal or coordination number, such as 19850709-9805'],
    ],
    [
      'a birth to come         ',
      { type: 'private', orgNumber: '20850709-9805' },
      ['#/orgNumber: must be a personal or coordination number, such as 19850709-9805'],
    ],
    [
      'a VAT number            ',
      { vatNumber: '556036079301' },
      ['#/vatNumber: must be a VAT number in the form of SE, with its country prefix, such as SE556036079301'],
    ],
    [
      'a VAT number of another ',
      { vatNumber: 'DE1366959', address: anAddress({ country: 'DE' }) },
      ['#/vatNumber: must be a VAT number in the form of DE, with its country prefix, such as SE556036079301'],
    ],
    ['days beyond a year      ', { paymentTerms: '366' }, ['#/paymentTerms: a number of days must be at most 365']],
    [
      'a country that is none  ',
      { address: anAddress({ country: 'UK' }), vatNumber: 'GB1' },
      ['#/address/country: must be a country code of ISO 3166-1 alpha-2, such as SE'],
    ],
    [
      'a code in small letters ',
      { address: anAddress({ country: 'se' }) },
      ['#/address/country: must be a country code of ISO 3166-1 alpha-2, such as SE'],
    ],
    [
      'Britain as a whole      ',
      { address: anAddress({ country: 'GB', countrySubdivision: ' ' }) },
      ['#/address/countrySubdivision: is required for addresses in GB'],
    ],
    [
      'half an address         ',
      { address: { line1: 'A', country: 'SE' } },
      ['#/address/city: is required', '#/address/postalCode: is required'],
    ],
    [
      'a blank address         ',
      { address: anAddress({ line1: ' ', city: '', postalCode: ' ' }) },
      [
        '#/address/line1: must not be empty',
        '#/address/city: must not be empty',
        '#/address/postalCode: must not be empty',
      ],
    ],
    [
      'an email                ',
      { contactsDetails: [{}, { email: 'karin@' }] },
      ['#/contactsDetails/1/email: must be an email address'],
    ],
    [
      'two defaults            ',
      { contactsDetails: [{ isDefault: true }, {}, { isDefault: true }, { isDefault: true }] },
      [
        '#/contactsDetails/2/isDefault: only one contact detail can be the default',
        '#/contactsDetails/3/isDefault: only one contact detail can be the default',
      ],
    ],
    ['a language that is none ', { language: 'no' }, ['#/language: must be one of sv, en']],
    ['a misspelt property     ', { adress: {} }, ['#/adress: is not a known property; did you mean address?']],
    ['a name too long         ', { name: 'x'.repeat(201) }, ['#/name: must have at most 200 characters']],
  ]

  test.each(bodies)('%s', async (_, changes, wrong) => {
    const { id } = await made()
    const before = (await company.get(`/customers/${id}`)).body
    expect(wrongIn(await company.post('/customers', aCustomer(changes)))).toEqual(wrong)
    expect(wrongIn(await company.put(`/customers/${id}`, aCustomer(changes)))).toEqual(wrong)
    expect((await company.get(`/customers/${id}`)).body).toEqual(before)
  })

  test('everything that is wrong together, of form and of rule', async () => {
    const body = {
      name: ' ',
      type: 'private',
      orgNumber: '556036-0793',
      vatNumber: 'SE1',
      paymentTerms: '9999',
      language: 'de',
      contactsDetails: [{ email: 'x' }, { isDefault: 'yes' }, { id: 'x' }],
      address: { line1: '', city: 'Umeå', country: 'GB' },
    }
    expect(
      wrongIn(await company.post('/customers', body))
        .map((one) => one.split(':')[0])
        .sort(),
    ).toEqual([
      '#/address/countrySubdivision',
      '#/address/line1',
      '#/address/postalCode',
      '#/contactsDetails/0/email',
      '#/contactsDetails/1/isDefault',
      '#/contactsDetails/2/id',
      '#/language',
      '#/name',
      '#/paymentTerms',
      '#/vatNumber',
    ])
  })
})

test('any body is answered, and none by a failure', async () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('company', 'private', 'SE', 'GB', '30', 'sv'))
  const part = fc.dictionary(
    fc.constantFrom('id', 'name', 'email', 'phone', 'isDefault', 'line1', 'city', 'country', 'countrySubdivision'),
    value,
  )
  const body = fc.record(
    {
      name: fc.oneof(fc.constant('Kund AB'), value),
      type: value,
      customerNumber: value,
      vatNumber: value,
      orgNumber: value,
      paymentTerms: value,
      language: value,
      contactsDetails: fc.oneof(value, fc.array(part)),
      address: fc.oneof(value, part),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(body, async (customer) => {
      expect([200, 400]).toContain((await company.post('/customers', customer)).status)
    }),
    { numRuns: 200 },
  )
})

describe('payment terms', () => {
  const terms: [terms: string, dueDate: string][] = [
    ['0', '2026-06-10'],
    ['10', '2026-06-20'],
    ['20 dagar', '2026-06-30'],
    ['20 dagar netto', '2026-06-30'],
    ['14 days', '2026-06-24'],
    ['365', '2027-06-10'],
    // words say nothing of days: the company's own terms hold
    ['Kontant', '2026-07-10'],
    ['366 dagar', '2026-07-10'],
    ['10 i varje månad', '2026-07-10'],
  ]

  test.each(terms)('%s: an invoice of 10 June is due on %s', async (paymentTerms, dueDate) => {
    const { id } = await made({ paymentTerms })
    expect((await invoiceTo(id)).body).toMatchObject({ invoiceDate: '2026-06-10', dueDate })
  })
})

describe('a customer number', () => {
  test('is the next that is free when none is given', async () => {
    const own = checkedCompany(await service.newCompany())
    const numberOf = async (customerNumber?: string) => (await made({ customerNumber }, own)).customerNumber
    expect(await numberOf()).toBe('1')
    expect(await numberOf('3')).toBe('3')
    expect(await numberOf('4')).toBe('4')
    expect(await numberOf('04')).toBe('04')
    expect(await numberOf('K5')).toBe('K5')
    expect(await numberOf('123456789012345678901234567890')).toHaveLength(30)
    expect(await numberOf()).toBe('2')
    expect(await numberOf()).toBe('5')
    const last = await made({}, own)
    expect(last.customerNumber).toBe('6')
    await own.delete(`/customers/${last.id}`)
    expect(await numberOf()).toBe('7')
    expect(await numberOf('6')).toBe('6')
  })

  test('belongs to one customer of the company', async () => {
    const own = checkedCompany(await service.newCompany())
    const first = await made({ customerNumber: 'K1' }, own)
    const second = await made({ customerNumber: 'k1' }, own)
    await made({ customerNumber: 'K1' })
    const taken = ['#/customerNumber: K1 is the number of another customer']
    expect(wrongIn(await own.post('/customers', aCustomer({ customerNumber: ' K1 ' })))).toEqual(taken)
    expect(wrongIn(await own.put(`/customers/${second.id}`, aCustomer({ customerNumber: 'K1' })))).toEqual(taken)
    const told = wrongIn(await own.post('/customers', aCustomer({ customerNumber: 'K1', name: ' ' })))
    expect(told).toEqual(['#/name: must not be empty', ...taken])
    expect((await own.put(`/customers/${first.id}`, aCustomer({ customerNumber: 'K2' }))).body.customerNumber).toBe(
      'K2',
    )
    expect((await own.put(`/customers/${second.id}`, aCustomer({ customerNumber: 'K1' }))).status).toBe(200)
  })

  test('is given once, also to many at the same time', async () => {
    const own = checkedCompany(await service.newCompany())
    await made({ customerNumber: '5' }, own)
    const customers = await Promise.all(Array.from({ length: 20 }, () => made({}, own)))
    const numbers = customers.map(({ customerNumber }) => Number(customerNumber)).sort((a, b) => a - b)
    expect(numbers).toEqual([1, 2, 3, 4, ...Array.from({ length: 16 }, (_, index) => index + 6)])
    const raced = await Promise.all([
      ...Array.from({ length: 5 }, () => own.post('/customers', aCustomer({ customerNumber: 'K1' }))),
      ...customers.slice(0, 5).map(({ id }) => own.put(`/customers/${id}`, aCustomer({ customerNumber: 'K1' }))),
    ])
    expect(raced.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  })
})

describe('contact details', () => {
  const names = ({ contactsDetails }: Answer['body']) =>
    contactsDetails.map(({ name, isDefault }: Answer['body']) => (isDefault ? `${name}!` : name))

  const defaults: [sent: Record<string, unknown>[], kept: string[]][] = [
    [[], []],
    [[{ name: 'A' }], ['A!']],
    [[{ name: 'A', isDefault: false }], ['A!']],
    [
      [{ name: 'A' }, { name: 'B' }],
      ['A!', 'B'],
    ],
    [
      [{ name: 'A' }, { name: 'B', isDefault: true }],
      ['A', 'B!'],
    ],
    [
      [
        { name: 'A', isDefault: false },
        { name: 'B', isDefault: null },
      ],
      ['A!', 'B'],
    ],
  ]

  test.each(defaults)('%j have one default: %j', async (contactsDetails, kept) => {
    const customer = await made({ contactsDetails })
    expect(names(customer)).toEqual(kept)
    const other = await made({ contactsDetails: [{ name: 'C' }, { name: 'D' }] })
    expect(names((await company.put(`/customers/${other.id}`, aCustomer({ contactsDetails }))).body)).toEqual(kept)
  })

  test('keep their ids through changes, in the order that is said', async () => {
    const before = await made({ contactsDetails: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] })
    const [a, , c] = before.contactsDetails
    const contactsDetails = [{ name: 'D' }, { ...c, phone: '070', isDefault: true }, { ...a, isDefault: false }]
    const after = (await company.put(`/customers/${before.id}`, { ...before, contactsDetails })).body
    expect(names(after)).toEqual(['D', 'C!', 'A'])
    expect(after.contactsDetails.slice(1)).toEqual([
      { ...c, phone: '070', isDefault: true },
      { ...a, isDefault: false },
    ])
    expect((await company.get(`/customers/${before.id}`)).body).toEqual(after)
  })

  test('have no ids but those of their customer, each once', async () => {
    const one = await made({ contactsDetails: [{ name: 'A' }] })
    const other = await made({ contactsDetails: [{ name: 'B' }] })
    const own = one.contactsDetails[0].id
    const foreign = other.contactsDetails[0].id
    const put = (...ids: string[]) =>
      company.put(`/customers/${one.id}`, aCustomer({ contactsDetails: ids.map((id) => ({ id, name: 'X' })) }))
    for (const id of [foreign, newId()]) {
      const wrong = [`#/contactsDetails/1/id: the customer has no contact detail ${id}`]
      expect(wrongIn(await put(own, id))).toEqual(wrong)
    }
    expect(wrongIn(await put(own, own))).toEqual([`#/contactsDetails/1/id: contact detail ${own} is given twice`])
    const created = await company.post('/customers', aCustomer({ contactsDetails: [{ id: own }] }))
    expect(wrongIn(created)).toEqual([`#/contactsDetails/0/id: the customer has no contact detail ${own}`])
    expect((await company.get(`/customers/${other.id}`)).body).toEqual(other)
    expect((await company.get(`/customers/${one.id}`)).body).toEqual(one)
  })

  test('that are gone leave a draft without one', async () => {
    const customer = await made({ contactsDetails: [{ name: 'A', email: 'a@example.com' }] })
    const contactDetailRef = { id: customer.contactsDetails[0].id }
    const invoice = (await invoiceTo(customer.id, { contactDetailRef })).body
    expect(invoice.contactDetailRef).toMatchObject({ ...contactDetailRef, email: 'a@example.com' })
    await company.put(`/customers/${customer.id}`, aCustomer({ contactsDetails: [{ name: 'B' }] }))
    expect((await company.get(`/invoices/${invoice.id}`)).body.contactDetailRef ?? null).toBeNull()
  })
})

describe('removing', () => {
  test('a customer that was added through the API', async () => {
    const customer = await made({ contactsDetails: [{ name: 'A' }] })
    const answer = await company.delete(`/customers/${customer.id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await company.get(`/customers/${customer.id}`)).status).toBe(404)
    expect((await remembered(customer.id)).at(-1)).toEqual({
      what: 'customer.deleted',
      detail: { id: customer.id, customerNumber: customer.customerNumber },
    })
  })

  test.each(['user', 'operator'])('is refused of one that a %s added', async (kind) => {
    const { id } = await made()
    await service.database.rows(sql`update sales.customer set created_by_kind = ${kind} where id = ${id}`)
    const { status, body } = await company.delete(`/customers/${id}`)
    const message = `Customer ${id} was not added through the API: remove it in the console`
    expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    expect((await company.get(`/customers/${id}`)).status).toBe(200)
  })

  test('is refused while a document refers to it', async () => {
    const { id } = await made()
    const invoice = await invoiceTo(id)
    expect(invoice.status, invoice.text).toBe(200)
    const { status, body } = await company.delete(`/customers/${id}`)
    const message = `Customer ${id} cannot be removed: invoices or credit notes refer to it`
    expect([status, body.code, body.message]).toEqual([400, 'operation-not-allowed', message])
    expect((await company.delete(`/invoices/${invoice.body.id}`)).status).toBe(204)
    expect((await company.delete(`/customers/${id}`)).status).toBe(204)
  })

  test('races with invoices to it: one of them wins', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await made()
      const [removed, ...invoices] = await Promise.all([
        company.delete(`/customers/${id}`),
        ...Array.from({ length: 3 }, () => invoiceTo(id)),
      ])
      const done = invoices.filter(({ status }) => status === 200).length
      expect([removed.status, done > 0]).toEqual(done > 0 ? [400, true] : [204, false])
      for (const { status } of invoices) expect([200, 400]).toContain(status)
    }
  })
})

describe('If-Match', () => {
  test('lets one of ten changes at the same time through', async () => {
    const customer = await made()
    const etag = (await company.get(`/customers/${customer.id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        company.put(`/customers/${customer.id}`, aCustomer({ name: `Kund ${place}` }), { 'if-match': etag }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    expect((await company.delete(`/customers/${customer.id}`, { 'if-match': etag })).status).toBe(412)
    const now = answers.find(({ status }) => status === 200)?.headers.get('etag') ?? ''
    expect((await company.delete(`/customers/${customer.id}`, { 'if-match': now })).status).toBe(204)
  })
})

describe('the database', () => {
  test('holds one number for each customer and one default contact', async () => {
    const { id, customerNumber } = await made({ contactsDetails: [{ name: 'A' }, { name: 'B' }] })
    const other = await made()
    const refused = { code: '23505' }
    await expect(
      service.database.rows(sql`update sales.customer set customer_number = ${customerNumber} where id = ${other.id}`),
    ).rejects.toMatchObject(refused)
    await expect(
      service.database.rows(sql`update sales.contact_detail set is_default = true where customer_id = ${id}`),
    ).rejects.toMatchObject(refused)
  })
})
