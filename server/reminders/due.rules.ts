// The next reminder and its day, its charges, and from which day interest runs. Pure.
import { addDays, type Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { lawOn } from '#rule/law'

/** From when interest runs: the agreed due date (räntelagen 3 §), or 30 days after a demand that mentions it (4 §). */
export const interestStarts = ['dueDate', 'invoice', 'reminder'] as const
export type InterestStart = (typeof interestStarts)[number]

/** A smaller amount is a rounding difference: below one krona. */
export const LEAST_REMINDED: Ore = 100n

/** The reminders of an invoice so far: the valid ones, and the last day of any. */
export type Reminded = {
  /** The highest number of the valid ones, 0 if there are none. */
  number: number
  firstDate: Day | null
  lastDate: Day | null
  lastDueDate: Day | null
  feesOre: Ore
  /** Of the latest valid one. */
  interestOre: Ore
}

type FeeRule = { feeOre: Ore; feeOn: 'first' | 'each' }

/** The fee of the next reminder. A manual charge counts as a fee. */
export const feeOfNext = ({ feeOre, feeOn }: FeeRule, claimedOre: Ore): Ore =>
  feeOn === 'first' && claimedOre > 0n ? 0n : feeOre

/**
 * What is left to claim of the compensation for late payment between businesses (lag 1981:739, 4 a §): it is claimed
 * once for an invoice, and fees of reminders are deducted from it.
 */
export const compensationOfNext = (claimedOre: Ore, day: Day): Ore => {
  const law = lawOn(day)
  const most = law.find('latePayment.compensation') === null ? 0n : law.ore('latePayment.compensation')
  return most > claimedOre ? most - claimedOre : 0n
}

/** The day after which interest runs; null if no demand has mentioned it. Never before the invoice's due date. */
export const interestFrom = (
  start: InterestStart,
  { date, dueDate }: { date: Day; dueDate: Day },
  firstReminder: Day | null,
): Day | null => {
  if (start === 'dueDate') return dueDate
  const demand = start === 'invoice' ? date : firstReminder
  if (demand === null) return null
  const after = addDays(demand, lawOn(demand).value('interest.daysAfterDemand'))
  return after > dueDate ? after : dueDate
}

export type Claimed = { feesOre: Ore; interestOre: Ore }

/**
 * How an amount beyond an invoice pays the claims of its reminders: the fee first, then interest, less what was already
 * charged.
 */
export const chargesIn = (beyond: Ore, claimed: Claimed, charged: Claimed): { feeOre: Ore; interestOre: Ore } => {
  const feeOre = least(beyond, claimed.feesOre - charged.feesOre)
  return { feeOre, interestOre: least(beyond - feeOre, claimed.interestOre - charged.interestOre) }
}

const least = (one: Ore, other: Ore): Ore => {
  const less = one < other ? one : other
  return less > 0n ? less : 0n
}
