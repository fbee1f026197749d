// Refusals of invoices, and of invoices and credit notes in common: whole requests, and single fields.
import { NO_DAY } from '#platform/day'
import { fault, phrase, refusal } from '#platform/refusal'

export const invoiceRefusals = {
  invoiceNotFound: refusal('not-found', 'There is no invoice {id} in this company'),
  creditNoteNotFound: refusal('not-found', 'There is no credit note {id} in this company'),
  notDraft: refusal(
    'operation-not-allowed',
    'The document {id} is published as number {number} and can no longer be changed: credit it instead',
  ),
  publishedAlready: refusal('operation-not-allowed', 'The document {id} is already published, as number {number}'),
  notPublishable: refusal('operation-not-allowed', 'The document cannot be published: {reason}'),
  tooManyLines: refusal('limit-exceeded', 'A document takes at most {limit} lines'),
}

export const invoiceFaults = {
  required: fault('is required'),
  notOfText: fault('is for lines of itemType salesItem only'),
  decimals: fault('must be a number with at most six decimals, above -{limit} and below {limit}'),
  unknownItem: fault('there is no item {id}'),
  unknownLine: fault('there is no line {id} on this document'),
  repeatedLine: fault('line {id} is given twice'),
  unknownCustomer: fault('there is no customer {id}'),
  unknownContact: fault('the customer has no contact detail {id}'),
  contactWithoutCustomer: fault('needs the customer that it belongs to'),
  unknownAccount: fault('account {account} is not in the chart of accounts'),
  inactiveAccount: fault('account {account} is not active'),
  notForSales: fault('account {account} is for money, receivables or payables: sales cannot be booked on it'),
  notIncome: fault(
    'account {account} is for value added tax, equity or the result of the year: sales cannot be booked on it. ' +
      'Give an income account, or leave it out',
  ),
  currency: fault('must be a currency code of ISO 4217 in use, such as SEK or EUR'),
  rateMissing: fault('is required when the currency is {currency}'),
  rateOfSek: fault('must be 1 when the currency is SEK'),
  rate: fault('must be above zero, with at most six decimals, below {limit}'),
  badDate: fault(NO_DAY),
  reductionOfAdvance: fault('an advance has no tax reduction: ask for it on the invoice for the work itself'),
  unbookableDay: fault('{reason}: the document could not be booked. Give it another date, {first} at the earliest'),
  noOpenDay: fault('{reason}: the document could not be booked. Open a fiscal year for it first'),
  dueBeforeDate: fault('must not be before {date}'),
  badCountry: fault('must be a country code of ISO 3166-1 alpha-2, such as SE'),
  metadataKey: fault('a key has at most {limit} letters, digits and _, and does not begin with a digit'),
  metadataValue: fault('must be a text of at most {limit} characters'),
  metadataCount: fault('must have at most {limit} keys'),
  negative: fault('the lines come to {total}: use a credit note for what is below zero'),
  tooMuch: fault('the total must be at most {limit} in SEK'),
  tooLong: fault('a document has at most {limit} characters of text in all, and this one {count}'),
  tooLongInOtherScripts: fault(
    'a document has at most {limit} characters in texts with letters that are neither Latin, Greek nor Cyrillic, and this one {count}',
  ),
  tooLarge: fault('must be at most {limit} in SEK, counted without signs: the document could not be booked'),
}

/** Why a document cannot be published. */
export const unpublishable = {
  noCustomer: phrase('it has no customer'),
  nothingSold: phrase('it has no line that sells anything'),
  attachments: phrase('its attachments are too much for one PDF'),
  texts: phrase('its texts are too long for one PDF'),
  signs: phrase('it has signs that its PDF could not show'),
}
