// Accounts, as every page names and picks them.
export { AccountInput } from './AccountInput.tsx'
export { type Account, useAccountRoles, useAccounts } from './accounts.ts'
export { isAccountNumber, NewAccount } from './NewAccount.tsx'
export { type Tax, taxes, taxingOf, taxName, taxOf, taxWords, usualTaxOf } from './taxes.ts'
export { vatKindWords } from './vat-kind-words.ts'
