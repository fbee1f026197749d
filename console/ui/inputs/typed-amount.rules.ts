// Amounts and numbers as typed or pasted. Ambiguous input is rejected: `10.000` is ten thousand to one and ten to
// another, so it is refused, never guessed.
import type { Language } from '#rule/language'

/** Largest amount that a field takes, in öre (a trillion kronor). */
const MOST = 100_000_000_000_000

/** Most digits of öre. */
const MOST_DECIMALS = 2

/** `10.000` and `12,500`, in which the only divider may divide thousands off. */
const IS_LIKE_THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/**
 * The typed text as öre; null when it is no amount. Comma and dot are both decimal marks, since number pads have a dot:
 * `1234.5` is 1 234,50. If both occur, or one of them more than once, the last mark is decimal if it occurs once, and
 * the others group digits. More than two decimals are rejected, even if they are zeros. Sums and products are computed:
 * `3*125,50`, `1000-250`; their parts may have more decimals, as in `200*0,125`.
 */
export const parseAmount = (text: string): number | null => {
  const parts = text
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(/[−–]/g, '-')
    .match(/^[+-]?[\d.,]+(?:[+\-*/][\d.,]+)*$/)
  if (!parts) return null
  const worked = workOut(parts[0].match(/^[+-]?[\d.,]+|[+\-*/][\d.,]+/g) ?? [])
  if (worked === null) return null
  const ore = Math.round(worked * 100)
  return Math.abs(ore) <= MOST ? ore || 0 : null
}

/** Products before sums. */
const workOut = (terms: readonly string[]): number | null => {
  const sums: number[] = []
  for (const [index, term] of terms.entries()) {
    const sign = /^[+\-*/]/.exec(term)?.[0] ?? ''
    const value = plainNumber(term.slice(sign.length), terms.length === 1)
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

/** `isAlone`: it is all of the amount. */
const plainNumber = (text: string, isAlone: boolean): number | null => {
  const commas = text.split(',').length - 1
  const dots = text.split('.').length - 1
  if (commas > 1 && dots > 1) return null
  const divider =
    commas > 0 && dots > 0 ? (text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.') : commas ? ',' : '.'
  const count = divider === ',' ? commas : dots
  const groups = divider === ',' ? '.' : ','
  if (IS_LIKE_THOUSANDS.test(text)) return null
  if (isAlone && count === 1 && text.length - 1 - text.indexOf(divider) > MOST_DECIMALS) return null
  // More than one of the only kind: they group thousands, and nothing divides.
  const plain =
    count > 1 && (commas === 0 || dots === 0)
      ? /^\d{1,3}(?:[.,]\d{3})+$/.test(text) && text.replaceAll(divider, '')
      : text.replaceAll(groups, '').replace(divider, '.')
  if (!plain || !/^\d*\.?\d*$/.test(plain) || plain === '.') return null
  return Number(plain)
}

/**
 * The typed text as a number with up to six decimals, `1234.5`; null when it is none. The decimal mark of the user's
 * language is accepted, and the other one too unless it may group thousands: `1.125` in Swedish. Sums and products are
 * computed.
 */
export const decimalOf = (text: string, language: Language): string | null => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace('−', '-')
  if (IS_LIKE_THOUSANDS.test(plain) && plain.includes(language === 'sv' ? '.' : ',')) return null
  if (/^-?(?:\d+[.,]?\d{0,6}|[.,]\d{1,6})$/.test(plain)) return String(Number(plain.replace(',', '.')))
  const ore = parseAmount(text)
  return ore === null ? null : String(ore / 100)
}
