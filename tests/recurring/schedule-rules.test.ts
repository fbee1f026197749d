// On which days recurring invoices are made, for which periods, and at which prices.
import { expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import {
  datesFrom,
  filledText,
  numberFrom,
  type PriceChange,
  periodOf,
  priceOn,
  type Schedule,
} from '#rules/recurring/schedule'

const aSchedule = (first: string, step: string, more: Partial<Schedule> = {}): Schedule => {
  const [every = '1', unit = 'months'] = step.split(' ')
  return {
    every: Number(every),
    unit: unit as Schedule['unit'],
    dayOfMonth: null,
    firstDate: dayFrom(first),
    lastDate: null,
    times: null,
    invoiced: 'inAdvance',
    ...more,
  }
}

// biome-ignore format: aligned
test.each<[string, string, Partial<Schedule>, string]>([
  ['2026-01-31', '1 months', {},                                 '2026-01-31 2026-02-28 2026-03-31 2026-04-30'],
  ['2028-01-31', '1 months', {},                                 '2028-01-31 2028-02-29 2028-03-31 2028-04-30'],
  ['2028-02-29', '1 years',  {},                                 '2028-02-29 2029-02-28 2030-02-28 2031-02-28'],
  ['2027-02-28', '1 months', { dayOfMonth: 31 },                 '2027-02-28 2027-03-31 2027-04-30 2027-05-31'],
  ['2026-11-15', '1 months', { dayOfMonth: 1 },                  '2026-12-01 2027-01-01 2027-02-01 2027-03-01'],
  ['2026-11-15', '3 months', { dayOfMonth: 20 },                 '2026-11-20 2027-02-20 2027-05-20 2027-08-20'],
  ['2026-12-24', '1 weeks',  {},                                 '2026-12-24 2026-12-31 2027-01-07 2027-01-14'],
  ['2026-12-20', '2 weeks',  {},                                 '2026-12-20 2027-01-03 2027-01-17 2027-01-31'],
  ['2028-02-27', '1 days',   {},                                 '2028-02-27 2028-02-28 2028-02-29 2028-03-01'],
  ['2026-01-31', '1 months', { times: 2 },                       '2026-01-31 2026-02-28'],
  ['2026-01-31', '1 months', { lastDate: dayFrom('2026-03-31') }, '2026-01-31 2026-02-28 2026-03-31'],
  ['2026-01-31', '1 months', { lastDate: dayFrom('2026-03-30') }, '2026-01-31 2026-02-28'],
  ['2198-01-01', '1 years',  {},                                 '2198-01-01'],
  ['2199-12-01', '1 days',   {},                                 ''],
])('from %s every %s %j', (first, step, more, dates) => {
  expect(datesFrom(aSchedule(first, step, more), 0, 4).join(' ')).toBe(dates)
})

// biome-ignore format: aligned
test.each<[string, string, Partial<Schedule>, string, number | null]>([
  ['2026-01-31', '1 months', {},           '2026-01-31', 0],
  ['2026-01-31', '1 months', {},           '2026-02-01', 1],
  ['2026-01-31', '1 months', {},           '2027-02-28', 13],
  ['2026-01-31', '1 months', { times: 3 }, '2026-04-01', null],
])('from %s every %s %j the first from %s on is number %s', (first, step, more, day, number) => {
  expect(numberFrom(aSchedule(first, step, more), dayFrom(day))).toBe(number)
})

// biome-ignore format: aligned
test.each<[string, string, Schedule['invoiced'], string, string]>([
  ['2026-12-01', '1 months', 'inAdvance', '2026-12-01', '2026-12-31'],
  ['2026-11-25', '1 months', 'inAdvance', '2026-12-01', '2026-12-31'],
  ['2026-12-01', '1 months', 'inArrears', '2026-11-01', '2026-11-30'],
  ['2026-11-30', '1 months', 'inArrears', '2026-11-01', '2026-11-30'],
  ['2026-12-01', '3 months', 'inAdvance', '2026-12-01', '2027-02-28'],
  ['2027-01-01', '1 years',  'inArrears', '2026-01-01', '2026-12-31'],
  ['2026-12-28', '2 weeks',  'inAdvance', '2026-12-28', '2027-01-10'],
  ['2026-12-28', '2 weeks',  'inArrears', '2026-12-14', '2026-12-27'],
])('what is invoiced on %s every %s %s is for %s to %s', (date, step, invoiced, start, end) => {
  expect(periodOf(aSchedule(date, step, { invoiced }), dayFrom(date))).toEqual({ start, end })
})

test.each([
  ['Avtal {month} {year}', 'sv', 'Avtal december 2026'],
  ['Lease {month} {year}', 'en', 'Lease December 2026'],
  ['{period}, {period}', 'sv', '2026-12-01 – 2026-12-31, 2026-12-01 – 2026-12-31'],
  ['{other}', 'sv', '{other}'],
] as const)('%s in %s is %s', (text, language, filled) => {
  expect(filledText(text, { start: dayFrom('2026-12-01'), end: dayFrom('2026-12-31') }, language)).toBe(filled)
})

const percent = (fromDate: string, by: number): PriceChange => ({ kind: 'percent', fromDate, percent: by })
const price = (fromDate: string, line: number, unitPrice: number): PriceChange => {
  return { kind: 'price', fromDate, line, unitPrice }
}

// biome-ignore format: aligned
test.each<[number | null, PriceChange[], bigint | null]>([
  [1000,   [],                                                      1_000_000_000n],
  [1000,   [percent('2027-01-02', 10)],                             1_000_000_000n],
  [1000,   [percent('2027-01-01', 10)],                             1_100_000_000n],
  [1000,   [percent('2026-06-01', 10), percent('2026-01-01', 10)],  1_210_000_000n],
  [0.99,   [percent('2027-01-01', 3.5)],                            1_020_000n],
  [-0.99,  [percent('2027-01-01', 3.5)],                            -1_020_000n],
  [1000,   [price('2027-01-01', 1, 900), percent('2026-01-01', 10)], 900_000_000n],
  [1000,   [price('2027-01-01', 2, 900)],                           1_000_000_000n],
  [1000,   [percent('2027-01-01', -100)],                           0n],
  [null,   [percent('2027-01-01', 10)],                             null],
  [null,   [price('2027-01-01', 1, 900), percent('2027-01-01', 10)], 990_000_000n],
])('%s with %j on the first of 2027 is %s', (unitPrice, changes, micro) => {
  expect(priceOn(unitPrice, 1, dayFrom('2027-01-01'), changes)).toBe(micro)
})
