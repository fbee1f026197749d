// What tests of numbers are made of: random digits and texts, changed ones, and check digits calculated apart from the
// code under test.
import fc from 'fast-check'

/** Texts of digits. */
export const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** Texts of any UTF-16 code units. */
export const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))

/** Where a digit is changed, and by how much. */
export const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 }))

/** Digits with one of them changed. */
export const withOneChanged = (text: string, [at, by]: [number, number]): string => {
  const place = at % text.length
  return `${text.slice(0, place)}${(Number(text[place]) + by) % 10}${text.slice(place + 1)}`
}

/** Digits with two neighbours in each other's place. */
export const withTwoSwapped = (text: string, at: number): string => {
  const place = at % (text.length - 1)
  return `${text.slice(0, place)}${text[place + 1]}${text[place]}${text.slice(place + 2)}`
}

/** A check digit of all ten, by the sum that digits and it must make; null when none makes it. */
const checkDigitBy = (front: string, isRight: (sum: string) => boolean): string | null =>
  [...'0123456789'].find((digit) => isRight(`${front}${digit}`)) ?? null

/** Weights 2 and 1 in turn, the last digit once, a product by its digits; the sum ends with 0. */
export const checkDigitOf10 = (front: string): string | null =>
  checkDigitBy(front, (text) => {
    const products = [...text].reverse().map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    return products.reduce((sum, product) => sum + Math.floor(product / 10) + (product % 10), 0) % 10 === 0
  })

/** Weights 1 to 10 and 1 again, from the right; the sum is divisible by 11. Some digits have no check digit. */
export const checkDigitOf11 = (front: string): string | null =>
  checkDigitBy(front, (text) => {
    const products = [...text].reverse().map((digit, index) => Number(digit) * (index === 10 ? 1 : index + 1))
    return products.reduce((sum, product) => sum + product, 0) % 11 === 0
  })
