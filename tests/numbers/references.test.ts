// Payment references, bankgiro and plusgiro numbers: which texts are one, and how they are written.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankgiroNumber, plusgiroNumber } from '#numbers/giro'
import { luhnDigit, luhnHolds } from '#numbers/luhn'
import { isOcrReference, ocrReference } from '#numbers/ocr'
import { isOcrReferenceWithLength } from '#server/numbers/ocr'
import { digits } from './digits.ts'

describe('the check digit by Luhn', () => {
  test.each([
    ['556036079', '3'],
    ['850709980', '5'],
    ['7992739871', '3'],
    ['0', '0'],
    ['', '0'],
  ])('of %s is %s', (number, digit) => {
    expect(luhnDigit(number)).toBe(digit)
    expect(luhnHolds(`${number}${digit}`)).toBe(true)
  })

  test('is one of ten', () => {
    fc.assert(
      fc.property(digits(1, 30), (number) => {
        expect([...'0123456789'].filter((digit) => luhnHolds(`${number}${digit}`))).toEqual([luhnDigit(number)])
      }),
    )
  })

  test.each(['', 'x', '12 3', '-18', '٠'])('is no matter of "%s"', (text) => {
    expect(luhnHolds(text)).toBe(false)
  })
})

describe('a payment reference', () => {
  test.each([
    [1n, '133'],
    [1001n, '100164'],
    [10023n, '1002377'],
    [123456789n, '12345678911'],
    [2026000123n, '202600012324'],
    [12345678n, '1234567806'],
    [99999999999999999999999n, '9999999999999999999999952'],
  ])('of %d is %s', (number, reference) => {
    expect(ocrReference(number)).toBe(reference)
    expect(isOcrReferenceWithLength(reference)).toBe(true)
  })

  test.each([-1n, 10n ** 23n])('cannot be made of %d', (number) => {
    expect(() => ocrReference(number)).toThrow('Not a document number')
  })

  /** A text, whether it is a reference, and whether it is one with a length digit. */
  const texts: [string, boolean, boolean][] = [
    ['100230', true, false],
    ['1002377', true, true],
    ['1234567897', true, false],
    ['12345678911', true, true],
    ['20260001233', true, false],
    ['202600012324', true, true],
    ['2026 0001 2324', true, true],
    ['18', true, false],
    ['1002376', false, false],
    ['1002387', false, false],
    ['0', false, false],
    ['', false, false],
    ['1002377x', false, false],
    ['10023-77', false, false],
    [`${'0'.repeat(25)}`, true, false],
    [`${'0'.repeat(26)}`, false, false],
  ]

  test.each(texts)('"%s": %s, with length digit: %s', (text, right, withLength) => {
    expect(isOcrReference(text)).toBe(right)
    expect(isOcrReferenceWithLength(text)).toBe(withLength)
  })

  test('is right for every number, and differs for different ones', () => {
    const number = fc.bigInt({ min: 0n, max: 10n ** 23n - 1n })
    fc.assert(
      fc.property(number, number, (one, other) => {
        const reference = ocrReference(one)
        expect(isOcrReferenceWithLength(reference)).toBe(true)
        expect(reference.slice(0, -2)).toBe(String(one))
        expect(ocrReference(other) === reference).toBe(other === one)
      }),
    )
  })

  test('with a digit too many or too few is none by its length', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(9), (number, digit) => {
        const reference = ocrReference(number)
        const longer = `${digit}${reference}`
        const shorter = reference.slice(1)
        expect(isOcrReferenceWithLength(longer)).toBe(false)
        expect(isOcrReferenceWithLength(shorter)).toBe(false)
      }),
    )
  })
})

describe('a bankgiro number', () => {
  test.each([
    ['5050-1055', '5050-1055'],
    ['50501055', '5050-1055'],
    [' 5050-1055 ', '5050-1055'],
    ['991-2346', '991-2346'],
    ['9912346', '991-2346'],
    ['900-8004', '900-8004'],
  ])('%s is %s', (text, number) => {
    expect(bankgiroNumber(text)).toBe(number)
  })

  test.each([
    '5050-1054',
    '5505-1055',
    '50-501055',
    '5050--1055',
    '5050 1055',
    '505-105',
    '505010550',
    '',
    'x',
    '0000-0000',
  ])('is not "%s"', (text) => {
    expect(bankgiroNumber(text)).toBeNull()
  })
})

describe('a plusgiro number', () => {
  test.each([
    ['28 65 43-4', '28 65 43-4'],
    ['286543-4', '28 65 43-4'],
    ['2865434', '28 65 43-4'],
    ['4-2', '4-2'],
    ['42', '4-2'],
    [' 90 20 03-3 ', '90 20 03-3'],
    ['1 28 65 43-2', '1 28 65 43-2'],
  ])('%s is %s', (text, number) => {
    expect(plusgiroNumber(text)).toBe(number)
  })

  test.each([
    '41 54-0',
    '28 65 43-5',
    '28-65434',
    '2865434-',
    '-42',
    '28  65 43-4',
    '2',
    '0-0',
    '123456782',
    '',
    'x',
    '4-2x',
  ])('is not "%s"', (text) => {
    expect(plusgiroNumber(text)).toBeNull()
  })
})
