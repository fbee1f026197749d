// What has to be handed in soon, as key figures tell it: VAT returns, EU sales lists, and what follows a fiscal year;
// and key figures as files.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { closeFiscalYear } from '#ledger'
import { type Day, dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { annualReportDue, incomeTaxDue } from '#rules/year-end/due'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { exchanged } from '#support/client'
import { ok } from '#support/entries'
import { asMember, booked, member } from '#support/owned'
import { type Service, startService, type TestCompany } from '#support/service'
import { reportVat } from '#vat'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-07-10T10:00:00Z')
  company = checkedCompany(await service.newCompany({ fiscalYear: ['2025-01-01', '2026-06-30'] }))
})
afterAll(() => service.close())

const sale = async (date: string, account: number) =>
  ok(
    await company.post('/journal-entries', {
      title: 'Försäljning',
      date,
      items: [
        { account: 1930, debit: 125 },
        { account, credit: 100 },
        { account: 2611, credit: 25 },
      ],
    }),
  )
const deadlines = async (): Promise<string[]> =>
  ok(await company.get('/reports/key-figures')).deadlines.map(
    ({ kind, from, to, dueDate }: Record<string, string>) => `${dueDate} ${kind} ${from} ${to}`,
  )
const ofYear = ['2027-01-15 incomeTaxReturn 2025-01-01 2026-06-30', '2027-02-01 annualReport 2025-01-01 2026-06-30']

test('what was noted as handed in is no deadline, until that is taken back', async () => {
  const as = asMember(company, await member(service, company, 'bookkeeper'))
  const path = `/fiscal-years/${company.fiscalYearId}/deadlines`
  const mark = (kind: string, isDone: boolean) => as('POST', `${path}/${kind}`, { isDone })
  const { items } = ok(await mark('annualReport', true))
  expect(items).toMatchObject([
    { kind: 'incomeTaxReturn', dueDate: '2027-01-15', isDone: false, doneDateTime: null, doneBy: null },
    { kind: 'annualReport', dueDate: '2027-02-01', isDone: true, doneDateTime: '2026-07-10T10:00:00Z' },
  ])
  expect(await deadlines()).toEqual(ofYear.slice(0, 1))
  // Repeating it changes nothing, and notifies no one.
  const told = async () => ok(await company.get('/events?pageSize=100')).items.map(({ kind }: { kind: string }) => kind)
  ok(await mark('annualReport', true))
  expect((await told()).filter((kind: string) => kind === 'fiscal-year.handed-in')).toHaveLength(1)
  ok(await mark('annualReport', false))
  expect(await deadlines()).toEqual(ofYear)
  expect(await told()).toContain('fiscal-year.handing-in-withdrawn')
  const rows = sql`select number, is_done from year_end.handing_in where company_id = ${company.id} order by number`
  expect(await service.database.rows(rows)).toEqual([
    { number: 1, is_done: true },
    { number: 2, is_done: false },
  ])
  // The database holds that what is done is not done once more.
  const twice = sql`insert into year_end.handing_in select company_id, fiscal_year_id, kind, 4, true, noted_at, noted_by
    from year_end.handing_in where company_id = ${company.id} limit 1`
  await expect(service.database.rows(twice)).rejects.toMatchObject({ code: '23514' })
  expect([(await mark('vatReturn', true)).status, (await mark('annualReport', 'yes' as never)).status]).toEqual([
    404, 400,
  ])
})

test('without VAT, what follows the year that is over', async () => {
  expect(await deadlines()).toEqual(ofYear)
})

test('quarters that are not reported, those that have ended without tax, the present one, and the EU sales list', async () => {
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  await sale('2025-11-20', 3001)
  expect(await deadlines()).toEqual([
    '2026-02-12 vatReturn 2025-10-01 2025-12-31',
    '2026-05-12 vatReturn 2026-01-01 2026-03-31',
    '2026-08-17 vatReturn 2026-04-01 2026-06-30',
    '2026-11-12 vatReturn 2026-07-01 2026-09-30',
    ...ofYear,
  ])
  for (const [start, end] of [
    ['2025-10-01', '2025-12-31'],
    ['2026-01-01', '2026-03-31'],
    ['2026-04-01', '2026-06-30'],
  ] as [Day, Day][]) {
    await service.operateFor(company.id, (call) =>
      reportVat(call, { start, end, isElsewhere: true }, { force: false, dryRun: false }),
    )
  }
  expect(await deadlines()).toEqual(['2026-11-12 vatReturn 2026-07-01 2026-09-30', ...ofYear])
  await sale('2026-05-20', 3308)
  const later = ['2026-11-12 vatReturn 2026-07-01 2026-09-30', ...ofYear]
  expect(await deadlines()).toEqual(['2026-07-27 euSalesList 2026-04-01 2026-06-30', ...later])
  await sale('2026-06-20', 3108)
  expect(await deadlines()).toEqual(['2026-07-27 euSalesList 2026-06-01 2026-06-30', ...later])
})

test('months that a sale to the Union is accrued to have no EU sales list', async () => {
  const other = checkedCompany(await service.newCompany())
  await service.operateFor(other.id, (call) => setVatSetting(call, 'quarterly'))
  const items = [
    { account: 1510, debit: 1200 },
    { account: 3308, credit: 1200 },
  ]
  const sold = async (date: string) => ok(await other.post('/journal-entries', { title: 'Licens', date, items }))
  const { id } = await sold('2026-01-20')
  ok(await other.post('/accruals', { journalEntryRef: { id }, account: 3308, firstMonth: '2026-01', months: 12 }))
  ok(await other.post('/accrual-portions', { to: '2026-06' }))
  const kinds = async (): Promise<string[]> =>
    ok(await other.get('/reports/key-figures')).deadlines.map(({ kind }: { kind: string }) => kind)
  expect(await kinds()).not.toContain('euSalesList')
  await sold('2026-05-20')
  expect(await kinds()).toContain('euSalesList')
})

test('closing a year files nothing: its deadlines stay listed until filing is recorded', async () => {
  const other = await service.newCompany({ fiscalYear: ['2024-07-01', '2025-06-30'] })
  await service.operateFor(other.id, (call) => closeFiscalYear(call, { id: other.fiscalYearId }))
  const kinds = async () =>
    ok(await other.get('/reports/key-figures')).deadlines.map(({ kind }: { kind: string }) => kind)
  expect(await kinds()).toEqual(['incomeTaxReturn', 'annualReport'])
  const as = asMember(other, await member(service, other, 'bookkeeper'))
  ok(await as('POST', `/fiscal-years/${other.fiscalYearId}/deadlines/annualReport`, { isDone: true }))
  expect(await kinds()).toEqual(['incomeTaxReturn'])
})

describe('for a closed year no VAT return is due, nor listed or queued', () => {
  const midsummer = [
    ['2025-07-01', '2026-06-30'],
    ['2026-07-01', '2027-06-30'],
  ] as const
  const spring = [
    ['2025-06-01', '2026-05-31'],
    ['2026-06-01', '2027-05-31'],
  ] as const
  // Closed before its end.
  const calendar = [
    ['2026-01-01', '2026-12-31'],
    ['2027-01-01', '2027-12-31'],
  ] as const
  const may = '2026-05-01 2026-05-31'
  const june = '2026-06-01 2026-06-30'
  const july = '2026-07-01 2026-07-31'
  const second = '2026-04-01 2026-06-30'
  const third = '2026-07-01 2026-09-30'
  const ofFirst = '2025-07-01 2026-06-30'
  const ofNext = '2026-07-01 2027-06-30'

  test.each([
    // the setting, the year that is closed and the next one, what is told before, and what after
    ['yearly', midsummer, [ofFirst, ofNext], [ofNext]],
    ['quarterly', midsummer, [second, third], [third]],
    ['monthly', midsummer, [may, june, july], [july]],
    // A quarter that the next year has a month of.
    ['quarterly', spring, [second, third], [second, third]],
    ['yearly', calendar, ['2026-01-01 2026-12-31'], []],
    ['quarterly', calendar, [second, third], []],
    ['monthly', calendar, [may, june, july], []],
  ] as const)('%s, %s', async (vatSetting, [[start, end], [startDate, endDate]], before, after) => {
    const other = checkedCompany(await service.newCompany({ fiscalYear: [start, end] }))
    const ask = await callingAs(service, other, 'owner')
    ok(await ask('POST', '/fiscal-years', { startDate, endDate }))
    ok(await ask('PATCH', '/vat-setting', { vatSetting }))
    await booked(other, '2026-05-20', { 1930: 125, 3001: -100, 2611: -25 })
    const told = async () => {
      const { deadlines: all } = ok(await other.get('/reports/key-figures'))
      const returns = all.filter(({ kind }: { kind: string }) => kind === 'vatReturn')
      const queue = ok(await ask('GET', '/queue?kind=vat.unreported')).items
      const list = ok(await ask('GET', '/vat-periods?query=status==unreported')).items
      return {
        deadlines: returns.map(({ from, to }: Record<string, string>) => `${from} ${to}`),
        queue: queue.map(({ from, to }: Record<string, string>) => `${from} ${to}`).sort(),
        list: list.map(({ startDate: from, endDate: to }: Record<string, string>) => `${from} ${to}`).sort(),
      }
    }
    const expected = (periods: readonly string[]) => {
      const over = periods.filter((period) => period.slice('2026-01-01 '.length) < '2026-07-10')
      return { deadlines: periods, queue: over, list: over }
    }
    expect(await told()).toEqual(expected(before))
    await service.operateFor(other.id, (call) => closeFiscalYear(call, { id: other.fiscalYearId }))
    expect(await told()).toEqual(expected(after))
    ok(await ask('POST', `/fiscal-years/${other.fiscalYearId}/reopening`, { reason: 'En faktura saknades' }))
    expect(await told()).toEqual(expected(before))
  })
})

describe('as a file', () => {
  const file = async (format: string, language = 'sv') => {
    const { status, bytes } = await exchanged(`${company.url}/reports/key-figures?format=${format}`, {
      headers: { authorization: `Bearer ${company.token}`, 'accept-language': language },
    })
    expect(status).toBe(200)
    return bytes.toString('utf8')
  }

  test('has the same', async () => {
    const text = await file('csv')
    expect(text.split('\r\n')[0]).toBe('Nyckeltal,Från,Till,Antal,Belopp,Året före,Senast')
    expect(text).toContain('\r\nKassa och bank,,,,375.00,,\r\n')
    expect(text).toContain('\r\nMomsdeklaration,2026-07-01,2026-09-30,,,,2026-11-12\r\n')
    expect(await file('csv', 'en')).toContain('\r\nEU sales list,2026-06-01,2026-06-30,,,,2026-07-27\r\n')
  })

  test.each([
    ['pdf', '%PDF-'],
    ['xlsx', 'PK'],
  ])('is %s', async (format, begins) => {
    expect((await file(format)).slice(0, begins.length)).toBe(begins)
  })
})

describe('after a fiscal year', () => {
  test.each<[end: string, company: string, incomeTax: string | null, report: string | null]>([
    ['2025-12-31', 'limitedCompany       ', '2026-08-03', '2026-07-31'],
    ['2026-04-30', 'limitedCompany       ', '2026-12-01', '2026-11-30'],
    ['2026-06-30', 'limitedCompany       ', '2027-01-15', '2027-02-01'],
    ['2026-08-31', 'cooperative          ', '2027-04-01', '2027-03-31'],
    ['2025-12-31', 'partnership          ', '2026-08-03', null],
    ['2025-12-31', 'proprietorship       ', '2026-05-04', null],
    ['2025-12-31', 'nonProfitAssociation ', null, null],
    ['2025-12-31', 'notSet               ', null, null],
  ])('that ends on %s, of a %s: %s and %s', (end, form, incomeTax, report) => {
    const due = [incomeTaxDue, annualReportDue].map((one) => one(form.trim(), dayFrom(end)))
    expect(due).toEqual([incomeTax, report])
  })
})
