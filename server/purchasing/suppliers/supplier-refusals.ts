// Refusals of suppliers: whole requests, and single fields.
import { partyFaults } from '#parties'
import { fault, refusal } from '#platform/refusal'

export const supplierRefusals = {
  supplierNotFound: refusal(
    'not-found',
    'supplier.not-found',
    'There is no supplier {id} in this company',
    'Det finns ingen leverantör {id} i företaget',
  ),
  supplierHindered: refusal(
    'operation-not-allowed',
    'supplier.hindered',
    'No data of supplier {id} has been erased yet. {reasons}',
    'Inga uppgifter om leverantör {id} är raderade än. {reasons}',
  ),
  supplierOfConsole: refusal(
    'operation-not-allowed',
    'supplier.of-console',
    'Supplier {id} was not added through the API: remove it in the console',
    'Leverantören {id} lades inte till genom API:et: ta bort den i konsolen',
  ),
  supplierInUse: refusal(
    'operation-not-allowed',
    'supplier.in-use',
    'Supplier {id} cannot be removed: supplier invoices refer to it',
    'Leverantören {id} kan inte tas bort: den har leverantörsfakturor',
  ),
}

export const supplierFaults = {
  ...partyFaults,
  currency: fault('supplier.currency', 'must be one of {currencies}', 'ska vara något av {currencies}'),
  currencyInUse: fault(
    'supplier.currency-in-use',
    'must stay {currency}: supplier invoices refer to the supplier',
    'ska förbli {currency}: leverantören har leverantörsfakturor',
  ),
  bankgiroNumber: fault(
    'supplier.bankgiro-number',
    'must be a bankgiro number with its check digit, such as 5050-1055',
    'ska vara ett bankgironummer med sin kontrollsiffra, till exempel 5050-1055',
  ),
  plusgiroNumber: fault(
    'supplier.plusgiro-number',
    'must be a plusgiro number with its check digit, such as 28 65 43-4',
    'ska vara ett plusgironummer med sin kontrollsiffra, till exempel 28 65 43-4',
  ),
  clearingNumber: fault(
    'supplier.clearing-number',
    'must be the clearing number of a Swedish bank, such as 5000 or 8424-4',
    'ska vara en svensk banks clearingnummer, till exempel 5000 eller 8424-4',
  ),
  accountNumber: fault(
    'supplier.account-number',
    'must be an account number at {bank}, with its check digit',
    'ska vara ett kontonummer i {bank}, med sin kontrollsiffra',
  ),
  iban: fault(
    'supplier.iban',
    'must be an IBAN with its check digits, such as SE45 5000 0000 0583 9825 7466',
    'ska vara ett IBAN-nummer med sina kontrollsiffror, till exempel SE45 5000 0000 0583 9825 7466',
  ),
  bic: fault(
    'supplier.bic',
    'must be a BIC of 8 or 11 characters, such as ESSESESS',
    'ska vara en BIC-kod med 8 eller 11 tecken, till exempel ESSESESS',
  ),
  bicOfOtherCountry: fault(
    'supplier.bic-of-other-country',
    'is of a bank in {country}, and the IBAN is not',
    'hör till en bank i {country}, och det gör inte IBAN-numret',
  ),
}
