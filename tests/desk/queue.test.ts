// The queue: what is to be done in a company, in which order, with which proposal, and for whom.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { countsOf, pageAfter } from '#rules/desk/queue'
import { type Ask, callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, START, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
let invoice: { id: string; number: string }
let late: { id: string; number: string }

beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] }))
  ask = await callingAs(service, company, 'owner')
  await ask('POST', '/fiscal-years', { startDate: '2026-01-01', endDate: '2026-12-31' })
  await ask('PATCH', '/vat-setting', { vatSetting: 'quarterly' })
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  invoice = await sold()
  late = await sold('Sen AB')
  await drafted('Glömd AB')
  const days = 24 * 60 * 60 * 1000
  service.setNow(new Date(START.getTime() + 8 * days))
  // A session does not last so long.
  ask = await callingAs(service, company, 'owner')
  await drafted('Ny AB')
  await bought()
  ok(await company.upload('/uploads', 'kvitto.png', pngFile()))
  // VAT of the first quarter: 300 out, 100 in.
  const sale = [
    { account: 1930, debit: 1500 },
    { account: 3001, credit: 1200 },
    { account: 2611, credit: 300 },
  ]
  ok(await company.post('/journal-entries', anEntry({ title: 'Försäljning', date: '2026-02-10', items: sale })))
  ok(await company.post('/journal-entries', anEntry({ date: '2026-03-10' })))
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  ok(await company.post('/bank-payments', { amount: 100, paymentDate: '2026-07-30', recipientRef }))
  await banked()
})
afterAll(() => service.close())

const aDraft = async (name: string) => {
  const { id } = ok(await company.post('/customers', { name, type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 800, taxRate: 25 }
  const body = { invoiceDate: '2026-05-01', dueDate: '2026-05-31', customerRef: { id }, lineItems: [line] }
  return ok(await company.post('/invoices', body))
}
const drafted = aDraft
const sold = async (name = 'Kund AB') => {
  const { id } = await aDraft(name)
  const published = ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  return { id, number: String(published.invoiceNumber), ocr: published.paymentReference }
}
const bought = async () => {
  const { id } = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const bill = { supplierRef: { id }, invoiceNumber: '4711', totalAmount: 500 }
  ok(await company.post('/supplier-invoices', { ...bill, invoiceDate: '2026-06-01', dueDate: '2026-06-30' }))
}
const banked = async () => {
  const details = (ore: bigint, ocr?: string) => [{ ore, name: 'Kund AB', ...(ocr ? { ocr } : {}) }]
  const ocr = (invoice as { ocr?: string }).ocr ?? ''
  const entries = [
    { ore: 100_000n, date: '2026-06-08', reference: 'R1', details: details(100_000n, ocr) },
    { ore: -4_500n, date: '2026-06-09', reference: 'R2', info: 'Bankavgift' },
  ]
  ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ id: 'U1', entries }] })))
}

type Item = { kind: string; id: string; date: string; amount?: number; name: string; proposal?: object }
const queue = async (query = ''): Promise<{ items: Item[]; counts: object[]; nextCursor?: string }> => {
  const answer = await ask('GET', `/queue${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const of = ({ items }: { items: Item[] }, kind: string) => items.filter((one) => one.kind === kind)

test('everything that waits is there, the longest due first', async () => {
  const all = await queue()
  const told = all.items.map(({ kind, date, amount }) => [kind, date, amount])
  expect(told).toEqual([
    ['fiscalYear.unclosed', '2025-12-31', undefined],
    ['invoice.draft', '2026-05-01', 1000],
    ['vat.unreported', '2026-05-12', 200],
    ['invoice.unpaid', '2026-05-31', 1000],
    ['bankTransaction.unmatched', '2026-06-08', 1000],
    ['bankTransaction.unmatched', '2026-06-09', -45],
    ['receipt.unrecorded', '2026-06-18', undefined],
    ['supplierInvoice.unpaid', '2026-06-30', 500],
    ['payment.unsigned', '2026-07-30', 100],
    ['annualReport.due', '2026-07-31', undefined],
    ['incomeTaxReturn.due', '2026-08-03', undefined],
  ])
  expect(all.counts).toContainEqual({ kind: 'bankTransaction.unmatched', count: 2 })
  expect(all.counts).toContainEqual({ kind: 'invoice.draft', count: 1 })
  expect(of(all, 'vat.unreported')).toMatchObject([{ from: '2026-01-01', to: '2026-03-31', isOverdue: true }])
  expect(of(all, 'payment.unsigned')).toMatchObject([{ name: 'Papper AB', isOverdue: false }])
  // The payment of the first one lies among the bank transactions: there is nothing to remind of.
  expect(of(all, 'invoice.unpaid')).toMatchObject([{ id: late.id, number: late.number, name: 'Sen AB' }])
})

test('what is paid under the cash method and not recorded waits, by its invoice, until it is recorded', async () => {
  const cash = checkedCompany(await service.newCompany({ accountingMethod: 'cash' }))
  const owner = await callingAs(service, cash, 'owner')
  const { id: customer } = ok(await cash.post('/customers', { name: 'Kontant AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 800, taxRate: 25 }
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const { id } = ok(await cash.post('/invoices', { ...dates, customerRef: { id: customer }, lineItems: [line] }))
  ok(await cash.post(`/invoices/${id}/publish`))
  const money = { date: '2026-06-10', sumBaseCurrency: 1000, bookkeepingAccountNumber: 1930 }
  const { id: payment } = ok(await cash.post(`/invoices/${id}/payments`, money))
  const waiting = async () => (await owner('GET', '/queue?kind=invoicePayment.unrecorded')).body
  const found = await waiting()
  expect(found.items).toMatchObject([{ id, number: '1', name: 'Kontant AB', amount: 1000, date: '2026-06-10' }])
  expect(found.counts).toContainEqual({ kind: 'invoicePayment.unrecorded', count: 1 })
  ok(await cash.post(`/invoices/${id}/payments/${payment}/record`))
  expect((await waiting()).items).toEqual([])
})

test('a bank transaction says what it is for, and why; the proposal is what its match takes', async () => {
  const [paid, fee] = of(await queue('?kind=bankTransaction.unmatched'), 'bankTransaction.unmatched')
  expect(paid?.proposal).toMatchObject({
    kind: 'invoice',
    id: invoice.id,
    reason: 'ocr',
    amount: 1000,
    isSure: true,
    name: 'Kund AB',
  })
  expect(fee?.proposal).toBeUndefined()
  const { statementId } = paid as unknown as { statementId: string }
  expect((await ask('GET', `/bank-statements/${statementId}/transactions/${paid?.id}`)).status).toBe(200)
})

test('comes in pages, each once, and of one kind if asked', async () => {
  const whole = (await queue()).items
  const walked: Item[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof queue>> = await queue(`?pageSize=2&cursor=${encodeURIComponent(cursor)}`)
    walked.push(...page.items)
    cursor = page.nextCursor
  }
  expect(walked).toEqual(whole)
  const { nextCursor = '' } = await queue('?pageSize=1&cursor=')
  const other = await ask('GET', `/queue?kind=invoice.draft&cursor=${encodeURIComponent(nextCursor)}`)
  expect(other.status).toBe(400)
})

test('an unpaid invoice waits when it can be reminded of, and neither before nor after', async () => {
  const unpaid = async () => of(await queue('?kind=invoice.unpaid'), 'invoice.unpaid').map(({ id }) => id)
  expect(await unpaid()).toEqual([late.id])
  const hold = ok(await company.post('/reminder-holds', { invoiceId: late.id, reason: 'Bestridd' }))
  expect(await unpaid()).toEqual([])
  await company.delete(`/reminder-holds/${hold.id}`)
  expect(await unpaid()).toEqual([late.id])
  ok(await company.post(`/invoices/${late.id}/reminders`, { delivery: 'none' }))
  expect(await unpaid()).toEqual([])
})

test('an overdue invoice in another currency waits too, though the service does not remind of it', async () => {
  const abroad = checkedCompany(await service.newCompany())
  const { id } = ok(await abroad.post('/customers', { name: 'Kunde GmbH', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 80, taxRate: 25 }
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-10', currency: 'EUR', currencyRate: 11 }
  const draft = ok(await abroad.post('/invoices', { ...dates, customerRef: { id }, lineItems: [line] }))
  ok(await abroad.post(`/invoices/${draft.id}/publish`))
  ok(await abroad.post(`/invoices/${draft.id}/record`))
  const day = 24 * 60 * 60 * 1000
  const now = service.now()
  service.setNow(new Date(now.getTime() + 40 * day))
  const owner = await callingAs(service, abroad, 'owner')
  const { items } = ok(await owner('GET', '/queue?kind=invoice.unpaid'))
  expect(items).toMatchObject([{ id: draft.id, amount: 1100, isOverdue: true, isRemindable: false }])
  service.setNow(now)
})

describe('who asks', () => {
  test('reads, also for a user with read access', async () => {
    const reader = await callingAs(service, company, 'reader')
    expect((await reader('GET', '/queue')).body.items).toHaveLength(10)
  })

  test('of another company finds nothing of this one', async () => {
    const neighbour = await callingAs(service, await service.newCompany(), 'owner')
    expect((await neighbour('GET', '/queue')).body).toEqual({ counts: [], items: [] })
  })
})

describe('the order', () => {
  const at = (date: string, kind: string, id: string) => ({ date, kind, id }) as never
  test.each<[string, [string, string, string] | null, number, string, boolean]>([
    ['from the beginning', null, 2, 'a b', true],
    ['after a place     ', ['2026-01-02', 'invoice.unpaid', 'b'], 9, 'c d', false],
    ['after what is gone', ['2026-01-02', 'invoice.unpaid', 'bb'], 1, 'c', true],
  ])('%s', (_, after, limit, ids, more) => {
    const waiting = [
      at('2026-01-02', 'vat.unreported', 'c'),
      at('2026-01-01', 'vat.unreported', 'a'),
      at('2026-01-03', 'invoice.unpaid', 'd'),
      at('2026-01-02', 'invoice.unpaid', 'b'),
    ] as { date: never; kind: never; id: string }[]
    const page = pageAfter(waiting, { after, limit })
    expect([page.items.map(({ id }) => id).join(' '), page.more]).toEqual([ids, more])
  })

  test('is counted by kind', () => {
    const kinds = ['vat.unreported', 'invoice.unpaid', 'vat.unreported'] as const
    expect(countsOf(kinds.map((kind) => ({ kind })))).toEqual([
      { kind: 'invoice.unpaid', count: 1 },
      { kind: 'vat.unreported', count: 2 },
    ])
  })
})
