// Errors in a party, customer or supplier.
import { fault } from '#platform/refusal'

export const partyFaults = {
  blank: fault('party.blank', 'must not be empty', 'får inte vara tomt'),
  organizationNumber: fault(
    'party.organization-number',
    'must be an organization number, such as 556036-0793',
    'ska vara ett organisationsnummer, till exempel 556036-0793',
  ),
  vatNumber: fault(
    'party.vat-number',
    'must be a VAT number in the form of {country}, with its country prefix, such as SE556036079301',
    'ska vara ett momsregistreringsnummer som i {country}, med landets prefix, till exempel SE556036079301',
  ),
  country: fault(
    'party.country',
    'must be a country code of ISO 3166-1 alpha-2, such as SE',
    'ska vara en landskod enligt ISO 3166-1 alpha-2, till exempel SE',
  ),
  countrySubdivision: fault(
    'party.country-subdivision',
    'is required for addresses in {country}',
    'krävs för adresser i {country}',
  ),
}

/** Warnings about accepted values. */
export const partyWarnings = {
  checkDigit: fault('party.check-digit', 'the check digit of {number} is wrong', 'kontrollsiffran i {number} är fel'),
}
