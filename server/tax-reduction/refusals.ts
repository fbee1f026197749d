// Refusals of tax reductions: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const taxReductionRefusals = {
  none: refusal('not-found', 'The invoice {id} has no tax reduction'),
  nothingToSubmit: refusal(
    'not-found',
    'No invoice with {type} that its customer paid from {from} to {to} is waiting to be submitted',
  ),
  tooManyCases: refusal(
    'limit-exceeded',
    'There are {count} cases, and a file has room for {limit}: ask for parts 1 to {parts}, one file each',
  ),
  tooManyInvoices: refusal(
    'limit-exceeded',
    'More than {limit} invoices that wait to be submitted were paid from {from} to {to}: choose fewer days',
  ),
  notReady: refusal(
    'operation-not-allowed',
    'The tax reduction of invoice {id} is {status}: it can be submitted once, after the customer has paid',
  ),
  partOfIt: refusal(
    'operation-not-allowed',
    'The file asks for {asked} kronor for invoice {number}, and {most} can be asked for, as it was paid on {days}: ' +
      'send what is left too, then note the invoice by itself. Until then it is in every file of those days',
  ),
  moreThanAll: refusal(
    'operation-not-allowed',
    'The file asks for {asked} kronor for invoice {number}, and no more than {most} can be asked for: the invoice has ' +
      'changed since the file was made. Get the file again if it is not sent yet. Otherwise correct the request at ' +
      'the tax authority, then note the invoice by itself',
  ),
  notSubmitted: refusal(
    'operation-not-allowed',
    'The tax reduction of invoice {id} is {status}: only one that was submitted can be paid or refused',
  ),
  unreadableNumbers: refusal(
    'operation-not-allowed',
    'The secret key that sealed the personal number of person {people} of invoice {number} is not here. Bring the key ' +
      'back, or credit the invoice and publish a new one with the number entered again',
  ),
  notRecorded: refusal('operation-not-allowed', 'The invoice {id} is not recorded yet: record the invoice first'),
}

export const taxReductionFaults = {
  lineWithoutReduction: fault('needs a tax reduction on the invoice'),
  lineOfOtherType: fault('must be {type}, as the tax reduction of the invoice is'),
  jobOfOtherType: fault('is not work of type {type}'),
  lineNotWork: fault('is for lines of services whose unitType is hour or unspecified'),
  noWork: fault('needs a line of work with a tax reduction'),
  tooManyHours: fault('is more than {limit} hours of one kind of work, which the tax authority does not accept'),
  privateOnly: fault('is for customers of type private'),
  sekOnly: fault('is for invoices in SEK'),
  descriptionMissing: fault('must not be empty'),
  propertyMissing: fault('must be realEstate or housingDesignation: rot needs to know where the work was done'),
  propertyOfRut: fault('is for rot only'),
  realEstateNumber: fault('must name the property where the work was done, such as Berga 1:23'),
  tenantOrgNumberMissing: fault("must be the housing association's organization number, such as 769600-1231"),
  apartmentNumber: fault('must be the number of the apartment, such as 1203'),
  propertyPartOfOther: fault('belongs to the other kind of home'),
  tenantOrgNumber: fault('must be an organization number with its check digit'),
  personalNumber: fault('must be a personal number with its check digit, YYYYMMDD-NNNN'),
  unreadableNumber: fault('was sealed with a secret key that is not here: enter the personal number again'),
  personTwice: fault('is given twice'),
  tooYoung: fault('must belong to somebody who is at least 18 at the end of {year}'),
  wholeKronor: fault('must be whole kronor'),
  nothingAsked: fault('must ask for more than zero'),
  noRate: fault('has no rate for payments from {from} to {to}'),
  aboveShare: fault(
    'asks for {asked} kronor: for work that costs {labour} kronor with tax, at most {most} may be asked for',
  ),
  aboveTotal: fault("asks for {asked} kronor, which is more than the invoice's total"),
  aboveCap: fault('is more than the person can still get in {year}: {left} kronor'),
  typeMissing: fault('must be rot or rut: both are waiting to be submitted, and a file has one type'),
  twoYears: fault('must be in the same year as from: a file covers one year'),
  backwards: fault('must not be before from'),
  noSuchPart: fault('there are {parts} parts'),
  amount: fault('must be above zero and at most {most} kronor, which the tax authority has not answered yet'),
}
