// The end of a period: nothing is published that cannot be booked, and no day is closed over what is not in the books.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiscalYear, firstOpenDay, ledgerContribution, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { bookUnpaid, closeYear, salesAdmin, salesContribution } from '#sales'
import { checkedCompany } from '#support/checked'
import { type NewTestCompany, type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'
import { reportVat } from '#vat'
import { balancesOf, bookedBy, entriesOf, entryOf, ok, paid, paidAndRecorded, recorded, settled } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const day = (text: string) => text as Day
const operate = <T>(work: (call: CompanyCall) => Promise<T>) => service.operateFor(company.id, work)

const newCompany = async (options: NewTestCompany = {}) => {
  company = checkedCompany(await service.newCompany(options))
}
const nextYear = (accountingMethod: 'cash' | 'accrual' = 'accrual') =>
  operate((call) => createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod }))

beforeEach(async () => {
  service.setNow(START)
  await newCompany()
})

const lock = (date: string, force = false) => operate((call) => salesAdmin.lockDays(call, { date: day(date), force }))
/** What the end of a year books; nothing where there is no result. */
const bookResult = async () => {
  const { ore } = await service.database.one<{ ore: bigint }>(sql`
    select coalesce(sum(b.credit - b.debit), 0)::bigint as ore from ledger.month_balance b
    join ledger.account a on a.company_id = b.company_id and a.number = b.account
    where b.company_id = ${company.id} and a.kind in ('income', 'expense')`)
  const kronor = Number(ore) / 100
  const items = [
    { account: 8999, debit: kronor },
    { account: 2099, credit: kronor },
  ]
  if (kronor > 0) ok(await company.post('/journal-entries', { title: 'Årets resultat', date: '2026-01-31', items }))
}
const close = (force = false) => operate((call) => closeYear(call, { id: company.fiscalYearId, force }))
const report = (start: string, end: string, force = false) =>
  operate((call) => reportVat(call, { start: day(start), end: day(end), isElsewhere: true }, { force, dryRun: false }))

const sent = async (invoiceDate: string) => published(company, (await madeInvoice(company, { invoiceDate })).id)

/** A draft of a credit note of an invoice, of a day. */
const noteOf = async (invoiceId: string, creditDate: string) => {
  const draft = ok(await company.post(`/invoices/${invoiceId}/credit`))
  return ok(await company.put(`/credit-notes/${draft.id}`, { ...draft, creditDate, dueDate: creditDate }))
}
const record = (kind: 'invoices' | 'credit-notes', { id }: { id: string }) => company.post(`/${kind}/${id}/record`)

describe('a day on which nothing can be booked', () => {
  const cases: [what: string, date: string, before: () => Promise<unknown>, message: string][] = [
    [
      'is locked',
      '2026-05-31',
      () => lock('2026-05-31'),
      'the books are locked up to and including 2026-05-31: the document could not be booked. ' +
        'Give it another date, 2026-06-01 at the earliest',
    ],
    [
      'is in a closed year',
      '2026-05-31',
      async () => {
        await nextYear()
        await bookResult()
        await close()
      },
      '2026-05-31 is in a closed fiscal year: the document could not be booked. ' +
        'Give it another date, 2027-01-01 at the earliest',
    ],
    [
      'is in no year',
      '2027-01-01',
      async () => {},
      '2027-01-01 is in no fiscal year: the document could not be booked. Open a fiscal year for it first',
    ],
  ]
  test.each(cases)('that %s: no invoice of it is published', async (_, invoiceDate, before, message) => {
    const { id } = await madeInvoice(company, { invoiceDate })
    await before()
    const answer = await company.post(`/invoices/${id}/publish`)
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: '#/invoiceDate', message }]])
    expect(ok(await company.get(`/invoices/${id}`)).invoiceNumber).toBeNull()
  })

  test.each(cases)('that %s: no credit note of it is', async (_, date, before, message) => {
    const invoice = await recorded(company, { invoiceDate: '2026-01-10' })
    const { id } = await noteOf(invoice.id, date)
    await before()
    const answer = await company.post(`/credit-notes/${id}/publish`)
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: '#/creditDate', message }]])
    // What was refused took no number.
    const next = await madeInvoice(company, {
      invoiceDate: message.includes('2027-01-01 at') ? '2027-01-01' : '2026-06-02',
    })
    expect((await published(company, next.id)).invoiceNumber).toBe('2')
  })

  test('is refused by the database as well (GB045)', async () => {
    const { id } = await madeInvoice(company, { invoiceDate: '2026-05-31' })
    await lock('2026-05-31')
    const byHand = operate(({ db }) =>
      db.rows(sql`update sales.invoice set published_at = now(), number = 1 where id = ${id}`),
    )
    await expect(byHand).rejects.toMatchObject({ code: 'GB045' })
  })

  test('is not made while a document of it is being published', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => madeInvoice(company, { invoiceDate: '2026-05-31' })),
    )
    const publishing = drafts.map(({ id }) => company.post(`/invoices/${id}/publish`))
    const locking = lock('2026-05-31').catch((cause: Error) => cause)
    const statuses = (await Promise.all(publishing)).map(({ status }) => status)
    const outcome = await locking
    // Either something was published and the day stays open, or the day is locked and nothing was published later.
    if (outcome instanceof Error) expect(statuses).toContain(200)
    else expect(statuses).toEqual(statuses.map(() => 400))
  })
})

test('what is dated ahead within an open year is published, and recorded when its day comes', async () => {
  const invoice = await sent('2026-09-01')
  expect((await record('invoices', invoice)).body.message).toMatch(/2026-09-01 is more than two business days ahead/)
  service.setNow('2026-09-01T10:00:00Z')
  const { date } = await entryOf(company, ok(await record('invoices', invoice)))
  expect(date).toBe('2026-09-01')
})

describe('a period is not ended over documents that are not in the books', () => {
  type End = (force?: boolean) => Promise<unknown>
  const ends: [what: string, end: End, booked: string | RegExp][] = [
    ['by a lock date', (force) => lock('2026-05-31', force), '2026-06-01'],
    [
      'by closing the year',
      async (force) => {
        service.setNow('2027-01-04T10:00:00Z')
        return close(force)
      },
      '2027-01-01',
    ],
    ['by reporting VAT', (force) => report('2026-04-01', '2026-05-31', force), '2026-06-01'],
  ]
  test.each(ends)('%s: they are named, recorded first, or with force on the first open day', async (_, end, first) => {
    await nextYear()
    const invoice = await sent('2026-05-20')
    const other = await recorded(company, { invoiceDate: '2026-05-21' })
    const note = ok(await company.post(`/credit-notes/${(await noteOf(other.id, '2026-05-22')).id}/publish`))
    await expect(end()).rejects.toThrow(
      'Not in the books yet: invoice 1 of 2026-05-20, credit note 3 of 2026-05-22. Record them first',
    )
    const entries = await entriesOf(company)
    expect(entries).toHaveLength(1)
    await end(true)
    const late = await entryOf(company, ok(await record('invoices', invoice)))
    expect(late).toMatchObject({ date: first, title: 'Faktura 1, Kund AB, daterad 2026-05-20' })
    const back = await entryOf(company, ok(await record('credit-notes', note)))
    expect(back).toMatchObject({ date: first, title: 'Kreditfaktura 3, Kund AB, daterad 2026-05-22' })
    expect(await operate(salesContribution.verify)).toEqual([])
    expect(await operate(ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
  })

  test.each(ends)('%s: what is recorded, later, or a draft does not hinder it', async (_, end) => {
    await nextYear()
    await recorded(company, { invoiceDate: '2026-05-20' })
    await madeInvoice(company, { invoiceDate: '2026-05-20' })
    await sent('2027-01-01')
    await bookResult()
    await end()
  })

  test('what is paid and not recorded does not hinder it under the accrual method', async () => {
    await paid(company, (await recorded(company, { invoiceDate: '2026-05-20' })).id, { sum: 125, date: '2026-05-21' })
    await lock('2026-05-31')
  })

  test('what was locked with force is reported once, and a lock is undone without a question', async () => {
    await sent('2026-05-20')
    expect(await lock('2026-05-31', true)).toMatchObject([{ kind: 'invoice', number: '1', date: '2026-05-20' }])
    await sent('2026-06-02')
    await expect(lock('2026-06-05')).rejects.toThrow('Not in the books yet: invoice 2 of 2026-06-02. Record')
    expect(await operate((call) => salesAdmin.lockDays(call, { date: null, force: false }))).toEqual([])
  })

  test('what is published after VAT was reported is booked on its day', async () => {
    await report('2026-04-01', '2026-05-31')
    service.setNow('2026-06-11T10:00:00Z')
    const { date } = await entryOf(company, ok(await record('invoices', await sent('2026-05-20'))))
    expect(date).toBe('2026-05-20')
  })

  test('many are counted', async () => {
    for (let count = 0; count < 22; count += 1) await sent('2026-05-20')
    await expect(lock('2026-05-31')).rejects.toThrow(/invoice 20 of 2026-05-20 and 2 more\./)
  })
})

describe('under the cash method', () => {
  beforeEach(() => newCompany({ accountingMethod: 'cash' }))

  test('what is unpaid at the end of the year is missing until it is booked, and nothing before', async () => {
    const { id } = await sent('2026-12-20')
    await paidAndRecorded(company, (await sent('2026-05-20')).id, { sum: 125 })
    await lock('2026-05-31')
    service.setNow('2027-01-04T10:00:00Z')
    await expect(lock('2026-12-31')).rejects.toThrow(/invoice 1 of 2026-12-20\. .*"fiscal-year book-unpaid"/)
    await expect(close()).rejects.toThrow(/invoice 1 of 2026-12-20/)
    await operate((call) => bookUnpaid(call, { fiscalYearId: company.fiscalYearId }))
    await lock('2026-12-31')
    // Nothing is missing any more, as the lock has shown; the result alone is not booked.
    await close(true)
    expect(ok(await company.get(`/invoices/${id}`)).journalEntryRef).not.toBeNull()
  })

  test('what is paid and not recorded is named, and sold first', async () => {
    const { id } = await sent('2026-05-20')
    const payment = await paid(company, id, { sum: 100, date: '2026-05-21' })
    const discount = await settled(company, id, { type: 'cashDiscount', sum: 25, date: '2026-05-22' })
    await lock('2026-05-20')
    const named =
      'Not in the books yet: payment of invoice 1 of 2026-05-21, settlement of invoice 1 of 2026-05-22. Record'
    await expect(lock('2026-05-31')).rejects.toThrow(named)
    await expect(report('2026-04-01', '2026-05-31')).rejects.toThrow(named)
    ok(await company.post(`/invoices/${id}/payments/${payment.id}/record`))
    expect(await lock('2026-05-31', true)).toMatchObject([{ kind: 'settlement', id: discount.id, number: '1' }])
  })

  test('a credit note in a year of the accrual method takes nothing back that was never sold', async () => {
    await nextYear()
    const unpaid = await sent('2026-12-20')
    const soldOne = await sent('2026-12-20')
    await paidAndRecorded(company, soldOne.id, { sum: 125, date: '2026-06-10' })
    service.setNow('2027-01-04T10:00:00Z')
    const credited = async (id: string) => {
      const note = ok(await company.post(`/credit-notes/${(await noteOf(id, '2027-01-04')).id}/publish`))
      return ok(await record('credit-notes', note))
    }
    expect((await credited(unpaid.id)).journalEntryRef).toBeNull()
    expect(await bookedBy(company, await credited(soldOne.id))).toEqual({ 1510: -125, 3001: 100, 2611: 25 })
    expect(await operate(salesContribution.verify)).toEqual([])
  })
})

describe('in a year of the cash method what pays an invoice of the accrual method', () => {
  const kinds: [what: string, add: (id: string) => Promise<string>][] = [
    ['by money', async (id) => `payments/${(await paid(company, id, { sum: 125, date: '2027-01-04' })).id}`],
    [
      'by a discount',
      async (id) =>
        `settlements/${(await settled(company, id, { type: 'cashDiscount', sum: 125, date: '2027-01-04' })).id}`,
    ],
  ]
  test.each(kinds)('%s waits until the invoice is recorded, in its own year', async (_, add) => {
    await nextYear('cash')
    const { id } = await sent('2026-12-20')
    service.setNow('2027-01-04T10:00:00Z')
    const path = `/invoices/${id}/${await add(id)}/record`
    const refused = await company.post(path)
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(refused.body.message).toContain(`The invoice ${id} of `)
    expect(await entriesOf(company)).toEqual([])
    const { date } = await entryOf(company, ok(await company.post(`/invoices/${id}/record`)))
    expect(date).toBe('2026-12-20')
    ok(await company.post(path))
    expect((await balancesOf(company))[1510]).toBeUndefined()
    expect(await operate(salesContribution.verify)).toEqual([])
  })
})

describe('a credit note', () => {
  test('is recorded when its invoice is: else income and tax would stand below zero', async () => {
    const invoice = await sent('2026-06-01')
    const note = ok(await company.post(`/credit-notes/${(await noteOf(invoice.id, '2026-06-02')).id}/publish`))
    const refused = await record('credit-notes', note)
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(refused.body.message).toBe(
      `The invoice ${invoice.id}, which ${note.id} credits, is not recorded yet: record the invoice first`,
    )
    expect(await entriesOf(company)).toEqual([])
    ok(await record('invoices', invoice))
    ok(await record('credit-notes', note))
    expect(await balancesOf(company)).toEqual({})
  })

  test('does not come into the books before its invoice by hand either (GB046)', async () => {
    const { journalEntryRef } = await recorded(company, { lineItems: [aLine()] })
    const invoice = await sent('2026-06-01')
    const note = ok(await company.post(`/credit-notes/${(await noteOf(invoice.id, '2026-06-02')).id}/publish`))
    const byHand = operate(async (call) => {
      await lockBooks(call)
      await call.db.rows(sql`update sales.invoice set journal_entry_id = ${journalEntryRef.id} where id = ${note.id}`)
    })
    await expect(byHand).rejects.toMatchObject({ code: 'GB046' })
  })
})

describe('the first open day', () => {
  const years = [
    ['2025-01-01', '2025-12-31', true],
    ['2026-01-01', '2026-12-31', false],
    ['2028-01-01', '2028-12-31', false],
  ].map(([startDate, endDate, closed]) => ({ startDate, endDate, closed, openings: [] }))
  const cases: [from: string, lockDate: string | null, first: string | null][] = [
    ['2026-05-20', null, '2026-05-20'],
    ['2026-05-20', '2026-05-19', '2026-05-20'],
    ['2026-05-20', '2026-05-20', '2026-05-21'],
    ['2025-05-20', null, '2026-01-01'],
    ['2025-05-20', '2026-03-31', '2026-04-01'],
    ['2024-05-20', null, '2026-01-01'],
    ['2026-05-20', '2026-12-31', '2028-01-01'],
    ['2027-05-20', null, '2028-01-01'],
    ['2028-05-20', '2028-12-31', null],
    ['2029-01-01', null, null],
  ]
  test.each(cases)('from %s with the lock date %s is %s', (from, lockDate, first) => {
    const book = { years, lockDate } as unknown as Parameters<typeof firstOpenDay>[0]
    expect(firstOpenDay(book, day(from))).toBe(first)
  })
})
