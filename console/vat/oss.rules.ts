// Quarters that are over, and how countries and amounts in euro are written.
import { isUnionCountry, unionCountries } from '#rule/union-vat'

/** The union scheme covers goods since 1 July 2021. */
const FIRST = { year: 2021, quarter: 3 }
const QUARTERS_OF_A_YEAR = 4
const MONTHS = 3
/** The latest quarters that a return is offered for. */
const MOST = 12

type Choice = { key: string; year: number; quarter: number }

/** The quarters that ended before a day, the latest first. */
export const endedQuarters = (day: string): Choice[] => {
  const now = Number(day.slice(0, 4)) * QUARTERS_OF_A_YEAR + Math.floor((Number(day.slice(5, 7)) - 1) / MONTHS)
  const first = FIRST.year * QUARTERS_OF_A_YEAR + FIRST.quarter - 1
  const count = Math.max(0, Math.min(MOST, now - first))
  return Array.from({ length: count }, (_, index) => {
    const place = now - 1 - index
    const year = Math.floor(place / QUARTERS_OF_A_YEAR)
    const quarter = (place % QUARTERS_OF_A_YEAR) + 1
    return { key: `${year}Q${quarter}`, year, quarter }
  })
}

export const countryName = (code: string, language: 'sv' | 'en'): string =>
  isUnionCountry(code) ? unionCountries[code][language] : code

/** With two decimals, as the language writes them. */
export const amountInEuro = (amount: number, language: 'sv' | 'en'): string =>
  new Intl.NumberFormat(language === 'sv' ? 'sv-SE' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amount)
