// The ledger: a company's books.

export { changeAccountingCurrency } from './accounting-currency.ts'
export {
  type AccountMap,
  type AccountRole,
  accountAtRate,
  accountRoles,
  claimAccountsOf,
  isPaymentAccount,
  isVatAccount,
} from './accounts/account-map.rules.ts'
export { AccountNumber, accountMapOf } from './accounts/account-map.ts'
export {
  type AccountSettings,
  changeAccount,
  findAccount,
  isBookedOn,
  wrongInAccount,
} from './accounts/account-settings.ts'
export { balancesOfYear, type YearBalance } from './accounts/balance.ts'
export { balanceOnDay } from './accounts/balance-on-day.ts'
export { accountNames, addUsualAccount, createAccount, roleAccountOf, transitAccountOf } from './accounts/chart.ts'
export { differingFromUsual } from './accounts/chart-correction.ts'
export { accountFields } from './accounts/chart-routes.ts'
export { nameInPlan, PLAN_YEAR } from './accounts/chart-update.rules.ts'
export { chartUpdate } from './accounts/chart-update.ts'
export { type BasePair, type PurchaseBox, purchaseBasePair, saleBasePair } from './accounts/vat-base.rules.ts'
export { usualVatCode, type VatBox, vatBoxes } from './accounts/vat-code.rules.ts'
export { noteVatReport } from './accounts/vat-code.ts'
export { vatLinesApart } from './accounts/vat-lines-apart.ts'
export { isDebitBox, isOfTax, isTaxBox, NO_BOX } from './accounts/vat-row.rules.ts'
export { ledgerAdmin } from './administration.ts'
export {
  type AccountingMethod,
  accountingCurrencyIn,
  accountingCurrencyOf,
  type Book,
  type BookYear,
  bookOf,
  cachedBook,
  isBookVersion,
  lockBooks,
  onBookVersion,
  openBooks,
  requireKronor,
  setLockDate,
  setVatLockDate,
  usualAccount,
} from './book.ts'
export { ledgerContribution } from './contribution.ts'
export type { Booked } from './entries/booked-contents.ts'
export { type FoundLink, headsOfBooks, type SeriesPlace } from './entries/chain-ends.ts'
export { chainEntriesOf, chainsOfYear } from './entries/chain-entries.ts'
export { demoYearKind } from './entries/demo-kind.ts'
export {
  type BookedDocument,
  bookDocument,
  bookOn,
  type DocumentEntry,
  type DocumentItem,
  requireBookableDay,
} from './entries/document.ts'
export { changesSince, daysSince, entriesSince, lastRegistration } from './entries/entries-since.ts'
export type { TemplateItem } from './entries/entry-template.rules.ts'
export {
  createEntryTemplate,
  type EntryTemplate,
  findEntryTemplate,
  type NewEntryTemplate,
  updateEntryTemplate,
  wrongInItems,
} from './entries/entry-template.ts'
export { giveTemplatesKinds, pinnedTemplateLines, templatesByKind } from './entries/entry-template-kinds.ts'
export { templateFields } from './entries/entry-template-routes.ts'
export {
  catchUpDay,
  closedFollower,
  firstOpenDay,
  lastLocked,
  wrongDay,
  yearAt,
} from './entries/journal-entry.rules.ts'
export { hasTags, reverseJournalEntry } from './entries/journal-entry.ts'
export { examineTags, hasTag, knownTags, tagsOnAccounts } from './entries/journal-entry-tags.ts'
export type { Reversed } from './entries/reversal.ts'
export {
  apportion,
  apportionStep,
  evenPortions,
  type PortionRule,
  portionsByKey,
  portionsLess,
  proportion,
  sumOfPortions,
} from './rates/apportionment.rules.ts'
export {
  inBaseCurrency,
  MAX_RATE,
  outOfBase,
  type Rate,
  rateFromNumber,
  rateFromText,
} from './rates/currency-rate.rules.ts'
export { kronorOn, lastRates, lawInBooks, listRatePage, meanKronor, rateOn, setRate } from './rates/currency-rate.ts'
export { ledgerRows } from './routes.ts'
export { ledgerService } from './service.ts'
export { exportSie } from './sie/sie-export.ts'
export type { SieReport } from './sie/sie-report.ts'
export type { TagUse } from './tags/tag.rules.ts'
export {
  closeFiscalYear,
  createFiscalYear,
  type FiscalYear,
  getFiscalYear,
  listFiscalYears,
  type Reopening,
  reopenFiscalYear,
  reopeningsOf,
} from './years/fiscal-year.ts'
export { FiscalYear as FiscalYearGet, shownYear } from './years/fiscal-year-routes.ts'
export { type Amounts, differingAccounts } from './years/opening-balance.rules.ts'
export {
  carriedInto,
  type OpeningBalances,
  reasonOfOpening,
  storedOpening,
  storeOpening,
} from './years/opening-balance.ts'
export type { DocumentKind, RemovableDocuments } from './years/removable-documents.ts'
export { keptUntil, removedUntil } from './years/retention.rules.ts'
export type { RemovalFound } from './years/year-removal.ts'
