// Sales: customers and items, invoices and credit notes, what is paid on them.

export { salesAdmin } from './administration.ts'
export { archiveContribution } from './archive/contribution.ts'
export { bookedSales } from './booking/booked-sale.ts'
export {
  closeYear,
  holdDocuments,
  lockNumbers,
  namesOf,
  type UnrecordedDocument,
  unrecordedIn,
} from './booking/period-end.ts'
export * as endOfPeriod from './booking/period-end-routes.ts'
export { bookUnpaid, lockUnpaidSales } from './booking/year-end.ts'
export { salesContribution } from './contribution.ts'
export { customerNamed } from './customers/party-data.ts'
export { downloadAttachment, everyAttachment } from './invoices/attachment.ts'
export { createInvoice, examineInvoice } from './invoices/invoice-draft.ts'
export { documentBody, type InvoiceBody, InvoiceItemWrite, MAX_DESCRIPTION_LENGTH } from './invoices/invoice-schema.ts'
export { isPinnedFood } from './items/food.rules.ts'
export { giveItemsKinds, itemsByKind, type Pinned, pinnedItems } from './items/item-kinds.ts'
export { lockAgainstRemoval, type UsesOf } from './items/uses.ts'
export { presentPaper } from './publishing/paper.ts'
export { publishDocument } from './publishing/publish-document.ts'
export {
  downloadPublishedDocument,
  listPublishedDocuments,
  makeMissingPdfs,
  type PublishedDocument,
} from './publishing/published-documents.ts'
export { type UnionAccountsOf, unionSales } from './publishing/union-sales.ts'
export type { ClaimsOf, OpenClaim } from './receivables/charges.ts'
export { type AskedEvents, type AskedOpen, claimEvents, claimsOn, unpaidClaims } from './receivables/claim.ts'
export {
  type AwaitedInvoice,
  invoicesAwaiting,
  lockInvoices,
  openInvoices,
  overpaidInvoices,
  type PayableInvoice,
  payableInvoice,
  payInvoice,
} from './receivables/invoice-match.ts'
export { openAmountsOn } from './receivables/open-amounts.ts'
export { chargesOn, claimChanges, unpaidInvoices } from './receivables/overdue-invoices.ts'
export type { ConsoleSettlement } from './receivables/settlement.ts'
export type { Answered, Standing } from './receivables/tax-reduction-decision.ts'
export { salesRows } from './routes.ts'
export { type SendingState, sendingStateOf, sendingStates } from './sending/mail-text.rules.ts'
export { asTest, MAX_MAILS_A_DAY, MAX_RECIPIENTS } from './sending/mailing.ts'
export { paymentPages } from './sending/payment-page.ts'
export { sendDocument, wasSent } from './sending/sending.ts'
export { salesService } from './service.ts'
export { settingsOf } from './settings/settings.ts'
export { changeSettings, downloadLogo, type SalesDecisions, wrongInSettings } from './settings/settings-change.ts'
export { textFields } from './settings/settings-routes.ts'
export { taxReductionContribution } from './tax-reduction/contribution.ts'
