// Numbers with check digits and rules of their own: organization, personal, VAT and account numbers, references. All of
// it is pure. A reader answers the number in its one form, or null when the text is none.
export {
  type BankAccount,
  bankAccount,
  bankOfClearingNumber,
  bicFitsIban,
  bicNumber,
  ibanNumber,
  ibanText,
} from './bank-account.ts'
export { isCountry, isEuCountry } from './country.ts'
export { bankgiroNumber, plusgiroNumber } from './giro.ts'
export { luhnDigit, luhnHolds } from './luhn.ts'
export { isOcrReference, isOcrReferenceWithLength, ocrReference } from './ocr.ts'
export { organizationNumber } from './organization-number.ts'
export { personalNumber } from './personal-number.ts'
export { swedishVatNumber, vatNumber } from './vat-number.ts'
