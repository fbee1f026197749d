// Exact division of whole numbers.

/** A quotient rounded to the nearest whole number; what is half way goes away from zero. `divisor` is above zero. */
export const rounded = (dividend: bigint, divisor: bigint): bigint => {
  const half = dividend < 0n ? -divisor : divisor
  return (dividend * 2n + half) / (divisor * 2n)
}
