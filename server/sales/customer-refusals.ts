// Why customers and items refuse: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const customerRefusals = {
  customerNotFound: refusal('not-found', 'There is no customer {id} in this company'),
  customerOfConsole: refusal(
    'operation-not-allowed',
    'Customer {id} was not added through the API and is removed in the console',
  ),
  customerInUse: refusal('operation-not-allowed', 'Customer {id} is not removed: invoices or credit notes refer to it'),
  itemNotFound: refusal('not-found', 'There is no item {id} in this company'),
  itemInUse: refusal('operation-not-allowed', 'Item {id} is not removed: invoices or credit notes refer to it'),
}

export const customerFaults = {
  blank: fault('must not be empty'),
  numberTaken: fault('{number} is the number of another customer'),
  organizationNumber: fault('must be an organization number, such as 556036-0793'),
  personalNumber: fault('must be a personal or coordination number, such as 19850709-9805'),
  vatNumber: fault('must be a VAT number as in {country}, with the prefix of its country, such as SE556036079301'),
  paymentTerms: fault('a number of days is at most {limit}'),
  country: fault('must be a country code of ISO 3166-1 alpha-2, such as SE'),
  countrySubdivision: fault('is required for addresses in {country}'),
  email: fault('must be an email address'),
  secondDefault: fault('only one contact detail is the default'),
  unknownContact: fault('the customer has no contact detail {id}'),
  repeatedContact: fault('contact detail {id} is given twice'),
  ofSalesItem: fault('is for items of itemType salesItem only'),
}
