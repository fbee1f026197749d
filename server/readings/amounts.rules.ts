// Amounts as written on receipts and invoices: comma or dot before two decimals, thousands separated by a space, dot or
// comma, or whole kronor where "kr", "SEK" or ":-" marks them as money.
import type { Ore } from '#platform/money'

export type Amount = { ore: Ore; from: number; to: number }

const WHOLE =
  '(?:\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+|\\d{1,3}(?:\\.\\d{3})+(?!\\d)|\\d{1,3}(?:,\\d{3})+(?=\\.)|\\d{1,9})'
const SIGN = '([-−–] ?)?'
/** Not within a number, date, time or reference, and not a percentage. */
const BEFORE = '(?<![\\d.,:/#-])'
const AFTER = '(?![\\d#]|[.,:/]\\d| ?%)'

const patterns: readonly RegExp[] = [
  new RegExp(`${BEFORE}${SIGN}(${WHOLE})[.,](\\d{2})${AFTER}(-(?!\\d))?`, 'g'),
  new RegExp(`${BEFORE}${SIGN}(${WHOLE})()(?=:-|,-| ?(?:kr|kronor|sek)(?![a-zåäö]))`, 'gi'),
  new RegExp(`(?<=(?:^|[^a-zåäö])(?:kr|sek):? ?)${SIGN}(${WHOLE})()(?![\\d#]|[.,:/-] ?\\d| ?%)`, 'gi'),
]

/** The amounts in a text, from left to right. */
export const amountsIn = (text: string): Amount[] => {
  const found: Amount[] = []
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [all, sign, whole = '', decimals = '', minus] = match
      const amount = { from: match.index, to: match.index + all.length }
      if (found.some(({ from, to }) => from < amount.to && to > amount.from)) continue
      const ore = BigInt(whole.replace(/\D/g, '') + decimals.padEnd(2, '0'))
      found.push({ ...amount, ore: sign || minus ? -ore : ore })
    }
  }
  return found.sort((one, two) => one.from - two.from)
}

/** How currencies are written, by their code (ISO 4217). */
const currencies: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['SEK', /\bsek\b|\d ?kr\b|\bkr ?\d|\bkronor\b|\d:-/i],
  ['EUR', /\beur\b|€/i],
  ['USD', /\busd\b|\$/i],
  ['GBP', /\bgbp\b|£/i],
  ['NOK', /\bnok\b/i],
  ['DKK', /\bdkk\b/i],
]

/** The currencies named in a text, each at its first occurrence. */
export const currenciesIn = (text: string): { code: string; from: number; to: number }[] =>
  currencies.flatMap(([code, pattern]) => {
    const match = pattern.exec(text)
    return match ? [{ code, from: match.index, to: match.index + match[0].length }] : []
  })
