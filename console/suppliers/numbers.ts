// Check digits of what suppliers are paid to and by, told while one types; the service has the last word.

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Whether the last digit is right by the method that giro and OCR numbers share. */
export const hasCheckDigit = (text: string): boolean => {
  const digits = digitsOf(text)
  const sum = [...digits].toReversed().reduce((before, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return before + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length > 1 && sum % 10 === 0
}

/** Whether a text may be an IBAN: ISO 13616, remainder 1 by 97. */
export const isIban = (text: string): boolean => {
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(plain)) return false
  const digits = [...`${plain.slice(4)}${plain.slice(0, 4)}`].map((one) => Number.parseInt(one, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
