// The ledger: a company's books.

export {
  type AccountMap,
  type AccountRole,
  accountRoles,
  claimAccountsOf,
  isPaymentAccount,
  isVatAccount,
} from './account-map.rules.ts'
export { accountMapOf, setAccountRole } from './account-map.ts'
export { AccountNumber } from './account-number.ts'
export {
  type AccountChanges,
  type AccountSettings,
  changeAccount,
  findAccount,
  isBookedOn,
  wrongInAccount,
} from './account-settings.ts'
export {
  apportion,
  apportionStep,
  evenPortions,
  type PortionRule,
  portionsByKey,
  portionsLess,
  proportion,
  sumOfPortions,
} from './apportionment.rules.ts'
export { balancesOfYear, sumsOfBooks, type YearBalance } from './balance.ts'
export {
  type AccountingMethod,
  type Book,
  type BookYear,
  bookOf,
  isFrame,
  lockBooks,
  onFrame,
  openBooks,
  rememberedBook,
  setLockDate,
  usualAccount,
} from './book.ts'
export {
  type FoundLink,
  headsOfBooks,
  headsOfSeries,
  linksOfEntries,
  type SeriesPlace,
  seriesEndsAfter,
} from './chain-ends.ts'
export { type ChainEntry, chainEntriesOf, chainsOfYear } from './chain-entries.ts'
export { addUsualAccount, createAccount, setAccountActive, transitAccountOf } from './chart.ts'
export { differingFromUsual } from './chart-correction.ts'
export { accountFields } from './chart-routes.ts'
export {
  BASE_CURRENCY,
  inBaseCurrency,
  MAX_RATE,
  type Rate,
  rateFromNumber,
  rateFromText,
} from './currency-rate.rules.ts'
export { lastRates, listRatePage, listRates, loadRates, MAX_RATE_AGE_DAYS, rateOn, setRate } from './currency-rate.ts'
export { rateFaults } from './currency-rate-refusals.ts'
export { demoYearKind } from './demo-kind.ts'
export {
  type BookedDocument,
  bookDocument,
  bookOn,
  type DocumentEntry,
  type DocumentItem,
  requireBookableDay,
} from './document.ts'
export type { TemplateItem } from './entry-template.rules.ts'
export {
  createEntryTemplate,
  type EntryTemplate,
  findEntryTemplate,
  type NewEntryTemplate,
  updateEntryTemplate,
  wrongInItems,
} from './entry-template.ts'
export { templateFields } from './entry-template-routes.ts'
export { ledgerErasure } from './erasure.ts'
export {
  closeFiscalYear,
  createFiscalYear,
  type FiscalYear,
  getFiscalYear,
  listFiscalYears,
  MAX_REOPENING_REASON,
  type Reopening,
  reopenFiscalYear,
  reopeningsOf,
} from './fiscal-year.ts'
export { FiscalYear as FiscalYearGet, shownYear } from './fiscal-year-routes.ts'
export { closure, type DocumentKind, type Documents, type EntryUse } from './going.ts'
export { type Booked, countBooked, ledgerStays } from './held.ts'
export { catchUpDay, closedFollower, firstOpenDay, wrongDay, yearAt } from './journal-entry.rules.ts'
export { hasTags, reverseJournalEntry } from './journal-entry.ts'
export { examineTags, knownTags, tagsOnAccounts } from './journal-entry-tags.ts'
export { type Amounts, differingAccounts } from './opening-balance.rules.ts'
export {
  carriedInto,
  getOpeningBalances,
  type OpeningBalances,
  reasonOfOpening,
  setOpeningBalances,
  storedOpening,
  storeOpening,
} from './opening-balance.ts'
export { ledgerPartyParts } from './party-data.ts'
export { ledgerFaults, ledgerRefusals } from './refusals.ts'
export { keptUntil, removedUntil } from './retention.rules.ts'
export { type Reversed, reversalsPort } from './reversal.ts'
export { ledgerRows } from './routes.ts'
export { searchBooks } from './search.ts'
export { exportSie } from './sie-export.ts'
export { sieFiles } from './sie-file.ts'
export { importSie } from './sie-import.ts'
export { readMap } from './sie-map.rules.ts'
export { reportIn, type SieReport } from './sie-report.ts'
export { SIE_FILE_LIMIT } from './sie-routes.ts'
export { companiesWrongInSieFiles, verifySieFiles } from './sie-verify.ts'
export type { TagUse } from './tag.rules.ts'
export { hasEntry } from './upload-routes.ts'
export { type BasePair, type PurchaseBox, purchaseBasePair, saleBasePair } from './vat-base.rules.ts'
export { isTaxAccount, usualVatCode, type VatBox, vatBoxes } from './vat-code.rules.ts'
export { noteVatReport } from './vat-report.ts'
export { companiesWrongInBooks, countOfEntries, type Verified, verifyBooks } from './verify.ts'
export { ledgerWithheld } from './withheld.ts'
export {
  beginRemoval,
  endRemoval,
  findRemoval,
  lockYearForRemoval,
  oldestYear,
  type RemovalFound,
  removeDocuments,
  removeEntries,
} from './year-removal.ts'
