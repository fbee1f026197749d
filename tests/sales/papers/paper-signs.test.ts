// Documents with signs that a PDF cannot show: refused before they are published, with the field and the sign.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { textOf } from '#support/reading/pages'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const read = async (address: string): Promise<string> => {
  const { status, text } = await company.get(address)
  expect(status, text.slice(0, 300)).toBe(200)
  return textOf(Buffer.from(text, 'latin1'))
}

const SIGNS = 'contains 😀 (U+1F600), ᚠ (U+16A0), which no font of the PDF has: write it in another way'
const written = 'Glad 😀 ᚠ 😀'
const address = { line1: 'Ekv. 1', city: `By ${written}`, postalCode: '111 22', country: 'SE' }

type Case = [field: string, draft: Record<string, unknown>, customer?: Record<string, unknown>]
const cases: Case[] = [
  ['#/lineItems/1/description', { lineItems: [aLine(), aLine({ description: written })] }],
  ['#/lineItems/0/description', { lineItems: [{ itemType: 'descriptionOnlyItem', description: written }, aLine()] }],
  ['#/buyerReference', { buyerReference: written }],
  ['#/orderNumberReference', { orderNumberReference: written }],
  ['#/projectReference', { projectReference: written }],
  ['#/contractReference', { contractReference: written }],
  ['#/vatExemptionReason', { vatExemptionReason: written }],
  ['#/deliveryAddress/city', { deliveryAddress: address }],
  ['#/customerRef/name', {}, { name: written }],
  ['#/customerRef/address', {}, { address }],
  ['#/customerRef/paymentTerms', {}, { paymentTerms: written }],
]
test.each(cases)('in %s', async (field, draft, customer = {}) => {
  const { id: customerId } = await madeCustomer(company, customer)
  const { id } = await madeInvoice(company, { ...draft, customerRef: { id: customerId } })
  for (const refused of [await company.post(`/invoices/${id}/publish`), await company.get(`/invoices/${id}/preview`)]) {
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([{ field, message: SIGNS }])
  }
  expect((await company.get(`/invoices/${id}`)).body.status).toBe('draft')
})

test('in what the company says of itself', async () => {
  const own = await service.newCompany()
  await service.operateFor(own.id, (call) => changeSettings(call, { lateInterest: 'Ränta 😀' }))
  const { id } = await madeInvoice(own)
  const { status, body } = await own.post(`/invoices/${id}/publish`)
  expect(status).toBe(400)
  expect(body.errors).toEqual([
    { field: '#', message: expect.stringContaining('"Ränta 😀" in the company information contains') },
  ])
})

test('what can be rewritten is published, and read as it is meant', async () => {
  const { id } = await madeInvoice(company, { lineItems: [aLine({ description: 'Oﬃce-paket ﬁn ŉ ℝ' })] })
  await published(company, id)
  expect(await read(`/invoices/${id}/download`)).toContain('Office-paket fin ʼn R')
})

test('an invoice that an earlier version published with them can be credited', async () => {
  const { id } = await madeInvoice(company)
  await published(company, id)
  const mine = sql`company_id = ${company.id} and invoice_id = ${id}`
  await service.database.transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    await db.rows(sql`update sales.invoice_line set description = ${written} where ${mine}`)
  })
  const note = await company.post(`/invoices/${id}/credit`)
  expect(note.status, note.text).toBe(200)
  const done = await company.post(`/credit-notes/${note.body.id}/publish`)
  expect(done.status, done.text).toBe(200)
  expect(await read(`/credit-notes/${note.body.id}/download`)).toContain('Glad [U+1F600] [U+16A0] [U+1F600]')
})
