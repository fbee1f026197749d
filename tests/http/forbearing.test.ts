// Clients of others send what they are used to: names in another case, null, unknown properties, pages of what has
// none. It is read as it was meant, told in a header, and refused for who prefers strict handling.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#programs/app'
import { checkedCompany, operationOf } from '#support/checked'
import { anEntry, request, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const STRICT = { prefer: 'handling=strict' }
const ignoredBy = ({ headers }: { headers: Headers }) => headers.get('service-ignored')
const errorsOf = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ field, message }) => `${field}: ${message}`)

/** Everything that a log says, line by line. */
const logged = () => service.log.map((line) => JSON.parse(line))

describe('an unknown property', () => {
  /** What is changed in an entry; what is told, with and without strictness. */
  const cases: [string, Record<string, unknown>, string, string][] = [
    ['on top           ', { colour: 1 }, '#/colour', '#/colour: is not a known property'],
    ['of a hard name   ', { 'a/b~c, å"': 1 }, '#/a~1b~0c%2C%20%C3%A5%22', '#/a~1b~0c, å": is not a known property'],
    ['of no name       ', { '': 1 }, '#/', '#/: is not a known property'],
    ['of the prototype ', { toString: 1 }, '#/toString', '#/toString: is not a known property'],
    [
      'deep inside      ',
      {
        items: [
          { account: 6110, debit: 1, costCentre: 'x' },
          { account: 1930, credit: 1 },
        ],
      },
      '#/items/0/costCentre',
      '#/items/0/costCentre: is not a known property',
    ],
  ]
  test.each(cases)('%s is ignored and told, or refused', async (_, changes, told, refused) => {
    const answer = await company.post('/journal-entries', anEntry(changes))
    expect([answer.status, ignoredBy(answer)]).toEqual([200, told])
    const strict = await company.post('/journal-entries', anEntry(changes), STRICT)
    expect([strict.status, errorsOf(strict), ignoredBy(strict)]).toEqual([400, [refused], null])
  })

  test('is reported of a request that is refused for something else as well', async () => {
    const answer = await company.post('/journal-entries', anEntry({ colour: 1, date: '2031-01-01' }))
    expect([answer.status, ignoredBy(answer)]).toEqual([400, '#/colour'])
    expect(errorsOf(answer)).toHaveLength(1)
  })

  test('stands in the log', async () => {
    await company.post('/journal-entries', anEntry({ ledgerId: 1, costCentre: 2 }))
    expect(logged().filter(({ ignored }) => ignored === '#/ledgerId, #/costCentre')).toHaveLength(1)
    // Under what is no name there may be anything.
    await company.post('/journal-entries', anEntry({ 'a b': 1, '850709-9805': 1, n8507099805: 1, line1: 1 }))
    expect(logged().filter(({ ignored }) => ignored === '?, ?, ?, #/line1')).toHaveLength(1)
  })

  test('is reported with a kept answer as well', async () => {
    const key = { 'idempotency-key': 'kept' }
    const first = await company.post('/journal-entries', anEntry({ colour: 1 }), key)
    const again = await company.post('/journal-entries', anEntry({ colour: 1 }), key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([ignoredBy(first), ignoredBy(again)]).toEqual(['#/colour', '#/colour'])
  })

  test('of very many rows is reported as far as a header goes', async () => {
    const items = Array.from({ length: 400 }, (_, index) =>
      index % 2 === 0 ? { account: 6110, debit: 1, colour: 1 } : { account: 1930, credit: 1, colour: 1 },
    )
    const answer = await company.post('/journal-entries', anEntry({ items }))
    expect(answer.status).toBe(200)
    expect(ignoredBy(answer)).toMatch(/^#\/items\/0\/colour, .*, \.\.\.$/)
    expect(ignoredBy(answer)?.length).toBeLessThan(2100)
  })

  test('of more than a hundred names is refused', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
    expect((await company.post('/journal-entries', anEntry(many(100)))).status).toBe(200)
    const answer = await company.post('/journal-entries', anEntry(many(101)))
    expect(errorsOf(answer)).toEqual(['#: the body has more than 100 different properties that are unknown here'])
  })

  test('of an unexpected body is ignored', async () => {
    const { body: entry } = await company.post('/journal-entries', anEntry())
    const answer = await company.post(`/journal-entries/${entry.id}/reverse`, { reason: 'x' })
    expect([answer.status, ignoredBy(answer)]).toEqual([200, '#/reason'])
    const { body: other } = await company.post('/journal-entries', anEntry())
    const strict = await company.post(`/journal-entries/${other.id}/reverse`, { reason: 'x' }, STRICT)
    expect(errorsOf(strict)).toEqual(['#/reason: is not a known property'])
  })

  test('beside a file is ignored and told, or refused', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    )
    const upload = (texts: Record<string, string>, headers = {}) =>
      company.upload('/uploads', 'kvitto.png', png, headers, texts)
    const answer = await upload({ colour: 'red' })
    expect([answer.status, ignoredBy(answer)]).toEqual([200, '#/colour'])
    expect(errorsOf(await upload({ colour: 'red' }, STRICT))).toEqual(['#/colour: is not a known property'])
    const misspelt = await upload({ descripton: 'x' })
    expect(errorsOf(misspelt)).toEqual(['#/descripton: is not a known property; did you mean description?'])
  })
})

describe('a misspelt property', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['one letter away  ', { titel: 'x' }, '#/titel: is not a known property; did you mean title?'],
    ['two letters away ', { uplodRf: {} }, '#/uplodRf: is not a known property; did you mean uploadRef?'],
    ['in another case  ', { TITLEE: 'x' }, '#/TITLEE: is not a known property; did you mean title?'],
    [
      'deep inside      ',
      {
        items: [
          { account: 6110, debit: 1 },
          { acount: 1930, account: 1930, credit: 1 },
        ],
      },
      '#/items/1/acount: is not a known property; did you mean account?',
    ],
  ]
  test.each(cases)('%s is refused', async (_, changes, error) => {
    expect(errorsOf(await company.post('/journal-entries', anEntry(changes)))).toEqual([error])
    expect(errorsOf(await company.post('/journal-entries', anEntry(changes), STRICT))).toEqual([error])
  })

  test('that is missing under its name is reported under both', async () => {
    const { title, ...rest } = anEntry()
    const answer = await company.post('/journal-entries', { ...rest, titel: title })
    expect(errorsOf(answer).sort()).toEqual([
      '#/titel: is not a known property; did you mean title?',
      '#/title: is required',
    ])
  })
})

describe('names in another case', () => {
  test('are taken, also of kinds and of what answers alone have', async () => {
    const { body: entry, ...rest } = await company.post('/journal-entries', {
      Id: 'x',
      TITLE: 'Hyra',
      Date: '2026-06-10',
      JournalEntryNumber: 'A1',
      Items: [
        { Account: 5010, Debit: 100 },
        { ACCOUNT: 1930, credit: 100 },
      ],
    })
    expect([rest.status, ignoredBy(rest)]).toEqual([200, null])
    expect(entry).toMatchObject({ title: 'Hyra', items: [{ account: 5010, debit: 100 }, { account: 1930 }] })
    const supplier = await company.post('/suppliers', {
      Name: 'Papper AB',
      PaymentDetails: { Type: 'bankgiro', BankgiroNumber: '5050-1055' },
    })
    expect(supplier.status).toBe(200)
    expect(supplier.body.paymentDetails).toEqual({ type: 'bankgiro', bankgiroNumber: '5050-1055' })
  })

  test('are given once', async () => {
    const answer = await company.post('/journal-entries', { ...anEntry(), Title: 'x' })
    expect(errorsOf(answer)).toEqual(['#/title: must be given only once'])
    expect(errorsOf(await company.get('/journal-entries?page=1&Page=2'))).toEqual(['page: must be given only once'])
  })

  test('of parameters are taken', async () => {
    const answer = await company.get('/journal-entries?PageSize=1&PAGE=2')
    expect([answer.status, answer.body.currentPage, answer.body.items.length]).toEqual([200, 2, 1])
  })
})

describe('null', () => {
  test('is absent where absent is allowed', async () => {
    const answer = await company.post('/journal-entries', {
      ...anEntry(),
      tags: null,
      uploadRef: null,
      items: [
        { account: 6110, debit: 5, credit: null, tags: null },
        { account: 1930, debit: null, credit: 5 },
      ],
    })
    expect(answer.status).toBe(200)
    const { body: customer } = await company.post('/customers', { name: 'Kund AB', type: 'company', address: null })
    const invoice = await company.post('/invoices', {
      type: null,
      customerRef: { id: customer.id },
      invoiceDate: '2026-06-10',
      dueDate: null,
      currency: null,
      currencyRate: null,
      deliveryAddress: null,
      metadata: null,
      lineItems: [
        {
          description: 'Arbete',
          itemType: 'salesItem',
          productType: 'services',
          unitType: null,
          quantity: 1,
          unitPrice: 100,
          taxRate: 25,
        },
      ],
    })
    expect([invoice.status, invoice.body.errors]).toEqual([200, undefined])
    expect(invoice.body).toMatchObject({ type: 'invoice', currency: 'SEK', currencyRate: 1 })
  })

  test('is no body where none is taken, also for the strict', async () => {
    const ways: Record<string, string>[] = [{}, STRICT]
    for (const headers of ways) {
      const { body: entry } = await company.post('/journal-entries', anEntry())
      const answer = await company.post(`/journal-entries/${entry.id}/reverse`, null, headers)
      expect([answer.status, ignoredBy(answer)]).toEqual([200, null])
    }
  })

  test('is nothing that could be required', async () => {
    const answer = await company.post('/journal-entries', { ...anEntry(), title: null })
    expect(errorsOf(answer)).toEqual(['#/title: must be a text'])
  })
})

describe('an unknown parameter', () => {
  const cases: [string, string, string | null, string | null][] = [
    ['of no operation  ', '/journal-entries?colour=red&include=all', 'colour, include', null],
    ['misspelt         ', '/journal-entries?pagesize=1&pagSize=1', null, 'pagSize'],
    ['of an action     ', '/chart-of-accounts?orderBy=name', 'orderBy', null],
    ['of one resource  ', '/company-information?fields=name', 'fields', null],
  ]
  test.each(cases)('%s', async (_, path, told, refused) => {
    const answer = await company.get(path)
    expect([answer.status, ignoredBy(answer)]).toEqual([refused ? 400 : 200, told])
    if (refused) expect(answer.body.errors.map(({ field }: { field: string }) => field)).toContain(refused)
    const strict = await company.get(path, STRICT)
    expect([strict.status, ignoredBy(strict)]).toEqual([400, null])
  })

  test('that is misspelt names the right one', async () => {
    const answer = await company.get('/journal-entries?pagSize=1')
    expect(errorsOf(answer)).toEqual(['pagSize: is not a parameter of this endpoint; did you mean pageSize?'])
  })
})

describe('Prefer', () => {
  const cases: [string, string, number][] = [
    ['strict                 ', 'handling=strict', 400],
    ['in quotes              ', 'handling="strict"', 400],
    ['in another case        ', 'Handling=Strict', 400],
    ['beside others          ', 'return=minimal; foo=bar, handling = strict; x=y', 400],
    ['the first of two counts', 'handling=lenient, handling=strict', 200],
    ['lenient                ', 'handling=lenient', 200],
    ['something else         ', 'strict', 200],
    ['of another preference  ', 'other-handling=strict', 200],
  ]
  test.each(cases)('%s', async (_, prefer, status) => {
    const answer = await company.post('/journal-entries', anEntry({ colour: 1 }), { prefer })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('preference-applied')).toBe(status === 400 ? 'handling=strict' : null)
  })
})

describe('lists', () => {
  test('answer totals and items, and the next cursor to those that have asked by one', async () => {
    const plain = await company.get('/journal-entries?pageSize=1')
    expect(Object.keys(plain.body)).toEqual(['totalItems', 'totalPages', 'currentPage', 'items'])
    expect(plain.headers.get('link')).toMatch(/^<\?pageSize=1&cursor=[\w-]+>; rel="next"$/)
    const walked = await company.get('/journal-entries?pageSize=1&cursor=')
    expect(Object.keys(walked.body)).toEqual(['nextCursor', 'items'])
    const [, next] = /cursor=([\w-]+)>/.exec(plain.headers.get('link') ?? '') ?? []
    expect(walked.body.nextCursor).toBe(next)
    const second = await company.get(`/journal-entries?pageSize=1&cursor=${next}`)
    expect(second.body.items[0].id).not.toBe(plain.body.items[0].id)
  })

  test('lead on by their links, however the parameters were written', async () => {
    for (const asked of ['PageSize=1', 'pageSize=1&Page=1', 'pagesize=1&Cursor=']) {
      const first = await company.get(`/journal-entries?${asked}`)
      const [, link = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
      const second = await company.get(`/journal-entries${link}`)
      expect(second.status, link).toBe(200)
      expect(second.body.items[0].id).not.toBe(first.body.items[0].id)
    }
  })

  test('take an empty filter as none', async () => {
    for (const path of ['/journal-entries', '/customers', '/chart-of-accounts']) {
      for (const query of ['', '%20']) {
        const answer = await company.get(`${path}?query=${query}`)
        expect([answer.status, answer.body], path).toEqual([200, (await company.get(path)).body])
      }
    }
  })

  test('of credit notes and tag groups have twenty items', async () => {
    for (let index = 0; index < 21; index += 1) {
      const alias = String.fromCharCode(65 + index)
      expect((await company.post('/tag-groups', { name: `Grupp ${alias}`, alias })).status).toBe(200)
    }
    const { body } = await company.get('/tag-groups')
    expect([body.items.length, body.totalPages]).toEqual([20, 2])
    const row = rows.find(({ operationId }) => operationId === 'listCreditNotes')
    const parameters = row ? operationOf(row).parameters : []
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'pageSize', schema: expect.objectContaining({ default: 20 }) }),
    )
  })

  test('that have no pages pass over page and pageSize, also for the strict', async () => {
    const answer = await company.get('/chart-of-accounts?page=2&pageSize=1', STRICT)
    expect([answer.status, answer.body.length > 1, ignoredBy(answer)]).toEqual([200, true, 'page, pageSize'])
    expect((await company.get('/company-information?Page=x')).status).toBe(200)
  })
})

describe('an empty body', () => {
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x']
  test.each(types)('of the type %s is an empty body', async (type) => {
    const { body: entry } = await company.post('/journal-entries', anEntry())
    const answer = await request(`${company.url}/journal-entries/${entry.id}/reverse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.token}`, 'content-type': type },
    })
    expect(answer.status).toBe(200)
  })

  test('is no body where one is needed, and another type with something in it is refused', async () => {
    const post = (path: string, body: string) =>
      request(`${company.url}${path}`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${company.token}`, 'content-type': 'text/plain' },
      })
    expect((await post('/journal-entries', '')).body.errors[0].message).toBe('a JSON body is required')
    expect([(await post('/journal-entries', '{}')).status, (await post('/uploads', 'x')).status]).toEqual([415, 415])
    expect((await post('/uploads', 'x')).body.message).toBe('The request body must be multipart/form-data')
  })
})

describe('ids and moments', () => {
  test('ids are taken in capitals, in path, query and body', async () => {
    const { body: customer } = await company.post('/customers', { name: 'Stora AB', type: 'company' })
    const { body: group } = await company.post('/tag-groups', { name: 'Versaler', alias: 'VE' })
    const { body: tag } = await company.post(`/tag-groups/${group.id.toUpperCase()}/tags`, { name: 'A' })
    const tagged = await company.post('/journal-entries', anEntry({ tags: [{ tagId: tag.id.toUpperCase() }] }))
    expect([tagged.status, tagged.body.tags[0].tagId]).toEqual([200, tag.id])
    const found = await company.get(`/journal-entries?tagId=${tag.id.toUpperCase()}`)
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([tagged.body.id])
    const inCapitals = company.url.replace(company.id, company.id.toUpperCase())
    const answer = await request(`${inCapitals}/customers/${customer.id.toUpperCase()}`, {
      headers: { authorization: `Bearer ${company.token}` },
    })
    expect([answer.status, answer.body.id]).toEqual([200, customer.id])
    const invoice = await company.post('/invoices', anInvoiceFor(customer.id.toUpperCase()))
    expect([invoice.status, invoice.body.customerRef.id]).toEqual([200, customer.id])
  })

  test.each(['urn:uuid:019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', '{019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d}', 'x', ''])(
    'the id %j is none',
    async (tagId) => {
      const answer = await company.post('/journal-entries', anEntry({ tags: [{ tagId }] }))
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, '#/tags/0/tagId'])
    },
  )

  test('moments are told to the second, and found by what was told', async () => {
    service.setNow('2026-06-11T10:20:30.789Z')
    const { body: made } = await company.post('/customers', { name: 'Stunden AB', type: 'company' })
    service.setNow('2026-06-12T10:00:00.000Z')
    expect(made.modifiedDateTime).toBe('2026-06-11T10:20:30Z')
    const found = async (operator: string) => {
      const query = encodeURIComponent(`name~Stunden && modifiedDateTime${operator}${made.modifiedDateTime}`)
      return (await company.get(`/customers?query=${query}`)).body.totalItems
    }
    const told = await Promise.all(['==', '<=', '>=', '>', '!=', '<'].map(found))
    // What is later is compared exactly: a client that asks for what came after the last one seen misses nothing.
    expect(told).toEqual([1, 1, 1, 1, 0, 0])
  })

  test('days are filtered by moments as well', async () => {
    await company.post('/journal-entries', anEntry({ title: 'Dagen', date: '2026-03-01' }))
    const counts = async (condition: string) =>
      (await company.get(`/journal-entries?query=${encodeURIComponent(`title==Dagen and ${condition}`)}`)).body
        .totalItems
    const conditions = ['date==2026-03-01T00:00:00', 'date==2026-02-28T23:00:00Z', 'date>2026-03-01T12:00:00.0000000Z']
    expect(await Promise.all(conditions.map(counts))).toEqual([1, 1, 0])
  })
})

const anInvoiceFor = (customerId: string) => ({
  customerRef: { id: customerId },
  invoiceDate: '2026-06-10',
  lineItems: [{ description: 'Rubrik', itemType: 'descriptionOnlyItem' }],
})

describe('references', () => {
  test('of invoices are filtered by id, in either way, and by name', async () => {
    const { body: customer } = await company.post('/customers', { name: 'Referens AB', type: 'company' })
    const { body: invoice } = await company.post('/invoices', anInvoiceFor(customer.id))
    for (const condition of [
      `customerRef==${customer.id}`,
      `customerRef.id==${customer.id.toUpperCase()}`,
      'customerRef~Referens',
      'customerRef.id~ferens A',
      'customerRef.name==Referens AB',
      `customerRef.Id!=${company.id} && customerRef~Referens`,
    ]) {
      const { body } = await company.get(`/invoices?query=${encodeURIComponent(condition)}`)
      expect([condition, body.items?.map(({ id }: { id: string }) => id)]).toEqual([condition, [invoice.id]])
    }
    const wrong = await company.get('/invoices?query=customerRef==Referens')
    expect(errorsOf(wrong)[0]).toMatch(/^query: customerRef must be an id, as 019a/)
  })

  test('of supplier invoices, too', async () => {
    const { body: supplier } = await company.post('/suppliers', { name: 'Levererat AB' })
    const { body: invoice } = await company.post('/supplier-invoices', {
      supplierRef: { id: supplier.id },
      invoiceNumber: '1',
      invoiceDate: '2026-06-01',
      dueDate: '2026-06-30',
      totalAmount: 100,
    })
    for (const condition of [
      `supplierRef==${supplier.id}`,
      `supplierRef.id==${supplier.id}`,
      'supplierRef~Levererat',
      'supplierRef.id~Levererat',
    ]) {
      const { body } = await company.get(`/supplier-invoices?query=${encodeURIComponent(condition)}`)
      expect([condition, body.items?.map(({ id }: { id: string }) => id)]).toEqual([condition, [invoice.id]])
    }
  })
})
