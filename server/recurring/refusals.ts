// Refusals of recurring invoices.
import { fault, refusal } from '#platform/refusal'

export const recurringRefusals = {
  recurringNotFound: refusal('not-found', 'There is no recurring invoice {id} in this company'),
  tooManyRecurring: refusal('limit-exceeded', 'A company has at most {limit} recurring invoices'),
  recurringEnded: refusal('operation-not-allowed', 'The recurring invoice {id} has ended: make a new one instead'),
  occurrenceNotFound: refusal('not-found', 'Nothing was made of this recurring invoice for {date}'),
  occurrenceNotFailed: refusal('operation-not-allowed', 'Nothing is left to do for {date}: it has gone as it should'),
  overtaken: refusal(
    'conflict',
    'The next date of this recurring invoice is {date}: somebody else was faster. Look at what was made',
  ),
  recurringNotActive: refusal('operation-not-allowed', 'The recurring invoice {id} is {state}'),
}

export const recurringFaults = {
  firstDatePast: fault('must be {today} or later: invoices are not made for days that have been'),
  noDates: fault('leaves no date to make an invoice on'),
  noSuchLine: fault('there is no line {line}'),
  lineText: fault('must have at most {limit} characters with its placeholders filled'),
  priceDecimals: fault('must have at most six decimals'),
  percentDecimals: fault('must be from -100 to 1000, with at most two decimals'),
}
