// Kronor to öre and back: a table of what is taken and refused, and laws over all amounts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_AMOUNT, numberFromOre, oreFromNumber, oreFromText, textFromOre } from '#platform/money'

const MAX_ORE = BigInt(MAX_AMOUNT) * 100n
const anyOre = fc.bigInt({ min: -MAX_ORE, max: MAX_ORE })

describe('kronor as a number', () => {
  test.each([
    [0, 0n],
    [-0, 0n],
    [1, 100n],
    [-1, -100n],
    [0.1, 10n],
    [0.01, 1n],
    [-0.01, -1n],
    [1.15, 115n],
    [8.41, 841n],
    [1234.5, 123450n],
    [1e2, 10000n],
    [1.5e3, 150000n],
    [999_999_999_999.99, 99_999_999_999_999n],
    [1_000_000_000_000, 100_000_000_000_000n],
    [-1_000_000_000_000, -100_000_000_000_000n],
  ])('%d is %d öre', (kronor, ore) => {
    expect(oreFromNumber(kronor)).toBe(ore)
  })

  test.each([
    0.001,
    1.005,
    0.1 + 0.2,
    1e-7,
    -1e-7,
    5e-324,
    1_000_000_000_000.01,
    1_000_000_000_001,
    -1_000_000_000_001,
    1e21,
    1e300,
    Number.MAX_VALUE,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])('%d is refused', (kronor) => {
    expect(oreFromNumber(kronor)).toBeNull()
  })

  test('every amount survives the way through a number, and through JSON', () => {
    fc.assert(
      fc.property(anyOre, (ore) => {
        expect(oreFromNumber(numberFromOre(ore))).toBe(ore)
        expect(oreFromNumber(JSON.parse(JSON.stringify(numberFromOre(ore))) as number)).toBe(ore)
      }),
    )
  })

  test('a number is taken exactly when its shortest text has at most two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -MAX_AMOUNT, max: MAX_AMOUNT, noNaN: true }), (kronor) => {
        const taken = oreFromNumber(kronor)
        expect(taken !== null).toBe(/^-?\d+(\.\d{1,2})?$/.test(String(kronor)))
        if (taken !== null) expect(numberFromOre(taken)).toBe(kronor === 0 ? 0 : kronor)
      }),
    )
  })
})

describe('kronor as text', () => {
  test.each([
    ['0', 0n],
    ['-0', 0n],
    ['-0.00', 0n],
    ['1', 100n],
    ['1234.5', 123450n],
    ['1234.50', 123450n],
    ['-1234.05', -123405n],
    ['0.01', 1n],
    ['007', 700n],
    ['1000000000000', 100_000_000_000_000n],
    ['-1000000000000.00', -100_000_000_000_000n],
  ])('%s is %d öre', (text, ore) => {
    expect(oreFromText(text)).toBe(ore)
  })

  test.each([
    '',
    '-',
    '+1',
    '.5',
    '1.',
    '1.234',
    '1,5',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '1e3',
    '0x10',
    '--1',
    '1.2.3',
    '١',
    'NaN',
    '1000000000000.01',
    '9'.repeat(400),
  ])('%j is refused', (text) => {
    expect(oreFromText(text)).toBeNull()
  })

  test.each([
    [0n, '0.00'],
    [1n, '0.01'],
    [-1n, '-0.01'],
    [-99n, '-0.99'],
    [123450n, '1234.50'],
    [-100_000_000_000_000n, '-1000000000000.00'],
    [10n ** 30n, '10000000000000000000000000000.00'],
  ])('%d öre is written %s', (ore, text) => {
    expect(textFromOre(ore)).toBe(text)
  })

  test('every amount survives the way through text', () => {
    fc.assert(
      fc.property(anyOre, (ore) => {
        expect(oreFromText(textFromOre(ore))).toBe(ore)
      }),
    )
  })

  test('a number and its text give the same öre', () => {
    fc.assert(
      fc.property(anyOre, (ore) => {
        expect(oreFromText(String(numberFromOre(ore)))).toBe(ore)
      }),
    )
  })
})
