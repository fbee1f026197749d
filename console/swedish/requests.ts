// What the service says of requests, people, access and agencies, in Swedish.
export const requests: Readonly<Record<string, string>> = {
  'There is no draft {key}': 'Det finns inget utkast {key}',
  'There is a draft {key} already: read it, and send its ETag as If-Match':
    'Det finns redan ett utkast {key}: läs det, och skicka dess ETag som If-Match',
  'You have {most} drafts: send or remove some of them first':
    'Du har {most} utkast: skicka eller ta bort några av dem först',
  'must be 1 to {limit} letters, digits or any of . _ : ~ -':
    'ska vara 1 till {limit} bokstäver, siffror eller . _ : ~ -',
  'is no company that you may enter': 'är inget företag som du har tillgång till',
  'The request, the grant or the scope is wrong': 'Anropet, godkännandet eller behörigheten är fel',
  'There is no integration {id}': 'Det finns ingen integration {id}',
  'The integration {id} has ended': 'Integrationen {id} är avslutad',
  'The integration {id} has been changed since you looked at it: look at it as it is now, and decide anew':
    'Integrationen {id} har ändrats sedan du såg den: se hur den är nu, och bestäm på nytt',
  'There is no client secret {id}': 'Det finns ingen klienthemlighet {id}',
  'An integration has at most {limit} secrets at a time; revoke one first':
    'En integration har högst {limit} hemligheter åt gången; återkalla en först',
  'A person has at most {limit} integrations': 'En person har högst {limit} integrationer',
  'There is no connection {id}': 'Det finns ingen anslutning {id}',
  '{scope} is not an elevated scope; the elevated scopes are {known}':
    '{scope} är ingen förhöjd behörighet; de förhöjda är {known}',
  'must not be empty': 'får inte vara tomt',
  'must be at most {limit} characters': 'får ha högst {limit} tecken',
  'must not contain the name of this service: give the integration a name of its own':
    'får inte innehålla tjänstens namn: ge integrationen ett eget namn',
  'must be test or production': 'ska vara test eller production',
  '{scope} is not a scope; the scopes are {known}': '{scope} är ingen behörighet; behörigheterna är {known}',
  'must name at least one scope': 'ska namnge minst en behörighet',
  'must name at least one address': 'ska namnge minst en adress',
  'must have at most {limit} addresses': 'får ha högst {limit} adresser',
  'must name each address only once': 'får namnge varje adress bara en gång',
  'is too long': 'är för långt',
  'has a character that an address cannot have': 'har ett tecken som en adress inte kan ha',
  'must be a complete address, such as https://example.se/back':
    'ska vara en hel adress, till exempel https://example.se/back',
  'must begin with https://, or with http:// on 127.0.0.1, [::1] or localhost':
    'ska börja med https://, eller med http:// på 127.0.0.1, [::1] eller localhost',
  'must not have a fragment (#)': 'får inte ha ett fragment (#)',
  'must not have a wildcard (*)': 'får inte ha jokertecken (*)',
  'must not have a user name or password': 'får inte ha användarnamn eller lösenord',
  'must be written as a browser writes it: host in lower case, no default port, no dot segments':
    'ska skrivas som en webbläsare skriver den: värdnamn med små bokstäver, ingen standardport, inga punktsegment',
  'must not have a parameter that the answer adds, such as code or state':
    'får inte ha en parameter som svaret lägger till, som code eller state',
  'There is no agency {id}': 'Det finns ingen byrå {id}',
  'There is no connection to agency {id}': 'Det finns ingen anslutning till byrån {id}',
  'There is no client company {id} of this agency': 'Byrån har inget kundföretag {id}',
  'There is no user {id} here': 'Det finns ingen användare {id} här',
  'You work at no agency {id}: it is not there, or you are no member of it':
    'Du arbetar inte på någon byrå {id}: den finns inte, eller så är du inte med i den',
  'Only an administrator of the agency {id} may remove it: ask one of them':
    'Bara en administratör får ta bort byrån {id}: be någon av dem',
  'The agency is not removed. {reasons}': 'Byrån togs inte bort. {reasons}',
  'The user {id} is the last administrator of the agency: make somebody else an administrator first':
    'Användaren {id} är byråns sista administratör: gör någon annan till administratör först',
  'The user {id} owns the company: an owner cannot be removed':
    'Användaren {id} äger företaget: en ägare kan inte tas bort',
  'The user {id} is not a member of the company': 'Användaren {id} är inte med i företaget',
  'Connecting to an agency needs a client-credentials token of an integration that is approved for machine-to-machine use':
    'Att ansluta till en byrå kräver en token av typen client credentials, från en integration som är godkänd för maskin till maskin',
  'The agency {id} has ended its connection to the integration: one of its administrators has to allow it again, by consent or on the page Connections':
    'Byrån {id} har avslutat anslutningen till integrationen: en administratör på byrån måste tillåta den igen, genom ett godkännande eller på sidan Anslutningar',
  'must be the address of a member of the agency': 'ska vara adressen till någon på byrån',
  'must be a member of the company who may manage users: an owner or an administrator':
    'ska vara någon i företaget som får hantera användare: en ägare eller en administratör',
  'must be your own id, or left out: people invite in their own name':
    'ska vara ditt eget id, eller utelämnas: man bjuder in i sitt eget namn',
  'is required: the company has no owner': 'krävs: företaget har ingen ägare',
  'must be a Swedish VAT number, such as SE556036079301':
    'ska vara ett svenskt momsregistreringsnummer, till exempel SE556036079301',
  'must be a country code of two letters, such as SE': 'ska vara en landskod med två bokstäver, till exempel SE',
  'must be the first of a month, MM-DD': 'ska vara den första i en månad, MM-DD',
  'must be 01-01: the fiscal year of a sole proprietor is the calendar year':
    'ska vara 01-01: en enskild firmas räkenskapsår är kalenderåret',
  'You cannot enter a company {id}: it is not there, or you are no member of it':
    'Du kan inte öppna företaget {id}: det finns inte, eller så är du inte med i det',
  'You own no test company {id}': 'Du äger inget testföretag {id}',
  'You have {most} test companies, which is as many as one person may have: use one of them':
    'Du har {most} testföretag, och fler kan man inte ha: använd något av dem',
  'Your last test company is still being made: wait until it is ready':
    'Ditt senaste testföretag håller på att göras: vänta tills det är klart',
  'The year of this test company is still being booked: wait until it is ready':
    'Testföretagets år håller på att bokföras: vänta tills det är klart',
  'Only an owner of the company {id} may remove it: ask one of them':
    'Bara en ägare får ta bort företaget {id}: be någon av dem',
  'The company is not removed. {reasons}': 'Företaget togs inte bort. {reasons}',
  'Only a test company has a clock of its own; this company goes by that of the service':
    'Bara testföretag har en egen klocka; det här företaget går efter tjänstens',
  'The clock shows {date} and goes forward only, not to {to}':
    'Klockan visar {date} och går bara framåt, inte till {to}',
  'The clock may be at most {days} days ahead': 'Klockan får gå högst {days} dagar före',
  'You own {most} companies, which is as many as one person may make: whoever runs the service can register more':
    'Du äger {most} företag, och fler får en person inte skapa: den som driver tjänsten kan lägga upp fler',
  'With those that you made and removed within {days} days you have {most} companies, which is as many as one person may make: wait, or ask whoever runs the service':
    'Med dem som du har skapat och tagit bort inom {days} dagar har du {most} företag, och fler får en person inte skapa: vänta, eller fråga den som driver tjänsten',
  'Somebody has an account here already: log in at /login': 'Någon har redan ett konto här: logga in på /login',
  'Send the code that the service printed when it started, or that is in the file first-run-code of its data folder':
    'Ange koden som tjänsten skrev när den startade, eller som finns i filen first-run-code i datamappen',
  'The request comes from a page of another site': 'Anropet kommer från en sida på en annan webbplats',
  'There is no demo company to enter: log in as its owner, or make a company':
    'Det finns inget demobolag att öppna: logga in som dess ägare, eller skapa ett företag',
  'Some of what happened after {after} is no longer kept: read the lists again, and go on after {last}':
    'En del av det som hände efter {after} finns inte kvar: läs listorna igen och fortsätt efter {last}',
  '{type} is neither a resource nor a kind of event': '{type} är varken en resurs eller ett slags händelse',
  'is neither an event number nor latest': 'är varken ett händelsenummer eller latest',
  'is neither the after of an answer of this feed nor latest':
    'är varken after från ett svar i det här flödet eller latest',
  'There is nothing at {path}': 'Det finns inget på {path}',
  'There is nothing at {path}; did you mean {meant}?': 'Det finns inget på {path}; menade du {meant}?',
  'Version v1 goes away on {sunset}. So that its clients notice in time, it is switched off until {until}':
    'Version v1 försvinner {sunset}. För att dess klienter ska märka det i tid är den avstängd till {until}',
  'No {what} has the id {id}': '{what} med id {id} finns inte',
  '{method} {path} cannot be done in bulk': '{method} {path} kan inte göras i bulk',
  '{path} answers {allowed}, not {method}': '{path} svarar på {allowed}, inte på {method}',
  'The address could not be read: {reason}': 'Adressen gick inte att läsa: {reason}',
  'A day that follows from {day} would be outside of 1900 to 2199':
    'En dag som följer av {day} skulle hamna utanför åren 1900–2199',
  'is so near to the end of the calendar, 1900 to 2199, that no day follows from it':
    'ligger så nära kalenderns slut, 1900–2199, att ingen dag följer av den',
  'The request could not be read: {reason}': 'Anropet gick inte att läsa: {reason}',
  'The request body is larger than {limit} bytes': 'Innehållet är större än {limit} byte',
  'The request body must be {expected}': 'Innehållet ska vara {expected}',
  'The resource has changed: its ETag is now {etag}': 'Någon annan har ändrat det här: dess ETag är nu {etag}',
  'The Idempotency-Key {key} was used for another request': 'Idempotency-Key {key} användes för ett annat anrop',
  'The first request with the Idempotency-Key {key} is still running':
    'Det första anropet med Idempotency-Key {key} pågår fortfarande',
  'The first request with the Idempotency-Key {key} was answered with status {status}, and what it said was removed when somebody was erased: look at what it did before you send anything under a new key':
    'Det första anropet med Idempotency-Key {key} fick status {status}, och svaret togs bort när någons uppgifter raderades: se efter vad det gjorde innan du skickar något med en ny nyckel',
  'The company or agency was removed while this was under way, and nothing was changed':
    'Företaget eller byrån togs bort under tiden, och ingenting ändrades',
  'More than {limit} requests in a minute with this token; try again in {seconds} seconds':
    'Fler än {limit} anrop på en minut; försök igen om {seconds} sekunder',
  'Other archives and exports are being made just now: try again in {seconds} seconds':
    'Andra arkiv och exporter görs just nu: försök igen om {seconds} sekunder',
  '{limit} requests are already waiting for events here: end some, or ask without waiting':
    '{limit} anrop väntar redan på händelser här: avsluta några, eller fråga utan att vänta',
  'An atomic request takes at most {limit} operations that last, such as publishing a document with attachments: send some by themselves, or all as independent':
    'En begäran där allt eller inget görs kan innehålla högst {limit} tidskrävande åtgärder, till exempel att utfärda dokument med bilagor. Skicka några av dem för sig, eller alla som oberoende',
  'A PDF holds at most {limit} characters in texts with letters that are neither Latin, Greek nor Cyrillic, and this would have more: choose fewer days or accounts, or another format':
    'En PDF rymmer högst {limit} tecken i texter med andra bokstäver än latinska, grekiska och kyrilliska, och den här skulle få fler. Välj färre dagar eller konton, eller ett annat format',
  'A PDF holds at most {limit} rows, and this would have more: choose fewer days or accounts, or another format':
    'En PDF rymmer högst {limit} rader, och den här skulle få fler: välj färre dagar eller konton, eller ett annat format',
  '{reason}: try again in {seconds} seconds': '{reason}: försök igen om {seconds} sekunder',
  '{reason}, and it is unknown whether this was done: send it again with the same Idempotency-Key, or check first':
    '{reason}, och det är inte säkert om det blev gjort: skicka det igen med samma Idempotency-Key, eller kontrollera först',
  'Something went wrong here; quote the error id to support': 'Något gick fel här; uppge felnumret till supporten',
  'a JSON body is required': 'innehåll i JSON krävs',
  'must be 1 to 255 visible ASCII characters': 'ska vara 1 till 255 synliga ASCII-tecken',
  'must be given once': 'ska anges en gång',
  'is not a parameter of this endpoint': 'är ingen parameter här',
  'is not a parameter of this endpoint; did you mean {known}?': 'är ingen parameter här; menade du {known}?',
  'is not a known property': 'är ingen känd egenskap',
  'is not a known property; did you mean {known}?': 'är ingen känd egenskap; menade du {known}?',
  'the body has more than {limit} different properties that are unknown here':
    'innehållet har fler än {limit} olika egenskaper som är okända här',
  'a file is required in a multipart field with this name': 'en fil krävs i ett multipart-fält med det här namnet',
  'only one file is accepted': 'bara en fil tas emot',
  'the text contains a NUL character': 'texten innehåller ett NUL-tecken',
  '{reference} leads nowhere: {reason}': '{reference} leder ingenstans: {reason}',
  '{method} {path} was refused, and nothing was done': '{method} {path} nekades, och inget gjordes',
  'is for independent operations; an atomic request has one key, in its header':
    'är för oberoende operationer; ett atomärt anrop har en enda nyckel, i sitt huvud',
  'another operation has the name {name} too': 'en annan operation heter också {name}',
  'the multipart body could not be read: {reason}': 'multipart-innehållet gick inte att läsa: {reason}',
  'Send an access token: Authorization: Bearer <token>': 'Skicka en åtkomsttoken: Authorization: Bearer <token>',
  'The access token is not valid, or no longer valid': 'Token gäller inte, eller gäller inte längre',
  'The access token is not for this company': 'Token är inte för det här företaget',
  'A general token does not reach companies: use one that the company, or its agency, has consented to':
    'En allmän token når inte företag: använd en som företaget, eller dess byrå, har godkänt',
  "The access token is not for this agency; the path takes the agency's id, not the id of a connection":
    'Token är inte för den här byrån; adressen har byråns id, inte anslutningens',
  'The connection to this agency has ended: connect again': 'Anslutningen till byrån är avslutad: anslut igen',
  'A private token works for its own company only': 'En privat token fungerar bara i sitt eget företag',
  'The session has expired or was ended: log in again, at /login': 'Du är utloggad: logga in igen på /login',
  'A write with a session needs the header Csrf-Token: its value is the csrfToken that GET /me returns':
    'Den som skriver med en session behöver huvudet Csrf-Token: värdet är csrfToken från GET /me',
  'You are not a member of this company, nor of an agency that manages it':
    'Du är inte med i företaget, och inte på någon byrå som sköter det',
  'You are not a member of this agency': 'Du är inte med i byrån',
  'Your role here, {role}, is not enough to {deed}: ask an administrator for another role':
    'Din roll här, {role}, räcker inte för att {deed}: be en administratör om en annan roll',
  'Only people can do this: log in at /login, and send the session cookie instead of a token':
    'Bara människor kan göra det här: logga in på /login, och skicka sessionens kaka i stället för en token',
  "Only integrations can do this: a person's session reaches companies and agencies, but no integrations":
    'Bara integrationer kan göra det här: en människas session når företag och byråer, men inga integrationer',
  'The access token lacks the scope {scope}': 'Token saknar behörigheten {scope}',
  'There is no company {id}': 'Det finns inget företag {id}',
  'There is no token {id}': 'Det finns ingen token {id}',
  'must be a Swedish organization number with a correct check digit, such as 559999-0008':
    'ska vara ett svenskt organisationsnummer med rätt kontrollsiffra, till exempel 559999-0008',
  'must be one of {known}': 'ska vara något av {known}',
  'is not known here; did you mean {known}?': 'är inte känt här; menade du {known}?',
  'Only those who run the service can do this': 'Bara den som driver tjänsten kan göra det här',
  'Log in with a code or a passkey to do this: turn on two-step login, or add a passkey, in your account':
    'Logga in med en kod eller en passnyckel för att göra det här: slå på inloggning i två steg, eller lägg till en passnyckel, under Mitt konto',
  'The account is locked: tell whoever runs the service': 'Kontot är låst: hör av dig till den som driver tjänsten',
  'Somebody else who runs the service does this to your account':
    'Någon annan som driver tjänsten får göra det här med ditt konto',
  'No job {id} is waiting or has failed: it may be done by now':
    'Inget jobb {id} väntar eller har misslyckats: det kan vara gjort nu',
  'No mail {id} is left to be sent: it has gone out, or is too old':
    'Inget mejl {id} finns kvar att skicka: det har gått ut, eller är för gammalt',
  'There is no verification {id}': 'Det finns ingen kontroll {id}',
  'A verification is under way: wait until it is done': 'En kontroll pågår redan: vänta tills den är klar',
  'must be the address of somebody who has an account: make one for them first':
    'ska vara adressen till någon som har ett konto: skapa ett åt personen först',
  'must be the first day of January or July': 'ska vara den första januari eller den första juli',
  'must be a multiple of 0.5: the central bank rounds it up to a half (räntelagen 9 §)':
    'ska vara i hela eller halva procent: Riksbanken avrundar den uppåt till en halv (9 § räntelagen)',
  'must have at most two decimals': 'ska ha högst två decimaler',
  'must name an elevated scope, one of {known}': 'ska vara en utökad rättighet, någon av {known}',
  'There is no person {id}': 'Det finns ingen person {id}',
  'The company {id} is no client of this agency': 'Företaget {id} är inte kund hos byrån',
  'The person {id} is not a member': 'Personen {id} är inte med',
  'There is an account with this address already': 'Det finns redan ett konto med den adressen',
  'There is an agency with this organization number already': 'Det finns redan en byrå med det organisationsnumret',
  'The person is a member already; change the role instead': 'Personen är redan med; ändra rollen i stället',
  'Only owners of the company decide who owns it, and who signs for it':
    'Bara företagets ägare bestämmer vem som äger det och vem som tecknar firman',
  'A company keeps its last owner: make somebody else an owner first':
    'Ett företag behåller sin sista ägare: gör någon annan till ägare först',
  'An agency keeps its last administrator: make somebody else an administrator first':
    'En byrå behåller sin sista administratör: gör någon annan till administratör först',
  'Too many people are logging in at this moment': 'För många loggar in just nu',
  'must be an e-mail address': 'ska vara en e-postadress',
  'must have at least {least} characters': 'ska ha minst {least} tecken',
  'must have at most {limit} characters': 'får ha högst {limit} tecken',
  'is one of the first passwords that anybody would try': 'är ett av de första lösenord som någon skulle prova',
  'There is no pending invitation {id}': 'Det finns ingen väntande inbjudan {id}',
  'The invitation {id} to this address is pending already': 'Inbjudan {id} till den adressen väntar redan',
  'Too many invitations went to this address, or from this sender; try again in {seconds} seconds':
    'För många inbjudningar har gått till adressen, eller från avsändaren; försök igen om {seconds} sekunder',
  'is the address of somebody who is a member already': 'är adressen till någon som redan är med',
  'The plan {plan} of the company does not include {feature}': 'Företagets plan {plan} omfattar inte {feature}',
  'The plan {plan} of the company ended on {day}': 'Företagets plan {plan} tog slut {day}',
  'All {quota} requests of this month have been made; the next month begins in {seconds} seconds':
    'Månadens alla {quota} anrop är gjorda; nästa månad börjar om {seconds} sekunder',
  'The company keeps {used} of {allowed} in files, and this one has {size}: delete files that nothing needs, or ask whoever runs the service for more room':
    'Företaget har {used} av {allowed} i filer, och den här är på {size}: ta bort filer som inget behöver, eller be den som driver tjänsten om mer plats',
  'The companies of an owner of this company keep {used} of {allowed} in files together, and this one has {size}: delete files that nothing needs, or ask whoever runs the service for more room':
    'Företagen som en av ägarna har har tillsammans {used} av {allowed} i filer, och den här är på {size}: ta bort filer som inget behöver, eller be den som driver tjänsten om mer plats',
  'Too many files of the company are still being deleted for one of {size} more: {used} of {allowed} are kept; try again in two hours':
    'Så många av företagets filer håller på att tas bort att en till på {size} inte får plats: {used} av {allowed} är sparade; försök igen om två timmar',
  '{percent} % of the room for files is taken ({used} of {allowed}): without more of it files will be refused':
    '{percent} % av platsen för filer är upptagen ({used} av {allowed}): utan mer plats kommer filer att nekas',
  'is not a cursor of this list and filter': 'är ingen markör i den här listan med det här filtret',
  'Validation failed with {count}': 'Det finns fel att rätta: {count}',
  'There is no webhook {id}': 'Det finns ingen webhook {id}',
  'There is no delivery {id}': 'Det finns ingen leverans {id}',
  'The delivery {id} is still on its way: further attempts are made automatically':
    'Leveransen {id} är fortfarande på väg: fler försök görs av sig själva',
  'The webhook {id} is not active: switch it on first': 'Webhooken {id} är inte aktiv: slå på den först',
  'An integration has at most {limit} webhooks in a company':
    'En integration har högst {limit} webhookar i ett företag',
  'must be an address that begins with https://, without a user name and a fragment':
    'ska vara en adress som börjar med https://, utan användarnamn och fragment',
  'must lead to a public address; {host} is private to a machine or a network: the operator may name it in WEBHOOK_ADDRESSES':
    'ska leda till en allmän adress; {host} är privat för en maskin eller ett nätverk: den som driver tjänsten kan ange den i WEBHOOK_ADDRESSES',
  '{kind} needs the scope {scope}': '{kind} kräver behörigheten {scope}',
  'must not be before createdFrom': 'får inte vara före createdFrom',
  'must not have control characters, or characters that turn the direction of writing':
    'får inte ha styrtecken, eller tecken som vänder skrivriktningen',
  "The integration is not connected to this agency: connect first, with POST /agency-connections or by consent. The path takes the agency's id, not the id of a connection":
    'Integrationen är inte ansluten till byrån: anslut först, med POST /agency-connections eller genom ett godkännande. Adressen har byråns id, inte anslutningens',
  'is required': 'krävs',
  'must be {value}': 'ska vara {value}',
  'is not valid': 'är inte giltigt',
  'must be at least {limit}': 'får vara minst {limit}',
  'must be at most {limit}': 'får vara högst {limit}',
  'must be above {limit}': 'ska vara över {limit}',
  'must be below {limit}': 'ska vara under {limit}',
  'must have at least one item': 'ska ha minst en post',
  'must have at least {limit} items': 'ska ha minst {limit} poster',
  'must have at most {limit} items': 'får ha högst {limit} poster',
  'must have at most {limit} properties': 'får ha högst {limit} egenskaper',
  'must be a number': 'ska vara ett tal',
  'must be a whole number': 'ska vara ett heltal',
  'must be a text': 'ska vara en text',
  'must be true or false': 'ska vara sant eller falskt',
  'must be an object': 'ska vara ett objekt',
  'must be an array': 'ska vara en lista',
  'must be a day as YYYY-MM-DD, such as 2026-03-31': 'ska vara en dag, till exempel 2026-03-31',
  'must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d':
    'ska vara ett id, till exempel 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
  'must be a moment as 2026-03-31T09:30:00Z': 'ska vara ett ögonblick, till exempel 2026-03-31T09:30:00Z',
}
