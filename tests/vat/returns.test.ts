// VAT returns over HTTP: what they book, lock and keep, corrections, and returns that were made elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVatSetting, type VatSetting } from '#identity'
import { createFiscalYear, setLockDate, setVatLockDate } from '#ledger'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { callingAs, walkByCursor } from '#support/calling'
import { rowsOf } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { cases } from '#support/samples/worked-cases'
import { type NewTestCompany, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

type Items = [account: number, kronor: number][]

const entry = async (company: TestCompany, date: string, items: Items) =>
  ok(
    await company.post('/journal-entries', {
      title: 'Prov',
      date,
      items: items.map(([account, kronor]) => (kronor > 0 ? { account, debit: kronor } : { account, credit: -kronor })),
    }),
  )

const newCompany = async (setting: VatSetting | null = 'quarterly', options: NewTestCompany = {}) => {
  const company = checkedCompany(await service.newCompany(options))
  if (setting) await service.operateFor(company.id, (call) => setVatSetting(call, setting))
  return company
}

/** Sales and a purchase whose tax is 131.75 less 33.20. */
const bookQuarter = async (company: TestCompany) => {
  await entry(company, '2026-01-10', [
    [1930, 658.75],
    [3001, -527],
    [2611, -131.75],
  ])
  await entry(company, '2026-02-20', [
    [6110, 132.8],
    [2641, 33.2],
    [1930, -166],
  ])
}

const FIRST = { startDate: '2026-01-01', endDate: '2026-03-31' }

const itemsOf = async (company: TestCompany, id: string) => {
  const { items } = ok(await company.get(`/journal-entries/${id}`))
  return items.map(({ account, debit, credit }: Record<string, number>) => [account, (debit ?? 0) - (credit ?? 0)])
}

const balanceOf = async (company: TestCompany, account: number) =>
  ok(await company.get(`/chart-of-accounts/${account}`)).accountBalance

const warningOf = (headers: Headers) => decodeURIComponent(headers.get('service-warning') ?? '')

/** Worked cases whose first step settles the tax of a period. */
const settledCases: Readonly<Record<string, true>> = { 'VAT-01': true, 'VAT-03': true }

describe('a return', () => {
  test('empties the accounts of tax to whole kronor on 2650, locks its days, and is kept', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    const { headers, body } = await company.post('/vat-returns', FIRST)
    expect(body).toMatchObject({
      ...FIRST,
      dueDate: '2026-05-12',
      reportedElsewhere: false,
      correctsRef: null,
      correctedByRef: null,
      payable: 98,
      knownAt: 2,
      reportedBy: 'Prov',
      reportedDateTime: '2026-06-10T10:00:00Z',
      boxes: [
        { box: '05', reported: 527, amount: 527, accounts: '3001' },
        { box: '10', reported: 131, amount: 131.75, accounts: '2611' },
        { box: '48', reported: 33, amount: 33.2, accounts: '2641' },
      ],
      entry: { date: '2026-03-31', journalEntryNumber: 'V3' },
    })
    expect(body.chainHeads).toMatchObject([{ number: '2', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await itemsOf(company, body.entry.journalEntryRef.id)).toEqual([
      [2611, 131.75],
      [2641, -33.2],
      [2650, -98],
      [3740, -0.55],
    ])
    expect(warningOf(headers)).toBe(
      'Days up to and including 2026-03-31 are locked now for what would change the return',
    )
    expect(ok(await company.get(`/vat-returns/${body.id}`))).toEqual(body)
    expect(ok(await company.get('/vat-returns')).items).toEqual([body])
    const late = await company.post('/journal-entries', {
      title: 'Sent',
      date: '2026-03-30',
      items: [
        { account: 1930, debit: 1 },
        { account: 3001, credit: 1 },
      ],
    })
    expect(late.status).toBe(400)
    // What was settled is no tax of the period: the report says the same as before.
    const report = ok(await company.get('/reports/vat-report?from=2026-01-01&to=2026-03-31&level=line'))
    const box = report.rows.find(({ key }: { key: string }) => key === '49')
    expect(box.values).toEqual([{ reported: 98, amount: 98.55 }])
  })

  test('names the entries whose tax and base differ: before it is made, when it is, and with its file', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    const booked = await entry(company, '2026-03-01', [
      [6540, 1000],
      [2645, 250],
      [2614, -250],
      [1930, -1000],
    ])
    const differs = `The base in boxes 20, 21, 22, 23, 24 differs by -1000.00 from the base that the VAT in boxes 30, 31, 32 is computed on: check ${booked.journalEntryNumber}`
    const intended = { ...FIRST, acceptDifferences: true }
    expect(warningOf((await company.post('/vat-returns?dryRun=true', intended)).headers)).toContain(differs)
    const made = await company.post('/vat-returns', intended)
    expect(warningOf(made.headers)).toContain(differs)
    const file = await company.get(`/vat-returns/${ok(made).id}/file`)
    expect(warningOf(file.headers)).toBe(differs)
  })

  test.each(cases.filter(({ id }) => id in settledCases))('books what the worked case $id does', async ({ steps }) => {
    const company = await newCompany()
    const [step] = steps
    if (!step) throw new Error('A case without steps')
    const rows = rowsOf(step)
    const taxes = Object.entries(rows).filter(([account]) => /^26[1-4]/.test(account))
    const sum = taxes.reduce((total, [, kronor]) => total + Math.round(kronor * 100), 0) / 100
    await entry(company, '2026-02-01', [
      ...taxes.map(([account, kronor]): [number, number] => [Number(account), -kronor]),
      [1930, sum],
    ])
    const { id, entry: made } = ok(await company.post('/vat-returns', { ...FIRST, acceptDifferences: true }))
    expect(id).toBeDefined()
    expect(Object.fromEntries(await itemsOf(company, made.journalEntryRef.id))).toEqual(rows)
  })

  test('with nothing to settle books nothing, and reports nothing', async () => {
    const company = await newCompany()
    const body = ok(await company.post('/vat-returns', FIRST))
    expect(body).toMatchObject({ payable: 0, boxes: [], entry: null })
  })

  test('with tax to get back stands as a claim, and what resists is left', async () => {
    const company = await newCompany()
    await entry(company, '2026-03-01', [
      [6110, 401],
      [2641, 100.9],
      [1930, -501.9],
    ])
    await entry(company, '2026-03-02', [
      [1510, 125],
      [3001, -100],
      [2618, -25],
    ])
    const body = ok(await company.post('/vat-returns', { ...FIRST, acceptDifferences: true }))
    expect(body.payable).toBe(-100)
    expect(await itemsOf(company, body.entry.journalEntryRef.id)).toEqual([
      [2641, -100.9],
      [2650, 100],
      [3740, 0.9],
    ])
    expect(await balanceOf(company, 2618)).toBe(-25)
  })

  test('is only told on a trial', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    const body = ok(await company.post('/vat-returns?dryRun=true', FIRST))
    expect(body).toMatchObject({ payable: 98, entry: { date: '2026-03-31' } })
    expect((await company.get(`/vat-returns/${body.id}`)).status).toBe(404)
    expect(body.entry.items).toContainEqual({ account: 2650, debit: 0, credit: 98 })
    expect(ok(await company.get('/vat-returns')).totalItems).toBe(0)
    expect(ok(await company.get('/journal-entries')).totalItems).toBe(2)
  })

  test('goes on the first open day where its last one is locked, and leaves a later lock', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    await service.operateFor(company.id, (call) => setLockDate(call, { date: '2026-04-30' as Day }))
    const { headers, body } = await company.post('/vat-returns', FIRST)
    expect(body.entry.date).toBe('2026-05-01')
    expect(warningOf(headers)).toBe('Days up to and including 2026-04-30 are locked: the entry is dated 2026-05-01')
  })

  test('warns a company under the cash method of a turnover that is not for it', async () => {
    const sales = (kronor: number) => [
      { account: 1930, debit: kronor },
      { account: 3004, credit: kronor },
    ]
    const warned = async (accountingMethod: 'cash' | 'accrual', kronor: number) => {
      const company = await newCompany('quarterly', { accountingMethod })
      ok(await company.post('/journal-entries', { title: 'Försäljning', date: '2026-03-01', items: sales(kronor) }))
      return warningOf((await company.post('/vat-returns', FIRST)).headers) ?? ''
    }
    const sentence = 'Net sales of the year are 3000001.00 SEK. The cash method is for companies'
    expect(await warned('cash', 3_000_001)).toContain(sentence)
    expect(await warned('cash', 3_000_000)).not.toContain('The cash method')
    expect(await warned('accrual', 3_000_001)).not.toContain('The cash method')
  })

  test('warns of earlier periods that are not reported', async () => {
    const company = await newCompany('monthly')
    await bookQuarter(company)
    const { headers } = await company.post('/vat-returns', { startDate: '2026-03-01', endDate: '2026-03-31' })
    expect(warningOf(headers)).toContain(
      'Earlier periods are not reported: 2026-01-01 to 2026-01-31, 2026-02-01 to 2026-02-28',
    )
  })

  test('uses the account that the company settles on', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    await command(service, ['account', 'create', '--company', company.id, '--number', '2651', '--name', 'Moms'])
    await command(service, [
      'account-map',
      'set',
      '--company',
      company.id,
      '--role',
      'vatSettlement',
      '--account',
      '2651',
    ])
    const body = ok(await company.post('/vat-returns', FIRST))
    expect(await itemsOf(company, body.entry.journalEntryRef.id)).toContainEqual([2651, -98])
  })

  test('cannot be changed or removed in the database', async () => {
    const company = await newCompany()
    ok(await company.post('/vat-returns', FIRST))
    for (const statement of [
      sql`update vat.vat_return set payable_ore = 1 where company_id = ${company.id}`,
      sql`delete from vat.vat_return where company_id = ${company.id}`,
    ]) {
      await expect(service.database.rows(statement)).rejects.toMatchObject({ code: 'GB001' })
    }
    const copy = (days: string, corrects: string) =>
      service.database.rows(sql`
        insert into vat.vat_return (company_id, id, start_date, end_date, is_elsewhere, corrects_id, boxes, taxes,
          payable_ore, registration, heads, reported_at, actor_kind, actor_id, actor_name)
        select company_id, gen_random_uuid(), ${days}::date, end_date, false,
          case ${corrects} when 'corrects' then id end, boxes, taxes, payable_ore, registration, heads, reported_at,
          actor_kind, actor_id, actor_name
        from vat.vat_return where company_id = ${company.id}`)
    await expect(copy('2026-02-01', 'nothing')).rejects.toMatchObject({ code: 'GB091' })
    await expect(copy('2026-02-01', 'corrects')).rejects.toMatchObject({ code: 'GB092' })
  })
})

describe('a correction', () => {
  test('reports the period anew, and books only the difference', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    const first = ok(await company.post('/vat-returns', FIRST))
    await service.operateFor(company.id, (call) => setVatLockDate(call, { date: null }))
    await entry(company, '2026-03-20', [
      [1930, 125.5],
      [3001, -100.4],
      [2611, -25.1],
    ])
    const second = ok(await company.post('/vat-returns', { corrects: first.id }))
    expect(second).toMatchObject({
      ...FIRST,
      payable: 123,
      correctsRef: { id: first.id },
      entry: { date: '2026-03-31' },
    })
    expect(await itemsOf(company, second.entry.journalEntryRef.id)).toEqual([
      [2611, 25.1],
      [2650, -25],
      [3740, -0.1],
    ])
    expect(ok(await company.get(`/vat-returns/${first.id}`)).correctedByRef).toEqual({ id: second.id })
    for (const account of [2611, 2641]) expect(await balanceOf(company, account)).toBe(0)
    expect(await balanceOf(company, 2650)).toBe(-123)
    const third = ok(await company.post('/vat-returns', { corrects: second.id }))
    expect(third).toMatchObject({ payable: 123, entry: null })
  })
})

describe('a return that was made elsewhere', () => {
  test('books and locks nothing, may be of any days, and ends what is left to report', async () => {
    const company = await newCompany('monthly')
    await bookQuarter(company)
    const body = ok(await company.post('/vat-returns', { ...FIRST, reportedElsewhere: true }))
    expect(body).toMatchObject({ reportedElsewhere: true, payable: 98, entry: null })
    ok(
      await company.post('/journal-entries', {
        title: 'Öppet',
        date: '2026-03-30',
        items: [
          { account: 1930, debit: 1 },
          { account: 3999, credit: 1 },
        ].map((item) => ({ ...item, account: item.account === 3999 ? 3990 : item.account })),
      }),
    )
    const again = await company.post('/vat-returns', { startDate: '2026-02-01', endDate: '2026-02-28' })
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining(body.id)])
    expect(ok(await company.post('/vat-returns', { corrects: body.id, reportedElsewhere: true })).entry).toBeNull()
  })
})

describe('the file', () => {
  const file = async (company: TestCompany, id: string) => company.get(`/vat-returns/${id}/file`)

  test('has what was reported, and leaves out what is empty', async () => {
    const company = await newCompany()
    await bookQuarter(company)
    const { id } = ok(await company.post('/vat-returns', FIRST))
    const { headers, text } = await file(company, id)
    expect(headers.get('content-type')).toContain('application/xml')
    expect(text.replaceAll(/\d{6}-\d{4}/g, 'NUMBER')).toBe(
      [
        '<?xml version="1.0" encoding="ISO-8859-1"?>',
        '<!DOCTYPE eSKDUpload PUBLIC "-//Skatteverket, Sweden//DTD Skatteverket eSKDUpload-DTD Version 6.0//SV" "https://www1.skatteverket.se/demoeskd/eSKDUpload_6p0.dtd">',
        '<eSKDUpload Version="6.0">',
        '  <OrgNr>NUMBER</OrgNr>',
        '  <Moms>',
        '    <Period>202603</Period>',
        '    <ForsMomsEjAnnan>527</ForsMomsEjAnnan>',
        '    <MomsUtgHog>131</MomsUtgHog>',
        '    <MomsIngAvdr>33</MomsIngAvdr>',
        '    <MomsBetala>98</MomsBetala>',
        '  </Moms>',
        '</eSKDUpload>',
        '',
      ].join('\r\n'),
    )
  })
})

describe('a year of returns', () => {
  test('leaves the accounts of tax at zero, and 2650 with what was reported', async () => {
    const company = await newCompany('monthly', { fiscalYear: ['2025-01-01', '2025-12-31'] })
    let reported = 0
    for (let month = 1; month <= 12; month += 1) {
      const first = `2025-${String(month).padStart(2, '0')}`
      await entry(
        company,
        `${first}-05`,
        [
          [1930, 1250.37 * month],
          [3001, -1000.3 * month],
          [2611, -250.07 * month],
        ].map(([account, kronor]) => [account as number, Math.round((kronor as number) * 100) / 100]) as Items,
      )
      await entry(company, `${first}-06`, [
        [6110, 100.1],
        [2641, 25.03],
        [1930, -125.13],
      ])
      const endDate = new Date(Date.UTC(2025, month, 0)).toISOString().slice(0, 10)
      reported += ok(await company.post('/vat-returns', { startDate: `${first}-01`, endDate })).payable
    }
    for (const account of [2611, 2641]) expect(await balanceOf(company, account)).toBe(0)
    expect(await balanceOf(company, 2650)).toBe(-reported)
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' }),
    )
    const periods = ok(await company.get('/vat-returns?pageSize=100&query=startDate>=2025-06-01'))
    expect(periods.totalItems).toBe(7)
    expect(await walkByCursor((_, path) => company.get(path), '/vat-returns')).toHaveLength(12)
  })
})

describe('the cash method', () => {
  const YEAR = ['2025-01-01', '2025-12-31'] as [string, string]

  const invoice = async (company: TestCompany, invoiceDate: string) => {
    const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
    const line = { description: 'Råd', itemType: 'salesItem', productType: 'services', quantity: 1, unitPrice: 1000 }
    const lineItems = [{ ...line, unitType: 'hour', taxRate: 25 }]
    const { id } = ok(await company.post('/invoices', { customerRef: { id: customer.id }, invoiceDate, lineItems }))
    ok(await company.post(`/invoices/${id}/publish`))
    return id
  }

  test('counts tax when it is paid, and at the end of the year what is unpaid', async () => {
    const company = await newCompany('quarterly', { fiscalYear: YEAR, accountingMethod: 'cash' })
    const paid = await invoice(company, '2025-02-10')
    await invoice(company, '2025-03-10')
    const unpaid = ok(
      await company.post('/vat-returns?dryRun=true', { startDate: '2025-01-01', endDate: '2025-03-31' }),
    )
    expect(unpaid.payable).toBe(0)
    const payment = { date: '2025-03-20', sumBaseCurrency: 1250, bookkeepingAccountNumber: 1930 }
    const { id } = ok(await company.post(`/invoices/${paid}/payments`, payment))
    await company.post(`/invoices/${paid}/payments/${id}/record`)
    const first = ok(await company.post('/vat-returns', { startDate: '2025-01-01', endDate: '2025-03-31' }))
    expect(first.payable).toBe(250)
    const last = { startDate: '2025-10-01', endDate: '2025-12-31' }
    const early = await company.post('/vat-returns', last)
    expect([early.status, early.body.message]).toEqual([400, expect.stringContaining('Not in the books yet: invoice')])
    await command(service, ['fiscal-year', 'book-unpaid', '--company', company.id, '--id', company.fiscalYearId])
    expect(ok(await company.post('/vat-returns', last)).payable).toBe(250)
  })
})

test('a return has a sale in the period that it was invoiced in, and not in those that it is accrued to', async () => {
  const company = await newCompany('monthly')
  const sold = await entry(company, '2026-01-15', [
    [1510, 15_000],
    [3001, -12_000],
    [2611, -3000],
  ])
  const accrual = { journalEntryRef: { id: sold.id }, account: 3001, firstMonth: '2026-01', months: 12 }
  ok(await company.post('/accruals', accrual))
  ok(await company.post('/accrual-portions', { to: '2026-02' }))
  const january = ok(await company.post('/vat-returns', { startDate: '2026-01-01', endDate: '2026-01-31' }))
  expect(january.boxes).toMatchObject([
    { box: '05', reported: 12_000, amount: 12_000, accounts: '3001' },
    { box: '10', reported: 3000, amount: 3000, accounts: '2611' },
  ])
  // By the command as well: another program makes this one.
  const words = [
    'vat-return',
    'make',
    '--company',
    company.id,
    '--start',
    '2026-02-01',
    '--end',
    '2026-02-28',
    '--json',
  ]
  const { id } = JSON.parse((await command(service, words)).stdout)
  expect(ok(await company.get(`/vat-returns/${id}`))).toMatchObject({ payable: 0, boxes: [], entry: null })
})

test('the operator reports VAT as well', async () => {
  const company = await newCompany()
  await bookQuarter(company)
  const words = [
    'vat-return',
    'make',
    '--company',
    company.id,
    '--start',
    '2026-01-01',
    '--end',
    '2026-03-31',
    '--json',
  ]
  const told = JSON.parse((await command(service, [...words, '--dry-run'])).stdout)
  expect(told).toMatchObject({ id: null, payable: 98 })
  const { code, stdout } = await command(service, words)
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { id: expect.any(String), start: '2026-01-01', end: '2026-03-31', payable: 98, journalEntryNumber: 'V3' },
  ])
  expect(
    (await command(service, ['vat-return', 'make', '--company', company.id, '--start', '2026-02-30'])).stderr,
  ).toContain('2026-02-30 is not a day')
})

test('trade with the Union in the first days of a year makes its return due in February', async () => {
  const company = await newCompany('yearly')
  const ask = await callingAs(service, company, 'owner')
  const first = { startDate: '2025-03-15', endDate: '2025-12-31', accountingMethod: 'accrual' } as const
  await service.operateFor(company.id, (call) => createFiscalYear(call, first))
  const dueOf = async () => {
    const { items } = ok(await ask('GET', '/vat-periods?pageSize=100'))
    return items.find(({ startDate }: { startDate: string }) => startDate === '2025-03-15')?.dueDate
  }
  const before = await dueOf()
  expect(before > '2026-02-26').toBe(true)
  await entry(company, '2025-03-20', [
    [4535, 100],
    [2440, -100],
  ])
  expect(await dueOf()).toBe('2026-02-26')
})

describe('what is only moved to other months', () => {
  const accrued = async (company: TestCompany, { date, account, kronor, to }: Accrued) => {
    const { id } = await entry(company, date, [
      [1510, kronor],
      [account, -kronor],
    ])
    ok(await company.post('/accruals', { journalEntryRef: { id }, account, firstMonth: '2026-01', months: 12 }))
    ok(await company.post('/accrual-portions', { to }))
  }
  type Accrued = { date: string; account: number; kronor: number; to: string }

  test('takes nothing off the base by which a return is due earlier', async () => {
    const company = await newCompany('monthly')
    const ask = await callingAs(service, company, 'owner')
    await accrued(company, { date: '2026-01-20', account: 3001, kronor: 45_000_000, to: '2026-05' })
    const { items } = ok(await ask('GET', '/vat-periods?pageSize=100'))
    const dueDates = new Map(items.map(({ startDate, dueDate }: Record<string, string>) => [startDate, dueDate]))
    expect(['2026-01-01', '2026-04-01', '2026-05-01'].map((start) => dueDates.get(start))).toEqual([
      '2026-02-26',
      '2026-05-26',
      '2026-06-26',
    ])
    // The same where it is waited for: in the queue, and among the deadlines.
    const { deadlines } = ok(await company.get('/reports/key-figures'))
    expect(deadlines).toContainEqual(expect.objectContaining({ from: '2026-05-01', dueDate: '2026-06-26' }))
    const waiting = ok(await ask('GET', '/queue?kind=vat.unreported')).items
    expect(waiting).toContainEqual(
      expect.objectContaining({ kind: 'vat.unreported', to: '2026-05-31', date: '2026-06-26' }),
    )
  })

  test('is no trade with the Union', async () => {
    const company = await newCompany('yearly')
    const ask = await callingAs(service, company, 'owner')
    const before = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' } as const
    await service.operateFor(company.id, (call) => createFiscalYear(call, before))
    await accrued(company, { date: '2025-12-10', account: 3308, kronor: 1200, to: '2026-05' })
    const { items } = ok(await ask('GET', '/vat-periods?pageSize=100'))
    expect(items.map(({ startDate, dueDate }: Record<string, string>) => [startDate, dueDate])).toEqual([
      ['2026-01-01', '2027-08-17'],
      ['2025-01-01', '2026-02-26'],
    ])
  })
})
