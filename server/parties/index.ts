// Parties: rules common to customers and suppliers.

export { keptNumber, numberProperty, printedNumber, sealedNumbersIn, withNumber } from './kept-number.ts'
export {
  countryOf,
  HOME,
  isBlank,
  isPersonalForm,
  keptText,
  known,
  objectOf,
  organizationNumberIn,
  textOf,
  vatNumberIn,
  warningsInNumbers,
  wrongInCountry,
  wrongInOrganizationNumber,
  wrongInVatNumber,
} from './party.rules.ts'
export {
  Country,
  CountrySubdivision,
  OrganizationNumber,
  optionalText,
  partyLimits,
  VatNumber,
} from './party-schema.ts'
export { partyFaults, partyWarnings } from './refusals.ts'
