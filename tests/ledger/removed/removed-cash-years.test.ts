// Invoices of the cash method that go with a removed fiscal year: they need not be recorded, only what is paid of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWitnesses } from '#integrity/witness'
import { salesContribution } from '#sales'
import { ok } from '#support/entries'
import { agedBooks, type Books, paid } from '#support/samples/documented'
import { type Service, startService } from '#support/service'
import { removal, SECRET } from '#tests/ledger/aged'
import { allVerified } from '#tests/ledger/support'

let service: Service
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
})
afterAll(() => service.close())

const LINE = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 8000, taxRate: 25 }

/** An invoice over 10 000 kr, published and not recorded. */
const published = async (books: Books, invoiceDate: string): Promise<string> => {
  books.at(invoiceDate)
  const customer = ok(await books.post('/customers', { name: 'Kund AB', type: 'company' }))
  const draft = { customerRef: { id: customer.id }, lineItems: [LINE], invoiceDate }
  const { id } = ok(await books.post('/invoices', draft))
  return ok(await books.post(`/invoices/${id}/publish`)).id
}

/** A credit note of so much of an invoice, published and not recorded. */
const credited = async (books: Books, id: string, { date, quantity }: { date: string; quantity: number }) => {
  books.at(date)
  const { creditDate, dueDate, lineItems, id: note } = ok(await books.post(`/invoices/${id}/credit`))
  const [line] = lineItems
  ok(await books.put(`/credit-notes/${note}`, { creditDate, dueDate, lineItems: [{ ...line, quantity }] }))
  ok(await books.post(`/credit-notes/${note}/publish`))
}

test('what was booked as it was paid, or credited, goes with its year; what is not booked stays', async () => {
  const ids: Record<string, string> = {}
  const books = await agedBooks(
    service,
    async (of) => {
      ids.paid16 = await published(of, '2016-03-01')
      await paid(of, ids.paid16, '2016-03-20', 10_000)
      ids.credited16 = await published(of, '2016-04-01')
      await credited(of, ids.credited16, { date: '2016-04-10', quantity: 1 })
      ids.inPart16 = await published(of, '2016-05-01')
      await credited(of, ids.inPart16, { date: '2016-05-10', quantity: 0.25 })
      await paid(of, ids.inPart16, '2016-05-20', 7500)
      ids.unbooked16 = await published(of, '2016-06-01')
      const payment = { date: '2016-06-20', sumBaseCurrency: 10_000, bookkeepingAccountNumber: 1930 }
      ok(await of.post(`/invoices/${ids.unbooked16}/payments`, payment))
      ids.paid17 = await published(of, '2016-11-20')
      await paid(of, ids.paid17, '2016-12-20', 4000)
      ids.credited17 = await published(of, '2016-12-20')
      await paid(of, ids.paid17, '2017-01-15', 6000)
      await credited(of, ids.credited17, { date: '2017-01-20', quantity: 1 })
    },
    'cash',
  )
  const { company, years } = books
  const faults = async (): Promise<string[]> => [
    ...(await allVerified(service, company.id)).faults,
    ...(await service.operateFor(company.id, salesContribution.verify)),
    ...(await service.operateFor(company.id, ({ db, companyId }) => verifyWitnesses(db, { companyId }))),
  ]
  const statuses = async () => {
    const found: Record<string, number> = {}
    for (const [name, id] of Object.entries(ids)) found[name] = (await company.get(`/invoices/${id}`)).status
    return found
  }
  const asked = (method: string, year: number, body?: object) =>
    company.as(method, removal(years, year), body, { 'accept-language': 'en' })
  expect(await faults()).toEqual([])
  const preview = ok(await asked('GET', 2016))
  const invoices = 'Invoices with payments, tax reductions, attachments and mails'
  expect(preview.removed).toContainEqual(expect.objectContaining({ what: 'Credit notes', count: 2 }))
  expect(preview.removed).toContainEqual(expect.objectContaining({ what: invoices, count: 3 }))
  expect(preview.kept).toContainEqual(
    expect.objectContaining({ what: 'Invoices that were not settled when the year ended', count: 3 }),
  )
  ok(await asked('POST', 2016, {}))
  const gone = { paid16: 404, credited16: 404, inPart16: 404 }
  expect(await statuses()).toEqual({ ...gone, unbooked16: 200, paid17: 200, credited17: 200 })
  expect(await faults()).toEqual([])
  expect(ok(await asked('POST', 2017, {})).removed).toContainEqual(
    expect.objectContaining({ what: invoices, count: 2 }),
  )
  expect(await statuses()).toEqual({ ...gone, unbooked16: 200, paid17: 404, credited17: 404 })
  expect(await faults()).toEqual([])
})
