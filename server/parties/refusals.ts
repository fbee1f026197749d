// Errors in a party, customer or supplier.
import { fault } from '#platform/refusal'

export const partyFaults = {
  blank: fault('must not be empty'),
  organizationNumber: fault('must be an organization number, such as 556036-0793'),
  vatNumber: fault('must be a VAT number in the form of {country}, with its country prefix, such as SE556036079301'),
  country: fault('must be a country code of ISO 3166-1 alpha-2, such as SE'),
  countrySubdivision: fault('is required for addresses in {country}'),
}

/** Warnings about accepted values. */
export const partyDoubts = {
  checkDigit: fault('the check digit of {number} is wrong'),
}
