// Which reminder is next and when, what it claims beside the invoice, and from which day interest runs. Pure.
import { addDays, type Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { DAYS_AFTER_DEMAND } from './interest.rules.ts'

/** From when interest runs: the agreed due date (räntelagen 3 §), or 30 days after a demand that tells of it (4 §). */
export const interestStarts = ['dueDate', 'invoice', 'reminder'] as const
export type InterestStart = (typeof interestStarts)[number]

/** Less than a krona is no debt but a rounding. */
export const LEAST_REMINDED: Ore = 100n

/** The reminders of an invoice so far: those that hold, and the last day on which there was any. */
export type Reminded = {
  /** The largest number of those that hold, 0 when there are none. */
  number: number
  firstDate: Day | null
  lastDate: Day | null
  lastDueDate: Day | null
  feesOre: Ore
  /** Of the latest that holds. */
  interestOre: Ore
}

export type FeeRule = { feeOre: Ore; feeOn: 'first' | 'each' }

/** The fee of the next reminder. What was charged by hand counts as one. */
export const feeOfNext = ({ feeOre, feeOn }: FeeRule, claimedOre: Ore): Ore =>
  feeOn === 'first' && claimedOre > 0n ? 0n : feeOre

/**
 * The day after which interest runs; null while no demand has told of it. Nobody is late before the due date of the
 * invoice.
 */
export const interestFrom = (
  start: InterestStart,
  { date, dueDate }: { date: Day; dueDate: Day },
  firstReminder: Day | null,
): Day | null => {
  if (start === 'dueDate') return dueDate
  const demand = start === 'invoice' ? date : firstReminder
  if (demand === null) return null
  const after = addDays(demand, DAYS_AFTER_DEMAND)
  return after > dueDate ? after : dueDate
}

export type Claimed = { feesOre: Ore; interestOre: Ore }

/**
 * What money beyond an invoice pays of what its reminders claim: the fee first, then interest, as far as neither is
 * charged on the invoice already.
 */
export const chargesIn = (beyond: Ore, claimed: Claimed, charged: Claimed): { feeOre: Ore; interestOre: Ore } => {
  const feeOre = least(beyond, claimed.feesOre - charged.feesOre)
  return { feeOre, interestOre: least(beyond - feeOre, claimed.interestOre - charged.interestOre) }
}

const least = (one: Ore, other: Ore): Ore => {
  const less = one < other ? one : other
  return less > 0n ? less : 0n
}
