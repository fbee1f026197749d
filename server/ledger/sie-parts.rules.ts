// Rows of a SIE file have no weights: an item that is shared between tags becomes several rows, each with one object of
// a dimension. Pure.
import type { SieObjectRef } from '#sie'
import { WHOLE } from './tag.rules.ts'

/** An object that an item is tagged with; the weight in millionths. */
export type ObjectShare = SieObjectRef & { weight: number }

/** A part of an amount with its objects. */
export type AmountPart = { amount: bigint; objects: SieObjectRef[] }

/**
 * The parts of an amount, to the öre: they come to the amount, and those of an object to its share. Every dimension
 * lays its objects along the amount one after the other; where an object of any dimension ends, a part ends. So there
 * are never more parts than there are objects, and one.
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

/** What the amount has come to at a point along it, rounded to the nearest öre, halves away from zero. */
const upTo = (amount: bigint, millionths: number): bigint => {
  const whole = BigInt(WHOLE)
  const twice = 2n * (amount < 0n ? -amount : amount) * BigInt(millionths)
  const rounded = (twice + whole) / (2n * whole)
  return amount < 0n ? -rounded : rounded
}
