// Returns of the union scheme (One Stop Shop): sales to consumers in other member states by country and rate in euro,
// corrections of earlier quarters by country, and what is payable (directive 2006/112/EC, articles 369f-369i;
// mervärdesskattelagen 2023:200, 22 kap.). Pure.
import { addDays, addMonths, type Day, dayFrom, lastOfMonth } from '#platform/day'
import { fromBase } from '#platform/decimal'
import { type Ore, rounded } from '#platform/money'
import type { UnionCountry } from '#rule/union-vat'

export const ossSupplies = ['goods', 'services'] as const
export type OssSupply = (typeof ossSupplies)[number]

/** A calendar quarter, from 1 to 4. */
export type Quarter = { year: number; quarter: number }

/**
 * Sales of a quarter at a rate in hundredths of a percent, without tax: credit is positive. `ore` is in SEK, and
 * `cents` what was invoiced in euro, which is not in `ore`.
 */
export type OssSale = Quarter & {
  country: UnionCountry
  rateHundredths: number
  supply: OssSupply
  ore: Ore
  cents: bigint
}

/** A line of a return, in cents. */
export type OssLine = { country: UnionCountry; rateHundredths: number; supply: OssSupply; base: bigint; tax: bigint }

/** By how many cents the tax of a country in an earlier quarter is more than was reported. */
export type OssCorrection = Quarter & { country: UnionCountry; tax: bigint }

/** A return as far as later ones correct it. `rate` is SEK for one euro, as decimal text. */
export type OssReported = Quarter & {
  rate: string
  dueDate: Day
  lines: readonly OssLine[]
  corrections: readonly OssCorrection[]
}

const MONTHS = 3
/** How long after its due day a return may be corrected in a later one (article 369g.4). */
const CORRECTION_MONTHS = 36
const HUNDREDTHS_OF_ALL = 10_000n

export const daysOfQuarter = ({ year, quarter }: Quarter): { start: Day; end: Day } => {
  const start = addMonths(dayFrom(`${year}-01-01`), (quarter - 1) * MONTHS)
  return { start, end: addDays(addMonths(start, MONTHS), -1) }
}

/** The last day of the month after the quarter; it is not moved on a weekend (article 369f). */
export const ossDueDay = (of: Quarter): Day => lastOfMonth(addDays(daysOfQuarter(of).end, 1))

/** Whether one quarter is before another. */
export const isBefore = (one: Quarter, other: Quarter): boolean =>
  one.year < other.year || (one.year === other.year && one.quarter < other.quarter)

const isSame = (one: Quarter, other: Quarter): boolean => one.year === other.year && one.quarter === other.quarter

/** The lines of a quarter's sales in euro: tax is on the sum of each country, rate and supply. */
export const linesOf = (sales: readonly OssSale[], of: Quarter, rate: string): OssLine[] => {
  const sums = new Map<string, Omit<OssLine, 'base' | 'tax'> & { ore: Ore; cents: bigint }>()
  for (const { country, rateHundredths, supply, ore, cents, ...quarter } of sales) {
    if (!isSame(quarter, of)) continue
    const key = `${country} ${String(rateHundredths).padStart(4, '0')} ${supply}`
    const before = sums.get(key) ?? { ore: 0n, cents: 0n }
    sums.set(key, { country, rateHundredths, supply, ore: before.ore + ore, cents: before.cents + cents })
  }
  return [...sums]
    .filter(([, { ore, cents }]) => ore !== 0n || cents !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { ore, cents, ...line }]) => {
      const base = fromBase(ore, rate) + cents
      return { ...line, base, tax: rounded(base * BigInt(line.rateHundredths), HUNDREDTHS_OF_ALL) }
    })
}

/**
 * What has changed in earlier quarters since their returns, by quarter and country: the tax that the books say now, at
 * the euro rate of the quarter, less what was reported for it. Returns that may no longer be corrected are left out.
 */
export const correctionsOf = (sales: readonly OssSale[], made: readonly OssReported[], today: Day): OssCorrection[] =>
  [...made]
    .sort((one, other) => (isBefore(one, other) ? -1 : 1))
    .filter(({ dueDate }) => addMonths(dueDate, CORRECTION_MONTHS) >= today)
    .flatMap((one) => {
      const now = taxByCountry(linesOf(sales, one, one.rate))
      const corrected = made.flatMap(({ corrections }) => corrections.filter((correction) => isSame(correction, one)))
      const before = taxByCountry([...one.lines, ...corrected])
      const countries = [...new Set([...now.keys(), ...before.keys()])].sort()
      return countries.flatMap((country) => {
        const tax = (now.get(country) ?? 0n) - (before.get(country) ?? 0n)
        return tax === 0n ? [] : [{ year: one.year, quarter: one.quarter, country, tax }]
      })
    })

const taxByCountry = (lines: readonly { country: UnionCountry; tax: bigint }[]): Map<UnionCountry, bigint> => {
  const sums = new Map<UnionCountry, bigint>()
  for (const { country, tax } of lines) sums.set(country, (sums.get(country) ?? 0n) + tax)
  return sums
}

/** What is to pay in cents. A country whose corrections exceed its tax pays the rest back itself (article 369i). */
export const payableOf = (lines: readonly OssLine[], corrections: readonly OssCorrection[]): bigint =>
  [...taxByCountry([...lines, ...corrections]).values()].reduce((sum, tax) => sum + (tax > 0n ? tax : 0n), 0n)
