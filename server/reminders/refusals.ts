// Refusals of reminders.
import { fault, refusal } from '#platform/refusal'

export const reminderRefusals = {
  inKronor: refusal(
    'operation-not-allowed',
    'reminder.in-kronor',
    'Reminders claim fees that the law has in SEK, and the books are in EUR: write to the customer yourself, and book what is paid beyond the invoice on it',
    'Påminnelser kräver avgifter som lagen har i SEK, och bokföringen är i EUR: skriv till kunden själv, och bokför det som betalas utöver fakturan på den',
  ),
  reminderNotFound: refusal(
    'not-found',
    'reminder.not-found',
    'There is no reminder {id} in this company',
    'Det finns ingen påminnelse {id} i företaget',
  ),
  holdNotFound: refusal(
    'not-found',
    'reminder.hold-not-found',
    'There is no hold on reminders {id} in this company',
    'Det finns ingen påminnelsespärr {id} i företaget',
  ),
  nothingToRemind: refusal(
    'operation-not-allowed',
    'reminder.nothing-to-remind',
    'Invoice {id} cannot have a reminder: it is a draft, paid, credited, or was paid at once',
    'Fakturan {id} kan inte få någon påminnelse: den är ett utkast, betald, krediterad eller en kontantfaktura',
  ),
  notDue: refusal(
    'operation-not-allowed',
    'reminder.not-due',
    'Invoice {number} is not overdue: it falls due on {date}',
    'Faktura {number} är inte förfallen: den förfaller {date}',
  ),
  notInSek: refusal(
    'operation-not-allowed',
    'reminder.not-in-sek',
    'Invoice {number} is in {currency}: fee and late interest are claimed in SEK alone. Send its customer a statement of account, which says what is unpaid in {currency}',
    'Faktura {number} är i {currency}: avgift och dröjsmålsränta begärs bara i kronor. Skicka kunden ett kontoutdrag, som visar vad som är obetalt i {currency}',
  ),
  notBooked: refusal(
    'operation-not-allowed',
    'reminder.not-booked',
    'Invoice {number} is not booked: record it before you send a reminder',
    'Faktura {number} är inte bokförd: bokför den innan du skickar en påminnelse',
  ),
  customerHeld: refusal(
    'operation-not-allowed',
    'reminder.customer-held',
    'No reminders are sent to the customer of invoice {number} ({reason}): lift the hold on the customer first',
    'Kunden på faktura {number} har en påminnelsespärr ({reason}): häv kundens spärr först',
  ),
  invoiceHeld: refusal(
    'operation-not-allowed',
    'reminder.invoice-held',
    'No reminders are sent for invoice {number} ({reason}): lift the hold on the invoice first',
    'Faktura {number} har en påminnelsespärr ({reason}): häv fakturans spärr först',
  ),
  remindedToday: refusal(
    'operation-not-allowed',
    'reminder.reminded-today',
    'Invoice {number} already has a reminder from today: wait until tomorrow',
    'Faktura {number} har redan fått en påminnelse i dag: vänta till i morgon',
  ),
  tooManyReminders: refusal(
    'limit-exceeded',
    'reminder.too-many-reminders',
    'An invoice can have at most {limit} reminders',
    'En faktura får högst {limit} påminnelser',
  ),
  overtaken: refusal(
    'conflict',
    'reminder.overtaken',
    'Reminder {number} of invoice {invoice} is the next one: another user was faster. Check what it claims now',
    'Påminnelse {number} på faktura {invoice} är nästa: någon annan hann före. Se vad den kräver nu',
  ),
  alreadyCancelled: refusal(
    'operation-not-allowed',
    'reminder.already-cancelled',
    'The reminder {id} is already cancelled',
    'Påminnelsen {id} är redan makulerad',
  ),
  claimPaid: refusal(
    'operation-not-allowed',
    'reminder.claim-paid',
    'What the reminder {id} claimed has been paid: pay it back instead of cancelling the reminder',
    'Det som påminnelsen {id} krävde är betalt: betala tillbaka det i stället för att makulera påminnelsen',
  ),
  noMailServer: refusal(
    'operation-not-allowed',
    'reminder.no-mail-server',
    'The service has no mail server: ask its operator to set SMTP_URL, or print the reminder and send it yourself',
    'Tjänsten har ingen e-postserver: be den som driver tjänsten att sätta SMTP_URL, eller skriv ut påminnelsen och skicka den själv',
  ),
  tooManyReminderMails: refusal(
    'limit-exceeded',
    'reminder.too-many-reminder-mails',
    'A company sends at most {limit} reminders by mail in 24 hours, and {sent} were sent: try again later',
    'Ett företag skickar högst {limit} påminnelser med e-post på 24 timmar, och {sent} har skickats: försök igen senare',
  ),
  alreadyHeld: refusal(
    'conflict',
    'reminder.already-held',
    'It already has a hold: {id}',
    'Den har redan en påminnelsespärr: {id}',
  ),
  tooManyHolds: refusal(
    'limit-exceeded',
    'reminder.too-many-holds',
    'A company has at most {limit} holds on reminders',
    'Ett företag har högst {limit} påminnelsespärrar',
  ),
}

export const reminderFaults = {
  feeDecimals: fault(
    'reminder.fee-decimals',
    'must be from 0 to {limit} kronor, with at most two decimals',
    'ska vara från 0 till {limit} kronor, med högst två decimaler',
  ),
  feeNotAgreed: fault(
    'reminder.fee-not-agreed',
    'a fee is only owed if it was agreed before the debt arose: state that it was agreed, or leave it at 0',
    'en avgift får bara tas ut om den avtalades innan skulden uppkom: ange att den är avtalad, eller låt den vara 0',
  ),
  rateDecimals: fault(
    'reminder.rate-decimals',
    'must be from 0 to 100 percent, with at most two decimals',
    'ska vara från 0 till 100 procent, med högst två decimaler',
  ),
  text: fault(
    'reminder.text',
    'must have at most {limit} characters, without control characters other than line breaks',
    'får ha högst {limit} tecken, utan andra styrtecken än radbrytningar',
  ),
  strangePlaceholder: fault(
    'reminder.strange-placeholder',
    '{placeholder} is not a known placeholder: use {known}',
    '{placeholder} är ingen känd platshållare: använd {known}',
  ),
  noAddress: fault(
    'reminder.no-address',
    'the customer has no e-mail address: give one here, or add one to the customer',
    'kunden har ingen e-postadress: ange en här, eller lägg till en på kunden',
  ),
  badAddress: fault('reminder.bad-address', '"{text}" is not an e-mail address', '”{text}” är ingen e-postadress'),
  repeatedAddress: fault('reminder.repeated-address', '{text} is given twice', '{text} är angiven två gånger'),
  noMailWanted: fault(
    'reminder.no-mail-wanted',
    'is for delivery by mail only',
    'anges bara när påminnelsen skickas med e-post',
  ),
  oneOfTwo: fault('reminder.one-of-two', 'give either customerId or invoiceId', 'ange antingen kund eller faktura'),
  unknownCustomer: fault('reminder.unknown-customer', 'there is no customer {id}', 'det finns ingen kund {id}'),
  unknownInvoice: fault('reminder.unknown-invoice', 'there is no invoice {id}', 'det finns ingen faktura {id}'),
  noReason: fault(
    'reminder.no-reason',
    'say why, in 1 to {limit} characters',
    'skriv varför, med 1 till {limit} tecken',
  ),
}
