// Formats numbers and days for people, in Swedish and English, digit by digit without floating point.
import type { Paper, PaperAddress, PaperAmount } from '#paper/paper'
import type { Day } from '#platform/day'
import { currencyWord } from '#rule/currency'

type Language = Paper['language']

const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'

const marks = {
  sv: { group: NO_BREAK_SPACE, decimal: ',' },
  en: { group: ',', decimal: '.' },
} as const

/** `1 234,50` */
export const amountText = (amount: PaperAmount, language: Language): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return decimalText(`${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, language, 2)
}

/** `1 234,50 kr`, `SEK 1,234.50` */
export const moneyText = (amount: PaperAmount, currency: string, language: Language): string => {
  const text = amountText(amount, language)
  if (language === 'en') return `${currency}${NO_BREAK_SPACE}${text}`
  return `${text}${NO_BREAK_SPACE}${currencyWord(currency, language)}`
}

/** Decimal text in local notation, with at least `decimals` and without further trailing zeros. */
export const decimalText = (text: string, language: Language, decimals = 0): string => {
  const { group, decimal } = marks[language]
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(decimals, '0')
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, group)
  const isNegative = text.startsWith('-') && /[1-9]/.test(text)
  return `${isNegative ? MINUS : ''}${grouped}${shown === '' ? '' : `${decimal}${shown}`}`
}

/** `25 %`, `25%` */
export const percentText = (rate: number, language: Language): string =>
  language === 'sv' ? `${String(rate).replace('.', ',')}${NO_BREAK_SPACE}%` : `${rate}%`

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `2026-06-10`, `10 June 2026` */
export const dayText = (day: Day, language: Language): string => {
  if (language === 'sv') return day
  const [year = '', month = '', date = ''] = day.split('-')
  return [String(Number(date)), MONTHS[Number(month) - 1], year].join(NO_BREAK_SPACE)
}

/** `5050-1055`, `991-2346` */
export const bankgiroText = (number: string): string => number.replace(/\D/g, '').replace(/(\d{4})$/, '-$1')

/** `28 65 43-4` */
export const plusgiroText = (number: string): string => {
  const digits = number.replace(/\D/g, '')
  const pairs = digits.slice(0, -1).replace(/\B(?=(\d{2})+$)/g, NO_BREAK_SPACE)
  return `${pairs}-${digits.slice(-1)}`
}

/** In groups of four. */
export const ibanText = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, `$1${NO_BREAK_SPACE}`)

/** The lines of an address. The country is included for foreign addresses. */
export const addressLines = (address: PaperAddress | null, language: Language, from = 'SE'): string[] => {
  if (address === null) return []
  const { line1, line2, postalCode, city, country, countrySubdivision } = address
  const abroad = country !== from
  const town = [country === 'SE' ? postcodeText(postalCode) : postalCode, city].filter(Boolean).join(NO_BREAK_SPACE)
  const lines = [line1, line2, town, abroad ? countrySubdivision : null, abroad ? countryName(country, language) : null]
  return lines.filter((line): line is string => line !== null && line.trim() !== '')
}

/** `123 45` */
const postcodeText = (code: string): string => code.replace(/^(\d{3})\s?(\d{2})$/, `$1${NO_BREAK_SPACE}$2`)

const countryName = (country: string, language: Language): string =>
  (countryNames[language].of(country) ?? country).toLocaleUpperCase(language)

const countryNames = {
  sv: new Intl.DisplayNames('sv', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
}
