// Amounts as people write and read them. Inside the console an amount is a whole number of öre, so sums are exact; the
// API has kronor with at most two decimals.
import type { Language } from '#rule/language'

/** Whole öre. */
export type Ore = number

/** Kronor of the API as öre. */
export const oreOf = (kronor: number): Ore => Math.round(kronor * 100)

/** Öre as the kronor that the API takes. */
export const kronorOf = (ore: Ore): number => ore / 100

const locales = { sv: 'sv-SE', en: 'en-GB' } as const

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (language: Language, decimals: number): Intl.NumberFormat => {
  const key = `${language}${decimals}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  formats.set(key, made)
  return made
}

/** `1 250,00` with a no-break space, and U+2212 before what is below zero. */
export const amountText = (ore: Ore, language: Language, { decimals = 2 }: { decimals?: 0 | 2 } = {}): string =>
  formatOf(language, decimals)
    .format(ore / 100)
    .replace(/^-/, '−')

/** A number that is no amount, such as a count. */
export const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { maximumFractionDigits: 4 }).format(value).replace(/^-/, '−')
