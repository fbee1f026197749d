// VAT numbers by the form of their country, and the countries themselves.
import fc from 'fast-check'
import * as jsvat from 'jsvat'
import { describe, expect, test } from 'vitest'
import { isCountry, isEuCountry } from '#numbers/country'
import { luhnDigit } from '#numbers/luhn'
import { swedishVatNumber, vatNumber } from '#numbers/vat-number'
import { anyText } from './digits.ts'

/** A country, the text as written there, and the stored number. */
const right: [string, string, string][] = [
  ['SE', 'SE556036079301', 'SE556036079301'],
  ['SE', 'se 556036-0793 01', 'SE556036079301'],
  ['SE', 'SE556036079302', 'SE556036079302'],
  ['SE', 'SE556036079394', 'SE556036079394'],
  ['SE', 'SE850709980501', 'SE850709980501'],
  ['AT', 'ATU10223006', 'ATU10223006'],
  ['BE', 'BE0411905847', 'BE0411905847'],
  ['BE', 'BE 1000.352.477', 'BE1000352477'],
  ['BG', 'BG7523169263', 'BG7523169263'],
  ['CY', 'CY10259033P', 'CY10259033P'],
  ['CZ', 'CZ25123891', 'CZ25123891'],
  ['DE', 'DE136695976', 'DE136695976'],
  ['DE', 'DE 136 695 976', 'DE136695976'],
  ['DK', 'DK13585628', 'DK13585628'],
  ['EE', 'EE100594102', 'EE100594102'],
  ['ES', 'ESA13585625', 'ESA13585625'],
  ['ES', 'ES12345678Z', 'ES12345678Z'],
  ['FI', 'FI20774740', 'FI20774740'],
  ['FR', 'FR40303265045', 'FR40303265045'],
  ['FR', 'FRK7399859412', 'FRK7399859412'],
  ['GR', 'EL094259216', 'EL094259216'],
  ['HR', 'HR33392005961', 'HR33392005961'],
  ['HU', 'HU12892312', 'HU12892312'],
  ['IE', 'IE6433435F', 'IE6433435F'],
  ['IE', 'IE6433435OA', 'IE6433435OA'],
  ['IT', 'IT00743110157', 'IT00743110157'],
  ['LT', 'LT119511515', 'LT119511515'],
  ['LT', 'LT290061371314', 'LT290061371314'],
  ['LU', 'LU15027442', 'LU15027442'],
  ['LV', 'LV40003521600', 'LV40003521600'],
  ['MT', 'MT11679112', 'MT11679112'],
  ['NL', 'NL004495445B01', 'NL004495445B01'],
  ['PL', 'PL8567346215', 'PL8567346215'],
  ['PT', 'PT501964843', 'PT501964843'],
  ['RO', 'RO18547290', 'RO18547290'],
  ['SI', 'SI50223054', 'SI50223054'],
  ['SK', 'SK2022749619', 'SK2022749619'],
  ['GB', 'GB980780684', 'GB980780684'],
  ['GB', '980780684', '980780684'],
  ['GB', 'XI980780684', 'XI980780684'],
  ['NO', 'NO 995 525 828 MVA', 'NO995525828MVA'],
  ['NO', '995525828MVA', '995525828MVA'],
  ['CH', 'CHE-116.281.710 MWST', 'CHE116281710MWST'],
  ['US', '12-3456789', '123456789'],
  ['MX', 'DEX850101ABC', 'DEX850101ABC'],
  // registered elsewhere than at home
  ['NO', 'SE556036079301', 'SE556036079301'],
  ['DE', 'DK13585628', 'DK13585628'],
  ['US', 'DE136695976', 'DE136695976'],
]

const wrong: [string, string, string][] = [
  ['SE', 'a wrong check digit    ', 'SE556036079401'],
  ['SE', 'the count 00           ', 'SE556036079300'],
  ['SE', 'the count 95           ', 'SE556036079395'],
  ['SE', 'no count               ', 'SE5560360793'],
  ['SE', 'no prefix              ', '556036079301'],
  ['SE', 'an organization number ', '556036-0793'],
  ['SE', 'a VAT number of nowhere', 'XX123456789'],
  ['US', 'a wrong Swedish one    ', 'SE556036079401'],
  ['DE', 'too short              ', 'DE12345678'],
  ['DE', 'too long               ', 'DE1234567890'],
  ['DE', 'no prefix              ', '136695976'],
  ['DE', 'a letter               ', 'DE13669597A'],
  ['AT', 'no U                   ', 'AT10223006'],
  ['NL', 'no B                   ', 'NL004495445101'],
  ['GR', 'the prefix GR          ', 'GR094259216'],
  ['FR', 'the letter O           ', 'FRO7399859412'],
  ['BE', 'a first digit 2        ', 'BE2411905847'],
  ['ES', 'two digits at the ends ', 'ES123456789'],
  ['GB', 'too short              ', 'GB98078068'],
  ['NO', 'too short              ', 'NO99552582MVA'],
  ['CH', 'no E                   ', 'CH116281710'],
  ['US', 'one character          ', '1'],
  ['US', 'a sign                 ', '12_34'],
  ['US', 'too long               ', '1'.repeat(31)],
]

describe('a VAT number', () => {
  test.each(right)('in %s: %s is %s', (country, text, number) => {
    expect(vatNumber(text, country)).toBe(number)
    expect(vatNumber(number, country)).toBe(number)
  })

  test.each(wrong)('in %s is not %s: %s', (country, _, text) => {
    expect(vatNumber(text, country)).toBeNull()
  })

  const byPrefix = right.filter(([country]) => isEuCountry(country) && country !== 'SE' && country !== 'BE')

  test.each(byPrefix)('in %s: %s has a form that an independent program knows', (_, __, number) => {
    const countries = Object.values(jsvat).filter(isJsvatCountry)
    expect(jsvat.checkVAT(number, countries)).toMatchObject({ isValidFormat: true, value: number })
  })

  test('is known of every member state', () => {
    const shown = new Set(right.map(([country]) => country).filter(isEuCountry))
    expect(shown.size).toBe(27)
  })

  test('of Sweden holds an organization number and a count', () => {
    const nine = fc.tuple(
      fc.integer({ min: 20, max: 99 }),
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ max: 999_999, min: 0 }),
    )
    fc.assert(
      fc.property(nine, fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 9 }), ([a, b, c], count, by) => {
        const front = `${a}${b}${String(c).padStart(6, '0')}`
        const digit = luhnDigit(front)
        const tail = String(count).padStart(2, '0')
        const text = `SE${front}${digit}${tail}`
        expect(swedishVatNumber(text)).toBe(count >= 1 && count <= 94 ? text : null)
        expect(swedishVatNumber(`SE${front}${(Number(digit) + by) % 10}${tail}`)).toBeNull()
      }),
    )
  })

  test('is never longer than what was written, and read again it is the same', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('SE', 'DE', 'GB', 'US'), (text, country) => {
        const number = vatNumber(text, country)
        if (number !== null) expect(vatNumber(number, country)).toBe(number)
      }),
    )
  })
})

const isJsvatCountry = (value: unknown): value is jsvat.Country =>
  typeof value === 'object' && value !== null && 'rules' in value

describe('a country', () => {
  test.each([
    ['SE', true, true],
    ['DE', true, true],
    ['HR', true, true],
    ['GR', true, true],
    ['GB', true, false],
    ['NO', true, false],
    ['AX', true, false],
    ['US', true, false],
    ['EL', false, false],
    ['XI', false, false],
    ['XK', false, false],
    ['UK', false, false],
    ['EU', false, false],
    ['se', false, false],
    ['SWE', false, false],
    ['', false, false],
    [' ', false, false],
  ])('%s: %s, of the Union: %s', (code, known, inUnion) => {
    expect(isCountry(code)).toBe(known)
    expect(isEuCountry(code)).toBe(inUnion)
  })

  test('is one of 249, 27 of which are of the Union', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))
    expect(codes.filter(isCountry)).toHaveLength(249)
    expect(codes.filter(isEuCountry)).toHaveLength(27)
  })
})
