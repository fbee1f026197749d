// Supplier invoices over HTTP: what they may say, what they come to in SEK, who may change them and until when.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { purchasingAdmin } from '#purchasing'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { anInvoiceOf, historyOf, loaded, madeAt, newSupplier, newUpload, wrongIn } from './supplier-invoicing.ts'

const PATH = '/supplier-invoices'

let service: Service
let company: TestCompany
let supplierId: string
let euroId: string
beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
  supplierId = await newSupplier(company)
  euroId = await newSupplier(company, { name: 'Papier GmbH', currency: 'EUR' })
  await loaded(service, '2026-05-29;EUR;11.0625', '2026-06-08;EUR;11.2', '2026-06-08;USD;9.5')
})
afterAll(() => service.close())

let numbers = 0
/** A number that no other supplier invoice has. */
const aNumber = () => `F-${++numbers}`

const created = (changes: Record<string, unknown> = {}, of = supplierId): Promise<Answer['body']> =>
  madeAt(company, PATH, anInvoiceOf(of, { invoiceNumber: aNumber(), ...changes }))

/** Requests of another integration of the same company. */
const another = async () => {
  const { token } = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes: ['supplier-invoices:write', 'supplier-invoices:read'] }),
  )
  return checkedRequests(company.url, token)
}

const inDatabase = (id: string) =>
  service.database.one<{ approved: boolean; base: bigint; rate: string; manual: boolean }>(sql`
    select approved_at is not null as approved, total_base_ore as base, trim_scale(currency_rate)::text as rate,
      rate_is_manual as manual
    from purchasing.supplier_invoice where id = ${id}`)

describe('a supplier invoice', () => {
  test('is added, read, changed and removed', async () => {
    const made = await madeAt(company, PATH, anInvoiceOf(supplierId))
    const expected = {
      id: expect.any(String),
      supplierRef: { id: supplierId, name: 'Papper AB' },
      invoiceNumber: '4711',
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 12500,
      remainingAmount: 12500,
      status: 'toRecord',
      currency: 'SEK',
      currencyRate: 1,
      approvals: [],
      approvalsMissing: 0,
      journalEntryRef: null,
      uploadRefs: [],
      modifiedDateTime: '2026-06-10T10:00:00Z',
    }
    expect(made).toEqual(expected)
    const at = `${PATH}/${made.id}`
    expect((await company.get(at)).body).toEqual(made)
    expect((await company.get(PATH)).body.items[0]).toEqual(made)
    const changes = { invoiceNumber: undefined, totalAmount: -99.5, dueDate: '2026-06-01' }
    const changed = await company.put(at, anInvoiceOf(supplierId, changes))
    const { invoiceNumber: _, ...left } = expected
    expect(changed.body).toEqual({ ...left, totalAmount: -99.5, remainingAmount: -99.5, dueDate: '2026-06-01' })
    expect((await company.delete(at)).status).toBe(204)
    expect((await company.get(at)).status).toBe(404)
    const [change] = await historyOf(service, company, 'supplier-invoice.changed')
    expect(change).toEqual({
      id: made.id,
      before: { invoiceNumber: '4711', dueDate: '2026-07-01', totalAmount: 12500 },
      after: { invoiceNumber: null, dueDate: '2026-06-01', totalAmount: -99.5 },
    })
    expect(await historyOf(service, company, 'supplier-invoice.deleted')).toHaveLength(1)
  })

  test('ignores what is read only, and remembers no change where there is none', async () => {
    const made = await created()
    const before = await historyOf(service, company, 'supplier-invoice.changed')
    const said = {
      ...made,
      id: newId(),
      remainingAmount: 1,
      status: 'paid',
      currency: 'USD',
      currencyRate: 9,
      uploadRefs: [{ id: newId() }],
    }
    const answer = await company.put(`${PATH}/${made.id}`, {
      ...said,
      supplierRef: { id: supplierId.toUpperCase(), name: 'Another' },
      journalEntryRef: { id: newId() },
    })
    expect([answer.status, answer.body]).toEqual([200, made])
    expect(await historyOf(service, company, 'supplier-invoice.changed')).toEqual(before)
    expect(await madeAt(company, PATH, { ...said, invoiceNumber: aNumber() })).toMatchObject({
      currency: 'SEK',
      uploadRefs: [],
    })
  })

  test('is told everything that is wrong with it at once', async () => {
    const unknown = newId()
    const noTotal = '#/totalAmount: must be an amount with at most two decimals, at most 1000000000000'
    const noSupplier = `#/supplierRef/id: there is no supplier ${unknown}`
    const noUpload = `#/uploadRef/id: there is no upload ${unknown}`
    const noDay = ['#/invoiceDate', '#/dueDate'].map(
      (field) => `${field}: must be a day from 1900 to 2199, as YYYY-MM-DD`,
    )
    const refs = { uploadRef: { id: unknown }, supplierRef: { id: unknown } }
    const elsewhere = await newSupplier(await service.newCompany())
    // biome-ignore format: a table
    const table: [object, string[]][] = [
      [{ supplierRef: { id: unknown } },                        [noSupplier]],
      [{ supplierRef: { id: elsewhere } },                      [noSupplier.replace(unknown, elsewhere)]],
      [{ supplierRef: {} },                                     ['#/supplierRef/id: is required']],
      [{ totalAmount: 1.005 },                                  [noTotal]],
      [{ dueDate: '2026-05-31' },                 ['#/dueDate: must not be before the invoice date, 2026-06-01']],
      [{ invoiceDate: '1899-12-31', dueDate: '2200-01-01' },    noDay],
      [{ invoiceNumber: 'x'.repeat(101) },        ['#/invoiceNumber: must have at most 100 characters']],
      [{ currency: 1, uploadRef: null },                        []],
      [{ uploadRef: {} },                                       []],
      [{ totalAmount: '1', ...refs },             ['#/totalAmount: must be a number', noSupplier, noUpload]],
      [{ totalAmount: 0.001, ...refs },                          [noTotal, noUpload, noSupplier]],
    ]
    const alone = await company.post(PATH, anInvoiceOf(supplierId, { uploadRef: { id: unknown } }))
    expect([alone.status, alone.body.message]).toEqual([404, `There is no upload ${unknown} in this company`])
    for (const [changes, expected] of table) {
      const answer = await company.post(PATH, anInvoiceOf(supplierId, { invoiceNumber: aNumber(), ...changes }))
      if (expected.length === 0) expect(answer.status, answer.text).toBe(200)
      else expect(wrongIn(answer)).toEqual(expected)
    }
  })
})

test('the same number of a supplier is taken once a year, in any spelling', async () => {
  const first = await created({ invoiceNumber: 'AB 1001', invoiceDate: '2026-03-01' })
  const same = `#/invoiceNumber: this supplier already has an invoice AB 1001 of 2026-03-01: supplier invoice ${first.id}`
  const unknown = newId()
  const both = await company.post(
    PATH,
    anInvoiceOf(supplierId, { invoiceNumber: 'AB 1001', uploadRef: { id: unknown } }),
  )
  expect(wrongIn(both)).toEqual([`#/uploadRef/id: there is no upload ${unknown}`, same])
  // biome-ignore format: a table
  const table: [Record<string, unknown>, boolean][] = [
    [{ invoiceNumber: 'AB 1001' },                              false],
    [{ invoiceNumber: ' ab1001 ' },                             false],
    [{ invoiceNumber: 'AB 1001', totalAmount: 1 },              false],
    [{ invoiceNumber: 'AB 1001', invoiceDate: '2026-06-30' },   false],
    [{ invoiceNumber: 'AB 10010' },                             true],
    [{ invoiceNumber: 'AB 1001', totalAmount: 0 },              false],
    [{ invoiceNumber: 'AB 1001', totalAmount: -12500 },         true],
    [{ invoiceNumber: 'AB 1001', invoiceDate: '2025-12-31' },   true],
    [{ invoiceNumber: null },                                   true],
    [{ invoiceNumber: '  ' },                                   true],
  ]
  for (const [changes, taken] of table) {
    const answer = await company.post(PATH, anInvoiceOf(supplierId, changes))
    if (taken) expect(answer.status, answer.text).toBe(200)
    else expect(wrongIn(answer)).toEqual([same])
  }
  const { id } = await created()
  expect(wrongIn(await company.put(`${PATH}/${id}`, anInvoiceOf(supplierId, { invoiceNumber: 'AB1001' })))).toEqual([
    same,
  ])
  // Its own number is not another's.
  const own = anInvoiceOf(supplierId, { invoiceNumber: 'AB-1001', invoiceDate: '2026-03-01' })
  expect((await company.put(`${PATH}/${first.id}`, own)).status).toBe(200)
  // Another supplier numbers as it likes.
  expect((await company.post(PATH, anInvoiceOf(await newSupplier(company), { invoiceNumber: 'AB-1001' }))).status).toBe(
    200,
  )
})

test('a credit note may have the number of others, and is refused on the same day with the same amount', async () => {
  const own = await newSupplier(company)
  const credit = { invoiceNumber: 'K 1', invoiceDate: '2026-03-01', totalAmount: -100 }
  await created({ ...credit, totalAmount: 100 }, own)
  const first = await created(credit, own)
  const same = `#/invoiceNumber: this supplier already has a credit note K 1 of 2026-03-01: supplier invoice ${first.id}`
  const answerTo = (changes: object) => company.post(PATH, anInvoiceOf(own, { ...credit, ...changes }))
  for (const changes of [{}, { invoiceNumber: 'k1' }]) expect(wrongIn(await answerTo(changes))).toEqual([same])
  const { body: other } = await answerTo({ invoiceNumber: 'K 2' })
  expect(wrongIn(await company.put(`${PATH}/${other.id}`, anInvoiceOf(own, credit)))).toEqual([same])
  // What is credited of an invoice in parts is often credited under its number.
  for (const changes of [{ totalAmount: -50 }, { invoiceDate: '2026-06-30' }, { invoiceDate: '2025-03-01' }]) {
    const answer = await answerTo(changes)
    expect(answer.status, answer.text).toBe(200)
  }
  expect((await company.put(`${PATH}/${first.id}`, anInvoiceOf(own, { ...credit, totalAmount: -99 }))).status).toBe(200)
})

test('credit notes that were the same before this was refused change in all else', async () => {
  const own = await newSupplier(company)
  const credit = { invoiceNumber: 'G 1', invoiceDate: '2026-03-01', totalAmount: -100 }
  const made = []
  for (const invoiceNumber of ['G 1', 'G 2', 'G 3']) made.push((await created({ ...credit, invoiceNumber }, own)).id)
  await service.database.rows(sql`
    update purchasing.supplier_invoice set invoice_number = 'G 1'
    where company_id = ${company.id} and id = any(${made}::uuid[])`)
  const [first, second] = made
  const same = `#/invoiceNumber: this supplier already has a credit note G 1 of 2026-03-01: supplier invoice ${first}`
  expect(wrongIn(await company.post(PATH, anInvoiceOf(own, credit)))).toEqual([same])
  const put = (changes: object) => company.put(`${PATH}/${second}`, anInvoiceOf(own, { ...credit, ...changes }))
  expect((await put({ dueDate: '2026-08-01' })).body).toMatchObject({ invoiceNumber: 'G 1', dueDate: '2026-08-01' })
  expect(wrongIn(await put({ invoiceNumber: 'g1' }))).toEqual([same])
  expect((await put({ totalAmount: -101 })).status).toBe(200)
})

test('of two that come at once with the same number, one is taken', async () => {
  const body = anInvoiceOf(supplierId, { invoiceNumber: aNumber() })
  const answers = await Promise.all([1, 2, 3, 4].map(() => company.post(PATH, body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
})

describe('in another currency', () => {
  test('it takes the rate of its day, and keeps it while day and supplier stay', async () => {
    const invoice = { totalAmount: 100.01, invoiceDate: '2026-06-01' }
    const made = await created(invoice, euroId)
    expect(made).toMatchObject({ currency: 'EUR', currencyRate: 11.0625, totalAmount: 100.01, remainingAmount: 100.01 })
    expect((await inDatabase(made.id)).base).toBe(110636n)
    await loaded(service, '2026-05-29;EUR;12')
    const put = async (changes: object, of = euroId) =>
      (
        await company.put(
          `${PATH}/${made.id}`,
          anInvoiceOf(of, { ...made, ...invoice, supplierRef: { id: of }, ...changes }),
        )
      ).body
    expect(await put({ totalAmount: 200 })).toMatchObject({ currencyRate: 11.0625 })
    expect((await inDatabase(made.id)).base).toBe(221250n)
    expect(await put({ invoiceDate: '2026-06-02' })).toMatchObject({ currencyRate: 12 })
    expect(await put({ invoiceDate: '2026-06-09' })).toMatchObject({ currencyRate: 11.2 })
    const dollarId = await newSupplier(company, { name: 'Paper Inc', currency: 'USD' })
    expect(await put({ invoiceDate: '2026-06-09' }, dollarId)).toMatchObject({ currency: 'USD', currencyRate: 9.5 })
    expect(await put({}, supplierId)).toMatchObject({ currency: 'SEK', currencyRate: 1 })
    await loaded(service, '2026-05-29;EUR;11.0625')
  })

  test('a missing rate is an error, and so is a total that is too much in SEK', async () => {
    const missing = (date: string) => `#/invoiceDate: no rate of EUR is known for ${date} or the 7 days before`
    for (const date of ['2026-05-28', '2026-06-06', '2026-06-07']) {
      const answer = await company.post(PATH, anInvoiceOf(euroId, { invoiceDate: date, totalAmount: 100 }))
      expect(wrongIn(answer)).toEqual([missing(date)])
    }
    const { id } = await created({ invoiceDate: '2026-06-05' }, euroId)
    const late = anInvoiceOf(euroId, { invoiceDate: '2026-06-16' })
    expect(wrongIn(await company.put(`${PATH}/${id}`, late))).toEqual([missing('2026-06-16')])
    expect(wrongIn(await company.post(PATH, anInvoiceOf(euroId, { totalAmount: 1e12, invoiceNumber: '1' })))).toEqual([
      '#/totalAmount: comes to more than 1000000000000 in the accounting currency',
    ])
  })

  test('what comes to nothing in SEK is refused: there would be no entry', async () => {
    await loaded(service, '2026-06-01;IDR;0.0006')
    const other = checkedCompany(await service.newCompany())
    const supplierId = await newSupplier(other, { currency: 'IDR' })
    const of = (totalAmount: number) => other.post(PATH, anInvoiceOf(supplierId, { totalAmount }))
    for (const total of [0.01, -8.33]) {
      expect(wrongIn(await of(total))).toEqual([
        '#/totalAmount: comes to less than half an öre, or half a cent, in the accounting currency: there is nothing to book',
      ])
    }
    const { id } = (await of(8.34)).body
    const lines = [{ account: 6110, netAmount: 8.34, vatTreatment: 'exempt' }]
    const record = (currencyRate: number) => other.post(`${PATH}/${id}/record`, { currencyRate, lines })
    expect(wrongIn(await record(0.0005))).toEqual([
      '#/currencyRate: comes to less than half an öre, or half a cent, in the accounting currency: there is nothing to book',
    ])
    expect((await record(0.0006)).status).toBe(200)
  })

  test('a person may set its rate, which stays until the day changes', async () => {
    const made = await created({ totalAmount: 100 }, euroId)
    const set = (rate: string, id = made.id) =>
      service.operateFor(company.id, (call) => purchasingAdmin.setSupplierInvoiceRate(call, { id, rate }))
    await set('11.5')
    expect(await inDatabase(made.id)).toMatchObject({ base: 115000n, rate: '11.5', manual: true })
    const put = (changes: object) => company.put(`${PATH}/${made.id}`, { ...made, ...changes })
    expect((await put({ totalAmount: 200 })).body.currencyRate).toBe(11.5)
    expect((await put({ invoiceDate: '2026-06-09' })).body.currencyRate).toBe(11.2)
    expect((await inDatabase(made.id)).manual).toBe(false)
    expect(await historyOf(service, company, 'supplier-invoice.rate-set')).toEqual([
      { id: made.id, before: '11.0625', after: '11.5' },
    ])
    await expect(set('0')).rejects.toMatchObject({ errors: [{ field: '#/rate' }] })
    await expect(set('11', (await created()).id)).rejects.toThrow(/is in the accounting currency/)
  })
})

describe('uploads', () => {
  test('are connected when it is added or later, and free again when it is removed', async () => {
    const first = await newUpload(company)
    const second = await newUpload(company)
    const made = await created({ uploadRef: { id: first } })
    expect(made.uploadRefs).toEqual([{ id: first }])
    const at = `${PATH}/${made.id}`
    const added = await company.post(`${at}/uploads`, { id: second })
    expect([added.status, added.body]).toEqual([200, { id: second }])
    expect((await company.get(at)).body.uploadRefs).toEqual([{ id: first }, { id: second }])
    const connected = `upload ${first} is already connected to supplier invoice ${made.id}`
    expect(
      wrongIn(
        await company.post(PATH, anInvoiceOf(supplierId, { invoiceNumber: aNumber(), uploadRef: { id: first } })),
      ),
    ).toEqual([`#/uploadRef/id: ${connected}`])
    expect(wrongIn(await company.post(`${PATH}/${(await created()).id}/uploads`, { id: first }))).toEqual([
      `#/id: ${connected}`,
    ])
    expect(wrongIn(await company.post(`${at}/uploads`, {}))).toEqual(['#/id: is required'])
    const kept = await company.put(at, { ...made, totalAmount: 7 })
    expect(kept.body).toMatchObject({ totalAmount: 7, uploadRefs: [{ id: first }, { id: second }] })
    expect((await company.delete(at)).status).toBe(204)
    expect((await created({ uploadRef: { id: first } })).uploadRefs).toEqual([{ id: first }])
  })

  test('of several invoices that want one at once, one gets it', async () => {
    const id = await newUpload(company)
    const bodies = [1, 2, 3].map(() => anInvoiceOf(supplierId, { invoiceNumber: aNumber(), uploadRef: { id } }))
    const answers = await Promise.all(bodies.map((body) => company.post(PATH, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })
})

describe('is changed', () => {
  test('only by the integration that added it', async () => {
    const made = await created()
    const at = `${PATH}/${made.id}`
    const other = await another()
    expect((await other.get(at)).body).toEqual(made)
    const refused = [
      await other.put(at, made),
      await other.delete(at),
      await other.post(`${at}/uploads`, { id: await newUpload(company) }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
      expect(body.message).toContain(made.id)
    }
    expect((await company.get(at)).body).toEqual(made)
    await service.database.rows(
      sql`update purchasing.supplier_invoice set created_by_kind = 'user' where id = ${made.id}`,
    )
    expect((await company.put(at, made)).body.message).toMatch(/by another integration, or by a person/)
  })

  test('only until it is recorded or paid, and the database holds to that', async () => {
    const made = await created()
    const at = `${PATH}/${made.id}`
    const change = (...assignments: string[]) =>
      service.database.rows({
        text: `update purchasing.supplier_invoice set ${assignments.join(', ')} where id = $1`,
        values: [made.id],
      } as never)
    await change('recorded_at = now()')
    for (const answer of [await company.put(at, { ...made, totalAmount: 1 }), await company.delete(at)]) {
      expect([answer.status, answer.body.message]).toEqual([
        400,
        `Supplier invoice ${made.id} is recorded and can no longer be changed`,
      ])
    }
    const upload = await newUpload(company)
    expect((await company.post(`${at}/uploads`, { id: upload })).status).toBe(200)
    // biome-ignore format: a table
    const changes: [string, boolean][] = [
      ['total_ore = 1',                 false],
      ["invoice_number = 'x'",          false],
      ["due_date = '2026-08-01'",       false],
      ['recorded_at = null',            false],
      ['created_by_id = id',            false],
      ['approved_at = null',            false],
      ['payable_account = 2440',        true],
      ['payable_account = 2441',        false],
      ["recorded_on = '2026-06-01'",    true],
      ['recorded_on = null',            false],
      ['modified_at = now()',           true],
    ]
    for (const [assignment, allowed] of changes) {
      const failed = await change(assignment).then(
        () => null,
        (cause) => cause.code,
      )
      expect([assignment, failed]).toEqual([assignment, allowed ? null : 'GB061'])
    }
    const removal = service.database.rows(sql`delete from purchasing.supplier_invoice where id = ${made.id}`)
    await expect(removal).rejects.toMatchObject({ code: 'GB061' })
    await expect(service.database.rows(sql`truncate purchasing.supplier_invoice cascade`)).rejects.toThrow()
    const paid = await created()
    await service.database.rows(sql`update purchasing.supplier_invoice set paid_ore = 100 where id = ${paid.id}`)
    const answer = await company.delete(`${PATH}/${paid.id}`)
    expect(answer.body.message).toBe(`Supplier invoice ${paid.id} has payments and can no longer be changed`)
    expect((await company.get(`${PATH}/${paid.id}`)).body.remainingAmount).toBe(12499)
  })
})

test('where supplier invoices are approved, they wait; and wait again when they change', async () => {
  const isApproved = async (id: string) => (await inDatabase(id)).approved
  const decide = (approves: boolean) =>
    service.operateFor(company.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves }))
  const approve = (id: string) =>
    service.operateFor(company.id, (call) => purchasingAdmin.approveSupplierInvoice(call, { id }))
  const before = await created()
  await decide(true)
  await decide(true)
  expect(await historyOf(service, company, 'purchasing-settings.changed')).toEqual([
    { before: { approves: false }, after: { approves: true } },
  ])
  const made = await created()
  expect([await isApproved(before.id), await isApproved(made.id)]).toEqual([true, false])
  await approve(made.id)
  expect(await isApproved(made.id)).toBe(true)
  await expect(approve(made.id)).rejects.toThrow(/is already approved/)
  await company.put(`${PATH}/${made.id}`, made)
  expect(await isApproved(made.id)).toBe(true)
  await company.put(`${PATH}/${made.id}`, { ...made, totalAmount: 13000 })
  expect(await isApproved(made.id)).toBe(false)
  await decide(false)
  // Pending invoices stay pending: no one has seen them.
  await company.put(`${PATH}/${made.id}`, { ...made, totalAmount: 14000 })
  expect([await isApproved(made.id), await isApproved((await created()).id)]).toEqual([false, true])
  expect((await historyOf(service, company, 'supplier-invoice.approved')).map(({ id }) => id)).toEqual([made.id])
})

test('a status says what is to be done next, and a list is filtered by it', async () => {
  const other = checkedCompany(await service.newCompany())
  const of = await newSupplier(other)
  const statusOf = async (id: string) => (await other.get(`${PATH}/${id}`)).body.status
  const withStatus = async (status: string) =>
    (await other.get(`${PATH}?query=status==${status}`)).body.items.map(({ id }: { id: string }) => id)
  await service.operateFor(other.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
  const { id } = await madeAt(other, PATH, anInvoiceOf(of))
  const steps = [
    ['toApprove', () => service.operateFor(other.id, (call) => purchasingAdmin.approveSupplierInvoice(call, { id }))],
    ['toRecord', () => other.post(`${PATH}/${id}/record`, { lines: [{ account: 6110, netAmount: 10_000 }] })],
    ['toPay', () => other.post(`${PATH}/${id}/payments`, { date: '2026-06-10', amount: 12_500 })],
    ['paid', async () => undefined],
  ] as const
  for (const [status, next] of steps) {
    expect([await statusOf(id), await withStatus(status)]).toEqual([status, [id]])
    await next()
  }
})

test('a list is filtered by what supplier invoices say', async () => {
  const other = checkedCompany(await service.newCompany())
  const paper = await newSupplier(other)
  const papier = await newSupplier(other, { currency: 'EUR' })
  const make = (of: string, invoiceNumber: string | null, totalAmount: number, dueDate: string) =>
    madeAt(other, PATH, anInvoiceOf(of, { invoiceNumber, totalAmount, dueDate }))
  const a = await make(paper, 'A-1', 100, '2026-06-30')
  const b = await make(papier, 'B-2', 99.5, '2026-07-15')
  const c = await make(paper, null, -100, '2026-07-31')
  // biome-ignore format: a table
  const table: [string, unknown[]][] = [
    [`supplierRef.id==${paper}`,                           [c, a]],
    [`supplierRef.id!=${paper}`,                           [b]],
    ['invoiceNumber==A-1',                                 [a]],
    ['invoiceNumber~-',                                    [b, a]],
    ['invoiceNumber!=A-1',                                 [c, b]],
    ['totalAmount>=99.5',                                  [b, a]],
    ['totalAmount<0',                                      [c]],
    ['remainingAmount==99.5',                              [b]],
    ['remainingAmount<=0',                                 [c]],
    ['status==toRecord',                                   [c, b, a]],
    ['status!=toRecord',                                   []],
    ['currency==EUR',                                      [b]],
    ['currency!=EUR&&totalAmount>0',                       [a]],
    ['invoiceDate==2026-06-01',                            [c, b, a]],
    ['invoiceDate>2026-06-01',                             []],
    ['dueDate<2026-07-31',                                 [b, a]],
    ['dueDate<=2026-06-30||dueDate>=2026-07-31',           [c, a]],
  ]
  for (const [query, expected] of table) {
    const { body } = await other.get(`${PATH}?query=${encodeURIComponent(query)}`)
    expect([query, body.items]).toEqual([query, expected])
  }
  const bad = await other.get(`${PATH}?query=paidAmount==1`)
  expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'query'])
})
