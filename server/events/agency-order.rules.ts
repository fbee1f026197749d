// Which positions in the order of an agency's events refer to deleted events.

/** Consecutive events of a tenant: their first and last number, and the position of the last in the order. */
export type Placed = { tenantId: string; first: bigint; last: bigint; upto: bigint }

/**
 * The last position of these spans whose event was deleted; 0 if there is none. `kept` has the first event number that
 * each tenant still has; a tenant that is missing has none.
 */
export const forgottenUpto = (spans: readonly Placed[], kept: ReadonlyMap<string, bigint>): bigint =>
  spans.reduce((most, { tenantId, first, last, upto }) => {
    const keptFrom = kept.get(tenantId) ?? last + 1n
    return keptFrom <= first ? most : greatest(most, least(upto, upto - last + keptFrom - 1n))
  }, 0n)

const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
