// What the next year begins with where it does not follow from the year that is closed: it stays.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { ok } from '#support/entries'
import { booked, type Owned, openOf, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (fiscalYear: [string, string] | null) => {
  service.setNow('2027-02-01T10:00:00Z')
  company = await owned(service, { fiscalYear })
}

/** 100 kronor of rent on the first of a month. */
const rent = (number: number, day: string) => [
  `#VER A ${number} ${day} "Hyra"`,
  '{',
  '#TRANS 5010 {} 100',
  '#TRANS 1930 {} -100',
  '}',
]
/** The same in equity at the end of the year. */
const settled = (day: string) => [`#VER B 1 ${day} "Resultat"`, '{', '#TRANS 2099 {} 100', '#TRANS 8999 {} -100', '}']
const imported = async (year: number, lines: readonly string[], type = '4') => {
  const head = ['#FLAGGA 0', '#PROGRAM "Prov" 1', '#FORMAT PC8', `#SIETYP ${type}`, '#FNAMN "Prov"']
  const text = [...head, `#RAR 0 ${year}0101 ${year}1231`, ...lines, ''].join('\r\n')
  ok(await company.upload('/sie/import', `${year}-${type}.se`, Buffer.from(text)))
  return yearOf(year)
}
const yearOf = async (year: number): Promise<string> => {
  const { items } = ok(await company.get('/fiscal-years'))
  return items.find(({ startDate }: { startDate: string }) => startDate === `${year}-01-01`)?.id
}
const openingsOf = async (id: string) => {
  const { origin, revision, balances } = ok(await company.get(`/fiscal-years/${id}/opening-balances`))
  const amounts = balances.map(({ account, amount }: { account: number; amount: number }) => [account, amount])
  return [origin, revision, Object.fromEntries(amounts)]
}
const close = async (id: string) => {
  const answer = await company.as('POST', `/fiscal-years/${id}/closing`, {})
  return { ...ok(answer), warning: decodeURIComponent(answer.headers.get('service-warning') ?? '') }
}
const reopen = async (id: string) => ok(await company.as('POST', `/fiscal-years/${id}/reopening`, { reason: 'Prov' }))
const sound = async () =>
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
const openingCheck = async (id: string) => {
  const { checks } = ok(await company.get(`/fiscal-years/${id}/closing`))
  const { state, severity, count } = checks.find(({ key }: { key: string }) => key === 'openingBalances')
  return [state, severity, count]
}

describe('after a year whose file had no vouchers', () => {
  const before = ['#IB 0 1930 1000', '#IB 0 2081 -1000']
  const ofFirst = [...before, '#UB 0 1930 900', '#UB 0 2081 -1000', '#RES 0 5010 100']
  const ofSecond = ['#IB 0 1930 900', '#IB 0 2081 -1000', '#IB 0 2099 100', ...rent(1, '20240115')]
  const own = ['stored', 1, { 1930: 900, 2081: -1000, 2099: 100 }]
  let first = ''
  let second = ''
  beforeEach(async () => {
    await newCompany(null)
    first = await imported(2023, ofFirst, '1')
    second = await imported(2024, ofSecond)
  })

  test('the next one keeps those of its file, which is told, however often the year is closed', async () => {
    expect(await openingCheck(first)).toEqual(['open', 'warns', 2])
    const { fiscalYear, closings, warning } = await close(first)
    expect([fiscalYear.status, closings]).toMatchObject(['closed', [{ result: 0, transferEntryRef: null }]])
    expect(warning).toContain('2024-01-01 to 2024-12-31 keeps its own opening balances, which differ from what')
    expect(warning).toContain('on 1930, 2099')
    expect(await openingsOf(second)).toEqual(own)
    await reopen(first)
    await close(first)
    expect(await openingsOf(second)).toEqual(own)
    const [{ result }] = (await close(second)).closings
    expect(result).toBe(-100)
    await sound()
  })

  test('it carries on from that year once the vouchers have come', async () => {
    await close(first)
    await reopen(first)
    await imported(2023, [...ofFirst, ...rent(1, '20230115'), ...rent(2, '20230215')])
    expect(await openingCheck(first)).toEqual(['open', 'closes', 2])
    expect((await close(first)).warning).toBe('')
    expect(await openingsOf(second)).toEqual(['stored', 2, { 1930: 800, 2081: -1000, 2099: 200 }])
    await sound()
  })
})

describe('over a gap of years', () => {
  const early = ['#IB 0 1930 1000', '#IB 0 2081 -1000', ...rent(1, '20210115')]

  test('the next one keeps its own: the result is booked, and neither moved nor followed by another year', async () => {
    await newCompany(null)
    const first = await imported(2021, early)
    const later = await imported(2024, ['#IB 0 1930 700', '#IB 0 2081 -1000', '#IB 0 2099 300'])
    const { checks, closings, warning } = await close(first)
    expect(closings).toMatchObject([{ result: -100, transferEntryRef: null, nextFiscalYearId: later }])
    expect(warning).toContain('on 1930, 2099')
    expect(openOf({ checks })).toEqual({ openingBalances: [2, null] })
    expect(await openingsOf(later)).toEqual(['stored', 1, { 1930: 700, 2081: -1000, 2099: 300 }])
    expect(ok(await company.get('/fiscal-years')).items).toHaveLength(2)
    await sound()
  })

  test('what it carries over stays there, and nothing is moved', async () => {
    await newCompany(null)
    const first = await imported(2021, [...early, ...settled('20211231')])
    const later = await imported(2024, ['#IB 0 1930 900', '#IB 0 2081 -1000', '#IB 0 2099 100'])
    const { closings, warning } = await close(first)
    expect([closings, warning]).toMatchObject([[{ result: 0, transferEntryRef: null }], ''])
    expect(await openingsOf(later)).toEqual(['carried', 0, { 1930: 900, 2081: -1000, 2099: 100 }])
  })
})

describe('after a year in which nothing was booked', () => {
  const capital = (amount: number) => ({
    balances: [
      { account: 1930, amount },
      { account: 2081, amount: -amount },
    ],
  })
  beforeEach(() => newCompany(['2025-01-01', '2025-12-31']))
  const opened = async (amount: number) =>
    ok(await company.put(`/fiscal-years/${company.fiscalYearId}/opening-balances`, capital(amount)))

  test('what a closing has stored is corrected by the next closing', async () => {
    await opened(500)
    await close(company.fiscalYearId)
    await reopen(company.fiscalYearId)
    await opened(700)
    expect(await openingCheck(company.fiscalYearId)).toEqual(['open', 'closes', 2])
    expect((await close(company.fiscalYearId)).warning).toBe('')
    expect(await openingsOf(await yearOf(2026))).toEqual(['stored', 2, { 1930: 700, 2081: -700 }])
  })

  test('closing it plainly leaves the next one as it is only by force', async () => {
    const plainly = (query = '') => company.as('POST', `/fiscal-years/${company.fiscalYearId}/close${query}`)
    await opened(500)
    await close(company.fiscalYearId)
    await reopen(company.fiscalYearId)
    ok(await plainly())
    await reopen(company.fiscalYearId)
    await booked(company, '2025-06-01', { 1930: 100, 2081: -100 })
    expect((await plainly()).body.message).toBe(
      'The opening balances of the next fiscal year, 2026-01-01 to 2026-12-31, differ from the closing balances of this ' +
        'one on 1930, 2081: close the year with POST …/closing, which corrects them, or use force if they are right',
    )
    ok(await plainly('?force=true'))
    expect(await openingsOf(await yearOf(2026))).toEqual(['stored', 1, { 1930: 500, 2081: -500 }])
    const { items } = ok(await company.as('GET', '/history?query=what==period-end.forced'))
    expect(items).toMatchObject([{ detail: { start: '2025-01-01', end: '2025-12-31', accounts: [1930, 2081] } }])
    await reopen(company.fiscalYearId)
    await close(company.fiscalYearId)
    expect(await openingsOf(await yearOf(2026))).toEqual(['stored', 2, { 1930: 600, 2081: -600 }])
  })

  test('a closed year with balances of its own does not stand in the way of closing one added before it', async () => {
    await opened(500)
    await booked(company, '2025-06-01', { 1930: 100, 2081: -100 })
    await close(company.fiscalYearId)
    const days = { startDate: '2024-01-01', endDate: '2024-12-31' }
    const { id } = ok(await company.as('POST', '/fiscal-years', days))
    expect(openOf(await close(id))).toEqual({ openingBalances: [2, null] })
    expect(await openingsOf(company.fiscalYearId)).toEqual(['stored', 1, { 1930: 500, 2081: -500 }])
    await sound()
  })
})
