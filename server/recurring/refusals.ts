// Refusals of recurring invoices.
import { fault, refusal } from '#platform/refusal'

export const recurringRefusals = {
  recurringNotFound: refusal(
    'not-found',
    'recurring.not-found',
    'There is no recurring invoice {id} in this company',
    'Det finns ingen avtalsfaktura {id} i företaget',
  ),
  tooManyRecurring: refusal(
    'limit-exceeded',
    'recurring.too-many-recurring',
    'A company has at most {limit} recurring invoices',
    'Ett företag har högst {limit} avtalsfakturor',
  ),
  recurringEnded: refusal(
    'operation-not-allowed',
    'recurring.ended',
    'The recurring invoice {id} has ended: create a new one instead',
    'Avtalsfakturan {id} är avslutad: skapa en ny i stället',
  ),
  occurrenceNotFound: refusal(
    'not-found',
    'recurring.occurrence-not-found',
    'This recurring invoice created nothing for {date}',
    'Avtalsfakturan har inte skapat något för {date}',
  ),
  occurrenceNotFailed: refusal(
    'operation-not-allowed',
    'recurring.occurrence-not-failed',
    'Nothing is left to do for {date}: the invoice was created as requested',
    'Det finns inget kvar att göra för {date}: fakturan skapades som den skulle',
  ),
  overtaken: refusal(
    'conflict',
    'recurring.overtaken',
    'The next date of this recurring invoice is {date}: another user was faster. Check what was created',
    'Avtalsfakturans nästa datum är {date}: någon annan hann före. Se vad som har skapats',
  ),
  recurringNotActive: refusal(
    'operation-not-allowed',
    'recurring.not-active',
    'The recurring invoice {id} is {state}',
    'Avtalsfakturan {id} är {state}',
  ),
}

export const recurringFaults = {
  noSalesLine: fault(
    'recurring.no-sales-line',
    'there is no line {line} that sells something in this recurring invoice, or the invoice has ended',
    'avtalsfakturan har ingen säljande rad {line}, eller är avslutad',
  ),
  firstDatePast: fault(
    'recurring.first-date-past',
    'must be {today} or later: invoices are not created for past days',
    'ska vara {today} eller senare: fakturor skapas inte för dagar som har varit',
  ),
  noDates: fault('recurring.no-dates', 'leaves no date for an invoice', 'lämnar ingen dag för en faktura'),
  noSuchLine: fault('recurring.no-such-line', 'there is no line {line}', 'det finns ingen rad {line}'),
  lineText: fault(
    'recurring.line-text',
    'must have at most {limit} characters with its placeholders filled',
    'får ha högst {limit} tecken när platshållarna är ifyllda',
  ),
  priceDecimals: fault('recurring.price-decimals', 'must have at most six decimals', 'får ha högst sex decimaler'),
  percentDecimals: fault(
    'recurring.percent-decimals',
    'must be from -100 to 1000, with at most two decimals',
    'ska vara från -100 till 1000, med högst två decimaler',
  ),
}
