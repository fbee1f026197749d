// Errors in a bank's file, and their place; the console has each in Swedish.
import { phrase } from '#platform/refusal'

/** The places in the file. */
export const camtPlaces = {
  file: phrase('camt-place.file', 'the file', 'filen'),
  statement: phrase('camt-place.statement', 'statement {number}', 'utdrag {number}'),
  within: phrase('camt-place.within', 'statement {number}, {within}', 'utdrag {number}, {within}'),
  entry: phrase('camt-place.entry', 'entry {number}', 'post {number}'),
  batch: phrase('camt-place.batch', 'batch {number}', 'grupp {number}'),
  paymentOf: phrase(
    'camt-place.payment-of',
    'batch {number}, payment {payment}',
    'grupp {number}, betalning {payment}',
  ),
  openingBalance: phrase('camt-place.opening-balance', 'opening balance', 'ingående saldo'),
  closingBalance: phrase('camt-place.closing-balance', 'closing balance', 'utgående saldo'),
}

export const camtProblems = {
  tooMuch: phrase(
    'camt.too-much',
    'it takes too much time or memory to read',
    'den tar för mycket tid eller minne att läsa',
  ),
  notXml: phrase(
    'camt.not-xml',
    "it is neither an XML file nor a table: get the account's statement from the bank as camt.053, CSV or XLSX",
    'den är varken en XML-fil eller en tabell: hämta kontoutdraget från banken som camt.053, CSV eller XLSX',
  ),
  malformed: phrase(
    'camt.malformed',
    'its XML is broken at line {line}: get it from the bank again',
    'den är trasig vid rad {line}: hämta den från banken igen',
  ),
  unreadable: phrase(
    'camt.unreadable',
    'its XML is broken off or cannot be read: get it from the bank again',
    'den är avbruten eller går inte att läsa: hämta den från banken igen',
  ),
  noStatement: phrase('camt.no-statement', 'there is no statement in it', 'det finns inget kontoutdrag i den'),
  tooManyStatements: phrase(
    'camt.too-many-statements',
    'it has more than {limit} statements',
    'den har fler än {limit} kontoutdrag',
  ),
  tooManyTransactions: phrase(
    'camt.too-many-transactions',
    'it has more than {limit} transactions',
    'den har fler än {limit} transaktioner',
  ),
  otherRoot: phrase(
    'camt.other-root',
    'it is neither camt.053 nor camt.054, its root is {root}',
    'den är varken camt.053 eller camt.054, dess rot är {root}',
  ),
  isPayments: phrase(
    'camt.is-payments',
    "it is neither camt.053 nor camt.054, but payments for the bank (pain.001): import the bank's statements instead",
    'den är varken camt.053 eller camt.054 utan betalningar till banken (pain.001): läs in bankens kontoutdrag i stället',
  ),
  isIntraday: phrase(
    'camt.is-intraday',
    'it is neither camt.053 nor camt.054, but an intraday report (camt.052): ask the bank for camt.053',
    'den är varken camt.053 eller camt.054 utan en rapport under dagen (camt.052): be banken om camt.053',
  ),
  noIdentification: phrase('camt.no-identification', 'it has no identification (Id)', 'det har ingen identitet (Id)'),
  noAccount: phrase(
    'camt.no-account',
    'it names no account (Acct/Id)',
    'det säger inte vilket konto det gäller (Acct/Id)',
  ),
  noCurrency: phrase('camt.no-currency', 'it does not say its currency', 'det säger inte vilken valuta det är i'),
  sums: phrase(
    'camt.sums',
    'the opening balance {opening} and the entries add up to {made}, but the closing balance is {closing}',
    'ingående saldo {opening} och posterna blir {made}, men utgående saldo är {closing}',
  ),
  unknownStatus: phrase(
    'camt.unknown-status',
    'its status {status} is not known (Sts)',
    'statusen {status} är okänd (Sts)',
  ),
  noStatus: phrase('camt.no-status', 'it has no status (Sts)', 'status saknas (Sts)'),
  noDay: phrase('camt.no-day', 'it has no day (BookgDt)', 'bokföringsdag saknas (BookgDt)'),
  noAmount: phrase('camt.no-amount', 'it has no amount (Amt)', 'belopp saknas (Amt)'),
  otherCurrency: phrase(
    'camt.other-currency',
    'its amount is in {currency}, and the account is in {expected}',
    'beloppet är i {currency}, och kontot är i {expected}',
  ),
  noAmountCurrency: phrase(
    'camt.no-amount-currency',
    'its amount has no currency, and the account is in {expected}',
    'beloppet har ingen valuta, och kontot är i {expected}',
  ),
  badAmount: phrase(
    'camt.bad-amount',
    'its amount {amount} is not an amount with at most two decimals',
    'beloppet {amount} är inget belopp med högst två decimaler',
  ),
  noReportId: phrase(
    'camt.no-report-id',
    'the report has no identification (GrpHdr/MsgId)',
    'återrapporten har ingen identitet (GrpHdr/MsgId)',
  ),
  noReportMoment: phrase(
    'camt.no-report-moment',
    'the report does not say when the bank made it (GrpHdr/CreDtTm)',
    'återrapporten säger inte när banken gjorde den (GrpHdr/CreDtTm)',
  ),
  noOriginal: phrase(
    'camt.no-original',
    'the report does not say which file of payments it is about (OrgnlMsgId)',
    'återrapporten säger inte vilken betalfil den gäller (OrgnlMsgId)',
  ),
  severalFiles: phrase(
    'camt.several-files',
    'the report is about several files of payments (OrgnlGrpInfAndSts)',
    'återrapporten gäller flera betalfiler (OrgnlGrpInfAndSts)',
  ),
  noBatchName: phrase(
    'camt.no-batch-name',
    'it does not say which batch it is about (OrgnlPmtInfId)',
    'det framgår inte vilken grupp det gäller (OrgnlPmtInfId)',
  ),
  noPaymentName: phrase(
    'camt.no-payment-name',
    'it does not say which payment it is about (OrgnlEndToEndId or OrgnlInstrId)',
    'det framgår inte vilken betalning det gäller (OrgnlEndToEndId eller OrgnlInstrId)',
  ),
  notAStatus: phrase(
    'camt.not-a-status',
    '{status} is not a status of ISO 20022',
    '{status} är ingen status i ISO 20022',
  ),
  noStatusAtAll: phrase(
    'camt.no-status-at-all',
    'the report gives neither the file, nor a batch, nor a payment a status',
    'återrapporten ger varken filen, någon grupp eller någon betalning en status',
  ),
  noPaymentStatus: phrase(
    'camt.no-payment-status',
    'it has no status (TxSts), and neither does the group that it belongs to',
    'status saknas (TxSts), och gruppen som den hör till har ingen heller',
  ),
  toldTwice: phrase(
    'camt.told-twice',
    'it has the status {status}, but {before} earlier in the file',
    'den har statusen {status}, men {before} tidigare i filen',
  ),
  againstWhole: phrase(
    'camt.against-whole',
    'it has the status {status}, but the group that it belongs to is refused',
    'den har statusen {status}, men gruppen som den hör till är avvisad',
  ),
  tooManyStatuses: phrase(
    'camt.too-many-statuses',
    'the report is about more than {limit} payments',
    'återrapporten gäller fler än {limit} betalningar',
  ),
  noDirection: phrase(
    'camt.no-direction',
    'it does not say whether it is credit or debit (CdtDbtInd)',
    'det står inte om det är kredit eller debet (CdtDbtInd)',
  ),
}
