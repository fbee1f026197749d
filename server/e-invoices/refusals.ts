// Refusals of e-invoices, and warnings about accepted ones.
import { fault, phrase, refusal } from '#platform/refusal'

export const eInvoiceRefusals = {
  noElectronicInvoice: refusal('not-found', 'Supplier invoice {id} was not received as an e-invoice'),
  alreadyReceived: refusal('conflict', 'This e-invoice has been received before: it is supplier invoice {id}'),
  numberReceived: refusal(
    'conflict',
    'An e-invoice {number} from {seller} has been received before: it is supplier invoice {id}',
  ),
  addressedToAnother: refusal(
    'operation-not-allowed',
    'The e-invoice is addressed to {buyer}, not to {company}: send it to that company, or ask the supplier for a new one',
  ),
  supplierMissing: refusal(
    'operation-not-allowed',
    'No supplier here is {seller}: add the supplier first, or use a token with the scope suppliers:write',
  ),
}

export const eInvoiceFaults = { file: fault('{problem}') }

/** Why a file cannot be read as an e-invoice. */
export const eInvoiceProblems = {
  notXml: phrase('it is no XML file: ask the supplier for the invoice as Peppol BIS Billing 3'),
  malformed: phrase('its XML is broken at line {line}: ask the supplier to send it again'),
  unreadable: phrase('its XML is broken off or cannot be read: ask the supplier to send it again'),
  tooLarge: phrase('without its attachments it is more than {limit} bytes'),
  otherRoot: phrase('it is neither an invoice nor a credit note in UBL, its root is {root}'),
  otherForm: phrase('it does not follow the European standard EN 16931: ask the supplier for Peppol BIS Billing 3'),
  missing: phrase('{rule}: {name} is missing'),
  tooLong: phrase('{rule}: {name} has more than {limit} characters'),
  badAmount: phrase('{name} is {amount}, which is no amount with at most two decimals'),
  otherCurrency: phrase('{rule}: {name} is in {found}, and the invoice in {currency}'),
  badDay: phrase('{name} is {found}, which is no day'),
  tooMany: phrase('it has more than {limit} lines'),
  tooManyAttachments: phrase('it has more than {limit} attachments'),
  tooMuch: phrase('it takes too much time or memory to read: ask the supplier for a smaller one'),
  sum: phrase('{rule}: {name} should be {made}, but is {said}'),
}

/** Warnings to check before an e-invoice is booked and paid. */
export const eInvoiceDoubts = {
  sum: eInvoiceProblems.sum,
  knownByAccount: phrase(
    'it says that it is from {seller}: {supplier} was found by the payment account, which several may share',
  ),
  knownByVatNumber: phrase(
    'it says that it is from {seller}: {supplier} was found by the VAT number, which several may share',
  ),
  otherAccount: phrase('it asks to be paid to {account}, which is not the account of the supplier here'),
  prepaid: phrase('{amount} of it is already paid: {left} is left to pay'),
  noDueDate: phrase('it does not say when it is due'),
  dueBeforeDate: phrase('it was due {due}, before its own date'),
  debtOfCredit: phrase(
    'it is a credit note of {amount}, below zero, so that {owed} is owed for it: ask the supplier whether it credits or claims',
  ),
  creditOfInvoice: phrase(
    'it is an invoice of {amount}, below zero, so that it credits {credited}: ask the supplier whether it credits or claims',
  ),
  foreignTax: phrase('it charges tax that is not Swedish, which is booked as a cost'),
  attachment: phrase('the attachment {name} was not kept: {reason}'),
  tooManyAttachments: phrase('it has more than {limit} attachments: those after that are in the XML file only'),
  unreadableAttachment: phrase('it is not readable'),
}
