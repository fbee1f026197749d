// Refusals of bank statements and of matching: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const statementRefusals = {
  statementNotFound: refusal(
    'not-found',
    'bank-statement.statement-not-found',
    'There is no bank statement {id} in this company',
    'Det finns inget kontoutdrag {id} i företaget',
  ),
  transactionNotFound: refusal(
    'not-found',
    'bank-statement.transaction-not-found',
    'There is no transaction {id} on this bank statement',
    'Det finns ingen transaktion {id} på kontoutdraget',
  ),
  bookedAlready: refusal(
    'operation-not-allowed',
    'bank-statement.booked-already',
    'The transaction {id} is already booked, as journal entry {entry}: reverse that entry if it is wrong',
    'Transaktionen {id} är redan bokförd, som verifikation {entry}: rätta den verifikationen om den är fel',
  ),
  transactionReplaced: refusal(
    'operation-not-allowed',
    'bank-statement.transaction-replaced',
    'The transaction {id} was replaced by its details, which came in another file: match those',
    'Transaktionen {id} har ersatts av sina detaljer, som kom i en annan fil: matcha dem',
  ),
  otherCurrency: refusal(
    'operation-not-allowed',
    'bank-statement.other-currency',
    'The transaction {id} is in {currency}: only accounts in the accounting currency are booked from their statements',
    'Transaktionen {id} är i {currency}: bara konton i redovisningsvalutan bokförs från sina kontoutdrag',
  ),
  bankPaymentNotPayable: refusal(
    'operation-not-allowed',
    'bank-statement.bank-payment-not-payable',
    'The bank payment {id} is {state}, or another transaction has paid it',
    'Betalningen {id} är {state}, eller så har en annan transaktion betalat den',
  ),
  bankPaymentNotSigned: refusal(
    'operation-not-allowed',
    'bank-statement.bank-payment-not-signed',
    'The bank payment {id} is waiting for a signature: sign it, or cancel it if it was paid in another way',
    'Betalningen {id} väntar på en signatur: signera den, eller avbryt den om den betalades på annat sätt',
  ),
  transactionNotMatched: refusal(
    'operation-not-allowed',
    'bank-statement.transaction-not-matched',
    'The transaction {id} is not matched: there is nothing to undo',
    'Transaktionen {id} är inte matchad: det finns inget att ångra',
  ),
  matchBooked: refusal(
    'operation-not-allowed',
    'bank-statement.match-booked',
    'The transaction {id} has been booked as journal entry {entry}: reverse that entry first',
    'Transaktionen {id} är bokförd som verifikation {entry}: rätta den verifikationen först',
  ),
  matchPaid: refusal(
    'operation-not-allowed',
    'bank-statement.match-paid',
    'The transaction {id} is a payment of an invoice, which stays: correct it on the invoice',
    'Transaktionen {id} är en betalning av en faktura, och den står kvar: rätta på fakturan',
  ),
  matchOfParts: refusal(
    'operation-not-allowed',
    'bank-statement.match-of-parts',
    'The transaction {id} was split into several entries, which stay: correct each of them in the books',
    'Transaktionen {id} delades på flera verifikationer, som står kvar: rätta var och en i bokföringen',
  ),
  oppositeSign: refusal(
    'operation-not-allowed',
    'bank-statement.opposite-sign',
    'The transaction {id} goes in the opposite direction to what remains on the supplier invoice {supplierInvoiceId}',
    'Transaktionen {id} går åt andra hållet än det som återstår på leverantörsfakturan {supplierInvoiceId}',
  ),
}

export const statementFaults = {
  unknownRule: fault(
    'bank-match.unknown-rule',
    'there is no matching rule {id}',
    'det finns ingen matchningsregel {id}',
  ),
  camtFile: fault('bank-statement.camt-file', '{place}: {problem}', '{place}: {problem}'),
  unknownPaymentFile: fault(
    'bank-statement.unknown-payment-file',
    'the report is about the file {message} ({kind}), which is not a payment file that this company has made here: nothing was changed',
    'återrapporten gäller filen {message} ({kind}), som inte är någon betalfil som företaget har gjort här: inget har ändrats',
  ),
  reportOfTomorrow: fault(
    'bank-statement.report-of-tomorrow',
    'according to the report, the bank will not make it until {moment} (GrpHdr/CreDtTm)',
    'enligt återrapporten görs den inte förrän {moment} (GrpHdr/CreDtTm)',
  ),
  unknownBankAccount: fault(
    'bank-statement.unknown-bank-account',
    '{place}: the company has no bank account {account}',
    '{place}: företaget har inget bankkonto {account}',
  ),
  accountNeeded: fault(
    'bank-statement.account-needed',
    'the file does not name the account: say which bank account it is of (bankAccountId)',
    'filen säger inte vilket konto den gäller: ange bankkontot (bankAccountId)',
  ),
  noSuchAccount: fault(
    'bank-statement.no-such-account',
    'the company has no bank account {id}',
    'företaget har inget bankkonto {id}',
  ),
  otherBankAccount: fault(
    'bank-statement.other-bank-account',
    'it is of the account {account}, and not of {expected}',
    'den gäller kontot {account} och inte {expected}',
  ),
  noColumns: fault(
    'bank-statement.no-columns',
    'there are no columns with days, texts and amounts in it',
    'det finns inga kolumner med dagar, texter och belopp i den',
  ),
  unknownColumns: fault(
    'bank-statement.unknown-columns',
    'what its columns hold is not known: {columns}. Say it once for the bank account (statement-columns)',
    'det är okänt vad kolumnerna innehåller: {columns}. Ange det en gång för bankkontot (statement-columns)',
  ),
  incompleteColumns: fault(
    'bank-statement.incomplete-columns',
    'need a column with the booked day, one with a text or a counterparty, and one with the amount, or with money in or out',
    'behöver en kolumn med bokföringsdag, en med text eller motpart, och en med belopp, eller med pengar in eller ut',
  ),
  columnTwice: fault(
    'bank-statement.column-twice',
    'another column holds the same: {holds}',
    'en annan kolumn innehåller samma sak: {holds}',
  ),
  amountTwice: fault(
    'bank-statement.amount-twice',
    'the amount stands in one column, or as money in and money out in two',
    'beloppet står i en kolumn, eller som pengar in och pengar ut i två',
  ),
  layoutTwice: fault(
    'bank-statement.layout-twice',
    'another layout has the same titles',
    'en annan uppställning har samma rubriker',
  ),
  bankAccountCurrency: fault(
    'bank-statement.bank-account-currency',
    '{place}: it is in {currency}, and the bank account is in {expected}',
    '{place}: den är i {currency}, och bankkontot är i {expected}',
  ),
  oneTarget: fault(
    'bank-statement.one-target',
    'needs exactly one of invoiceId, supplierInvoiceId, supplierId, bankPaymentId, journalEntryId, account and parts',
    'behöver ett och bara ett av invoiceId, supplierInvoiceId, supplierId, bankPaymentId, journalEntryId, account och parts',
  ),
  oneTargetOfPart: fault(
    'bank-statement.one-target-of-part',
    'needs exactly one of invoiceId, supplierInvoiceId, supplierId, journalEntryId and account',
    'behöver ett och bara ett av invoiceId, supplierInvoiceId, supplierId, journalEntryId och account',
  ),
  advanceReceived: fault(
    'bank-statement.advance-received',
    'is for money that is paid: book a repayment on the advance itself, and match the transaction with its entry',
    'är för pengar som betalas ut: bokför en återbetalning på själva förskottet, och matcha transaktionen med dess verifikation',
  ),
  advanceAmountMissing: fault(
    'bank-statement.advance-amount-missing',
    'is required: the supplier is paid in {currency}, and the bank does not say how much',
    'krävs: leverantören betalas i {currency}, och banken säger inte hur mycket',
  ),
  emptyPart: fault(
    'bank-statement.empty-part',
    'must be an amount other than 0, with at most two decimals',
    'måste vara ett annat belopp än 0, med högst två decimaler',
  ),
  partTwice: fault(
    'bank-statement.part-twice',
    'refers to the same thing as an earlier part: give it once, with the whole amount',
    'gäller samma sak som en tidigare del: ange den en gång, med hela beloppet',
  ),
  partsSum: fault(
    'bank-statement.parts-sum',
    'the parts add up to {sum}, but the transaction is for {amount}: give the purpose of the remaining {rest}, such as an account',
    'delarna blir {sum}, men transaktionen är på {amount}: ange vad återstående {rest} avser, till exempel ett konto',
  ),
  salesTreatment: fault(
    'bank-statement.sales-treatment',
    'must be domestic or exempt on a sales account',
    'ska vara inrikes eller momsfri på ett försäljningskonto',
  ),
  ruleNameMissing: fault('bank-statement.rule-name-missing', 'must not be empty', 'får inte vara tomt'),
  ruleNameTaken: fault(
    'bank-statement.rule-name-taken',
    'another matching rule is named {name}',
    'en annan matchningsregel heter {name}',
  ),
  ruleWithoutCondition: fault(
    'bank-statement.rule-without-condition',
    'needs at least one of textContains, counterparty, reference, fromAmount and toAmount',
    'behöver minst ett villkor: text, motpart, referens eller belopp',
  ),
  ruleAmount: fault(
    'bank-statement.rule-amount',
    'must be an amount from 0.01, with at most two decimals',
    'ska vara ett belopp från 0,01, med högst två decimaler',
  ),
  ruleAmountOrder: fault(
    'bank-statement.rule-amount-order',
    'must not be less than fromAmount',
    'får inte vara mindre än det minsta beloppet',
  ),
  invoiceAmount: fault(
    'bank-statement.invoice-amount',
    'must be an amount above 0, with at most two decimals',
    'ska vara ett belopp över 0, med högst två decimaler',
  ),
  invoiceAmountOfNone: fault(
    'bank-statement.invoice-amount-of-none',
    'is for matching with an invoice only',
    'är bara för matchning mot en faktura',
  ),
  invoiceAmountOfSek: fault(
    'bank-statement.invoice-amount-of-sek',
    'is for an invoice in another currency than the accounting currency',
    'är för en faktura i annan valuta än redovisningsvalutan',
  ),
  invoiceAmountMissing: fault(
    'bank-statement.invoice-amount-missing',
    'is required: the payment is {paid} in the accounting currency, but all of {amount} {currency} is worth about {worth} in it; give the amount that was paid in {currency}',
    'krävs: betalningen är på {paid} i redovisningsvalutan, men hela {amount} {currency} är värt omkring {worth} i den; ange hur mycket som betalades i {currency}',
  ),
  titleOfAccount: fault(
    'bank-statement.title-of-account',
    'is for matching with an account only',
    'är bara för matchning mot ett konto',
  ),
  unknownInvoice: fault('bank-statement.unknown-invoice', 'there is no invoice {id}', 'det finns ingen faktura {id}'),
  unknownSupplierInvoice: fault(
    'bank-statement.unknown-supplier-invoice',
    'there is no supplier invoice {id}',
    'det finns ingen leverantörsfaktura {id}',
  ),
  unknownBankPayment: fault(
    'bank-statement.unknown-bank-payment',
    'there is no bank payment {id} made by this integration',
    'integrationen har inte gjort någon betalning {id}',
  ),
  bankPaymentAmount: fault(
    'bank-statement.bank-payment-amount',
    'the bank payment is for {amount}, and the transaction is for {other}',
    'betalningen är på {amount}, och transaktionen är på {other}',
  ),
  unknownAccount: fault(
    'bank-statement.unknown-account',
    'account {account} is not in the chart of accounts, or not active',
    'konto {account} finns inte i kontoplanen, eller är inte aktivt',
  ),
  unknownEntry: fault(
    'bank-statement.unknown-entry',
    'there is no journal entry {id}',
    'det finns ingen verifikation {id}',
  ),
  entryAmount: fault(
    'bank-statement.entry-amount',
    'journal entry {number} has {amount} on account {account}, and the transaction is for {other}',
    'verifikation {number} har {amount} på konto {account}, och transaktionen är på {other}',
  ),
  entryLeft: fault(
    'bank-statement.entry-left',
    'journal entry {number} has {left} left of {amount} on account {account}, and the transaction is for {other}',
    'verifikation {number} har {left} kvar av {amount} på konto {account}, och transaktionen är på {other}',
  ),
  entryReversed: fault(
    'bank-statement.entry-reversed',
    'journal entry {number} is reversed, by {reversing}',
    'verifikation {number} är rättad, av {reversing}',
  ),
  entryReverses: fault(
    'bank-statement.entry-reverses',
    'journal entry {number} reverses another',
    'verifikation {number} rättar en annan',
  ),
  entryMatched: fault(
    'bank-statement.entry-matched',
    'journal entry {number} is already matched with the transaction {transaction}',
    'verifikation {number} är redan matchad mot transaktionen {transaction}',
  ),
  ownAccount: fault(
    'bank-statement.own-account',
    'account {account} is the bank account itself',
    'konto {account} är själva bankkontot',
  ),
}
