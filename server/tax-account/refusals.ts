// Refusals of the tax account.
import { fault, refusal } from '#platform/refusal'

export const taxAccountRefusals = {
  inKronor: refusal(
    'operation-not-allowed',
    'tax-account.in-kronor',
    'The tax account is in SEK and the books in EUR: its statements are not imported. Book what moves on it by hand on account 1630, in EUR at the rate of the day, and restate the balance at the end of the year',
    'Skattekontot är i SEK och bokföringen i EUR: kontoutdragen läses inte in. Bokför det som händer på kontot för hand på konto 1630, i EUR till dagens kurs, och räkna om saldot vid årets slut',
  ),
  statementNotFound: refusal(
    'not-found',
    'tax-account.statement-not-found',
    'There is no statement {id} of the tax account in this company',
    'Det finns inget kontoutdrag {id} från skattekontot i företaget',
  ),
  transactionNotFound: refusal(
    'not-found',
    'tax-account.transaction-not-found',
    'There is no row {id} of the tax account in this company',
    'Det finns ingen rad {id} på skattekontot i företaget',
  ),
  noFile: refusal(
    'not-found',
    'tax-account.no-file',
    'The statement {id} came as rows from a program: it has no file',
    'Kontoutdraget {id} kom som rader från ett program: det har ingen fil',
  ),
  matchedAlready: refusal(
    'operation-not-allowed',
    'tax-account.matched-already',
    'The row {id} is matched already, with the entry {entry}',
    'Raden {id} är redan matchad, med verifikationen {entry}',
  ),
  notMatched: refusal(
    'operation-not-allowed',
    'tax-account.not-matched',
    'The row {id} is not matched',
    'Raden {id} är inte matchad',
  ),
  entryBooked: refusal(
    'operation-not-allowed',
    'tax-account.entry-booked',
    'The entry {entry} was booked for the row {id}: reverse it, and the row is open again',
    'Verifikationen {entry} bokfördes för raden {id}: återför den, så är raden öppen igen',
  ),
  noProposal: refusal(
    'operation-not-allowed',
    'tax-account.no-proposal',
    'Nothing is proposed for the row {id} ({text}): say which account or which entry it is',
    'Det finns inget förslag för raden {id} ({text}): ange vilket konto eller vilken verifikation den är',
  ),
  nothingToBook: refusal(
    'operation-not-allowed',
    'tax-account.nothing-to-book',
    'No row of the tax account has a proposal that is sure',
    'Ingen rad på skattekontot har ett säkert förslag',
  ),
  noStatement: refusal(
    'operation-not-allowed',
    'tax-account.no-balance',
    'No statement with a closing balance on or before {date} is imported',
    'Inget kontoutdrag med utgående saldo till och med {date} är inläst',
  ),
}

export const taxAccountFaults = {
  file: fault('tax-account.file', 'line {line}: {problem}', 'rad {line}: {problem}'),
  otherCompany: fault(
    'tax-account.other-company',
    'the statement is of {number}, and this company is {own}: nothing was imported',
    'kontoutdraget gäller {number}, och det här företaget är {own}: inget har lästs in',
  ),
  dayToCome: fault('tax-account.day-to-come', 'must be today or earlier', 'måste vara i dag eller tidigare'),
  amount: fault(
    'tax-account.amount',
    'must be an amount other than 0 with at most two decimals',
    'ska vara ett annat belopp än 0 med högst två decimaler',
  ),
  referenceTwice: fault(
    'tax-account.reference-twice',
    'two rows have the reference {reference}',
    'två rader har referensen {reference}',
  ),
  sum: fault(
    'tax-account.sum',
    'the opening balance and the rows make {sum}, and the closing balance is {closing}',
    'ingående saldo och raderna blir {sum}, och utgående saldo är {closing}',
  ),
  outside: fault(
    'tax-account.day-outside',
    'must be from {from} to {to}, as the statement says',
    'ska vara från {from} till {to}, som kontoutdraget anger',
  ),
  days: fault('tax-account.days', 'must not be after the last day', 'får inte vara efter den sista dagen'),
  oneTarget: fault(
    'tax-account.one-target',
    'account and journalEntryId exclude each other',
    'account och journalEntryId utesluter varandra',
  ),
  titleOfAccount: fault(
    'tax-account.title-of-account',
    'belongs to an entry that is booked, not to one that is there',
    'hör till en verifikation som bokförs, inte till en som finns',
  ),
  taxAccountItself: fault('tax-account.itself', 'is the tax account itself', 'är skattekontot självt'),
  entry: fault(
    'tax-account.entry',
    'the entry {number} has {booked} on {account}, and the row is {amount}',
    'verifikationen {number} har {booked} på {account}, och raden är {amount}',
  ),
  unknownEntry: fault(
    'tax-account.unknown-entry',
    'there is no journal entry {id} in this company',
    'det finns ingen verifikation {id} i företaget',
  ),
  entryReversed: fault(
    'tax-account.entry-reversed',
    'the entry {number} is reversed, or reverses another',
    'verifikationen {number} är återförd, eller återför en annan',
  ),
  entryTaken: fault(
    'tax-account.entry-taken',
    'the entry {number} is matched with another row',
    'verifikationen {number} är matchad med en annan rad',
  ),
  unknownTransaction: fault(
    'tax-account.unknown-transaction',
    'there is no open row {id} of the tax account',
    'det finns ingen öppen rad {id} på skattekontot',
  ),
}
