// Personal identity and coordination numbers: which texts are one, and how they are kept.
import fc from 'fast-check'
import Organisationsnummer from 'organisationsnummer'
import Personnummer from 'personnummer'
import { describe, expect, test } from 'vitest'
import { luhnDigit } from '#numbers/luhn'
import { organizationNumber } from '#numbers/organization-number'
import { personalNumber } from '#numbers/personal-number'
import { dayFrom } from '#platform/day'

const TODAY = dayFrom('2026-06-10')

/** The text as written, and the stored number. */
const right: [string, string][] = [
  ['850709-9805', '19850709-9805'],
  ['8507099805', '19850709-9805'],
  ['19850709-9805', '19850709-9805'],
  ['198507099805', '19850709-9805'],
  [' 19850709-9805 ', '19850709-9805'],
  ['19121212-1212', '19121212-1212'],
  ['19121212+1212', '19121212-1212'],
  ['121212+1212', '19121212-1212'],
  ['121212-1212', '20121212-1212'],
  ['1212121212', '20121212-1212'],
  ['20121212-1212', '20121212-1212'],
  // coordination numbers
  ['701063-2391', '19701063-2391'],
  ['19701063-2391', '19701063-2391'],
]

const wrong: [string, string][] = [
  ['a wrong check digit              ', '850709-9806'],
  ['a wrong century                  ', '18850709-9805'],
  ['a day that is to come            ', '20850709-9805'],
  ['a plus before the age of 100     ', '19850709+9805'],
  ['a plus before any century        ', '850709+9805'],
  ['an organization number           ', '556036-0793'],
  ['a prefix of companies            ', '16850709-9805'],
  ['29 February of no leap year      ', `19850229-123${luhnDigit('850229123')}`],
  ['a month that is none             ', `19851309-123${luhnDigit('851309123')}`],
  ['a day that is none               ', `19850732-123${luhnDigit('850732123')}`],
  ['a coordination day that is none  ', `19850792-123${luhnDigit('850792123')}`],
  ['the birth number 000             ', `19850709-000${luhnDigit('850709000')}`],
  ['blanks inside                    ', '850709 9805'],
  ['two hyphens                      ', '850709--9805'],
  ['too short                        ', '850709-980'],
  ['too long                         ', '119850709-9805'],
  ['a letter                         ', '850709-T805'],
  ['other digits                     ', '٨٥٠٧٠٩-٩٨٠٥'],
  ['nothing                          ', ''],
]

describe('a personal number', () => {
  test.each(right)('%s is %s', (text, number) => {
    expect(personalNumber(text, TODAY)).toBe(number)
    expect(personalNumber(number, TODAY)).toBe(number)
  })

  test.each(wrong)('is not %s: %s', (_, text) => {
    expect(personalNumber(text, TODAY)).toBeNull()
  })

  test('of a person born today is valid, of tomorrow not', () => {
    const born = (date: string) => `${date}-123${luhnDigit(`${date.slice(2)}123`)}`
    expect(personalNumber(born('20260610'), TODAY)).not.toBeNull()
    expect(personalNumber(born('20260611'), TODAY)).toBeNull()
    expect(personalNumber(born('20260611').slice(2), TODAY)).toBeNull()
  })

  test('gets a plus in the year of the hundredth birthday', () => {
    const born = `261231123${luhnDigit('261231123')}`
    const front = born.slice(0, 6)
    const back = born.slice(6)
    expect(personalNumber(`${front}+${back}`, TODAY)).toBe(`19${front}-${back}`)
    expect(personalNumber(`${front}+${back}`, dayFrom('2025-12-31'))).toBeNull()
    expect(personalNumber(`${front}-${back}`, dayFrom('2025-12-31'))).toBe(`19${front}-${back}`)
  })

  const lastOfDates = Date.UTC(2025, 11, 31)
  const date = fc
    .date({ min: new Date(Date.UTC(1900, 0, 1)), max: new Date(lastOfDates), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10).replaceAll('-', ''))

  test('is what an independent program takes for one, also with a digit changed', () => {
    const birthNumber = fc.integer({ min: 0, max: 999 }).map((number) => String(number).padStart(3, '0'))
    const at = fc.integer({ min: 0, max: 11 })
    const by = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(date, fc.boolean(), birthNumber, at, by, (born, coordination, number, place, change) => {
        const day = Number(born.slice(6)) + (coordination ? 60 : 0)
        const front = `${born.slice(0, 6)}${String(day).padStart(2, '0')}`
        const whole = `${front}${number}${luhnDigit(`${front.slice(2)}${number}`)}`
        const changed = `${whole.slice(0, place)}${(Number(whole[place]) + change) % 10}${whole.slice(place + 1)}`
        for (const one of [whole, changed]) {
          // The other program knows no bounds of years, and takes the day that it runs on for today.
          if (!/^(19|20)/.test(one) || one.slice(0, 4) > '2025') continue
          expect(personalNumber(one, TODAY) !== null, one).toBe(Personnummer.valid(one))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('is an organization number too', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 999 }), (born, number) => {
        const nine = `${born.slice(2)}${String(number).padStart(3, '0')}`
        const text = `${born.slice(0, 2)}${nine}${luhnDigit(nine)}`
        expect(personalNumber(text, TODAY)?.slice(2)).toBe(organizationNumber(text))
      }),
    )
  })
})

describe('an organization number', () => {
  test('is what an independent program takes for one', () => {
    const front = fc.tuple(
      fc.integer({ min: 10, max: 99 }),
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 0, max: 9_999_999 }),
    )
    fc.assert(
      fc.property(front, ([start, third, rest]) => {
        const digits = `${start}${third}${String(rest).padStart(7, '0')}`
        const hyphened = `${digits.slice(0, 6)}-${digits.slice(6)}`
        expect(organizationNumber(digits)).toBe(Organisationsnummer.valid(digits) ? hyphened : null)
        const nine = digits.slice(0, 9)
        expect(Organisationsnummer.valid(organizationNumber(`${nine}${luhnDigit(nine)}`) ?? '')).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
