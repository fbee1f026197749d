// The end of a fiscal year: what stands in the way, what the closing books, and opening it again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { closeFiscalYear, createFiscalYear, ledgerContribution, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { raw } from '#platform/sql'
import { connectWhere, LOCK_WAITS } from '#support/by-company'
import { casesOf, rowsOf } from '#support/cases'
import { balancesOf, entriesOf, ok, sumsOf } from '#support/entries'
import { asMember, booked, bought, drafted, member, type Owned, openOf, owned, sold } from '#support/owned'
import { camtFile } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { cases } from '#support/samples/worked-cases'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const YEAR: [string, string] = ['2025-01-01', '2025-12-31']
const NOW = '2026-02-01T10:00:00Z'
beforeEach(() => service.setNow(NOW))

const newCompany = async (options: Parameters<typeof owned>[1] = {}) => {
  company = await owned(service, { fiscalYear: YEAR, ...options })
}
const path = (of = 'closing', year = company.fiscalYearId) => `/fiscal-years/${year}/${of}`
const state = async () => ok(await company.get(path()))
const close = (body: object = {}) => company.as('POST', path(), body)
const closed = async (body: object = {}) => ok(await close(body))
const reopen = (reason = 'En faktura saknades') => company.as('POST', path('reopening'), { reason })
const yearsOf = async () => ok(await company.get('/fiscal-years')).items
const openingsOf = async (id: string) => {
  const { origin, revision, balances } = ok(await company.get(path('opening-balances', id)))
  const amounts = Object.fromEntries(
    balances.map((one: { account: number; amount: number }) => [one.account, one.amount]),
  )
  return { origin, revision, amounts }
}
const entry = async (ref: { id: string } | null) => (ref ? ok(await company.get(`/journal-entries/${ref.id}`)) : null)
const sumsIn = async (ref: { id: string } | null) => sumsOf([await entry(ref)].filter(Boolean))
const nextYear = (accountingMethod: 'cash' | 'accrual' = 'accrual') =>
  service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod }),
  )
/** Later, logged in anew. */
const inTime = async (moment: string) => {
  service.setNow(moment)
  company.as = asMember(company, await member(service, company, 'owner'))
}
const sound = async () =>
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })

/** Capital, a sale and a cost: a profit of 35 000. */
const aYear = async (date = '2025-06-01') => {
  await booked(company, date, { 1930: 50_000, 2081: -50_000 })
  await booked(company, date, { 1930: 60_000, 3001: -60_000 })
  await booked(company, date, { 5010: 25_000, 1930: -25_000 })
}

describe('a limited company', () => {
  beforeEach(() => newCompany())

  test('closes: the result, the next year, its opening balances and the transfer', async () => {
    await aYear()
    expect(openOf(await state())).toEqual({
      entriesWithoutDocument: [3, null],
      tax: [null, null],
      proposals: [2, null],
      result: [null, 35_000],
      nextYear: [null, null],
      openingBalances: [null, null],
      transfer: [null, null],
    })
    const { fiscalYear, checks, closings } = await closed()
    expect(fiscalYear.status).toBe('closed')
    expect(openOf({ checks })).toEqual({ entriesWithoutDocument: [3, null], tax: [null, null], proposals: [2, null] })
    const [{ result, resultEntryRef, transferEntryRef, nextFiscalYearId, closedBy }] = closings
    expect([result, closedBy]).toEqual([35_000, expect.stringMatching(/.+/)])
    expect(await entry(resultEntryRef)).toMatchObject({ date: '2025-12-31', title: 'Årets resultat' })
    expect(await sumsIn(resultEntryRef)).toEqual({ 2099: -35_000, 8999: 35_000 })
    expect(await entry(transferEntryRef)).toMatchObject({ date: '2026-01-01' })
    expect(await sumsIn(transferEntryRef)).toEqual({ 2098: -35_000, 2099: 35_000 })
    expect(await openingsOf(nextFiscalYearId)).toEqual({
      origin: 'stored',
      revision: 1,
      amounts: { 1930: 85_000, 2081: -50_000, 2099: -35_000 },
    })
    expect((await yearsOf()).map(({ startDate, endDate }: Record<string, string>) => [startDate, endDate])).toEqual([
      ['2026-01-01', '2026-12-31'],
      YEAR,
    ])
    const refused = await close({})
    expect(refused.body.message).toMatch(/already closed/)
    await sound()
  })

  test('is closed once by one Idempotency-Key', async () => {
    await aYear()
    const key = { 'idempotency-key': 'close-2025' }
    const first = await company.as('POST', path(), {}, key)
    const second = await company.as('POST', path(), {}, key)
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
    expect((await entriesOf(company)).map(({ title }: { title: string }) => title).slice(3)).toHaveLength(2)
  })

  test('with its loss: the worked case', async () => {
    const found = cases.find(({ id }) => id === casesOf.yearEnd[0])
    await booked(company, '2025-06-01', { 5010: 35_000, 1930: -35_000 })
    const { closings } = await closed()
    expect(await sumsIn(closings[0].resultEntryRef)).toEqual(rowsOf(found?.steps[0] as never))
    expect(await sumsIn(closings[0].transferEntryRef)).toEqual({ 2098: 35_000, 2099: -35_000 })
  })

  test('with nothing in its books has nothing to book, and the next year all the same', async () => {
    const { closings, checks } = await closed()
    expect(closings).toMatchObject([{ result: 0, resultEntryRef: null, transferEntryRef: null }])
    expect(openOf({ checks })).toEqual({})
    expect(await yearsOf()).toHaveLength(2)
  })

  test('what was booked by hand counts: the result, and its transfer in the next year', async () => {
    await aYear()
    await booked(company, '2025-12-31', { 8999: 35_000, 2099: -35_000 })
    await nextYear()
    await booked(company, '2026-01-15', { 2099: 35_000, 2091: -30_000, 2898: -5_000 })
    expect(openOf(await state())).toEqual({
      entriesWithoutDocument: [4, null],
      tax: [null, null],
      proposals: [2, null],
      openingBalances: [0, null],
    })
    const { closings } = await closed()
    expect(closings).toMatchObject([{ result: 0, resultEntryRef: null, transferEntryRef: null }])
  })

  test('is closed behind a lock date, which stays', async () => {
    await aYear()
    await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-10') }))
    await closed()
    expect(ok(await company.as('GET', '/lock-date')).lockDate).toBe('2026-01-10')
  })

  test('opened again and closed again books the difference, and corrects what the next year begins with', async () => {
    await aYear()
    const { closings } = await closed()
    const next = closings[0].nextFiscalYearId
    const { fiscalYear, reopenings } = ok(await reopen())
    expect([fiscalYear.status, reopenings]).toEqual([
      'open',
      [expect.objectContaining({ reason: 'En faktura saknades', reopenedBy: expect.any(String) })],
    ])
    // Nothing is reversed: the result stands, and so do the balances of the next year.
    expect(openOf(await state())).toEqual({
      entriesWithoutDocument: [3, null],
      tax: [null, null],
      proposals: [2, null],
    })
    await booked(company, '2025-12-30', { 6110: 4_000, 2890: -4_000 })
    expect(openOf(await state())).toEqual({
      entriesWithoutDocument: [4, null],
      tax: [null, null],
      proposals: [2, null],
      result: [null, -4_000],
      openingBalances: [2, null],
      transfer: [null, null],
    })
    const again = await closed()
    expect(again.closings.map(({ number, result }: Record<string, number>) => [number, result])).toEqual([
      [2, -4_000],
      [1, 35_000],
    ])
    expect(await sumsIn(again.closings[0].resultEntryRef)).toEqual({ 2099: 4_000, 8999: -4_000 })
    expect(await sumsIn(again.closings[0].transferEntryRef)).toEqual({ 2098: 4_000, 2099: -4_000 })
    expect(await openingsOf(next)).toEqual({
      origin: 'stored',
      revision: 2,
      amounts: { 1930: 85_000, 2081: -50_000, 2099: -31_000, 2890: -4_000 },
    })
    const sheet = ok(await company.get(`/reports/balance-sheet?fiscalYearId=${next}&level=account`))
    const closing = (key: string) => sheet.rows.find((row: { key: string }) => row.key === key)?.values[0].closing ?? 0
    expect([closing('2098'), closing('2099'), closing('difference')]).toEqual([31_000, 0, 0])
    const history = ok(await company.get('/history?pageSize=100')).items.filter(
      ({ what }: { what: string }) => what === 'fiscal-year.reopened',
    )
    expect(history).toHaveLength(1)
    await sound()
  })

  test('nothing is booked in a closed year, and only the last closed year is opened again', async () => {
    await aYear()
    const { closings } = await closed()
    const late = {
      title: 'Sen',
      date: '2025-12-30',
      items: [
        { account: 1930, debit: 1 },
        { account: 2440, credit: 1 },
      ],
    }
    expect((await company.post('/journal-entries', late)).status).toBe(400)
    await inTime('2027-01-10T10:00:00Z')
    ok(await company.as('POST', path('closing', closings[0].nextFiscalYearId), {}))
    const refused = await reopen()
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The fiscal year 2026-01-01 to 2026-12-31 is closed and is based on this one: open it again first',
    ])
  })
})

test('who may close a year, and open it again', async () => {
  await newCompany()
  const table = [
    ['reader', 403, 403],
    ['bookkeeper', 200, 403],
    ['administrator', 200, 403],
    ['owner', 200, 200],
  ] as const
  for (const [role, closing, reopening] of table) {
    const as = asMember(company, await member(service, company, role))
    expect([role, (await as('POST', path(), {})).status]).toEqual([role, closing])
    if (closing !== 200) continue
    const answer = await as('POST', path('reopening'), { reason: 'Prov' })
    expect([role, answer.status]).toEqual([role, reopening])
    if (reopening !== 200) ok(await reopen())
  }
  expect((await company.post(path(), {})).status).toBe(403)
})

test('what stands in the way is told with where it stands, and nothing is booked', async () => {
  await newCompany()
  await sold(company, '2025-11-01', 1000)
  await drafted(company, '2025-12-01', 100)
  await bought(company, '2025-12-15', 12_500)
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: 'SE4550000000058398257466', account: 1930 }),
  )
  const file = camtFile({ statements: [{ id: 'U1', entries: [{ ore: -4500n, reference: 'A', date: '2025-12-30' }] }] })
  ok(await company.upload('/bank-statements', 'utdrag.xml', file))
  service.setNow('2025-12-20T10:00:00Z')
  ok(await company.upload('/uploads', 'kvitto.png', pngFile()))
  service.setNow(NOW)
  const before = await state()
  expect(openOf(before)).toEqual({
    unrecordedInvoices: [1, 1250],
    draftInvoices: [1, expect.any(Number)],
    unrecordedSupplierInvoices: [1, 12_500],
    openBankTransactions: [1, -45],
    bankMonths: [null, null],
    unusedUploads: [1, null],
    nextYear: [null, null],
    openingBalances: [null, null],
  })
  for (const { key, count, link } of before.checks.filter((one: { count: number | null }) => one.count !== null)) {
    const { totalItems, items } = ok(await company.get(link.path.slice(`/companies/${company.id}`.length)))
    expect([key, totalItems]).toEqual([key, count])
    const one = await company.get(items[0].path.slice(`/companies/${company.id}`.length))
    expect([key, one.status, one.body.id]).toEqual([key, 200, items[0].id])
  }
  const refused = await close()
  expect([refused.status, refused.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['#/checks/unrecordedInvoices', '#/checks/unrecordedSupplierInvoices'],
  ])
  expect(await entriesOf(company)).toEqual([])
  expect(await yearsOf()).toHaveLength(1)
})

test('a year is closed when it is over, after those before it, and once VAT is reported', async () => {
  await newCompany()
  const next = await nextYear()
  const refusedFor = async (year: string) =>
    (await company.as('POST', path('closing', year), {})).body.errors?.map(({ field }: { field: string }) => field)
  expect(await refusedFor(next.id)).toEqual(['#/checks/notOver', '#/checks/earlierYearsOpen'])
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'yearly' }))
  await booked(company, '2025-06-01', { 1930: 1250, 3001: -1000, 2611: -250 })
  expect(openOf(await state()).vatOpen).toEqual([1, -250])
  expect(await refusedFor(company.fiscalYearId)).toEqual(['#/checks/vatOpen'])
  // Settled by hand, as in books that came from elsewhere.
  await booked(company, '2025-12-31', { 2611: 250, 2650: -250 })
  await closed()
})

test('tax that the buyer owes sums to nothing, and is not reported for that', async () => {
  await newCompany()
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'yearly' }))
  const reverse = { 4535: 10_000, 2440: -10_000, 2645: 2500, 2614: -2500 }
  await booked(company, '2025-06-01', reverse)
  const severityOf = async (key: string) =>
    (await state()).checks.find((one: { key: string }) => one.key === key).severity
  expect([openOf(await state()).vatOpen, await severityOf('vatOpen')]).toEqual([[1, 0], 'stops'])
  expect((await close()).body.errors).toMatchObject([{ field: '#/checks/vatOpen' }])
  ok(await company.post('/vat-returns', { startDate: '2025-01-01', endDate: '2025-12-31' }))
  expect(openOf(await state())).not.toHaveProperty('vatLeft')
  ok(await company.as('PATCH', '/lock-date', { lockDate: null, vatLockDate: null }))
  await booked(company, '2025-06-02', reverse)
  expect(openOf(await state())).toMatchObject({ vatLeft: [null, 0] })
})

test('the sub-ledgers are compared with their accounts, and VAT that was booked late is told', async () => {
  await newCompany()
  await booked(company, '2025-06-01', { 1510: 700, 3001: -700 })
  const { checks } = await state()
  const found = checks.find(({ key }: { key: string }) => key === 'reconciliation')
  expect([found.state, found.count, Math.abs(found.amount)]).toEqual(['open', 1, 700])
  const { path: ledger, query } = found.link
  expect(ok(await company.get(`${ledger.slice(`/companies/${company.id}`.length)}?${query}`)).on).toBe('2025-12-31')
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'yearly' }))
  const days = { startDate: '2025-01-01', endDate: '2025-12-31', reportedElsewhere: true }
  ok(await company.post('/vat-returns', days))
  await booked(company, '2025-06-02', { 1930: 25, 2611: -25 })
  expect(openOf(await state())).toMatchObject({ vatLeft: [null, -25] })
})

test('depreciation and portions of accruals that are not booked are told, each with its proposal', async () => {
  await newCompany()
  const rent = await booked(company, '2025-11-03', { 5010: 900, 1930: -900 })
  service.setNow('2025-11-05T10:00:00Z')
  const accrual = { journalEntryRef: { id: rent.id }, account: 5010, firstMonth: '2025-11', months: 3 }
  ok(await company.post('/accruals', accrual))
  service.setNow(NOW)
  const asset = { name: 'Svarv', acquisitionDate: '2025-07-01', acquisitionValue: 1200, account: 1220, months: 12 }
  ok(await company.post('/fixed-assets', asset))
  const { checks } = await state()
  expect(openOf({ checks })).toMatchObject({ depreciation: [1, 600], accruals: [2, 600] })
  for (const key of ['depreciation', 'accruals']) {
    const { link } = checks.find((one: { key: string }) => one.key === key)
    const { entries } = ok(await company.get(`${link.path.slice(`/companies/${company.id}`.length)}?${link.query}`))
    expect([key, entries.length > 0]).toEqual([key, true])
  }
  ok(await company.post('/depreciations', { from: '2025-01', to: '2025-12' }))
  ok(await company.post('/accrual-portions', { to: '2025-12' }))
  expect(openOf(await state())).not.toHaveProperty('depreciation')
  expect(openOf(await state())).not.toHaveProperty('accruals')
})

test('closing a year without its end is refused while the result is not booked, unless it is forced', async () => {
  await newCompany()
  await aYear()
  const close = (query = '') => company.as('POST', `${path('close')}${query}`)
  expect((await close()).body.message).toBe(
    'The result of the year, 35000.00, is not booked to equity: close the year with POST …/closing, which books ' +
      'it, or use force if it is booked elsewhere',
  )
  await booked(company, '2025-12-31', { 8999: 35_000, 2099: -35_000 })
  expect((await close()).status).toBe(200)
  await newCompany()
  await aYear()
  expect((await close('?force=true')).status).toBe(200)
  const [forced] = ok(await company.as('GET', '/history?pageSize=100')).items.filter(
    ({ what }: { what: string }) => what === 'period-end.forced',
  )
  expect(JSON.stringify(forced)).toContain('"result":"35000.00"')
})

test('books that do not balance are not closed', async () => {
  await newCompany()
  await aYear()
  await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
  const next = await nextYear()
  await inTime('2027-02-01T10:00:00Z')
  const refused = await company.as('POST', path('closing', next.id), {})
  expect(refused.body.errors).toMatchObject([
    { field: '#/checks/unbalanced', message: expect.stringContaining('35000') },
  ])
})

describe('forms of companies', () => {
  test('a sole proprietor: withdrawals and the result go to the capital as the next year begins', async () => {
    await newCompany({ companyType: 'proprietorship' })
    await booked(company, '2025-06-01', { 1930: 60_000, 3001: -60_000 })
    await booked(company, '2025-07-01', { 2013: 20_000, 1930: -20_000 })
    await booked(company, '2025-08-01', { 1930: 5_000, 2018: -5_000 })
    const { closings } = await closed()
    expect(await sumsIn(closings[0].resultEntryRef)).toEqual({ 2019: -60_000, 8999: 60_000 })
    const moves = { 2010: -45_000, 2013: -20_000, 2018: 5_000, 2019: 60_000 }
    expect(await sumsIn(closings[0].transferEntryRef)).toEqual(moves)
    // A withdrawal of the next year is not moved when the year before is opened and closed again.
    await booked(company, '2026-01-20', { 2013: 1_000, 1930: -1_000 })
    ok(await reopen())
    await booked(company, '2025-12-30', { 2013: 700, 1930: -700 })
    const again = await closed()
    expect(await sumsIn(again.closings[0].transferEntryRef)).toEqual({ 2010: 700, 2013: -700 })
  })

  test('partners get their shares, and accounts that the chart lacks', async () => {
    await newCompany({ companyType: 'partnership' })
    await aYear()
    const shares = [
      { account: 2019, amount: 20_000 },
      { account: 2029, amount: 15_000 },
    ]
    const wrong: [string, object, string][] = [
      ['another sum', [{ account: 2019, amount: 20_000 }], '#/shares'],
      ['another account', [{ account: 2010, amount: 35_000 }], '#/shares/0/account'],
    ]
    for (const [what, given, field] of wrong) {
      expect([what, (await close({ shares: given })).body.errors?.[0]?.field]).toEqual([what, field])
    }
    const before = (await state()).shares
    expect([before.result, before.accounts.map(({ account }: { account: number }) => account)]).toEqual([
      35_000,
      [2019, 2029, 2039, 2049],
    ])
    expect(before.accounts[1].name).toMatch(/delägare 2/)
    const { closings, shares: after } = await closed({ shares })
    expect(after.result).toBe(0)
    expect(await sumsIn(closings[0].resultEntryRef)).toEqual({ 2019: -20_000, 2029: -15_000, 8999: 35_000 })
    expect(await sumsIn(closings[0].transferEntryRef)).toEqual({
      2010: -20_000,
      2019: 20_000,
      2020: -15_000,
      2029: 15_000,
    })
  })

  test('a partnership that gives no shares is told where the result went, and others have none', async () => {
    await newCompany({ companyType: 'limitedPartnership' })
    await aYear()
    const { headers } = await close()
    expect(headers.get('service-warning')).toContain('account 2019')
    await newCompany()
    await aYear()
    expect((await state()).shares).toBeNull()
    const refused = await close({ shares: [{ account: 2019, amount: 35_000 }] })
    expect(refused.body.errors[0].field).toBe('#/shares')
  })

  test('an association', async () => {
    await newCompany({ companyType: 'nonProfitAssociation' })
    await aYear()
    const { closings } = await closed()
    expect(await sumsIn(closings[0].resultEntryRef)).toEqual({ 2069: -35_000, 8999: 35_000 })
    expect(await sumsIn(closings[0].transferEntryRef)).toEqual({ 2068: -35_000, 2069: 35_000 })
  })
})

describe('the cash method', () => {
  beforeEach(() => newCompany({ accountingMethod: 'cash' }))

  test('unpaid items are booked by the closing, and paid from there in the next year', async () => {
    const id = await sold(company, '2025-12-10', 1000)
    await bought(company, '2025-12-01', 250, true)
    const open = openOf(await state())
    expect([open.unpaidInvoices, open.unpaidSupplierInvoices, open.result]).toEqual([[1, 1250], [1, 250], undefined])
    const { closings } = await closed()
    expect(await sumsIn(closings[0].resultEntryRef)).toEqual({ 2099: -800, 8999: 800 })
    expect((await openingsOf(closings[0].nextFiscalYearId)).amounts).toEqual({
      1510: 1250,
      2099: -800,
      2440: -250,
      2611: -250,
      2641: 50,
    })
    const payment = ok(
      await company.post(`/invoices/${id}/payments`, {
        date: '2026-01-20',
        sumBaseCurrency: 1250,
        bookkeepingAccountNumber: 1930,
      }),
    )
    ok(await company.post(`/invoices/${id}/payments/${payment.id}/record`))
    expect((await balancesOf(company))[1510]).toBeUndefined()
    await sound()
  })

  test('they are booked by themselves first, so that VAT of the last period has them', async () => {
    await sold(company, '2025-12-10', 1000)
    ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'yearly' }))
    await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-10') }))
    ok(await company.as('POST', path('unpaid-items')))
    expect(ok(await company.as('GET', '/lock-date')).lockDate).toBe('2026-01-10')
    expect(openOf(await state())).toMatchObject({ vatOpen: [1, -250], result: [null, 1000] })
    expect((await entriesOf(company)).length).toBe(1)
    ok(await company.as('POST', path('unpaid-items')))
    expect((await entriesOf(company)).length).toBe(1)
  })

  test('what is published while a closing waits for an invoice waits for no one, and is in it', async () => {
    await nextYear('cash')
    const ids = [await sold(company, '2025-12-10', 1000), await sold(company, '2025-12-11', 1000)]
    const [first, second] = ids.sort()
    const note = ok(await company.post(`/invoices/${second}/credit`))
    const { id: late } = await drafted(company, '2025-12-20', 1000)
    const client = await connectWhere(service, company.id)
    try {
      await client.query('begin')
      await client.query('select from sales.invoice where company_id = $1 and id = $2 for update', [company.id, first])
      const closing = close()
      await expect.poll(() => service.database.rows(raw(LOCK_WAITS)), { timeout: 20_000 }).toHaveLength(1)
      const asked = [`/credit-notes/${note.id}`, `/invoices/${late}`].map((one) => company.post(`${one}/publish`))
      const answers = await Promise.all(asked)
      await client.query('commit')
      expect([...answers, await closing].map(({ status }) => status)).toEqual([200, 200, 200])
    } finally {
      await client.end()
    }
    for (const id of [...ids, late]) {
      expect(ok(await company.get(`/invoices/${id}`)).journalEntryRef).toEqual({ id: expect.any(String) })
    }
    // The credit note is of the next year.
    const [{ resultEntryRef }] = (await state()).closings
    expect(await sumsIn(resultEntryRef)).toEqual({ 2099: -3000, 8999: 3000 })
    await sound()
  })
})
