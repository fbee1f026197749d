// Check digits of all kinds of numbers: a right number stays right however it is written, and is none when a digit is
// changed or two neighbours have changed places.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankAccount, ibanNumber, ibanText } from '#numbers/bank-account'
import { bankgiroNumber, plusgiroNumber } from '#numbers/giro'
import { luhnHolds } from '#numbers/luhn'
import { isOcrReference, ocrReference } from '#numbers/ocr'
import { organizationNumber } from '#numbers/organization-number'
import { personalNumber } from '#numbers/personal-number'
import { swedishVatNumber, vatNumber } from '#numbers/vat-number'
import { dayFrom } from '#platform/day'
import { isOcrReferenceWithLength } from '#server/numbers/ocr'
import { change, checkDigitOf10, checkDigitOf11, digits, withOneChanged, withTwoSwapped } from './digits.ts'

const TODAY = dayFrom('2026-06-10')

/** One kind of number. `right` makes the digits that the check digit is about, it among them. */
type Kind = {
  name: string
  rule: 'modulo 10' | 'modulo 11' | 'modulo 97'
  right: fc.Arbitrary<string>
  /** The kept form; null when it is none. */
  read: (text: string) => string | null
  /** The ways to write it. */
  written: (digits: string) => string[]
}

/** Digits with their check digit; those that have none are left out. */
const checkedBy = (reckon: (front: string) => string | null, front: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  front.filter((text) => Number(text) > 0 && reckon(text) !== null).map((text) => `${text}${reckon(text)}`)

/** The first six digits of who was born from 1930 to 2025. */
const born = (coordination: number): fc.Arbitrary<string> =>
  fc
    .date({ min: new Date('1930-01-01T00:00:00Z'), max: new Date('2025-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => {
      const [year = '', month = '', day = ''] = date.toISOString().slice(2, 10).split('-')
      return `${year}${month}${String(Number(day) + coordination).padStart(2, '0')}`
    })

const person = (coordination: number): fc.Arbitrary<string> =>
  checkedBy(
    checkDigitOf10,
    fc
      .tuple(born(coordination), fc.integer({ min: 1, max: 999 }))
      .map(([front, number]) => `${front}${String(number).padStart(3, '0')}`),
  )

const legalPerson = checkedBy(
  checkDigitOf10,
  fc
    .tuple(digits(2), fc.integer({ min: 2, max: 9 }), digits(6))
    .map(([front, third, rest]) => `${front}${third}${rest}`),
)

const ofPerson = (name: string, coordination: number): Kind => ({
  name,
  rule: 'modulo 10',
  right: person(coordination),
  read: (text) => personalNumber(text, TODAY),
  written: (ten) => {
    const century = personalNumber(ten, TODAY)?.slice(0, 2)
    const hyphened = `${ten.slice(0, 6)}-${ten.slice(6)}`
    return [ten, hyphened, `${century}${ten}`, `${century}${hyphened}`, ` ${hyphened} `]
  },
})

/** Accounts at a bank: the check digit is about `covered`, digits of the clearing number, and those of the account. */
const ofAccount = (
  name: string,
  rule: 'modulo 10' | 'modulo 11',
  [clearing, covered]: [string, string],
  length: number,
): Kind => {
  const reckon = rule === 'modulo 10' ? checkDigitOf10 : checkDigitOf11
  return {
    name: `an account of ${name}`,
    rule,
    right: digits(length - 1)
      .filter((front) => Number(front) > 0 && reckon(`${covered}${front}`) !== null)
      .map((front) => `${front}${reckon(`${covered}${front}`)}`),
    read: (text) => {
      const account = bankAccount(clearing, text)
      return account?.checkDigitHolds ? account.accountNumber : null
    },
    written: (account) => [
      account,
      `${account.slice(0, 3)} ${account.slice(3)}`,
      `${account.slice(0, -1)}-${account.at(-1)}`,
    ],
  }
}

const kinds: Kind[] = [
  {
    name: 'digits with a check digit',
    rule: 'modulo 10',
    right: checkedBy(checkDigitOf10, digits(1, 30)),
    read: (text) => (luhnHolds(text) ? text : null),
    written: (text) => [text],
  },
  {
    name: 'an organization number',
    rule: 'modulo 10',
    right: legalPerson,
    read: organizationNumber,
    written: (ten) => {
      const hyphened = `${ten.slice(0, 6)}-${ten.slice(6)}`
      return [ten, hyphened, `16${ten}`, `16${hyphened}`, ` ${hyphened} `]
    },
  },
  ofPerson('a personal number', 0),
  ofPerson('a coordination number', 60),
  {
    name: 'a VAT number of Sweden',
    rule: 'modulo 10',
    right: legalPerson,
    read: (ten) => vatNumber(ten.length === 10 ? `SE${ten}01` : ten, 'SE'),
    written: (ten) => [`SE${ten}01`, `se${ten}01`, `SE ${ten.slice(0, 6)}-${ten.slice(6)} 01`, `SE-${ten}-01`],
  },
  {
    name: 'a bankgiro number',
    rule: 'modulo 10',
    right: checkedBy(checkDigitOf10, digits(6, 7)),
    read: bankgiroNumber,
    written: (text) => [text, `${text.slice(0, -4)}-${text.slice(-4)}`, ` ${text} `],
  },
  {
    name: 'a plusgiro number',
    rule: 'modulo 10',
    right: checkedBy(checkDigitOf10, digits(1, 7)),
    read: plusgiroNumber,
    written: (text) => [text, `${text.slice(0, -1)}-${text.slice(-1)}`, ` ${plusgiroNumber(text)} `],
  },
  {
    name: 'a payment reference',
    rule: 'modulo 10',
    right: checkedBy(checkDigitOf10, digits(1, 24)),
    read: (text) => (isOcrReference(text) ? text.replaceAll(' ', '') : null),
    written: (text) => [text, text.replace(/\d{4}/g, '$& ')],
  },
  {
    name: 'a payment reference with length digit',
    rule: 'modulo 10',
    right: fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }).map(ocrReference),
    read: (text) => (isOcrReferenceWithLength(text) ? text.replaceAll(' ', '') : null),
    written: (text) => [text, text.replace(/\d{4}/g, '$& ')],
  },
  ofAccount('type 1, without the first clearing digit', 'modulo 11', ['5123', '123'], 7),
  ofAccount('type 1, with the whole clearing number', 'modulo 11', ['9789', '9789'], 7),
  ofAccount('Handelsbanken', 'modulo 11', ['6123', ''], 9),
  ofAccount('a person at Nordea', 'modulo 10', ['3300', ''], 10),
  ofAccount('Swedbank', 'modulo 10', ['84244', ''], 10),
  ofAccount('Nordea Plusgirot', 'modulo 10', ['9960', ''], 8),
  {
    name: 'an IBAN of Sweden',
    rule: 'modulo 97',
    right: digits(20).map(
      (account) => `${String(98n - (BigInt(`${account}281400`) % 97n)).padStart(2, '0')}${account}`,
    ),
    read: (text) => ibanNumber(/se/i.test(text) ? text : `SE${text}`),
    written: (text) => [`SE${text}`, ibanText(`SE${text}`), `SE${text}`.toLowerCase(), ` SE${text} `],
  },
]

describe.each(kinds)('$name, $rule:', ({ rule, right, read, written }) => {
  test('is right however it is written, and once kept', () => {
    fc.assert(
      fc.property(right, (number) => {
        const kept = read(number)
        expect(kept, number).not.toBeNull()
        expect(kept?.replace(/\D/g, '')).toContain(number)
        for (const text of written(number)) expect(read(text), text).toBe(kept)
        expect(read(kept ?? '')).toBe(kept)
      }),
    )
  })

  test('with any digit changed is none', () => {
    fc.assert(
      fc.property(right, change, (number, [at, by]) => {
        const other = withOneChanged(number, [at, by])
        expect(read(other), other).toBeNull()
      }),
    )
  })

  test('with two neighbours changed about is none', () => {
    fc.assert(
      fc.property(right, fc.nat(), (number, at) => {
        const other = withTwoSwapped(number, at)
        fc.pre(other !== number && !(rule === 'modulo 10' && areNineAndNought(number, at)))
        expect(read(other), other).toBeNull()
      }),
    )
  })
})

/** Twice nine and twice nought have the same digit sum as they have: modulo 10 cannot tell 09 from 90. */
const areNineAndNought = (text: string, at: number): boolean =>
  ['09', '90'].includes(text.slice(at % (text.length - 1), (at % (text.length - 1)) + 2))

test('modulo 10 does not tell 09 from 90', () => {
  fc.assert(
    fc.property(digits(0, 10), digits(0, 10), (before, after) => {
      const digit = checkDigitOf10(`${before}09${after}`)
      expect(luhnHolds(`${before}90${after}${digit}`)).toBe(true)
    }),
  )
})

test('a VAT number has no check digit for the count of the registration: 01 to 94 are taken', () => {
  for (let count = 0; count <= 99; count++) {
    const text = `SE5560360793${String(count).padStart(2, '0')}`
    expect(swedishVatNumber(text)).toBe(count >= 1 && count <= 94 ? text : null)
  }
})
