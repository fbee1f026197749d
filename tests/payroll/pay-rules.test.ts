// Contributions, growth support, sick pay, holiday pay, benefits and allowances: worked cases with their sources.
import { describe, expect, test } from 'vitest'
import {
  bicycleBenefit,
  carBenefit,
  freeAllowance,
  freeMileage,
  mealBenefit,
  wellnessBenefit,
} from '#rule/payroll/benefits'
import { contributionKind, contributionsOf, declaredContributions, growthSupportOf } from '#rule/payroll/contributions'
import {
  holidayDayValue,
  holidayDebt,
  holidayRight,
  paidHolidayDays,
  sameHolidayPay,
  shareHolidayPay,
  unpaidHolidayDay,
} from '#rule/payroll/holiday-pay'
import { qualifyingDeduction, type SickDay, sickPayOf, sickPeriods } from '#rule/payroll/sick-pay'
import { every } from '#support/every'

const ore = (kronor: number) => BigInt(Math.round(kronor * 100))

const kinds: [born: number, day: string, kind: string, why: string][] = [
  [1990, '2026-06-25', 'full', 'born 1959 or later'],
  [1959, '2026-06-25', 'full', '66 at the start of 2026, the limit is 67'],
  [1958, '2026-06-25', 'old', 'born 1938–1958'],
  [1959, '2025-06-25', 'full', '65 at the start of 2025'],
  [1958, '2025-06-25', 'old', '66 at the start of 2025, the limit then'],
  [1938, '2026-06-25', 'old', 'born 1938–1958'],
  [1937, '2026-06-25', 'none', 'born 1937 or earlier'],
  [2003, '2026-04-01', 'young', 'born 2003–2007, from the first day'],
  [2003, '2026-03-31', 'full', 'the day before'],
  [2007, '2026-12-22', 'young', 'born 2003–2007'],
  [2002, '2026-06-25', 'full', '23 at the start of the year'],
  [2008, '2026-06-25', 'full', '17 at the start of the year'],
  [2003, '2027-01-25', 'full', '2027: born 2004–2008'],
  [2008, '2027-09-30', 'young', 'to the last day'],
  [2008, '2027-10-01', 'full', 'the day after'],
]

const bases: [
  what: string,
  born: number,
  day: string,
  base: number,
  earlier: number,
  parts: string,
  declared: number,
][] = [
  ['31.42 %', 1990, '2026-06-25', 30_000, 0, '31.42 % of 30000 = 9426', 9426],
  ['old-age pension alone', 1958, '2026-06-25', 30_000, 0, '10.21 % of 30000 = 3063', 3063],
  ['none', 1937, '2026-06-25', 30_000, 0, '0 % of 30000 = 0', 0],
  ['young, above the limit', 2004, '2026-05-25', 30_000, 0, '20.81 % of 25000 = 5202.5; 31.42 % of 5000 = 1571', 6773],
  ['young, below the limit', 2004, '2026-05-25', 20_000, 0, '20.81 % of 20000 = 4162', 4162],
  [
    'young, second employment',
    2004,
    '2026-05-25',
    10_000,
    20_000,
    '20.81 % of 5000 = 1040.5; 31.42 % of 5000 = 1571',
    2611,
  ],
  ['young, limit used', 2004, '2026-05-25', 1000, 25_000, '31.42 % of 1000 = 314.2', 314],
  ['young, paid back', 2004, '2026-05-25', -1000, 30_000, '31.42 % of -1000 = -314.2', -314],
  ['young, in March', 2004, '2026-03-25', 30_000, 0, '31.42 % of 30000 = 9426', 9426],
]

describe('employer contributions', () => {
  test('by year of birth and day of payment', () =>
    every(
      kinds,
      ([born, day, kind, why]) => `born ${born}, paid ${day}: ${kind} (${why})`,
      ([born, day, kind]) => expect(contributionKind(born, day)).toBe(kind),
    ))

  test('by rate, and as declared', () =>
    every(
      bases,
      ([what]) => what,
      ([, birthYear, day, base, earlier, said, declared]) => {
        const parts = contributionsOf({ birthYear, day }, { baseOre: ore(base), earlierOre: ore(earlier) })
        const text = parts.map((one) => `${one.percent} % of ${Number(one.baseOre) / 100} = ${Number(one.ore) / 100}`)
        expect(text.join('; ')).toBe(said)
        expect(declaredContributions(parts)).toBe(ore(declared))
      },
    ))

  test('are declared on the sum of the bases in whole kronor', () => {
    const parts = [10_000.9, 10_000.9].map((base) => ({ percent: 31.42, baseOre: ore(base) }))
    expect(declaredContributions(parts)).toBe(ore(6284))
  })

  test('growth support refunds what is above old-age pension, on pay up to the limit', () => {
    const paid = (base: number) => growthSupportOf('2026-06-25', { baseOre: ore(base), paidOre: ore(base * 0.2121) })
    expect(paid(30_000)).toBe(ore(6363))
    expect(paid(40_000)).toBe(ore(7423.5))
    expect(growthSupportOf('2025-06-25', { baseOre: ore(30_000), paidOre: ore(6363) })).toBe(0n)
  })
})

const DAY = 8 * 60
const basis = { monthlyOre: ore(30_000), weeklyMinutes: 5 * DAY }
const days = (...all: string[]): SickDay[] => all.map((day) => ({ day, minutes: DAY }))
const june = (...numbers: number[]) => days(...numbers.map((day) => `2026-06-${String(day).padStart(2, '0')}`))
const run = (from: number, count: number) => june(...Array.from({ length: count }, (_, index) => from + index))

const sick: [what: string, absent: SickDay[], lost: number, sickPay: number, deduction: number, source: string][] = [
  ['one day', june(1), 1384.62, 1107.69, -1107.69, 'the deduction takes all of a day in a week of five'],
  ['half a day', [{ day: '2026-06-01', minutes: 240 }], 692.31, 553.85, -553.85, 'never more than the sick pay'],
  ['five days', run(1, 5), 6923.08, 5538.46, -1107.69, '30 000 × 12 / 52, 80 % of it, less a fifth of that'],
  [
    'two half days',
    [1, 2].flatMap((one) => june(one).map((day) => ({ ...day, minutes: 240 }))),
    1384.62,
    1107.69,
    -1107.69,
    'the rest of the deduction is taken on the second',
  ],
  ['relapse after five days', june(1, 7), 2769.23, 2215.38, -1107.69, 'one deduction: 2–6 June are five days between'],
  ['new period after six', june(1, 8), 2769.24, 2215.38, -2215.38, 'two deductions'],
  ['day 15', run(1, 15), 20_769.23, 15_507.69, -1107.69, 'nothing from day 15'],
]

describe('sick pay', () => {
  test('of worked cases at 30 000 a month and 40 hours a week', () =>
    every(
      sick,
      ([what, , , , , source]) => `${what}: ${source}`,
      ([, absent, lost, sickPay, deduction]) => {
        const paid = sickPeriods(absent).flatMap((period) => sickPayOf(period, basis))
        const sum = (key: 'lostOre' | 'sickPayOre' | 'deductionOre') => paid.reduce((all, one) => all + one[key], 0n)
        expect([sum('lostOre'), sum('sickPayOre'), sum('deductionOre')]).toEqual([lost, sickPay, deduction].map(ore))
      },
    ))

  test('has at most ten deductions in twelve months', () => {
    const eleven = days(...Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-02`))
    expect(sickPeriods(eleven).map(({ hasDeduction }) => hasDeduction)).toEqual([...Array(10).fill(true), false])
    const later = [...eleven, ...days('2027-01-03')]
    expect(sickPeriods(later).at(-1)?.hasDeduction).toBe(true)
    expect(qualifyingDeduction({ monthlyOre: ore(26_000) }, '2026-06-01')).toBe(ore(960))
  })
})

describe('holiday', () => {
  test('paid days are rounded up, and fewer in a late first year', () => {
    const year = { days: 365, employedDays: 365, withoutRight: 0 }
    expect(paidHolidayDays(25, year)).toBe(25)
    expect(paidHolidayDays(25, { ...year, employedDays: 120 })).toBe(9)
    expect(paidHolidayDays(25, { ...year, withoutRight: 365 })).toBe(0)
    expect(holidayRight('2026-09-01', '2026-04-01', 30)).toBe(5)
    expect(holidayRight('2026-08-31', '2026-04-01', null)).toBe(25)
    expect(holidayRight('2020-01-01', '2026-04-01', 30)).toBe(30)
  })

  test('is paid by both rules of the law', () => {
    const same = { monthlyOre: ore(30_000), variableOre: ore(50_000), paidDays: 25 }
    expect(sameHolidayPay('2026-07-01', same)).toEqual({ supplementOre: ore(129), variableOre: ore(240) })
    const share = { baseOre: ore(300_000), paidDays: 25, agreed: null }
    expect(shareHolidayPay('2026-07-01', share)).toBe(ore(1440))
    expect(shareHolidayPay('2026-07-01', { ...share, paidDays: 30, agreed: 30 })).toBe(ore(1440))
    expect(unpaidHolidayDay('2026-07-01', ore(30_000))).toBe(ore(-1380))
  })

  test('is owed at the end of a month, with contributions', () => {
    const dayOre = holidayDayValue('2026-12-31', ore(30_000))
    expect(dayOre).toBe(ore(1509))
    expect(holidayDebt({ days: 12.5, dayOre }, 31.42)).toEqual({
      holidayOre: ore(18_862.5),
      contributionsOre: ore(5926.6),
    })
  })
})

const DAY_2026 = '2026-06-10'
const meals = { breakfasts: 0, mains: 0, wholeDays: 0 }
const journey = { wholeDays: 0, halfDays: 0, nights: 0, meals, stay: 'first' } as const
const car = {
  priceOre: ore(400_000),
  vehicleTaxOre: ore(3600),
  kind: 'fuel',
  modelYear: 2025,
  isMuchOnDuty: false,
} as const

const values: [what: string, ore: bigint, kronor: number, source: string][] = [
  ['meals of a day', mealBenefit(DAY_2026, { ...meals, wholeDays: 1 }), 310, 'the amounts of 2026'],
  ['twenty lunches', mealBenefit(DAY_2026, { ...meals, mains: 20 }), 2480, '20 × 124'],
  ['a breakfast in 2025', mealBenefit('2025-06-10', { ...meals, breakfasts: 1 }), 61, 'the amounts of 2025'],
  ['wellness at the limit', wellnessBenefit(DAY_2026, ore(5000)), 0, 'free up to 5 000'],
  ['wellness above it', wellnessBenefit(DAY_2026, ore(5001)), 5001, 'then all of it is taxed'],
  ['a bicycle', bicycleBenefit(DAY_2026, ore(5000)), 2000, 'above 3 000 a year'],
  [
    'two days away',
    freeAllowance(DAY_2026, { ...journey, wholeDays: 1, halfDays: 1, nights: 1 }),
    600,
    '300 + 150 + 150',
  ],
  [
    'with breakfast and lunch',
    freeAllowance(DAY_2026, { ...journey, wholeDays: 1, meals: { ...meals, breakfasts: 1, mains: 1 } }),
    135,
    '300 − 60 − 105',
  ],
  [
    'with all meals',
    freeAllowance(DAY_2026, { ...journey, wholeDays: 1, meals: { ...meals, wholeDays: 1 } }),
    30,
    '300 − 270',
  ],
  ['after three months', freeAllowance(DAY_2026, { ...journey, wholeDays: 1, stay: 'afterThreeMonths' }), 210, '70 %'],
  ['after two years', freeAllowance(DAY_2026, { ...journey, wholeDays: 1, stay: 'afterTwoYears' }), 150, '50 %'],
  ['12.3 km by own car', freeMileage(DAY_2026, 'ownCar', 123), 30.75, '2.50 a km'],
  ['100 km by electric company car', freeMileage(DAY_2026, 'companyCarElectric', 1000), 95, '0.95 a km'],
  ['a car', carBenefit(DAY_2026, car), 6992.33, '(17 168 + 400 000 × (0.02785 + 0.13) + 3 600) / 12'],
  ['a car much on duty', carBenefit(DAY_2026, { ...car, isMuchOnDuty: true }), 5244.25, '75 %'],
  [
    'an electric car',
    carBenefit(DAY_2026, { ...car, kind: 'electric' }),
    4361.5,
    'half of the price at most is taken off',
  ],
]

test('values of benefits and allowances', () =>
  every(
    values,
    ([what, , , source]) => `${what}: ${source}`,
    ([, value, kronor]) => expect(value).toBe(ore(kronor)),
  ))
