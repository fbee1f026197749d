// Accruals: amounts of entries that belong to other months.

export { unbookedAccruals } from './accrual.ts'
export { accrualsContribution } from './contribution.ts'
export { accrualRows } from './routes.ts'
