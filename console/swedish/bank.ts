// What the service says of the bank, in Swedish.
export const bank: Readonly<Record<string, string>> = {
  'There is no bank payment {id} made by this integration in this company':
    'Integrationen har inte gjort någon betalning {id} i företaget',
  'There is no payment file {id} made by this integration in this company':
    'Integrationen har inte gjort någon betalfil {id} i företaget',
  'No signed bank payment is waiting to be put into a file': 'Ingen signerad betalning väntar på att läggas i en fil',
  'The company has no bank account to pay from: one of its administrators can add it, with POST /bank-accounts':
    'Företaget har inget bankkonto att betala från: en administratör kan lägga till ett i inställningarna',
  'Only signatories of the company may see and sign its bank payments':
    'Bara företagets firmatecknare får se och signera dess betalningar',
  'There is no bank payment {id} in this company': 'Det finns ingen betalning {id} i företaget',
  'Bank payment {id} is {state} and can no longer be cancelled':
    'Betalningen {id} är {state} och går inte längre att avbryta',
  'Bank payment {id} is {state}: a bank refuses only what was signed':
    'Betalningen {id} är {state}: en bank avvisar bara det som är signerat',
  'a payment of {amount} on {day} to the same recipient with the same reference waits already':
    'en betalning på {amount} den {day} till samma mottagare med samma referens väntar redan',
  'a payment of {amount} to the same recipient with the same reference was paid on {day}, and is not booked yet':
    'en betalning på {amount} till samma mottagare med samma referens betalades den {day}, och är inte bokförd än',
  'an entry of {amount} on {day} names payments that do not make it; look whether they were made: {payments}':
    'en post på {amount} den {day} går inte ihop med betalningarna den nämner, se efter om de är gjorda: {payments}',
  'There is no bank account {id} in this company': 'Det finns inget bankkonto {id} i företaget',
  'Payments are made from accounts in SEK, and {name} is in {currency}':
    'Betalningar görs från konton i SEK, och {name} är i {currency}',
  'A company has at most {limit} bank accounts': 'Ett företag har högst {limit} bankkonton',
  'must be an amount in kronor with at most two decimals': 'ska vara ett belopp i kronor med högst två decimaler',
  'must be above 0': 'ska vara över 0',
  'must be a date no earlier than today, {today}': 'ska vara en dag som inte är före i dag, {today}',
  'is required for recipients of kind {kind}': 'krävs för mottagare av typen {kind}',
  'is not for recipients of kind {kind}': 'är inte för mottagare av typen {kind}',
  'must be a bankgiro number with its check digit, such as 5050-1055':
    'ska vara ett bankgironummer med sin kontrollsiffra, till exempel 5050-1055',
  'must be a plusgiro number with its check digit, such as 28 65 43-4':
    'ska vara ett plusgironummer med sin kontrollsiffra, till exempel 28 65 43-4',
  'is of a bank in {country}, and the IBAN is not': 'hör till en bank i {country}, och det gör inte IBAN-numret',
  'must be a country code of ISO 3166-1 alpha-2, such as SE':
    'ska vara en landskod enligt ISO 3166-1 alpha-2, till exempel SE',
  'is needed: banks accept recipientCity and recipientCountry together, or neither':
    'behövs: banker tar emot recipientCity och recipientCountry tillsammans, eller ingendera',
  'must be one of {formats}': 'ska vara något av {formats}',
  'needs exactly one of ocr and message': 'behöver antingen ocr eller message, och bara ett av dem',
  'must be 2 to 25 digits of which the last is the check digit':
    'ska vara 2 till 25 siffror där den sista är kontrollsiffran',
  'must be the clearing number of a Swedish bank, four digits or five that begin with 8':
    'ska vara en svensk banks clearingnummer, fyra siffror eller fem som börjar med 8',
  'must be an account number of the bank that has clearing number {clearing}, with its check digit':
    'ska vara ett kontonummer i banken med clearingnummer {clearing}, med sin kontrollsiffra',
  'has characters that banks do not accept: {characters}': 'har tecken som banker inte tar emot: {characters}',
  'must have at most {limit} characters in the form that banks use':
    'får ha högst {limit} tecken i den form som banker använder',
  'must be an IBAN with its check digits': 'ska vara ett IBAN-nummer med sina kontrollsiffror',
  'must be a BIC of 8 or 11 characters': 'ska vara en BIC-kod med 8 eller 11 tecken',
  'must be a currency code of ISO 4217, such as SEK': 'ska vara en valutakod enligt ISO 4217, till exempel SEK',
  'the company already has an account with this IBAN': 'företaget har redan ett konto med det här IBAN-numret',
  'account {account} is not an active payment account of the chart':
    'konto {account} är inget aktivt betalkonto i kontoplanen',
  'must be at most {limit} letters, digits and hyphens': 'får vara högst {limit} bokstäver, siffror och bindestreck',
  'There is no bank statement {id} in this company': 'Det finns inget kontoutdrag {id} i företaget',
  'There is no transaction {id} on this bank statement': 'Det finns ingen transaktion {id} på kontoutdraget',
  'The transaction {id} is already booked, as journal entry {entry}: reverse that entry if it is wrong':
    'Transaktionen {id} är redan bokförd, som verifikation {entry}: rätta den verifikationen om den är fel',
  'The transaction {id} was replaced by its details, which came in another file: match those':
    'Transaktionen {id} har ersatts av sina detaljer, som kom i en annan fil: matcha dem',
  'The transaction {id} is in {currency}: only accounts in SEK are booked from their statements':
    'Transaktionen {id} är i {currency}: bara konton i SEK bokförs från sina kontoutdrag',
  'The bank payment {id} is {state}, or another transaction has paid it':
    'Betalningen {id} är {state}, eller så har en annan transaktion betalat den',
  'The bank payment {id} is waiting for a signature: sign it, or cancel it if it was paid in another way':
    'Betalningen {id} väntar på en signatur: signera den, eller avbryt den om den betalades på annat sätt',
  'The transaction {id} goes in the opposite direction to what remains on the supplier invoice {supplierInvoiceId}':
    'Transaktionen {id} går åt andra hållet än det som återstår på leverantörsfakturan {supplierInvoiceId}',
  '{place}: the company has no bank account {account}': '{place}: företaget har inget bankkonto {account}',
  '{place}: it is in {currency}, and the bank account is in {expected}':
    '{place}: den är i {currency}, och bankkontot är i {expected}',
  'needs exactly one of invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account and parts':
    'behöver ett och bara ett av invoiceId, supplierInvoiceId, bankPaymentId, journalEntryId, account och parts',
  'needs exactly one of invoiceId, supplierInvoiceId, journalEntryId and account':
    'behöver ett och bara ett av invoiceId, supplierInvoiceId, journalEntryId och account',
  'must be an amount other than 0, with at most two decimals':
    'måste vara ett annat belopp än 0, med högst två decimaler',
  'names what an earlier part names already: give it once, with the whole amount':
    'gäller samma sak som en tidigare del: ange den en gång, med hela beloppet',
  'the parts make {sum}, and the transaction is for {amount}: say what the remaining {rest} was for, such as an account':
    'delarna blir {sum}, och transaktionen är på {amount}: säg vad återstående {rest} avser, till exempel ett konto',
  'There is no matching rule {id} in this company': 'Det finns ingen matchningsregel {id} i företaget',
  'A company has at most {limit} matching rules': 'Ett företag har högst {limit} matchningsregler',
  'There is no habit {id} in this company': 'Det finns ingen lärd kontering {id} i företaget',
  'must be domestic or exempt on a sales account': 'ska vara inrikes eller momsfri på ett försäljningskonto',
  'another matching rule is named {name}': 'en annan matchningsregel heter {name}',
  'needs at least one of textContains, counterparty, reference, fromAmount and toAmount':
    'behöver minst ett villkor: text, motpart, referens eller belopp',
  'must be an amount from 0.01, with at most two decimals': 'ska vara ett belopp från 0,01, med högst två decimaler',
  'must not be less than fromAmount': 'får inte vara mindre än det minsta beloppet',
  'must be an amount above 0, with at most two decimals': 'ska vara ett belopp över 0, med högst två decimaler',
  'is for matching with a supplier invoice only': 'är bara för matchning mot en leverantörsfaktura',
  'is for a supplier invoice in another currency than SEK': 'är för en leverantörsfaktura i annan valuta än SEK',
  'is needed: the money is {paid} SEK, and all of {amount} {currency} is worth about {worth} SEK: say how much was paid in {currency}':
    'behövs: pengarna är {paid} SEK, och hela {amount} {currency} är värt omkring {worth} SEK: ange hur mycket som betalades i {currency}',
  'is for matching with an account only': 'är bara för matchning mot ett konto',
  'there is no invoice {id}': 'det finns ingen faktura {id}',
  'there is no supplier invoice {id}': 'det finns ingen leverantörsfaktura {id}',
  'there is no bank payment {id} made by this integration': 'integrationen har inte gjort någon betalning {id}',
  'the bank payment is for {amount}, and the transaction is for {other}':
    'betalningen är på {amount}, och transaktionen är på {other}',
  'account {account} is not in the chart of accounts, or not active':
    'konto {account} finns inte i kontoplanen, eller är inte aktivt',
  'there is no journal entry {id}': 'det finns ingen verifikation {id}',
  'journal entry {number} has {left} left of {amount} on account {account}, and the transaction is for {other}':
    'verifikation {number} har {left} kvar av {amount} på konto {account}, och transaktionen är på {other}',
  'The transaction {id} is not matched: there is nothing to undo':
    'Transaktionen {id} är inte matchad: det finns inget att ångra',
  'The transaction {id} has been booked as journal entry {entry}: reverse that entry first':
    'Transaktionen {id} är bokförd som verifikation {entry}: rätta den verifikationen först',
  'The transaction {id} is a payment of an invoice, which stays: correct it on the invoice':
    'Transaktionen {id} är en betalning av en faktura, och den står kvar: rätta på fakturan',
  'The transaction {id} was for several things, whose entries stay: correct each of them in the books':
    'Transaktionen {id} gällde flera saker, och deras verifikationer står kvar: rätta var och en i bokföringen',
  'journal entry {number} has {amount} on account {account}, and the transaction is for {other}':
    'verifikation {number} har {amount} på konto {account}, och transaktionen är på {other}',
  'journal entry {number} is reversed, by {reversing}': 'verifikation {number} är rättad, av {reversing}',
  'journal entry {number} reverses another': 'verifikation {number} rättar en annan',
  'journal entry {number} is already matched with the transaction {transaction}':
    'verifikation {number} är redan matchad mot transaktionen {transaction}',
  'account {account} is the bank account itself': 'konto {account} är själva bankkontot',
  'the file': 'filen',
  'statement {number}': 'utdrag {number}',
  'statement {number}, {within}': 'utdrag {number}, {within}',
  'entry {number}': 'post {number}',
  'batch {number}': 'grupp {number}',
  'batch {number}, payment {payment}': 'grupp {number}, betalning {payment}',
  'opening balance': 'ingående saldo',
  'closing balance': 'utgående saldo',
  '{place}: {problem}': '{place}: {problem}',
  'it takes too much time or memory to read': 'den tar för mycket tid eller minne att läsa',
  'it is empty': 'den är tom',
  'it has the character {code}, which XML does not allow': 'den har tecknet {code}, som XML inte tillåter',
  'it has a document type declaration, which is not accepted':
    'den har en dokumenttypsdeklaration, och sådana tas inte emot',
  "it is no XML file: get the account's statement from the bank as camt.053":
    'den är ingen XML-fil: hämta kontoutdraget från banken som camt.053',
  'its XML is broken at line {line}: get it from the bank again':
    'den är trasig vid rad {line}: hämta den från banken igen',
  'its XML is broken off or cannot be read: get it from the bank again':
    'den är avbruten eller går inte att läsa: hämta den från banken igen',
  'it is written in {encoding}: UTF-8 and ISO-8859-1 are read':
    'den är skriven i {encoding}: bara UTF-8 och ISO-8859-1 går att läsa',
  'it is not in UTF-8, which it declares or is the default':
    'den är inte i UTF-8, fast den säger det eller inte säger något annat',
  'it has the entity {entity}, which is not one of XML itself': 'den har entiteten {entity}, som inte hör till XML',
  'it does not have one root element': 'den har inte ett enda rotelement',
  'it has more than {limit} elements': 'den har fler än {limit} element',
  'it has more than {limit} attributes, or an element with more than 100':
    'den har fler än {limit} attribut, eller ett element med fler än 100',
  'it has more than {limit} references to characters': 'den har fler än {limit} teckenreferenser',
  'it has a text of more than {limit} characters': 'den har en text på mer än {limit} tecken',
  'there is no statement in it': 'det finns inget kontoutdrag i den',
  'it has more than {limit} statements': 'den har fler än {limit} kontoutdrag',
  'it has more than {limit} transactions': 'den har fler än {limit} transaktioner',
  'it is neither camt.053 nor camt.054, its root is {root}':
    'den är varken camt.053 eller camt.054, dess rot är {root}',
  "it is neither camt.053 nor camt.054, but payments for the bank (pain.001): import the bank's statements instead":
    'den är varken camt.053 eller camt.054 utan betalningar till banken (pain.001): läs in bankens kontoutdrag i stället',
  'it is neither camt.053 nor camt.054, but an intraday report (camt.052): ask the bank for camt.053':
    'den är varken camt.053 eller camt.054 utan en rapport under dagen (camt.052): be banken om camt.053',
  'the report has no identification (GrpHdr/MsgId)': 'återrapporten har ingen identitet (GrpHdr/MsgId)',
  'the report does not say when the bank made it (GrpHdr/CreDtTm)':
    'återrapporten säger inte när banken gjorde den (GrpHdr/CreDtTm)',
  'the report does not say which file of payments it is about (OrgnlMsgId)':
    'återrapporten säger inte vilken betalfil den gäller (OrgnlMsgId)',
  'the report is about several files of payments (OrgnlGrpInfAndSts)':
    'återrapporten gäller flera betalfiler (OrgnlGrpInfAndSts)',
  'it does not say which batch it is about (OrgnlPmtInfId)': 'det framgår inte vilken grupp det gäller (OrgnlPmtInfId)',
  'it does not say which payment it is about (OrgnlEndToEndId or OrgnlInstrId)':
    'det framgår inte vilken betalning det gäller (OrgnlEndToEndId eller OrgnlInstrId)',
  '{status} is no status of ISO 20022': '{status} är ingen status i ISO 20022',
  'the report gives neither the file, nor a batch, nor a payment a status':
    'återrapporten ger varken filen, någon grupp eller någon betalning en status',
  'it has no status (TxSts), and what it is in has none for all of it':
    'status saknas (TxSts), och det den ligger i har ingen status för alla',
  'it is given the status {status}, and before that {before}':
    'den får statusen {status}, och tidigare i filen {before}',
  'it is given the status {status}, and what it is in is refused':
    'den får statusen {status}, men det den ligger i är avvisat',
  'the report is about more than {limit} payments': 'återrapporten gäller fler än {limit} betalningar',
  'the report is about the file {message} ({kind}), which is no file of payments that this company has made here: nothing was changed':
    'återrapporten gäller filen {message} ({kind}), och den är ingen betalfil som företaget har gjort här: inget har ändrats',
  'the report says that the bank will make it first at {moment} (GrpHdr/CreDtTm)':
    'återrapporten säger att banken gör den först {moment} (GrpHdr/CreDtTm)',
  'the payment of {amount} to {name} left the account on {day}, and the bank has said that it refused it: look at both':
    'betalningen på {amount} till {name} lämnade kontot {day}, fast banken har meddelat att den nekades: kontrollera båda',
  'it has no identification (Id)': 'det har ingen identitet (Id)',
  'it names no account (Acct/Id)': 'det säger inte vilket konto det gäller (Acct/Id)',
  'it does not say its currency': 'det säger inte vilken valuta det är i',
  'the opening balance {opening} and the entries add up to {made}, but the closing balance is {closing}':
    'ingående saldo {opening} och posterna blir {made}, men utgående saldo är {closing}',
  'its status {status} is not known (Sts)': 'statusen {status} är okänd (Sts)',
  'it has no status (Sts)': 'status saknas (Sts)',
  'it has no day (BookgDt)': 'bokföringsdag saknas (BookgDt)',
  'it has no amount (Amt)': 'belopp saknas (Amt)',
  'its amount is in {currency}, and the account is in {expected}':
    'beloppet är i {currency}, och kontot är i {expected}',
  'its amount is in no currency, and the account is in {expected}':
    'beloppet har ingen valuta, och kontot är i {expected}',
  'its amount {amount} is not one with at most two decimals':
    'beloppet {amount} är inget belopp med högst två decimaler',
  'it does not say whether it is credit or debit (CdtDbtInd)': 'det står inte om det är kredit eller debet (CdtDbtInd)',
}
