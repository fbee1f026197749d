// What the service says of the books, reports, VAT and year-end, in Swedish.
export const books: Readonly<Record<string, string>> = {
  'must have at least two lines: what one account gets, another gives':
    'minst två behövs: det som det ena kontot får ger det andra',
  'must have at most {limit} lines': 'får vara högst {limit}',
  'account {account} {name} has {amount} and belongs to no field: give it an SRU code':
    'konto {account} {name} har {amount} och hör till ingen ruta: ge det en SRU-kod',
  'the balance sheet differs by {amount}, which no field has':
    'balansräkningen skiljer sig med {amount}, som ingen ruta har',
  'the fiscal year is open: its figures may change': 'räkenskapsåret är öppet: siffrorna kan ändras',
  'the whole result was booked to account {account}, since no shares were given':
    'hela resultatet är bokfört på konto {account}, eftersom inga andelar angavs',
  'the fiscal year {next} keeps its own opening balances, which differ from what this one ends with on {accounts}':
    'räkenskapsåret {next} behåller sina egna ingående balanser, som skiljer sig från årets utgående på {accounts}',
  'unpaid invoices in other currencies ({count}, {amount} SEK) stand at old rates: {documents}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)':
    'obetalda kundfakturor i annan valuta ({count} st, {amount} kr) står kvar till gamla kurser: {documents}; lagen kräver balansdagens kurs (årsredovisningslagen 4 kap. 13 §)',
  'unpaid supplier invoices in other currencies ({count}, {amount} SEK) stand at old rates: {documents}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)':
    'obetalda leverantörsfakturor i annan valuta ({count} st, {amount} kr) står kvar till gamla kurser: {documents}; lagen kräver balansdagens kurs (årsredovisningslagen 4 kap. 13 §)',
  'bank accounts in other currencies stand at what was booked on them: {accounts}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)':
    'bankkonton i annan valuta står till det som är bokfört på dem: {accounts}; lagen kräver balansdagens kurs (årsredovisningslagen 4 kap. 13 §)',
  'journal entries or entry templates have its tags': 'verifikationer eller konteringsmallar har dess taggar',
  'the dimension {name} is part of it': 'dimensionen {name} är en del av den',
  'Account {account} ({name}) was added to the chart: set-offs are booked over it':
    'Konto {account} ({name}) lades till i kontoplanen: kvittningar bokförs över det',
  'Account {account} ({name}) was added to the chart: the base of VAT is booked on it':
    'Konto {account} ({name}) lades till i kontoplanen: momsunderlaget bokförs där',
  'The base in box {box} of the VAT return': 'Underlaget i ruta {box} i momsdeklarationen',
  'no active account counts towards that box; give account {account} the VAT code {box}':
    'inget aktivt konto räknas till den rutan; ge konto {account} momskod {box}',
  'The base in boxes {bases} differs by {sum} kr from the one that the VAT in boxes {taxes} is computed on: look at {entries}':
    'Underlaget i ruta {bases} avviker med {sum} kr från det som momsen i ruta {taxes} är beräknad på: se {entries}',
  'Account {account} is used by automatic entries ({roles}): assign another account to these roles':
    'konto {account} används i automatiska verifikationer ({roles}): välj ett annat konto för dem i kontotabellen',
  'There is no accrual {id}': 'Det finns ingen periodisering {id}',
  'A company has at most {limit} accruals': 'Ett företag har högst {limit} periodiseringar',
  'The journal entry {number} is reversed: nothing of it is left':
    'Verifikation {number} är rättad: det finns inget kvar av den',
  'The accrual {id} is reversed': 'Periodiseringen {id} är rättad',
  'No accrual has anything left to book up to {to}': 'Ingen periodisering har något kvar att bokföra till och med {to}',
  'There are {count} entries to book up to {to}, and one call books at most {limit}: choose an earlier month':
    'Det finns {count} verifikationer att bokföra till och med {to}, och ett anrop bokför högst {limit}: välj en tidigare månad',
  'is no journal entry of this company': 'är ingen verifikation i företaget',
  'must be an income or expense account that the journal entry has: {account} is none':
    'ska vara ett intäkts- eller kostnadskonto som verifikationen har: {account} är inget sådant',
  'must be an amount from 0.01 to {most}, which is what is left of the account in the entry':
    'ska vara ett belopp från 0,01 till {most}, som är vad som finns kvar av kontot i verifikationen',
  'has nothing left in the journal entry: all of it is accrued':
    'har inget kvar i verifikationen: allt är periodiserat',
  'must be an active account of accruals (17xx or 29xx): {account} is none':
    'ska vara ett aktivt konto för periodiseringar (17xx eller 29xx): {account} är inget sådant',
  'must be a month such as 2026-03': 'ska vara en månad, till exempel 2026-03',
  'There is no fixed asset {id}': 'Det finns ingen anläggningstillgång {id}',
  'A company has at most {limit} fixed assets in the register':
    'Ett företag har högst {limit} anläggningstillgångar i registret',
  'Depreciation of the fixed asset {id} is booked: reverse its entries, and add the fixed asset anew':
    'Avskrivningar på anläggningstillgången {id} är bokförda: rätta de verifikationerna och lägg upp tillgången på nytt',
  'Nothing is left to depreciate from {from} to {to}': 'Det finns inget kvar att skriva av från {from} till {to}',
  'The fixed asset {id} was disposed of on {date}': 'Anläggningstillgången {id} avyttrades {date}',
  'The depreciation of the fixed asset {id} is not booked for {month}: book it first':
    'Avskrivningen på anläggningstillgången {id} är inte bokförd för {month}: bokför den först',
  'The fixed asset {id} is depreciated for {month}, which is not before {date}: reverse that entry first':
    'Anläggningstillgången {id} är avskriven för {month}, som inte är före {date}: rätta den verifikationen först',
  'The fixed asset {id} was written down or disposed of in part: of its plan only the number of months changes':
    'Anläggningstillgången {id} är nedskriven eller delvis avyttrad: i planen kan bara antalet månader ändras',
  'A fixed asset has at most {limit} write-downs, reversals and parts sold':
    'En anläggningstillgång har högst {limit} nedskrivningar, återföringar och sålda delar',
  'A write-down of goodwill is not reversed': 'En nedskrivning av goodwill återförs inte',
  'Account {account} ({name}) was added to the chart, as the usual chart has it':
    'Konto {account} ({name}) lades till i kontoplanen, som det är i BAS',
  'There is no correction of account {account} that the chart of this company lacks':
    'Det finns ingen rättelse av konto {account} som saknas i företagets kontoplan',
  'Account {account} ({name}) was added to the chart: write-downs are booked on it':
    'Konto {account} ({name}) lades till i kontoplanen: nedskrivningar bokförs på det',
  'Journal entry {number} ({id}) is of a fixed asset, and journal entry {later} was reckoned from it: reverse that first':
    'Verifikation {number} ({id}) rör en anläggningstillgång, och verifikation {later} utgår från den: rätta den först',
  'must not be before {day}, the day of the last write-down, reversal or sale of a part':
    'får inte vara före {day}, dagen för den senaste nedskrivningen, återföringen eller delavyttringen',
  'must be given alone: either the acquisition value of the part or its percentage':
    'ska anges ensamt: antingen delens anskaffningsvärde eller dess andel i procent',
  'must be above 0 and below 100, with at most two decimals': 'ska vara över 0 och under 100, med högst två decimaler',
  'must be from {least} and less than {most}, all that is left: dispose of all of it instead':
    'ska vara minst {least} och mindre än {most}, som är allt som är kvar: avyttra hela tillgången i stället',
  'must be at most {most}: the book value does not go below the residual value':
    'får vara högst {most}: det bokförda värdet blir inte lägre än restvärdet',
  'must be at most {most}: the book value does not go above what it would be had nothing been written down':
    'får vara högst {most}: det bokförda värdet blir inte högre än det hade varit utan nedskrivning',
  'must be {account}, which earlier write-downs of the fixed asset stand on':
    'ska vara {account}, där tidigare nedskrivningar av tillgången står',
  'must be an active account of fixed assets (1010–1299): {account} is none':
    'ska vara ett aktivt konto för anläggningstillgångar (1010–1299): {account} är inget sådant',
  'must be an active account of the chart: {account} is none':
    'ska vara ett aktivt konto i kontoplanen: {account} är inget sådant',
  'is needed: the chart has no usual account for this': 'behövs: kontoplanen har inget vanligt konto för det här',
  'is the number of another fixed asset, {name}': 'är numret på en annan anläggningstillgång, {name}',
  'is needed': 'behövs',
  'must be an amount in kronor with at most two decimals, from {least}':
    'ska vara ett belopp i kronor med högst två decimaler, från {least}',
  'must be at most {limit}: the last month would be after 2199-12':
    'får vara högst {limit}: den sista månaden skulle vara efter 2199-12',
  'must be at most the acquisition value': 'får vara högst anskaffningsvärdet',
  'is of assets that are depreciated: say for how many months, too':
    'hör till tillgångar som skrivs av: ange också på hur många månader',
  'must be at most the acquisition value less the residual value': 'får vara högst anskaffningsvärdet minus restvärdet',
  'must be what was depreciated before the books began on {day}, with its last month as depreciatedThrough: {month} is left; where nothing was, choose a later firstMonth':
    'ska vara det som skrevs av innan böckerna började {day}, tillsammans med till och med vilken månad: {month} är kvar; om inget skrevs av, välj en senare första månad',
  'goes together with {other}': 'hör ihop med {other}',
  'must be at most {most}: the rest is depreciated in entries; reverse first those of months that had nothing left':
    'får vara högst {most}: resten är avskriven i verifikationer; rätta först dem för månader som inte hade något kvar',
  'must be before {month}, whose depreciation is booked': 'ska vara före {month}, vars avskrivning är bokförd',
  'must leave a month that is not booked, for what is left to depreciate':
    'ska lämna en månad som inte är bokförd, för det som är kvar att skriva av',
  'must be a month of the plan, or leave nothing to depreciate':
    'ska vara en månad i planen, eller inte lämna något att skriva av',
  'must not be before from, {from}': 'får inte vara före från-dagen, {from}',
  'must be at most {limit} months after from': 'får vara högst {limit} månader efter från-dagen',
  'must not be before the day of acquisition, {day}': 'får inte vara före anskaffningsdagen, {day}',
  'must be a JPEG, PNG or PDF file, judged by its content':
    'ska vara en JPEG-, PNG- eller PDF-fil, att döma av innehållet',
  'the file is {other} as well as {type}, so it could be read in two ways':
    'filen är {other} likaväl som {type}, så den kan läsas på två sätt',
  'the picture could not be read: {reason}': 'bilden gick inte att läsa: {reason}',
  'the picture is {width} × {height} pixels; at most {most} × {highest} are accepted':
    'bilden är {width} × {height} bildpunkter; högst {most} × {highest} tas emot',
  'the PDF could not be read': 'PDF:en gick inte att läsa',
  'the PDF is encrypted': 'PDF:en är krypterad',
  'the PDF has more than {limit} pages': 'PDF:en har fler än {limit} sidor',
  'the file takes too much time or memory to read': 'filen tar för mycket tid eller minne att läsa',
  'There is no upload {id} in this company': 'Det finns inget underlag {id} i företaget',
  'Upload {id} is not connected to this supplier invoice': 'Underlaget {id} hör inte till den här leverantörsfakturan',
  'Upload {id} is connected to {what} and cannot be deleted': 'Underlaget {id} hör till {what} och kan inte tas bort',
  'there is no upload {id}': 'det finns inget underlag {id}',
  'upload {id} is deleted': 'underlaget {id} är borttaget',
  'upload {id} is already connected to {what}': 'underlaget {id} hör redan till {what}',
  'line {line}: {problem}': 'rad {line}: {problem}',
  'has no rates': 'har inga kurser',
  'has more than {limit} rates': 'har fler än {limit} kurser',
  '{date} is not a day, YYYY-MM-DD': '{date} är ingen dag, ÅÅÅÅ-MM-DD',
  '{date} is in the future': '{date} är i framtiden',
  '{currency} is not a currency of ISO 4217 other than SEK': '{currency} är ingen annan valuta än SEK enligt ISO 4217',
  '{rate} is not a rate: above 0, below {limit}, at most eight decimals':
    '{rate} är ingen kurs: över 0, under {limit}, högst åtta decimaler',
  'There is no journal entry {id} in this company': 'Det finns ingen verifikation {id} i företaget',
  'There is no account {account} in this company': 'Det finns inget konto {account} i företaget',
  'There is no fiscal year {id} in this company': 'Det finns inget räkenskapsår {id} i företaget',
  'There is no comment {id} on this journal entry': 'Det finns ingen kommentar {id} på verifikationen',
  'Journal entry {number} ({id}) is already reversed, by {reversing}':
    'Verifikation {number} ({id}) är redan rättad, av {reversing}',
  'Journal entry {number} ({id}) is in a closed fiscal year, and no year after it is open: add the next fiscal year first':
    'Verifikation {number} ({id}) är i ett stängt räkenskapsår, och inget år efter det är öppet: lägg upp nästa räkenskapsår först',
  'Journal entry {number} ({id}) was made by people in the console or by the operator, and must be reversed there':
    'Verifikation {number} ({id}) gjordes av människor i konsolen eller av den som driver tjänsten, och rättas där',
  'Journal entry {number} ({id}) belongs to a document: credit that document instead':
    'Verifikation {number} ({id}) hör till ett dokument: kreditera dokumentet i stället',
  'Journal entry {number} ({id}) took back depreciation, a disposal or an accrual: book that anew instead':
    'Verifikation {number} ({id}) rättade en avskrivning, en avyttring eller en periodisering: bokför den på nytt i stället',
  'Journal entry {number} ({id}) has an accrual, {accrual}: reverse the accrual first':
    'Verifikation {number} ({id}) har en periodisering, {accrual}: rätta periodiseringen först',
  'Journal entry {number} ({id}) cannot be reversed: every day of the fiscal year that could be booked on is locked':
    'Verifikation {number} ({id}) kan inte rättas: alla dagar i räkenskapsåret som kunde bokföras på är låsta',
  'Journal entry {id} was made by people in the console or by the operator: it takes no comments through the API':
    'Verifikation {id} gjordes av människor i konsolen eller av den som driver tjänsten: den tar inte emot kommentarer genom API:et',
  'Comment {id} was written by another integration': 'Kommentaren {id} skrevs av en annan integration',
  'A journal entry takes at most {limit} comments': 'En verifikation tar emot högst {limit} kommentarer',
  'There is no tag group {id} in this company': 'Det finns ingen dimension {id} i företaget',
  'There is no tag {id} in this tag group': 'Det finns ingen tagg {id} i dimensionen',
  'Tag group {id} is in use: {reason}': 'Dimensionen {id} används: {reason}',
  'There is no entry template {id} in this company': 'Det finns ingen konteringsmall {id} i företaget',
  'A company has at most {limit} entry templates': 'Ett företag har högst {limit} konteringsmallar',
  'another entry template is named {name}': 'en annan konteringsmall heter {name}',
  'must be an amount from 0.01 with at most two decimals, at most {limit}':
    'ska vara ett belopp från 0,01 med högst två decimaler, högst {limit}',
  'must be from 0.0001 to {limit}, with at most {decimals} decimals':
    'ska vara från 0,0001 till {limit}, med högst {decimals} decimaler',
  'only one line takes the rest': 'bara en rad kan ta resten',
  'do not balance whatever the amount is: let one line take the rest':
    'går inte ihop för alla belopp: låt en rad ta resten',
  'is needed: lines of this entry template follow from it': 'behövs: rader i mallen räknas ut av det',
  'makes lines of more than {limit}': 'ger rader på mer än {limit}',
  'makes debit {debit} and credit {credit} of the lines: let one line take the rest':
    'ger debet {debit} och kredit {credit} på raderna: låt en rad ta resten',
  'leaves fewer than two lines with an amount': 'lämnar färre än två rader med belopp',
  'Tag {id} is in use: journal entries or entry templates have it':
    'Taggen {id} används: verifikationer eller konteringsmallar har den',
  'A company has at most {limit} tag groups': 'Ett företag har högst {limit} dimensioner',
  'A tag group has at most {limit} tags': 'En dimension har högst {limit} taggar',
  '{what} cannot be booked: {reason}': '{what} kan inte bokföras: {reason}',
  'The settings of the books kept changing while the entry was booked; send it again':
    'Bokföringens inställningar ändrades gång på gång medan verifikationen bokfördes; skicka den igen',
  'The fiscal year {id} is open already': 'Räkenskapsåret {id} är redan öppet',
  'The fiscal year {earlier} is open: close it before {year}':
    'Räkenskapsåret {earlier} är öppet: stäng det före {year}',
  'The fiscal year {after} is closed and would carry on from {year}: open it again first':
    'Räkenskapsåret {after} är stängt och skulle bygga på {year}: öppna det först',
  'The fiscal year {year} is closed and carries on from this one: open it again first':
    'Räkenskapsåret {year} är stängt och bygger på det här: öppna det först',
  'The fiscal year {id} is already closed': 'Räkenskapsåret {id} är redan stängt',
  'A fiscal year must follow or precede another one without days between them; the years are {years}':
    'Ett räkenskapsår ska följa på eller föregå ett annat utan dagar emellan; åren är {years}',
  'The fiscal year {year} overlaps {other}': 'Räkenskapsåret {year} överlappar {other}',
  'The fiscal year {year} is not the first of these books: correct the opening balances of {first}, from which it carries on':
    'Räkenskapsåret {year} är inte det första i böckerna: rätta ingående balanser för {first}, som det bygger på',
  'The fiscal year {year} is closed: its opening balances cannot be changed':
    'Räkenskapsåret {year} är stängt: dess ingående balanser kan inte ändras',
  'The fiscal year {after} is closed and carries on from {year}: the opening balances cannot be changed':
    'Räkenskapsåret {after} är stängt och bygger på {year}: de ingående balanserna kan inte ändras',
  'The books are locked up to and including {lockDate}: move the lock date back to correct opening balances':
    'Böckerna är låsta till och med {lockDate}: flytta låsdatumet bakåt för att rätta ingående balanser',
  'The opening balances of a fiscal year are corrected at most {limit} times':
    'Ingående balanser för ett räkenskapsår rättas högst {limit} gånger',
  'Account {account} already exists': 'Konto {account} finns redan',
  'The file was not imported: {count}': 'Filen lästes inte in: {count}',
  'must be account numbers separated by commas, such as 3001,3041':
    'ska vara kontonummer med kommatecken emellan, till exempel 3001,3041',
  'must say why the year is opened again': 'ska säga varför året öppnas igen',
  'account {account} is not in the chart of accounts': 'konto {account} finns inte i kontoplanen',
  'account {account} is not active': 'konto {account} är inte aktivt',
  'exactly one of debit and credit must be above zero':
    'antingen debet eller kredit ska vara över noll, och bara en av dem',
  'must be an amount from 0 with at most two decimals, at most {limit}':
    'ska vara ett belopp från 0 med högst två decimaler, högst {limit}',
  'debit {debit} and credit {credit} are not equal': 'debet {debit} och kredit {credit} är inte lika',
  'must be a day from 1900 to 2199, as YYYY-MM-DD': 'ska vara en dag från 1900 till 2199, ÅÅÅÅ-MM-DD',
  '{date} is in no fiscal year': '{date} är inte i något räkenskapsår',
  '{date} is in a closed fiscal year': '{date} är i ett stängt räkenskapsår',
  '{date} is in a fiscal year that the closed year {after} carries on from: open that one again first':
    '{date} är i ett räkenskapsår som det stängda året {after} bygger på: öppna det först',
  'the books are locked up to and including {lockDate}': 'böckerna är låsta till och med {lockDate}',
  '{date} is more than two business days ahead; the last day is {last}':
    '{date} är mer än två bankdagar fram i tiden; den sista dagen är {last}',
  'there is no tag {id}': 'det finns ingen tagg {id}',
  'the tag {id} is given twice': 'taggen {id} är angiven två gånger',
  'tags go either on the entry or on its items': 'taggar sätts antingen på verifikationen eller på dess rader',
  'must have at most {decimals} decimals': 'får ha högst {decimals} decimaler',
  'the weights within the tag group {group} come to {sum}, which is more than 1':
    'vikterna i dimensionen {group} blir {sum}, som är mer än 1',
  'the entry has no item {id}': 'verifikationen har ingen rad {id}',
  'the item {id} is given twice': 'raden {id} är angiven två gånger',
  'another tag group is named {name}': 'en annan dimension heter {name}',
  'another tag group has the alias {alias}': 'en annan dimension har aliaset {alias}',
  'the tag group {name} is dimension {number}': 'dimensionen {name} är dimension {number}',
  'must be 1, 2, 6 to 10, or 20 to {limit}': 'ska vara 1, 2, 6 till 10, eller 20 till {limit}',
  'another tag of the group is named {name}': 'en annan tagg i dimensionen heter {name}',
  'account {account} is for income or expenses, which start every year at zero':
    'konto {account} är för intäkter eller kostnader, som börjar varje år på noll',
  'account {account} is given twice': 'konto {account} är angivet två gånger',
  'must be an amount with at most two decimals, at most {limit} either side of zero':
    'ska vara ett belopp med högst två decimaler, högst {limit} åt vardera hållet',
  'the balances sum to {sum} and not to 0.00: add what is missing, or send force=true':
    'balanserna blir {sum} och inte 0,00: lägg till det som saknas, eller skicka force=true',
  'must be after the start date': 'ska vara efter startdagen',
  'must not be before the start date': 'får inte vara före startdagen',
  'a fiscal year begins on the first and ends on the last day of a month; only the first year may begin on any day':
    'ett räkenskapsår börjar den första och slutar den sista i en månad; bara det första året får börja vilken dag som helst',
  "a sole proprietor's fiscal year ends on 31 December and begins on 1 January, the first year on any day; any other year needs the tax agency's permission: force it, and note the permission":
    'en enskild firmas räkenskapsår slutar den 31 december och börjar den 1 januari, det första året vilken dag som helst; ett annat år kräver Skatteverkets tillstånd: tvinga fram det, och anteckna tillståndet',
  'a fiscal year lies within {first} and {last}': 'ett räkenskapsår ligger inom {first}–{last}',
  'a fiscal year is at most 18 months': 'ett räkenskapsår är högst 18 månader',
  'must be one of {roles}': 'ska vara något av {roles}',
  'VAT is settled on an account 265x or 165x: choose one of these':
    'momsen redovisas på ett konto 265x eller 165x: välj ett av dem',
  'receivables or payables would share account {account} with something else, and it would be impossible to tell what is unpaid':
    'kund- eller leverantörsreskontran skulle dela konto {account} med något annat, och då går det inte att se vad som är obetalt',
  'must be from 1 to {limit} characters': 'ska ha från 1 till {limit} tecken',
  'must be an SRU code of four digits, such as 7281': 'ska vara en SRU-kod med fyra siffror, till exempel 7281',
  'must be at most {limit} SRU codes': 'får vara högst {limit} SRU-koder',
  'must be a box of the VAT return: one of {codes}; empty for none':
    'ska vara en ruta i momsdeklarationen: någon av {codes}; tomt för ingen',
  'must be a whole number from 1000 to 99999999': 'ska vara ett heltal från 1000 till 99999999',
  '{pair} must be ACCOUNT:NUMBER, such as FEL:3999, with commas between; at most {limit} of them':
    '{pair} ska vara KONTO:NUMMER, till exempel FEL:3999, med kommatecken emellan; högst {limit} sådana',
  'The company has no fiscal year yet: add one, or say both from and to':
    'Företaget har inget räkenskapsår än: lägg upp ett, eller ange både från och till',
  'must be at most {count}, the last registration number of the books':
    'får vara högst {count}, böckernas sista registreringsnummer',
  'is a moment in the future: leave it out to use everything that is known':
    'är ett ögonblick i framtiden: utelämna det för att använda allt som är känt',
  'cannot be combined with from and to: leave them out': 'går inte ihop med från och till: utelämna dem',
  'is not a fiscal year of this company': 'är inget räkenskapsår i företaget',
  'must be a day from {first} to {last}': 'ska vara en dag från {first} till {last}',
  'makes more than {limit} columns: choose fewer days, or longer parts':
    'ger fler än {limit} kolumner: välj färre dagar, eller längre delar',
  'Nothing of the fiscal year {year} is removed. {reasons}': 'Inget av räkenskapsåret {year} är borttaget. {reasons}',
  'must be at least {count}: earlier entries have gone with a fiscal year that was removed':
    'måste vara minst {count}: tidigare verifikationer är borttagna med sitt räkenskapsår',
  'reaches into a fiscal year that was removed: choose days after {end}':
    'går in i ett räkenskapsår som är borttaget: välj dagar efter {end}',
  'reaches into a fiscal year that was removed, of which only whole months are left: choose whole months, or days after {end}':
    'går in i ett räkenskapsår som är borttaget, och bara hela månader är kvar av det: välj hela månader, eller dagar efter {end}',
  'must be in the same fiscal year as from: it ends on {end}':
    'ska vara i samma räkenskapsår som från: det slutar {end}',
  'is not a cursor of this report: ask for it with the same parameters that it came with':
    'är ingen markör i den här rapporten: fråga med samma parametrar som den kom med',
  'is needed here: a file has at most {limit} rows, and this report has more':
    'behövs här: en fil har högst {limit} rader, och rapporten har fler',
  'makes more than {limit} rows: ask for fewer items, by pageSize or of one party':
    'ger fler än {limit} rader: fråga efter färre poster, med pageSize eller för en part',
  'must be previousPeriod, previousYear, or two days such as 2025-01-01..2025-12-31':
    'ska vara previousPeriod, previousYear eller två dagar, till exempel 2025-01-01..2025-12-31',
  'must be budget, previousPeriod, previousYear, or two days such as 2025-01-01..2025-12-31':
    'ska vara budget, previousPeriod, previousYear eller två dagar, till exempel 2025-01-01..2025-12-31',
  'cannot be budget together with tagId or tagGroupId: budgets are of whole accounts':
    'går inte ihop med taggar: budgeten gäller hela konton',
  'finds no budget for these days: import a SIE file that has one':
    'hittar ingen budget för dagarna: läs in en SIE-fil som har en',
  '{date} is before the entry itself, which is of {entryDate}':
    '{date} är före själva verifikationen, som är från {entryDate}',
  'is not a tag of this company': 'är ingen tagg i företaget',
  'cannot be combined with tagId: ask for one of them': 'går inte ihop med tagId: fråga efter det ena',
  'is not a tag group of this company': 'är ingen dimension i företaget',
  'has more than {limit} tags: read the report of one tag at a time, by tagId':
    'har fler än {limit} taggar: läs rapporten för en tagg i taget, med tagId',
  'must be account numbers and ranges separated by commas, such as 1930,3000-3999':
    'ska vara kontonummer och intervall med kommatecken emellan, till exempel 1930,3000-3999',
  'must be the last day of a month that begins on from, or of a quarter of the calendar':
    'ska vara den sista dagen i en månad som börjar på från-dagen, eller i ett kvartal',
  'must be given, since the company has no telephone number of at most 17 characters':
    'måste anges, eftersom företaget inte har något telefonnummer på högst 17 tecken',
  'must be a registration number, or a moment such as 2026-03-31T10:00:00Z':
    'ska vara ett registreringsnummer, eller ett ögonblick, till exempel 2026-03-31T10:00:00Z',
  'There is no VAT return {id} in this company': 'Det finns ingen momsdeklaration {id} i företaget',
  'Nobody has said how often the company reports VAT: set it first, with PATCH /vat-setting':
    'Ingen har sagt hur ofta företaget redovisar moms: ange det först, i inställningarna',
  'The company is not registered for VAT, by its own setting: change that first, with PATCH /vat-setting':
    'Företaget är inte momsregistrerat, enligt sin egen inställning: ändra den först, i inställningarna',
  'Days of {start} to {end} are reported already, by the return {id}: correct it with a return that names it in corrects':
    'Dagar från {start} till {end} är redan redovisade, i deklarationen {id}: rätta den med en deklaration som anger den i corrects',
  'The return is corrected already, by {id}: correct that one': 'Deklarationen är redan rättad, av {id}: rätta den',
  'The return was made elsewhere, and its figures are not known here: the file is where it was made':
    'Deklarationen gjordes någon annanstans, och dess siffror är inte kända här: filen finns där den gjordes',
  'must be given, unless corrects says which return it is about':
    'måste anges, om inte corrects säger vilken deklaration det gäller',
  '{end} has not passed yet: a period is reported when it is over':
    '{end} har inte passerat än: en period redovisas när den är slut',
  'is no VAT period of the company: around this day it is {start} to {end}':
    'är ingen momsperiod i företaget: kring den dagen är den {start} till {end}',
  '{day} is in no fiscal year': '{day} är inte i något räkenskapsår',
  'must be true, as it is of the return that is corrected: what was booked for it is not known here, so book the difference by hand':
    'ska vara true, som i deklarationen som rättas: vad som bokfördes för den är inte känt här, så bokför skillnaden för hand',
  'the return that is corrected is about {start} to {end}: leave the days out':
    'deklarationen som rättas gäller {start} till {end}: utelämna dagarna',
  'The fiscal year {year} cannot be closed yet: {count} must be settled first':
    'Räkenskapsåret {year} kan inte stängas än: {count} ska klaras av först',
  'The fiscal year {year} follows the accrual method: what is unpaid is in the books already':
    'Räkenskapsåret {year} följer faktureringsmetoden: det obetalda är redan bokfört',
  'The company is a {form}, whose tax return has no form with figures of accounts: INK2R and NE have':
    'Företaget är ett {form}, vars deklaration inte har någon blankett med kontosiffror: det har INK2R och NE',
  'There is no file {file}: the files are {known}': 'Det finns ingen fil {file}: filerna är {known}',
  'The file must say the postal code and town of the company: set them in the company information first':
    'Filen ska ange företagets postnummer och ort: fyll i dem i inställningarna först',
  'The fiscal year {year} has no {kind} to hand in: it has not ended, or the form of the company has none':
    'Räkenskapsåret {year} har ingen {kind} att lämna: det har inte tagit slut, eller så har företagsformen ingen sådan',
  'No check of a closing is called {check}, or it has no list; the lists are {known}':
    'Ingen kontroll i bokslutet heter {check}, eller så har den ingen lista; listorna är {known}',
  'the fiscal year has not ended: close it after {end}': 'räkenskapsåret är inte slut: stäng det efter {end}',
  'an earlier fiscal year is open: close it first': 'ett tidigare räkenskapsår är öppet: stäng det först',
  'published invoices or credit notes, or payments of them, are not in the books ({count}): record them':
    'färdiga fakturor eller kreditfakturor, eller betalningar av dem, är inte bokförda ({count}): bokför dem',
  'supplier invoices are not recorded ({count}): record or delete them':
    'leverantörsfakturor är inte bokförda ({count}): bokför eller ta bort dem',
  'VAT periods are not reported ({count}): report them, or empty the accounts 2600 to 2649':
    'momsperioder är inte redovisade ({count}): redovisa dem, eller töm kontona 2600 till 2649',
  'the balance sheet is out of balance by {amount}: correct the opening balances, or open the earlier year whose result was never booked, and close it with POST …/closing':
    'balansräkningen är ur balans med {amount}: rätta de ingående balanserna, eller öppna det tidigare år vars resultat aldrig bokfördes och stäng det i bokslutet',
  'the fiscal year {after} is closed and would begin with other balances: open it again first':
    'räkenskapsåret {after} är stängt och skulle börja med andra balanser: öppna det först',
  'is only for partnerships: leave it out': 'är bara för handelsbolag: utelämna det',
  'must be one of the accounts {accounts}, each once': 'ska vara något av kontona {accounts}, vart och ett en gång',
  'must sum to the result that is not booked yet, {amount}': 'ska bli det resultat som inte är bokfört än, {amount}',
  'a chunk is cut off or damaged': 'ett block är avklippt eller skadat',
  'it does not begin with its header': 'den börjar inte med sitt huvud',
  'its header is not one of PNG': 'huvudet är inget PNG-huvud',
  'its palette is missing': 'paletten saknas',
  'it defines its transparency in two ways': 'genomskinligheten är angiven på två sätt',
  'its texts or its profile inflate to too much': 'texterna eller profilen blir för stora när de packas upp',
  'its pixels are cut off, damaged or too many': 'bildpunkterna är avklippta, skadade eller för många',
  'a segment is damaged': 'ett segment är skadat',
  'it has no pixels': 'den har inga bildpunkter',
  'its kind of coding is not accepted': 'kodningen går inte att läsa här',
  'its colours are not accepted': 'färgerna går inte att läsa här',
  'its header is missing': 'huvudet saknas',
  'it is cut off': 'den är avklippt',
}
