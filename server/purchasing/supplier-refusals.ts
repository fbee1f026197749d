// Refusals of suppliers: whole requests, and single fields.
import { partyFaults } from '#parties'
import { fault, refusal } from '#platform/refusal'

export const supplierRefusals = {
  supplierNotFound: refusal('not-found', 'There is no supplier {id} in this company'),
  supplierHindered: refusal('operation-not-allowed', 'Nothing of supplier {id} is erased yet. {reasons}'),
  supplierOfConsole: refusal(
    'operation-not-allowed',
    'Supplier {id} was not added through the API: remove it in the console',
  ),
  supplierInUse: refusal('operation-not-allowed', 'Supplier {id} cannot be removed: supplier invoices refer to it'),
}

export const supplierFaults = {
  ...partyFaults,
  currency: fault('must be one of {currencies}'),
  currencyInUse: fault('must stay {currency}: supplier invoices refer to the supplier'),
  bankgiroNumber: fault('must be a bankgiro number with its check digit, such as 5050-1055'),
  plusgiroNumber: fault('must be a plusgiro number with its check digit, such as 28 65 43-4'),
  clearingNumber: fault('must be the clearing number of a Swedish bank, such as 5000 or 8424-4'),
  accountNumber: fault('must be an account number at {bank}, with its check digit'),
  iban: fault('must be an IBAN with its check digits, such as SE45 5000 0000 0583 9825 7466'),
  bic: fault('must be a BIC of 8 or 11 characters, such as ESSESESS'),
  bicOfOtherCountry: fault('is of a bank in {country}, and the IBAN is not'),
}
