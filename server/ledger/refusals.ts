// Why the ledger refuses: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const ledgerRefusals = {
  entryNotFound: refusal('not-found', 'There is no journal entry {id} in this company'),
  accountNotFound: refusal('not-found', 'There is no account {account} in this company'),
  fiscalYearNotFound: refusal('not-found', 'There is no fiscal year {id} in this company'),
  commentNotFound: refusal('not-found', 'There is no comment {id} on this journal entry'),
  reversedAlready: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) is already reversed, by {reversing}',
  ),
  reversedInClosedYear: refusal('operation-not-allowed', 'Journal entry {number} ({id}) is in a closed fiscal year'),
  reversedInConsole: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) was made in the console and is reversed there',
  ),
  reversedDocument: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) belongs to a document and is reversed by crediting that document',
  ),
  reversedLocked: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) cannot be reversed: every day of its fiscal year that may be booked on is locked',
  ),
  commentOnConsoleEntry: refusal(
    'operation-not-allowed',
    'Journal entry {id} was made in the console: it takes no comments through the API',
  ),
  commentOfAnother: refusal('operation-not-allowed', 'Comment {id} was written by another integration'),
  tooManyComments: refusal('limit-exceeded', 'A journal entry takes at most {limit} comments'),
  documentNotBookable: refusal('operation-not-allowed', '{what} cannot be booked: {reason}'),
  booksBusy: refusal('conflict', 'The settings of the books kept changing while the entry was booked; send it again'),
  yearClosedAlready: refusal('operation-not-allowed', 'The fiscal year {id} is already closed'),
  yearsNotAdjoining: refusal(
    'operation-not-allowed',
    'A fiscal year must follow or precede another one without days between them; the years are {years}',
  ),
  yearsOverlap: refusal('operation-not-allowed', 'The fiscal year {year} overlaps {other}'),
  accountExists: refusal('operation-not-allowed', 'Account {account} exists already'),
  sieUnreadable: refusal('validation-error', 'The file was not imported: {count}'),
}

export const ledgerFaults = {
  titleMissing: fault('must not be empty'),
  unknownAccount: fault('account {account} is not in the chart of accounts'),
  inactiveAccount: fault('account {account} is not active'),
  oneSide: fault('exactly one of debit and credit must be above zero'),
  badAmount: fault('must be an amount from 0 with at most two decimals, at most {limit}'),
  unbalanced: fault('debit {debit} and credit {credit} are not equal'),
  badDate: fault('must be a day, YYYY-MM-DD'),
  noFiscalYear: fault('{date} is in no fiscal year'),
  closedYear: fault('{date} is in a fiscal year that is closed'),
  locked: fault('the books are locked up to and including {lockDate}'),
  tooFarAhead: fault('{date} is more than two business days ahead; the last day is {last}'),
  unknownUpload: fault('there is no upload {id}'),
  unknownTag: fault('tags are set on imported entries only'),
  periodOrder: fault('must be after the start date'),
  periodMonths: fault('a fiscal year begins on the first and ends on the last day of a month'),
  periodLength: fault('a fiscal year is at most 18 months'),
  unknownRole: fault('must be one of {roles}'),
  noSuchAccount: fault('account {account} is not in the chart of accounts, or not active'),
  sharedClaim: fault('claims would share account {account} with something else: nobody could tell what is unpaid'),
  accountNumber: fault('must be a whole number from 1000 to 99999999'),
  sieFile: fault('{problem}'),
  sieLine: fault('line {line}: {problem}'),
}
