// The amounts of an entry's details in the account's currency: every element that may hold them is tried until the
// details add up to the entry. Pure.
import { type Ore, oreFromText } from '#platform/money'
import { repeated } from '#text/truncate'
import { element, elements, text, textIn } from '#text/xml'
import { camtProblems as problems } from './camt-problems.ts'

export type DetailAmount = Ore | 'not told' | 'wrong'

type InEntry = { entry: unknown; currency: string; sign: bigint }

/** The elements that hold amounts, most reliable first; announced and proprietary amounts come last. */
export const PLACES = ['Amt', 'TxAmt', 'CntrValAmt', 'InstdAmt', 'AnncdPstngAmt', 'PrtryAmt'] as const
type Place = (typeof PLACES)[number]

type Find = (problem: string) => void

const quietly: Find = () => {}

/** The amounts of the details, and the charges of the entry itself to add: zero or negative. */
type Division = { amounts: Ore[]; charge: Ore }

/**
 * Finds details that add up to an entry of `ore`: by the most reliable amount of each, or by the amounts of one
 * element, with or without the charges of the detail or the entry. Only an exact sum splits the entry.
 */
export const divisionOf = (told: readonly unknown[], ore: Ore, within: InEntry): Division | null => {
  const ofEntry = chargesIn(within.entry, within.currency, 'each')
  // A single detail may only state how its amount came about, which is not another value of the amount.
  const ways: (readonly Place[])[] = told.length === 1 ? [['Amt']] : [PLACES, ...PLACES.slice(1).map((one) => [one])]
  for (const places of ways) {
    const gross = told.map((detail) => amountAt(detail, places, within))
    if (!areAll(gross)) continue
    for (const counted of ['none', 'apart', 'each'] as const) {
      const amounts = gross.map((amount, at) => amount - chargesIn(told[at], within.currency, counted))
      const left = ore - amounts.reduce((total, amount) => total + amount, 0n)
      if (left === 0n) return { amounts, charge: 0n }
      if (counted === 'none' && ofEntry !== 0n && left === -ofEntry) return { amounts, charge: -ofEntry }
    }
  }
  return null
}

const areAll = (amounts: readonly DetailAmount[]): amounts is Ore[] =>
  amounts.every((amount) => typeof amount === 'bigint')

/** The amount of a detail in the account's currency, in the first of these elements that has one. */
export const amountAt = (
  detail: unknown,
  places: readonly Place[],
  { currency, sign }: Pick<InEntry, 'currency' | 'sign'>,
): DetailAmount => {
  const amount = places
    .map((place) => (place === 'Amt' ? element(detail, 'Amt') : element(detail, 'AmtDtls', place, 'Amt')))
    .find((each) => each !== undefined && text(each, '@Ccy') === currency)
  if (amount === undefined) return 'not told'
  const ore = amountIn(amount, currency, quietly)
  const indicator = text(detail, 'CdtDbtInd')
  const own = indicator === null ? sign : signOf(indicator, quietly)
  return ore === null || own === null ? 'wrong' : own * ore
}

/**
 * The charges of a detail or entry in the account's currency, positive: separate elements in the oldest versions,
 * records in later ones. `apart` excludes those already included in the amount.
 */
const chargesIn = (of: unknown, currency: string, counted: 'none' | 'apart' | 'each'): Ore => {
  if (counted === 'none') return 0n
  const charges = elements(of, 'Chrgs')
  const records = charges.flatMap((each) => elements(each, 'Rcrd'))
  const all = records.length > 0 ? records : charges
  const counting = all.filter((each) => counted === 'each' || !isTrue(text(each, 'ChrgInclInd')))
  const amounts = counting.map((each) => {
    const amount = element(each, 'Amt') ?? element(each, 'TtlChrgsAndTaxAmt')
    if (amount === undefined || text(amount, '@Ccy') !== currency) return 0n
    const ore = amountIn(amount, currency, quietly) ?? 0n
    return text(each, 'CdtDbtInd') === 'CRDT' ? -ore : ore
  })
  return amounts.reduce((total, amount) => total + amount, 0n)
}

const isTrue = (word: string | null): boolean => word === 'true' || word === '1'

/** An amount in whole hundredths, never negative; null if an error was found. */
export const amountIn = (amount: unknown, currency: string, find: Find): Ore | null => {
  const written = textIn(amount)
  if (written === null) {
    find(problems.noAmount())
    return null
  }
  const own = text(amount, '@Ccy')
  if (own !== currency) {
    find(
      own
        ? problems.otherCurrency({ currency: repeated(own), expected: currency })
        : problems.noAmountCurrency({ expected: currency }),
    )
    return null
  }
  const match = /^\+?(\d{1,15})(?:\.(\d{1,2})0*)?\.?$/.exec(written)
  const ore = match ? oreFromText(`${match[1]}.${(match[2] ?? '0').padEnd(2, '0')}`) : null
  if (ore === null) find(problems.badAmount({ amount: repeated(written) }))
  return ore
}

/** 1 for credits, -1 for debits. */
export const signOf = (indicator: string | null, find: Find): bigint | null => {
  if (indicator === 'CRDT') return 1n
  if (indicator === 'DBIT') return -1n
  find(problems.noDirection())
  return null
}
