// Bank accounts as people write them: Swedish clearing and account numbers with their banks, IBAN and BIC.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankAccount, bicFitsIban, bicNumber, ibanNumber, ibanText } from '#numbers/bank-account'
import { anyText } from './digits.ts'

/** Clearing and account numbers as written, the bank, and whether the check digit is right. */
const accounts: [string, string, string, boolean][] = [
  ['9071', '4172383', 'Multitude Bank', true],
  ['9789', '1111113', 'Klarna Bank', true],
  ['6789', '123456789', 'Handelsbanken', true],
  ['6789', '12345679', 'Handelsbanken', true],
  ['8424-4', '983 189 224-6', 'Swedbank', true],
  ['84244', '9831892246', 'Swedbank', true],
  ['8424', '9831892246', 'Swedbank', true],
  ['3300', '000620-5124', 'Nordea', true],
  ['9960', '42', 'Nordea Plusgirot', true],
  ['9300', '12345674', 'Swedbank', true],
  // at these banks the check digit tells nothing for certain
  ['8424-4', '9831892247', 'Swedbank', false],
  ['8424-4', '12345', 'Swedbank', false],
  ['9180', '1234567890', 'Danske Bank', false],
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
    ['an account too short for its bank    ', '9071', '417238'],
    ['a personal number that is too short  ', '3300', '6205124'],
    ['a clearing digit in the account      ', '8424', '49831892246'],
    ['an account of one digit              ', '9960', '0'],
    ['a wrong check digit                  ', '5000', '1234567'],
    ['a wrong check digit                  ', '9071', '4172384'],
    ['a wrong check digit                  ', '9789', '1111114'],
    ['a wrong check digit                  ', '6789', '123456788'],
    ['a wrong check digit                  ', '3300', '000620-5125'],
    ['a wrong check digit                  ', '9960', '43'],
    ['letters                              ', '9071', '41723x3'],
    ['no clearing number                   ', '', '4172383'],
    ['no account                           ', '9071', ''],
  ]

  test.each(none)('is not %s: %s, %s', (_, clearing, account) => {
    expect(bankAccount(clearing, account)).toBeNull()
  })

  test('is read from any text without failing', () => {
    fc.assert(
      fc.property(anyText, anyText, (clearing, account) => {
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

  /** A BIC, an IBAN and whether a bank with the one may have the account with the other. */
  const pairs: [string, string, boolean][] = [
    ['ESSESESS', 'SE4550000000058398257466', true],
    ['DEUTDEFF500', 'DE89370400440532013000', true],
    ['DEUTDEFF', 'SE4550000000058398257466', false],
    ['ESSESESS', 'DE89370400440532013000', false],
    // territories with the IBAN of their country; the country's own banks have no other one
    ['AGRIMQMX', 'FR1420041010050500013M02606', true],
    ['NWBKJESX', 'GB29NWBK60161331926819', true],
    ['AABAAX22', 'FI2112345600000785', true],
    ['AGRIFRPP', 'GB29NWBK60161331926819', false],
    ['NWBKGB2L', 'FR1420041010050500013M02606', false],
  ]

  test.each(pairs)('%s fits %s: %s', (bic, iban, fits) => {
    expect([bicNumber(bic), ibanNumber(iban)]).toEqual([bic, iban])
    expect(bicFitsIban(bic, iban)).toBe(fits)
  })
})
