// Why the ledger refuses: whole requests, and single fields.
import { NO_DAY } from '#platform/day'
import { fault, phrase, refusal } from '#platform/refusal'
import { UNSEEN_SENTENCE } from '#platform/unseen'

export const ledgerRefusals = {
  entryNotFound: refusal('not-found', 'There is no journal entry {id} in this company'),
  accountNotFound: refusal('not-found', 'There is no account {account} in this company'),
  fiscalYearNotFound: refusal('not-found', 'There is no fiscal year {id} in this company'),
  yearMustBeKept: refusal('operation-not-allowed', 'Nothing of the fiscal year {year} is removed. {reasons}'),
  commentNotFound: refusal('not-found', 'There is no comment {id} on this journal entry'),
  reversedAlready: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) is already reversed, by {reversing}',
  ),
  reversedInClosedYear: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) is in a closed fiscal year, and no year after it is open: add the next fiscal year first',
  ),
  reversedInConsole: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) was made by people in the console or by the operator, and must be reversed there',
  ),
  reversedDocument: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) belongs to a document: credit that document instead',
  ),
  reversalOfRegister: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) took back depreciation, a disposal or an accrual: book that anew instead',
  ),
  reversedAccrued: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) has an accrual, {accrual}: reverse the accrual first',
  ),
  noCorrection: refusal(
    'not-found',
    'There is no correction of account {account} that the chart of this company lacks',
  ),
  reversedOfAsset: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) is of a fixed asset, and journal entry {later} was reckoned from it: reverse that first',
  ),
  reversedLocked: refusal(
    'operation-not-allowed',
    'Journal entry {number} ({id}) cannot be reversed: every day of the fiscal year that could be booked on is locked',
  ),
  commentOnConsoleEntry: refusal(
    'operation-not-allowed',
    'Journal entry {id} was made by people in the console or by the operator: it takes no comments through the API',
  ),
  commentOfAnother: refusal('operation-not-allowed', 'Comment {id} was written by another integration'),
  tooManyComments: refusal('limit-exceeded', 'A journal entry takes at most {limit} comments'),
  tagGroupNotFound: refusal('not-found', 'There is no tag group {id} in this company'),
  tagNotFound: refusal('not-found', 'There is no tag {id} in this tag group'),
  tagGroupInUse: refusal('operation-not-allowed', 'Tag group {id} is in use: {reason}'),
  tagInUse: refusal('operation-not-allowed', 'Tag {id} is in use: journal entries or entry templates have it'),
  tooManyTagGroups: refusal('limit-exceeded', 'A company has at most {limit} tag groups'),
  templateNotFound: refusal('not-found', 'There is no entry template {id} in this company'),
  tooManyTemplates: refusal('limit-exceeded', 'A company has at most {limit} entry templates'),
  tooManyTags: refusal('limit-exceeded', 'A tag group has at most {limit} tags'),
  documentNotBookable: refusal('operation-not-allowed', '{what} cannot be booked: {reason}'),
  booksBusy: refusal('conflict', 'The settings of the books kept changing while the entry was booked; send it again'),
  yearOpenAlready: refusal('operation-not-allowed', 'The fiscal year {id} is open already'),
  laterYearClosed: refusal(
    'operation-not-allowed',
    'The fiscal year {year} is closed and carries on from this one: open it again first',
  ),
  yearClosedAlready: refusal('operation-not-allowed', 'The fiscal year {id} is already closed'),
  earlierYearOpen: refusal('operation-not-allowed', 'The fiscal year {earlier} is open: close it before {year}'),
  closedYearAfterNew: refusal(
    'operation-not-allowed',
    'The fiscal year {after} is closed and would carry on from {year}: open it again first',
  ),
  yearsNotAdjoining: refusal(
    'operation-not-allowed',
    'A fiscal year must follow or precede another one without days between them; the years are {years}',
  ),
  yearsOverlap: refusal('operation-not-allowed', 'The fiscal year {year} overlaps {other}'),
  openingNotFirst: refusal(
    'operation-not-allowed',
    'The fiscal year {year} is not the first of these books: correct the opening balances of {first}, from which it carries on',
  ),
  openingClosed: refusal(
    'operation-not-allowed',
    'The fiscal year {year} is closed: its opening balances cannot be changed',
  ),
  openingClosedAfter: refusal(
    'operation-not-allowed',
    'The fiscal year {after} is closed and carries on from {year}: the opening balances cannot be changed',
  ),
  openingLocked: refusal(
    'operation-not-allowed',
    'The books are locked up to and including {lockDate}: move the lock date back to correct opening balances',
  ),
  tooManyOpenings: refusal(
    'limit-exceeded',
    'The opening balances of a fiscal year are corrected at most {limit} times',
  ),
  accountExists: refusal('operation-not-allowed', 'Account {account} already exists'),
  sieUnreadable: refusal('validation-error', 'The file was not imported: {count}'),
  sieUnreadableInSwedish: refusal('validation-error', 'Filen lästes inte in: {count}'),
}

export const ledgerFaults = {
  accountNumbers: fault('must be account numbers separated by commas, such as 3001,3041'),
  titleMissing: fault('must not be empty'),
  reasonMissing: fault('must say why the year is opened again'),
  unknownAccount: fault('account {account} is not in the chart of accounts'),
  inactiveAccount: fault('account {account} is not active'),
  tooFewLines: fault('must have at least two lines: what one account gets, another gives'),
  tooManyLines: fault('must have at most {limit} lines'),
  oneSide: fault('exactly one of debit and credit must be above zero'),
  badAmount: fault('must be an amount from 0 with at most two decimals, at most {limit}'),
  unbalanced: fault('debit {debit} and credit {credit} are not equal'),
  badDate: fault(NO_DAY),
  noFiscalYear: fault('{date} is in no fiscal year'),
  closedYear: fault('{date} is in a closed fiscal year'),
  closedYearAfter: fault(
    '{date} is in a fiscal year that the closed year {after} carries on from: open that one again first',
  ),
  locked: fault('the books are locked up to and including {lockDate}'),
  tooFarAhead: fault('{date} is more than two business days ahead; the last day is {last}'),
  beforeEntry: fault('{date} is before the entry itself, which is of {entryDate}'),
  templateNameTaken: fault('another entry template is named {name}'),
  templateAmount: fault('must be an amount from 0.01 with at most two decimals, at most {limit}'),
  templatePercent: fault('must be from 0.0001 to {limit}, with at most {decimals} decimals'),
  secondRest: fault('only one line takes the rest'),
  templateUnbalanced: fault('do not balance whatever the amount is: let one line take the rest'),
  amountMissing: fault('is needed: lines of this entry template follow from it'),
  linesBeyond: fault('makes lines of more than {limit}'),
  linesUnbalanced: fault('makes debit {debit} and credit {credit} of the lines: let one line take the rest'),
  linesTooFew: fault('leaves fewer than two lines with an amount'),
  unknownTag: fault('there is no tag {id}'),
  repeatedTag: fault('the tag {id} is given twice'),
  tagsOnBoth: fault('tags go either on the entry or on its items'),
  weightDecimals: fault('must have at most {decimals} decimals'),
  weightsBeyondOne: fault('the weights within the tag group {group} come to {sum}, which is more than 1'),
  unknownItem: fault('the entry has no item {id}'),
  repeatedItem: fault('the item {id} is given twice'),
  tagGroupNameTaken: fault('another tag group is named {name}'),
  aliasTaken: fault('another tag group has the alias {alias}'),
  dimensionTaken: fault('the tag group {name} is dimension {number}'),
  dimensionReserved: fault('must be 1, 2, 6 to 10, or 20 to {limit}'),
  tagNameTaken: fault('another tag of the group is named {name}'),
  notBalanceAccount: fault('account {account} is for income or expenses, which start every year at zero'),
  repeatedAccount: fault('account {account} is given twice'),
  signedAmount: fault('must be an amount with at most two decimals, at most {limit} either side of zero'),
  openingUnbalanced: fault('the balances sum to {sum} and not to 0.00: add what is missing, or send force=true'),
  periodOrder: fault('must be after the start date'),
  periodMonths: fault(
    'a fiscal year begins on the first and ends on the last day of a month; only the first year may begin on any day',
  ),
  notCalendar: fault(
    "a sole proprietor's fiscal year ends on 31 December and begins on 1 January, the first year on any day; any other year needs the tax agency's permission: force it, and note the permission",
  ),
  periodLength: fault('a fiscal year is at most 18 months'),
  yearOutside: fault('a fiscal year lies within {first} and {last}'),
  unknownRole: fault('must be one of {roles}'),
  noSuchAccount: fault('account {account} is not in the chart of accounts, or not active'),
  settlementAccount: fault('VAT is settled on an account 265x or 165x: choose one of these'),
  sharedClaim: fault(
    'receivables or payables would share account {account} with something else, and it would be impossible to tell what is unpaid',
  ),
  accountName: fault('must be from 1 to {limit} characters'),
  nameUnseen: fault(UNSEEN_SENTENCE),
  sruCode: fault('must be an SRU code of four digits, such as 7281'),
  sruCodes: fault('must be at most {limit} SRU codes'),
  vatCode: fault('must be a box of the VAT return: one of {codes}; empty for none'),
  accountNumber: fault('must be a whole number from 1000 to 99999999'),
  sieFile: fault('{problem}'),
  sieTooMuch: fault('the file takes too much time or memory to read'),
  sieMap: fault('{pair} must be ACCOUNT:NUMBER, such as FEL:3999, with commas between; at most {limit} of them'),
}

/** Why a tag group is in use, and phrases about accounts. */
export const ledgerPhrases = {
  tagsInEntries: phrase('journal entries or entry templates have its tags'),
  partOfGroup: phrase('the dimension {name} is part of it'),
  accountOfRoles: phrase(
    'Account {account} is used by automatic entries ({roles}): assign another account to these roles',
  ),
  baseOfBox: phrase('The base in box {box} of the VAT return'),
  noBaseAccount: phrase('no active account counts towards that box; give account {account} the VAT code {box}'),
  transitAdded: phrase('Account {account} ({name}) was added to the chart: set-offs are booked over it'),
  correctionAdded: phrase('Account {account} ({name}) was added to the chart, as the usual chart has it'),
  accountAdded: phrase('Account {account} ({name}) was added to the chart: the base of VAT is booked on it'),
}
