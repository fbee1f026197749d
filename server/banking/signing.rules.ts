// Which bank payments two signatories sign. One payment is not looked at alone: a large sum in small parts to one
// recipient, in one decision or on one day, is a large sum. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

/** A payment as signing sees it; `baseOre` is what it comes to in SEK, null without a rate that tells. */
export type Signable = {
  id: string
  /** The number that the money goes to. */
  payee: string
  paymentDate: Day
  /** The days on which somebody has signed it. */
  signedOn: readonly Day[]
  baseOre: Ore | null
}

/** What is decided on together now, and what one person alone has signed to the same recipients. */
export type Beside = { today: Day; together: readonly Signable[]; signed: readonly Signable[] }

/**
 * Whether two sign a payment, from `twoFrom` on: it comes to so much with what goes to the same number in the same
 * decision, and with what one person alone has signed for the same payment day, or on a day on which this one is or was
 * signed.
 */
export const needsTwoSigners = (payment: Signable, { today, together, signed }: Beside, twoFrom: Ore): boolean => {
  const days = [today, ...payment.signedOn]
  const isSameDay = (other: Signable) =>
    other.paymentDate === payment.paymentDate || other.signedOn.some((day) => days.includes(day))
  const near = [...together, ...signed.filter(isSameDay), payment].filter(({ payee }) => payee === payment.payee)
  const sums = new Map(near.map(({ id, baseOre }) => [id, baseOre]))
  let sum = 0n
  for (const ore of sums.values()) {
    if (ore === null) return true
    sum += ore
  }
  return sum >= twoFrom
}
