// Why a document is not available in a format.
import { fault, refusal } from '#platform/refusal'

export const paperRefusals = {
  noElectronicInvoice: refusal(
    'operation-not-allowed',
    'pdf.no-electronic-invoice',
    'Document {number} has no e-invoice: {reasons}',
    'Dokument {number} har ingen e-faktura: {reasons}',
  ),
}

export const paperFaults = {
  checkDigit: fault(
    'pdf.check-digit',
    'the check digit of {number} is wrong: correct {name} of the customer, credit this document and publish a new one',
    'kontrollsiffran i {number} är fel: rätta {name} hos kunden, kreditera dokumentet och skapa ett nytt',
  ),
}
