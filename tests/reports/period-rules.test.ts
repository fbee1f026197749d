// Which days the columns of a report have.
import { describe, expect, test } from 'vitest'
import type { BookYear } from '#ledger'
import { type Day, dayFrom } from '#platform/day'
import { acrossYears, readColumns } from '#rules/reports/asked'
import { baseOf, monthsAndDays, openingDay } from '#rules/reports/period'

const yearOf = (startDate: string, endDate: string, openings: number[] = []): BookYear => ({
  id: startDate,
  startDate: dayFrom(startDate),
  endDate: dayFrom(endDate),
  openings,
  closed: false,
  method: 'accrual',
})
const years = [
  yearOf('2023-07-01', '2024-12-31', [0, 7]),
  yearOf('2025-01-01', '2025-12-31'),
  yearOf('2026-01-01', '2026-12-31', [20]),
]
const today = dayFrom('2026-06-10')

const columnsOf = (asked: Parameters<typeof readColumns>[0]) => {
  const { columns, errors } = readColumns(asked, { years, today })
  return columns?.map(({ kind, from, to }) => `${kind} ${from} ${to}`) ?? errors.map(({ field }) => field)
}

describe('the columns', () => {
  test.each<[string, Parameters<typeof readColumns>[0], string[]]>([
    ['this fiscal year', {}, ['period 2026-01-01 2026-12-31']],
    ['a fiscal year', { fiscalYearId: '2023-07-01' }, ['period 2023-07-01 2024-12-31']],
    ['from a day', { from: '2025-03-01' }, ['period 2025-03-01 2025-12-31']],
    ['to a day', { to: '2025-03-31' }, ['period 2025-01-01 2025-03-31']],
    ['after all years', { to: '2027-03-31' }, ['period 2026-01-01 2027-03-31']],
    [
      'a fiscal year beside the one before',
      { fiscalYearId: '2025-01-01', compare: 'previousPeriod' },
      ['period 2025-01-01 2025-12-31', 'compared 2023-07-01 2024-12-31'],
    ],
    [
      'a fiscal year beside the year before',
      { compare: 'previousYear' },
      ['period 2026-01-01 2026-12-31', 'compared 2025-01-01 2025-12-31'],
    ],
    [
      'months beside as many',
      { from: '2026-01-01', to: '2026-03-31', compare: 'previousPeriod' },
      ['period 2026-01-01 2026-03-31', 'compared 2025-10-01 2025-12-31'],
    ],
    [
      'February beside that of a leap year',
      { from: '2025-02-01', to: '2025-02-28', compare: 'previousYear' },
      ['period 2025-02-01 2025-02-28', 'compared 2024-02-01 2024-02-29'],
    ],
    [
      'days beside as many',
      { from: '2026-03-10', to: '2026-03-19', compare: 'previousPeriod' },
      ['period 2026-03-10 2026-03-19', 'compared 2026-02-28 2026-03-09'],
    ],
    [
      'any other days',
      { from: '2026-03-01', to: '2026-03-31', compare: '2024-01-15..2024-02-20' },
      ['period 2026-03-01 2026-03-31', 'compared 2024-01-15 2024-02-20'],
    ],
    [
      'quarters, cut off at both ends',
      { from: '2026-02-10', to: '2026-07-05', by: 'quarter' },
      [
        'part 2026-02-10 2026-03-31',
        'part 2026-04-01 2026-06-30',
        'part 2026-07-01 2026-07-05',
        'period 2026-02-10 2026-07-05',
      ],
    ],
    [
      'fiscal years',
      { from: '2024-03-01', to: '2027-01-31', by: 'year' },
      [
        'part 2024-03-01 2024-12-31',
        'part 2025-01-01 2025-12-31',
        'part 2026-01-01 2026-12-31',
        'part 2027-01-01 2027-01-31',
        'period 2024-03-01 2027-01-31',
      ],
    ],
    ['a year and days', { fiscalYearId: '2025-01-01', to: '2025-03-31' }, ['fiscalYearId']],
    ['a year of others', { fiscalYearId: '2030-01-01' }, ['fiscalYearId']],
    ['days beyond all books', { from: '0001-01-01', to: '9999-12-31' }, ['from', 'to']],
    ['days to compare with beyond all books', { compare: '0001-01-01..0001-01-02' }, ['compare']],
    ['days before the first', { from: '1901-01-01', to: '1901-01-31', compare: 'previousPeriod' }, ['compare']],
    [
      'much longer than there is before',
      { from: '1950-01-01', to: '2100-01-01', compare: 'previousPeriod' },
      ['compare'],
    ],
    ['days in the wrong order', { from: '2026-03-31', to: '2026-03-30' }, ['to']],
    ['too many months', { from: '2021-01-01', to: '2026-01-01', by: 'month' }, ['by']],
    ['days to compare with in the wrong order', { compare: '2026-03-31..2026-03-30' }, ['compare']],
    ['a day to compare with that is none', { compare: '2026-02-30..2026-03-30' }, ['compare']],
  ])('%s', (_, asked, expected) => expect(columnsOf(asked)).toEqual(expected))

  test('five years of months are the most', () => {
    expect(columnsOf({ from: '2021-01-01', to: '2025-12-31', by: 'month' })).toHaveLength(61)
  })
})

describe('the opening figures, and whether days are of one year', () => {
  test.each<[string, string, string, string | null]>([
    ['2023-09-01', '2024-12-31', '2023-09-01', null],
    ['2023-09-01', '2025-01-01', '2023-09-01', '2024-12-31'],
    ['2023-01-01', '2024-12-31', '2023-07-01', null],
    ['2023-07-01', '2023-07-01', '2023-07-01', null],
    ['2023-01-01', '2023-07-01', '2023-07-01', null],
    ['2023-01-01', '2023-06-30', '2023-01-01', null],
    ['2023-01-01', '2025-01-01', '2023-07-01', '2024-12-31'],
    ['2026-06-01', '2027-01-31', '2026-06-01', null],
  ])('from %s to %s', (first, last, opening, end) => {
    const period = { from: dayFrom(first), to: dayFrom(last) }
    const errors = acrossYears([{ kind: 'period', ...period }], years)
    expect([openingDay(years, period), errors.length]).toEqual([opening, end === null ? 0 : 1])
    expect(errors[0]?.message ?? '').toContain(end ?? '')
  })
})

describe('balances are counted', () => {
  test.each<[string, string, number, [string, number] | null]>([
    ['from the beginning', '2024-06-30', 5, ['2023-07-01', 1]],
    ['from the correction once it was stored', '2024-06-30', 7, ['2023-07-01', 2]],
    ['from there as long as no later year has its own', '2025-06-30', 30, ['2023-07-01', 2]],
    ['from a later year that has its own', '2026-01-01', 20, ['2026-01-01', 1]],
    ['from before it while that was not known', '2026-01-01', 19, ['2023-07-01', 2]],
    ['from nothing before all years', '2023-06-30', 30, null],
  ])('%s', (_, day, known, expected) => {
    const base = baseOf(years, dayFrom(day), known)
    expect(base && [base.year.id, base.revision]).toEqual(expected)
  })
})

describe('a stretch is', () => {
  test.each<[string, string, string[], string[]]>([
    ['2026-01-01', '2026-02-28', ['2026-01-01', '2026-02-01'], []],
    ['2026-01-20', '2026-03-10', ['2026-02-01'], ['+2026-01-20 2026-01-31', '+2026-03-01 2026-03-10']],
    [
      ...(['2026-01-02', '2026-03-30'] as const),
      ['2026-01-01', '2026-02-01', '2026-03-01'],
      ['-2026-01-01 2026-01-01', '-2026-03-31 2026-03-31'],
    ],
    ['2026-01-05', '2026-01-15', [], ['+2026-01-05 2026-01-15']],
    ['2026-01-05', '2026-01-25', ['2026-01-01'], ['-2026-01-01 2026-01-04', '-2026-01-26 2026-01-31']],
    ['2026-02-01', '2026-02-14', [], ['+2026-02-01 2026-02-14']],
    ['2026-02-01', '2026-02-15', ['2026-02-01'], ['-2026-02-16 2026-02-28']],
    ['2026-01-31', '2026-01-31', [], ['+2026-01-31 2026-01-31']],
  ])('%s to %s', (from, to, months, days) => {
    const cut = monthsAndDays({ from: from as Day, to: to as Day })
    const signed = cut.days.map((one) => `${one.sign > 0 ? '+' : '-'}${one.from} ${one.to}`)
    expect([cut.months, signed]).toEqual([months, days])
  })
})
