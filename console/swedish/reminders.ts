// What the service says of reminders, in Swedish.
export const reminders: Readonly<Record<string, string>> = {
  'There is no reminder {id} in this company': 'Det finns ingen påminnelse {id} i företaget',
  'There is no hold on reminders {id} in this company': 'Det finns ingen påminnelsespärr {id} i företaget',
  'The invoice {id} is not to be reminded of: it is a draft, paid, credited, or was paid at once':
    'Fakturan {id} ska inte påminnas om: den är ett utkast, betald, krediterad eller en kontantfaktura',
  'Invoice {number} is not overdue: it falls due on {date}': 'Faktura {number} är inte förfallen: den förfaller {date}',
  'Invoice {number} is in {currency}: fee and late interest are claimed in SEK alone. Send its customer a statement of account, which says what is unpaid in {currency}':
    'Faktura {number} är i {currency}: avgift och dröjsmålsränta begärs bara i kronor. Skicka kunden ett kontoutdrag, som visar vad som är obetalt i {currency}',
  'Invoice {number} is not booked: record it before you remind of it':
    'Faktura {number} är inte bokförd: bokför den innan du påminner om den',
  'The customer of invoice {number} is not reminded ({reason}): lift the hold on the customer first':
    'Kunden på faktura {number} har en påminnelsespärr ({reason}): häv kundens spärr först',
  'Invoice {number} is not reminded of ({reason}): lift the hold on the invoice first':
    'Faktura {number} har en påminnelsespärr ({reason}): häv fakturans spärr först',
  'Invoice {number} was reminded of today already: wait until tomorrow':
    'Faktura {number} har redan fått en påminnelse i dag: vänta till i morgon',
  'An invoice is reminded of at most {limit} times': 'En faktura får högst {limit} påminnelser',
  'Reminder {number} of invoice {invoice} is the next one: somebody else was faster. Look at what it claims now':
    'Påminnelse {number} på faktura {invoice} är nästa: någon annan hann före. Se vad den kräver nu',
  'The reminder {id} is cancelled already': 'Påminnelsen {id} är redan makulerad',
  'What the reminder {id} claimed has been paid: pay it back instead of cancelling the reminder':
    'Det som påminnelsen {id} krävde är betalt: betala tillbaka det i stället för att makulera påminnelsen',
  'The service has no mail server: ask its operator to set SMTP_URL, or print the reminder and send it yourself':
    'Tjänsten har ingen e-postserver: be den som driver tjänsten att sätta SMTP_URL, eller skriv ut påminnelsen och skicka den själv',
  'A company sends at most {limit} reminders by mail in 24 hours, and {sent} were sent: try again later':
    'Ett företag skickar högst {limit} påminnelser med e-post på 24 timmar, och {sent} har skickats: försök igen senare',
  'There is a hold on it already: {id}': 'Det finns redan en påminnelsespärr: {id}',
  'A company has at most {limit} holds on reminders': 'Ett företag har högst {limit} påminnelsespärrar',
  'must be from 0 to {limit} kronor, with at most two decimals':
    'ska vara från 0 till {limit} kronor, med högst två decimaler',
  'a fee is only owed where it was agreed before the debt arose: say that it is, or leave it at 0':
    'en avgift får bara tas ut om den avtalades innan skulden uppkom: ange att den är avtalad, eller låt den vara 0',
  'must be from 0 to 100 percent, with at most two decimals':
    'ska vara från 0 till 100 procent, med högst två decimaler',
  'must have at most {limit} characters, without control characters other than line breaks':
    'får ha högst {limit} tecken, utan andra styrtecken än radbrytningar',
  'goes with delivery by mail only': 'anges bara när påminnelsen skickas med e-post',
  'give either customerId or invoiceId': 'ange antingen kund eller faktura',
  'there is no customer {id}': 'det finns ingen kund {id}',
  'there is no invoice {id}': 'det finns ingen faktura {id}',
  'say why, in 1 to {limit} characters': 'skriv varför, med 1 till {limit} tecken',
  'the reference rate of a half-year is not entered: interest is counted by the latest one that is':
    'referensräntan för ett halvår saknas: räntan är räknad efter den senast kända',
}
