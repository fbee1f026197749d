// What a row of the tax account is about, by the words that the tax authority uses for it, and the VAT period that it
// names. Pure.
import type { Day } from '#platform/day'

/** Kinds of rows; `other` is what none of the words names. */
export const taxAccountKinds = [
  'vat',
  'employerContributions',
  'withheldTax',
  'preliminaryTax',
  'finalTax',
  'costInterest',
  'revenueInterest',
  'lateFee',
  'surcharge',
  'growthSupport',
  'payment',
  'repayment',
  'other',
] as const

export type TaxAccountKind = (typeof taxAccountKinds)[number]

/** The first that fits decides: a late fee for a VAT return is a fee, and interest on a payment is interest. */
const wordings: readonly (readonly [TaxAccountKind, RegExp])[] = [
  ['lateFee', /förseningsavgift/],
  ['surcharge', /skattetillägg|kontrollavgift/],
  ['costInterest', /kostnadsränta|dröjsmålsränta/],
  ['revenueInterest', /intäktsränta/],
  ['growthSupport', /växa-?\s?stöd/],
  ['withheldTax', /avdragen (?:preliminär)?skatt|avdragen a-skatt/],
  ['employerContributions', /arbetsgivaravgift|arbetsgivardeklaration|socialavgift/],
  ['preliminaryTax', /debiterad (?:preliminärskatt|prel)|preliminärskatt|f-skatt|särskild a-skatt/],
  ['finalTax', /slutlig skatt|slutskatt|kvarskatt|kvarstående skatt|överskjutande skatt/],
  ['vat', /\bmoms\b|mervärdesskatt|momsdeklaration/],
  ['repayment', /utbetalning|återbetalning|insättning på (?:bank)?konto/],
  ['payment', /inbetalning|inbetalt|överföring från|betalning/],
]

export const kindOf = (text: string): TaxAccountKind => {
  const words = text.toLowerCase()
  return wordings.find(([, wording]) => wording.test(words))?.[0] ?? 'other'
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'maj', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']
const MONTH = `(${MONTHS.join('|')})[a-zåäö]*\\.?`
/** `feb-mars 2026`, `nov 2025 - jan 2026`, `mars 2026`. */
const NAMED = new RegExp(`(?:${MONTH}\\s*(\\d{4})?\\s*[-–—]\\s*)?${MONTH}\\s+(\\d{4})`)
/** `202603` or `2026-03`: the last month. */
const NUMBERED = /\b(20\d{2})-?(0[1-9]|1[0-2])\b/
/** `kvartal 1 2026`, `kv 1 2026`. */
const QUARTER = /\b(?:kvartal|kv)\.?\s*([1-4])[\s,/-]*(20\d{2})/

/** A month as `2026-03`; `first` is null where the text names the last month alone. */
type NamedPeriod = { first: string | null; last: string }

/** The months that a text names; null where it names none. */
export const periodIn = (text: string): NamedPeriod | null => {
  const words = text.toLowerCase()
  const quarter = QUARTER.exec(words)
  if (quarter) {
    const end = Number(quarter[1]) * 3
    return { first: monthText(quarter[2], end - 2), last: monthText(quarter[2], end) }
  }
  const named = NAMED.exec(words)
  if (named) {
    const [, from, fromYear, to = '', year = ''] = named
    return {
      first: from === undefined ? null : monthText(fromYear ?? year, MONTHS.indexOf(from) + 1),
      last: monthText(year, MONTHS.indexOf(to) + 1),
    }
  }
  const numbered = NUMBERED.exec(words)
  return numbered && { first: null, last: monthText(numbered[1], Number(numbered[2])) }
}

const monthText = (year = '', month: number): string => `${year}-${String(month).padStart(2, '0')}`

/** Whether a period is the one that a text names. */
export const isOfPeriod = ({ first, last }: NamedPeriod, days: { startDate: Day; endDate: Day }): boolean =>
  days.endDate.startsWith(last) && (first === null || days.startDate.startsWith(first))
