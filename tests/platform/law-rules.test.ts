// The law's table: its values by day with their sources, how editions lie on each other, and what is no edition.
import { afterEach, describe, expect, test } from 'vitest'
import { type Edition, editionOf, LawError, lawOn, lawValues, layEditions, releasedEditions } from '#rule/law'
import { type LawKey, lawKeys } from '#rule/law-keys'
import { every } from '#support/every'

afterEach(() => layEditions([]))

const cases: [key: LawKey, day: string, value: number | null, law: RegExp][] = [
  ['vat.standard            ', '2026-06-10', 25, /2023:200, 9 kap. 2 §/],
  ['vat.food                ', '2026-03-31', 12, /9 kap. 3 §/],
  ['vat.food                ', '2026-04-01', 6, /SFS 2026:118/],
  ['vat.food                ', '2027-12-31', 6, /SFS 2026:118/],
  ['vat.food                ', '2028-01-01', 12, /SFS 2026:119/],
  ['vat.dance               ', '2026-06-30', 25, /9 kap. 2 §/],
  ['vat.dance               ', '2026-07-01', 6, /2026-07-01/],
  ['vat.restaurant          ', '2026-06-10', 12, /2023:200/],
  ['vat.art                 ', '2024-12-31', null, /-/],
  ['vat.art                 ', '2025-01-01', 12, /2023\/24:149/],
  ['vat.largeBase           ', '2026-06-10', 40_000_000, /2011:1244/],
  ['bookkeeping.cashMethod  ', '2026-06-10', 3_000_000, /1999:1078, 5 kap. 2 §/],
  ['invoice.simplified      ', '2026-06-10', 4000, /17 kap. 26 §/],
  ['interest.addition       ', '2026-06-10', 8, /1975:635, 6 §/],
  ['reminder.fee            ', '2026-06-10', 60, /1981:739/],
  ['latePayment.compensation', '2013-03-15', null, /-/],
  ['latePayment.compensation', '2013-03-16', 450, /1981:739/],
  ['incomeTax.company       ', '2018-12-31', 22, /65 kap. 10 §/],
  ['incomeTax.company       ', '2019-01-01', 21.4, /65 kap. 10 §/],
  ['incomeTax.company       ', '2021-01-01', 20.6, /65 kap. 10 §/],
  ['householdWork.rotShare  ', '2025-05-11', 30, /67 kap. 19 §/],
  ['householdWork.rotShare  ', '2025-05-12', 50, /2024\/25:156/],
  ['householdWork.rotShare  ', '2026-01-01', 30, /67 kap. 19 §/],
  ['householdWork.most      ', '2024-12-31', 150_000, /2024/],
  ['householdWork.most      ', '2025-01-01', 75_000, /67 kap. 19 §/],
].map(([key, ...rest]) => [String(key).trim(), ...rest]) as never

test('a day has the value that the law says', () =>
  every(
    cases,
    ([key, day]) => `${key} on ${day}`,
    ([key, day, value, law]) => {
      const found = lawOn(day).find(key)
      expect(found?.value ?? null).toBe(value)
      if (value === null) expect(() => lawOn(day).value(key)).toThrow(`no ${key} for ${day}`)
      else expect(found?.source).toMatch(law)
    },
  ))

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** What is set anew for each year, or for some years alone: no value goes on. */
const YEARLY: readonly LawKey[] = [
  'car.baseAmount',
  'car.loanRate',
  'payroll.youngContributions',
  'payroll.youngFrom',
  'payroll.youngMostPay',
  'payroll.youngTo',
  'interestAllocation.positive',
  'interestAllocation.negative',
  'reserve.standardIncome',
]

test('the values of each key follow each other day by day, each with its source and the day it was checked', () =>
  every(
    Object.keys(lawKeys) as LawKey[],
    (key) => key,
    (key) => {
      const values = lawValues(key)
      expect(values.length).toBeGreaterThan(0)
      for (const [index, { from, to, source, checkedOn }] of values.entries()) {
        expect(source).toMatch(/\S/)
        expect(checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/)
        const next = values[index + 1]
        if (next) expect(dayAfter(to ?? '')).toBe(next.from)
        else expect(to === null).toBe(!YEARLY.includes(key))
        if (to !== null) expect(from <= to).toBe(true)
      }
    },
  ))

const value = (change: object = {}) => ({
  key: 'vat.food',
  from: '2028-01-01',
  to: null,
  value: 6,
  source: 'SFS 2027:1',
  certainty: 'statute',
  ...change,
})
const edition = (...values: object[]): Edition => editionOf({ edition: '2027', checkedOn: '2027-11-30', values })
const food = () => lawValues('vat.food').map((one) => `${one.from} ${one.to ?? ''} ${one.value}`)

describe('an edition lies on those before it', () => {
  test('to the end of time', () => {
    layEditions([edition(value())])
    expect(food().slice(1)).toEqual(['2026-04-01 2027-12-31 6', '2028-01-01  6'])
    expect(lawOn('2028-01-01').find('vat.food')).toMatchObject({ edition: '2027', checkedOn: '2027-11-30' })
  })

  test('or on some days inside', () => {
    layEditions([edition(value({ from: '2027-01-01', to: '2027-06-30', value: 25 }))])
    expect(food().slice(1)).toEqual([
      '2026-04-01 2026-12-31 6',
      '2027-01-01 2027-06-30 25',
      '2027-07-01 2027-12-31 6',
      '2028-01-01  12',
    ])
  })

  test('and the last one wins', () => {
    layEditions([edition(value()), edition(value({ value: 25 }))])
    expect(lawOn('2028-01-01').value('vat.food')).toBe(25)
    layEditions([])
    expect(lawOn('2028-01-01').value('vat.food')).toBe(12)
  })

  test('but leaves no day between two values without one', () => {
    const far = edition(value({ key: 'vat.art', from: '2020-01-01', to: '2023-12-31' }))
    expect(() => layEditions([far])).toThrow('vat.art: no value from 2024-01-01 until 2025-01-01')
    expect(lawOn('2020-01-01').find('vat.art')).toBe(null)
  })
})

const wrong: [what: string, file: unknown, says: string][] = [
  ['nothing', null, 'edition: a name is missing'],
  ['no day', { edition: 'x', values: [value()] }, 'checkedOn: a day'],
  ['no values', { edition: 'x', checkedOn: '2027-01-01', values: [] }, 'values: a list of 1 to 5000'],
  ...(
    [
      ['an unknown key', { key: 'vat.fodd' }, 'the key "vat.fodd" is unknown'],
      ['the name of a function', { key: 'toString' }, 'the key "toString" is unknown'],
      ['no day', { from: '2028-02-30' }, 'from is not a day'],
      ['an end before the beginning', { to: '2027-12-31' }, 'to is neither null nor a later day'],
      ['a rate that no account has', { value: 8 }, '8 is no value in percent'],
      ['a text', { value: '6' }, '"6" is no value in percent'],
      ['a negative amount', { key: 'reminder.fee', value: -1 }, '-1 is no value in kronor'],
      ['less than an öre', { key: 'reminder.fee', value: 60.001 }, '60.001 is no value in kronor'],
      ['more than all', { key: 'incomeTax.company', value: 101 }, '101 is no value in percent'],
      ['no source', { source: ' ' }, 'the source is missing'],
      ['no certainty', { certainty: 'sure' }, 'certainty is none of statute, authority'],
    ] as const
  ).map(([what, change, says]): [string, unknown, string] => [
    what,
    { edition: 'x', checkedOn: '2027-01-01', values: [value(change)] },
    says,
  ]),
  [
    'two values for a day',
    { edition: 'x', checkedOn: '2027-01-01', values: [value(), value({ from: '2029-01-01' })] },
    'vat.food: two values for 2029-01-01',
  ],
]

test('a file that is no edition is refused with what is wrong in it', () =>
  every(
    wrong,
    ([what]) => what,
    ([, file, says]) => {
      expect(() => editionOf(file)).toThrow(LawError)
      expect(() => editionOf(file)).toThrow(says)
    },
  ))

test('the release has one edition', () => {
  expect(releasedEditions.map(({ name }) => name)).toEqual(['2026'])
})
