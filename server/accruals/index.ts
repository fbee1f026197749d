// Accruals: amounts of entries that belong to other months.

export { accrualsReversed, shiftsOfAccruals, unbookedAccruals } from './accrual.ts'
export { accrualPartyParts } from './party-data.ts'

export { accrualsToRemove } from './removal.ts'
export { accrualRows } from './routes.ts'
