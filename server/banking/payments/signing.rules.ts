// Which bank payments need two signatories. Payments are considered together: a large sum in small parts to one
// recipient, in one decision or on one day, is a large sum. Pure.
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'

/** A payment for the signing rules; `baseOre` is its value in SEK, null if no rate is known. */
export type Signable = {
  id: string
  /** The recipient's account number. */
  payee: string
  paymentDate: Day
  /** The days on which it was signed. */
  signedOn: readonly Day[]
  baseOre: Ore | null
}

/** The payments decided on together now, and those to the same recipients signed by one person alone. */
type Beside = { today: Day; together: readonly Signable[]; signed: readonly Signable[] }

/**
 * Whether a payment needs two signers, from the limit `twoFrom`: together with payments to the same number in the same
 * decision, and with those signed by one person alone for the same payment date, or on a day on which this one is or
 * was signed.
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
