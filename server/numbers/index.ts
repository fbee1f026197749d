// Numbers with check digits and rules of their own: organization, personal, VAT and account numbers, references. All of
// it is pure. A reader answers the number in its one form, or null when the text is none. Readers of what is `written`
// let a wrong check digit pass: what keeps such a number tells of it, and what moves money reads strictly.
export {
  type BankAccount,
  bankAccount,
  bankOfClearingNumber,
  bicFitsIban,
  bicNumber,
  ibanNumber,
  ibanText,
  writtenBankAccount,
  writtenIbanNumber,
} from './bank-account.ts'
export { isCountry, isEuCountry } from './country.ts'
export { bankgiroNumber, plusgiroNumber, writtenBankgiroNumber, writtenPlusgiroNumber } from './giro.ts'
export { luhnDigit, luhnHolds } from './luhn.ts'
export { isOcrReference, isOcrReferenceWithLength, ocrReference } from './ocr.ts'
export { LEGAL_PERSON_PREFIX, organizationNumber, writtenOrganizationNumber } from './organization-number.ts'
export {
  BELGIAN_NUMBER,
  FINNISH_OVT,
  NORWEGIAN_NUMBER,
  type PeppolAddress,
  peppolAddress,
  peppolSchemes,
  SWEDISH_NUMBER,
} from './peppol-address.ts'
export { personalNumber } from './personal-number.ts'
export { swedishVatNumber, vatNumber, writtenVatNumber } from './vat-number.ts'
