// Bank accounts: Swedish clearing and account numbers with their banks, IBAN and BIC.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankAccount, bicNumber, ibanNumber, ibanText } from '#numbers'

/** Clearing and account as somebody wrote them, the bank, and whether the check digit holds. */
const accounts: [string, string, string, boolean][] = [
  ['9071', '4172383', 'Multitude Bank', true],
  ['9789', '1111113', 'Klarna Bank', true],
  ['6789', '123456789', 'Handelsbanken', true],
  ['8424-4', '983 189 224-6', 'Swedbank', true],
  ['84244', '9831892246', 'Swedbank', true],
  ['8424', '9831892246', 'Swedbank', true],
  ['3300', '000620-5124', 'Nordea', true],
  ['3300', '0006205125', 'Nordea', false],
  ['5000', '1234567', 'SEB', false],
  ['9960', '42', 'Nordea Plusgirot', true],
]

describe('a Swedish account', () => {
  test.each(accounts)('%s, %s is at %s, and its check digit holds: %s', (clearing, account, bank, holds) => {
    expect(bankAccount(clearing, account)).toEqual({
      clearingNumber: clearing.replace('-', ''),
      accountNumber: account.replace(/[ -]/g, ''),
      bank,
      checkDigitHolds: holds,
    })
  })

  const none: [string, string, string][] = [
    ['a clearing number of no bank         ', '1000', '1234567'],
    ['a wrong fifth digit                  ', '84241', '9831892246'],
    ['a fifth digit elsewhere than Swedbank', '50001', '1234567'],
    ['a clearing number too short          ', '907', '4172383'],
    ['an account too long for its bank     ', '9071', '41723830'],
    ['an account of one digit              ', '9071', '1'],
    ['letters                              ', '9071', '41723x3'],
    ['no clearing number                   ', '', '4172383'],
    ['no account                           ', '9071', ''],
  ]

  test.each(none)('is not %s: %s, %s', (_, clearing, account) => {
    expect(bankAccount(clearing, account)).toBeNull()
  })

  test('is read from any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (clearing, account) => {
        expect(bankAccount(clearing, account)).toBeNull()
      }),
    )
  })
})

describe('an IBAN', () => {
  test.each([
    ['SE45 5000 0000 0583 9825 7466', 'SE4550000000058398257466'],
    ['se7280000810340009783242', 'SE7280000810340009783242'],
    [' DE89 3704 0044 0532 0130 00 ', 'DE89370400440532013000'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ])('%s is %s', (text, iban) => {
    expect(ibanNumber(text)).toBe(iban)
    expect(ibanNumber(ibanText(iban))).toBe(iban)
    expect(ibanText(iban)).toMatch(/^(\S{4} )+\S{1,4}$/)
  })

  test.each([
    'SE45 5000 0000 0583 9825 7467',
    'SE28 8000 0832 7900 0001 2345',
    'SE45 5000 0000 0583 9825 746',
    'SE45 5000 0000 0583 9825 74666',
    'XX45 5000 0000 0583 9825 7466',
    '5000 0000 0583 9825 7466',
    '',
  ])('is not "%s"', (text) => {
    expect(ibanNumber(text)).toBeNull()
  })

  test('with one digit changed is none', () => {
    const iban = 'SE4550000000058398257466'
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 23 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(iban[at]) + by) % 10
        expect(ibanNumber(`${iban.slice(0, at)}${digit}${iban.slice(at + 1)}`)).toBeNull()
      }),
    )
  })
})

describe('a BIC', () => {
  test.each([
    ['ESSESESS', 'ESSESESS'],
    ['essesess', 'ESSESESS'],
    [' SWEDSESSXXX ', 'SWEDSESSXXX'],
    ['DEUTDEFF500', 'DEUTDEFF500'],
  ])('%s is %s', (text, bic) => {
    expect(bicNumber(text)).toBe(bic)
  })

  test.each(['ESSESES', 'ESSESESSX', 'ESSEZZSS', '1SSESESS', 'ESSE SESS', ''])('is not "%s"', (text) => {
    expect(bicNumber(text)).toBeNull()
  })
})
