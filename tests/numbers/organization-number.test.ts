// Organization numbers: which texts are one, and how they are kept.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { organizationNumber } from '#numbers/organization-number'
import { anyText } from './digits.ts'

/** The text as written, and the stored number. */
const right: [string, string][] = [
  ['556036-0793', '556036-0793'],
  ['556047-3521', '556047-3521'],
  ['202100-5489', '202100-5489'],
  ['212000-0142', '212000-0142'],
  ['556703-7485', '556703-7485'],
  ['559999-0008', '559999-0008'],
  ['5560360793', '556036-0793'],
  ['165560360793', '556036-0793'],
  ['16556036-0793', '556036-0793'],
  [' 556036-0793 ', '556036-0793'],
  // sole proprietors: a personal identity number, or a coordination number
  ['850709-9805', '850709-9805'],
  ['8507099805', '850709-9805'],
  ['19850709-9805', '850709-9805'],
  ['121212-1212', '121212-1212'],
  ['121212+1212', '121212-1212'],
  ['19121212-1212', '121212-1212'],
  ['191212121212', '121212-1212'],
  ['701063-2391', '701063-2391'],
  ['19701063-2391', '701063-2391'],
]

const wrong: [string, string][] = [
  ['a wrong check digit            ', '556036-0794'],
  ['a wrong check digit            ', '850709-9806'],
  ['two digits changed places      ', '556306-0793'],
  ['too short                      ', '556036-079'],
  ['too long                       ', '556036-07930'],
  ['nothing                        ', ''],
  ['words                          ', 'femfem'],
  ['a letter                       ', '55603G-0793'],
  ['other digits                   ', '٥٥٦٠٣٦-٠٧٩٣'],
  ['a VAT number                   ', 'SE556036079301'],
  ['a hyphen elsewhere             ', '5560-360793'],
  ['two hyphens                    ', '556036--0793'],
  ['blanks inside                  ', '556036 0793'],
  ['a plus in a company            ', '556036+0793'],
  ['a prefix that is none          ', '175560360793'],
  ['a century before a company     ', '19556036-0793'],
  ['a prefix before a person       ', '16850709-9805'],
  ['a century of no living person  ', '17850709-9805'],
  ['a third digit 1, and no month  ', '551336-0791'],
  ['a third digit 0, and no month  ', '550036-0796'],
  ['a day that is none             ', '850732-9806'],
  ['a day zero                     ', '850700-9804'],
  ['a coordination day that is none', '701092-2396'],
  ['29 February of no leap year    ', '850229-9806'],
  ['all zeros                      ', '000000-0000'],
]

const checkDigit = (nine: string): number => {
  const sum = [...nine].reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return (10 - (sum % 10)) % 10
}

describe('an organization number', () => {
  test.each(right)('%s is %s', (text, number) => {
    expect(organizationNumber(text)).toBe(number)
    expect(organizationNumber(number)).toBe(number)
  })

  test.each(wrong)('is not %s: %s', (_, text) => {
    expect(organizationNumber(text)).toBeNull()
  })

  test('that is wrong is so for its own reason only', () => {
    const reasoned = wrong.filter(([reason]) => /month|day|February|zeros|prefix|century|plus/.test(reason))
    for (const [reason, text] of reasoned) {
      const digits = text.replace(/\D/g, '').slice(-10)
      expect(checkDigit(digits.slice(0, 9)), reason).toBe(Number(digits[9]))
    }
  })

  test('of a leap day exists in leap years', () => {
    const born = (date: string) => `${date}-123${checkDigit(`${date.slice(-6)}123`)}`
    expect(organizationNumber(born('20000229'))).not.toBeNull()
    expect(organizationNumber(born('19000229'))).toBeNull()
    expect(organizationNumber(born('000229'))).not.toBeNull()
  })

  test('is read from no other text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const number = organizationNumber(text)
        if (number !== null) expect(text.replace(/\D/g, '')).toContain(number.replace('-', ''))
      }),
    )
  })
})
