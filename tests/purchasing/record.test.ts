// Recording of supplier invoices over HTTP: what is booked, what is refused, and that nothing of it changes later.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { closeFiscalYear, createAccount, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { checkedRequests } from '#support/checked'
import { bookedBy, entriesOf, entryOf } from '#support/entries'
import { type Service, startService } from '#support/service'
import { type Buyer, invoiced, newBuyer, paidOn, paper, recordedOne, recording, wrongWith } from './bought.ts'
import { loaded, madeAt, newSupplier, newUpload, wrongIn } from './supplier-invoicing.ts'

let service: Service
let buyer: Buyer
beforeAll(async () => {
  service = await startService({ alone: true })
  await loaded(service, '2026-05-29;EUR;11.0625')
})
afterAll(() => service.close())
beforeEach(async () => {
  buyer = await newBuyer(service)
})

const euros = async () => ({
  ...buyer,
  supplierId: await newSupplier(buyer.company, { name: 'Papier GmbH', currency: 'EUR' }),
})

describe('a recorded supplier invoice', () => {
  test('is a debt on its day, and its entry is of a document', async () => {
    const invoice = await recordedOne(buyer, { invoiceNumber: '4711' })
    const entry = await entryOf(buyer.company, invoice)
    expect(entry).toMatchObject({ title: 'Leverantörsfaktura 4711, Papper AB', date: '2026-06-01' })
    expect(await bookedBy(buyer.company, invoice)).toEqual({ 6110: 10_000, 2641: 2500, 2440: -12_500 })
    const reversed = await buyer.company.post(`/journal-entries/${entry.id}/reverse`)
    expect(reversed.body.message).toMatch(/belongs to a document/)
    expect((await buyer.company.get(`/supplier-invoices/${invoice.id}`)).body).toEqual(invoice)
    expect(await wrongWith(service, buyer)).toEqual([])
  })

  test('says how each of its lines was taxed, under either method', async () => {
    const lines = [
      { account: 6110, netAmount: 1000, taxRate: 25, description: 'Papper' },
      { account: 6110, netAmount: 100, taxRate: 6, taxAmount: 5.9 },
      { account: 5420, netAmount: 500, vatTreatment: 'euServices' },
      { account: 6540, netAmount: 44.1, vatTreatment: 'exempt', description: null },
    ]
    for (const accountingMethod of ['accrual', 'cash'] as const) {
      const own = await newBuyer(service, { accountingMethod })
      const { id } = await invoiced(own, { totalAmount: 1900 })
      const url = `/supplier-invoices/${id}/record`
      expect((await own.company.get(url)).body).toEqual({ lines: [] })
      expect((await own.company.post(url, { lines })).status).toBe(200)
      expect((await own.company.get(url)).body.lines).toEqual([
        { ...lines[0], taxAmount: 250, vatTreatment: 'domestic' },
        { ...lines[1], vatTreatment: 'domestic', description: null },
        { ...lines[2], taxRate: 25, description: null },
        { ...lines[3], taxRate: 0 },
      ])
    }
  })

  test('may be booked on another day, and without a number', async () => {
    const invoice = await recordedOne(
      buyer,
      { invoiceNumber: undefined, totalAmount: -12_500 },
      {
        date: '2026-06-09',
        lines: [{ ...paper, netAmount: -10_000 }],
      },
    )
    const entry = await entryOf(buyer.company, invoice)
    expect(entry).toMatchObject({ title: 'Leverantörskreditfaktura, Papper AB', date: '2026-06-09' })
    expect(await bookedBy(buyer.company, invoice)).toEqual({ 6110: -10_000, 2641: -2500, 2440: 12_500 })
  })

  test('in another currency stands at the rate of its day, or at the one that is given', async () => {
    const bill = { totalAmount: 1000, invoiceDate: '2026-06-01' }
    const lines = [{ account: 5420, netAmount: 1000, vatTreatment: 'euServices' }]
    const atDay = await recordedOne(await euros(), bill, { lines })
    expect(await bookedBy(buyer.company, atDay)).toEqual({
      5420: 11_062.5,
      4535: 11_062.5,
      4598: -11_062.5,
      2645: 2765.63,
      2614: -2765.63,
      2440: -11_062.5,
    })
    const given = await recordedOne(await euros(), bill, { lines, currencyRate: 11.1 })
    expect(given).toMatchObject({ currency: 'EUR', currencyRate: 11.1, totalAmount: 1000 })
    expect(await bookedBy(buyer.company, given)).toEqual({
      5420: 11_100,
      4535: 11_100,
      4598: -11_100,
      2645: 2775,
      2614: -2775,
      2440: -11_100,
    })
    expect(await wrongWith(service, buyer)).toEqual([])
  })

  test('gives its entry to its uploads', async () => {
    const { company } = buyer
    const uploadId = await newUpload(company)
    const { id } = await invoiced(buyer, { uploadRef: { id: uploadId } })
    const { body } = await recording(buyer, id)
    const entry = await entryOf(company, body)
    expect(entry.uploadRef).toEqual({ id: uploadId })
    expect((await company.get(`/uploads/${uploadId}`)).body.journalEntryId).toBe(entry.id)
    // A later one causes a change event of the entry.
    const { after } = (await company.get('/events?after=latest')).body
    await madeAt(company, `/supplier-invoices/${id}/uploads`, { id: await newUpload(company) })
    const { items } = (await company.get(`/events?after=${after}&types=journal-entry`)).body
    expect(items).toMatchObject([{ kind: 'journal-entry.changed', resource: { id: entry.id } }])
  })

  test('is booked on the company’s own accounts, and the debt stays where it was booked', async () => {
    const { company } = buyer
    await service.operateFor(company.id, (call) => createAccount(call, { number: 2441, name: 'Leverantörsskulder' }))
    const set = (role: string, account: number) =>
      service.operateFor(company.id, (call) => ledgerAdmin.setAccountRole(call, { role, account }))
    await set('payable', 2441)
    const { id } = await recordedOne(buyer)
    await set('payable', 2440)
    const payment = await paidOn(buyer, id, { amount: 12_500 })
    expect(await bookedBy(company, payment)).toEqual({ 2441: 12_500, 1930: -12_500 })
    expect(await wrongWith(service, buyer)).toEqual([])
  })

  test('may be recorded and paid by another integration than the one that added it', async () => {
    const { company } = buyer
    const { id } = await invoiced(buyer)
    const other = { ...buyer, company: { ...company, ...checkedRequests(company.url, await otherToken()) } }
    expect((await recording(other, id)).status).toBe(200)
    await paidOn(other, id, { amount: 12_500 })
  })

  test('stays: it is not recorded again, changed or removed', async () => {
    const { company } = buyer
    const { id, ...invoice } = await recordedOne(buyer)
    const refusals = [
      await recording(buyer, id),
      await company.put(`/supplier-invoices/${id}`, { ...invoice, totalAmount: 1 }),
      await company.delete(`/supplier-invoices/${id}`),
    ]
    for (const { status, body } of refusals) {
      expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
      expect(body.message).toMatch(/is recorded and can no longer be changed/)
    }
    const change = (statement: ReturnType<typeof sql>) => service.database.rows(statement)
    const line = sql`supplier_invoice_line where supplier_invoice_id = ${id}`
    for (const statement of [
      sql`delete from purchasing.${line}`,
      sql`update purchasing.supplier_invoice_line set net_ore = 1 where supplier_invoice_id = ${id}`,
      sql`truncate purchasing.supplier_invoice_line`,
      sql`insert into purchasing.supplier_invoice_line
        select company_id, supplier_invoice_id, 2, account, description, net_ore, tax_rate, tax_ore, vat_treatment
        from purchasing.${line}`,
      sql`update purchasing.supplier_invoice set total_ore = 1 where id = ${id}`,
    ]) {
      await expect(change(statement)).rejects.toMatchObject({ code: 'GB061' })
    }
  })

  test('and one that is not there', async () => {
    expect((await recording(buyer, newId())).status).toBe(404)
  })
})

const otherToken = async () => {
  const scopes = ['supplier-invoices:write', 'supplier-invoices:read']
  return (
    await service.operateFor(buyer.company.id, (call) => identityService.createToken(call, { name: 'Annan', scopes }))
  ).token
}

describe('a body', () => {
  const line = (changes: object) => ({ lines: [{ ...paper, ...changes }] })
  const cases: [what: string, body: Record<string, unknown>, wrong: string[]][] = [
    ['without lines', { lines: [] }, ['#/lines: must have at least one item']],
    [
      'with an account that is not there',
      line({ account: 6119 }),
      ['#/lines/0/account: account 6119 is not in the chart of accounts, or not active'],
    ],
    [
      'with an account that is closed',
      line({ account: 6250 }),
      ['#/lines/0/account: account 6250 is not in the chart of accounts, or not active'],
    ],
    [
      'with the account of debts',
      line({ account: 2440 }),
      ['#/lines/0/account: account 2440 is for money, receivables or payables: purchases cannot be booked on it'],
    ],
    [
      'with the account of the bank',
      line({ account: 1930 }),
      ['#/lines/0/account: account 1930 is for money, receivables or payables: purchases cannot be booked on it'],
    ],
    [
      'with a net amount of nothing',
      line({ netAmount: 0 }),
      ['#/lines/0/netAmount: must be an amount with at most two decimals, and not 0'],
    ],
    [
      'with tenths of an öre',
      line({ netAmount: 0.001 }),
      ['#/lines/0/netAmount: must be an amount with at most two decimals, and not 0'],
    ],
    ['with a rate that is none', line({ taxRate: 20 }), ['#/lines/0/taxRate: must be one of 25, 12, 6, 0']],
    [
      'exempt, with a rate',
      line({ vatTreatment: 'exempt', taxRate: 25 }),
      ['#/lines/0/taxRate: must be 0 where the purchase is exempt'],
    ],
    [
      'of a buyer’s tax without a rate',
      line({ vatTreatment: 'euGoods', taxRate: 0 }),
      ['#/lines/0/taxRate: must be 25, 12 or 6 where the buyer owes the tax'],
    ],
    [
      'of a buyer’s tax that is charged',
      line({ vatTreatment: 'import', taxAmount: 2500 }),
      [
        '#/lines/0/taxAmount: is for domestic purchases only: where the buyer owes the tax it is calculated, and otherwise there is none',
      ],
    ],
    [
      'with too much tax',
      line({ taxAmount: 2501 }),
      ['#/lines/0/taxAmount: must be from 0 to 2500, the tax of 25 % on the net amount'],
    ],
    [
      'with tax on the other side',
      line({ taxAmount: -1 }),
      ['#/lines/0/taxAmount: must be from 0 to 2500, the tax of 25 % on the net amount'],
    ],
    [
      'with tax at no rate',
      line({ taxRate: 0, taxAmount: 0.5 }),
      ['#/lines/0/taxAmount: must be from 0 to 0, the tax of 0 % on the net amount'],
    ],
    [
      'that does not come to the total',
      line({ netAmount: 10_001 }),
      ['#/lines: add up to 12501.25 with tax, but the invoice is for 12500'],
    ],
    [
      'with a rate of SEK',
      { currencyRate: 2 },
      ['#/currencyRate: is for other currencies than the accounting currency'],
    ],
    [
      'with a rate of nothing',
      { currencyRate: 0 },
      ['#/currencyRate: must be a rate above 0, below 1000000, with at most eight decimals'],
    ],
    ['with a day that is none', { date: '1899-12-31' }, ['#/date: must be a day from 1900 to 2199, as YYYY-MM-DD']],
    [
      'with many mistakes, all told at once',
      { date: '1899-12-31', lines: [{ account: 1, netAmount: 0 }, { account: 'x' }], dates: true },
      [
        '#/date: must be a day from 1900 to 2199, as YYYY-MM-DD',
        '#/dates: is not a known property; did you mean date?',
        '#/lines/0/account: account 1 is not in the chart of accounts, or not active',
        '#/lines/0/netAmount: must be an amount with at most two decimals, and not 0',
        '#/lines/1/account: must be a whole number',
        '#/lines/1/netAmount: is required',
      ],
    ],
  ]
  test('is refused with every reason, and nothing is kept of it', async () => {
    const { company } = buyer
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 6250, active: false }))
    const { id } = await invoiced(buyer)
    for (const [what, body, wrong] of cases) {
      const answer = await recording(buyer, id, body)
      expect(wrongIn(answer).sort(), what).toEqual(wrong)
    }
    expect(await entriesOf(company)).toEqual([])
    expect((await recording(buyer, id)).status).toBe(200)
  })
})

describe('a day', () => {
  const unbookable: [what: string, date: string, reason: RegExp][] = [
    ['that is locked', '2026-06-01', /cannot be booked: the books are locked up to and including 2026-06-02/],
    ['in a year that is closed', '2025-12-31', /2025-12-31 is in a closed fiscal year/],
    ['in no year', '2024-12-31', /2024-12-31 is in no fiscal year/],
    ['to come', '2026-08-01', /2026-08-01 is more than two business days ahead/],
  ]
  test('that cannot be booked on is refused with the reason, and nothing is changed', async () => {
    const { company } = await newBuyer(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
    const of = { company, supplierId: await newSupplier(company) }
    await service.operateFor(company.id, async (call) => {
      await createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' })
      await closeFiscalYear(call, { id: company.fiscalYearId })
      await setLockDate(call, { date: '2026-06-02' as Day })
    })
    const { id } = await invoiced(of)
    for (const [what, date, reason] of unbookable) {
      const answer = await recording(of, id, { date })
      expect([answer.status, answer.body.code], what).toEqual([400, 'operation-not-allowed'])
      expect(answer.body.message, what).toMatch(reason)
    }
    expect(await entriesOf(company)).toEqual([])
    expect(await recording(of, id, { date: '2026-06-03' })).toMatchObject({ status: 200 })
    expect(await wrongWith(service, of)).toEqual([])
  })
})

test('recorded many times at once, it is booked once', async () => {
  const { id } = await invoiced(buyer)
  const answers = await Promise.all(Array.from({ length: 6 }, () => recording(buyer, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  expect(await entriesOf(buyer.company)).toHaveLength(1)
  expect(await wrongWith(service, buyer)).toEqual([])
})
