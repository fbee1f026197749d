// Clearing numbers: every range that Bankgirot publishes, with accounts that are right and wrong at the bank, and no
// other number.
import { describe, expect, test } from 'vitest'
import { bankAccount, bankOfClearingNumber } from '#numbers/bank-account'
import { checkDigitOf10, checkDigitOf11 } from './digits.ts'

/** Type and comment: what the check digit is calculated over, and how. */
type Kind = '1.1' | '1.2' | '2.1' | '2.2' | '2.3'

/** First and last clearing number, bank, kind, and how many digits the account number has. */
const table: [from: number, to: number, bank: string, kind: Kind, length: number][] = [
  [1100, 1199, 'Nordea', '1.1', 7],
  [1200, 1399, 'Danske Bank', '1.1', 7],
  [1400, 2099, 'Nordea', '1.1', 7],
  [2300, 2399, 'Ålandsbanken', '1.2', 7],
  [2400, 2499, 'Danske Bank', '1.1', 7],
  [3000, 3299, 'Nordea', '1.1', 7],
  [3300, 3300, 'Nordea', '2.1', 10],
  [3301, 3399, 'Nordea', '1.1', 7],
  [3400, 3409, 'Länsförsäkringar Bank', '1.1', 7],
  [3410, 3781, 'Nordea', '1.1', 7],
  [3782, 3782, 'Nordea', '2.1', 10],
  [3783, 3999, 'Nordea', '1.1', 7],
  [4000, 4999, 'Nordea', '1.2', 7],
  [5000, 5999, 'SEB', '1.1', 7],
  [6000, 6999, 'Handelsbanken', '2.2', 9],
  [7000, 7999, 'Swedbank', '1.1', 7],
  [8000, 8999, 'Swedbank', '2.3', 10],
  [9020, 9029, 'Länsförsäkringar Bank', '1.2', 7],
  [9040, 9049, 'Citibank', '1.2', 7],
  [9060, 9069, 'Länsförsäkringar Bank', '1.1', 7],
  [9070, 9079, 'Multitude Bank', '1.1', 7],
  [9100, 9109, 'Nordnet Bank', '1.2', 7],
  [9120, 9124, 'SEB', '1.1', 7],
  [9130, 9149, 'SEB', '1.1', 7],
  [9150, 9169, 'Skandiabanken', '1.2', 7],
  [9170, 9179, 'IKANO Bank', '1.1', 7],
  [9180, 9189, 'Danske Bank', '2.1', 10],
  [9190, 9199, 'DNB Bank', '1.2', 7],
  [9230, 9239, 'Marginalen Bank', '1.1', 7],
  [9250, 9259, 'SBAB', '1.1', 7],
  [9260, 9269, 'DNB Bank', '1.2', 7],
  [9270, 9279, 'ICA Banken', '1.1', 7],
  [9280, 9289, 'Resurs Bank', '1.1', 7],
  [9300, 9349, 'Swedbank', '2.1', 10],
  [9390, 9399, 'Landshypotek', '1.2', 7],
  [9460, 9469, 'Santander Consumer Bank', '1.1', 7],
  [9470, 9479, 'BNP Paribas', '1.2', 7],
  [9500, 9549, 'Nordea Plusgirot', '2.3', 8],
  [9550, 9569, 'Avanza Bank', '1.2', 7],
  [9570, 9579, 'Sparbanken Syd', '2.1', 10],
  [9580, 9589, 'Aion Bank', '1.1', 7],
  [9590, 9599, 'Erik Penser', '1.2', 7],
  [9630, 9639, 'Lån & Spar Bank Sverige', '1.1', 7],
  [9640, 9649, 'NOBA Bank Group AB', '1.2', 7],
  [9660, 9669, 'Svea Bank', '1.2', 7],
  [9670, 9679, 'JAK Medlemsbank', '1.2', 7],
  [9680, 9689, 'BlueStep Finans', '1.1', 7],
  [9700, 9709, 'Ekobanken', '1.2', 7],
  [9710, 9719, 'Lunar Bank', '1.2', 7],
  [9750, 9759, 'Northmill Bank', '1.2', 7],
  [9780, 9789, 'Klarna Bank', '1.2', 7],
  [9880, 9889, 'Riksgälden', '1.2', 7],
  [9890, 9899, 'Riksgälden', '2.1', 10],
  [9960, 9969, 'Nordea Plusgirot', '2.3', 8],
]

/** Where a few old accounts have no check digit: a wrong one is told, and not refused. */
const uncertain = (clearing: number): boolean => /^8|^918/.test(String(clearing))

const checkDigit = (kind: Kind, clearing: number, front: string): string | null => {
  switch (kind) {
    case '1.1':
      return checkDigitOf11(`${String(clearing).slice(1)}${front}`)
    case '1.2':
      return checkDigitOf11(`${clearing}${front}`)
    case '2.2':
      return checkDigitOf11(front)
    case '2.1':
    case '2.3':
      return checkDigitOf10(front)
  }
}

/** Some account at the bank: its number but for the check digit, and that. */
const accountAt = (kind: Kind, clearing: number, length: number): [front: string, digit: string] => {
  for (let number = 1_234_567_890; ; number++) {
    const front = String(number).slice(-(length - 1))
    const digit = checkDigit(kind, clearing, front)
    if (digit !== null) return [front, digit]
  }
}

describe.each(table)('clearing numbers %i to %i, %s', (from, to, bank, kind, length) => {
  test(`have accounts of ${length} digits by rule ${kind}`, () => {
    for (const clearing of [from, to]) {
      const [front, digit] = accountAt(kind, clearing, length)
      const clearingNumber = String(clearing)
      const right = { clearingNumber, accountNumber: `${front}${digit}`, bank, checkDigitHolds: true }
      expect(bankAccount(clearingNumber, `${front}${digit}`)).toEqual(right)
      for (const other of '0123456789'.replace(digit, '')) {
        const accountNumber = `${front}${other}`
        const old = uncertain(clearing) ? { ...right, accountNumber, checkDigitHolds: false } : null
        expect(bankAccount(clearingNumber, accountNumber), accountNumber).toEqual(old)
      }
      expect(bankAccount(clearingNumber, `1${front}${digit}`), 'one digit more').toBeNull()
    }
  })
})

test('no other number is one of a bank', () => {
  const all = Array.from({ length: 10_000 }, (_, clearing) => String(clearing).padStart(4, '0'))
  const bankOf = (clearing: number) => table.find(([from, to]) => clearing >= from && clearing <= to)?.[2] ?? null
  expect(all.filter((clearing) => bankOfClearingNumber(clearing) !== bankOf(Number(clearing)))).toEqual([])
})

test('a fifth digit is that of Swedbank alone, and checked', () => {
  for (let clearing = 8000; clearing <= 8999; clearing += 37) {
    const fifth = checkDigitOf10(String(clearing))
    for (const digit of '0123456789') {
      expect(bankOfClearingNumber(`${clearing}-${digit}`)).toBe(digit === fifth ? 'Swedbank' : null)
      expect(bankOfClearingNumber(`${clearing - 1000}-${digit}`)).toBeNull()
    }
  }
})
