// A year that is closed keeps its figures: nothing before it changes any more that it carries on from.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '#support/entries'
import { asMember, booked, member, type Owned, owned } from '#support/owned'
import { closeOutOfOrder } from '#support/samples/closed-years'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

beforeEach(async () => {
  service.setNow('2027-02-01T10:00:00Z')
  company = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
})

const addYear = (year: number) =>
  company.as('POST', '/fiscal-years', { startDate: `${year}-01-01`, endDate: `${year}-12-31` })
const close = (id: string, how = 'close') =>
  company.as('POST', `/fiscal-years/${id}/${how}`, how === 'closing' ? {} : undefined)
const reopen = (id: string) => company.as('POST', `/fiscal-years/${id}/reopening`, { reason: 'Prov' })
const openingsOf = async (id: string) => ok(await company.get(`/fiscal-years/${id}/opening-balances`)).balances
const anEntry = (date: string) => ({
  title: 'Prov',
  date,
  items: [
    { account: 1930, debit: 10 },
    { account: 2081, credit: 10 },
  ],
})
const sieFile = (...lines: readonly string[]) =>
  Buffer.from(
    ['#FLAGGA 0', '#PROGRAM "Prov" 1', '#FORMAT PC8', '#SIETYP 4', '#FNAMN "Prov"', ...lines, ''].join('\r\n'),
  )

describe('years are closed in their order', () => {
  test('also without their end, and by force', async () => {
    const next = ok(await addYear(2026))
    await booked(company, '2025-06-01', { 1930: 100, 2081: -100 })
    for (const how of ['close', 'close?force=true']) {
      const { status, body } = await close(next.id, how)
      expect([status, body.message]).toEqual([
        400,
        'The fiscal year 2025-01-01 to 2025-12-31 is open: close it before 2026-01-01 to 2026-12-31',
      ])
    }
    ok(await close(company.fiscalYearId))
    ok(await close(next.id))
  })

  test('and what was closed out of it is not changed: nothing is booked before', async () => {
    const next = ok(await addYear(2026))
    await addYear(2027)
    const { id } = await booked(company, '2025-06-01', { 1930: 100, 2081: -100 })
    await closeOutOfOrder(service, company.id, next.id)
    const before = await openingsOf(next.id)
    const { status, body } = await company.post('/journal-entries', anEntry('2025-07-01'))
    expect([status, body.errors]).toMatchObject([
      400,
      [
        {
          field: '#/date',
          message:
            '2025-07-01 is in a fiscal year on which the closed year 2026-01-01 to 2026-12-31 is based: open that one again first',
        },
      ],
    ])
    const vouchers = sieFile('#VER A 1 20250701 "Hyra"', '{', '#TRANS 5010 {} 100', '#TRANS 1930 {} -100', '}')
    const refused = await company.upload('/sie/import', 'prov.si', vouchers, { 'accept-language': 'en' })
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining(
        '2025-07-01 is in a fiscal year that the closed 2026-01-01 to 2026-12-31 carries on from. Open the later year',
      ),
    ])
    // Corrected like what is in a closed year.
    expect(ok(await company.post(`/journal-entries/${id}/reverse`)).date).toBe('2027-01-01')
    expect(await openingsOf(next.id)).toEqual(before)
    ok(await reopen(next.id))
    ok(await company.post('/journal-entries', anEntry('2025-07-01')))
  })
})

describe('a year before a closed one', () => {
  test('is not added where that one would carry on from it', async () => {
    ok(await close(company.fiscalYearId))
    const { status, body } = await addYear(2024)
    expect([status, body.message]).toEqual([
      400,
      'The fiscal year 2025-01-01 to 2025-12-31 is closed and would be based on 2024-01-01 to 2024-12-31: open it again first',
    ])
    ok(await reopen(company.fiscalYearId))
    ok(await addYear(2024))
  })

  test('is added and booked in where that one has opening balances of its own', async () => {
    const balances = [
      { account: 1930, amount: 500 },
      { account: 2081, amount: -500 },
    ]
    ok(await company.put(`/fiscal-years/${company.fiscalYearId}/opening-balances`, { balances }))
    ok(await close(company.fiscalYearId))
    const before = ok(await addYear(2024))
    ok(await company.post('/journal-entries', anEntry('2024-07-01')))
    expect(await openingsOf(company.fiscalYearId)).toEqual(balances)
    expect(before.status).toBe('open')
  })
})

test('what an imported file opens with on accounts of income goes to equity once, and no later year has it', async () => {
  company = await owned(service, { fiscalYear: null })
  const file = sieFile(
    '#RAR 0 20250101 20251231',
    '#IB 0 1930 100',
    '#IB 0 2081 -90',
    '#IB 0 3001 -10',
    '#UB 0 1930 100',
    '#UB 0 2081 -90',
    '#RES 0 3001 -10',
  )
  ok(await company.upload('/sie/import', 'prov.se', file))
  const [{ id }] = ok(await company.get('/fiscal-years')).items
  const sheetOf = async (year: string): Promise<Record<string, number>> => {
    const { rows } = ok(await company.get(`/reports/balance-sheet?fiscalYearId=${year}`))
    return Object.fromEntries(
      rows.map((row: { key: string; values: { closing: number }[] }) => [row.key, row.values[0]?.closing]),
    )
  }
  expect(await sheetOf(id)).toMatchObject({ earlierResults: 10, difference: 0 })
  const next = ok(await addYear(2026))
  const carried = [
    { account: 1930, amount: 100 },
    { account: 2081, amount: -90 },
  ]
  expect(await openingsOf(next.id)).toEqual(carried)
  expect(await sheetOf(next.id)).toMatchObject({ earlierResults: 10, difference: 0 })
  const [{ result, nextFiscalYearId }] = ok(await close(id, 'closing')).closings
  expect(result).toBe(10)
  expect(await openingsOf(nextFiscalYearId)).toEqual([...carried, { account: 2099, amount: -10 }])
  expect(await sheetOf(id)).toMatchObject({ difference: 0 })
  await booked(company, '2026-06-01', { 1930: 7, 3001: -7 })
  expect(ok(await close(next.id, 'closing')).closings).toMatchObject([{ result: 7 }])
  expect(await sheetOf(next.id)).toMatchObject({ difference: 0 })
})

describe('what a file opens with on accounts of income', () => {
  const UNBOOKED =
    'The result of the year, 10.00, is not booked to equity: close the year with POST …/closing, which books it, ' +
    'or use force if it is booked elsewhere'
  let first: string
  beforeEach(async () => {
    company = await owned(service, { fiscalYear: null })
    const file = sieFile(
      '#RAR 0 20240101 20241231',
      '#IB 0 1930 100',
      '#IB 0 2081 -90',
      '#IB 0 3001 -10',
      '#UB 0 1930 100',
      '#UB 0 2081 -90',
      '#RES 0 3001 -10',
    )
    ok(await company.upload('/sie/import', 'prov.se', file))
    first = ok(await company.get('/fiscal-years')).items[0].id
  })

  test('is no income of the year in the tax return and the annual report, and is equity', async () => {
    await booked(company, '2024-06-01', { 1930: 4, 3001: -4 })
    const sru = ok(await company.get(`/fiscal-years/${first}/sru`))
    expect([sru.unbookedResult, sru.difference]).toEqual([14, 0])
    const amounts = sru.fields.map(({ field, amount }: Record<string, unknown>) => [field, amount])
    expect(Object.fromEntries(amounts)).toEqual({ 7281: 104, 7301: 90, 7302: 14, 7410: 4, 7450: 4 })
    const { years, equity } = ok(await company.get(`/fiscal-years/${first}/annual-report-data`))
    const { netSales, resultAfterFinancialItems, adjustedEquity } = years[0]
    const kronor = [netSales, resultAfterFinancialItems, adjustedEquity].map(({ amount }) => amount)
    expect([...kronor, equity.unbookedResult]).toEqual([4, 4, 104, 14])
  })

  test('is a result that is not booked: the year is not closed without its end', async () => {
    const { status, body } = await close(first)
    expect([status, body.message]).toEqual([400, UNBOOKED])
    ok(await close(first, 'closing'))
  })

  test('counts off against what was booked of it by hand', async () => {
    await booked(company, '2024-12-31', { 8999: 10, 2099: -10 })
    ok(await close(first))
    const next = ok(await addYear(2025))
    expect(ok(await close(next.id, 'closing')).closings).toMatchObject([{ result: 0 }])
  })

  test('can be closed by force, and the years after it are closed once it is opened and closed by its end', async () => {
    ok(await close(first, 'close?force=true'))
    const second = ok(await addYear(2025))
    const third = ok(await addYear(2026))
    ok(await close(second.id))
    const { body } = await close(third.id, 'closing')
    expect(body.errors).toMatchObject([
      {
        field: '#/checks/unbalanced',
        message:
          'the balance sheet is out of balance by 10.00: correct the opening balances, or open the earlier year whose result was never booked, and close it with POST …/closing',
      },
    ])
    ok(await reopen(second.id))
    ok(await reopen(first))
    expect((await close(first)).body.message).toBe(UNBOOKED)
    for (const id of [first, second.id, third.id]) ok(await close(id, 'closing'))
    expect(await openingsOf(third.id)).toContainEqual({ account: 1930, amount: 100 })
  })
})

describe('a year that closed ones carry on from', () => {
  const stopped = async (id: string) => {
    const { checks } = ok(await company.get(`/fiscal-years/${id}/closing`))
    const { state, severity, link } = checks.find(({ key }: { key: string }) => key === 'nextYearClosed')
    if (!link) return [state, severity]
    const { items } = ok(await company.get(`${link.path.slice(`/companies/${company.id}`.length)}?${link.query}`))
    return [state, severity, ...items.map((year: { startDate: string }) => year.startDate)]
  }

  test('is told to wait for them, whichever they are', async () => {
    const between = ok(await addYear(2026))
    const last = ok(await addYear(2027))
    service.setNow('2028-02-01T10:00:00Z')
    company = { ...company, as: asMember(company, await member(service, company, 'owner')) }
    await closeOutOfOrder(service, company.id, last.id)
    for (const id of [company.fiscalYearId, between.id]) {
      expect(await stopped(id)).toEqual(['open', 'stops', '2027-01-01'])
    }
    const { status, body } = await close(company.fiscalYearId, 'closing')
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          field: '#/checks/nextYearClosed',
          message:
            'the fiscal year 2027-01-01 to 2027-12-31 is closed and would begin with other balances: open it again first',
        },
      ],
    ])
    ok(await reopen(last.id))
    expect(await stopped(company.fiscalYearId)).toEqual(['done', 'stops'])
    for (const id of [company.fiscalYearId, between.id, last.id]) ok(await close(id, 'closing'))
  })

  test('also where the next one has opening balances of its own, which would change', async () => {
    await booked(company, '2025-06-01', { 1930: 100, 2081: -100 })
    const [{ nextFiscalYearId: between }] = ok(await close(company.fiscalYearId, 'closing')).closings
    ok(await reopen(company.fiscalYearId))
    const last = ok(await addYear(2027))
    await closeOutOfOrder(service, company.id, last.id)
    expect(await stopped(company.fiscalYearId)).toEqual(['done', 'stops', '2027-01-01'])
    await booked(company, '2025-06-02', { 1930: 7, 2081: -7 })
    expect(await stopped(company.fiscalYearId)).toEqual(['open', 'stops', '2027-01-01'])
    expect((await close(company.fiscalYearId, 'closing')).body.errors).toMatchObject([
      { field: '#/checks/nextYearClosed' },
    ])
    expect(await stopped(between)).toEqual(['open', 'stops', '2027-01-01'])
  })
})
