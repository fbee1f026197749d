// Fixed assets: the register of what a company owns for long, how it loses value, and what is booked of that.

export { assetsContribution } from './contribution.ts'
export { unbookedDepreciation } from './depreciation.ts'
export { assetsHeldIn } from './equipment.ts'
export { assetRows } from './routes.ts'
export { allLives } from './useful-lives.ts'
