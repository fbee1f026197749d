// Refusals of supplier invoices: whole requests, and single fields.
import { fault, noDay, refusal } from '#platform/refusal'

export const supplierInvoiceRefusals = {
  supplierInvoiceNotFound: refusal(
    'not-found',
    'supplier-invoice.not-found',
    'There is no supplier invoice {id} in this company',
    'Det finns ingen leverantörsfaktura {id} i företaget',
  ),
  supplierInvoiceOfAnother: refusal(
    'operation-not-allowed',
    'supplier-invoice.of-another',
    'Supplier invoice {id} was added by another integration, or by a person: only the one that added it may change it',
    'Leverantörsfakturan {id} lades till av en annan integration, eller av en människa: bara den som lade till den får ändra den',
  ),
  supplierInvoiceRecorded: refusal(
    'operation-not-allowed',
    'supplier-invoice.recorded',
    'Supplier invoice {id} is recorded and can no longer be changed',
    'Leverantörsfakturan {id} är bokförd och kan inte längre ändras',
  ),
  supplierInvoicePaid: refusal(
    'operation-not-allowed',
    'supplier-invoice.paid',
    'Supplier invoice {id} has payments and can no longer be changed',
    'Leverantörsfakturan {id} har betalningar och kan inte längre ändras',
  ),
  tooManyUploads: refusal(
    'limit-exceeded',
    'supplier-invoice.too-many-uploads',
    'A supplier invoice can have at most {limit} uploads',
    'En leverantörsfaktura får ha högst {limit} underlag',
  ),
  supplierInvoiceApproved: refusal(
    'operation-not-allowed',
    'supplier-invoice.approved',
    'Supplier invoice {id} is already approved',
    'Leverantörsfakturan {id} är redan attesterad',
  ),
  notApprover: refusal(
    'operation-not-allowed',
    'supplier-invoice.not-approver',
    'You do not approve supplier invoices in this company: ask one of its approvers to approve supplier invoice {id}',
    'Du är inte attestant i det här företaget: be en av attestanterna att attestera leverantörsfakturan {id}',
  ),
  approvalOverLimit: refusal(
    'operation-not-allowed',
    'supplier-invoice.approval-over-limit',
    'Supplier invoice {id} is above your limit of {limit} {currency}: ask an approver with a higher limit',
    'Leverantörsfakturan {id} är större än din beloppsgräns på {limit} {currency}: be någon med högre gräns att attestera den',
  ),
  approvalOfOwn: refusal(
    'operation-not-allowed',
    'supplier-invoice.approval-of-own',
    'You entered or changed supplier invoice {id} yourself: another person must approve it',
    'Du har själv registrerat eller ändrat leverantörsfakturan {id}: någon annan måste attestera den',
  ),
  approvedByYou: refusal(
    'operation-not-allowed',
    'supplier-invoice.approved-by-you',
    'You have already approved supplier invoice {id}: another person must approve it too',
    'Du har redan attesterat leverantörsfakturan {id}: någon mer måste attestera den',
  ),
  ownersLoosen: refusal(
    'operation-not-allowed',
    'supplier-invoice.owners-loosen',
    'Only owners of the company may let fewer people approve invoices or sign payments, add approvers, or raise limits',
    'Bara företagets ägare får låta färre attestera fakturor eller signera betalningar, lägga till attestanter och höja gränser',
  ),
  supplierInvoiceInSek: refusal(
    'operation-not-allowed',
    'supplier-invoice.in-sek',
    'Supplier invoice {id} is in the accounting currency and has no currency rate',
    'Leverantörsfakturan {id} är i redovisningsvalutan och har ingen valutakurs',
  ),
}

export const supplierInvoiceFaults = {
  unknownSupplier: fault(
    'supplier-invoice.unknown-supplier',
    'there is no supplier {id}',
    'det finns ingen leverantör {id}',
  ),
  badDate: noDay,
  dueBeforeDate: fault(
    'supplier-invoice.due-before-date',
    'must not be before the invoice date, {date}',
    'får inte vara före fakturadagen, {date}',
  ),
  totalAmount: fault(
    'supplier-invoice.total-amount',
    'must be an amount with at most two decimals, at most {limit}',
    'ska vara ett belopp med högst två decimaler, högst {limit}',
  ),
  totalInSek: fault(
    'supplier-invoice.total-in-sek',
    'comes to more than {limit} in the accounting currency',
    'blir mer än {limit} i redovisningsvalutan',
  ),
  nothingInSek: fault(
    'supplier-invoice.nothing-in-sek',
    'comes to less than half an öre, or half a cent, in the accounting currency: there is nothing to book',
    'blir mindre än ett halvt öre, eller en halv cent, i redovisningsvalutan: det finns inget att bokföra',
  ),
  duplicate: fault(
    'supplier-invoice.duplicate',
    'this supplier already has an invoice {number} of {date}: supplier invoice {id}',
    'leverantören har redan en faktura {number} från {date}: leverantörsfaktura {id}',
  ),
  duplicateCreditNote: fault(
    'supplier-invoice.duplicate-credit-note',
    'this supplier already has a credit note {number} of {date}: supplier invoice {id}',
    'leverantören har redan en kreditfaktura {number} från {date}: leverantörsfaktura {id}',
  ),
  noRate: fault(
    'supplier-invoice.no-rate',
    'no rate of {currency} is known for {date} or the {days} days before',
    'ingen kurs för {currency} är känd för {date} eller de {days} dagarna före',
  ),
  uploadOrder: fault(
    'supplier-invoice.upload-order',
    'must name each of the {count} uploads of the supplier invoice once: others may have changed them',
    'ska ha vart och ett av leverantörsfakturans {count} underlag en gång: någon annan kan ha ändrat dem',
  ),
  approvalAmount: fault(
    'supplier-invoice.approval-amount',
    'must be an amount above 0 with at most two decimals',
    'måste vara ett belopp över 0 med högst två decimaler',
  ),
  unknownApprover: fault(
    'supplier-invoice.unknown-approver',
    '{id} is not a member of this company, nor of an agency that it is a client of',
    '{id} hör varken till företaget eller till dess redovisningsbyrå',
  ),
  repeatedApprover: fault(
    'supplier-invoice.repeated-approver',
    'this person is already an approver',
    'personen är redan attestant',
  ),
  badRate: fault(
    'supplier-invoice.bad-rate',
    'must be a rate above 0, below {limit}, with at most eight decimals',
    'ska vara en kurs över 0, under {limit}, med högst åtta decimaler',
  ),
}
