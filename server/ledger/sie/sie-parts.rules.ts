// SIE rows have no weights: an item shared between tags becomes several rows, each with one object of a dimension.
// Pure.
import type { SieObjectRef } from '#ledger/sie-format/items'
import { WHOLE } from '#ledger/tags/tag.rules'

/** An object of an item; the weight is in millionths. */
type ObjectShare = SieObjectRef & { weight: number }

/** A part of an amount with its objects. */
type AmountPart = { amount: bigint; objects: SieObjectRef[] }

/**
 * Splits an amount into parts, exact to the öre: the parts add up to the amount, and those of an object to its share.
 * Every dimension lays its objects end to end along the amount, and a part ends where an object of any dimension ends.
 * Thus there is at most one part more than there are objects.
 */
export const partsOf = (amount: bigint, shares: readonly ObjectShare[]): AmountPart[] => {
  const placed = alongAmount(shares)
  const ends = [...new Set([...placed.map(({ to }) => to), WHOLE])].sort((a, b) => a - b)
  const parts = ends.map((end, index) => {
    const start = ends[index - 1] ?? 0
    const objects = placed
      .filter(({ from, to }) => from <= start && end <= to)
      .map(({ share: { dimension, code } }) => ({ dimension, code }))
    return { amount: upTo(amount, end) - upTo(amount, start), objects }
  })
  const told = parts.filter(({ amount: part }) => part !== 0n)
  return told.length > 0 ? told : parts.slice(0, 1)
}

const alongAmount = (shares: readonly ObjectShare[]) => {
  const reached = new Map<number, number>()
  return shares.map((share) => {
    const from = reached.get(share.dimension) ?? 0
    const to = from + share.weight
    reached.set(share.dimension, to)
    return { share, from, to }
  })
}

/** The cumulative amount at a point, rounded to the nearest öre, halves away from zero. */
const upTo = (amount: bigint, millionths: number): bigint => {
  const whole = BigInt(WHOLE)
  const twice = 2n * (amount < 0n ? -amount : amount) * BigInt(millionths)
  const rounded = (twice + whole) / (2n * whole)
  return amount < 0n ? -rounded : rounded
}
