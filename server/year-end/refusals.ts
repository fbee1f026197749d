// Refusals of closing a fiscal year, and errors in its request.
import { fault, phrase, refusal } from '#platform/refusal'

export const yearEndRefusals = {
  notReady: refusal(
    'operation-not-allowed',
    'The fiscal year {year} cannot be closed yet: {count} must be settled first',
  ),
  accrualYear: refusal(
    'operation-not-allowed',
    'The fiscal year {year} follows the accrual method: what is unpaid is in the books already',
  ),
  noSruForm: refusal(
    'operation-not-allowed',
    'The company is a {form}, whose tax return has no form with figures of accounts: INK2R and NE have',
  ),
  noSruFile: refusal('not-found', 'There is no file {file}: the files are {known}'),
  noPostalAddress: refusal(
    'operation-not-allowed',
    'The file must say the postal code and town of the company: set them in the company information first',
  ),
  noDeadline: refusal(
    'not-found',
    'The fiscal year {year} has no {kind} to hand in: it has not ended, or the form of the company has none',
  ),
  noSuchCheck: refusal(
    'not-found',
    'No check of a closing is called {check}, or it has no list; the lists are {known}',
  ),
}

/** The reasons that prevent closing: reported together, by the keys of their checks. */
export const hindrances = {
  notOver: fault('the fiscal year has not ended: close it after {end}'),
  earlierYearsOpen: fault('an earlier fiscal year is open: close it first'),
  unrecordedInvoices: fault(
    'published invoices or credit notes, or payments of them, are not in the books ({count}): record them',
  ),
  unrecordedSupplierInvoices: fault('supplier invoices are not recorded ({count}): record or delete them'),
  vatOpen: fault('VAT periods are not reported ({count}): report them, or empty the accounts 2600 to 2649'),
  unbalanced: fault(
    'the balance sheet is out of balance by {amount}: correct the opening balances, or open the earlier year whose result was never booked, and close it with POST …/closing',
  ),
  nextYearClosed: fault('the fiscal year {after} is closed and would begin with other balances: open it again first'),
}

export const yearEndFaults = {
  sharesNotAllowed: fault('is only for partnerships: leave it out'),
  shareAccount: fault('must be one of the accounts {accounts}, each once'),
  sharesSum: fault('must sum to the result that is not booked yet, {amount}'),
}

/** Warnings of a tax return or a closing. */
export const yearEndDoubts = {
  unmapped: phrase('account {account} {name} has {amount} and belongs to no field: give it an SRU code'),
  difference: phrase('the balance sheet differs by {amount}, which no field has'),
  openYear: phrase('the fiscal year is open: its figures may change'),
  noShares: phrase('the whole result was booked to account {account}, since no shares were given'),
  invoicesInCurrency: phrase(
    'unpaid invoices in other currencies ({count}, {amount} SEK) stand at old rates: {documents}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)',
  ),
  supplierInvoicesInCurrency: phrase(
    'unpaid supplier invoices in other currencies ({count}, {amount} SEK) stand at old rates: {documents}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)',
  ),
  accountsInCurrency: phrase(
    'bank accounts in other currencies stand at what was booked on them: {accounts}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)',
  ),
  keepsOwn: phrase(
    'the fiscal year {next} keeps its own opening balances, which differ from what this one ends with on {accounts}',
  ),
}
