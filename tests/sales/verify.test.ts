// Verification of sales finds what was altered behind the back of the triggers, and nothing where all is sound.
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { salesContribution } from '#sales'
import { connectByCompany } from '#support/by-company'
import { type Service, startService, type TestCompany } from '#support/service'
import { credited, paid, paidAndRecorded, recorded, settledAndRecorded } from '#tests/sales/booking/booked'
import { aLine, madeInvoice, published } from './invoicing.ts'

let service: Service
let client: Client
let company: TestCompany
let ids: { invoice: string; note: string; payment: string; fee: string }

beforeAll(async () => {
  service = await startService()
  client = await connectByCompany(service)
  // No trigger and no foreign key looks at what this connection writes.
  await client.query('set session_replication_role = replica')
})
afterAll(async () => {
  await client.end()
  await service.close()
})

/** Invoice 1 of 2 500, paid and settled in part; invoice 2, and credit note 3 of it; invoice 4, sent only. */
beforeEach(async () => {
  company = await service.newCompany()
  const { id: invoice } = await recorded(company, { lineItems: [aLine({ unitPrice: 2000 })] })
  const { id: payment } = await paidAndRecorded(company, invoice, { sum: 1000 })
  await paid(company, invoice, { sum: 200 })
  const { id: fee } = await settledAndRecorded(company, invoice, { type: 'bankFee', sum: 5 })
  const { id: note } = await credited(company, (await recorded(company)).id)
  await published(company, (await madeInvoice(company)).id)
  ids = { invoice, note, payment, fee }
})

const faults = () => service.operateFor(company.id, salesContribution.verify)

test('sound sales have no fault', async () => {
  expect(await faults()).toEqual([])
})

const cases: [statement: string, fault: RegExp][] = [
  [
    `update sales.invoice set paid_base_ore = 1 where id = {invoice}`,
    /invoice 1: 1 is kept as paid, its payments add up to 120000/,
  ],
  [`delete from sales.settlement where id = {fee}`, /invoice 1: 500 is kept as settled, its settlements add up to 0/],
  [`update sales.invoice set credited_base_ore = 7 where id = {invoice}`, /invoice 1: 7 is kept as credited/],
  [`update sales.invoice set number = 9 where id = {note}`, /document number 3 is missing/],
  [`delete from sales.counter where company_id = {company}`, /the last document has number 4, the next one would be 1/],
  [
    `update sales.invoice set tax_ore = tax_ore + 1 where id = {note}`,
    /document 3: net 10000, tax 2501 and rounding 0/,
  ],
  [
    `update sales.invoice_line set net_ore = 1 where invoice_id = {invoice}`,
    /document 1: its net is 200000, its lines add up to 1/,
  ],
  [
    `update sales.invoice set credited_parts = jsonb_set(credited_parts, '{taxes,25}', '"2499"') where id = {note}`,
    /credit note 3: its tax is 2500, what it credits of each rate adds up to 2499/,
  ],
  [`delete from sales.paper where invoice_id = {note}`, /document 3 is published and has no paper/],
  [`update sales.invoice set journal_entry_id = null where id = {note}`, /document 3 is recorded .* has no entry/],
  [
    `update sales.payment set journal_entry_id = null where id = {payment}`,
    /invoice 1: a recorded payment has no entry/,
  ],
  [
    `update sales.payment set journal_entry_id = gen_random_uuid() where id = {payment}`,
    /document 1: payment is recorded with the entry .*, which belongs to no document/,
  ],
  [
    `update sales.payment set account = 1940 where id = {payment}`,
    /invoice 1: the entry of a payment has 0 on its account, the payment is 100000/,
  ],
  [
    `update sales.payment set claim_base_ore = 99000 where id = {payment}`,
    /document 1: its entries leave 149500 on the receivable, but 150500 is recorded as unpaid/,
  ],
  [
    `update sales.invoice set receivable_account = 1511 where id = {invoice}`,
    /document 1: its entries leave 0 on the receivable, but 149500 is recorded as unpaid/,
  ],
]
test.each(cases)('%s', async (statement, fault) => {
  const words: Record<string, string> = { ...ids, company: company.id }
  await client.query(statement.replace(/\{(\w+)\}/g, (_, name: string) => `'${words[name]}'`))
  const found = await faults()
  expect(
    found.some((one) => fault.test(one)),
    found.join('; '),
  ).toBe(true)
})
