// Sales: customers and items, invoices and credit notes, what is paid on them.

export { attachmentFiles, downloadAttachment, everyAttachment } from './attachment.ts'
export { attachmentRefusals } from './attachment-refusals.ts'
export { bookedSales } from './booked-sale.ts'
export { bookingFaults, bookingRefusals } from './booking-refusals.ts'
export { type ChargesOf, chargesPort } from './charges.ts'
export { type AskedEvents, type AskedOpen, claimEvents, claimsOn, unpaidClaims } from './claim.ts'
export { type ClaimsOf, claimsPort, type OpenClaim } from './claimed.ts'
export { creditNoteFaults, creditNoteRefusals } from './credit-note-refusals.ts'
export { sealedCustomerNumbers } from './customer.ts'
export { customerFaults, customerRefusals } from './customer-refusals.ts'
export { salesErasure } from './erasure.ts'
export { createInvoice, examineInvoice } from './invoice-draft.ts'
export {
  type AwaitedInvoice,
  invoicesAwaiting,
  lockInvoices,
  type MoneySigns,
  openInvoices,
  overpaidInvoices,
  payInvoice,
} from './invoice-match.ts'
export { invoiceFaults, invoiceRefusals } from './invoice-refusals.ts'
export { documentBody, type InvoiceBody, InvoiceItemWrite, MAX_DESCRIPTION_LENGTH } from './invoice-schema.ts'
export { chargesOn, claimChanges, unpaidInvoices } from './late.ts'
export { salesLeft } from './left.ts'
export { logoFiles } from './logo-file.ts'
export { type SendingState, sendingStateOf, sendingStates } from './mail-text.rules.ts'
export { asTest, MAX_MAILS_A_DAY, MAX_RECIPIENTS } from './mailing.ts'
export { presentPaper } from './paper.ts'
export { downloadRefusals } from './paper-refusals.ts'
export { customerNamed, salesPartyParts } from './party-data.ts'
export { paymentPages } from './payment-page.ts'
export {
  closeYear,
  holdDocuments,
  lockDays,
  lockNumbers,
  namesOf,
  type UnrecordedDocument,
  unrecordedIn,
} from './period-end.ts'
export * as endOfPeriod from './period-end-routes.ts'
export { publishDocument } from './publish.ts'
export { publishFaults } from './publish-refusals.ts'
export { downloadOfSale, makePdfsBetween, type PublishedSale, publishedBetween } from './published.ts'
export { salesStay, salesToRemove } from './removal.ts'
export { salesRows } from './routes.ts'
export { searchSales } from './search.ts'
export { SENDING_ERRAND, sendDocument, sendingErrands, wasSent } from './sending.ts'
export { sendingFaults, sendingRefusals } from './sending-refusals.ts'
export { type Logo, type SalesSettings, settingsOf } from './settings.ts'
export {
  changeSettings,
  decideSales,
  downloadLogo,
  nextInvoiceNumber,
  type SalesDecisions,
  type SettingsChanges,
  salesDecisions,
  setNextInvoiceNumber,
  wrongInSettings,
} from './settings-change.ts'
export { settingsFaults, settingsRefusals } from './settings-refusals.ts'
export { textFields } from './settings-routes.ts'
export { type ConsoleSettlement, settleInConsole } from './settlement.ts'
export { accountStatementFaults, accountStatementRefusals } from './statement-refusals.ts'
export { STATEMENT_ERRAND, statementErrands } from './statement-sending.ts'
export {
  type Answered,
  payTaxReduction,
  refuseTaxReduction,
  type Standing,
  submitTaxReduction,
} from './tax-reduction-decision.ts'
export { queueOfDrafts, queueOfSendings, todosOfInvoices } from './todo.ts'
export { unpaidPurchasesPort } from './unpaid-purchases.ts'
export { keepFromRemoval, type UsesOf, usesPort } from './uses.ts'
export { companiesWrongInSales, verifySales } from './verify.ts'
export { bookUnpaid, lockUnpaidSales } from './year-end.ts'
