// Which places in the order of an agency's events are of what is kept no more.

/** Events of a tenant that stand together: their first and last number, and the position of the last in the order. */
export type Placed = { tenantId: string; first: bigint; last: bigint; upto: bigint }

/**
 * The last position of these spans whose event is kept no more; 0 when all are. `kept` says from which number on a
 * tenant's events are kept: of one that is not in it none are.
 */
export const forgottenUpto = (spans: readonly Placed[], kept: ReadonlyMap<string, bigint>): bigint =>
  spans.reduce((most, { tenantId, first, last, upto }) => {
    const keptFrom = kept.get(tenantId) ?? last + 1n
    return keptFrom <= first ? most : greatest(most, least(upto, upto - last + keptFrom - 1n))
  }, 0n)

const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
