// Amounts as people write and read them. Inside the console an amount is a whole number of öre, so sums are exact; the
// API has kronor with at most two decimals.
import type { Language } from '#words'

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

/** Largest amount that a field takes, in öre (a trillion kronor). */
const MOST = 100_000_000_000_000

/**
 * What somebody typed as öre; null when it is no amount. Comma and dot both divide öre off, since the dot of a number
 * pad is what hands find: `1234.5` is 1 234,50. Where both occur, or one of them more than once, the last kind that
 * stands once divides and the others group. Sums and products are worked out: `3*125,50`, `1000-250`.
 */
export const parseAmount = (text: string): Ore | null => {
  const parts = text
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/[−–]/g, '-')
    .match(/^[+-]?[\d.,]+(?:[+\-*/][\d.,]+)*$/)
  if (!parts) return null
  const terms = parts[0].match(/^[+-]?[\d.,]+|[+\-*/][\d.,]+/g) ?? []
  const worked = workOut(terms)
  if (worked === null) return null
  const ore = Math.round(worked * 100)
  if (terms.length === 1 && Math.abs(ore - worked * 100) > 0.000_1) return null
  return Math.abs(ore) <= MOST ? ore || 0 : null
}

/** Products before sums. */
const workOut = (terms: readonly string[]): number | null => {
  const sums: number[] = []
  for (const [index, term] of terms.entries()) {
    const sign = /^[+\-*/]/.exec(term)?.[0] ?? ''
    const value = plainNumber(term.slice(sign.length))
    if (value === null) return null
    const last = sums.length - 1
    if (sign === '*') sums[last] = (sums[last] ?? 0) * value
    else if (sign === '/') {
      if (value === 0) return null
      sums[last] = (sums[last] ?? 0) / value
    } else sums.push(sign === '-' ? -value : value)
    if (index === 0 && (sign === '*' || sign === '/')) return null
  }
  return sums.reduce((sum, one) => sum + one, 0)
}

const plainNumber = (text: string): number | null => {
  const commas = text.split(',').length - 1
  const dots = text.split('.').length - 1
  if (commas > 1 && dots > 1) return null
  const divider =
    commas > 0 && dots > 0 ? (text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.') : commas ? ',' : '.'
  const count = divider === ',' ? commas : dots
  const groups = divider === ',' ? '.' : ','
  // More than one of the only kind: they group thousands, and nothing divides.
  const plain =
    count > 1 && (commas === 0 || dots === 0)
      ? /^\d{1,3}(?:[.,]\d{3})+$/.test(text) && text.replaceAll(divider, '')
      : text.replaceAll(groups, '').replace(divider, '.')
  if (!plain || !/^\d*\.?\d*$/.test(plain) || plain === '.') return null
  return Number(plain)
}
