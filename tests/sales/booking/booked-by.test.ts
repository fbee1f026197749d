// How a document gets into the books, as its answers say: by recording it, or by recording what is paid.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice } from '#tests/sales/invoicing'
import { credited, ok, paidAndRecorded } from './booked.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const inFinland = {
  name: 'Kunden Oy',
  vatNumber: 'FI20774740',
  address: { line1: 'Gatan 1', postalCode: '00100', city: 'Staden', country: 'FI' },
}
const untaxed = [aLine({ taxRate: 0 })]
const ofNothing = [aLine(), aLine({ unitPrice: -100, bookkeepingAccountNumber: 2420 })]
const takenBack = [aLine(), aLine({ unitPrice: -100 })]

type Method = 'cash' | 'accrual'
type Case = { method: Method; what: string; buyer: object; sold: object; by: string; ofNote: string }
const cases: Case[] = [
  { method: 'accrual', what: 'at home            ', buyer: {}, sold: {}, by: 'recording', ofNote: 'recording' },
  {
    method: 'accrual',
    what: 'within the Union   ',
    buyer: inFinland,
    sold: { lineItems: untaxed },
    by: 'recording',
    ofNote: 'recording',
  },
  { method: 'cash', what: 'at home            ', buyer: {}, sold: {}, by: 'payments', ofNote: 'payments' },
  {
    method: 'cash',
    what: 'within the Union   ',
    buyer: inFinland,
    sold: { lineItems: untaxed },
    by: 'recording',
    ofNote: 'recording',
  },
  {
    method: 'cash',
    what: 'an advance in it   ',
    buyer: inFinland,
    sold: { lineItems: untaxed, type: 'advanceInvoice' },
    by: 'payments',
    ofNote: 'payments',
  },
  { method: 'cash', what: 'taxed in the Union ', buyer: inFinland, sold: {}, by: 'payments', ofNote: 'payments' },
  {
    method: 'cash',
    what: 'less its advance   ',
    buyer: {},
    sold: { lineItems: ofNothing },
    by: 'recording',
    ofNote: 'recording',
  },
  {
    method: 'cash',
    what: 'what cancels itself',
    buyer: {},
    sold: { lineItems: takenBack },
    by: 'payments',
    ofNote: 'payments',
  },
]

const companies = new Map<Method, TestCompany>()
const companyOf = async (method: Method): Promise<TestCompany> => {
  const found = companies.get(method) ?? (await service.newCompany({ accountingMethod: method }))
  companies.set(method, found)
  return found
}

test('a document says how it is booked, when it is published, read and listed', () =>
  every(
    cases,
    ({ method, what }) => `${method}, ${what}`,
    async ({ method, buyer, sold, by, ofNote }) => {
      const company = await companyOf(method)
      const customerRef = { id: (await madeCustomer(company, { ...buyer })).id }
      const draft = await madeInvoice(company, { customerRef, ...sold })
      const published = ok(await company.post(`/invoices/${draft.id}/publish`))
      const listed = async (at: string, id: string) =>
        ok(await company.get(at)).items.find((one: { id: string }) => one.id === id).bookedBy
      const read = ok(await company.get(`/invoices/${draft.id}`))
      const said = [draft.bookedBy, published.bookedBy, read.bookedBy, await listed('/invoices', draft.id)]
      const note = await credited(company, draft.id, false)
      const ofRead = ok(await company.get(`/credit-notes/${note.id}`)).bookedBy
      const saidOfNote = [note.bookedBy, ofRead, await listed('/credit-notes', note.id)]
      expect([said, saidOfNote]).toEqual([
        [null, by, by, by],
        [ofNote, ofNote, ofNote],
      ])
      // What was said is what recording then does.
      const recorded = ok(await company.post(`/invoices/${draft.id}/record`))
      expect([recorded.journalEntryRef !== null, recorded.bookedBy]).toEqual([by === 'recording', by])
    },
  ))

test('what was sold within the Union goes on being so when the customer is changed', async () => {
  const company = await companyOf('cash')
  const customer = await madeCustomer(company, inFinland)
  const { id } = await madeInvoice(company, { customerRef: { id: customer.id }, lineItems: untaxed })
  ok(await company.post(`/invoices/${id}/publish`))
  const { vatNumber: _, ...changed } = ok(await company.get(`/customers/${customer.id}`))
  ok(await company.put(`/customers/${customer.id}`, changed))
  expect(ok(await company.get(`/invoices/${id}`)).bookedBy).toBe('recording')
})

test('an invoice that was booked at the end of its year, or paid before, says by what', async () => {
  const company = await companyOf('cash')
  const { id } = await madeInvoice(company)
  ok(await company.post(`/invoices/${id}/publish`))
  await paidAndRecorded(company, id, { sum: 125 })
  const { journalEntryRef, bookedBy } = ok(await company.get(`/invoices/${id}`))
  expect([journalEntryRef, bookedBy]).toEqual([null, 'payments'])
})
