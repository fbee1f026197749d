// What was corrected in the usual chart after companies had begun with it. Their charts stay as they are until they
// take a correction over. Pure.
import { type Day, dayFrom } from '#platform/day'

/** The edition of the BAS plan that the usual chart follows. */
export const EDITION = 'BAS 2026'

/**
 * A correction of an account, and the day of it. `instead`: an account that was added to the usual chart is told of
 * where a chart has this one, which was used in its place.
 */
type Correction = { account: number; on: Day; instead?: number }

export const corrections: readonly Correction[] = [
  // Discounts received on raw materials (47) belong to their field: 7511, and not 7512.
  { account: 4731, on: dayFrom('2026-11-29') },
  // Duty and forwarding was booked as outgoing freight.
  { account: 5720, on: dayFrom('2026-11-29'), instead: 5710 },
]

/** What a chart says of an account that a correction may change. */
export type Charted = { name: string; accountType: 'customAccount' | 'basePlanAccount'; sruCodes: string[] }

/** Whether a chart differs in a corrected account. One without codes goes by its number, and has none to correct. */
export const isDiffering = (
  { account, instead }: Correction,
  chart: ReadonlyMap<number, Charted>,
  usual: Charted,
): boolean => {
  const own = chart.get(account)
  if (!own) return instead !== undefined && chart.has(instead)
  const isOther = own.sruCodes.length > 0 && own.sruCodes.join() !== usual.sruCodes.join()
  return isOther || own.accountType !== usual.accountType
}
