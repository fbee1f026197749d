// Publication: numbers without gaps, references, and content that stays as it was, which the database holds as well.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { type Sql, sql } from '#platform/sql'
import { isOcrReferenceWithLength } from '#server/numbers/ocr'
import { setNextInvoiceNumber } from '#server/sales/settings/settings-change'

import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, anInvoice, madeCustomer, madeInvoice, madeItem, published } from './invoicing.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})

const address = { line1: 'Storgatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' }

describe('publication', () => {
  test('gives number, reference, moment and status', async () => {
    const draft = await madeInvoice(company)
    const first = await published(company, draft.id)
    expect(first).toEqual({
      ...draft,
      status: 'published',
      invoiceNumber: '1',
      paymentReference: '133',
      bookedBy: 'recording',
      publishedDateTime: '2026-06-10T10:00:00Z',
    })
    expect((await company.get(`/invoices/${draft.id}`)).body).toEqual(first)
    const rows = await service.database.rows(sql`
      select what, detail from platform.history where company_id = ${company.id} and what = 'invoice.published'`)
    expect(rows).toEqual([{ what: 'invoice.published', detail: { id: draft.id, number: '1' } }])
  })

  test('numbers the invoices of each company one after the other, from where it is told to', async () => {
    await service.operateFor(company.id, (call) => setNextInvoiceNumber(call, { number: 1001n }))
    for (const number of ['1001', '1002', '1003']) {
      const { invoiceNumber, paymentReference } = await published(company, (await madeInvoice(company)).id)
      expect(invoiceNumber).toBe(number)
      expect(paymentReference.startsWith(number)).toBe(true)
      expect(isOcrReferenceWithLength(paymentReference)).toBe(true)
    }
    const other = checkedCompany(await service.newCompany())
    expect(await published(other, (await madeInvoice(other)).id)).toMatchObject({ invoiceNumber: '1' })
  })

  test('at once leaves no hole and repeats no number', async () => {
    const { id: customer } = await madeCustomer(company)
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => madeInvoice(company, { customerRef: { id: customer } })),
    )
    const bad = (await company.post('/invoices', anInvoice())).body
    const answers = await Promise.all(
      [...drafts, bad, ...drafts].map(({ id }) => company.post(`/invoices/${id}/publish`)),
    )
    const numbers = answers.flatMap(({ body }) => body.invoiceNumber ?? []).map(Number)
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
  })

  test('goes on while contacts of the customer come and go', async () => {
    const contactsDetails = [{ name: 'Bo' }]
    const customer = await madeCustomer(company, { contactsDetails })
    const customerRef = { id: customer.id }
    const drafts = await Promise.all(Array.from({ length: 8 }, () => madeInvoice(company, { customerRef })))
    const answers = await Promise.all(
      drafts.flatMap(({ id }) => [
        company.post(`/invoices/${id}/publish`),
        company.put(`/customers/${customer.id}`, { name: 'Kund AB', type: 'company', contactsDetails }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('that is undone gives its number back', async () => {
    const { id } = await madeInvoice(company)
    const undone = service.operateFor(company.id, async ({ db, companyId }) => {
      await db.rows(sql`insert into sales.counter (company_id, next_invoice) values (${companyId}, 2)`)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await published(company, id)).toMatchObject({ invoiceNumber: '1' })
  })

  test('shows an invoice of nothing as paid', async () => {
    const { id } = await madeInvoice(company, { lineItems: [aLine(), aLine({ unitPrice: -100 })] })
    expect(await published(company, id)).toMatchObject({ status: 'paid', totalAmount: 0 })
  })

  test('is overdue the day after it is due, in Swedish time', async () => {
    const { id } = await madeInvoice(company, { dueDate: '2026-06-11' })
    await published(company, id)
    const days: [string, string][] = [
      ['2026-06-11T21:59:59Z', 'published'],
      ['2026-06-11T22:00:00Z', 'overdue'],
    ]
    for (const [now, status] of days) {
      service.setNow(now)
      expect((await company.get(`/invoices/${id}`)).body.status).toBe(status)
      expect((await company.get(`/invoices?query=status==${status}`)).body.totalItems).toBe(1)
    }
    service.setNow('2026-06-10T10:00:00Z')
  })

  test.each([
    ['a customer', {}, 'it has no customer'],
    ['a line    ', { lineItems: [] }, 'it has no line that sells anything'],
    [
      'a sale    ',
      { lineItems: [{ itemType: 'descriptionOnlyItem', description: 'Hej' }] },
      'it has no line that sells anything',
    ],
  ])('needs %s', async (_, changes, reason) => {
    const customerRef = 'lineItems' in changes ? { id: (await madeCustomer(company)).id } : undefined
    const { id } = await madeInvoice(company, { ...changes, customerRef })
    const { body } = await company.post(`/invoices/${id}/publish`)
    const message = `The document cannot be published: ${reason}`
    expect(body).toMatchObject({ code: 'operation-not-allowed', message })
  })

  test.each([
    ['for an entry         ', 2_000_000_000_000n, {}, [0, 1]],
    ['for its paper        ', 60_000_000_000_000_000n, {}, [0, 1]],
    ['in another currency  ', 200_000_000_000n, { currency: 'EUR', currencyRate: 11 }, [0, 1]],
    ['only with one another', 600_000_000_000n, {}, []],
  ])('refuses lines of older drafts that cancel out and are too large: %s', async (_, kronor, changes, named) => {
    const lineItems = [1, -1].map((side) => aLine({ unitPrice: side * 100 }))
    const { id } = await madeInvoice(company, { ...changes, lineItems })
    // As drafts were kept when only their total was limited.
    await service.database.rows(sql`
      update sales.invoice_line set net_ore = sign(net_ore) * ${kronor * 100n}, quantity = 900000000,
        unit_price = sign(unit_price) * ${kronor} / 900000000
      where company_id = ${company.id} and invoice_id = ${id}`)
    const { status, body } = await company.post(`/invoices/${id}/publish`)
    expect(status).toBe(400)
    const message =
      'must be at most 1000000000000 in the accounting currency, counted without signs: the document could not be booked'
    const fields = named.length > 0 ? named.map((index) => `#/lineItems/${index}`) : ['#/lineItems']
    expect(body.errors).toEqual(fields.map((field) => ({ field, message })))
    expect((await company.get(`/invoices/${id}`)).body.status).toBe('draft')
  })
})

describe('a published invoice', () => {
  test('is not changed, extended, removed or published again', async () => {
    const draft = await madeInvoice(company)
    const invoice = await published(company, draft.id)
    const path = `/invoices/${draft.id}`
    const stays = `The document ${draft.id} is published as number 1 and can no longer be changed: credit it instead`
    const again = `The document ${draft.id} is already published, as number 1`
    const asked: [Promise<{ body: unknown }>, string][] = [
      [company.put(path, invoice), stays],
      [company.post(`${path}/line-items`, aLine()), stays],
      [company.delete(path), stays],
      [company.post(`${path}/publish`), again],
    ]
    for (const [answer, message] of asked) {
      expect((await answer).body).toMatchObject({ code: 'operation-not-allowed', message })
    }
    expect((await company.get(path)).body).toEqual(invoice)
  })

  test('says what it said, despite changes of customer, contact and item', async () => {
    const item = await madeItem(company)
    const customer = await madeCustomer(company, { address, contactsDetails: [{ email: 'a@kund.se' }] })
    const lineItems = [{ itemType: 'salesItem', itemRef: { id: item.id } }]
    const draft = await madeInvoice(company, { customerRef: { id: customer.id }, lineItems })
    await company.put(`/customers/${customer.id}`, { ...customer, name: 'Kunden AB' })
    const shown = (await company.get(`/invoices/${draft.id}`)).body
    expect(shown.customerRef.name).toBe('Kunden AB')
    const invoice = await published(company, draft.id)
    const moved = { name: 'Köparen AB', address: { ...address, city: 'Kiruna' }, contactsDetails: [] }
    expect((await company.put(`/customers/${customer.id}`, { ...customer, ...moved })).status).toBe(200)
    expect((await company.get(`/invoices/${draft.id}`)).body).toEqual(invoice)
    expect(invoice.billingAddress).toEqual({ ...address, line2: null, countrySubdivision: null })
  })

  test('keeps its contact, which a draft has no longer than the customer', async () => {
    const contactsDetails = [{ name: 'Bo', email: 'bo@kund.se', phone: '090-1' }]
    const customer = await madeCustomer(company, { contactsDetails })
    const customerRef = { id: customer.id }
    const draft = await madeInvoice(company, { customerRef })
    const { id } = await published(company, (await madeInvoice(company, { customerRef })).id)
    const note = (await company.post(`/invoices/${id}/credit`)).body
    const publishedNote = (await company.post(`/credit-notes/${note.id}/publish`)).body
    const other = await published(company, (await madeInvoice(company, { customerRef })).id)
    const otherNote = (await company.post(`/invoices/${other.id}/credit`)).body
    const then = { id: customer.contactsDetails[0].id, email: 'bo@kund.se', phone: '090-1' }
    for (const { contactDetailRef } of [publishedNote, otherNote]) expect(contactDetailRef).toEqual(then)

    const shown = async () => {
      const paths = [
        `invoices/${id}`,
        `credit-notes/${note.id}`,
        `invoices/${draft.id}`,
        `credit-notes/${otherNote.id}`,
      ]
      const answers = await Promise.all(paths.map((path) => company.get(`/${path}`)))
      return answers.map(({ body }) => body.contactDetailRef)
    }
    const moved = { ...customer.contactsDetails[0], email: 'bo@ny.se', phone: null }
    await company.put(`/customers/${customer.id}`, { ...customer, contactsDetails: [moved] })
    const now = { ...then, email: 'bo@ny.se', phone: null }
    expect(await shown()).toEqual([then, then, now, now])
    expect((await company.put(`/customers/${customer.id}`, { name: 'Kund AB', type: 'company' })).status).toBe(200)
    expect(await shown()).toEqual([then, then, null, null])
    const { items } = (await company.get('/invoices?query=status!=draft')).body
    expect(items.map((one: typeof note) => one.contactDetailRef)).toEqual([then, then])

    expect((await company.delete(`/credit-notes/${otherNote.id}`)).status).toBe(204)
    expect((await company.post(`/invoices/${other.id}/credit`)).body.contactDetailRef).toBeNull()
  })
})

/** The SQLSTATE that a statement is refused with. */
const stateOf = async (statement: Sql): Promise<string> => {
  try {
    await service.database.rows(statement)
    return 'done'
  } catch (cause) {
    return (cause as { code: string }).code
  }
}

describe('the database', () => {
  const someone = newId()

  test('keeps the content of published documents', async () => {
    const { id } = await madeInvoice(company, { lineItems: [aLine(), aLine()] })
    await published(company, id)
    const other = await madeInvoice(company)
    const invoice = (set: Sql) => sql`update sales.invoice set ${set} where id = ${id}`
    const line = (set: Sql) => sql`update sales.invoice_line set ${set} where invoice_id = ${id} and id = 1`
    const statements: [Sql, string][] = [
      [invoice(sql`total_ore = total_ore + 1`), 'GB041'],
      [invoice(sql`date = date + 1`), 'GB041'],
      [invoice(sql`due_date = due_date + 1`), 'GB041'],
      [invoice(sql`customer_name = 'X'`), 'GB041'],
      [invoice(sql`customer_id = null`), 'GB041'],
      [invoice(sql`billing_address = '{}'`), 'GB041'],
      [invoice(sql`contact = '{}'`), 'GB041'],
      [invoice(sql`contact_detail_id = ${someone}`), 'GB041'],
      [sql`update sales.invoice set contact = '{}' where id = ${other.id}`, '23514'],
      [invoice(sql`buyer_reference = 'X'`), 'GB041'],
      [invoice(sql`metadata = '{"a": "b"}'`), 'GB041'],
      [invoice(sql`currency_rate = 2`), 'GB041'],
      [invoice(sql`payment_reference = '42'`), 'GB041'],
      [invoice(sql`number = 2`), 'GB041'],
      [invoice(sql`number = null, published_at = null`), 'GB041'],
      [invoice(sql`published_at = now()`), 'GB041'],
      [invoice(sql`created_by_id = ${someone}`), 'GB041'],
      [sql`delete from sales.invoice where id = ${id}`, 'GB041'],
      [line(sql`description = 'X'`), 'GB041'],
      [line(sql`net_ore = 1`), 'GB041'],
      [sql`delete from sales.invoice_line where invoice_id = ${id} and id = 2`, 'GB041'],
      [sql`update sales.invoice_line set invoice_id = ${id}, id = 9 where invoice_id = ${other.id}`, 'GB041'],
      [
        sql`insert into sales.invoice_line (company_id, invoice_id, id, position, item_type, description)
          values (${company.id}, ${id}, 3, 3, 'descriptionOnlyItem', 'X')`,
        'GB041',
      ],
      [
        sql`insert into sales.attachment (company_id, id, invoice_id, file_name, content_type, size, digest, created_at)
          values (${company.id}, ${someone}, ${id}, 'x', 'image/png', 1, '\\x00', now())`,
        'GB041',
      ],
      [sql`truncate sales.invoice cascade`, 'GB041'],
      [sql`truncate sales.invoice_line`, 'GB041'],
      [sql`truncate sales.attachment`, 'GB041'],
      [invoice(sql`recorded_at = now()`), 'done'],
      [invoice(sql`recorded_at = null`), 'GB041'],
    ]
    for (const [statement, state] of statements) expect(await stateOf(statement), statement.text).toBe(state)
  })

  test('gives no number but the next one', async () => {
    await published(company, (await madeInvoice(company)).id)
    const { id } = await madeInvoice(company)
    const numbered = (number: number) =>
      sql`update sales.invoice set number = ${number}, published_at = now() where id = ${id}`
    const inserted = sql`
      insert into sales.invoice (company_id, id, kind, currency, currency_rate, date, due_date, net_ore, tax_ore,
        total_ore, total_base_ore, number, published_at, created_by_kind, created_by_id, created_at, modified_at)
      values (${company.id}, ${newId()}, 'invoice', 'SEK', 1, '2026-06-10', '2026-06-10', 0, 0, 0, 0, 7, now(), 'token',
        ${someone}, now(), now())`
    for (const statement of [numbered(0), numbered(1), numbered(3), inserted]) {
      expect(await stateOf(statement)).toBe('GB044')
    }
    expect(await stateOf(numbered(2))).toBe('done')
  })
})
