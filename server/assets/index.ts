// Fixed assets: the register of what a company owns for long, how it loses value, and what is booked of that.

export { unbookedDepreciation } from './depreciation.ts'
export { shiftsOfAssets } from './disposal.ts'

export { assetsToRemove } from './removal.ts'
export { assetsReversed } from './reversal.ts'
export { assetRows } from './routes.ts'
