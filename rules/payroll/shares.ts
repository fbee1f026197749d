// Shares of amounts: percentages of the law's table as exact whole numbers.
import { rounded } from '#rule/rounding'

/** Ten thousandths of a percentage point, the finest that a percentage of the law has. */
const PARTS = 10_000
const WHOLE = 1_000_000n

const partsOf = (percent: number): bigint => BigInt(Math.round(percent * PARTS))

/** A percentage of an amount in öre, to the nearest öre. */
export const shareOf = (ore: bigint, percent: number): bigint => rounded(ore * partsOf(percent), WHOLE)

/** A percentage of an amount in öre, in whole kronor with the öre dropped. */
export const wholeShareOf = (ore: bigint, percent: number): bigint => inWholeKronor((ore * partsOf(percent)) / WHOLE)

/** Whole kronor with the öre dropped (skatteförfarandeförordningen 2011:1261, 22 kap. 1 §), in öre. */
export const inWholeKronor = (ore: bigint): bigint => (ore / 100n) * 100n

/** Percentages added exactly: 31.42 less 10.21 is 21.21. */
export const percentSum = (...percents: readonly number[]): number =>
  percents.reduce((sum, one) => sum + Math.round(one * PARTS), 0) / PARTS
