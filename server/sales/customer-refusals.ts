// Why customers and items refuse: whole requests, and single fields.
import { partyFaults } from '#parties'
import { fault, refusal } from '#platform/refusal'

export const customerRefusals = {
  customerNotFound: refusal('not-found', 'There is no customer {id} in this company'),
  customerHindered: refusal('operation-not-allowed', 'Nothing of customer {id} is erased yet. {reasons}'),
  customerOfConsole: refusal(
    'operation-not-allowed',
    'Customer {id} was not added through the API: remove it in the console',
  ),
  customerInUse: refusal(
    'operation-not-allowed',
    'Customer {id} cannot be removed: invoices or credit notes refer to it',
  ),
  customerRecurring: refusal(
    'operation-not-allowed',
    'Customer {id} cannot be removed: recurring invoices are made for it ({count}): end or remove these first',
  ),
  itemRecurring: refusal(
    'operation-not-allowed',
    'Item {id} cannot be removed: recurring invoices have it in their lines ({count}): change, end or remove these first',
  ),
  itemNotFound: refusal('not-found', 'There is no item {id} in this company'),
  itemInUse: refusal('operation-not-allowed', 'Item {id} cannot be removed: invoices or credit notes refer to it'),
}

export const customerFaults = {
  ...partyFaults,
  numberTaken: fault('{number} is the number of another customer'),
  personalNumber: fault('must be a personal or coordination number, such as 19850709-9805'),
  peppolScheme: fault('must be a scheme of the Peppol network (EAS code), such as 0007, 0088 or 0192'),
  peppolNumber: fault('must be a number of scheme {scheme}, in the form that the Peppol network requires'),
  paymentTerms: fault('a number of days must be at most {limit}'),
  email: fault('must be an email address'),
  secondDefault: fault('only one contact detail can be the default'),
  unknownContact: fault('the customer has no contact detail {id}'),
  repeatedContact: fault('contact detail {id} is given twice'),
  ofSalesItem: fault('is for items of itemType salesItem only'),
}
