// Numbers with check digits and formats: organization, personal, VAT and account numbers, references. All pure. A
// parser returns the canonical form, or null if the text is invalid. The `written…` parsers accept a wrong check digit:
// master data stores such numbers with a warning, while payments parse strictly.
export {
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
export { isOcrReference, ocrReference } from './ocr.ts'
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
