// Sales: customers and items, invoices and credit notes, what is paid on them.

export { bookedSales } from './booking/booked-sale.ts'
export { bookingRefusals } from './booking/booking-refusals.ts'
export {
  closeYear,
  holdDocuments,
  lockDays,
  lockNumbers,
  namesOf,
  type UnrecordedDocument,
  unrecordedIn,
} from './booking/period-end.ts'
export * as endOfPeriod from './booking/period-end-routes.ts'
export { salesRemainingWork } from './booking/remaining-work.ts'
export { bookUnpaid, lockUnpaidSales } from './booking/year-end.ts'
export { sealedCustomerNumbers } from './customers/customer.ts'
export { customerRefusals } from './customers/customer-refusals.ts'
export { salesErasure } from './customers/erasure.ts'
export { customerNamed, salesPartyParts } from './customers/party-data.ts'
export { salesRetainedTables, salesToRemove } from './customers/removal.ts'

export { STATEMENT_MAIL_ORIGIN, statementMailCallbacks } from './customers/statement-sending.ts'
export { attachmentFiles, downloadAttachment, everyAttachment } from './invoices/attachment.ts'

export { createInvoice, examineInvoice } from './invoices/invoice-draft.ts'
export { invoiceRefusals } from './invoices/invoice-refusals.ts'
export { documentBody, type InvoiceBody, InvoiceItemWrite, MAX_DESCRIPTION_LENGTH } from './invoices/invoice-schema.ts'
export { lockAgainstRemoval, type UsesOf, usesPort } from './items/uses.ts'
export { presentPaper } from './publishing/paper.ts'

export { publishDocument } from './publishing/publish-document.ts'
export {
  downloadPublishedDocument,
  listPublishedDocuments,
  makeMissingPdfs,
  type PublishedDocument,
} from './publishing/published-documents.ts'
export { type ClaimsOf, chargesPort, claimsPort, type OpenClaim, unpaidPurchasesPort } from './receivables/charges.ts'
export { type AskedEvents, type AskedOpen, claimEvents, claimsOn, unpaidClaims } from './receivables/claim.ts'
export {
  type AwaitedInvoice,
  invoicesAwaiting,
  lockInvoices,
  openInvoices,
  overpaidInvoices,
  payInvoice,
} from './receivables/invoice-match.ts'
export { chargesOn, claimChanges, unpaidInvoices } from './receivables/overdue-invoices.ts'
export { type ConsoleSettlement, settleInConsole } from './receivables/settlement.ts'
export {
  type Answered,
  payTaxReduction,
  refuseTaxReduction,
  type Standing,
  submitTaxReduction,
} from './receivables/tax-reduction-decision.ts'
export { salesRows } from './routes.ts'
export { searchSales } from './search.ts'
export { type SendingState, sendingStateOf, sendingStates } from './sending/mail-text.rules.ts'
export { asTest, MAX_MAILS_A_DAY, MAX_RECIPIENTS } from './sending/mailing.ts'
export { paymentPages } from './sending/payment-page.ts'
export { SENDING_MAIL_ORIGIN, sendDocument, sendingMailCallbacks, wasSent } from './sending/sending.ts'
export { sendingRefusals } from './sending/sending-refusals.ts'
export { settingsOf } from './settings/settings.ts'
export {
  changeSettings,
  decideSales,
  downloadLogo,
  logoFiles,
  type SalesDecisions,
  salesDecisions,
  wrongInSettings,
} from './settings/settings-change.ts'

export { textFields } from './settings/settings-routes.ts'
export { queueOfDrafts, queueOfSendings, todosOfInvoices } from './todo.ts'
export { companiesWrongInSales, verifySales } from './verify.ts'
