// Booking of sales as the operator does it on the command line: the account map, losses, the end of a cash year.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualAccounts } from '#rules/ledger/accounts/account-map'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'
import { aLine, madeInvoice, published } from '#tests/sales/invoicing'
import { balancesOf, paidAndRecorded, recorded, statusOf } from './booked.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const run = (words: string[]) => command(service, words)

/** A command that succeeds, with the one object it prints. */
const runJson = async (...words: string[]) => {
  const { code, stdout, stderr } = await run([...words, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const refused = async (...words: string[]): Promise<string> => {
  const { code, stderr } = await run(words)
  expect(code).toBe(1)
  return stderr
}

test('account-map: listed with the usual accounts, set for a role', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id]
  expect((await runJson('account-map', 'list', ...of)).accounts).toEqual(usualAccounts)
  const set = ['account-map', 'set', ...of, '--role', 'receivable', '--account']
  expect(await runJson(...set, '1511')).toEqual({ role: 'receivable', account: 1511 })
  expect((await runJson('account-map', 'list', ...of)).accounts).toEqual({ ...usualAccounts, receivable: 1511 })
  expect(await refused(...set, '1599')).toMatch(/account 1599 is not in the chart of accounts, or not active/)
  expect(await refused(...set, '1930')).toMatch(/receivables or payables would share account 1930/)
  expect(await refused(...set, '2420')).toMatch(/receivables or payables would share account 2420/)
  const unknown = await refused('account-map', 'set', ...of, '--role', 'coffee', '--account', '1510')
  expect(unknown).toMatch(/must be one of receivable, taxReductionReceivable, /)
})

test('invoice bad-debt and balance-adjustment: all that is outstanding, or a sum', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id, '--date', '2026-06-10']
  const lost = await recorded(company, { lineItems: [aLine({ unitPrice: 1000 })] })
  const loss = await runJson('invoice', 'bad-debt', ...of, '--id', lost.id, '--sum', '250')
  expect(loss).toMatchObject({ type: 'badDebt', invoiceSettlementDetails: { sumBaseCurrency: 250 } })
  await runJson('invoice', 'bad-debt', ...of, '--id', lost.id)
  expect(await balancesOf(company)).toEqual({ 6351: 1000, 3001: -1000 })
  const short = await recorded(company, { lineItems: [aLine({ unitPrice: 1000 })] })
  await paidAndRecorded(company, short.id, { sum: 1245 })
  await runJson('invoice', 'balance-adjustment', ...of, '--id', short.id)
  expect([await statusOf(company, lost.id), await statusOf(company, short.id)]).toEqual(['paid', 'paid'])
  expect(await refused('invoice', 'bad-debt', ...of, '--id', lost.id)).toMatch(/Nothing is outstanding/)
  expect(await refused('invoice', 'bad-debt', ...of, '--id', lost.id, '--sum', 'much')).toMatch(/--sum: much/)
  expect(await refused('invoice', 'bad-debt', '--company', company.id, '--id', lost.id, '--date', 'now')).toMatch(
    /--date/,
  )
  expect(await refused('invoice', 'bad-debt', ...of, '--id', '1')).toMatch(/--id: 1 is not an id/)
})

test('lock-date set and fiscal-year close name what is not in the books, unless forced', async () => {
  const company = await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] })
  const { id } = await published(company, (await madeInvoice(company, { invoiceDate: '2025-06-10' })).id)
  const unrecorded = [{ id, kind: 'invoice', number: '1', date: '2025-06-10' }]
  const of = ['--company', company.id]
  const commands = [
    ['lock-date', 'set', ...of, '--date', '2025-06-30'],
    ['fiscal-year', 'close', ...of, '--id', company.fiscalYearId],
  ]
  for (const words of commands) {
    expect(await refused(...words)).toMatch(/Not in the books yet: invoice 1 of 2025-06-10\. Record them first/)
    expect((await runJson(...words, '--force')).unrecorded).toEqual(unrecorded)
  }
})

test('fiscal-year book-unpaid, and then all is right', async () => {
  const company = await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'], accountingMethod: 'cash' })
  await published(company, (await madeInvoice(company, { invoiceDate: '2025-12-10' })).id)
  const words = ['fiscal-year', 'book-unpaid', '--company', company.id, '--id', company.fiscalYearId]
  expect(await runJson(...words)).toEqual({ documents: 1, supplierInvoices: 0, unrecorded: 0 })
  expect(await balancesOf(company)).toEqual({ 1510: 125, 3001: -100, 2611: -25 })
  const verified = await command(service, ['verify'])
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The books are right\.\n/) })
})
