// The Luhn formula (ISO/IEC 7812-1 annex B), which most Swedish numbers end with.

/** Whether these digits, the check digit last, are right. */
export const luhnHolds = (digits: string): boolean => /^\d+$/.test(digits) && luhnSum(digits) % 10 === 0

/** The check digit that goes after these digits. */
export const luhnDigit = (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10)

/** Every second digit from the right counts double, a product above 9 by its digits. */
const luhnSum = (digits: string): number => {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return sum
}
