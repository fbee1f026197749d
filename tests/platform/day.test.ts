// Days: the real calendar, Swedish midnight on both sides of summer time, and the Swedish holidays.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  addDays,
  addMonths,
  compare,
  dayFrom,
  dayOf,
  daysBetween,
  easterSunday,
  firstOfMonth,
  isBusinessDay,
  isDay,
  lastOfMonth,
  monthOf,
} from '#platform/day'

const anyDay = fc
  .integer({ min: Date.parse('1905-01-01') / 86_400_000, max: Date.parse('2194-12-31') / 86_400_000 })
  .map((dayNumber) => dayFrom(new Date(dayNumber * 86_400_000).toISOString().slice(0, 10)))

// Every weekday of the year on which banks and authorities are closed.
const closedWeekdays = {
  2024: '01-01 03-29 04-01 05-01 05-09 06-06 06-21 12-24 12-25 12-26 12-31',
  2025: '01-01 01-06 04-18 04-21 05-01 05-29 06-06 06-20 12-24 12-25 12-26 12-31',
  2026: '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31',
  2027: '01-01 01-06 03-26 03-29 05-06 06-25 12-24 12-31',
  2028: '01-06 04-14 04-17 05-01 05-25 06-06 06-23 12-25 12-26',
  2029: '01-01 03-30 04-02 05-01 05-10 06-06 06-22 12-24 12-25 12-26 12-31',
  2030: '01-01 04-19 04-22 05-01 05-30 06-06 06-21 12-24 12-25 12-26 12-31',
}

describe('isDay', () => {
  test.each(['1900-01-01', '2024-02-29', '2000-02-29', '2025-12-31', '2199-12-31'])('%s is a day', (text) => {
    expect(isDay(text)).toBe(true)
    expect(dayFrom(text)).toBe(text)
  })

  test.each([
    '',
    '2025-02-29',
    '1900-02-29',
    '2100-02-29',
    '2025-04-31',
    '2025-00-10',
    '2025-13-01',
    '2025-01-00',
    '2025-01-32',
    '1899-12-31',
    '2200-01-01',
    '0000-01-01',
    '2025-1-1',
    '20250101',
    '2025-01-01T00:00:00Z',
    '2025-01-01\n',
    ' 2025-01-01',
    '+02025-01-01',
    '２０２５-01-01',
  ])('%j is not a day', (text) => {
    expect(isDay(text)).toBe(false)
    expect(() => dayFrom(text)).toThrow(RangeError)
  })
})

describe('dayOf', () => {
  test.each([
    ['2025-01-14T22:59:59.999Z', '2025-01-14', 'last moment of a winter day'],
    ['2025-01-14T23:00:00.000Z', '2025-01-15', 'midnight in winter'],
    ['2025-07-14T21:59:59.999Z', '2025-07-14', 'last moment of a summer day'],
    ['2025-07-14T22:00:00.000Z', '2025-07-15', 'midnight in summer'],
    ['2024-12-31T22:59:59.999Z', '2024-12-31', 'last moment of the year'],
    ['2024-12-31T23:00:00.000Z', '2025-01-01', 'new year'],
    ['2024-02-28T23:00:00.000Z', '2024-02-29', 'leap day'],
    ['2025-03-29T22:59:59.999Z', '2025-03-29', 'the evening before summer time'],
    ['2025-03-29T23:00:00.000Z', '2025-03-30', 'midnight of the day of 23 hours'],
    ['2025-03-30T00:59:59.999Z', '2025-03-30', 'before the clock goes forward'],
    ['2025-03-30T01:00:00.000Z', '2025-03-30', 'after the clock goes forward'],
    ['2025-03-30T21:59:59.999Z', '2025-03-30', 'end of the day of 23 hours'],
    ['2025-03-30T22:00:00.000Z', '2025-03-31', 'first summer midnight'],
    ['2025-10-25T21:59:59.999Z', '2025-10-25', 'the evening before winter time'],
    ['2025-10-25T22:00:00.000Z', '2025-10-26', 'midnight of the day of 25 hours'],
    ['2025-10-26T22:59:59.999Z', '2025-10-26', 'end of the day of 25 hours'],
    ['2025-10-26T23:00:00.000Z', '2025-10-27', 'first winter midnight'],
    ['1969-12-31T22:30:00.000Z', '1969-12-31', 'before 1970'],
    ['1960-07-01T22:30:00.000Z', '1960-07-01', 'before summer time in Sweden'],
  ])('%s is %s, %s', (instant, day) => {
    expect(dayOf(new Date(instant))).toBe(day)
    expect(dayOf(new Date(instant))).toBe(day)
  })

  test('agrees with Intl at every moment, remembered or not', () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short' })
    const moments = fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, (moment) => {
        expect(dayOf(moment)).toBe(format.format(moment))
      }),
      { numRuns: 1_000 },
    )
  })

  test('remembers no more hours than it should and stays right', () => {
    const start = Date.parse('1990-01-01T12:00:00Z')
    for (let step = 0; step < 12_000; step += 1) {
      const noon = new Date(start + step * 86_400_000)
      expect(dayOf(noon)).toBe(noon.toISOString().slice(0, 10))
    }
  })

  test.each([new Date(Number.NaN), new Date('1899-06-01'), new Date('2199-12-31T23:00:00Z')])(
    '%s throws',
    (instant) => {
      expect(() => dayOf(instant)).toThrow(RangeError)
    },
  )
})

describe('moving between days', () => {
  test.each([
    ['2025-01-01', 0, '2025-01-01'],
    ['2025-01-01', -1, '2024-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2025-03-29', 2, '2025-03-31'],
    ['2025-10-25', 2, '2025-10-27'],
    ['2024-01-01', 366, '2025-01-01'],
  ])('%s and %d days is %s', (day, days, expected) => {
    expect(addDays(dayFrom(day), days)).toBe(expected)
  })

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-05-31', 1, '2025-06-30'],
    ['2025-01-15', 12, '2026-01-15'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', -48, '2020-02-29'],
    ['2025-12-31', 2, '2026-02-28'],
    ['2025-06-10', 0, '2025-06-10'],
  ])('%s and %d months is %s', (day, months, expected) => {
    expect(addMonths(dayFrom(day), months)).toBe(expected)
  })

  test.each([
    ['2025-02-10', '2025-02-01', '2025-02-28', '2025-02'],
    ['2024-02-29', '2024-02-01', '2024-02-29', '2024-02'],
    ['2100-02-01', '2100-02-01', '2100-02-28', '2100-02'],
    ['2025-12-31', '2025-12-01', '2025-12-31', '2025-12'],
    ['2025-04-01', '2025-04-01', '2025-04-30', '2025-04'],
  ])('the month of %s is %s to %s, %s', (day, first, last, month) => {
    expect(firstOfMonth(dayFrom(day))).toBe(first)
    expect(lastOfMonth(dayFrom(day))).toBe(last)
    expect(monthOf(dayFrom(day))).toBe(month)
  })

  test('leaving the years, or part of a day, throws', () => {
    expect(() => addDays(dayFrom('2199-12-31'), 1)).toThrow(RangeError)
    expect(() => addDays(dayFrom('1900-01-01'), -1)).toThrow(RangeError)
    expect(() => addDays(dayFrom('2025-01-01'), 1e12)).toThrow(RangeError)
    expect(() => addDays(dayFrom('2025-01-01'), 0.5)).toThrow(RangeError)
    expect(() => addDays(dayFrom('2025-01-01'), Number.NaN)).toThrow(RangeError)
    expect(() => addMonths(dayFrom('2199-12-01'), 1)).toThrow(RangeError)
    expect(() => addMonths(dayFrom('2025-01-01'), 0.5)).toThrow(RangeError)
  })

  test('days come back, and sort as they follow', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -1_000, max: 1_000 }), (day, days) => {
        const moved = addDays(day, days)
        expect(addDays(moved, -days)).toBe(day)
        expect([daysBetween(day, moved), daysBetween(moved, day)]).toEqual([Math.abs(days), Math.abs(days)])
        expect(Math.sign(compare(moved, day))).toBe(Math.sign(days))
      }),
    )
  })

  test('the day after the last of a month is the first of the next', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(addDays(lastOfMonth(day), 1)).toBe(addMonths(firstOfMonth(day), 1))
        expect(monthOf(lastOfMonth(day))).toBe(monthOf(day))
      }),
    )
  })
})

describe('business days', () => {
  test.each(Object.entries(closedWeekdays))('the closed weekdays of %s', (year, expected) => {
    const closed: string[] = []
    for (let day = dayFrom(`${year}-01-01`); day <= `${year}-12-31`; day = addDays(day, 1)) {
      const weekday = new Date(day).getUTCDay()
      if (weekday === 0 || weekday === 6) expect(isBusinessDay(day)).toBe(false)
      else if (!isBusinessDay(day)) closed.push(day.slice(5))
    }
    expect(closed.join(' ')).toBe(expected)
  })

  test.each([
    ['1961-04-02', 1961],
    ['2000-04-23', 2000],
    ['2008-03-23', 2008],
    ['2011-04-24', 2011],
    ['2024-03-31', 2024],
    ['2025-04-20', 2025],
    ['2038-04-25', 2038],
    ['2049-04-18', 2049],
    ['2076-04-19', 2076],
    ['2160-03-23', 2160],
  ])('Easter is %s', (day, year) => {
    expect(easterSunday(year)).toBe(day)
  })

  test.each([
    ['2025-06-18', 2, '2025-06-23', 'over midsummer'],
    ['2025-12-23', 1, '2025-12-29', 'over Christmas'],
    ['2025-12-30', 1, '2026-01-02', 'over new year'],
    ['2025-04-17', 1, '2025-04-22', 'over Easter'],
    ['2025-05-28', 1, '2025-05-30', 'over Ascension Day'],
    ['2025-08-15', 2, '2025-08-19', 'over a weekend'],
    ['2025-08-16', 2, '2025-08-19', 'from a Saturday'],
    ['2025-08-16', 0, '2025-08-16', 'no steps'],
    ['2025-08-18', -1, '2025-08-15', 'backwards over a weekend'],
    ['2025-04-22', -1, '2025-04-17', 'backwards over Easter'],
  ])('%s and %d business days is %s, %s', (day, count, expected) => {
    expect(addBusinessDays(dayFrom(day), count)).toBe(expected)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('%d business days throws', (count) => {
    expect(() => addBusinessDays(dayFrom('2025-01-01'), count)).toThrow(RangeError)
  })

  test('stepping lands on a business day with as many of them in between', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (day, count) => {
        const reached = addBusinessDays(day, count)
        let passed = 0
        for (let each = addDays(day, 1); each <= reached; each = addDays(each, 1)) if (isBusinessDay(each)) passed += 1
        expect(isBusinessDay(reached)).toBe(true)
        expect(passed).toBe(count)
      }),
    )
  })
})
