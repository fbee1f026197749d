// Lines of a document: which sell something, and how large they may be together.
import { atRate } from '#platform/decimal'
import { MAX_AMOUNT, type Ore, size } from '#platform/money'
import type { LineRecord, SalesLine } from './invoice.ts'

/** The maximum total of a document in öre, positive or negative. */
export const MAX_TOTAL: Ore = BigInt(MAX_AMOUNT) * 100n

/** Whether a line has an amount. */
export const isSalesLine = (line: LineRecord): line is SalesLine => line.itemType === 'salesItem'

/**
 * Whether lines exceed the maximum total, in their currency or in SEK. Amounts that cancel out count in full: each line
 * is stored and booked on its own account.
 */
export const areTooLarge = (lines: readonly { netOre: Ore }[], currencyRate: string): boolean => {
  const gross = lines.reduce((sum, { netOre }) => sum + size(netOre), 0n)
  return gross > MAX_TOTAL || atRate(gross, currencyRate) > MAX_TOTAL
}
