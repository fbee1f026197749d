// Refusals of bank payments, payment files and bank accounts: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'
import { UNSEEN_SENTENCE } from '#platform/unseen'

export const paymentRefusals = {
  paymentNotFound: refusal('not-found', 'There is no bank payment {id} made by this integration in this company'),
  paymentFileNotFound: refusal('not-found', 'There is no payment file {id} made by this integration in this company'),
  nothingToSend: refusal('operation-not-allowed', 'No signed bank payment is waiting to be put into a file'),
  noBankAccount: refusal(
    'operation-not-allowed',
    'The company has no bank account to pay from: one of its administrators can add it, with POST /bank-accounts',
  ),
  notSignatory: refusal('forbidden', 'Only signatories of the company may see and sign its bank payments'),
  noSuchPayment: refusal('not-found', 'There is no bank payment {id} in this company'),
  notCancellable: refusal('operation-not-allowed', 'Bank payment {id} is {state} and can no longer be cancelled'),
  notAtBank: refusal('operation-not-allowed', 'Bank payment {id} is {state}: a bank refuses only what was signed'),
  bankAccountNotFound: refusal('not-found', 'There is no bank account {id} in this company'),
  notSek: refusal('operation-not-allowed', 'Payments are made from accounts in SEK, and {name} is in {currency}'),
  tooManyBankAccounts: refusal('limit-exceeded', 'A company has at most {limit} bank accounts'),
}

export const paymentFaults = {
  decimals: fault('must be an amount in kronor with at most two decimals'),
  notPositive: fault('must be above 0'),
  paymentDate: fault('must be a date no earlier than today, {today}'),
  required: fault('is required for recipients of kind {kind}'),
  ofOtherKind: fault('is not for recipients of kind {kind}'),
  blank: fault('must not be empty'),
  unseen: fault(UNSEEN_SENTENCE),
  bankgiro: fault('must be a bankgiro number with its check digit, such as 5050-1055'),
  plusgiro: fault('must be a plusgiro number with its check digit, such as 28 65 43-4'),
  bicOfOtherCountry: fault('is of a bank in {country}, and the IBAN is not'),
  country: fault('must be a country code of ISO 3166-1 alpha-2, such as SE'),
  cityAndCountry: fault('is needed: banks accept recipientCity and recipientCountry together, or neither'),
  paymentFormat: fault('must be one of {formats}'),
  ocrOrMessage: fault('needs exactly one of ocr and message'),
  ocr: fault('must be 2 to 25 digits of which the last is the check digit'),
  clearingNumber: fault('must be the clearing number of a Swedish bank, four digits or five that begin with 8'),
  accountNumber: fault(
    'must be an account number of the bank that has clearing number {clearing}, with its check digit',
  ),
  characters: fault('has characters that banks do not accept: {characters}'),
  tooLong: fault('must have at most {limit} characters in the form that banks use'),
  iban: fault('must be an IBAN with its check digits'),
  bic: fault('must be a BIC of 8 or 11 characters'),
  currency: fault('must be a currency code of ISO 4217, such as SEK'),
  ibanTaken: fault('the company already has an account with this IBAN'),
  notPaymentAccount: fault('account {account} is not an active payment account of the chart'),
  agreement: fault('must be at most {limit} letters, digits and hyphens'),
}
