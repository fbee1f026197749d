// Suppliers as several contexts know them: found by name and number, and paid to numbers with check digits.
export { hasCheckDigit, isIban } from './numbers.ts'
export { fitsSupplier, paidAt, type Supplier, useSuppliers } from './suppliers.ts'
