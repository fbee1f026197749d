// Why customers and items refuse: whole requests, and single fields.
import { partyFaults } from '#parties'
import { fault, refusal } from '#platform/refusal'

export const customerRefusals = {
  customerNotFound: refusal(
    'not-found',
    'customer.not-found',
    'There is no customer {id} in this company',
    'Det finns ingen kund {id} i företaget',
  ),
  customerHindered: refusal(
    'operation-not-allowed',
    'customer.hindered',
    'No data of customer {id} has been erased yet. {reasons}',
    'Inga uppgifter om kund {id} är raderade än. {reasons}',
  ),
  customerOfConsole: refusal(
    'operation-not-allowed',
    'customer.of-console',
    'Customer {id} was not added through the API: remove it in the console',
    'Kunden {id} lades inte till genom API:et: ta bort den i konsolen',
  ),
  customerInUse: refusal(
    'operation-not-allowed',
    'customer.in-use',
    'Customer {id} cannot be removed: invoices or credit notes refer to it',
    'Kunden {id} kan inte tas bort: den har fakturor eller kreditfakturor',
  ),
  customerRecurring: refusal(
    'operation-not-allowed',
    'customer.recurring',
    'Customer {id} cannot be removed: recurring invoices are made for it ({count}): end or remove these first',
    'Kunden {id} kan inte tas bort: den har avtalsfakturor som gäller ({count}). Avsluta eller ta bort dem först',
  ),
  itemRecurring: refusal(
    'operation-not-allowed',
    'customer.item-recurring',
    'Item {id} cannot be removed: recurring invoices have it in their lines ({count}): change, end or remove these first',
    'Artikeln {id} kan inte tas bort: den står på avtalsfakturor som gäller ({count}). Ändra, avsluta eller ta bort dem först',
  ),
  itemNotFound: refusal(
    'not-found',
    'customer.item-not-found',
    'There is no item {id} in this company',
    'Det finns ingen artikel {id} i företaget',
  ),
  itemInUse: refusal(
    'operation-not-allowed',
    'customer.item-in-use',
    'Item {id} cannot be removed: invoices or credit notes refer to it',
    'Artikeln {id} kan inte tas bort: fakturor eller kreditfakturor har den',
  ),
}

export const customerFaults = {
  ...partyFaults,
  numberTaken: fault(
    'customer.number-taken',
    '{number} is the number of another customer',
    '{number} är en annan kunds nummer',
  ),
  personalNumber: fault(
    'customer.personal-number',
    'must be a personal or coordination number, such as 19850709-9805',
    'ska vara ett personnummer eller samordningsnummer, till exempel 19850709-9805',
  ),
  peppolScheme: fault(
    'customer.peppol-scheme',
    'must be a scheme of the Peppol network (EAS code), such as 0007, 0088 or 0192',
    'ska vara ett schema i Peppols nätverk (EAS-kod), till exempel 0007, 0088 eller 0192',
  ),
  peppolNumber: fault(
    'customer.peppol-number',
    'must be a number of scheme {scheme}, in the form that the Peppol network requires',
    'ska vara ett nummer i schemat {scheme}, i den form som Peppols nätverk kräver',
  ),
  paymentTerms: fault(
    'customer.payment-terms',
    'a number of days must be at most {limit}',
    'ett antal dagar får vara högst {limit}',
  ),
  email: fault('customer.email', 'must be an email address', 'ska vara en e-postadress'),
  secondDefault: fault(
    'customer.second-default',
    'only one contact detail can be the default',
    'bara en kontaktuppgift kan vara den vanliga',
  ),
  unknownContact: fault(
    'customer.unknown-contact',
    'the customer has no contact detail {id}',
    'kunden har ingen kontaktuppgift {id}',
  ),
  repeatedContact: fault(
    'customer.repeated-contact',
    'contact detail {id} is given twice',
    'kontaktuppgiften {id} är angiven två gånger',
  ),
  ofSalesItem: fault(
    'customer.of-sales-item',
    'is for items of itemType salesItem only',
    'är bara för artiklar med itemType salesItem',
  ),
}
