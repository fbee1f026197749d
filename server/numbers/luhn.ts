// The Luhn formula (ISO/IEC 7812-1 annex B), used by most Swedish numbers.

/** Whether the last digit is the right check digit. */
export const luhnHolds = (digits: string): boolean => /^\d+$/.test(digits) && luhnSum(digits) % 10 === 0

/** The check digit to append to these digits. */
export const luhnDigit = (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10)

/** Every second digit from the right is doubled; products above 9 count by their digit sum. */
const luhnSum = (digits: string): number => {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return sum
}
