// Typed input as it is read: tables of amounts, numbers and days.
import { describe, expect, test } from 'vitest'
import { decimalOf, parseAmount } from '#console-rules/ui/inputs/typed-amount'
import { parseDay } from '#console-rules/ui/inputs/typed-day'

// biome-ignore format: a table
const amounts: readonly (readonly [typed: string, ore: number | null])[] = [
  ['1250',          125_000],
  ['1 250,00',      125_000],
  ['1234.5',        123_450],
  ['12,5',            1_250],
  ['12,50',           1_250],
  ['5,',                500],
  [',5',                 50],
  ['−12,50',         -1_250],
  ['1.234,50',      123_450],
  ['1,234.50',      123_450],
  ['1.234.567',     123_456_700],
  ['1,234,567',     123_456_700],
  ['1.234.567,89',  123_456_789],
  ['10 000',      1_000_000],
  // Thousands or öre: ambiguous.
  ['10.000',           null],
  ['12,500',           null],
  ['-10,000',          null],
  ['1.234',            null],
  ['1.000',            null],
  ['0,000',            null],
  ['1234,500',         null],
  ['1,234.500',        null],
  ['1,2345',           null],
  ['2*10.000',         null],
  ['10.000-500',       null],
  // What is worked out may have more digits on the way.
  ['3*125,50',       37_650],
  ['1000-250',       75_000],
  ['200*0,125',       2_500],
  ['1,2345*100',     12_345],
  ['5x',               null],
  ['.',                null],
]

describe('an amount', () => {
  test.each(amounts)('%s', (typed, ore) => {
    expect(parseAmount(typed)).toBe(ore)
  })
})

// biome-ignore format: a table
const numbers: readonly (readonly [typed: string, swedish: string | null, english: string | null])[] = [
  ['7,5',       '7.5',     '7.5'],
  ['7.5',       '7.5',     '7.5'],
  ['89,9055',   '89.9055', '89.9055'],
  ['0.125',     '0.125',   '0.125'],
  ['33,335',    '33.335',  null],
  ['33.335',    null,      '33.335'],
  ['-10.000',   null,      '-10'],
  ['10,000',    '10',      null],
  ['1.234,50',  '1234.5',  '1234.5'],
  ['1 234.567', '1234.567', '1234.567'],
]

describe('a number with decimals', () => {
  test.each(numbers)('%s', (typed, swedish, english) => {
    expect([decimalOf(typed, 'sv'), decimalOf(typed, 'en')]).toEqual([swedish, english])
  })
})

// biome-ignore format: a table
const days: readonly (readonly [typed: string, day: string | null])[] = [
  ['2026-11-05', '2026-11-05'],
  ['2026-1-5',   '2026-01-05'],
  ['2026 11 05', '2026-11-05'],
  ['2026/11/05', '2026-11-05'],
  ['2026.11.05', '2026-11-05'],
  ['20261105',   '2026-11-05'],
  ['261105',     '2026-11-05'],
  ['26-11-05',   '2026-11-05'],
  ['11-05',      '2026-11-05'],
  ['11-5',       '2026-11-05'],
  ['11 05',      '2026-11-05'],
  ['1105',       '2026-11-05'],
  ['0612',       '2026-06-12'],
  ['5',          '2026-06-05'],
  ['+3',         '2026-06-13'],
  ['-10',        '2026-05-31'],
  // With a slash or a dot the day comes first, as in speech.
  ['5/11',       '2026-11-05'],
  ['05/11',      '2026-11-05'],
  ['31/12',      '2026-12-31'],
  ['5/11-26',    '2026-11-05'],
  ['5/11-2026',  '2026-11-05'],
  ['5/11/26',    '2026-11-05'],
  ['5/11/2026',  '2026-11-05'],
  ['5/11 2026',  '2026-11-05'],
  ['5.11',       '2026-11-05'],
  ['5.11.26',    '2026-11-05'],
  ['5.11.2026',  '2026-11-05'],
  ['11/31',      null],
  ['12/13',      null],
  ['2026-13-01', null],
  ['11-05/26',   null],
  ['5/1126',     null],
  ['5x',         null],
]

describe('a day', () => {
  test.each(days)('%s', (typed, day) => {
    expect(parseDay(typed, '2026-06-10')).toBe(day)
  })
})
