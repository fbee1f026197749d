// Credit notes over HTTP: made from an invoice, cut down, published and recorded, and never beyond what remains.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { aLine, fieldsOf, madeInvoice, published } from './invoicing.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})

const aText = (description: string) => ({ itemType: 'descriptionOnlyItem', description })

const done = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

type Line = Record<string, unknown>

/** A published invoice of these lines. */
const invoiced = async (lineItems: Line[], changes: Record<string, unknown> = {}) =>
  published(company, (await madeInvoice(company, { lineItems, ...changes })).id)

const invoiceNow = async (id: string) => done(await company.get(`/invoices/${id}`))
const credit = async (id: string) => done(await company.post(`/invoices/${id}/credit`))

/** A credit note of an invoice with these lines, or with all that remains. */
const creditOf = async (invoiceId: string, lineItems?: Line[]) => {
  const draft = await credit(invoiceId)
  if (lineItems === undefined) return draft
  return done(await company.put(`/credit-notes/${draft.id}`, { ...draft, lineItems }))
}

const publishNote = async (id: string) => done(await company.post(`/credit-notes/${id}/publish`))
const recordNote = async (id: string) => done(await company.post(`/credit-notes/${id}/record`))

/** Some of a line of the invoice. */
const some = (id: number, quantity: number, changes: Line = {}) => ({ id, itemType: 'salesItem', quantity, ...changes })

const balanceOf = async (account: number) => done(await company.get(`/chart-of-accounts/${account}`)).accountBalance

const entryOf = async (document: { journalEntryRef: { id: string } | null }) => {
  const entry = done(await company.get(`/journal-entries/${document.journalEntryRef?.id}`))
  const items = entry.items.map((item: { account: number; debit: number; credit: number }) => [
    item.account,
    item.debit - item.credit,
  ])
  return { title: entry.title, date: entry.date, items: Object.fromEntries(items) }
}

const linesOf = (note: { lineItems: Line[] }) =>
  note.lineItems.map(({ id, quantity, unitPrice, description }) =>
    quantity === undefined ? [id, description] : [id, quantity, unitPrice],
  )

describe('a credit note of a whole invoice', () => {
  const lines = [
    aLine({ quantity: 3, unitPrice: 99.9, description: 'Pall' }),
    aText('Enligt offert'),
    aLine({ quantity: 1, unitPrice: -10, description: 'Rabatt' }),
    aLine({ taxRate: 12, unitPrice: 50, productType: 'services', bookkeepingAccountNumber: 3990 }),
  ]

  test('has everything that the invoice has, and is a draft', async () => {
    const references = { orderNumberReference: 'O1', buyerReference: 'Anna', deliveryAddress: { city: 'Umeå' } }
    const invoice = await invoiced(lines, { ...references, metadata: { projekt: '7' } })
    const note = await credit(invoice.id)
    expect(note).toMatchObject({
      ...references,
      invoiceRef: { id: invoice.id, invoiceNumber: invoice.invoiceNumber },
      customerRef: { id: invoice.customerRef.id, name: invoice.customerRef.name },
      totalAmount: invoice.totalAmount,
      totalTax: invoice.totalTax,
      lineItems: invoice.lineItems,
      status: 'draft',
      invoiceNumber: null,
      publishedDateTime: null,
      creditDate: '2026-06-10',
      dueDate: '2026-06-10',
      paidAmount: 0,
      metadata: {},
      journalEntryRef: null,
    })
    expect(await company.get(`/credit-notes/${note.id}`)).toMatchObject({ status: 200, body: note })
    expect(done(await company.put(`/credit-notes/${note.id}`, note))).toEqual(note)
    // A draft credits nothing.
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: 'published', creditNoteRefs: [{ id: note.id }] })
  })

  test('takes the next number, ends the invoice, and books its mirror', async () => {
    const invoice = await invoiced(lines)
    const recorded = done(await company.post(`/invoices/${invoice.id}/record`))
    const { id } = await credit(invoice.id)
    const note = await publishNote(id)
    expect(note).toMatchObject({ status: 'published', invoiceNumber: String(Number(invoice.invoiceNumber) + 1) })
    expect(note.publishedDateTime).toBe('2026-06-10T10:00:00Z')
    expect((await invoiceNow(invoice.id)).status).toBe('credited')
    const booked = await entryOf(recorded)
    const mirror = await entryOf(await recordNote(id))
    expect(mirror.title).toBe(`Kreditfaktura ${note.invoiceNumber}, Kund AB`)
    const turned = Object.entries(mirror.items).map(([account, sum]) => [account, -(sum as number)])
    expect(Object.fromEntries(turned)).toEqual(booked.items)
    for (const account of [1510, 3001, 3990, 2611, 2621]) expect(await balanceOf(account), String(account)).toBe(0)
    const again = await company.post(`/invoices/${invoice.id}/credit`)
    expect([again.status, again.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(again.body.message).toBe(
      `Nothing remains to be credited on invoice ${invoice.invoiceNumber} (${invoice.id})`,
    )
  })

  test('is made of published invoices only, and on no day before theirs', async () => {
    const draft = await madeInvoice(company)
    expect(await company.post(`/invoices/${draft.id}/credit`)).toMatchObject({
      status: 400,
      body: { code: 'operation-not-allowed', message: expect.stringContaining(draft.id) },
    })
    const later = await invoiced([aLine()], { invoiceDate: '2026-06-12' })
    const note = await credit(later.id)
    expect(note).toMatchObject({ creditDate: '2026-06-12', dueDate: '2026-06-12' })
    const early = await company.put(`/credit-notes/${note.id}`, { ...note, creditDate: '2026-06-11' })
    expect(fieldsOf(early)).toEqual(['#/creditDate'])
  })
})

describe('a credit note that is cut down', () => {
  test('leaves the rest of each line to the next one', async () => {
    const invoice = await invoiced([aLine({ quantity: 10 }), aLine({ unitPrice: 30 }), aText('Text'), aLine()])
    const first = await creditOf(invoice.id, [some(1, 4), some(2, 1, { unitPrice: 10 }), aText('Två trasiga')])
    expect(linesOf(first)).toEqual([
      [1, 4, 100],
      [2, 1, 10],
      [5, 'Två trasiga'],
    ])
    expect([first.totalAmount, first.totalTax]).toEqual([512.5, 102.5])
    await publishNote(first.id)
    expect((await invoiceNow(invoice.id)).status).toBe('published')
    const rest = await credit(invoice.id)
    expect(linesOf(rest)).toEqual([
      [1, 6, 100],
      [2, 1, 20],
      [3, 'Text'],
      [4, 1, 100],
    ])
    await publishNote(rest.id)
    expect((await invoiceNow(invoice.id)).status).toBe('credited')
  })

  test('finds the rest of lines that were credited at other prices', async () => {
    const invoice = await invoiced([
      aLine({ quantity: 3, unitPrice: 0.333333 }),
      aLine({ quantity: 7, unitPrice: 3.01 }),
    ])
    const first = await creditOf(invoice.id, [some(1, 1, { unitPrice: 0.33 }), some(2, 2, { unitPrice: 2.99 })])
    await publishNote(first.id)
    const rest = await credit(invoice.id)
    expect(linesOf(rest)).toEqual([
      [1, 3, 0.223333],
      [2, 7, 2.155714],
    ])
    await publishNote(rest.id)
    expect((await invoiceNow(invoice.id)).status).toBe('credited')
  })

  const body = (lineItems: Line[]) => ({ lineItems })
  const refused: [what: string, changes: Record<string, unknown>, fields: string[]][] = [
    ['more of a line', body([some(1, 11)]), ['#/lineItems/0/quantity']],
    ['a higher price', body([some(1, 1, { unitPrice: 100.01 })]), ['#/lineItems/0/unitPrice']],
    ['below zero', body([some(1, -1)]), ['#/lineItems/0/quantity']],
    ['a discount the wrong way', body([some(1, 1), some(2, 1, { unitPrice: 20 })]), ['#/lineItems/1/unitPrice']],
    ['too many decimals', body([some(1, 0.1234567)]), ['#/lineItems/0/quantity']],
    ['a line that the invoice has not', body([some(9, 1)]), ['#/lineItems/0/id']],
    ['a line without an id', body([aLine()]), ['#/lineItems/0/id']],
    ['a line twice', body([some(1, 1), some(1, 1)]), ['#/lineItems/1/id']],
    ['a text as a sale', body([some(3, 1)]), ['#/lineItems/0/id']],
    ['a sale as a text', body([{ ...aText('x'), id: 1 }]), ['#/lineItems/0/id']],
    ['a text with a price', body([{ ...aText('x'), unitPrice: 5 }]), ['#/lineItems/0/unitPrice']],
    ['another tax rate', body([some(1, 1, { taxRate: 12 })]), ['#/lineItems/0/taxRate']],
    ['another kind', body([some(1, 1, { productType: 'services' })]), ['#/lineItems/0/productType']],
    [
      'another account',
      body([some(1, 1, { bookkeepingAccountNumber: 3990 })]),
      ['#/lineItems/0/bookkeepingAccountNumber'],
    ],
    ['a discount alone', body([some(2, 1)]), ['#/lineItems']],
    ['more than the whole', body([some(1, 10)]), ['#/lineItems']],
    ['another currency', { currency: 'EUR' }, ['#/currency']],
    ['another rate', { currencyRate: 2 }, ['#/currencyRate']],
    ['no such day', { creditDate: '2026-02-30' }, ['#/creditDate']],
    ['a due day before', { dueDate: '2026-06-09' }, ['#/dueDate']],
    ['bad metadata', { metadata: { å: 'x' } }, ['#/metadata/å']],
    ['a misspelt property', { curency: 'SEK', metadata: { å: 'x' } }, ['#/curency', '#/metadata/å']],
    ['no lines at all', { lineItems: undefined }, ['#/lineItems']],
  ]
  test.each(refused)('is refused with %s', async (_, changes, fields) => {
    const invoice = await invoiced([aLine({ quantity: 10 }), aLine({ unitPrice: -20 }), aText('Text')])
    const note = await credit(invoice.id)
    const answer = await company.put(`/credit-notes/${note.id}`, { ...note, ...changes })
    expect(answer.status, answer.text).toBe(400)
    expect(fieldsOf(answer)).toEqual(fields)
    expect(done(await company.get(`/credit-notes/${note.id}`))).toEqual(note)
  })

  test('is judged again when it is published: others may have credited meanwhile', async () => {
    const invoice = await invoiced([aLine({ quantity: 10 }), aLine()])
    const first = await creditOf(invoice.id, [some(1, 6)])
    const second = await creditOf(invoice.id, [some(1, 5)])
    await publishNote(first.id)
    const late = await company.post(`/credit-notes/${second.id}/publish`)
    expect([late.status, late.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(late.body.message).toBe(
      `The credit note ${second.id} credits more than remains on invoice ${invoice.invoiceNumber}: ` +
        'line 1 has 400.00 left to credit, excluding tax, which is less than 500.00',
    )
    const beyond = await company.put(`/credit-notes/${second.id}`, { ...second, lineItems: [some(1, 5)] })
    expect(fieldsOf(beyond)).toEqual(['#/lineItems/0'])
    done(await company.put(`/credit-notes/${second.id}`, { ...second, lineItems: [some(1, 4)] }))
    await publishNote(second.id)
    expect(linesOf(await credit(invoice.id))).toEqual([[2, 1, 100]])
  })

  test('with nothing that sells is not published', async () => {
    const invoice = await invoiced([aLine()])
    const { id } = await creditOf(invoice.id, [aText('Ingenting')])
    const answer = await company.post(`/credit-notes/${id}/publish`)
    expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
  })
})

describe('öre', () => {
  /** Publishes and records credit notes of one line each until nothing is left; the invoice's books must be empty. */
  const creditLineByLine = async (invoice: { id: string; lineItems: Line[]; totalAmount: number }) => {
    const totals: number[] = []
    for (const line of invoice.lineItems) {
      const note = await creditOf(invoice.id, [some(Number(line.id), Number(line.quantity))])
      totals.push((await publishNote(note.id)).totalAmount)
      await recordNote(note.id)
    }
    expect((await invoiceNow(invoice.id)).status).toBe('credited')
    expect(totals.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(Math.round(invoice.totalAmount * 100))
    for (const account of [1510, 3001, 2611, 3740]) expect(await balanceOf(account), String(account)).toBe(0)
  }

  const invoices: [what: string, lines: Line[], changes: Record<string, unknown>][] = [
    ['are rounded up with each', [1, 2, 3].map(() => aLine({ unitPrice: 0.1 })), {}],
    ['are rounded down with each', [1, 2, 3, 4].map(() => aLine({ unitPrice: 0.05 })), {}],
    [
      // The notes convert to 458.81, 458.81 and 458.92, and the invoice to 1376.55: the last one takes an öre more.
      'are those of another currency',
      [1, 2, 3].map(() => aLine({ unitPrice: 33.37 })),
      { currency: 'EUR', currencyRate: 11.000096 },
    ],
    [
      'are öre in SEK alone',
      [1, 2, 3].map(() => aLine({ unitPrice: 1.01 })),
      { currency: 'EUR', currencyRate: 0.333333 },
    ],
  ]
  test.each(invoices)('come out when credit notes %s', async (_, lines, changes) => {
    const invoice = await invoiced(lines, changes)
    done(await company.post(`/invoices/${invoice.id}/record`))
    await creditLineByLine(invoice)
  })

  test('come out where totals are whole kronor', async () => {
    await service.operateFor(company.id, (call) => changeSettings(call, { roundsTotal: true }))
    const invoice = await invoiced([1, 2, 3].map(() => aLine({ unitPrice: 80.44 })))
    expect(invoice.totalAmount).toBe(302)
    done(await company.post(`/invoices/${invoice.id}/record`))
    await creditLineByLine(invoice)
  })
})

describe('the witness', () => {
  const change = (statement: ReturnType<typeof sql>) => service.database.rows(statement)

  test('refuses more credit than the invoice came to (GB043)', async () => {
    const invoice = await invoiced([aLine()])
    const first = await credit(invoice.id)
    const second = await credit(invoice.id)
    await publishNote(first.id)
    const byHand = change(sql`
      update sales.invoice set number = number_of.next, published_at = now()
      from (select max(number) + 1 as next from sales.invoice where company_id = ${company.id}) number_of
      where company_id = ${company.id} and id = ${second.id}`)
    await expect(byHand).rejects.toMatchObject({ code: 'GB043' })
  })

  test('keeps what is published (GB041)', async () => {
    const note = await publishNote((await credit((await invoiced([aLine()])).id)).id)
    const statements = [
      sql`update sales.invoice set total_ore = 1 where id = ${note.id}`,
      sql`delete from sales.invoice where id = ${note.id}`,
      sql`update sales.invoice_line set quantity = 0.5 where invoice_id = ${note.id}`,
    ]
    for (const statement of statements) await expect(change(statement)).rejects.toMatchObject({ code: 'GB041' })
  })
})

describe('drafts and published ones', () => {
  test('a draft is deleted, and its invoice forgets it', async () => {
    const invoice = await invoiced([aLine()])
    const { id } = await credit(invoice.id)
    const stale = await company.delete(`/credit-notes/${id}`, { 'if-match': '"other"' })
    expect(stale.status).toBe(412)
    expect((await company.delete(`/credit-notes/${id}`)).status).toBe(204)
    expect((await company.get(`/credit-notes/${id}`)).status).toBe(404)
    expect((await invoiceNow(invoice.id)).creditNoteRefs).toEqual([])
  })

  test('what is published is not changed, deleted, published or recorded again', async () => {
    const invoice = await invoiced([aLine()])
    done(await company.post(`/invoices/${invoice.id}/record`))
    const { id } = await credit(invoice.id)
    expect((await company.post(`/credit-notes/${id}/record`)).status).toBe(400)
    const note = await publishNote(id)
    await recordNote(id)
    const path = `/credit-notes/${id}`
    const late = [
      company.put(path, note),
      company.delete(path),
      company.post(`${path}/publish`),
      company.post(`${path}/record`),
    ]
    for (const answer of await Promise.all(late)) {
      expect([answer.status, answer.body.code]).toEqual([400, 'operation-not-allowed'])
      expect(answer.body.message).toContain(id)
    }
  })

  test('are no invoices, and invoices are none of them', async () => {
    const invoice = await invoiced([aLine()])
    const note = await credit(invoice.id)
    for (const path of [`/invoices/${note.id}`, `/credit-notes/${invoice.id}`]) {
      expect((await company.get(path)).status, path).toBe(404)
    }
    expect((await company.post(`/invoices/${note.id}/publish`)).status).toBe(404)
    expect((await company.post(`/credit-notes/${invoice.id}/publish`)).status).toBe(404)
    expect((await company.post(`/invoices/${note.id}/credit`)).status).toBe(404)
    expect((await company.get('/invoices')).body.totalItems).toBe(1)
  })

  test('are listed by filters', async () => {
    const plain = await invoiced([aLine()], { orderNumberReference: 'O1' })
    const euro = await invoiced([aLine({ unitPrice: 200 })], { currency: 'EUR', currencyRate: 11 })
    const first = await credit(plain.id)
    const second = await credit(euro.id)
    await publishNote(first.id)
    const changed = {
      ...second,
      metadata: { projekt: '7' },
      projectReference: 'P',
      buyerReference: 'B',
      contractReference: 'C',
    }
    done(
      await company.put(`/credit-notes/${second.id}`, { ...changed, creditDate: '2026-06-11', dueDate: '2026-06-20' }),
    )
    const filters: [filter: string, found: string[]][] = [
      ['status==published', [first.id]],
      ['status==draft', [second.id]],
      ['status==overdue', []],
      ['currency==EUR', [second.id]],
      ['totalAmount>125', [second.id]],
      ['creditDate==2026-06-10', [first.id]],
      ['dueDate>=2026-06-20', [second.id]],
      ['orderNumberReference==O1', [first.id]],
      ['projectReference==P', [second.id]],
      ['buyerReference~B', [second.id]],
      ['contractReference==C', [second.id]],
      [`customerRef==${first.customerRef.id}`, [first.id]],
      ['metadata.projekt==7', [second.id]],
      ['type==invoice', [second.id, first.id]],
    ]
    for (const [filter, found] of filters) {
      const { items } = done(await company.get(`/credit-notes?query=${encodeURIComponent(filter)}`))
      expect(
        items.map(({ id }: { id: string }) => id),
        filter,
      ).toEqual(found)
    }
    expect((await company.get('/credit-notes?query=colour==red')).status).toBe(400)
    const page = done(await company.get('/credit-notes?cursor=&pageSize=1'))
    expect(page.items[0]).toEqual(done(await company.get(`/credit-notes/${second.id}`)))
    expect(page.nextCursor).toBeTypeOf('string')
  })
})

describe('what is paid', () => {
  const pay = async (invoiceId: string, sumBaseCurrency: number) => {
    const payment = { date: '2026-06-10', sumBaseCurrency, bookkeepingAccountNumber: 1930 }
    const { id } = done(await company.post(`/invoices/${invoiceId}/payments`, payment))
    return done(await company.post(`/invoices/${invoiceId}/payments/${id}/record`))
  }

  test('and credited make up the invoice', async () => {
    const invoice = await invoiced([aLine({ quantity: 10 })])
    done(await company.post(`/invoices/${invoice.id}/record`))
    const note = await creditOf(invoice.id, [some(1, 4)])
    await publishNote(note.id)
    await recordNote(note.id)
    await pay(invoice.id, 750)
    expect((await invoiceNow(invoice.id)).status).toBe('paid')
    expect(await balanceOf(1510)).toBe(0)
    const rest = await credit(invoice.id)
    await publishNote(rest.id)
    await recordNote(rest.id)
    expect((await invoiceNow(invoice.id)).status).toBe('credited')
    expect(await balanceOf(1510)).toBe(-750)
  })

  test('is too much once a part is credited', async () => {
    const invoice = await invoiced([aLine({ quantity: 10 })])
    done(await company.post(`/invoices/${invoice.id}/record`))
    await pay(invoice.id, 1250)
    await publishNote((await creditOf(invoice.id, [some(1, 1)])).id)
    expect((await invoiceNow(invoice.id)).status).toBe('overPaid')
  })

  test('decides alone what is booked under the cash method', async () => {
    company = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
    const invoice = await invoiced([aLine({ quantity: 10 })])
    done(await company.post(`/invoices/${invoice.id}/record`))
    const note = await creditOf(invoice.id, [some(1, 4)])
    await publishNote(note.id)
    expect((await recordNote(note.id)).journalEntryRef).toBeNull()
    await pay(invoice.id, 750)
    expect((await invoiceNow(invoice.id)).status).toBe('paid')
    expect([await balanceOf(1930), await balanceOf(3001), await balanceOf(2611)]).toEqual([750, -600, -150])
  })
})

describe('the tax reduction of the invoice', () => {
  const work = (changes: Line = {}) =>
    aLine({
      description: 'Städning',
      productType: 'services',
      unitType: 'hour',
      quantity: 10,
      unitPrice: 400,
      taxReduction: { taxReductionType: 'rut', jobType: 'rutCleaning' },
      ...changes,
    })
  const taxReduction = {
    type: 'rut',
    description: 'Städning',
    deductionPeople: [
      { personalNumber: '19850709-9805', deductionAmount: 1500 },
      { personalNumber: '19121212-1212', deductionAmount: 1000 },
    ],
  }

  const reduced = async () => {
    const customer = done(await company.post('/customers', { name: 'Anna Ek', type: 'private' }))
    const lineItems = [work(), aLine({ unitPrice: 200 })]
    const invoice = await invoiced(lineItems, { customerRef: { id: customer.id }, taxReduction })
    done(await company.post(`/invoices/${invoice.id}/record`))
    expect([await balanceOf(1510), await balanceOf(1513)]).toEqual([2750, 2500])
    return invoice
  }

  test('is lowered by as much of the work as is credited', async () => {
    const invoice = await reduced()
    const note = await creditOf(invoice.id, [some(1, 4)])
    await publishNote(note.id)
    await recordNote(note.id)
    expect([await balanceOf(1510), await balanceOf(1513)]).toEqual([1750, 1500])
    const rest = await credit(invoice.id)
    await publishNote(rest.id)
    await recordNote(rest.id)
    expect([await balanceOf(1510), await balanceOf(1513)]).toEqual([0, 0])
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: 'credited', taxReduction: { status: 'removed' } })
  })

  test('stays when no work is credited', async () => {
    const invoice = await reduced()
    const note = await creditOf(invoice.id, [some(2, 1)])
    await publishNote(note.id)
    await recordNote(note.id)
    expect([await balanceOf(1510), await balanceOf(1513)]).toEqual([2500, 2500])
  })

  test('of a credit note that is not recorded yet: the claim is what the invoice was booked with', async () => {
    const { id: invoiceId } = await reduced()
    const note = await creditOf(invoiceId, [some(1, 4)])
    await publishNote(note.id)
    const payment = { date: '2026-06-10', sumBaseCurrency: 2850, bookkeepingAccountNumber: 1930 }
    const { id } = done(await company.post(`/invoices/${invoiceId}/payments`, payment))
    const { items } = await entryOf(done(await company.post(`/invoices/${invoiceId}/payments/${id}/record`)))
    expect(items).toEqual({ 1930: 2850, 1510: -2750, 2420: -100 })
    await recordNote(note.id)
    expect([await balanceOf(1510), await balanceOf(1513)]).toEqual([-1000, 1500])
  })
})
