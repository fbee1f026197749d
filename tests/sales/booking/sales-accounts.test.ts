// The accounts that a line may be sold on: none of money, claims, tax, equity or the result of the year.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, ledgerAdmin } from '#ledger'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { aLine, anInvoice, madeInvoice, madeItem } from '#tests/sales/invoicing'
import { ok, recorded } from './booked.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const told = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)

describe('nothing is sold on', () => {
  const money = 'is for money, receivables or payables: sales cannot be booked on it'
  const other =
    'is for value added tax, equity or the result of the year: sales cannot be booked on it. ' +
    'Give an income account, or leave it out'
  const cases: [what: string, account: number, sentence: string][] = [
    ['the receivable', 1510, money],
    ['the bank account', 1930, money],
    ['output tax', 2611, other],
    ['tax that rests', 2618, other],
    ['input tax', 2641, other],
    ['what is settled of tax', 2650, other],
    ['tax to get back', 1650, other],
    ['share capital', 2081, other],
    ['the result in equity', 2099, other],
    ['the result of the year', 8999, other],
  ]
  test.each(cases)('%s (%i): not a line, a further line, or an item', async (_, bookkeepingAccountNumber, sentence) => {
    const fault = `account ${bookkeepingAccountNumber} ${sentence}`
    const line = aLine({ bookkeepingAccountNumber })
    const draft = await company.post('/invoices', anInvoice({ lineItems: [aLine(), line] }))
    expect(told(draft)).toEqual([`#/lineItems/1/bookkeepingAccountNumber: ${fault}`])
    const { id } = await madeInvoice(company)
    const further = await company.post(`/invoices/${id}/line-items`, line)
    expect(told(further)).toEqual([`#/bookkeepingAccountNumber: ${fault}`])
    const { description, itemType, productType, unitPrice, taxRate } = line
    const item = { description, itemType, productType, unitType: 'piece', unitPrice, taxRate, bookkeepingAccountNumber }
    expect(told(await company.post('/items', item))).toEqual([`#/bookkeepingAccountNumber: ${fault}`])
  })

  test('the account that tax has in this company, under any number', async () => {
    await service.operateFor(company.id, async (call) => {
      await createAccount(call, { number: 2911, name: 'Moms' })
      await ledgerAdmin.setAccountRole(call, { role: 'outputVat25', account: 2911 })
    })
    const draft = await company.post('/invoices', anInvoice({ lineItems: [aLine({ bookkeepingAccountNumber: 2911 })] }))
    expect(told(draft)).toEqual([`#/lineItems/0/bookkeepingAccountNumber: account 2911 ${other}`])
  })

  test.each([1210, 2420, 2421, 2990, 3001, 3740, 4010, 8310])('but on %i', async (bookkeepingAccountNumber) => {
    await madeInvoice(company, { lineItems: [aLine({ bookkeepingAccountNumber })] })
  })

  test('what the database is told by hand either (GB048)', async () => {
    const { id } = await madeInvoice(company)
    const item = await madeItem(company)
    const { rows } = service.database
    await expect(
      rows(sql`update sales.invoice_line set account = 2611 where invoice_id = ${id}`),
    ).rejects.toMatchObject({
      code: 'GB048',
    })
    await expect(rows(sql`update sales.item set account = 8999 where id = ${item.id}`)).rejects.toMatchObject({
      code: 'GB048',
    })
  })
})

test('an account that was closed or got another role since is reported when the draft is published', async () => {
  const { id } = await madeInvoice(company, {
    lineItems: [aLine(), aLine({ bookkeepingAccountNumber: 3041 }), aLine({ bookkeepingAccountNumber: 3990 })],
  })
  await service.operateFor(company.id, async (call) => {
    await ledgerAdmin.setAccountActive(call, { number: 3041, active: false })
    await ledgerAdmin.setAccountRole(call, { role: 'outputVat25', account: 3990 })
  })
  const refused = await company.post(`/invoices/${id}/publish`)
  expect(refused.status).toBe(400)
  expect(told(refused)).toEqual([
    '#/lineItems/1/bookkeepingAccountNumber: account 3041 is not active',
    expect.stringMatching(/^#\/lineItems\/2\/bookkeepingAccountNumber: account 3990 is for value added tax/),
  ])
})

test('an invoice that is published is credited even if its accounts have changed', async () => {
  const { id } = await recorded(company, { lineItems: [aLine({ bookkeepingAccountNumber: 3041 })] })
  await service.operateFor(company.id, (call) =>
    ledgerAdmin.setAccountRole(call, { role: 'outputVat12', account: 3041 }),
  )
  const note = ok(await company.post(`/invoices/${id}/credit`))
  ok(await company.post(`/credit-notes/${note.id}/publish`))
})
