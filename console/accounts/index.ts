// Accounts, as every page names and picks them.
export { AccountInput } from './AccountInput.tsx'
export { type Account, choicesOf, useAccounts } from './accounts.ts'
export { type Tax, taxes, taxingOf, taxName, taxOf, taxWords, usualTaxOf } from './taxes.ts'
