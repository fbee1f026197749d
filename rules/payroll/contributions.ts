// Employer contributions (socialavgiftslagen 2000:980) by the day of payment and the year of birth: all of them, the
// reduction for the young up to a monthly limit, old-age pension alone, or none; and growth support, a refund.
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import { percentSum, shareOf } from '#rule/payroll/shares'

/** The part of a month's pay that a rate applies to. */
type ContributionPart = { percent: number; baseOre: bigint; ore: bigint }

type ContributionKind = 'full' | 'young' | 'old' | 'none'

/** The age of a person at the start of a year. */
const ageAtStart = (birthYear: number, year: number): number => year - 1 - birthYear

/** Which contributions an employer pays for a person, by the day of payment. */
export const contributionKind = (birthYear: number, day: string): ContributionKind => {
  const law = lawOn(day)
  const age = ageAtStart(birthYear, Number(day.slice(0, 4)))
  if (birthYear <= law.value('payroll.freeBornUntil')) return 'none'
  if (age >= law.value('payroll.oldFrom')) return 'old'
  return isYoung(age, day) ? 'young' : 'full'
}

const isYoung = (age: number, day: string): boolean => {
  const yearsOf = (key: LawKey) => lawOn(day).find(key)?.value ?? null
  const from = yearsOf('payroll.youngFrom')
  const to = yearsOf('payroll.youngTo')
  return from !== null && to !== null && from <= age && age <= to
}

/**
 * The contributions on a payment, in öre, by rate. `earlierOre` is what the same person got from the employer earlier
 * in the calendar month, of all employments together: the limit of the reduction is for the month.
 */
export const contributionsOf = (
  { birthYear, day }: { birthYear: number; day: string },
  { baseOre, earlierOre }: { baseOre: bigint; earlierOre: bigint },
): ContributionPart[] => {
  const law = lawOn(day)
  const part = (percent: number, base: bigint): ContributionPart => ({
    percent,
    baseOre: base,
    ore: shareOf(base, percent),
  })
  const full = law.value('payroll.contributions')
  const kind = contributionKind(birthYear, day)
  if (kind === 'none') return [part(0, baseOre)]
  if (kind === 'old') return [part(law.value('payroll.contributionsOfAge'), baseOre)]
  if (kind === 'full') return [part(full, baseOre)]
  const limit = law.ore('payroll.youngMostPay')
  const below = least(limit, earlierOre + baseOre) - least(limit, earlierOre)
  return [part(law.value('payroll.youngContributions'), below), part(full, baseOre - below)].filter(
    (one) => one.baseOre !== 0n,
  )
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * The sum that the employer's return states (487): by rate on the summed base in whole kronor, öre dropped. A base is
 * that of an individual statement, whose öre are dropped before.
 */
export const declaredContributions = (parts: readonly { percent: number; baseOre: bigint }[]): bigint => {
  const bases = new Map<number, bigint>()
  for (const { percent, baseOre } of parts) bases.set(percent, (bases.get(percent) ?? 0n) + (baseOre / 100n) * 100n)
  return [...bases].reduce((sum, [percent, base]) => sum + (shareExact(base, percent) / 100n) * 100n, 0n)
}

const shareExact = (ore: bigint, percent: number): bigint => (ore * BigInt(Math.round(percent * 10_000))) / 1_000_000n

/**
 * Growth support (växa-stöd, lag 2025:1334): what may be refunded for an employee of a month, in öre: the
 * contributions above old-age pension, on pay up to the limit. Contributions are declared and paid in full before.
 */
export const growthSupportOf = (day: string, { baseOre, paidOre }: { baseOre: bigint; paidOre: bigint }): bigint => {
  const law = lawOn(day)
  if (law.find('payroll.growthSupportMostPay') === null) return 0n
  const base = least(baseOre, law.ore('payroll.growthSupportMostPay'))
  const percent = percentSum(law.value('payroll.contributions'), -law.value('payroll.contributionsOfAge'))
  return least(shareOf(base, percent), paidOre)
}
