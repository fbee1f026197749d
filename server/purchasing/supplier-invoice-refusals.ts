// Refusals of supplier invoices: whole requests, and single fields.
import { NO_DAY } from '#platform/day'
import { fault, refusal } from '#platform/refusal'

export const supplierInvoiceRefusals = {
  supplierInvoiceNotFound: refusal('not-found', 'There is no supplier invoice {id} in this company'),
  supplierInvoiceOfAnother: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} was added by another integration, or by a person: only those who added it may change it',
  ),
  supplierInvoiceRecorded: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} is recorded and can no longer be changed',
  ),
  supplierInvoicePaid: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} has payments and can no longer be changed',
  ),
  tooManyUploads: refusal('limit-exceeded', 'A supplier invoice takes at most {limit} uploads'),
  supplierInvoiceApproved: refusal('operation-not-allowed', 'Supplier invoice {id} is already approved'),
  notApprover: refusal(
    'operation-not-allowed',
    'You do not approve supplier invoices in this company: ask one of its approvers to approve supplier invoice {id}',
  ),
  approvalOverLimit: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} is above your limit of {limit} SEK: ask somebody with a higher limit to approve it',
  ),
  approvalOfOwn: refusal(
    'operation-not-allowed',
    'Supplier invoice {id} was written by you: somebody else approves it',
  ),
  approvedByYou: refusal(
    'operation-not-allowed',
    'You have approved supplier invoice {id} already: somebody else has to approve it as well',
  ),
  ownersLoosen: refusal(
    'operation-not-allowed',
    'Only owners of the company let fewer people approve invoices or sign payments, add approvers, or raise limits',
  ),
  supplierInvoiceInSek: refusal('operation-not-allowed', 'Supplier invoice {id} is in SEK and has no currency rate'),
}

export const supplierInvoiceFaults = {
  unknownSupplier: fault('there is no supplier {id}'),
  badDate: fault(NO_DAY),
  dueBeforeDate: fault('must not be before the invoice date, {date}'),
  totalAmount: fault('must be an amount with at most two decimals, at most {limit}'),
  totalInSek: fault('comes to more than {limit} in SEK'),
  nothingInSek: fault('comes to less than half an öre in SEK: there is nothing to book'),
  duplicate: fault('this supplier already has an invoice {number} of {date}: supplier invoice {id}'),
  duplicateCreditNote: fault('this supplier already has a credit note {number} of {date}: supplier invoice {id}'),
  noRate: fault('no rate of {currency} is known for {date} or the {days} days before'),
  uploadOrder: fault(
    'must name each of the {count} uploads of the supplier invoice once: others may have changed them',
  ),
  approvalAmount: fault('must be an amount above 0 with at most two decimals'),
  unknownApprover: fault('{id} is nobody of this company, nor of an agency whose client it is'),
  repeatedApprover: fault('this person is an approver already'),
  badRate: fault('must be a rate above 0, below {limit}, with at most eight decimals'),
}
