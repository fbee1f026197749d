// Refusals of reminders.
import { fault, refusal } from '#platform/refusal'

export const reminderRefusals = {
  reminderNotFound: refusal('not-found', 'There is no reminder {id} in this company'),
  holdNotFound: refusal('not-found', 'There is no hold on reminders {id} in this company'),
  nothingToRemind: refusal(
    'operation-not-allowed',
    'The invoice {id} is not to be reminded of: it is a draft, paid, credited, or was paid at once',
  ),
  notDue: refusal('operation-not-allowed', 'Invoice {number} is not overdue: it falls due on {date}'),
  notInSek: refusal(
    'operation-not-allowed',
    'Invoice {number} is in {currency}: fee and late interest are claimed in SEK alone. Send its customer a statement of account, which says what is unpaid in {currency}',
  ),
  notBooked: refusal('operation-not-allowed', 'Invoice {number} is not booked: record it before you remind of it'),
  customerHeld: refusal(
    'operation-not-allowed',
    'The customer of invoice {number} is not reminded ({reason}): lift the hold on the customer first',
  ),
  invoiceHeld: refusal(
    'operation-not-allowed',
    'Invoice {number} is not reminded of ({reason}): lift the hold on the invoice first',
  ),
  remindedToday: refusal(
    'operation-not-allowed',
    'Invoice {number} was reminded of today already: wait until tomorrow',
  ),
  tooManyReminders: refusal('limit-exceeded', 'An invoice is reminded of at most {limit} times'),
  overtaken: refusal(
    'conflict',
    'Reminder {number} of invoice {invoice} is the next one: somebody else was faster. Look at what it claims now',
  ),
  alreadyCancelled: refusal('operation-not-allowed', 'The reminder {id} is cancelled already'),
  claimPaid: refusal(
    'operation-not-allowed',
    'What the reminder {id} claimed has been paid: pay it back instead of cancelling the reminder',
  ),
  noMailServer: refusal(
    'operation-not-allowed',
    'The service has no mail server: ask its operator to set SMTP_URL, or print the reminder and send it yourself',
  ),
  tooManyReminderMails: refusal(
    'limit-exceeded',
    'A company sends at most {limit} reminders by mail in 24 hours, and {sent} were sent: try again later',
  ),
  alreadyHeld: refusal('conflict', 'There is a hold on it already: {id}'),
  tooManyHolds: refusal('limit-exceeded', 'A company has at most {limit} holds on reminders'),
}

export const reminderFaults = {
  feeDecimals: fault('must be from 0 to {limit} kronor, with at most two decimals'),
  feeNotAgreed: fault('a fee is only owed where it was agreed before the debt arose: say that it is, or leave it at 0'),
  rateDecimals: fault('must be from 0 to 100 percent, with at most two decimals'),
  text: fault('must have at most {limit} characters, without control characters other than line breaks'),
  strangePlaceholder: fault('{placeholder} stands for nothing: use {known}'),
  noAddress: fault('the customer has no e-mail address: give one here, or add one to the customer'),
  badAddress: fault('"{text}" is not an e-mail address'),
  repeatedAddress: fault('{text} is given twice'),
  noMailWanted: fault('goes with delivery by mail only'),
  oneOfTwo: fault('give either customerId or invoiceId'),
  unknownCustomer: fault('there is no customer {id}'),
  unknownInvoice: fault('there is no invoice {id}'),
  noReason: fault('say why, in 1 to {limit} characters'),
}
