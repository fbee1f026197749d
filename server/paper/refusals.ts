// Why a document is not available in a format.
import { fault, refusal } from '#platform/refusal'

export const paperRefusals = {
  noElectronicInvoice: refusal('operation-not-allowed', 'There is no e-invoice of document {number}: {reasons}'),
}

export const paperFaults = {
  checkDigit: fault(
    'the check digit of {number} is wrong: correct {name} of the customer, credit this document and publish a new one',
  ),
}
