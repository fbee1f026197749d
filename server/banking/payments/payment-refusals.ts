// Refusals of bank payments, payment files and bank accounts: whole requests, and single fields.
import { fault, invisibleCharactersFault, noCurrency, refusal } from '#platform/refusal'

export const paymentRefusals = {
  paymentNotFound: refusal(
    'not-found',
    'bank-payment.payment-not-found',
    'There is no bank payment {id} made by this integration in this company',
    'Integrationen har inte gjort någon betalning {id} i företaget',
  ),
  paymentFileNotFound: refusal(
    'not-found',
    'bank-payment.payment-file-not-found',
    'There is no payment file {id} made by this integration in this company',
    'Integrationen har inte gjort någon betalfil {id} i företaget',
  ),
  paymentReportNotFound: refusal(
    'not-found',
    'bank-payment.status-report-not-found',
    'There is no status report {id} on this payment file',
    'Det finns ingen återrapport {id} för betalfilen',
  ),
  nothingToSend: refusal(
    'operation-not-allowed',
    'bank-payment.nothing-to-send',
    'No signed bank payment is waiting to be put into a file',
    'Ingen signerad betalning väntar på att läggas i en fil',
  ),
  noBankAccount: refusal(
    'operation-not-allowed',
    'bank-payment.no-bank-account',
    'The company has no bank account to pay from: one of its administrators can add it, with POST /bank-accounts',
    'Företaget har inget bankkonto att betala från: en administratör kan lägga till ett i inställningarna',
  ),
  notSignatory: refusal(
    'forbidden',
    'bank-payment.not-signatory',
    'Only signatories of the company may see and sign its bank payments',
    'Bara företagets firmatecknare får se och signera dess betalningar',
  ),
  noSuchPayment: refusal(
    'not-found',
    'bank-payment.no-such-payment',
    'There is no bank payment {id} in this company',
    'Det finns ingen betalning {id} i företaget',
  ),
  notCancellable: refusal(
    'operation-not-allowed',
    'bank-payment.not-cancellable',
    'Bank payment {id} is {state} and can no longer be cancelled',
    'Betalningen {id} är {state} och går inte längre att avbryta',
  ),
  notAtBank: refusal(
    'operation-not-allowed',
    'bank-payment.not-at-bank',
    'Bank payment {id} is {state}: a bank refuses only what was signed',
    'Betalningen {id} är {state}: en bank avvisar bara det som är signerat',
  ),
  bankAccountNotFound: refusal(
    'not-found',
    'bank-payment.bank-account-not-found',
    'There is no bank account {id} in this company',
    'Det finns inget bankkonto {id} i företaget',
  ),
  notSek: refusal(
    'operation-not-allowed',
    'bank-payment.not-sek',
    'Payments are made from accounts in SEK, and {name} is in {currency}',
    'Betalningar görs från konton i SEK, och {name} är i {currency}',
  ),
  tooManyBankAccounts: refusal(
    'limit-exceeded',
    'bank-payment.too-many-bank-accounts',
    'A company has at most {limit} bank accounts',
    'Ett företag har högst {limit} bankkonton',
  ),
}

export const paymentFaults = {
  decimals: fault(
    'bank-payment.decimals',
    'must be an amount in kronor with at most two decimals',
    'ska vara ett belopp i kronor med högst två decimaler',
  ),
  notPositive: fault('bank-payment.not-positive', 'must be above 0', 'ska vara över 0'),
  paymentDate: fault(
    'bank-payment.payment-date',
    'must be a date no earlier than today, {today}',
    'ska vara en dag som inte är före i dag, {today}',
  ),
  required: fault(
    'bank-payment.required',
    'is required for recipients of kind {kind}',
    'krävs för mottagare av typen {kind}',
  ),
  ofOtherKind: fault(
    'bank-payment.of-other-kind',
    'is not for recipients of kind {kind}',
    'är inte för mottagare av typen {kind}',
  ),
  blank: fault('bank-payment.blank', 'must not be empty', 'får inte vara tomt'),
  unseen: invisibleCharactersFault,
  bankgiro: fault(
    'bank-payment.bankgiro',
    'must be a bankgiro number with its check digit, such as 5050-1055',
    'ska vara ett bankgironummer med sin kontrollsiffra, till exempel 5050-1055',
  ),
  plusgiro: fault(
    'bank-payment.plusgiro',
    'must be a plusgiro number with its check digit, such as 28 65 43-4',
    'ska vara ett plusgironummer med sin kontrollsiffra, till exempel 28 65 43-4',
  ),
  bicOfOtherCountry: fault(
    'bank-payment.bic-of-other-country',
    'is of a bank in {country}, and the IBAN is not',
    'hör till en bank i {country}, och det gör inte IBAN-numret',
  ),
  country: fault(
    'bank-payment.country',
    'must be a country code of ISO 3166-1 alpha-2, such as SE',
    'ska vara en landskod enligt ISO 3166-1 alpha-2, till exempel SE',
  ),
  cityAndCountry: fault(
    'bank-payment.city-and-country',
    'is required: banks accept recipientCity and recipientCountry together, or neither',
    'krävs: banker tar emot recipientCity och recipientCountry tillsammans, eller ingendera',
  ),
  paymentFormat: fault('bank-payment.payment-format', 'must be one of {formats}', 'ska vara något av {formats}'),
  ocrOrMessage: fault(
    'bank-payment.ocr-or-message',
    'needs exactly one of ocr and message',
    'behöver antingen ocr eller message, och bara ett av dem',
  ),
  ocr: fault(
    'bank-payment.ocr',
    'must be 2 to 25 digits of which the last is the check digit',
    'ska vara 2 till 25 siffror där den sista är kontrollsiffran',
  ),
  clearingNumber: fault(
    'bank-payment.clearing-number',
    'must be the clearing number of a Swedish bank, four digits or five that begin with 8',
    'ska vara en svensk banks clearingnummer, fyra siffror eller fem som börjar med 8',
  ),
  accountNumber: fault(
    'bank-payment.account-number',
    'must be an account number of the bank that has clearing number {clearing}, with its check digit',
    'ska vara ett kontonummer i banken med clearingnummer {clearing}, med sin kontrollsiffra',
  ),
  characters: fault(
    'bank-payment.characters',
    'has characters that banks do not accept: {characters}',
    'har tecken som banker inte tar emot: {characters}',
  ),
  tooLong: fault(
    'bank-payment.too-long',
    'must have at most {limit} characters in the form that banks use',
    'får ha högst {limit} tecken i den form som banker använder',
  ),
  iban: fault(
    'bank-payment.iban',
    'must be an IBAN with its check digits',
    'ska vara ett IBAN-nummer med sina kontrollsiffror',
  ),
  bic: fault('bank-payment.bic', 'must be a BIC of 8 or 11 characters', 'ska vara en BIC-kod med 8 eller 11 tecken'),
  currency: noCurrency,
  ibanTaken: fault(
    'bank-payment.iban-taken',
    'the company already has an account with this IBAN',
    'företaget har redan ett konto med det här IBAN-numret',
  ),
  notPaymentAccount: fault(
    'bank-payment.not-payment-account',
    'account {account} is not an active payment account of the chart',
    'konto {account} är inget aktivt betalkonto i kontoplanen',
  ),
  agreement: fault(
    'bank-payment.agreement',
    'must be at most {limit} letters, digits and hyphens',
    'får vara högst {limit} bokstäver, siffror och bindestreck',
  ),
}
