// What the register has on some accounts at the end of a year, for the tax depreciation of equipment.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { mainAccount } from '#rule/account-ranges'
import { allAssets } from './asset.ts'

/**
 * A fixed asset as of the end of a year: the acquisition value of what is left of it, whether it is held, and what was
 * received in the year for it or for parts of it.
 */
type HeldAsset = { acquiredOn: Day; valueOre: Ore; isHeld: boolean; proceedsOre: Ore }

/** The assets on accounts between two main accounts that were held at some time in a year. */
export const assetsHeldIn = async (
  call: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
  [first, last]: readonly [number, number],
): Promise<HeldAsset[]> =>
  (await allAssets(call)).flatMap(({ account, acquiredOn, valueOre, changes, disposal }) => {
    const isAsked = mainAccount(account) >= first && mainAccount(account) <= last
    if (!isAsked || acquiredOn > endDate || (disposal && disposal.date < startDate)) return []
    const parts = changes.filter(({ kind, date }) => kind === 'partDisposal' && date <= endDate)
    const isHeld = disposal === null || disposal.date > endDate
    const received = [
      ...parts.filter(({ date }) => date >= startDate).map(({ priceOre }) => priceOre ?? 0n),
      ...(disposal && !isHeld ? [disposal.priceOre] : []),
    ]
    return {
      acquiredOn,
      valueOre: parts.reduce((sum, part) => sum - part.valueOre, valueOre),
      isHeld,
      proceedsOre: received.reduce((sum, ore) => sum + ore, 0n),
    }
  })
