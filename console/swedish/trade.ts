// What the service says of sales and purchases, in Swedish.
export const trade: Readonly<Record<string, string>> = {
  'There is no recurring invoice {id} in this company': 'Det finns ingen avtalsfaktura {id} i företaget',
  'A company has at most {limit} recurring invoices': 'Ett företag har högst {limit} avtalsfakturor',
  'The recurring invoice {id} has ended: make a new one instead':
    'Avtalsfakturan {id} är avslutad: gör en ny i stället',
  'Nothing was made of this recurring invoice for {date}': 'Inget har gjorts av avtalsfakturan för {date}',
  'Nothing is left to do for {date}: it has gone as it should':
    'Det finns inget kvar att göra för {date}: det har gått som det ska',
  'The recurring invoice {id} is {state}': 'Avtalsfakturan {id} är {state}',
  'the days {from} to {to} are invoiced already, and the next invoice, of {date}, is for them again':
    'dagarna {from} till {to} är redan fakturerade, och nästa faktura, {date}, avser dem igen',
  'the days {from} to {to} are in no invoice: the next one, of {date}, is for what comes after them':
    'dagarna {from} till {to} kommer inte med på någon faktura: nästa, {date}, avser tiden efter dem',
  'The next date of this recurring invoice is {date}: somebody else was faster. Look at what was made':
    'Avtalsfakturans nästa datum är {date}: någon annan hann före. Se vad som har gjorts',
  'A company sends at most {limit} mails in 24 hours: this one is sent by itself as soon as there is room':
    'Ett företag skickar högst {limit} mejl på 24 timmar: det här skickas av sig självt så snart det får plats',
  'must be {today} or later: invoices are not made for days that have been':
    'ska vara {today} eller senare: fakturor görs inte för dagar som har varit',
  'leaves no date to make an invoice on': 'lämnar ingen dag att göra en faktura på',
  'there is no line {line}': 'det finns ingen rad {line}',
  'must have at most {limit} characters with its placeholders filled':
    'får ha högst {limit} tecken när platshållarna är ifyllda',
  'must have at most six decimals': 'får ha högst sex decimaler',
  'must be from -100 to 1000, with at most two decimals': 'ska vara från -100 till 1000, med högst två decimaler',
  'The result of the year, {amount} SEK, is not booked to equity: close the year with POST …/closing, which books it, or use force where it is booked elsewhere':
    'Årets resultat, {amount} kr, är inte bokfört mot eget kapital: stäng året i bokslutet, som bokför det, eller tvinga fram det om det är bokfört någon annanstans',
  'The next fiscal year, {next}, begins otherwise than this one ends on {accounts}: close the year with POST …/closing, which corrects its opening balances, or use force where they are right as they are':
    'Nästa räkenskapsår, {next}, börjar inte med det som det här slutar med på {accounts}: stäng året i bokslutet, som rättar de ingående balanserna, eller tvinga fram det om de stämmer som de är',
  'The PDF of invoice {number} shows personal numbers and was sealed with a secret key that is not here: bring the key back to read it':
    'PDF:en för faktura {number} visar personnummer och är förseglad med en nyckel som inte finns här: hämta tillbaka nyckeln för att läsa den',
  'banks pay to a bankgiro number from a bankgiro number, and the account has none: some banks will refuse it':
    'banker betalar till ett bankgironummer från ett bankgironummer, och kontot har inget: en del banker nekar betalningen',
  'the company has no e-mail address, so answers to this mail reach nobody: add one to its contact details':
    'företaget har ingen e-postadress, så ingen får svaren på mejlet: lägg till en i företagets kontaktuppgifter',
  'Days up to and including {end} are locked now': 'dagarna till och med {end} är låsta nu',
  'Days up to and including {lockDate} are locked: the entry is dated {date}':
    'dagarna till och med {lockDate} är låsta: verifikationen är daterad {date}',
  'Documents of the period are not in the books: {names}': 'dokument i perioden är inte bokförda: {names}',
  'Earlier periods are not reported: {names}': 'Tidigare perioder är inte redovisade: {names}',
  'The document {id} is a draft: publish it before you send it':
    'Dokumentet {id} är ett utkast: publicera det innan du skickar det',
  'The service has no mail server: ask its operator to set SMTP_URL, or download the PDF and send it yourself':
    'Tjänsten har ingen e-postserver: be den som driver tjänsten att sätta SMTP_URL, eller ladda ner PDF:en och skicka den själv',
  'The PDF of document {number} has {size} bytes, and mails take at most {limit}: download it and send it in another way':
    'PDF:en för dokument {number} är på {size} byte, och ett mejl får vara högst {limit}: ladda ner den och skicka den på annat sätt',
  'A company sends at most {limit} mails in 24 hours, and {sent} were sent: try again later':
    'Ett företag skickar högst {limit} mejl på 24 timmar, och {sent} har skickats: försök igen senare',
  'There is nothing on the statement of customer {number} from {from} to {to}: ask for another period':
    'Det finns inget på kontoutdraget för kund {number} från {from} till {to}: välj en annan period',
  'The statement has {rows} rows, and a PDF takes {limit}: send it for a shorter period':
    'Kontoutdraget har {rows} rader och en PDF rymmer {limit}: skicka det för en kortare period',
  'A document is sent at most {limit} times': 'Ett dokument skickas högst {limit} gånger',
  'the customer has no e-mail address: give one here, or add one to the customer':
    'kunden har ingen e-postadress: ange en här, eller lägg till en på kunden',
  '"{text}" is not an e-mail address': '”{text}” är ingen e-postadress',
  '{text} is given twice': '{text} är angiven två gånger',
  'the company has no e-mail address to send a copy to: add one to its contact details':
    'företaget har ingen e-postadress att skicka en kopia till: lägg till en i företagets kontaktuppgifter',
  'must be 1 to {limit} characters on one line, without control characters':
    'ska vara 1 till {limit} tecken på en rad, utan styrtecken',
  'must be 1 to {limit} characters, without control characters other than line breaks and tabs':
    'ska vara 1 till {limit} tecken, utan andra styrtecken än radbrytningar och tabbar',
  '{placeholder} stands for nothing: use {known}': '{placeholder} betyder ingenting: använd {known}',
  'There is no e-invoice of document {number}: {reasons}': 'Dokument {number} har ingen e-faktura: {reasons}',
  'the check digit of {number} is wrong: correct {name} of the customer, credit this document and publish a new one':
    'kontrollsiffran i {number} är fel: rätta {name} hos kunden, kreditera dokumentet och skapa ett nytt',
  'must be an organization number, such as 556036-0793': 'ska vara ett organisationsnummer, till exempel 556036-0793',
  'must be a VAT number in the form of {country}, with its country prefix, such as SE556036079301':
    'ska vara ett momsregistreringsnummer som i {country}, med landets prefix, till exempel SE556036079301',
  'is required for addresses in {country}': 'krävs för adresser i {country}',
  'the check digit of {number} is wrong': 'kontrollsiffran i {number} är fel',
  'Supplier invoice {id} is not recorded yet: record it before it is paid':
    'Leverantörsfakturan {id} är inte bokförd än: bokför den innan den betalas',
  'Supplier invoice {id} is waiting for approval and cannot be paid until it is approved':
    'Leverantörsfakturan {id} väntar på attest och kan inte betalas förrän den är attesterad',
  '{amount} cannot be paid on supplier invoice {id}: {paid} of {total} {currency} is paid, and {remaining} remains':
    '{amount} kan inte betalas på leverantörsfakturan {id}: {paid} av {total} {currency} är betalt, och {remaining} återstår',
  'A cash discount of {amount} {currency} cannot be booked on supplier invoice {id}: it already has discounts of {given}, and its total is {total}':
    'En kassarabatt på {amount} {currency} kan inte bokföras på leverantörsfakturan {id}: den har redan rabatter på {given}, och dess summa är {total}',
  'There is no payment {id} on this supplier invoice': 'Det finns ingen betalning {id} på leverantörsfakturan',
  'A supplier invoice takes at most {limit} payments': 'En leverantörsfaktura tar emot högst {limit} betalningar',
  'The fiscal year {id} uses the accrual method: its invoices are booked when they are recorded':
    'Räkenskapsåret {id} följer faktureringsmetoden: dess fakturor bokförs när de registreras',
  'account {account} is for money, receivables or payables: purchases cannot be booked on it':
    'konto {account} är för pengar, kundfordringar eller leverantörsskulder: inköp kan inte bokföras på det',
  'must be an amount with at most two decimals, and not 0': 'ska vara ett belopp med högst två decimaler, och inte 0',
  'must be 0 where the purchase is exempt': 'ska vara 0 när inköpet är undantaget från moms',
  'must be 25, 12 or 6 where the buyer owes the tax': 'ska vara 25, 12 eller 6 när köparen betalar momsen',
  'is for domestic purchases only: where the buyer owes the tax it is calculated, and otherwise there is none':
    'är bara för inköp inom landet: när köparen betalar momsen räknas den ut, och annars finns ingen',
  'must be from 0 to {most}, the tax of {rate} % on the net amount':
    'ska vara från 0 till {most}, momsen på {rate} % av nettobeloppet',
  'add up to {sum} with tax, but the invoice is for {total}': 'blir {sum} med moms, men fakturan är på {total}',
  'cancel each other out: there is nothing to book': 'tar ut varandra: det finns inget att bokföra',
  'is for other currencies than SEK': 'är för andra valutor än SEK',
  'account {account} is not an active payment account: 19xx, 1580, 1630, 1686, 2018 or 2893':
    'konto {account} är inget aktivt betalkonto: 19xx, 1580, 1630, 1686, 2018 eller 2893',
  'must have the same sign as the amount': 'ska ha samma tecken som beloppet',
  'is worth less than half an öre at the rate of the invoice: there is nothing to book':
    'är värd mindre än ett halvt öre till fakturans kurs: det finns inget att bokföra',
  'belongs to a cash discount: give cashDiscount too, or leave it out':
    'hör till en kassarabatt: ange cashDiscount också, eller utelämna det',
  'is required when the invoice is in {currency}': 'krävs när fakturan är i {currency}',
  'must be the amount itself when the invoice is in SEK': 'ska vara själva beloppet när fakturan är i SEK',
  'There is no supplier invoice {id} in this company': 'Det finns ingen leverantörsfaktura {id} i företaget',
  'Supplier invoice {id} was added by another integration, or by a person: only those who added it may change it':
    'Leverantörsfakturan {id} lades till av en annan integration, eller av en människa: bara den som lade till den får ändra den',
  'Supplier invoice {id} is recorded and can no longer be changed':
    'Leverantörsfakturan {id} är bokförd och kan inte längre ändras',
  'Supplier invoice {id} has payments and can no longer be changed':
    'Leverantörsfakturan {id} har betalningar och kan inte längre ändras',
  'A supplier invoice takes at most {limit} uploads': 'En leverantörsfaktura tar emot högst {limit} underlag',
  'You do not approve supplier invoices in this company: ask one of its approvers to approve supplier invoice {id}':
    'Du är inte attestant i det här företaget: be en av attestanterna att attestera leverantörsfakturan {id}',
  'Supplier invoice {id} is above your limit of {limit} SEK: ask somebody with a higher limit to approve it':
    'Leverantörsfakturan {id} är större än din beloppsgräns på {limit} kr: be någon med högre gräns att attestera den',
  'Supplier invoice {id} was written by you: somebody else approves it':
    'Du har själv registrerat eller ändrat leverantörsfakturan {id}: någon annan attesterar den',
  'You have approved supplier invoice {id} already: somebody else has to approve it as well':
    'Du har redan attesterat leverantörsfakturan {id}: någon mer måste attestera den',
  '{id} is nobody of this company, nor of an agency whose client it is':
    '{id} hör varken till företaget eller till dess redovisningsbyrå',
  'Only owners of the company let fewer people approve invoices or sign payments, add approvers, or raise limits':
    'Bara företagets ägare låter färre attestera fakturor eller signera betalningar, lägger till attestanter eller höjer gränser',
  'this person is an approver already': 'personen är redan attestant',
  'must be an amount above 0 with at most two decimals': 'måste vara ett belopp över 0 med högst två decimaler',
  'Supplier invoice {id} is already approved': 'Leverantörsfakturan {id} är redan attesterad',
  'Supplier invoice {id} is in SEK and has no currency rate':
    'Leverantörsfakturan {id} är i SEK och har ingen valutakurs',
  'there is no supplier {id}': 'det finns ingen leverantör {id}',
  'must not be before the invoice date, {date}': 'får inte vara före fakturadagen, {date}',
  'must be an amount with at most two decimals, at most {limit}':
    'ska vara ett belopp med högst två decimaler, högst {limit}',
  'comes to more than {limit} in SEK': 'blir mer än {limit} i SEK',
  'comes to less than half an öre in SEK: there is nothing to book':
    'blir mindre än ett halvt öre i SEK: det finns inget att bokföra',
  'must name each of the {count} uploads of the supplier invoice once: others may have changed them':
    'ska ha vart och ett av leverantörsfakturans {count} underlag en gång: någon annan kan ha ändrat dem',
  'this supplier already has an invoice {number} of {date}: supplier invoice {id}':
    'leverantören har redan en faktura {number} från {date}: leverantörsfaktura {id}',
  'this supplier already has a credit note {number} of {date}: supplier invoice {id}':
    'leverantören har redan en kreditfaktura {number} från {date}: leverantörsfaktura {id}',
  'no rate of {currency} is known for {date} or the {days} days before':
    'ingen kurs för {currency} är känd för {date} eller de {days} dagarna före',
  'must be a rate above 0, below {limit}, with at most eight decimals':
    'ska vara en kurs över 0, under {limit}, med högst åtta decimaler',
  'There is no supplier {id} in this company': 'Det finns ingen leverantör {id} i företaget',
  'Supplier {id} was not added through the API: remove it in the console':
    'Leverantören {id} lades inte till genom API:et: ta bort den i konsolen',
  'Supplier {id} cannot be removed: supplier invoices refer to it':
    'Leverantören {id} kan inte tas bort: den har leverantörsfakturor',
  'must be one of {currencies}': 'ska vara något av {currencies}',
  'must stay {currency}: supplier invoices refer to the supplier':
    'ska förbli {currency}: leverantören har leverantörsfakturor',
  'must be the clearing number of a Swedish bank, such as 5000 or 8424-4':
    'ska vara en svensk banks clearingnummer, till exempel 5000 eller 8424-4',
  'must be an account number at {bank}, with its check digit':
    'ska vara ett kontonummer i {bank}, med sin kontrollsiffra',
  'must be an IBAN with its check digits, such as SE45 5000 0000 0583 9825 7466':
    'ska vara ett IBAN-nummer med sina kontrollsiffror, till exempel SE45 5000 0000 0583 9825 7466',
  'must be a BIC of 8 or 11 characters, such as ESSESESS':
    'ska vara en BIC-kod med 8 eller 11 tecken, till exempel ESSESESS',
  'There is no attachment {id} on this invoice': 'Det finns ingen bilaga {id} till fakturan',
  'The attachments of invoice {id} would be {size} bytes; at most {limit} in all are allowed':
    'Bilagorna till fakturan {id} skulle bli {size} byte; högst {limit} sammanlagt är tillåtet',
  'An invoice takes at most {limit} attachments': 'En faktura tar emot högst {limit} bilagor',
  'The document {id} is already recorded': 'Dokumentet {id} är redan bokfört',
  'The document {id} is a draft: publish it before you record it':
    'Dokumentet {id} är ett utkast: skapa det på riktigt innan du bokför det',
  'The invoice {id} is a draft: payments and settlements are for published invoices':
    'Fakturan {id} är ett utkast: betalningar och avräkningar görs på färdiga fakturor',
  'The invoice {invoiceId} of {id} is not recorded yet: record the invoice first':
    'Fakturan {invoiceId}, som {id} gäller, är inte bokförd än: bokför fakturan först',
  'The invoice {invoiceId}, which {id} credits, is not recorded yet: record the invoice first':
    'Fakturan {invoiceId}, som {id} krediterar, är inte bokförd än: bokför fakturan först',
  'Not in the books yet: {documents}. Record them first (unpaid ones of a year under the cash method with POST …/unpaid-items or "fiscal-year book-unpaid"), or use force: documents can then be recorded on the first open day':
    'Inte bokfört än: {documents}. Bokför dem först (ett års obetalda fakturor enligt kontantmetoden i bokslutet), eller tvinga fram det: då kan fakturorna bokföras på första öppna dagen',
  'There is no payment {id} on this invoice': 'Det finns ingen betalning {id} på fakturan',
  'There is no settlement {id} on this invoice': 'Det finns ingen avräkning {id} på fakturan',
  'The payment {id} is already recorded': 'Betalningen {id} är redan bokförd',
  'The settlement {id} is already recorded': 'Avräkningen {id} är redan bokförd',
  'The payment {id} is recorded and cannot be removed': 'Betalningen {id} är bokförd och kan inte tas bort',
  'The settlement {id} is recorded and cannot be removed': 'Avräkningen {id} är bokförd och kan inte tas bort',
  'The settlement {id} is taken back by another one, which would take back more than there is without it: record it, or remove the other one first':
    'Avräkningen {id} tas tillbaka av en annan, som utan den skulle ta tillbaka mer än det finns: bokför den, eller ta bort den andra först',
  'Without the settlement {id} more would be credited, discounted and lost of the invoice than it comes to: record it, and take back what was too much, or remove a discount first':
    'Utan avräkningen {id} skulle mer vara krediterat, avdraget som rabatt och förlorat än fakturan är på: bokför den och ta tillbaka det som blev för mycket, eller ta bort en rabatt först',
  'Nothing is outstanding on the invoice {id}': 'Fakturan {id} har inget kvar att betala',
  'A loss on the invoice {id} must be above zero and at most what is outstanding: {outstanding}':
    'En förlust på fakturan {id} ska vara över noll och högst det som återstår: {outstanding}',
  'The invoice {id} is for an advance, so what is unpaid on it is not a loss: credit it':
    'Fakturan {id} gäller ett förskott, så det obetalda är ingen förlust: kreditera den',
  'An invoice takes at most {limit} payments and {limit} settlements':
    'En faktura tar emot högst {limit} betalningar och {limit} avräkningar',
  'must be an amount with at most two decimals, and not zero':
    'ska vara ett belopp med högst två decimaler, och inte noll',
  'must be above zero': 'ska vara över noll',
  'the invoice is in SEK, so there is no currency difference: use bankFee or paymentServiceFee for what was withheld':
    'fakturan är i SEK, så det finns ingen kursdifferens: använd bankFee eller paymentServiceFee för det som drogs av',
  'a charge raises what is outstanding, so it is below zero, such as -60; above zero takes back what was charged, which is {made}':
    'en avgift höjer det som återstår, så den är under noll, till exempel -60; över noll tar tillbaka det som lades på, {made}',
  'the invoice is in {currency}: {amount} SEK is paid beyond what it is worth at its rate, and stays on the receivable until a settlement of type currency of -{amount} clears it or the money is paid back':
    'fakturan är i {currency}: {amount} SEK är betalt utöver vad den är värd till sin kurs, och står kvar på kundfordringarna tills en valutakursdifferens på -{amount} bokförs eller pengarna betalas tillbaka',
  'the invoice is in {currency}: {amount} SEK is left of it at its rate, and stays on the receivable; where all of it is paid, a settlement of type currency of {amount} clears it':
    'fakturan är i {currency}: {amount} SEK återstår av den till dess kurs och står kvar på kundfordringarna; om hela fakturan är betald, bokför en valutakursdifferens på {amount}',
  'The set-off {id} is taken back already': 'Kvittningen {id} är redan återtagen',
  'There is no set-off {id} on this invoice': 'Fakturan har ingen kvittning {id}',
  'There is no set-off {id} on this supplier invoice': 'Leverantörsfakturan har ingen kvittning {id}',
  'must be another invoice': 'måste vara en annan faktura',
  'must be another supplier invoice': 'måste vara en annan leverantörsfaktura',
  'there is no published invoice {id}': 'det finns ingen utfärdad faktura {id}',
  'must be an invoice of the same customer': 'måste vara en faktura till samma kund',
  'must be of the same supplier': 'måste vara från samma leverantör',
  'must be in the currency of the other one, {currency}': 'måste vara i den andras valuta, {currency}',
  'one of the two must be overpaid or credited beyond what is owed, and the other one unpaid: {outstanding} SEK is outstanding on this one, {other} SEK on the other':
    'den ena måste vara betald för mycket eller krediterad efter betalning och den andra obetald: {outstanding} kr är obetalt på den här och {other} kr på den andra',
  'must be above zero and at most {most} SEK, which both have':
    'måste vara över noll och högst {most} kr, som båda har',
  'record the payments of invoice {number} first': 'bokför först betalningarna av faktura {number}',
  'one of the two must be a credit note and the other one an invoice, neither of them settled: {remaining} {currency} remains of this one, {other} of the other':
    'den ena måste vara en kreditfaktura och den andra en faktura, båda med något kvar: {remaining} {currency} återstår av den här och {other} av den andra',
  'must be above zero and at most {most}, which remains of both':
    'måste vara över noll och högst {most}, som återstår av båda',
  'must be at most {most}: what is outstanding, or takes back what was made; and at least {least}: what takes back what was made or was paid too much, or raises what is owed by no more than the invoice comes to':
    'måste vara högst {most}: det som är obetalt, eller tar tillbaka det som är gjort; och lägst {least}: det som tar tillbaka det som är gjort eller betalt för mycket, eller höjer skulden med högst fakturans belopp',
  'must be at most what is outstanding, {outstanding}; below zero takes back what was given, which is {made}':
    'får vara högst det som återstår, {outstanding}; under noll tar tillbaka det som gavs, {made}',
  'is for settlements of type cashDiscount only': 'är bara för avräkningar av typen cashDiscount',
  'is for settlements of type paymentServiceFee only': 'är bara för avräkningar av typen paymentServiceFee',
  'must be one of domestic, eu, nonEu, vatExempt': 'ska vara något av domestic, eu, nonEu, vatExempt',
  'The invoice {id} is a draft: change or delete it instead':
    'Fakturan {id} är ett utkast: ändra eller ta bort den i stället',
  'Nothing remains to be credited on invoice {number} ({id})':
    'Det finns inget kvar att kreditera på faktura {number} ({id})',
  'The credit note {id} credits more than remains on invoice {number}: {reason}':
    'Kreditfakturan {id} krediterar mer än vad som återstår på faktura {number}: {reason}',
  'An invoice takes at most {limit} credit notes': 'En faktura tar emot högst {limit} kreditfakturor',
  'must be the id of the line of the invoice that is credited': 'ska vara id för den rad på fakturan som krediteras',
  'the invoice has no line {id}': 'fakturan har ingen rad {id}',
  'line {id} of the invoice is a {itemType}': 'rad {id} på fakturan är en {itemType}',
  'must be {value}, as on the invoice': 'ska vara {value}, som på fakturan',
  'must be from 0 to {limit}, which line {id} of the invoice has':
    'ska vara från 0 till {limit}, som rad {id} på fakturan har',
  'line {id} has {left} left to credit, without tax, which is less than {net}':
    'rad {id} har {left} kvar att kreditera, utan moms, och det är mindre än {net}',
  '{lost} of it is written off as a loss, which has brought its tax back; beside that, {left} is left to credit':
    '{lost} av den är avskrivet som kundförlust, och momsen har kommit tillbaka med den; utöver det finns {left} kvar att kreditera',
  '{discounted} of it is a cash discount, which has lowered what was sold; beside that, {left} is left to credit. Take the discount back first, by one below zero, to credit it as well':
    '{discounted} av den är kassarabatt, som har sänkt försäljningen; utöver det finns {left} kvar att kreditera. Ta tillbaka rabatten först, med en under noll, för att kreditera även den',
  '{lost} of it is written off as a loss and {discounted} is a cash discount, which have lowered what was sold; beside that, {left} is left to credit':
    '{lost} av den är avskrivet som kundförlust och {discounted} är kassarabatt, och båda har sänkt försäljningen; utöver det finns {left} kvar att kreditera',
  'losses have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. Credit less of it':
    'kundförluster har sänkt det som såldes med {taxRate} % moms; utöver det finns {left} exklusive moms kvar att kreditera. Kreditera mindre av det',
  'cash discounts have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. Credit less of it, or take a cash discount back first, by one below zero':
    'kassarabatter har sänkt det som såldes med {taxRate} % moms; utöver det finns {left} exklusive moms kvar att kreditera. Kreditera mindre av det, eller ta först tillbaka en kassarabatt, med en under noll',
  'losses and cash discounts have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. Credit less of it, or take a cash discount back first, by one below zero':
    'kundförluster och kassarabatter har sänkt det som såldes med {taxRate} % moms; utöver det finns {left} exklusive moms kvar att kreditera. Kreditera mindre av det, eller ta först tillbaka en kassarabatt, med en under noll',
  'the lines come to {total}; the invoice has {left} left to credit':
    'raderna blir {total}; fakturan har {left} kvar att kreditera',
  'the lines come to {net} of what is sold at {taxRate} %, without tax, of which {left} is left to credit: credit a discount together with what it is on':
    'raderna blir {net} av det som är sålt med {taxRate} % moms, utan moms, och av det finns {left} kvar att kreditera: kreditera en rabatt tillsammans med det den gäller',
  'the lines come to {total}: a credit note cannot be below zero':
    'raderna blir {total}: en kreditfaktura kan inte vara under noll',
  'must not be before the invoice, {date}': 'får inte vara före fakturan, {date}',
  'Nothing of customer {id} is erased yet. {reasons}': 'Inget om kund {id} är raderat än. {reasons}',
  'Nothing of supplier {id} is erased yet. {reasons}': 'Inget om leverantör {id} är raderat än. {reasons}',
  'There is no customer {id} in this company': 'Det finns ingen kund {id} i företaget',
  'Customer {id} was not added through the API: remove it in the console':
    'Kunden {id} lades inte till genom API:et: ta bort den i konsolen',
  'Customer {id} cannot be removed: recurring invoices are made for it ({count}): end or remove these first':
    'Kunden {id} kan inte tas bort: den har avtalsfakturor som gäller ({count}). Avsluta eller ta bort dem först',
  'Item {id} cannot be removed: recurring invoices have it in their lines ({count}): change, end or remove these first':
    'Artikeln {id} kan inte tas bort: den står på avtalsfakturor som gäller ({count}). Ändra, avsluta eller ta bort dem först',
  'Customer {id} cannot be removed: invoices or credit notes refer to it':
    'Kunden {id} kan inte tas bort: den har fakturor eller kreditfakturor',
  'There is no item {id} in this company': 'Det finns ingen artikel {id} i företaget',
  'Item {id} cannot be removed: invoices or credit notes refer to it':
    'Artikeln {id} kan inte tas bort: fakturor eller kreditfakturor har den',
  '{number} is the number of another customer': '{number} är en annan kunds nummer',
  'must be a personal or coordination number, such as 19850709-9805':
    'ska vara ett personnummer eller samordningsnummer, till exempel 19850709-9805',
  'must be a scheme of the Peppol network (EAS code), such as 0007, 0088 or 0192':
    'ska vara ett schema i Peppols nätverk (EAS-kod), till exempel 0007, 0088 eller 0192',
  'must be a number of scheme {scheme}, in the form that the Peppol network requires':
    'ska vara ett nummer i schemat {scheme}, i den form som Peppols nätverk kräver',
  'a number of days must be at most {limit}': 'ett antal dagar får vara högst {limit}',
  'must be an email address': 'ska vara en e-postadress',
  'only one contact detail can be the default': 'bara en kontaktuppgift kan vara den vanliga',
  'the customer has no contact detail {id}': 'kunden har ingen kontaktuppgift {id}',
  'contact detail {id} is given twice': 'kontaktuppgiften {id} är angiven två gånger',
  'is for items of itemType salesItem only': 'är bara för artiklar med itemType salesItem',
  'There is no invoice {id} in this company': 'Det finns ingen faktura {id} i företaget',
  'There is no credit note {id} in this company': 'Det finns ingen kreditfaktura {id} i företaget',
  'The document {id} is published as number {number} and can no longer be changed: credit it instead':
    'Dokumentet {id} har fått nummer {number} och kan inte längre ändras: kreditera det i stället',
  'The document {id} is already published, as number {number}': 'Dokumentet {id} är redan skapat, med nummer {number}',
  'The document cannot be published: {reason}': 'Dokumentet går inte att publicera: {reason}',
  'it has no customer': 'kunden saknas',
  'it has no line that sells anything': 'det finns ingen rad som säljer något',
  'its attachments are too much for one PDF': 'bilagorna är för mycket för en PDF',
  'its texts are too long for one PDF': 'texterna är för långa för en PDF',
  'it has signs that its PDF could not show': 'det innehåller tecken som inte kan visas i en PDF',
  'The invoice has signs that a PDF cannot show: write them in another way':
    'Fakturan innehåller tecken som inte kan visas i en PDF. Skriv dem på ett annat sätt',
  'has {signs}, which no font of the PDF has: write it in another way':
    'innehåller {signs}, som inte kan visas i en PDF. Skriv det på ett annat sätt',
  '"{text}", which the company says of itself, has {signs}, which no font of the PDF has: change it in the settings':
    'företagets uppgift ”{text}” innehåller {signs}, som inte kan visas i en PDF. Ändra den i inställningarna',
  'The texts of the invoice are too long for one PDF: shorten its lines':
    'Fakturans texter är för långa för en PDF. Korta raderna',
  'a document has at most {limit} characters of text in all, and this one {count}':
    'ett dokument rymmer högst {limit} tecken sammanlagt, och det här har {count}',
  'a document has at most {limit} characters in texts with letters that are neither Latin, Greek nor Cyrillic, and this one {count}':
    'ett dokument rymmer högst {limit} tecken i texter med andra bokstäver än latinska, grekiska och kyrilliska, och det här har {count}',
  'It was withdrawn before a mail server took it: the invoice is paid or credited':
    'Det drogs tillbaka innan någon e-postserver tog emot det: fakturan är betald eller krediterad',
  'It was withdrawn before a mail server took it: the reminder is cancelled':
    'Det drogs tillbaka innan någon e-postserver tog emot det: påminnelsen är makulerad',
  'No mail server took it for a week': 'Ingen e-postserver har tagit emot det på en vecka',
  'The mail was withdrawn by whoever runs the service': 'Mejlet drogs tillbaka av den som driver tjänsten',
  'The mail server could not be reached': 'E-postservern gick inte att nå',
  'A document takes at most {limit} lines': 'Ett dokument tar emot högst {limit} rader',
  'is required': 'krävs',
  'is for lines of itemType salesItem only': 'är bara för rader med itemType salesItem',
  'must be a number with at most six decimals, above -{limit} and below {limit}':
    'ska vara ett tal med högst sex decimaler, över -{limit} och under {limit}',
  'there is no item {id}': 'det finns ingen artikel {id}',
  'there is no line {id} on this document': 'dokumentet har ingen rad {id}',
  'line {id} is given twice': 'rad {id} är angiven två gånger',
  'there is no customer {id}': 'det finns ingen kund {id}',
  'needs the customer that it belongs to': 'behöver kunden som den hör till',
  'account {account} is for money, receivables or payables: sales cannot be booked on it':
    'konto {account} är för pengar, kundfordringar eller leverantörsskulder: försäljning kan inte bokföras på det',
  'account {account} is for value added tax, equity or the result of the year: sales cannot be booked on it. Give an income account, or leave it out':
    'konto {account} är för moms, eget kapital eller årets resultat: försäljning kan inte bokföras på det. Ange ett intäktskonto, eller utelämna det',
  'must be a currency code of ISO 4217 in use, such as SEK or EUR':
    'ska vara en valutakod i bruk enligt ISO 4217, till exempel SEK eller EUR',
  'is required when the currency is {currency}': 'krävs när valutan är {currency}',
  'must be 1 when the currency is SEK': 'ska vara 1 när valutan är SEK',
  'must be above zero, with at most six decimals, below {limit}':
    'ska vara över noll, med högst sex decimaler, under {limit}',
  'an advance has no tax reduction: ask for it on the invoice for the work itself':
    'ett förskott har ingen skattereduktion: begär den på fakturan för själva arbetet',
  '{reason}: the document could not be booked. Give it another date, {first} at the earliest':
    '{reason}: dokumentet skulle inte kunna bokföras. Ge det en annan dag, tidigast {first}',
  '{reason}: the document could not be booked. Open a fiscal year for it first':
    '{reason}: dokumentet skulle inte kunna bokföras. Öppna ett räkenskapsår för det först',
  'must not be before {date}': 'får inte vara före {date}',
  'must not be after {to}, the last day': 'får inte vara efter {to}, den sista dagen',
  'is in a fiscal year that was removed: choose a day after {end}':
    'ligger i ett räkenskapsår som är borttaget: välj en dag efter {end}',
  'has more than {limit} events behind it: ask for a shorter period':
    'har mer än {limit} händelser bakom sig: välj en kortare period',
  'a key has at most {limit} letters, digits and _, and does not begin with a digit':
    'en nyckel har högst {limit} bokstäver, siffror och _, och börjar inte med en siffra',
  'must be a text of at most {limit} characters': 'ska vara en text med högst {limit} tecken',
  'must have at most {limit} keys': 'får ha högst {limit} nycklar',
  'the lines come to {total}: use a credit note for what is below zero':
    'raderna blir {total}: använd en kreditfaktura för det som är under noll',
  'the total must be at most {limit} in SEK': 'summan får vara högst {limit} i SEK',
  'must be at most {limit} in SEK, counted without signs: the document could not be booked':
    'får vara högst {limit} i SEK, räknat utan tecken: dokumentet skulle inte gå att bokföra',
  'The invoice has no customer yet: choose one, then see what the invoice will look like':
    'Välj först en kund, så visas hur fakturan kommer att se ut',
  'The document {id} is a draft: publish it before you download it':
    'Dokumentet {id} är ett utkast: skapa det på riktigt innan du hämtar det',
  'the company is not registered for VAT, by its own setting, and charges none: take the tax away, or change the setting with PATCH /vat-setting':
    'företaget är inte momsregistrerat enligt sin egen inställning och tar inte ut någon moms: ta bort momsen eller ändra inställningen för momsredovisning',
  'account {account} is for sales under reverse charge, on which no tax is charged: take the tax away, or choose another account':
    'konto {account} är för omvänd betalningsskyldighet, och då tas ingen moms ut: ta bort momsen eller välj ett annat konto',
  'reverse charge is for businesses, but the customer is a private person: charge tax, or choose another account':
    'omvänd betalningsskyldighet gäller företag, men kunden är en privatperson: lägg på moms, eller välj ett annat konto',
  'under reverse charge the invoice has to state the VAT number of the customer: add it to the customer':
    'vid omvänd betalningsskyldighet ska fakturan ange kundens momsregistreringsnummer: lägg till det på kunden',
  'in a triangular trade the invoice has to state the VAT number of the customer in another EU country: add it to the customer, or choose another account':
    'vid trepartshandel ska fakturan ange kundens momsregistreringsnummer i ett annat EU-land: lägg till det på kunden, eller välj ett annat konto',
  'under a margin scheme the invoice has to name it: state vatExemptionReason, such as "Vinstmarginalbeskattning för begagnade varor"':
    'vid vinstmarginalbeskattning ska fakturan säga vilken: ange skälet till att ingen moms tas ut, till exempel "Vinstmarginalbeskattning för begagnade varor"',
  'the company is not registered for VAT, by its own setting, but a sale like this has to state its VAT number: choose an account for exempt sales, or change the setting with PATCH /vat-setting':
    'företaget är inte momsregistrerat enligt sin egen inställning, men en sådan försäljning ska ange dess momsregistreringsnummer: välj ett konto för momsfri försäljning eller ändra inställningen för momsredovisning',
  'no tax is charged, and the sale counts by the address of the customer, {country}, though the VAT number {number} is of {other}: mend the address or the number of the customer, or charge tax':
    'ingen moms tas ut, och försäljningen redovisas efter kundens adress, {country}, fast momsregistreringsnumret {number} hör till {other}: rätta kundens adress eller nummer eller ta ut moms',
  'goods that are delivered in Sweden are sold with tax: charge it, take the delivery address away, or state vatExemptionReason':
    'varor som levereras i Sverige säljs med moms: ta ut den, ta bort leveransadressen eller ange vatExemptionReason',
  'a sale without tax to {country} needs the VAT number of the customer, or vatExemptionReason: why no tax is charged':
    'en försäljning utan moms till {country} kräver kundens momsregistreringsnummer, eller vatExemptionReason: varför ingen moms tas ut',
  'the address of the company is missing: set it with the command company update':
    'företagets adress saknas: fyll i den i inställningarna',
  'the address of the customer is missing: add it to the customer': 'kundens adress saknas: lägg till den på kunden',
  'there is no account to pay to: set bankgiro, plusgiro or IBAN with the command sales-settings set':
    'det finns inget konto att betala till: fyll i bankgiro, plusgiro eller IBAN i inställningarna',
  'The number of the next invoice is {next} and cannot be changed: the series began with {first} and must have no gaps':
    'Nästa fakturanummer är {next} och kan inte ändras: serien började med {first} och får inte ha luckor',
  'The company has no logo': 'Företaget har ingen logotyp',
  '"{text}" is not one, or its check digit is wrong': '”{text}” är inget sådant, eller så är kontrollsiffran fel',
  'must be a whole number of days from 0 to {limit}': 'ska vara ett helt antal dagar från 0 till {limit}',
  'must be an undamaged PNG or JPEG picture of at most {bytes} bytes and {pixels} pixels on each side':
    'ska vara en oskadad PNG- eller JPEG-bild på högst {bytes} byte och {pixels} bildpunkter på vardera sidan',
  'must be a whole number from 1 to {limit}': 'ska vara ett heltal från 1 till {limit}',
  'The invoice {id} has no tax reduction': 'Fakturan {id} har ingen skattereduktion',
  'No invoice with {type} that its customer paid from {from} to {to} is waiting to be submitted':
    'Ingen faktura med {type} som kunden betalade från {from} till {to} väntar på att begäras',
  'There are {count} cases, and a file has room for {limit}: ask for parts 1 to {parts}, one file each':
    'Det finns {count} ärenden, och en fil rymmer {limit}: hämta del 1 till {parts}, en fil var',
  'More than {limit} invoices that wait to be submitted were paid from {from} to {to}: choose fewer days':
    'Fler än {limit} fakturor som väntar på att begäras betalades från {from} till {to}: välj färre dagar',
  'The tax reduction of invoice {id} is {status}: it can be submitted once, after the customer has paid':
    'Skattereduktionen på faktura {id} är {status}: den kan begäras en gång, när kunden har betalat',
  'The file asks for {asked} kronor for invoice {number}, and {most} can be asked for, as it was paid on {days}: send what is left too, then note the invoice by itself. Until then it is in every file of those days':
    'Filen begär {asked} kronor för faktura {number}, och {most} kan begäras, eftersom den betalades {days}: skicka det som är kvar också, och markera sedan fakturan för sig. Till dess kommer den med i varje fil för de dagarna',
  'The file asks for {asked} kronor for invoice {number}, and no more than {most} can be asked for: the invoice has changed since the file was made. Get the file again if it is not sent yet. Otherwise correct the request at the tax authority, then note the invoice by itself':
    'Filen begär {asked} kronor för faktura {number}, och högst {most} kan begäras: fakturan har ändrats sedan filen gjordes. Hämta filen på nytt om den inte är skickad. Rätta annars begäran hos Skatteverket, och markera sedan fakturan för sig',
  'The tax reduction of invoice {id} is {status}: only one that was submitted can be paid or refused':
    'Skattereduktionen på faktura {id} är {status}: bara en som är begärd kan betalas ut eller nekas',
  'The secret key that sealed the personal number of person {people} of invoice {number} is not here. Bring the key back, or credit the invoice and publish a new one with the number entered again':
    'Nyckeln som förseglade personnumret för person {people} på faktura {number} finns inte här. Hämta tillbaka nyckeln, eller kreditera fakturan och skapa en ny där numret skrivs in igen',
  'The invoice {id} is not recorded yet: record the invoice first':
    'Fakturan {id} är inte bokförd än: bokför fakturan först',
  'needs a tax reduction on the invoice': 'kräver en skattereduktion på fakturan',
  'must be {type}, as the tax reduction of the invoice is': 'ska vara {type}, som fakturans skattereduktion',
  'is not work of type {type}': 'är inte arbete av typen {type}',
  'is for lines of services whose unitType is hour or unspecified':
    'är för rader med tjänster vars unitType är hour eller unspecified',
  'needs a line of work with a tax reduction': 'kräver en rad med arbete som ger skattereduktion',
  'is more than {limit} hours of one kind of work, which the tax authority does not accept':
    'är mer än {limit} timmar av ett slags arbete, och det tar Skatteverket inte emot',
  'is for customers of type private': 'är för kunder av typen private',
  'is for invoices in SEK': 'är för fakturor i SEK',
  'must be realEstate or housingDesignation: rot needs to know where the work was done':
    'välj fastighet eller bostadsrätt: rot behöver veta var arbetet utfördes',
  'is for rot only': 'är bara för rot',
  'must name the property where the work was done, such as Berga 1:23':
    'skriv fastigheten där arbetet utfördes, till exempel Berga 1:23',
  "must be the housing association's organization number, such as 769600-1231":
    'skriv bostadsrättsföreningens organisationsnummer, till exempel 769600-1231',
  'must be the number of the apartment, such as 1203': 'skriv lägenhetens nummer, till exempel 1203',
  'belongs to the other kind of home': 'hör till det andra slaget av bostad',
  'must be an organization number with its check digit': 'ska vara ett organisationsnummer med sin kontrollsiffra',
  'must be a personal number with its check digit, YYYYMMDD-NNNN':
    'skriv personnumret med tolv siffror, ÅÅÅÅMMDD-NNNN; den sista är en kontrollsiffra',
  'was sealed with a secret key that is not here: enter the personal number again':
    'är förseglat med en nyckel som inte finns här: skriv in personnumret igen',
  'is given twice': 'är angivet två gånger',
  'must belong to somebody who is at least 18 at the end of {year}':
    'ska tillhöra någon som är minst 18 år vid slutet av {year}',
  'must be whole kronor': 'ska vara hela kronor',
  'must ask for more than zero': 'ska begära mer än noll',
  'has no rate for payments from {from} to {to}': 'har ingen nivå för betalningar från {from} till {to}',
  'asks for {asked} kronor: for work that costs {labour} kronor with tax, at most {most} may be asked for':
    'begär {asked} kronor: för arbete som kostar {labour} kronor med moms får högst {most} begäras',
  "asks for {asked} kronor, which is more than the invoice's total":
    'begär {asked} kronor, och det är mer än fakturans summa',
  'is more than the person can still get in {year}: {left} kronor':
    'är mer än personen kan få under {year}: {left} kronor återstår',
  'must be rot or rut: both are waiting to be submitted, and a file has one type':
    'ska vara rot eller rut: båda väntar på att begäras, och en fil har ett slag',
  'must be in the same year as from: a file covers one year': 'ska vara i samma år som från: en fil gäller ett år',
  'must not be before from': 'får inte vara före från',
  'there are {parts} parts': 'det finns {parts} delar',
  'must be above zero and at most {most} kronor, which the tax authority has not answered yet':
    'ska vara över noll och högst {most} kronor, som Skatteverket inte har svarat om än',
}
